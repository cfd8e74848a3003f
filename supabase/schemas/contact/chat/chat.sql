-- Support chat: conversations, messages, requests for an agent, the assistant and typing. A customer has one conversation;
-- ending it deletes everything in it.

create function private.strip_hidden(value text) returns text
language sql immutable parallel safe set search_path = ''
return regexp_replace(
  value,
  -- As in strip_forbidden, but line feeds, < and > and all joiners are allowed.
  '(\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f)|[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202f\u205f-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\uffff\U000e0000-\U000e0fff]',
  '\1', 'g'
);
grant execute on function private.strip_hidden to authenticated;

create function private.is_chat_text(value text) returns boolean
language sql immutable parallel safe set search_path = ''
return char_length(value) between 1 and 2000 and value = private.strip_hidden(value)
  and value ~ '[^ \n\u00a0\u1680\u2000-\u200a\u200c\u200d\u3000]';
comment on function private.is_chat_text is 'Whether the text is a valid chat message. Screens render it as text, so < and > are safe.';
grant execute on function private.is_chat_text to authenticated;

create table private.chat_use (
  user_id uuid primary key references auth.users (id) on delete cascade,
  minute_since timestamptz not null,
  minute_messages integer not null default 0,
  day_since timestamptz not null,
  chats integer not null default 0,
  requests integer not null default 0,
  messages integer not null default 0
);
comment on table private.chat_use is
  'What each customer has done in the chat. Keyed by user, because ending a chat deletes it.';
comment on column private.chat_use.minute_messages is 'Messages in the minute from minute_since.';
comment on column private.chat_use.day_since is 'Chats started, agents asked for and messages sent are counted for 24 hours from then.';

select private.keep_from_api('private.chat_use');

create function private.count_chat_use() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  chats_per_day constant integer := 20;
  requests_per_day constant integer := 20;
  messages_per_minute constant integer := 30;
  messages_per_day constant integer := 500;
  person constant uuid := auth.uid();
  counted_at timestamptz;
  used private.chat_use;
begin
  insert into private.chat_use (user_id, minute_since, day_since) values (person, clock_timestamp(), clock_timestamp())
  on conflict do nothing;
  -- Locked until commit, so that each of parallel requests sees the count of the one before.
  select u.* into used from private.chat_use u where u.user_id = person for update;
  counted_at := clock_timestamp();
  if used.minute_since <= counted_at - interval '1 minute' then
    used.minute_since := counted_at;
    used.minute_messages := 0;
  end if;
  if used.day_since <= counted_at - interval '24 hours' then
    used.day_since := counted_at;
    used.chats := 0;
    used.requests := 0;
    used.messages := 0;
  end if;
  case tg_table_name
    when 'chat_conversations' then
      used.chats := used.chats + 1;
    when 'agent_requests' then
      used.requests := used.requests + 1;
    when 'chat_messages' then
      used.messages := used.messages + 1;
      used.minute_messages := used.minute_messages + 1;
  end case;

  if used.chats > chats_per_day then
    raise exception 'You''ve started % chats in a day. Please try again tomorrow.', chats_per_day
      using errcode = 'PT429', hint = 'chat-limit';
  elsif used.requests > requests_per_day then
    raise exception 'You''ve asked for an agent % times in a day. Please try again tomorrow.', requests_per_day
      using errcode = 'PT429', hint = 'chat-limit';
  elsif used.messages > messages_per_day then
    raise exception 'You''ve sent % messages in a day. Please try again tomorrow.', messages_per_day
      using errcode = 'PT429', hint = 'chat-limit';
  elsif used.minute_messages > messages_per_minute then
    raise exception 'You''re sending messages too quickly. Please wait a minute.' using errcode = 'PT429', hint = 'chat-limit';
  end if;
  update private.chat_use u set
    minute_since = used.minute_since, minute_messages = used.minute_messages,
    day_since = used.day_since, chats = used.chats, requests = used.requests, messages = used.messages
  where u.user_id = person;
  return null;
end
$$;
comment on function private.count_chat_use is
  'Trigger: counts a chat, a request for an agent or a message of a customer, and refuses it above the limit. Each chat leaves a transcript and a row of the audit. Runs after the insert, when the policy has checked the customer.';

create table public.chat_conversations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  assigned_admin_id uuid references auth.users (id) on delete set null,
  status text not null default 'active'
    constraint chat_conversations_status_check check (status in ('active', 'waiting_for_agent', 'agent_assigned')),
  agent_name text constraint chat_conversations_agent_name_check check (char_length(agent_name) between 1 and 40)
)
-- Each message changes updated_at.
with (fillfactor = 80);
comment on table public.chat_conversations is 'The open chat of a customer. Ending it deletes the row, its messages and its requests.';
comment on column public.chat_conversations.updated_at is 'The time of the latest message or status change.';
comment on column public.chat_conversations.agent_name is 'The first name assigned to the agent on joining. Not the agent''s real name.';

create index chat_conversations_assigned_admin_id_idx on public.chat_conversations (assigned_admin_id);
-- The console lists chats by status, latest activity first. A list of all statuses merges three of these.
create index chat_conversations_status_updated_at_id_idx on public.chat_conversations (status, updated_at desc, id desc);

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

create policy "Customers end their own chat, chat staff those they have and the assistant's" on public.chat_conversations
  for delete to authenticated using (
    (user_id = (select auth.uid()) and (select private.is_approved()))
    or (
      (status = 'active' or (status = 'agent_assigned' and assigned_admin_id = (select auth.uid())))
      and (select private.has_permission('manage_chat'))
    )
  );

alter publication supabase_realtime add table public.chat_conversations;

select private.guard_client_writes('public.chat_conversations', 'insert or update or delete', p_while_frozen => true);

create trigger count_chat_use after insert on public.chat_conversations
  for each row when (auth.uid() = new.user_id) execute function private.count_chat_use();

create function private.touch_chat_conversation() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;

create trigger touch_chat_conversation before update on public.chat_conversations
  for each row execute function private.touch_chat_conversation();

create function private.record_ended_chat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A customer ending their own chat is not audited.
  if auth.uid() <> old.user_id and not private.is_person_being_deleted() then
    perform private.audit('end_chat', 'chat', old.id, jsonb_build_object('user_id', old.user_id, 'status', old.status));
  end if;
  return null;
end
$$;

create trigger record_ended_chat after delete on public.chat_conversations
  for each row execute function private.record_ended_chat();

create table public.chat_messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.chat_conversations (id) on delete cascade,
  sender_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  sender_type text not null
    constraint chat_messages_sender_type_check check (sender_type in ('user', 'assistant', 'agent', 'event', 'note')),
  sender_name text constraint chat_messages_sender_name_check check (char_length(sender_name) between 1 and 140),
  message text not null constraint chat_messages_message_check check (private.is_chat_text(message)),
  edited_at timestamptz,
  links jsonb constraint chat_messages_links_check
    check (jsonb_typeof(links) = 'array' and jsonb_array_length(links) <= 6 and octet_length(links::text) <= 2000),
  constraint chat_messages_sender_id_check check (sender_type not in ('assistant', 'event') or sender_id is null)
);
comment on table public.chat_messages is 'Chat messages. Customers and agents insert their own; functions insert the assistant''s and events.';
comment on column public.chat_messages.id is 'The client may choose it, so that a retry after a lost response does not send the message twice.';
comment on column public.chat_messages.sender_type is
  'event: an agent joins or leaves, or help for a customer who waits. note: from staff to staff; the customer cannot read it.';
comment on column public.chat_messages.links is
  'The buttons below a message of the assistant: what is on them, and the path, the phone number or the question that they lead to.';
comment on column public.chat_messages.sender_name is
  'The agent name at the time of the message, or the real name of a note''s author. Null for other messages.';
comment on column public.chat_messages.sender_id is 'Null for the assistant and for deleted users.';

create index chat_messages_conversation_id_created_at_id_idx on public.chat_messages (conversation_id, created_at, id);
create index chat_messages_sender_id_idx on public.chat_messages (sender_id);

alter table public.chat_messages enable row level security;
grant select, delete on public.chat_messages to authenticated;
grant insert (id, conversation_id, sender_id, sender_type, message) on public.chat_messages to authenticated;
grant update (message) on public.chat_messages to authenticated;

create function private.chats_to_read() returns setof uuid
language sql stable security definer set search_path = ''
begin atomic
  select c.id from public.chat_conversations c where c.assigned_admin_id = (select auth.uid())
  union all
  select r.key
  from private.audit_log l join private.recorded_reads r on r.audit_id = l.id
  where l.actor_id = (select auth.uid()) and l.session_id = private.my_session_id() and l.action = 'read_chat'
    and l.created_at > now() - interval '61 minutes'
    -- In the transaction that recorded it, the record could still be rolled back.
    and r.recorded_in is distinct from pg_current_xact_id_if_assigned();
end;
comment on function private.chats_to_read is
  'The chats whose messages the calling agent may read: those that the agent has, which the customer sees, and those that the agent has recorded with record_chat_view in this session.';
grant execute on function private.chats_to_read to authenticated;

create policy "Customers read their own chat, chat staff those they have or have recorded" on public.chat_messages
  for select to authenticated using (
    -- One condition that the index knows: with alternatives, the whole table would be read.
    conversation_id = any (array(
      select c.id from public.chat_conversations c where c.user_id = (select auth.uid()) and (select private.is_approved())
      union all
      select recorded.id from (select private.chats_to_read()) recorded (id) where (select private.has_permission('manage_chat'))
    ))
    -- Staff are customers too, and do not read what their colleagues note about them.
    and (
      sender_type <> 'note'
      or conversation_id not in (select c.id from public.chat_conversations c where c.user_id = (select auth.uid()))
    )
  );

create policy "Customers and agents write in their own chats, chat staff add notes" on public.chat_messages
  for insert to authenticated with check (
    sender_id = (select auth.uid())
    and (
      (
        sender_type = 'user'
        and conversation_id in (select c.id from public.chat_conversations c where c.user_id = (select auth.uid()))
        and (select private.is_approved())
      )
      or (
        sender_type = 'agent'
        and conversation_id in (
          select c.id from public.chat_conversations c
          where c.assigned_admin_id = (select auth.uid()) and c.status = 'agent_assigned'
        )
        and (select private.has_permission('manage_chat'))
      )
      or (
        sender_type = 'note' and (select private.has_permission('manage_chat'))
        and conversation_id not in (select c.id from public.chat_conversations c where c.user_id = (select auth.uid()))
      )
    )
  );

create policy "Agents edit agent messages in the chats they have" on public.chat_messages
  for update to authenticated
  using (
    sender_type = 'agent' and (select private.has_permission('manage_chat'))
    and conversation_id in (
      select c.id from public.chat_conversations c
      where c.assigned_admin_id = (select auth.uid()) and c.user_id <> (select auth.uid())
    )
  )
  with check (sender_type = 'agent' and (select private.has_permission('manage_chat')));

create policy "Chat staff delete agent and customer messages" on public.chat_messages
  for delete to authenticated using (
    sender_type in ('agent', 'user') and (select private.has_permission('manage_chat'))
    and conversation_id not in (select c.id from public.chat_conversations c where c.user_id = (select auth.uid()))
  );

alter publication supabase_realtime add table public.chat_messages;

select private.guard_client_writes('public.chat_messages', 'insert or update or delete', p_while_frozen => true);

create function private.name_chat_sender() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.sender_name := case new.sender_type
    when 'agent' then (select c.agent_name from public.chat_conversations c where c.id = new.conversation_id)
    when 'note' then (select p.full_name from public.profiles p where p.id = new.sender_id)
  end;
  return new;
end
$$;
comment on function private.name_chat_sender is 'Stores the sender''s name with the message: a chat can have several agents.';

create trigger name_chat_sender before insert on public.chat_messages
  for each row execute function private.name_chat_sender();

create function private.mark_edited_chat_message() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.edited_at := clock_timestamp();
  return new;
end
$$;

create trigger mark_edited_chat_message before update of message on public.chat_messages
  for each row when (old.message <> new.message) execute function private.mark_edited_chat_message();

create function private.receive_chat_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  previous text;
  agent uuid;
begin
  -- Also locks the row, so that of two concurrent messages the second sees the first.
  update public.chat_conversations c set updated_at = clock_timestamp() where c.id = new.conversation_id
  returning c.assigned_admin_id into agent;

  -- The policy saw the agent from before the lock. A chat that was released has no agent.
  if new.sender_type = 'agent' and new.sender_id is not null and new.sender_id is distinct from agent then
    raise exception 'Another agent has this chat now.' using errcode = 'PT409', hint = 'not-assigned';
  elsif new.sender_type = 'user' then
    select m.message into previous from public.chat_messages m
    where m.conversation_id = new.conversation_id and m.sender_type = 'user' and m.id <> new.id
    order by m.created_at desc, m.id desc
    limit 1;
    if previous = new.message then
      raise exception 'You cannot send the same message twice in a row.' using errcode = 'PT409', hint = 'duplicate-message';
    end if;
  end if;
  return null;
end
$$;
comment on function private.receive_chat_message is
  'Updates the activity, and rejects a repeated message and that of an agent who no longer has the chat. Runs after the insert, when the policy has checked the sender: others learn nothing about the chat.';

create trigger receive_chat_message after insert on public.chat_messages
  for each row execute function private.receive_chat_message();

-- After receive_chat_message, by its name: the chat is locked before the count.
create trigger then_count_chat_use after insert on public.chat_messages
  for each row when (new.sender_type = 'user' and auth.uid() = new.sender_id) execute function private.count_chat_use();

create table private.chat_message_versions (
  id bigint generated always as identity primary key,
  conversation_id uuid not null references public.chat_conversations (id) on delete cascade,
  message_id uuid not null,
  created_at timestamptz not null,
  sender_id uuid,
  sender_type text not null,
  sender_name text,
  message text not null,
  changed_at timestamptz not null default clock_timestamp(),
  changed_by uuid,
  is_deletion boolean not null
);
comment on table private.chat_message_versions is
  'What staff have edited or deleted in the open chats, with the text before. The transcript keeps it when the chat ends.';
comment on column private.chat_message_versions.created_at is 'When the message was sent.';

create index chat_message_versions_conversation_id_idx on private.chat_message_versions (conversation_id);

select private.keep_from_api('private.chat_message_versions');

create function private.record_changed_chat_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Messages deleted with their chat are not kept here, and those deleted with their user are not audited one by one.
  if not exists (select from public.chat_conversations c where c.id = old.conversation_id) then
    return null;
  end if;
  insert into private.chat_message_versions (
    conversation_id, message_id, created_at, sender_id, sender_type, sender_name, message, changed_by, is_deletion
  )
  values (
    old.conversation_id, old.id, old.created_at, old.sender_id, old.sender_type, old.sender_name, old.message, auth.uid(),
    tg_op = 'DELETE'
  );
  if not private.is_person_being_deleted() then
    perform private.audit(
      case tg_op when 'UPDATE' then 'edit_chat_message' else 'delete_chat_message' end,
      'chat', old.id, jsonb_build_object('conversation_id', old.conversation_id, 'sender_type', old.sender_type)
    );
  end if;
  return null;
end
$$;

create trigger record_removed_chat_message after delete on public.chat_messages
  for each row execute function private.record_changed_chat_message();

create trigger record_edited_chat_message after update of message on public.chat_messages
  for each row when (old.message <> new.message) execute function private.record_changed_chat_message();

create table public.agent_requests (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.chat_conversations (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  resolved_at timestamptz,
  assigned_admin_id uuid references auth.users (id) on delete set null,
  left_message boolean not null default false,
  waiting_since timestamptz not null default clock_timestamp(),
  reason text not null default 'asked'
    constraint agent_requests_reason_check check (reason in ('asked', 'offered', 'released', 'agent_left')),
  returned_by uuid references auth.users (id) on delete set null,
  danger text constraint agent_requests_danger_check check (danger in (
    'bereavement', 'coercion', 'debt', 'gambling', 'impersonation', 'scam', 'self-harm', 'stolen', 'takeover', 'vulnerability'
  )),
  status text not null default 'pending' constraint agent_requests_status_check check (status in ('pending', 'accepted')),
  said_thanks boolean not null default false,
  turn smallint not null generated always as (case when danger is not null then 0 when said_thanks then 2 else 1 end) stored,
  constraint agent_requests_resolved_at_check check ((status = 'accepted') = (resolved_at is not null))
);
comment on table public.agent_requests is 'Requests for an agent: one pending per chat. Deleted with the chat only: without one, nobody could accept a waiting chat.';
comment on column public.agent_requests.waiting_since is
  'The time of the first request in the chat, which gives the place in the queue: a chat that comes back keeps its place.';
comment on column public.agent_requests.reason is
  'The customer asked, the assistant offered an agent, an agent released the chat, or the agent left.';
comment on column public.agent_requests.returned_by is 'The agent who had the chat before.';
comment on column public.agent_requests.danger is 'What the customer''s words say is wrong. Such a customer comes before the others in the queue.';
comment on column public.agent_requests.said_thanks is
  'The agent has answered and left, and the customer has only said thanks since: nobody waits.';
comment on column public.agent_requests.turn is '0: in danger, 1: waits, 2: said thanks. It is the order of the queue. Those of turn 2 are not counted as waiting.';
comment on column public.agent_requests.left_message is 'The customer asked outside the agents'' hours and expects an answer later.';

create index agent_requests_conversation_id_idx on public.agent_requests (conversation_id);
create unique index agent_requests_one_pending_idx on public.agent_requests (conversation_id) where status = 'pending';
-- The queue: each turn with the longest wait first.
create index agent_requests_queue_idx on public.agent_requests (turn, waiting_since, id) where status = 'pending';
create index agent_requests_user_id_idx on public.agent_requests (user_id);
create index agent_requests_assigned_admin_id_idx on public.agent_requests (assigned_admin_id);
create index agent_requests_returned_by_idx on public.agent_requests (returned_by);

alter table public.agent_requests enable row level security;
grant select on public.agent_requests to authenticated;
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

alter publication supabase_realtime add table public.agent_requests;

select private.guard_client_writes('public.agent_requests', 'insert', p_while_frozen => true);

create function private.require_chat_without_agent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Locked, so that no agent accepts the request before this one. Others learn nothing about the chat: the policy, which
  -- is checked later, refuses them.
  perform from public.chat_conversations c
  where c.id = new.conversation_id and c.user_id = new.user_id
  for no key update;
  if exists (
    select from public.chat_conversations c
    where c.id = new.conversation_id and c.user_id = new.user_id and c.status = 'agent_assigned'
  ) then
    raise exception 'An agent is already in this chat.' using errcode = 'PT409', hint = 'agent-assigned';
  end if;
  return new;
end
$$;
comment on function private.require_chat_without_agent is
  'Trigger: a customer who has an agent asks for no other. The next agent would take the chat without a trace of the first.';

create trigger require_chat_without_agent before insert on public.agent_requests
  for each row when (auth.uid() = new.user_id) execute function private.require_chat_without_agent();

-- Not a request that an agent or a job puts back into the queue.
create trigger count_chat_use after insert on public.agent_requests
  for each row when (auth.uid() = new.user_id) execute function private.count_chat_use();

create function private.is_chat_open(p_at timestamptz) returns boolean
language sql stable set search_path = ''
begin atomic
  select (p_at at time zone 'Europe/London')::time >= s.chat_opens and (p_at at time zone 'Europe/London')::time < s.chat_closes
    and (s.chat_on_weekends or extract(isodow from p_at at time zone 'Europe/London') < 6)
  from private.settings s;
end;

create function private.next_chat_opening(p_at timestamptz) returns timestamptz
language sql stable set search_path = ''
begin atomic
  select min(opening.at)
  from private.settings s
  cross join generate_series(0, 7) ahead (days)
  cross join lateral (
    select (p_at at time zone 'Europe/London')::date + ahead.days as day
  ) local
  cross join lateral (select (local.day + s.chat_opens) at time zone 'Europe/London' as at) opening
  where opening.at > p_at and (s.chat_on_weekends or extract(isodow from local.day) < 6);
end;

create function private.queue_chat(p_chat public.chat_conversations) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  last_sender text;
begin
  select m.sender_type into last_sender from public.chat_messages m
  where m.conversation_id = p_chat.id
  order by m.created_at desc, m.id desc
  limit 1;
  insert into public.agent_requests (conversation_id, user_id, left_message, reason)
  values (
    p_chat.id, p_chat.user_id, not private.is_chat_open(now()), case last_sender when 'assistant' then 'offered' else 'asked' end
  )
  on conflict (conversation_id) where status = 'pending' do nothing;
  if not found then
    return false;
  end if;
  update public.chat_conversations c set status = 'waiting_for_agent' where c.id = p_chat.id;
  return true;
end
$$;
comment on function private.queue_chat is
  'Adds a chat to the queue for an agent. False if it is in the queue already. The caller holds the lock of the chat.';

create function private.request_agent(p_conversation_id uuid) returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  chat public.chat_conversations;
begin
  perform private.require_approved();
  select c.* into chat from public.chat_conversations c where c.id = p_conversation_id and c.user_id = auth.uid()
  for no key update;
  if not found then
    raise exception 'This chat has ended.' using errcode = 'PT404', hint = 'chat-ended';
  elsif not private.queue_chat(chat) then
    raise exception 'Your request for an agent is already in queue.' using errcode = 'PT409', hint = 'request-pending';
  end if;
  return case when not private.is_chat_open(now()) then private.next_chat_opening(now()) end;
end
$$;
select private.expose('request_agent', while_frozen => true, description =>
  'Adds the caller''s chat to the queue for an agent. Returns when agents are back; null if they answer now.');

create function private.get_queue_position(p_conversation_id uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  return (
    select count(*)::integer
    from public.agent_requests mine
    join public.agent_requests waiting
      on waiting.status = 'pending'
      and (waiting.turn, waiting.waiting_since, waiting.id) <= (mine.turn, mine.waiting_since, mine.id)
    where mine.conversation_id = p_conversation_id and mine.user_id = auth.uid() and mine.status = 'pending'
    having count(*) > 0
  );
end
$$;
select private.expose('get_queue_position',
  'The position of the caller''s chat in the queue, from 1; null if it is not waiting.');

create function private.require_right_to_end(p_chat public.chat_conversations) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_chat.user_id = auth.uid() or p_chat.status = 'active' or p_chat.assigned_admin_id = auth.uid() then
    return;
  elsif p_chat.status = 'waiting_for_agent' then
    raise exception 'This customer waits for an agent. Accept the chat before you end it.'
      using errcode = 'PT409', hint = 'not-assigned';
  end if;
  raise exception '% has this chat. Take it over before you end it.',
    coalesce((select p.full_name from public.profiles p where p.id = p_chat.assigned_admin_id), 'Another agent')
    using errcode = 'PT409', hint = 'not-assigned';
end
$$;
comment on function private.require_right_to_end is
  'Refuses that staff end a chat which a colleague has or which waits for an agent. The assistant''s have no agent to ask.';

create function private.end_chat(p_conversation_id uuid, p_reason text default null) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  chat public.chat_conversations;
begin
  perform private.require_approved();
  if p_reason not in ('answered', 'passed_on', 'no_reply', 'other') then
    raise exception 'Unknown reason.' using errcode = 'PT400';
  end if;
  select c.* into chat from public.chat_conversations c
  where c.id = p_conversation_id and (c.user_id = auth.uid() or private.has_permission('manage_chat'))
  for update;
  if not found then
    return false;
  end if;
  perform private.require_right_to_end(chat);
  -- For the trigger that keeps the transcript.
  perform set_config('fernbank.closing_reason', coalesce(p_reason, ''), true);
  -- Messages and requests cascade. A trigger audits chats ended by staff.
  delete from public.chat_conversations c where c.id = chat.id;
  perform set_config('fernbank.closing_reason', '', true);
  return true;
end
$$;
select private.expose('end_chat', while_frozen => true, description =>
  'Deletes the caller''s chat with its messages and requests. Staff with manage_chat end the chats that they have and those of the assistant, and give a reason (answered, passed_on, no_reply or other), which the transcript keeps. False if the chat does not exist.');

create table private.assistant_turns (
  user_id uuid primary key references auth.users (id) on delete cascade,
  message_id uuid not null,
  taken_until timestamptz not null,
  counted_since timestamptz not null,
  answers integer not null constraint assistant_turns_answers_check check (answers > 0),
  day_since timestamptz not null,
  day_answers integer not null constraint assistant_turns_day_answers_check check (day_answers > 0)
);
comment on table private.assistant_turns is
  'The message of each customer that the assistant is answering or has answered last. Keyed by user, so that a new chat does not reset the limit.';
comment on column private.assistant_turns.taken_until is 'Until then no other call may answer the message; infinity once it is answered.';
comment on column private.assistant_turns.answers is 'Answers started in the minute from counted_since. Failed ones count, because the model charges for them.';
comment on column private.assistant_turns.day_answers is 'Answers started in the 24 hours from day_since.';

select private.keep_from_api('private.assistant_turns');

create function private.lock_active_chat(p_user_id uuid, p_conversation_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  perform from public.chat_conversations c
  where c.id = p_conversation_id and c.user_id = p_user_id and c.status = 'active'
  for no key update;
  return found;
end
$$;
comment on function private.lock_active_chat is 'Locks a chat that the assistant answers. False if it is another''s, has ended or waits for an agent.';

create function private.take_assistant_turn(p_user_id uuid, p_conversation_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  answers_per_minute constant integer := 20;
  answers_per_day constant integer := 200;
  -- Longer than the edge function's timeout, so an interrupted turn can be taken again.
  longest_turn constant interval := '1 minute';
  asked_at timestamptz;
  question uuid;
  last_turn private.assistant_turns;
  is_same_minute boolean;
  is_same_day boolean;
begin
  -- Locked, so that of two concurrent calls the second sees the turn of the first.
  if not private.lock_active_chat(p_user_id, p_conversation_id) then
    return null;
  end if;
  asked_at := clock_timestamp();

  select m.id into question from public.chat_messages m
  where m.conversation_id = p_conversation_id and m.sender_type = 'user'
  order by m.created_at desc, m.id desc
  limit 1;
  select t.* into last_turn from private.assistant_turns t where t.user_id = p_user_id;
  is_same_minute := coalesce(last_turn.counted_since > asked_at - interval '1 minute', false);
  is_same_day := coalesce(last_turn.day_since > asked_at - interval '24 hours', false);
  if question is null or (last_turn.message_id = question and last_turn.taken_until > asked_at) then
    return null;
  elsif is_same_minute and last_turn.answers >= answers_per_minute then
    raise exception 'Please wait a minute before you send another message.' using errcode = 'PT429', hint = 'too-many-attempts';
  elsif is_same_day and last_turn.day_answers >= answers_per_day then
    raise exception 'The assistant has answered % of your messages today. Please write to an agent, or try again tomorrow.', answers_per_day
      using errcode = 'PT429', hint = 'too-many-attempts';
  end if;

  insert into private.assistant_turns (user_id, message_id, taken_until, counted_since, answers, day_since, day_answers)
  values (
    p_user_id, question, asked_at + longest_turn,
    case when is_same_minute then last_turn.counted_since else asked_at end,
    case when is_same_minute then last_turn.answers else 0 end + 1,
    case when is_same_day then last_turn.day_since else asked_at end,
    case when is_same_day then last_turn.day_answers else 0 end + 1
  )
  on conflict (user_id) do update set
    message_id = excluded.message_id,
    taken_until = excluded.taken_until,
    counted_since = excluded.counted_since,
    answers = excluded.answers,
    day_since = excluded.day_since,
    day_answers = excluded.day_answers;
  return question;
end
$$;
select private.expose('take_assistant_turn', to_roles => '{service_role}', description =>
  'Takes the customer''s newest message for the assistant and returns its id. Null if there is none, it is already taken, or an agent has been requested. At most 20 answers a minute and 200 a day per customer.');

create function private.release_assistant_turn(p_user_id uuid, p_message_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update private.assistant_turns t set taken_until = '-infinity'
  where t.user_id = p_user_id and t.message_id = p_message_id and t.taken_until <> 'infinity';
  return found;
end
$$;
select private.expose('release_assistant_turn', to_roles => '{service_role}', description =>
  'Releases a message that could not be answered, so that the customer can retry at once.');

create function private.say_as_assistant(
  p_chat public.chat_conversations, p_sender_type text, p_message text, p_links jsonb
) returns uuid
language sql volatile set search_path = ''
begin atomic
  -- Characters that a customer could not send are removed from the model's answer instead of rejected.
  insert into public.chat_messages (conversation_id, sender_type, message, links)
  values (p_chat.id, p_sender_type, left(private.strip_hidden(left(p_message, 4000)), 2000), p_links)
  returning id;
end;

create function private.add_assistant_message(
  p_user_id uuid, p_conversation_id uuid, p_message text, p_links jsonb default null
) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  chat public.chat_conversations;
  message_id uuid;
begin
  -- Locked, so that no answer is added after a request for an agent.
  if not private.lock_active_chat(p_user_id, p_conversation_id) then
    return null;
  end if;
  select c.* into chat from public.chat_conversations c where c.id = p_conversation_id;
  message_id := private.say_as_assistant(chat, 'assistant', p_message, p_links);
  update private.assistant_turns t set taken_until = 'infinity' where t.user_id = p_user_id;
  return message_id;
end
$$;

create function public.add_assistant_message(
  p_user_id uuid, p_conversation_id uuid, p_message text, p_links jsonb default null
) returns uuid
language sql volatile security invoker set search_path = ''
begin atomic
  select private.add_assistant_message(p_user_id, p_conversation_id, p_message, p_links);
end;
comment on function public.add_assistant_message is
  'Adds the assistant''s answer with its buttons to the customer''s chat and returns its id. Null if the chat has ended or an agent has been requested.';
grant execute on function private.add_assistant_message, public.add_assistant_message to service_role;

create function private.help_in_danger(
  p_user_id uuid, p_conversation_id uuid, p_danger text, p_message text, p_links jsonb
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  chat public.chat_conversations;
begin
  select c.* into chat from public.chat_conversations c where c.id = p_conversation_id and c.user_id = p_user_id
  for no key update;
  if chat.status = 'active' then
    perform private.say_as_assistant(chat, 'assistant', p_message, p_links);
    perform private.queue_chat(chat);
  elsif chat.status is distinct from 'waiting_for_agent' or exists (
    select from public.agent_requests r where r.conversation_id = chat.id and r.status = 'pending' and r.danger = p_danger
  ) then
    return null;
  else
    -- The assistant answers no chat that waits for an agent.
    perform private.say_as_assistant(chat, 'event', p_message, p_links);
  end if;
  update public.agent_requests r set danger = p_danger where r.conversation_id = chat.id and r.status = 'pending';
  return jsonb_build_object('opens_at', case when not private.is_chat_open(now()) then private.next_chat_opening(now()) end);
end
$$;

select private.expose('help_in_danger', to_roles => '{service_role}', description =>
  'Answers a customer in danger, and puts the chat before the others in the queue for an agent. Returns when agents are back (opens_at; null if they answer now). Null if an agent has the chat, it has ended, or this danger is known.');

create function private.can_join_typing(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Also guards the cast below.
  if p_topic is null or p_topic !~ '^typing:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return false;
  end if;
  return private.is_approved() and exists (
    select from public.chat_conversations c
    where c.id = substr(p_topic, 8)::uuid and (c.user_id = auth.uid() or private.has_permission('manage_chat'))
  );
end
$$;
grant execute on function private.can_join_typing to authenticated;

create policy "Customers and chat staff receive typing in a chat" on realtime.messages
  for select to authenticated
  using (extension = 'broadcast' and (select private.can_join_typing(realtime.topic())));

create policy "Customers and chat staff send typing in a chat" on realtime.messages
  for insert to authenticated
  with check (extension = 'broadcast' and (select private.can_join_typing(realtime.topic())) and not (select private.is_idle()));
