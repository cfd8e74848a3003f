-- Customers who wait for a person in their chat.

create table public.agent_requests (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.chat_conversations (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  resolved_at timestamptz,
  assigned_admin_id uuid references auth.users (id) on delete set null,
  status text not null default 'pending' check (status in ('pending', 'accepted')),
  check ((status = 'accepted') = (resolved_at is not null))
);
comment on table public.agent_requests is 'Requests for an agent: one pending per chat. They go when the chat is ended.';

create index agent_requests_conversation_id_idx on public.agent_requests (conversation_id);
create unique index agent_requests_one_pending_idx on public.agent_requests (conversation_id) where status = 'pending';
-- The queue: the first come is the first served.
create index agent_requests_queue_idx on public.agent_requests (created_at, id) where status = 'pending';
create index agent_requests_user_id_idx on public.agent_requests (user_id);
create index agent_requests_assigned_admin_id_idx on public.agent_requests (assigned_admin_id);

alter table public.agent_requests enable row level security;
grant select, delete on public.agent_requests to authenticated;
grant insert (conversation_id, user_id) on public.agent_requests to authenticated;

create policy "Customers read their own requests, chat staff all" on public.agent_requests
  for select to authenticated using (
    (user_id = (select auth.uid()) and (select private.is_approved()))
    or (select private.has_permission('manage_chat'))
  );

create policy "Customers ask for an agent in their own chat" on public.agent_requests
  for insert to authenticated with check (
    user_id = (select auth.uid())
    and conversation_id in (select c.id from public.chat_conversations c where c.user_id = (select auth.uid()))
    and (select private.is_approved())
  );

create policy "Customers withdraw their own requests, chat staff removes any" on public.agent_requests
  for delete to authenticated using (
    (user_id = (select auth.uid()) and (select private.is_approved()))
    or (select private.has_permission('manage_chat'))
  );

create function private.record_removed_agent_request() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Together with the whole chat, a request is not a deed of its own.
  if auth.uid() <> old.user_id and exists (select from public.chat_conversations c where c.id = old.conversation_id) then
    perform private.audit('delete_agent_request', old.id, jsonb_build_object('user_id', old.user_id, 'status', old.status));
  end if;
  return null;
end
$$;
comment on function private.record_removed_agent_request is 'Records requests that staff has removed.';

create trigger record_removed_agent_request after delete on public.agent_requests
  for each row execute function private.record_removed_agent_request();

alter publication supabase_realtime add table public.agent_requests;
