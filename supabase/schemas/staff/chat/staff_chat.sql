-- The agents' side of the chat: presence, assignment, unread counts and the lists of the console.

create function private.pick_agent_name(p_except text default null) returns text
language sql volatile set search_path = ''
begin atomic
  select first_name
  from unnest(array['Amelia', 'Daniel', 'Fatima', 'George', 'Hannah', 'Imran', 'Leah', 'Marcus', 'Priya', 'Sam']) as first_name
  where first_name is distinct from p_except
  order by random()
  limit 1;
end;

create table private.agent_presence (
  admin_id uuid primary key references auth.users (id) on delete cascade,
  seen_at timestamptz not null
);
comment on table private.agent_presence is 'When each agent last had the back office open. It reports every half minute while any tab is open.';

select private.keep_from_api('private.agent_presence');

create function private.note_presence() returns void
language sql volatile set search_path = ''
begin atomic
  insert into private.agent_presence as p (admin_id, seen_at) values ((select auth.uid()), clock_timestamp())
  on conflict (admin_id) do update set seen_at = excluded.seen_at;
end;

create function private.touch_agent_presence() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('manage_chat');
  perform private.note_presence();
end
$$;
select private.expose('touch_agent_presence',
  'Agent heartbeat. Without it, the agent''s chats go back to the queue after the time in the settings.');

create function private.is_present(p_admin_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (
      select from private.agent_presence a
      where a.admin_id = p_admin_id
        and a.seen_at > clock_timestamp() - (select s.agent_away_minutes * interval '1 minute' from private.settings s)
    )
    and private.holds_permission(p_admin_id, 'manage_chat');
end;

create function private.add_chat_event(p_conversation_id uuid, p_text text) returns void
language sql volatile set search_path = ''
begin atomic
  insert into public.chat_messages (conversation_id, sender_type, message) values (p_conversation_id, 'event', p_text);
end;

create function private.raise_own_chat() returns void
language plpgsql stable set search_path = '' as $$
begin
  raise exception 'A colleague must answer your own chat.' using errcode = 'PT403', hint = 'own-chat';
end
$$;
comment on function private.raise_own_chat is
  'Refuses that staff answer themselves: they would read the notes about them and write both sides of a sealed transcript.';

create function private.accept_agent_request(p_request_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  name constant text := private.pick_agent_name();
  chat_id uuid;
  request public.agent_requests;
begin
  perform private.require_permission('manage_chat');
  select c.id into chat_id
  from public.agent_requests r join public.chat_conversations c on c.id = r.conversation_id
  where r.id = p_request_id
  for no key update of c;
  select r.* into request from public.agent_requests r where r.id = p_request_id for update;
  if not found then
    raise exception 'This customer is no longer waiting for an agent.' using errcode = 'PT404', hint = 'request-gone';
  elsif request.user_id = auth.uid() then
    perform private.raise_own_chat();
  elsif request.assigned_admin_id = auth.uid() then
    -- A retry after a lost response.
    return chat_id;
  elsif request.status = 'accepted' then
    raise exception 'Another agent has already taken this request.' using errcode = 'PT409', hint = 'taken';
  end if;

  update public.agent_requests r set status = 'accepted', assigned_admin_id = auth.uid(), resolved_at = now()
  where r.id = request.id;
  update public.chat_conversations c set status = 'agent_assigned', assigned_admin_id = auth.uid(), agent_name = name
  where c.id = chat_id;
  perform private.add_chat_event(chat_id, name || ' joined');
  insert into public.chat_messages (conversation_id, sender_id, sender_type, message)
  values (
    chat_id, auth.uid(), 'agent',
    case
      when request.left_message and request.returned_by is null
        then 'Hello, this is ' || name || '. Thank you for your message. I''m looking at it now.'
      else 'Hello, you''re now chatting with ' || name || '. How can I help you today?'
    end
  );
  perform private.note_presence();
  perform private.audit('accept_agent_request', 'chat', p_request_id, jsonb_build_object('user_id', request.user_id));
  return chat_id;
end
$$;
select private.expose('accept_agent_request',
  'Assigns the waiting chat to the caller, gives the caller an agent name, sends a greeting and returns the chat''s id. Only one agent succeeds.');

create function private.require_own_chat(
  p_conversation_id uuid, p_refusal text default 'You don''t have this chat.'
) returns public.chat_conversations
language plpgsql stable set search_path = '' as $$
declare
  chat public.chat_conversations;
begin
  perform private.require_permission('manage_chat');
  select c.* into chat from public.chat_conversations c where c.id = p_conversation_id;
  if not found then
    raise exception 'This chat has ended.' using errcode = 'PT404', hint = 'chat-ended';
  elsif chat.assigned_admin_id is distinct from auth.uid() then
    raise exception '%', p_refusal using errcode = 'PT409', hint = 'not-assigned';
  end if;
  return chat;
end
$$;

create function private.lock_own_chat(p_conversation_id uuid) returns public.chat_conversations
language plpgsql volatile set search_path = '' as $$
begin
  perform private.require_permission('manage_chat');
  perform from public.chat_conversations c where c.id = p_conversation_id for no key update;
  return private.require_own_chat(p_conversation_id, 'You no longer have this chat.');
end
$$;
comment on function private.lock_own_chat is 'require_own_chat for a function that changes the chat.';

create function private.is_thanks(p_message text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  -- In the languages that the assistant's lexicon has, as fold_text writes them.
  thanks constant text :=
    'ok|okay|okey|kk?|alright|great|perfect|super|brilliant|lovely|cool|fine|good|nice|sorted|understood|got it|i see|will do|wonderful|excellent|amazing|'
    || 'thanks|thank (you|u)|thankyou|thx|thanx|ty|tysm|ta|fanks|cheers|(much )?appreciated|i appreciate it|nice one|thats (it|all|everything|great|perfect|fine|good|brilliant)|'
    || 'youve been (so |very |really )?(helpful|great|kind)|you too|bye|goodbye|see (you|ya)|cya|take care|have a (nice|good|lovely|great) (day|one|evening|weekend|night)|no (thanks|thank you|worries|problem)|nothing else|'
    || 'dziekuje|dzieki|dobrze|jasne|do widzenia|na razie|milego dnia|grazie|va bene|perfetto|arrivederci|buona giornata|gracias|vale|perfecto|adios|hasta luego|'
    || 'merci|daccord|parfait|au revoir|bonne journee|danke|dankeschon|vielen dank|alles klar|tschuss|auf wiedersehen|schonen tag|obrigad[oa]|ta bom|tchau|ate logo|'
    || 'multumesc|mersi|bine|la revedere|tesekkur(ler)?( ederim)?|sagol|tamam|hosca kal|gorusuruz|shukriya|dhanyavaad|theek hai|acha|'
    || 'спасибо|хорошо|понятно|до свидания|пока|дякую|спасибі|добре|до побачення|diolch|iawn|da iawn|hwyl( fawr)?';
  others constant text :=
    'no|and|many|very|really|so|much|a lot|again|then|now|mate|love|all|everything|for (your|the|all your) (help|time|support|patience)|for (now|that|everything)|'
    || 'bardzo|mille|tante|muchas|beaucoup|bien|schon|sehr|muito|mult|frumos|cok|большое|дуже|yn fawr|o galon|'
    -- The names under which agents write.
    || 'amelia|daniel|fatima|george|hannah|imran|leah|marcus|priya|sam';
  words text;
begin
  if char_length(p_message) > 100 or p_message ~ '[?£[:digit:]]' then
    return false;
  end if;
  words := btrim(regexp_replace(private.fold_text(p_message) collate pg_catalog.pg_c_utf8, '[^[:alpha:]]+', ' ', 'g'));
  if words = '' then
    return p_message ~ '[👍👌🙏👋🤝😊🙂😀😃😄🥰❤💚🎉✅]';
  end if;
  return words !~ '^no (good|fine)' and words ~ ('^((' || others || ') )*(' || thanks || ')( (' || thanks || '|' || others || '))*$');
end
$$;
comment on function private.is_thanks is 'Whether a message only thanks or takes leave, so that its customer waits for no answer. Also one of thankful emoji alone.';

create function private.needs_answer(p_message text, p_nth bigint) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  -- Nobody thanks as often. To judge each of thousands would take the lists of agents beyond their time.
  most_judged constant integer := 20;
begin
  return p_nth > most_judged or not private.is_thanks(p_message);
end
$$;
comment on function private.needs_answer is
  'Whether a customer waits for an answer to a message, which is the nth newest that they sent. Of more than twenty the older ones are not judged.';

create function private.said_since_answer(p_conversation_id uuid) returns table (message text, created_at timestamptz, nth bigint)
language sql stable set search_path = ''
begin atomic
  select m.message, m.created_at, row_number() over (order by m.created_at desc, m.id desc) from public.chat_messages m
  where m.conversation_id = p_conversation_id and m.sender_type = 'user'
    and m.created_at > coalesce((
      select max(answer.created_at) from public.chat_messages answer
      where answer.conversation_id = p_conversation_id and answer.sender_type = 'agent'
    ), '-infinity');
end;
comment on function private.said_since_answer is 'What the customer of a chat has said since an agent last wrote.';

create function private.unanswered_since(p_chat public.chat_conversations) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return (
    select min(m.created_at) from private.said_since_answer(p_chat.id) m
    where p_chat.status = 'agent_assigned' and private.needs_answer(m.message, m.nth)
  );
end
$$;
comment on function private.unanswered_since is 'Since when the customer of a chat waits for the agent who has it. Thanks need no answer.';

create function private.has_only_thanked(p_conversation_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(bool_and(not private.needs_answer(m.message, m.nth)), false) from private.said_since_answer(p_conversation_id) m
  );
end
$$;

create function private.note_thanks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.agent_requests r set said_thanks = not r.said_thanks
  -- Before an agent has answered, 'ok' answers the notice that one will join. One who releases a chat has said that another goes on.
  where r.conversation_id = new.conversation_id and r.status = 'pending' and r.reason = 'agent_left'
    and r.said_thanks <> private.has_only_thanked(new.conversation_id);
  return null;
end
$$;
comment on function private.note_thanks is 'Keeps said_thanks of a chat whose agent has left.';

-- After receive_chat_message, by its name: the chat is locked before its request.
create trigger then_note_thanks after insert on public.chat_messages
  for each row when (new.sender_type = 'user') execute function private.note_thanks();

create function private.return_to_queue(p_chat public.chat_conversations, p_reason text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update public.chat_conversations c set status = 'waiting_for_agent', assigned_admin_id = null, agent_name = null
  where c.id = p_chat.id;
  insert into public.agent_requests (conversation_id, user_id, waiting_since, left_message, reason, returned_by, danger, said_thanks)
  select
    p_chat.id, p_chat.user_id, first.waiting_since, first.left_message, p_reason, p_chat.assigned_admin_id, latest.danger,
    p_reason = 'agent_left' and private.has_only_thanked(p_chat.id)
  from public.agent_requests first
  cross join lateral (
    select r.danger from public.agent_requests r where r.conversation_id = p_chat.id order by r.created_at desc limit 1
  ) latest
  where first.conversation_id = p_chat.id
  order by first.waiting_since, first.created_at
  limit 1
  on conflict (conversation_id) where status = 'pending' do nothing;
  perform private.add_chat_event(p_chat.id, coalesce(p_chat.agent_name, 'The agent') || ' left');
end
$$;
comment on function private.return_to_queue is 'Takes the agent off a locked chat. The customer is told, and waits for another at the place that they had.';

create function private.release_chat(p_conversation_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  chat constant public.chat_conversations := private.lock_own_chat(p_conversation_id);
begin
  perform private.return_to_queue(chat, 'released');
  perform private.audit('release_chat', 'chat', chat.id, jsonb_build_object('user_id', chat.user_id));
end
$$;
select private.expose('release_chat',
  'Puts a chat of the caller back into the queue.');

create function private.hand_over(p_chat public.chat_conversations, p_to uuid, p_note text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  name constant text := private.pick_agent_name(p_chat.agent_name);
begin
  update public.chat_conversations c set assigned_admin_id = p_to, agent_name = name where c.id = p_chat.id;
  perform private.add_chat_event(p_chat.id, coalesce(p_chat.agent_name, 'The agent') || ' left');
  perform private.add_chat_event(p_chat.id, 'You are now chatting with ' || name);
  insert into public.chat_messages (conversation_id, sender_id, sender_type, message)
  values (p_chat.id, auth.uid(), 'note', p_note);
end
$$;
comment on function private.hand_over is 'Gives a locked chat to another agent under another agent name, and tells the customer and, in a note, the staff.';

create function private.transfer_chat(p_conversation_id uuid, p_to uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  chat constant public.chat_conversations := private.lock_own_chat(p_conversation_id);
begin
  if p_to is null or p_to = auth.uid() or p_to = chat.user_id or not private.is_present(p_to) then
    raise exception 'This colleague isn''t here at the moment.' using errcode = 'PT409', hint = 'colleague-away';
  end if;
  perform private.hand_over(
    chat, p_to,
    'Transferred to ' || coalesce((select p.full_name from public.profiles p where p.id = p_to), 'a colleague')
  );
  perform private.audit('transfer_chat', 'chat', chat.id, jsonb_build_object('user_id', chat.user_id, 'to_admin_id', p_to));
end
$$;
select private.expose('transfer_chat',
  'Gives a chat of the caller to a colleague who is present and may answer chats.');

create function private.take_over_chat(p_conversation_id uuid, p_from uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  chat public.chat_conversations;
begin
  perform private.require_permission('manage_chat');
  select c.* into chat from public.chat_conversations c where c.id = p_conversation_id for no key update;
  if not found then
    raise exception 'This chat has ended.' using errcode = 'PT404', hint = 'chat-ended';
  elsif chat.user_id = auth.uid() then
    perform private.raise_own_chat();
  elsif chat.assigned_admin_id = auth.uid() then
    -- A retry after a lost response.
    return;
  elsif chat.status <> 'agent_assigned' then
    raise exception 'This customer has no agent at the moment.' using errcode = 'PT409', hint = 'not-assigned';
  elsif chat.assigned_admin_id is distinct from p_from then
    raise exception 'Another agent has taken this chat in the meantime.' using errcode = 'PT409', hint = 'taken';
  end if;
  perform private.note_presence();
  perform private.hand_over(
    chat, auth.uid(),
    'Took over from ' || coalesce((select p.full_name from public.profiles p where p.id = p_from), 'a colleague')
  );
  perform private.audit(
    'take_over_chat', 'chat', chat.id, jsonb_build_object('user_id', chat.user_id, 'from_admin_id', chat.assigned_admin_id)
  );
end
$$;
select private.expose('take_over_chat',
  'Assigns the chat of the agent p_from to the caller. Refused when another agent has it by now.');

create function private.return_unattended_chat(p_chat_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  chat public.chat_conversations;
begin
  select c.* into chat from public.chat_conversations c
  where c.id = p_chat_id and c.status = 'agent_assigned'
    and (c.assigned_admin_id is null or not private.is_present(c.assigned_admin_id))
  -- A chat that an agent is changing waits for the next run.
  for no key update skip locked;
  if not found then
    return false;
  end if;
  perform private.return_to_queue(chat, 'agent_left');
  perform private.audit(
    'return_chat', 'chat', chat.id, jsonb_build_object('user_id', chat.user_id, 'from_admin_id', chat.assigned_admin_id)
  );
  return true;
end
$$;
comment on function private.return_unattended_chat is
  'Puts a chat whose agent has left, signed out or lost the permission back into the queue. False if it has an agent.';

select cron.schedule('return-unattended-chats', '15 seconds', private.job_for_each($$
    select c.id, null::uuid as waits_for from public.chat_conversations c
    where c.status = 'agent_assigned' and (c.assigned_admin_id is null or not private.is_present(c.assigned_admin_id))
$$, 'private.return_unattended_chat(due.id)', 'chats could not be returned to the queue'));

create function private.list_chat_agents()
returns table (id uuid, full_name text, is_present boolean, chats integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('manage_chat');
  return query
  select
    p.id, coalesce(p.full_name, 'Agent'), private.is_present(p.id),
    (select count(*)::integer from public.chat_conversations c where c.assigned_admin_id = p.id)
  from public.admin_permissions a join public.profiles p on p.id = a.admin_id
  where a.permission = 'manage_chat' and private.holds_permission(a.admin_id, 'manage_chat')
  order by 3 desc, 2, 1
  limit 200;
end
$$;
select private.expose('list_chat_agents',
  'The staff who may answer chats, those present first, with the number of their chats.');

create table private.chat_reads (
  conversation_id uuid not null references public.chat_conversations (id) on delete cascade,
  admin_id uuid not null references auth.users (id) on delete cascade,
  read_at timestamptz not null,
  primary key (conversation_id, admin_id)
);
comment on table private.chat_reads is 'How far each agent has read each chat.';
comment on column private.chat_reads.read_at is 'The created_at of the newest message that the agent has read.';

create index chat_reads_admin_id_idx on private.chat_reads (admin_id);

select private.keep_from_api('private.chat_reads');

create function private.record_chat_read(p_conversation_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
declare
  chat public.chat_conversations;
begin
  -- Two requests of this agent at once record one look.
  perform pg_advisory_xact_lock(hashtextextended('read ' || private.my_session_id() || p_conversation_id, 0));
  select c.* into chat from public.chat_conversations c where c.id = p_conversation_id;
  if chat.user_id <> auth.uid() and not private.is_recorded('read_chat', chat.id, '1 hour') then
    perform private.record_read(
      'read_chat', 'chat', chat.id,
      jsonb_build_object(
        'user_id', chat.user_id,
        -- Where the database knows no other reason: the customer has asked for an agent, or the agent follows the chats.
        'reason', case when chat.status = 'waiting_for_agent' then 'chat' else 'chat_list' end
      ) || private.look_reason(chat.user_id)
    );
  end if;
end
$$;

create function private.record_chat_view(p_conversation_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('manage_chat');
  perform private.record_chat_read(p_conversation_id);
end
$$;
select private.expose('record_chat_view',
  'Audits, once an hour and with its reason, that the caller reads an open chat. The caller can then read its messages, for an hour and in this session; those of a chat that the caller has, without it. For agents with manage_chat.');

create function private.mark_chat_read(p_conversation_id uuid, p_until timestamptz default null) returns void
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
  perform private.record_chat_read(p_conversation_id);
end
$$;
select private.expose('mark_chat_read',
  'Marks a chat as read for the calling agent, up to the message sent at p_until or up to the newest. Never moves backwards. Audits once an hour that the agent reads the chat.');

create function private.get_last_line(p_conversation_id uuid)
returns table (message text, sender_type text, created_at timestamptz)
language sql stable set search_path = ''
begin atomic
  select left(m.message, 100), m.sender_type, m.created_at
  from public.chat_messages m
  where m.conversation_id = p_conversation_id and m.sender_type in ('user', 'assistant', 'agent')
  order by m.created_at desc, m.id desc
  limit 1;
end;

create function private.count_unread(p_conversation_id uuid) returns integer
language sql stable set search_path = ''
begin atomic
  select least(count(*), 100)::integer
  from (
    select m.message, row_number() over (order by m.created_at desc, m.id desc) as nth
    from (
      select said.id, said.message, said.created_at from public.chat_messages said
      where said.conversation_id = p_conversation_id and said.sender_type = 'user'
        and said.created_at > coalesce((
          select r.read_at from private.chat_reads r
          where r.conversation_id = p_conversation_id and r.admin_id = (select auth.uid())
        ), '-infinity')
      order by said.created_at desc, said.id desc
      limit 120
    ) m
  ) m
  where private.needs_answer(m.message, m.nth);
end;
comment on function private.count_unread is 'The messages of the customer that the caller has not read, at most 100. Thanks are none: the count calls an agent.';

create function private.list_pending_agent_requests(
  p_after timestamptz default null, p_after_id uuid default null, p_after_turn integer default null
)
returns table (
  request_id uuid, conversation_id uuid, customer_name text, waiting_since timestamptz, left_message boolean,
  danger text, reason text, returned_by_name text, last_message text, last_sender_type text, unread_count integer,
  turn integer
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('manage_chat');
  perform private.require_list_recorded('list_chats');
  return query
  select
    r.id, r.conversation_id, coalesce(p.full_name, 'Customer'), r.waiting_since, r.left_message,
    r.danger, r.reason, colleague.full_name, latest.message, latest.sender_type, private.count_unread(r.conversation_id),
    r.turn::integer
  from public.agent_requests r
  left join public.profiles p on p.id = r.user_id
  left join public.profiles colleague on colleague.id = r.returned_by
  left join lateral private.get_last_line(r.conversation_id) latest on true
  where r.status = 'pending'
    and (r.turn, r.waiting_since, r.id)
      > (coalesce(p_after_turn, case when p_after is null then 0 else 1 end), coalesce(p_after, '-infinity'), coalesce(p_after_id, '00000000-0000-0000-0000-000000000000'))
  order by r.turn, r.waiting_since, r.id
  limit 50;
end
$$;
select private.expose('list_pending_agent_requests', statement_timeout => '8s', description =>
  'The customers waiting for an agent, by their turn: in danger (0), the others (1), and those who have only said thanks since their agent left (2), each longest waiting first, 50 at a time, with why they wait and the last line of the chat. The next page starts after the last row''s turn, waiting_since and request_id. It must be recorded with record_list_view first.');

create function private.get_waiting_chats() returns table (waiting integer, late_wait_minutes numeric, long_wait_minutes numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('manage_chat');
  return query
  select
    (select count(*)::integer from public.agent_requests r where r.status = 'pending' and r.turn < 2),
    s.late_wait_minutes, s.long_wait_minutes
  from private.settings s;
end
$$;
select private.expose('get_waiting_chats',
  'How many customers are waiting for an agent, without those who have only said thanks, and after how many minutes a wait is late and long.');

create function private.find_few_customers(p_pattern text) returns uuid[]
language sql stable set search_path = ''
-- Those without a name are found as Customer, which is not in the directory.
return case when 'customer' not like p_pattern then private.find_few_users(p_pattern) end;
comment on function private.find_few_customers is
  'The users among whom are those whose name a search of the chats finds; null if they are many, or without a search.';

create function private.find_said(p_pattern text) returns uuid[]
language plpgsql stable strict set search_path = '' as $$
begin
  return array(
    select distinct m.conversation_id
    from public.chat_conversations c
    join public.chat_messages m on m.conversation_id = c.id
    where c.id in (select private.chats_to_read()) and c.user_id <> auth.uid() and private.fold_text(m.message) like p_pattern
  );
end
$$;
comment on function private.find_said is
  'The open chats in which a text was said, among those that the calling agent may read. Not the caller''s own, which has the notes of staff.';

create function private.list_conversations(
  p_tab text default 'all', p_search text default null, p_conversation_id uuid default null,
  p_before timestamptz default null, p_before_id uuid default null
)
returns table (
  id uuid, customer_name text, status text, assigned_admin_id uuid, assigned_admin_name text, agent_name text,
  updated_at timestamptz, waiting_since timestamptz, unanswered_since timestamptz, last_message text, last_sender_type text,
  last_message_at timestamptz, unread_count integer
)
language plpgsql stable security definer set search_path = ''
-- The best plan depends on what is searched for.
set plan_cache_mode = force_custom_plan as $$
declare
  statuses constant text[] := case p_tab
    when 'mine' then array['agent_assigned']
    when 'unassigned' then array['active', 'waiting_for_agent']
    else array['active', 'waiting_for_agent', 'agent_assigned']
  end;
  pattern constant text := private.contains_pattern(p_search);
  people constant uuid[] := private.find_few_customers(pattern);
  said constant uuid[] := private.find_said(pattern);
begin
  perform private.require_permission('manage_chat');
  perform private.require_list_recorded('list_chats');
  if (p_tab in ('mine', 'unassigned', 'all')) is not true then
    raise exception 'Unknown tab.' using errcode = 'PT400';
  end if;
  return query
  with page as (
    select c.*
    from unnest(statuses) as listed (status)
    cross join lateral (
      select c.* from public.chat_conversations c
      where c.status = listed.status
        and (p_conversation_id is null or c.id = p_conversation_id)
        and (p_tab <> 'mine' or c.assigned_admin_id = auth.uid())
        and (people is null or c.user_id = any (people) or c.id = any (said))
        -- Not with exists, which the planner may answer by a scan of all users.
        and (pattern is null or c.id = any (said) or (
          select private.fold_text(coalesce(p.full_name, 'Customer')) from public.profiles p where p.id = c.user_id
        ) like pattern)
        and (c.updated_at, c.id)
          < (coalesce(p_before, 'infinity'), coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
      order by c.updated_at desc, c.id desc
      limit 50
    ) c
    order by c.updated_at desc, c.id desc
    limit 50
  )
  select
    c.id, coalesce(p.full_name, 'Customer'), c.status, c.assigned_admin_id, agent.full_name, c.agent_name,
    c.updated_at, waiting.waiting_since, private.unanswered_since(c),
    -- Who waits for an agent has asked to be read. Of the others, only what the caller may read.
    case
      when c.status = 'waiting_for_agent' or c.user_id = auth.uid() or c.id in (select private.chats_to_read())
      then latest.message
    end,
    latest.sender_type, latest.created_at,
    private.count_unread(c.id)
  from page c
  left join public.profiles p on p.id = c.user_id
  left join public.profiles agent on agent.id = c.assigned_admin_id
  left join public.agent_requests waiting on waiting.conversation_id = c.id and waiting.status = 'pending' and waiting.turn < 2
  left join lateral private.get_last_line(c.id) latest on true
  order by c.updated_at desc, c.id desc;
end
$$;
select private.expose('list_conversations', statement_timeout => '8s', description =>
  'The open chats of a tab (mine, unassigned or all) whose customer''s name contains the search, or in which it was said and the caller may read it, latest activity first, 50 at a time; or one chat. last_message: of the chats that wait for an agent, and of those that the caller may read. unanswered_since: the customer''s first message after the agent''s last. The next page starts before the last row''s updated_at and id. It must be recorded with record_list_view first.');

create function private.count_conversations(p_search text default null)
returns table (mine integer, unassigned integer, every_chat integer)
language plpgsql stable security definer set search_path = ''
-- As in list_conversations.
set plan_cache_mode = force_custom_plan as $$
declare
  most constant integer := 1000;
  pattern constant text := private.contains_pattern(p_search);
  people constant uuid[] := private.find_few_customers(pattern);
  said constant uuid[] := private.find_said(pattern);
begin
  perform private.require_permission('manage_chat');
  perform private.require_list_recorded('list_chats');
  select count(*) into mine
  from public.chat_conversations c left join public.profiles p on p.id = c.user_id
  where c.assigned_admin_id = auth.uid() and c.status = 'agent_assigned'
    and (pattern is null or c.id = any (said) or private.fold_text(coalesce(p.full_name, 'Customer')) like pattern);
  select count(*) into unassigned
  from (
    select from public.chat_conversations c
    where c.status in ('active', 'waiting_for_agent')
      and (people is null or c.user_id = any (people) or c.id = any (said))
      and (pattern is null or c.id = any (said) or (
        select private.fold_text(coalesce(p.full_name, 'Customer')) from public.profiles p where p.id = c.user_id
      ) like pattern)
    limit most
  ) c;
  select count(*) into every_chat
  from (
    select from public.chat_conversations c
    where (people is null or c.user_id = any (people) or c.id = any (said))
      and (pattern is null or c.id = any (said) or (
        select private.fold_text(coalesce(p.full_name, 'Customer')) from public.profiles p where p.id = c.user_id
      ) like pattern)
    limit most
  ) c;
  return next;
end
$$;
select private.expose('count_conversations', statement_timeout => '8s', description =>
  'How many open chats each tab of the console has for this search. A count stops at 1000. It must be recorded with record_list_view first.');
