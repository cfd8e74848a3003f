-- The one screen of a suspended customer: what they are told, and a chat with a person. They also read statements and answer
-- questions about the suspension. Everything else refuses them.

create function private.can_read_statements_while_suspended(p_user_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (
    select from private.cases c
    join private.suspensions s on s.id = c.id
    join private.suspension_causes() cause on cause.name = s.cause and cause.has_statements
    where c.user_id = p_user_id and c.kind = 'suspension' and c.state = 'open'
  );
end;

create function private.get_my_suspension() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  my_case private.cases;
begin
  perform private.require_suspended();
  select c.* into my_case from private.cases c where c.user_id = me and c.kind = 'suspension' and c.state = 'open';
  return jsonb_build_object(
    'case_id', my_case.id, 'since', my_case.opened_at, 'is_delayed', my_case.expired_at is not null, 'question', my_case.question,
    'needs_pin', exists (select from private.suspensions s where s.id = my_case.id and s.awaits_pin),
    'sections', private.suspension_sections(my_case),
    'has_statements', private.can_read_statements_while_suspended(me),
    'account', (
      select jsonb_build_object('holder_name', a.account_holder_name, 'sort_code', a.sort_code, 'account_number', a.account_number)
      from public.accounts a where a.user_id = me and a.account_type = 'current'
        and private.can_read_statements_while_suspended(me)
    )
  );
end
$$;
select private.expose('get_my_suspension',
  'What the caller, a suspended customer, is told: sections of text, the question of staff, and the account for statements where they may read them. PT401 for everybody else.');

create function private.list_my_letters()
returns table (id uuid, created_at timestamptz, letter jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  is_suspended constant boolean := private.is_suspended_customer();
  has_all boolean := true;
begin
  if is_suspended then
    perform private.require_suspended();
    has_all := private.can_read_statements_while_suspended(me);
  else
    perform private.require_approved();
  end if;
  return query
  select l.id, l.created_at, l.letter from private.letters_to(me) l
  -- Older letters show whom the customer pays, and the person may be someone else.
  where has_all or l.kind = 'complaint' and l.opened_at >= (select p.suspended_at from public.profiles p where p.id = me)
  order by l.created_at desc, l.id desc;
end
$$;
select private.expose('list_my_letters',
  'The letters to the caller about their cases, newest first. Of a suspended customer where someone else may have the account, those about complaints since the suspension.');

create function private.get_suspended_chat() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant integer := 200;
  me constant uuid := auth.uid();
  chat public.chat_conversations;
begin
  perform private.require_suspended();
  select c.* into chat from public.chat_conversations c where c.user_id = me;
  return jsonb_build_object(
    'status', chat.status, 'agent_name', chat.agent_name, 'is_open', private.is_chat_open(now()),
    'opens_at', case when not private.is_chat_open(now()) then private.next_chat_opening(now()) end,
    -- What was said before the suspension can be about money, and the person may be someone else.
    'messages', coalesce((
      select jsonb_agg(to_jsonb(m) order by m.created_at, m.id)
      from (
        select m.id, m.created_at, m.sender_type, m.sender_name, m.message
        from public.chat_messages m
        where m.conversation_id = chat.id and m.sender_type in ('user', 'agent', 'event')
          and m.created_at >= (select p.suspended_at from public.profiles p where p.id = me)
        order by m.created_at desc, m.id desc
        limit most
      ) m
    ), '[]')
  );
end
$$;
select private.expose('get_suspended_chat',
  'The chat of the caller, a suspended customer, since the suspension, and whether agents answer now. The latest 200 messages.');

create function private.write_while_suspended(p_message_id uuid, p_message text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  chat public.chat_conversations;
begin
  perform private.require_suspended();
  perform private.require_no_problem(case
    when private.is_chat_text(p_message) is not true then array['message', 'Write a message of at most 2,000 characters.']
  end);
  insert into public.chat_conversations (user_id) values (me) on conflict (user_id) do nothing;
  select c.* into chat from public.chat_conversations c where c.user_id = me for no key update;
  -- The same id is a retry after a lost answer.
  insert into public.chat_messages (id, conversation_id, sender_id, sender_type, message)
  values (coalesce(p_message_id, gen_random_uuid()), chat.id, me, 'user', p_message)
  on conflict (id) do nothing;
  if chat.status = 'active' then
    perform private.queue_chat(chat);
  end if;
end
$$;
select private.expose('write_while_suspended', longest_text => 2000, while_frozen => true, description =>
  'Sends a message of the caller, a suspended customer, to an agent: it opens their chat and adds it to the queue. The assistant does not answer.');

create function private.require_awaited_pin() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_suspended();
  if not private.awaits_pin(auth.uid()) then
    raise exception 'You can choose a new PIN once we have checked who you are.' using errcode = 'PT409', hint = 'pin-not-awaited';
  end if;
end
$$;

create function private.restore_with_pin(p_pin text, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_awaited_pin();
  perform private.lock_person(auth.uid());
  -- Staff may have taken it back meanwhile.
  perform private.require_awaited_pin();
  perform private.change_own_pin(p_pin);
  perform private.restore(auth.uid(), p_at);
end
$$;
select private.expose('restore_with_pin', while_frozen => true, description =>
  'Sets this PIN of the caller, ends their other sessions, and ends the suspension. For a customer whom staff restore after someone else may have had the account.');
