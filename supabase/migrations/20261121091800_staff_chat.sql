-- The agents' side of the chat: accepting requests, unread counts and the lists of the console.

create function private.pick_agent_name() returns text
language sql volatile set search_path = ''
begin atomic
  select first_name
  from unnest(array['Amelia', 'Daniel', 'Fatima', 'George', 'Hannah', 'Imran', 'Leah', 'Marcus', 'Priya', 'Sam']) as first_name
  order by random()
  limit 1;
end;
comment on function private.pick_agent_name is 'A random first name from a list of ten.';

create function private.accept_agent_request(p_request_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  chat_id uuid;
  request public.agent_requests;
  name constant text := private.pick_agent_name();
begin
  perform private.require_permission('manage_chat');
  select c.id into chat_id
  from public.agent_requests r join public.chat_conversations c on c.id = r.conversation_id
  where r.id = p_request_id
  for no key update of c;
  select r.* into request from public.agent_requests r where r.id = p_request_id for update;
  if not found then
    raise exception 'This customer is no longer waiting for an agent.' using errcode = 'PT404', hint = 'request-gone';
  elsif request.assigned_admin_id = auth.uid() then
    -- A retry after a lost response.
    return chat_id;
  elsif request.status = 'accepted' then
    raise exception 'Another agent has already taken this request.' using errcode = 'PT409', hint = 'taken';
  end if;

  update public.agent_requests r set status = 'accepted', assigned_admin_id = auth.uid(), resolved_at = now()
  where r.id = p_request_id;
  update public.chat_conversations c set status = 'agent_assigned', assigned_admin_id = auth.uid(), agent_name = name
  where c.id = chat_id;
  insert into public.chat_messages (conversation_id, sender_id, sender_type, message)
  values (chat_id, auth.uid(), 'agent', 'Hello, you''re now chatting with ' || name || '. How can I help you today?');
  perform private.audit('accept_agent_request', p_request_id, jsonb_build_object('user_id', request.user_id));
  return chat_id;
end
$$;

create function public.accept_agent_request(p_request_id uuid) returns uuid
language sql volatile security invoker set search_path = ''
begin atomic
  select private.accept_agent_request(p_request_id);
end;
comment on function public.accept_agent_request is
  'Assigns the waiting chat to the caller, gives the caller an agent name, sends a greeting and returns the chat''s id. Only one agent succeeds.';
grant execute on function private.accept_agent_request, public.accept_agent_request to authenticated;

create table private.chat_reads (
  conversation_id uuid not null references public.chat_conversations (id) on delete cascade,
  admin_id uuid not null references auth.users (id) on delete cascade,
  read_at timestamptz not null,
  primary key (conversation_id, admin_id)
);
comment on table private.chat_reads is 'How far each agent has read each chat.';
comment on column private.chat_reads.read_at is 'The created_at of the newest message that the agent has read.';

create index chat_reads_admin_id_idx on private.chat_reads (admin_id);

alter table private.chat_reads enable row level security;
create policy "No API role can access the read marks" on private.chat_reads
  for all to anon, authenticated using (false);

create function private.mark_chat_read(p_conversation_id uuid, p_until timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  newest timestamptz;
begin
  perform private.require_permission('manage_chat');
  -- Locked, so that the chat cannot end before the insert.
  perform from public.chat_conversations c where c.id = p_conversation_id for key share;
  select max(m.created_at) into newest from public.chat_messages m where m.conversation_id = p_conversation_id;
  if newest is null then
    return;
  end if;
  -- Limited to the newest message, so that a wrong client clock cannot mark later messages as read.
  insert into private.chat_reads as r (conversation_id, admin_id, read_at)
  values (p_conversation_id, auth.uid(), least(p_until, newest))
  on conflict (conversation_id, admin_id) do update set read_at = greatest(r.read_at, excluded.read_at);
end
$$;

create function public.mark_chat_read(p_conversation_id uuid, p_until timestamptz default null) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.mark_chat_read(p_conversation_id, p_until);
end;
comment on function public.mark_chat_read is
  'Marks a chat as read for the calling agent, up to the message sent at p_until or up to the newest. Never moves backwards.';
grant execute on function private.mark_chat_read, public.mark_chat_read to authenticated;

create function private.list_pending_agent_requests(p_after timestamptz, p_after_id uuid)
returns table (request_id uuid, conversation_id uuid, user_id uuid, customer_name text, waiting_since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('manage_chat');
  return query
  select r.id, r.conversation_id, r.user_id, coalesce(p.full_name, 'Customer'), r.created_at
  from public.agent_requests r
  left join public.profiles p on p.id = r.user_id
  where r.status = 'pending'
    and (r.created_at, r.id)
      > (coalesce(p_after, '-infinity'), coalesce(p_after_id, '00000000-0000-0000-0000-000000000000'))
  order by r.created_at, r.id
  limit 50;
end
$$;

create function public.list_pending_agent_requests(p_after timestamptz default null, p_after_id uuid default null)
returns table (request_id uuid, conversation_id uuid, user_id uuid, customer_name text, waiting_since timestamptz)
language sql stable security invoker set search_path = '' set statement_timeout = '8s'
begin atomic
  select r.request_id, r.conversation_id, r.user_id, r.customer_name, r.waiting_since
  from private.list_pending_agent_requests(p_after, p_after_id) r;
end;
comment on function public.list_pending_agent_requests is
  'The customers waiting for an agent, longest waiting first, 50 at a time. The next page starts after the last row''s waiting_since and request_id.';
grant execute on function private.list_pending_agent_requests, public.list_pending_agent_requests to authenticated;

create function private.list_conversations(p_status text, p_before timestamptz, p_before_id uuid)
returns table (
  id uuid, user_id uuid, customer_name text, status text, assigned_admin_id uuid, agent_name text, updated_at timestamptz,
  last_message text, last_sender_type text, last_message_at timestamptz, unread_count integer
)
language plpgsql stable security definer set search_path = '' as $$
declare
  statuses constant text[] := array['active', 'waiting_for_agent', 'agent_assigned'];
begin
  perform private.require_permission('manage_chat');
  if p_status <> all (statuses) then
    raise exception 'Unknown status.' using errcode = 'PT400';
  end if;
  return query
  with page as (
    select c.*
    from unnest(case when p_status is null then statuses else array[p_status] end) as listed (status)
    cross join lateral (
      select c.* from public.chat_conversations c
      where c.status = listed.status
        and (c.updated_at, c.id)
          < (coalesce(p_before, 'infinity'), coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
      order by c.updated_at desc, c.id desc
      limit 50
    ) c
    order by c.updated_at desc, c.id desc
    limit 50
  )
  select
    c.id, c.user_id, coalesce(p.full_name, 'Customer'), c.status, c.assigned_admin_id, c.agent_name, c.updated_at,
    left(latest.message, 100), latest.sender_type, latest.created_at, unread.count
  from page c
  left join public.profiles p on p.id = c.user_id
  left join private.chat_reads r on r.conversation_id = c.id and r.admin_id = auth.uid()
  left join lateral (
    select m.message, m.sender_type, m.created_at from public.chat_messages m
    where m.conversation_id = c.id
    order by m.created_at desc, m.id desc
    limit 1
  ) latest on true
  cross join lateral (
    select count(*)::integer as count
    from (
      select from public.chat_messages m
      where m.conversation_id = c.id and m.sender_type = 'user' and m.created_at > coalesce(r.read_at, '-infinity')
      limit 100
    ) m
  ) unread
  order by c.updated_at desc, c.id desc;
end
$$;

create function public.list_conversations(p_status text default null, p_before timestamptz default null, p_before_id uuid default null)
returns table (
  id uuid, user_id uuid, customer_name text, status text, assigned_admin_id uuid, agent_name text, updated_at timestamptz,
  last_message text, last_sender_type text, last_message_at timestamptz, unread_count integer
)
language sql stable security invoker set search_path = '' set statement_timeout = '8s'
begin atomic
  select private.require_short_texts(p_status);
  select
    c.id, c.user_id, c.customer_name, c.status, c.assigned_admin_id, c.agent_name, c.updated_at,
    c.last_message, c.last_sender_type, c.last_message_at, c.unread_count
  from private.list_conversations(p_status, p_before, p_before_id) c;
end;
comment on function public.list_conversations is
  'The open chats with their last message and the number of customer messages that the caller has not read, latest activity first, 50 at a time. The next page starts before the last row''s updated_at and id.';
grant execute on function private.list_conversations, public.list_conversations to authenticated;
