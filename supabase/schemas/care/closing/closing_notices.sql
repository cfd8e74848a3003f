-- Accounts that the bank ends: the notice with its reasons and its letter, the reminders, and the closing on the day.

-- Two notices at the same moment: the second one is refused.
create unique index cases_open_closing_idx on private.cases (user_id) where kind = 'closing' and state = 'open';

create function private.can_close(p_user_id uuid, p_customer_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  planned private.cases;
begin
  planned.kind := 'closing';
  planned.user_id := p_customer_id;
  return private.can_work_on(p_user_id, planned);
end
$$;
comment on function private.can_close is 'Whether this administrator may end the account of a customer: not their own, and that of staff as a super admin only.';

create function private.is_closing(p_user_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (select from private.cases c where c.user_id = p_user_id and c.kind = 'closing' and c.state = 'open');
end;

create function private.require_can_close(p_user_id uuid, p_reasons text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.can_close(auth.uid(), p_user_id) then
    raise exception 'You can''t close this account.' using errcode = 'PT403', hint = 'no-permission';
  end if;
  perform private.require_not_closed(p_user_id);
  if private.is_closing(p_user_id) then
    raise exception 'There is a closing of this account already.' using errcode = 'PT409', hint = 'already-closing';
  end if;
  perform private.require_no_problem(case
    when char_length(p_reasons) < 40 then array['reason', 'Say specifically why, in at least 40 characters. The customer reads it.']
  end);
end
$$;
comment on function private.require_can_close is 'Raises an error unless the caller may ask to end this account, for these reasons. The calling function has locked the user.';

create function private.give_closing_notice(p_user_id uuid, p_reasons text, p_at timestamptz default now()) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  given private.cases := private.open_case('closing', p_user_id, 'closing_days', 'closing_days', p_at);
  last_day constant text := private.day_in_words(private.due_day(given.due_at));
begin
  update private.cases c set letter = private.letter(
    given, 'We are closing your account', p_at,
    array[
      'We are ending our contract with you. Your account closes at the end of ' || last_day || '.',
      'Until then everything works as before: payments, your card, money that comes in.'
    ],
    array[
      ['Account', (
        select string_agg(a.sort_code || ' ' || a.account_number, ', ' order by a.account_type, a.place)
        from public.accounts a where a.user_id = p_user_id and not a.is_closed
      )],
      ['Notice given on', private.day_in_words(private.london_date(p_at))],
      ['Closes', 'At the end of ' || last_day],
      ['Why', p_reasons]
    ],
    array[
      'Before that day, tell those who pay you your new account, and move your regular payments and your money. Download your statements and letters before it too, in Settings under Close account. We keep them for six years, and money that is left: ask us for them by email.',
      'If you disagree, tell us in Chat or by email that you want to complain. It costs nothing, and we answer in writing.',
      'You can also ask the Financial Ombudsman Service, free, within six months of our answer: www.financial-ombudsman.org.uk, 0800 023 4567.',
      'Fernbank is a demonstration. No real money has moved, and the Ombudsman can''t help with it.'
    ]
  )
  where c.id = given.id;
  perform private.tell_customer_of_case(given, 'We''re closing your account',
    'We''re closing your account at the end of ' || last_day || '. Until then everything works. Why: ' || p_reasons
      || ' Our letter says how to complain.', p_at);
  perform private.audit('give_closing_notice', 'person', p_user_id, jsonb_build_object('case_id', given.id));
  return given.id;
end
$$;
comment on function private.give_closing_notice is
  'Ends a customer''s account at the end of the 90th day, which two people have decided, with the reasons that the letter gives them. The calling function has locked the user.';

create function private.withdraw_closing(p_case private.cases, p_reason text, p_decided_by uuid, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.record_decision(p_case.id, 'withdrawn', p_reason, p_decided_by, p_at);
  perform private.tell_customer_of_case(
    p_case, 'We''re not closing your account', 'We''ve withdrawn our notice. Your account stays open.', p_at
  );
  perform private.audit('withdraw_closing', 'person', p_case.user_id, jsonb_build_object('case_id', p_case.id));
end
$$;
comment on function private.withdraw_closing is
  'Takes back a notice, which two people have decided: the account stays open. The calling function has locked the customer and the case.';

create function private.expire_closing_notice(p_case private.cases, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if private.lock_records_of(p_case.user_id) then
    perform private.close_account(p_case.user_id, 'bank', p_at);
  else
    perform private.record_decision(p_case.id, 'closed', 'The user was deleted.', null, p_at);
  end if;
end
$$;
comment on function private.expire_closing_notice is 'What follows at the end of a notice. The calling function has locked the customer and the case.';

create function private.closing_reminder(p_closing private.cases, p_at timestamptz) returns text
language plpgsql stable set search_path = '' as $$
declare
  last_day constant date := private.due_day(p_closing.due_at);
  days constant integer := last_day - private.london_date(p_at);
  reminder constant text := 'Your account closes at the end of ' || private.day_in_words(last_day)
    || '. Move your money and your regular payments before, and tell those who pay you. Until then everything works.';
begin
  if p_closing.state <> 'open' or p_closing.due_at <= p_at or days > 30 or exists (
    select from private.case_events e
    where e.case_id = p_closing.id and e.message = reminder
      and (days > 7 or e.created_at >= p_closing.due_at - interval '8 days')
  ) then
    return null;
  end if;
  return reminder;
end
$$;
comment on function private.closing_reminder is 'What a customer is reminded of 30 and 7 days before the bank closes their account. Null if they have been told, or it is too early.';

create function private.remind_of_closing(p_case_id uuid, p_at timestamptz default now()) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  closing private.cases;
  days integer;
  reminder text;
begin
  -- The customer before the case, as the closing does.
  perform private.lock_people((select c.user_id from private.cases c where c.id = p_case_id));
  closing := private.lock_case(p_case_id);
  reminder := private.closing_reminder(closing, p_at);
  if reminder is null then
    return false;
  end if;
  days := private.due_day(closing.due_at) - private.london_date(p_at);
  perform private.tell_customer_of_case(
    closing, 'Your account closes in ' || days || case days when 1 then ' day' else ' days' end, reminder, p_at
  );
  return true;
end
$$;
comment on function private.remind_of_closing is 'Reminds a customer 30 and 7 days before the bank closes their account, once each. False if no reminder is due.';

-- Every two minutes of one hour. Customers who have been told would be tried before all others, in each run.
select cron.schedule('remind-of-closings', '*/2 8 * * *', private.job_for_each($$
    select c.id, null::uuid as waits_for from private.cases c
    where c.kind = 'closing' and c.state = 'open' and c.due_at <= now() + interval '31 days'
      and private.closing_reminder(c, now()) is not null
    order by c.due_at, c.id
    limit 1000
$$, 'private.remind_of_closing(due.id) is not null', 'customers could not be reminded that their account closes'));

create function private.ask_to_withdraw_closing(p_case_id uuid, p_reason text, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason constant text := private.require_reason(p_reason);
  asked constant private.cases := private.lock_open_case(p_case_id, array['closing']);
begin
  perform private.request_case_decision(asked, 'withdrawn', reason, null, null);
  perform private.add_case_event(asked.id, 'note', auth.uid(), 'Asked a second administrator to withdraw the notice.', p_at);
end
$$;
select private.expose('ask_to_withdraw_closing',
  'Asks a second administrator to take back the notice that the bank has given a customer. For admins with manage_cases.');

create function private.closing_request(p_step text, p_request private.approval_requests, p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  case p_step
    when 'asked' then
      perform private.require_permission('manage_cases');
      perform private.lock_person(p_request.user_id);
      perform private.require_can_close(p_request.user_id, p_request.reason);
      perform private.open_request('closing', p_request.reason, p_request.user_id);
      return true;
    when 'listed' then
      return private.has_permission('manage_cases') and (private.has_role('super_admin') or not private.is_staff(p_request.user_id));
    when 'right' then
      return private.can_close(p_user_id, p_request.user_id);
    when 'lock' then
      null;
    when 'changed' then
      return private.is_closing(p_request.user_id) or exists (
        select from public.profiles p where p.id = p_request.user_id and p.closed_at is not null
      );
    when 'approved' then
      perform private.give_closing_notice(p_request.user_id, p_request.reason);
  end case;
  return null;
end
$$;
comment on function private.closing_request is 'The steps of a request to end an account by the bank.';

create function private.closing_case(p_step text, p_case private.cases, p_at timestamptz, p_request private.approval_requests) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  case p_step
    when 'lock' then
      null;
    when 'expired' then
      perform private.expire_closing_notice(p_case, p_at);
    when 'changed' then
      return p_case.state <> 'open' or not exists (select from public.profiles p where p.id = p_case.user_id);
    when 'approved' then
      perform private.withdraw_closing(p_case, p_request.reason, auth.uid(), p_at);
  end case;
  return null;
end
$$;
comment on function private.closing_case is 'The steps of a notice. That the bank gives it is a request of its own, closing_request.';
