-- Suspensions: why a customer is suspended, what they are told, and when they hear from the bank again. The next update is the
-- clock of a case.

create function private.suspension_causes() returns table (
  place integer, name text, words text, message text, next_message text, has_statements boolean
)
language sql immutable parallel safe set search_path = ''
begin atomic
  values
    (
      1, 'fraud', 'Payments look like fraud',
      'We''ve stopped your account because payments look like fraud: [which payments]. We need to know what they were for. Please tell us in the chat.',
      'We''re still looking at the payments. We need to know [what]. Please tell us in the chat.', true
    ),
    (
      2, 'access', 'Someone else may have the account',
      'Someone else may have used your account, so we''ve stopped it to protect your money. Please change the password of your email, and write to us in the chat so that we can check who you are.',
      'We still need to check who you are before we open your account again. [What we need.] Please write to us in the chat.', false
    ),
    (
      3, 'identity', 'We must confirm who the customer is',
      'We need to confirm who you are. Please tell us in the chat: [what we need].',
      'We still need to confirm who you are. Please tell us in the chat: [what we need].', true
    ),
    (
      4, 'information', 'The customer has not answered us',
      'We''ve asked you for information and haven''t had it: [what]. Please tell us in the chat.',
      'We''re still missing this information: [what]. Please tell us in the chat.', true
    ),
    (
      5, 'order', 'A court or an authority has ordered it',
      'We''ve had an order to stop your account, and we have to follow it: [which order]. Please ask [who] about the order.',
      'The order still applies: [which order]. Please ask [who] about it.', true
    ),
    (
      6, 'inquiry', 'Another inquiry',
      'We''re running a check on your account. We can''t tell you more about it while it runs. You don''t need to do anything.',
      'The check is still running. We can''t tell you more about it yet. You don''t need to do anything.', true
    );
end;
comment on function private.suspension_causes is
  'The causes in words for staff, and what the customer is told, with fields in brackets. Statements show whom the customer pays, so a person who may be someone else does not get them.';

create table private.suspensions (
  id uuid primary key references private.cases (id) on delete cascade,
  cause text not null,
  message text not null
    constraint suspensions_message_check check (char_length(message) between 1 and 350 and private.is_clean(message)),
  awaits_pin boolean not null default false
);
comment on table private.suspensions is 'The facts of the cases about suspended customers.';
comment on column private.suspensions.cause is 'For staff and the audit. The customer reads the message, not the cause.';
comment on column private.suspensions.message is 'What the customer was told last of the reason, and of what the bank needs.';
comment on column private.suspensions.awaits_pin is 'Whether staff have restored the customer, who must first choose a new PIN: someone else knew the old one.';

select private.keep_from_api('private.suspensions');

create function private.awaits_pin(p_user_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (
    select from private.cases c join private.suspensions s on s.id = c.id and s.awaits_pin
    where c.user_id = p_user_id and c.kind = 'suspension' and c.state = 'open'
  );
end;
comment on function private.awaits_pin is 'Whether a user is suspended, and restored once they have chosen a new PIN.';

-- Each customer has one suspension at a time.
create unique index cases_open_suspension_idx on private.cases (user_id) where kind = 'suspension' and state = 'open';

create function private.get_suspension_choices(p_at timestamptz default now()) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.london_date(p_at);
begin
  perform private.require_staff();
  return jsonb_build_object(
    'causes', (
      select jsonb_agg(
        jsonb_build_object('name', c.name, 'words', c.words, 'message', c.message, 'next_message', c.next_message) order by c.place
      )
      from private.suspension_causes() c
    ),
    'first_day', private.next_working_day(today + 1),
    'usual_day', private.last_day_of('suspension_days', today),
    'last_day', private.last_day_of('suspension_last_days', today)
  );
end
$$;
select private.expose('get_suspension_choices',
  'The causes of a suspension with the texts for the customer, and the first, the usual and the last day of the next update. For staff.');

create function private.suspension_text(p_message text) returns text
language plpgsql stable set search_path = '' as $$
declare
  message constant text := nullif(btrim(p_message), '');
begin
  perform private.require_no_problem(case
    when message is null then array['message', 'Write what the customer is told.']
    when message ~ '[][]' then array['message', 'Replace the words in brackets.']
    when char_length(message) > 350 then array['message', 'Write at most 350 characters.']
    when not private.is_clean(message) then array['message', private.text_problem(message)]
  end);
  return message;
end
$$;

create function private.suspension_due_at(p_next_update text, p_at timestamptz) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  today constant date := private.london_date(p_at);
  latest constant date := private.last_day_of('suspension_last_days', today);
  day constant date := case
    when p_next_update is null then private.last_day_of('suspension_days', today) else private.plain_date(p_next_update)
  end;
begin
  perform private.require_no_problem(case
    when day is null then array['nextUpdate', 'Choose the day of the next update.']
    when day <= today or day > latest then
      array['nextUpdate', 'Choose a day after today, and at the latest ' || private.day_in_words(latest) || '.']
    when not private.is_working_day(day) then array['nextUpdate', 'Choose a working day.']
  end);
  return private.end_of_day(day);
end
$$;
comment on function private.suspension_due_at is 'The end of the clock of an update on this day, which must be a working day within the rule. Null: on the usual day.';

create function private.suspension_sections(p_case private.cases) returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_agg(jsonb_build_object('name', s.name, 'title', s.title, 'text', s.words) order by s.place)
  from private.suspensions suspension
  join private.suspension_causes() cause on cause.name = suspension.cause
  cross join lateral (
    values
      (1, 'stopped', 'What is stopped', 'You can''t pay, use your card or change anything. Scheduled and regular payments wait.'),
      (2, 'works', 'What still works', case
        when cause.has_statements then 'Money still comes in, and you can read your statements in the app.'
        else 'Money still comes in.'
      end),
      (3, 'reason', 'Why, and what we need', suspension.message),
      (4, 'news', 'When you hear from us', case
        when p_case.expired_at is null
          then 'We''ll write to you by ' || private.day_in_words(private.due_day(p_case.due_at)) || ', in the app and by email, even if nothing is new.'
        else 'You should have heard from us by ' || private.day_in_words(private.due_day(p_case.due_at))
          || '. We''re late, and we''re sorry. Our staff have been told.'
      end),
      (5, 'person', 'Talk to a person', 'Write to us in the app. Our staff answer, not the assistant.'),
      (
        6, 'complaint', 'If you''re unhappy',
        'You can complain in the app. If you disagree with our answer, or don''t have one in time, the Financial Ombudsman Service can help, free of charge.'
      )
  ) s (place, name, title, words)
  where suspension.id = p_case.id;
end;
comment on function private.suspension_sections is 'What a suspended customer is told, the same in the app and in the mail. It does not name the cause, nor who suspended them.';

create function private.tell_suspended(p_case private.cases, p_title text, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  sections constant jsonb := private.suspension_sections(p_case);
begin
  perform private.owe_mail('note', private.notify(p_case.user_id, 'suspension', p_title, (
    select string_agg(concat(s.section ->> 'title', ': ', s.section ->> 'text'), ' • ' order by s.place)
    from jsonb_array_elements(sections) with ordinality s (section, place)
  ), p_at));
  perform private.add_case_event(p_case.id, 'bank', null, s ->> 'text', p_at)
  from jsonb_array_elements(sections) s
  where s ->> 'name' = 'news' or (s ->> 'name' = 'reason' and p_case.expired_at is null);
end
$$;
comment on function private.tell_suspended is
  'Owes a mail with all that the screen says, and adds what is new to the timeline: the reason and the day of the next update, or that the bank is late.';

create function private.open_suspension(p_user_id uuid, p_cause text, p_message text, p_next_update text, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  due_at constant timestamptz := private.suspension_due_at(p_next_update, p_at);
  cause record;
  opened private.cases;
begin
  select c.* into cause from private.suspension_causes() c where c.name = p_cause;
  if cause is null then
    perform private.require_no_problem(array['cause', 'Choose a cause.']);
  end if;
  insert into private.cases (kind, user_id, opened_at, due_at, last_at) values ('suspension', p_user_id, p_at, due_at, due_at)
  returning * into opened;
  insert into private.suspensions (id, cause, message)
  values (opened.id, cause.name, private.suspension_text(p_message));
  perform private.tell_suspended(opened, 'Your account is suspended', p_at);
end
$$;
comment on function private.open_suspension is 'Opens the case of a customer who is being suspended, and tells them. The caller holds the lock of the user.';

create function private.ask_new_pin(p_user_id uuid, p_at timestamptz) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  asked private.cases;
begin
  -- Waits for an update that a colleague is sending, or for the job.
  select c.* into asked from private.cases c where c.user_id = p_user_id and c.kind = 'suspension' and c.state = 'open' for update;
  if exists (select from private.suspensions s where s.id = asked.id and s.awaits_pin) then
    raise exception 'The customer must choose a new PIN first. They sign in with the PIN that this page shows.'
      using errcode = 'PT409', hint = 'awaits-pin';
  elsif not exists (select from private.suspensions s where s.id = asked.id and s.cause = 'access') then
    return false;
  end if;
  -- Nothing of what the other person knows or has signs in any more.
  perform private.set_random_pin(p_user_id);
  delete from private.pin_reset_requests r where r.user_id = p_user_id;
  perform private.forget_devices(array(select d.id from private.devices d where d.user_id = p_user_id));
  delete from private.confirmed_devices d where d.user_id = p_user_id;
  delete from private.seen_browsers b where b.user_id = p_user_id;
  delete from private.passkeys k where k.user_id = p_user_id;
  perform private.end_sessions(p_user_id);
  update private.suspensions s set
    awaits_pin = true,
    message = 'We''ve checked who you are. Sign in with the PIN that our staff tell you, and choose a new one: then the suspension ends. '
      || 'Your old PIN no longer works, and the devices and passkeys of before are removed.'
  where s.id = asked.id;
  update private.cases c set
    due_at = private.suspension_due_at(null, p_at), last_at = private.suspension_due_at(null, p_at), expired_at = null, question = null
  where c.id = asked.id returning c.* into asked;
  perform private.tell_suspended(asked, 'Choose a new PIN', p_at);
  perform private.audit('ask_new_pin', 'person', p_user_id);
  return true;
end
$$;
comment on function private.ask_new_pin is
  'Asks a customer for a new PIN who is to be restored after someone else may have had the account: PIN, devices, passkeys and sessions of before end. False for another cause. The caller holds the lock of the user.';

create function private.access_since(p_case private.cases) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return p_case.opened_at - make_interval(days => private.case_rule('access_days')::integer);
end
$$;
comment on function private.access_since is 'Since when someone else may have had the account of a suspended customer.';

create function private.changes_to_confirm(p_case private.cases) returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_agg(jsonb_build_object('what', f.what, 'at', f.at, 'before', f.before, 'name', f.name) order by f.at desc nulls last, f.what)
  from private.suspensions s
  cross join lateral (
    -- Of a name, an address and an email address there is no history.
    values ('profile', null::timestamptz, null::numeric, null::text)
    union all
    select 'notification_email', null, null, p.notification_email from public.profiles p join auth.users u on u.id = p.id
    where p.id = p_case.user_id and p.notification_email <> u.email
    union all
    select l.action, max(l.created_at), (array_agg((l.details ->> 'from')::numeric order by l.created_at, l.id))[1], null
    from private.audit_log l
    where l.person_id = p_case.user_id and l.actor_id = p_case.user_id
      and l.created_at between private.access_since(p_case) and p_case.opened_at and l.action in (
        'set_payment_limit', 'set_passkey_amount', 'set_undo_window', 'change_support_needs', 'unfreeze_account', 'change_card_controls',
        'unfreeze_card', 'replace_card', 'reveal_card_number', 'reveal_card_pin', 'reveal_security_code', 'name_contact',
        'remove_contact', 'set_contact_threshold'
      )
    group by l.action
    union all
    (
      select 'payee', r.created_at, null, r.account_holder_name from public.recipients r
      where r.user_id = p_case.user_id and r.created_at between private.access_since(p_case) and p_case.opened_at
      order by r.created_at desc limit 50
    )
  ) f (what, at, before, name)
  where s.id = p_case.id and s.cause = 'access' and p_case.decision = 'lifted';
end;
comment on function private.changes_to_confirm is
  'What was changed while someone else may have had the account, and when, for its owner to confirm: settings with the amount of before, payees, and what has no history. Null for another case.';

create function private.lifted_words(p_user_id uuid, p_is_access boolean, p_waiting integer) returns text
language sql stable set search_path = ''
return concat_ws(' ',
  'We''ve lifted the suspension of your account.',
  case
    when exists (select from public.profiles p where p.id = p_user_id and p.frozen_at is not null)
      then 'It is still frozen, as you asked. You can unfreeze it in Settings.'
    else 'You can pay and use your card again. Payments that have waited are sent now.'
  end,
  case when p_waiting > 0 then
    'Not those that were set up or changed lately (' || p_waiting || '): open Regular and future payments, and keep or cancel each.'
  end,
  case when p_is_access then
    'Please check your payees, your name, your address and your settings: open Cases and this suspension, which lists what was changed.'
  end
);
comment on function private.lifted_words is 'What a customer is told who is restored; more after someone else may have had the account.';

create function private.lift_suspension(p_user_id uuid, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  lifted private.cases;
  is_access boolean;
  waiting integer := 0;
begin
  -- Waits for an update that a colleague is sending, or for the job.
  select c.* into lifted from private.cases c
  where c.user_id = p_user_id and c.kind = 'suspension' and c.state = 'open' for update;
  if not found then
    return;
  end if;
  select s.cause = 'access' into strict is_access from private.suspensions s where s.id = lifted.id;
  if is_access then
    waiting := private.await_owner(p_user_id, private.access_since(lifted), p_at);
  end if;
  perform private.record_decision(lifted.id, 'lifted', null, auth.uid(), p_at);
  perform private.tell_customer_of_case(
    lifted, 'Your suspension has ended', private.lifted_words(p_user_id, is_access, waiting), p_at
  );
  perform private.audit('decide_case', 'case', lifted.id, jsonb_build_object('user_id', p_user_id, 'decision', 'lifted'));
end
$$;
comment on function private.lift_suspension is 'Decides the case of a customer who is being restored, and tells them. The caller holds the lock of the user, and has called lock_outgoing_payments.';

create function private.miss_suspension_update(p_case private.cases, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  late private.cases;
  day constant text := private.day_in_words(private.due_day(p_case.due_at));
begin
  if not exists (select from public.profiles p where p.id = p_case.user_id and p.suspended_at is not null) then
    perform private.record_decision(p_case.id, 'closed', null, null, p_at);
    return;
  elsif exists (select from private.suspensions s where s.id = p_case.id and s.awaits_pin) then
    -- The bank waits for the customer.
    update private.cases c set due_at = private.suspension_due_at(null, p_at), last_at = private.suspension_due_at(null, p_at)
    where c.id = p_case.id returning c.* into late;
    perform private.tell_suspended(late, 'Choose a new PIN', p_at);
    return;
  end if;
  update private.cases c set expired_at = p_at where c.id = p_case.id returning c.* into late;
  perform private.tell_suspended(late, 'We''re late with our update', p_at);
  perform private.add_case_event(late.id, 'note', null, 'No update was sent by ' || day || '. We''ve told the customer that we''re late.', p_at);
end
$$;
comment on function private.miss_suspension_update is
  'What follows when the day of an update passes without one: once, the customer is told that the bank is late. The case stays open and overdue. A customer who must choose a new PIN is reminded instead. It is closed if the user no longer exists. The caller has called lock_case.';

create function private.send_suspension_update(
  p_case_id uuid, p_message text, p_next_update text default null, p_at timestamptz default now()
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  updated private.cases := private.lock_open_case(p_case_id, array['suspension']);
  next_end constant timestamptz := private.suspension_due_at(p_next_update, p_at);
begin
  -- Also takes back that the customer may choose a new PIN.
  update private.suspensions s set message = private.suspension_text(p_message), awaits_pin = false where s.id = updated.id;
  update private.cases c set due_at = next_end, last_at = next_end, expired_at = null
  where c.id = updated.id
  returning c.* into updated;
  perform private.tell_suspended(updated, 'News about your account', p_at);
  perform private.audit('send_suspension_update', 'case', updated.id, jsonb_build_object('user_id', updated.user_id));
end
$$;
select private.expose('send_suspension_update',
  'Tells a suspended customer what is new, in the app and by mail, and sets the day of the next update. For admins with manage_cases.');

create function private.count_overdue_cases() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('manage_cases');
  return (
    select count(*)::integer from private.cases c
    where c.state = 'open' and c.due_at <= now() and not private.is_kept_from(auth.uid(), c)
  );
end
$$;
select private.expose('count_overdue_cases', 'How many open cases are overdue, without those about a payment to or from the caller. For admins with manage_cases.');

create function private.suspension_case(p_step text, p_case private.cases, p_at timestamptz, p_request private.approval_requests) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  case p_step
    when 'lock' then
      null;
    when 'expired' then
      perform private.miss_suspension_update(p_case, p_at);
    when 'changed' then
      return true;
    when 'approved' then
      null;
  end case;
  return null;
end
$$;
comment on function private.suspension_case is 'The steps of the case of a suspended customer. Restoring the customer decides it.';

create function private.facts_of_suspension(p_case private.cases, p_for_staff boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if not p_for_staff then
    return jsonb_build_object('changes', private.changes_to_confirm(p_case));
  end if;
  return (
    select jsonb_build_object(
      'cause', cause.words, 'message', s.message, 'next_message', cause.next_message, 'is_delayed', p_case.expired_at is not null
    )
    from private.suspensions s join private.suspension_causes() cause on cause.name = s.cause where s.id = p_case.id
  );
end
$$;
