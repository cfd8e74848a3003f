-- A customer's chat with the bank. There is one at a time; ending it deletes it with everything in it.

create table public.chat_conversations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  assigned_admin_id uuid references auth.users (id) on delete set null,
  status text not null default 'active' check (status in ('active', 'waiting_for_agent', 'agent_assigned'))
)
-- Each message changes updated_at.
with (fillfactor = 80);
comment on table public.chat_conversations is 'The open chat of a customer. Ending it deletes the row, and with it messages and requests.';
comment on column public.chat_conversations.updated_at is 'The latest message or change of status.';

create index chat_conversations_assigned_admin_id_idx on public.chat_conversations (assigned_admin_id);

alter table public.chat_conversations enable row level security;
grant select, delete on public.chat_conversations to authenticated;
grant insert (user_id) on public.chat_conversations to authenticated;
grant update (status) on public.chat_conversations to authenticated;

create policy "Customers read their own chat, chat staff all" on public.chat_conversations
  for select to authenticated using (
    (user_id = (select auth.uid()) and (select private.is_approved()))
    or (select private.has_permission('manage_chat'))
  );

create policy "Customers open their own chat" on public.chat_conversations
  for insert to authenticated with check (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "Customers ask for an agent in their own chat" on public.chat_conversations
  for update to authenticated
  using (user_id = (select auth.uid()) and status = 'active' and (select private.is_approved()))
  with check (user_id = (select auth.uid()) and status = 'waiting_for_agent' and (select private.is_approved()));

create policy "Customers end their own chat, chat staff any" on public.chat_conversations
  for delete to authenticated using (
    (user_id = (select auth.uid()) and (select private.is_approved()))
    or (select private.has_permission('manage_chat'))
  );

create function private.touch_chat_conversation() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;
comment on function private.touch_chat_conversation is 'A change of the conversation counts as activity.';

create trigger touch_chat_conversation before update on public.chat_conversations
  for each row execute function private.touch_chat_conversation();

create function private.record_ended_chat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Customers end their own chats freely; that somebody else did it is worth a record.
  if auth.uid() <> old.user_id then
    perform private.audit('end_chat', old.id, jsonb_build_object('user_id', old.user_id, 'status', old.status));
  end if;
  return null;
end
$$;
comment on function private.record_ended_chat is 'Records chats that staff has ended.';

create trigger record_ended_chat after delete on public.chat_conversations
  for each row execute function private.record_ended_chat();

alter publication supabase_realtime add table public.chat_conversations;
