-- Accounts that the bank ends: the notice with its reasons and its letter, the reminders, and the closing on the day.

-- Two notices at the same moment: the second one is refused.
create unique index cases_open_closing_idx on private.cases (user_id) where kind = 'closing' and state = 'open';

create function private.is_told(p_case private.cases) returns boolean
language sql stable set search_path = ''
return p_case.kind <> 'payout';
comment on function private.is_told is 'Whether the customer knows of a case: not of a check of the money of a closed account.';

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
      ['Account', (select a.sort_code || ' ' || a.account_number from public.accounts a where a.user_id = p_user_id)],
      ['Notice given on', private.day_in_words(private.london_date(p_at))],
      ['Closes', 'At the end of ' || last_day],
      ['Why', p_reasons]
    ],
    array[
      'Before that day, tell those who pay you your new account, and move your regular payments and your money. Your statements stay readable for six years with a link that we email you. Money that is left waits for you there.',
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

create function private.close_by_notice(p_case private.cases, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if private.lock_records_of(p_case.user_id) then
    perform private.close_account(p_case.user_id, 'notice', p_at);
  else
    perform private.record_decision(p_case.id, 'closed', 'The user was deleted.', null, p_at);
  end if;
end
$$;
comment on function private.close_by_notice is 'What follows at the end of a notice. The calling function has locked the customer and the case.';

create function private.remind_of_closing(p_case_id uuid, p_at timestamptz default now()) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  closing constant private.cases := private.lock_case(p_case_id);
  last_day constant date := private.due_day(closing.due_at);
  days constant integer := last_day - private.london_date(p_at);
  reminder constant text := 'Your account closes at the end of ' || private.day_in_words(last_day)
    || '. Move your money and your regular payments before, and tell those who pay you. Until then everything works.';
begin
  if closing.state <> 'open' or closing.due_at <= p_at or days > 30 or exists (
    select from private.case_events e
    where e.case_id = closing.id and e.message = reminder
      and (days > 7 or e.created_at >= closing.due_at - interval '8 days')
  ) then
    return false;
  end if;
  perform private.tell_customer_of_case(
    closing, 'Your account closes in ' || days || case days when 1 then ' day' else ' days' end, reminder, p_at
  );
  return true;
end
$$;
comment on function private.remind_of_closing is 'Reminds a customer 30 and 7 days before the bank closes their account, once each. False if no reminder is due.';

select cron.schedule('remind-of-closings', '13 8 * * *', private.job_for_each($$
    select c.id, null::uuid as waits_for from private.cases c
    where c.kind = 'closing' and c.state = 'open' and c.due_at <= now() + interval '31 days'
    order by c.due_at, c.id
    limit 1000
$$, 'private.remind_of_closing(due.id) is not null', 'customers could not be reminded that their account closes'));

create function private.payout_grounds(p_user_id uuid) returns text[]
language sql stable set search_path = ''
begin atomic
  select array_remove(array[
    case when exists (select from public.profiles p where p.id = p_user_id and p.suspended_at < p.closed_at)
      then concat_ws(': ', 'The customer was suspended', (
        select cause.words
        from private.cases c join private.suspensions s on s.id = c.id join private.suspension_causes() cause on cause.name = s.cause
        where c.user_id = p_user_id order by c.id desc limit 1
      )) || '.' end,
    case when private.asked_back_from(p_user_id) > 0 then 'Another bank asks for some of it.' end
  ], null);
end;
comment on function private.payout_grounds is
  'Why two people decide before the money of a closed account is paid out, for staff. Empty: it need not wait. A closing must not free money that could not leave the account.';

create function private.check_payout() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_payout(new.user_id);
  if new.amount > 0 and private.payout_grounds(new.user_id) <> '{}' then
    perform private.open_payout(new.user_id, new.created_at);
  end if;
  -- What was left at the closing is in the mail about it, and what is sent on has a mail when it is sent.
  if new.amount > 0 and exists (
    select from public.accounts a
    where a.user_id = new.user_id and a.is_closed and (not a.takes_payments or private.is_payout_checked(a.user_id))
  ) then
    perform private.tell_closed(
      new.user_id, 'Money is waiting for you',
      private.in_pounds(new.amount) || ' came in after your account was closed. The link shows how you get it.'
    );
  end if;
  update private.cases c set amount = private.money_waiting_for(new.user_id)
  where c.user_id = new.user_id and c.kind = 'payout' and c.state = 'open';
  perform private.record_decision(c.id, 'closed', 'Nothing of it is left.', null, new.created_at) from private.cases c
  where c.user_id = new.user_id and c.kind = 'payout' and c.state = 'open' and c.amount = 0;
  -- A payment goes back whole or not at all.
  if new.amount < 0 then
    perform private.refuse_recalls_of(new.user_id, private.money_waiting_for(new.user_id));
  end if;
  return null;
end
$$;
comment on function private.check_payout is 'Tells the owner of a closed account what came in, opens the case about it where it is needed, keeps its amount up to date, and closes it when nothing is left. Other banks that ask for more than what is left are refused.';

create trigger check_payout after insert on private.closed_money
  for each row execute function private.check_payout();

create function private.miss_payout(p_case private.cases, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if exists (select from public.profiles p where p.id = p_case.user_id) then
    update private.cases c set late_at = p_at where c.id = p_case.id;
  else
    perform private.record_decision(p_case.id, 'closed', 'The user was deleted.', null, p_at);
  end if;
end
$$;
comment on function private.miss_payout is 'What follows when nobody has decided about the money of a closed account in time: it waits on, and the case is overdue.';

create function private.release_payout(p_case private.cases, p_reason text, p_decided_by uuid, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.record_decision(p_case.id, 'released', p_reason, p_decided_by, p_at);
  perform private.refuse_recalls_of(p_case.user_id);
  perform private.tell_closed(
    p_case.user_id, 'Your money is ready',
    private.in_pounds(private.money_waiting_for(p_case.user_id)) || ' is waiting for you. Open the link and tell us where to send it.'
  );
  perform private.audit('decide_case', 'person', p_case.user_id, jsonb_build_object('case_id', p_case.id, 'decision', 'released'));
end
$$;
comment on function private.release_payout is 'Lets the owner of a closed account have the money, which two people have decided. The calling function has locked the customer and the case.';
