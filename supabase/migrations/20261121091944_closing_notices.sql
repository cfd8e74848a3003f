-- Accounts that the bank ends: the notice with its reasons and its letter, the reminders, the closing on the day, and the money
-- that waits after a suspicion.

create table private.closing_notices (
  id uuid primary key references private.cases (id) on delete cascade,
  reasons text not null
    constraint closing_notices_reasons_check check (char_length(reasons) between 40 and 500 and private.is_clean(reasons)),
  exception text
    constraint closing_notices_exception_check check (exception in ('due_diligence', 'immigration', 'crime', 'public_order')),
  early_days integer constraint closing_notices_early_days_check check (early_days between 0 and 89),
  asked_exception text
    constraint closing_notices_asked_exception_check
      check (asked_exception in ('due_diligence', 'immigration', 'crime', 'public_order')),
  asked_days integer constraint closing_notices_asked_days_check check (asked_days between 0 and 89),
  reminded_days integer,
  constraint closing_notices_early_check check ((exception is null) = (early_days is null)),
  constraint closing_notices_asked_check check ((asked_exception is null) = (asked_days is null))
);
comment on table private.closing_notices is
  'Why the bank ends an account. The case has the clock, and the letter once the customer has been told: without one, two people have not decided yet about less notice.';
comment on column private.closing_notices.reasons is 'For the customer: specific enough to understand why. Where the law forbids a reason only staff read it.';
comment on column private.closing_notices.exception is 'Why two people have given less notice: only where the law allows it.';
comment on column private.closing_notices.early_days is 'How many days of notice they have given; 0: none.';
comment on column private.closing_notices.asked_exception is 'Why less notice was asked for last. It counts only while the request waits.';
comment on column private.closing_notices.reminded_days is 'Of which reminder the customer has had the last one: 30 or 7 days before.';

-- Two notices at the same moment: the second one is refused.
create unique index cases_open_closing_idx on private.cases (user_id) where kind = 'closing' and state = 'open';

select private.keep_from_api('private.closing_notices');

create function private.is_told(p_case private.cases) returns boolean
language sql stable set search_path = ''
return case p_case.kind when 'closing' then p_case.letter is not null when 'payout' then false else true end;
comment on function private.is_told is
  'Whether the customer knows of a case: not of a closing that two people have not decided yet, nor of a check of the money of a closed account.';

create function private.closing_reasons(p_case private.cases, p_notice private.closing_notices) returns text
language sql stable set search_path = ''
return case when private.may_not_tell(p_case.user_id) then 'We can''t tell you more about the reason.' else p_notice.reasons end;
comment on function private.closing_reasons is
  'Why the bank closes an account, for its customer. Where the law forbids a reason the words are fixed: a hint at a report to the authorities is an offence (Proceeds of Crime Act 2002, section 333A).';

create function private.closing_letter(p_case private.cases, p_notice private.closing_notices, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  last_day constant text := private.day_in_words(private.due_day(p_case.due_at));
  is_at_once constant boolean := p_case.due_at <= p_at;
begin
  return private.letter(
    p_case, 'We are closing your account', p_at,
    array[
      case when is_at_once then 'We are ending our contract with you. Your account is closed today.'
        else 'We are ending our contract with you. Your account closes at the end of ' || last_day || '.' end,
      case when is_at_once then 'The law lets us do this without notice.'
        else 'Until then everything works as before: payments, your card, money that comes in.' end
    ],
    array[
      ['Account', (select a.sort_code || ' ' || a.account_number from public.accounts a where a.user_id = p_case.user_id)],
      ['Notice given on', private.day_in_words(private.london_date(p_at))],
      ['Closes', case when is_at_once then 'Today' else 'At the end of ' || last_day end],
      ['Why', private.closing_reasons(p_case, p_notice)]
    ],
    array[
      case when is_at_once then 'Your statements, and money that is left or comes in later, wait for you behind a link that we email you.'
        else 'Before that day, tell those who pay you your new account, and move your regular payments and your money. Your statements stay readable for six years with a link that we email you. Money that is left waits for you there.' end,
      'If you disagree, tell us ' || case when is_at_once then '' else 'in Chat or ' end
        || 'by email that you want to complain. It costs nothing, and we answer in writing.',
      'You can also ask the Financial Ombudsman Service, free, within six months of our answer: www.financial-ombudsman.org.uk, 0800 023 4567.',
      'Fernbank is a demonstration. No real money has moved, and the Ombudsman can''t help with it.'
    ]
  );
end
$$;

create function private.tell_of_closing(p_case_id uuid, p_at timestamptz) returns private.cases
language plpgsql volatile set search_path = '' as $$
declare
  told private.cases;
  notice private.closing_notices;
  last_day text;
begin
  select n.* into strict notice from private.closing_notices n where n.id = p_case_id;
  select c.* into strict told from private.cases c where c.id = p_case_id;
  update private.cases c set letter = private.closing_letter(told, notice, p_at) where c.id = p_case_id returning c.* into told;
  last_day := private.day_in_words(private.due_day(told.due_at));
  perform private.tell_customer_of_case(told, 'We''re closing your account', case
    when told.due_at <= p_at then 'We''re closing your account today.'
    else 'We''re closing your account at the end of ' || last_day || '. Until then everything works.' end
    || ' Why: ' || private.closing_reasons(told, notice) || ' Our letter says how to complain.', p_at);
  return told;
end
$$;

create function private.lock_for_closing(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
declare
  planned private.cases;
begin
  perform private.lock_person(p_user_id);
  planned.kind := 'closing';
  planned.user_id := p_user_id;
  if not private.can_work_on(auth.uid(), planned) then
    raise exception 'You can''t close this account.' using errcode = 'PT403', hint = 'no-permission';
  end if;
  perform private.require_not_closed(p_user_id);
end
$$;
comment on function private.lock_for_closing is 'Locks a user whose account the caller may close: not their own, and that of staff as a super admin only.';

create function private.open_closing(p_user_id uuid, p_reasons text, p_at timestamptz) returns private.cases
language plpgsql volatile set search_path = '' as $$
declare
  reasons constant text := btrim(p_reasons);
  new_case private.cases;
begin
  perform private.require_no_problem(case
    when coalesce(char_length(reasons), 0) < 40
      then array['reasons', 'Say specifically why, in at least 40 characters. The customer reads it.']
    when not private.is_clean(reasons) then array['reasons', private.text_problem(reasons)]
  end);
  if exists (select from private.cases c where c.user_id = p_user_id and c.kind = 'closing' and c.state = 'open') then
    raise exception 'There is a closing of this account already.' using errcode = 'PT409', hint = 'already-closing';
  end if;
  new_case := private.open_case('closing', p_user_id, 'closing_days', 'closing_days', p_at);
  insert into private.closing_notices (id, reasons) values (new_case.id, reasons);
  return new_case;
end
$$;

create function private.give_closing_notice(p_user_id uuid, p_reasons text, p_at timestamptz default now()) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_case private.cases;
begin
  perform private.require_permission('manage_cases');
  perform private.lock_for_closing(p_user_id);
  new_case := private.open_closing(p_user_id, p_reasons, p_at);
  perform private.tell_of_closing(new_case.id, p_at);
  perform private.audit('give_closing_notice', 'person', p_user_id, jsonb_build_object('case_id', new_case.id));
  return new_case.id;
end
$$;
select private.expose('give_closing_notice',
  'Ends a customer''s account at the end of the 90th day, with the reasons that the letter gives them, and returns the case. Everything works until then. For admins with manage_cases, not about themselves, and about staff as a super admin only.');

create function private.withdraw_closing(p_case_id uuid, p_reason text, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason constant text := private.require_reason(p_reason);
  withdrawn private.cases;
begin
  withdrawn := private.lock_open_case(p_case_id, array['closing']);
  perform private.record_decision(withdrawn.id, 'withdrawn', reason, auth.uid(), p_at);
  if withdrawn.letter is not null then
    perform private.tell_customer_of_case(
      withdrawn, 'We''re not closing your account', 'We''ve withdrawn our notice. Your account stays open.', p_at
    );
  end if;
  perform private.audit('withdraw_closing', 'person', withdrawn.user_id, jsonb_build_object('case_id', withdrawn.id, 'reason', reason));
end
$$;
select private.expose('withdraw_closing',
  'Takes back the notice that the bank has given, or the wish for less notice, with a reason. The account stays open, and the customer is told if they had the notice. For admins with manage_cases.');

create function private.close_by_notice(p_case private.cases, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- Less notice that no second administrator has approved: the customer was never told, so nothing is closed.
  if p_case.letter is null then
    perform private.record_decision(p_case.id, 'withdrawn', 'No second administrator approved it.', null, p_at);
  elsif private.lock_records_of(p_case.user_id) then
    perform private.close_account(p_case.user_id, 'notice', p_at);
  else
    perform private.record_decision(p_case.id, 'closed', 'The user was deleted.', null, p_at);
  end if;
end
$$;
comment on function private.close_by_notice is 'What follows at the end of a notice. The calling function has locked the customer and the case.';

create function private.close_early(p_case private.cases, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  days integer;
begin
  update private.closing_notices n set exception = n.asked_exception, early_days = n.asked_days
  where n.id = p_case.id returning n.early_days into strict days;
  update private.cases c set due_at = case when days = 0 then p_at else private.end_of_day(private.london_date(p_at) + days) end
  where c.id = p_case.id;
  p_case := private.tell_of_closing(p_case.id, p_at);
  if days = 0 then
    perform private.close_by_notice(p_case, p_at);
  end if;
end
$$;
comment on function private.close_early is 'Closes an account with less notice, or none, which two people have decided. The calling function has locked the customer and the case.';

create function private.closing_facts_of(p_case private.cases) returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_build_object(
    'reasons', n.reasons, 'exception', case when r.id is null then n.exception else n.asked_exception end,
    'early_days', case when r.id is null then n.early_days else n.asked_days end, 'is_told', (p_case).letter is not null,
    'reminded_days', n.reminded_days
  )
  from private.closing_notices n
  left join private.approval_requests r on r.kind = 'case' and r.transaction_id = n.id and r.state = 'waiting'
  where n.id = (p_case).id;
end;

create function private.remind_of_closing(p_case_id uuid, p_at timestamptz default now()) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  due_case constant private.cases := private.lock_case(p_case_id);
  days constant integer := private.due_day(due_case.due_at) - private.london_date(p_at);
  reminder constant integer := case when days <= 7 then 7 when days <= 30 then 30 end;
begin
  update private.closing_notices n set reminded_days = reminder
  where n.id = p_case_id and due_case.state = 'open' and due_case.letter is not null and due_case.due_at > p_at
    and reminder < coalesce(n.reminded_days, 31)
    -- Not right after a notice that was short from the start.
    and private.london_date(p_at) > private.london_date(due_case.opened_at);
  if not found then
    return false;
  end if;
  perform private.tell_customer_of_case(
    due_case, 'Your account closes in ' || days || case days when 1 then ' day' else ' days' end,
    'Your account closes at the end of ' || private.day_in_words(private.due_day(due_case.due_at))
      || '. Move your money and your regular payments before, and tell those who pay you. Until then everything works.', p_at
  );
  return true;
end
$$;
comment on function private.remind_of_closing is 'Reminds a customer 30 and 7 days before the bank closes their account, once each. False if no reminder is due.';

select cron.schedule('remind-of-closings', '13 8 * * *', private.job_for_each($$
    select c.id, null::uuid as waits_for from private.cases c
    where c.kind = 'closing' and c.state = 'open' and c.letter is not null and c.due_at <= now() + interval '31 days'
    order by c.due_at, c.id
    limit 1000
$$, 'private.remind_of_closing(due.id) is not null', 'customers could not be reminded that their account closes'));

create function private.payout_grounds(p_user_id uuid) returns text[]
language sql stable set search_path = ''
begin atomic
  select array_remove(array[
    case when exists (
      select from private.cases c
      where c.user_id = p_user_id and c.kind = 'closing' and c.decision = 'closed' and private.is_for_crime(c.id)
    ) then 'The account was closed for suspected crime.' end,
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
