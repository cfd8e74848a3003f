-- Cases: what the bank must decide by a day that the law sets, with the clock and the timeline of each. The facts of a kind
-- are in a table of that kind, whose rows have the id of the case.

create table private.case_rules (
  name text primary key,
  figure numeric not null constraint case_rules_figure_check check (figure >= 0),
  unit text not null
    constraint case_rules_unit_check check (unit in ('working days', 'days', 'weeks', 'months', 'pounds', 'percent')),
  source text not null,
  url text not null constraint case_rules_url_check check (url like 'https://%'),
  looked_up_on date not null
);
comment on table private.case_rules is 'The figures that the law, or where it says nothing the bank, sets, each with its source and the day on which it was looked up.';

select private.keep_from_api('private.case_rules');

insert into private.case_rules (name, figure, unit, source, url, looked_up_on) values
  ('scam_days', 5, 'working days', 'PSR PS23/3 (June 2023): the sending bank reimburses within five business days, and may stop the clock for named actions. Binding by Specific Direction 20', 'https://www.psr.org.uk/publications/policy-statements/ps23-3-fighting-authorised-push-payment-fraud-a-new-reimbursement-requirement', '2026-11-24'),
  ('scam_last_days', 35, 'working days', 'PSR PS23/4 (December 2023) and Specific Requirement 1: the end, also when the clock was stopped', 'https://psr.org.uk/publications/policy-statements/ps234-app-scams-reimbursement-policy-statement', '2026-11-24'),
  ('scam_months', 13, 'months', 'PSR Specific Direction 20 and the reimbursement rules: claims after the last payment of the scam: here the last one to the same account', 'https://www.psr.org.uk/publications/legal-directions-and-decisions/app-scams-reimbursement-sd20-on-psps/', '2026-11-24'),
  ('scam_most', 85000, 'pounds', 'PSR PS24/7 (October 2024): the most for a claim. It was set at the limit of the FSCS of that time and does not follow it: figures of the PSR for the year to September 2025 still name it', 'https://www.psr.org.uk/publications/consultations/cp2411-faster-payments-app-scams-changing-the-maximum-level-of-reimbursement', '2026-11-24'),
  ('scam_excess', 100, 'pounds', 'PSR PS23/4 (December 2023), 1.2: an excess of up to £100, except for claims of vulnerable consumers, to whom the standard of caution does not apply either', 'https://www.psr.org.uk/publications/policy-statements/ps23-4-fighting-authorised-push-payment-scams-final-decision', '2026-11-24'),
  ('scam_share', 50, 'percent', 'PSR PS23/3 (June 2023): the part that the receiving bank pays', 'https://www.psr.org.uk/publications/policy-statements/ps23-3-fighting-authorised-push-payment-fraud-a-new-reimbursement-requirement', '2026-11-24'),
  ('unauthorised_days', 1, 'working days', 'Payment Services Regulations 2017, reg. 76(2): by the end of the business day after the day on which the bank becomes aware', 'https://www.legislation.gov.uk/uksi/2017/752/regulation/76', '2026-11-24'),
  ('unauthorised_last_days', 35, 'working days', 'Reg. 76(3) sets no end after a written report of suspected fraud; this is the end of a scam claim', 'https://www.legislation.gov.uk/uksi/2017/752/regulation/76', '2026-11-24'),
  ('unauthorised_months', 13, 'months', 'Payment Services Regulations 2017, reg. 74(1)', 'https://www.legislation.gov.uk/uksi/2017/752/regulation/74', '2026-11-23'),
  ('clock_refund_days', 365, 'days', 'The bank''s own: no law counts claims. A scam claim may wait for information until scam_last_days, and one for a payment not made after a written report of suspected fraud (reg. 76(3))', 'https://www.legislation.gov.uk/uksi/2017/752/regulation/76', '2026-11-24'),
  ('complaint_summary_days', 3, 'working days', 'FCA DISP 1.5.1R, 1.5.2AR and 1.5.4R: a summary resolution communication, once the customer accepts', 'https://handbook.fca.org.uk/handbook/disp1/disp1s5', '2026-11-23'),
  ('complaint_payment_days', 15, 'working days', 'FCA DISP 1.6.2AR(1): a PSD complaint, about Parts 6 and 7 of the Payment Services Regulations: payments, cards, and that the bank stops or ends the account. The acknowledgement names it: DISP 1.6.1R(1)(b)(i), since 1 June 2026', 'https://handbook.fca.org.uk/handbook/disp1/disp1s6', '2026-11-24'),
  ('complaint_payment_last_days', 35, 'working days', 'FCA DISP 1.6.2AR(2): a PSD complaint, after a holding response in exceptional circumstances', 'https://handbook.fca.org.uk/handbook/disp1/disp1s6', '2026-11-24'),
  ('complaint_weeks', 8, 'weeks', 'FCA DISP 1.6.2R: others, a final response or why there is none. The acknowledgement names it: DISP 1.6.1R(1)(b)(ii), since 1 June 2026', 'https://handbook.fca.org.uk/handbook/disp1/disp1s6', '2026-11-24'),
  ('ombudsman_months', 6, 'months', 'FCA DISP 2.8.2R(1): to the Ombudsman after a final response or a summary resolution communication. The bank''s own: as long a complaint can be reopened', 'https://handbook.fca.org.uk/handbook/disp2/disp2s8', '2026-11-24'),
  ('payment_review_grounds_days', 1, 'working days', 'Payment Services Regulations 2017, reg. 86(2A)(b), by SI 2024/1013: grounds established by the end of the business day after the order', 'https://www.legislation.gov.uk/uksi/2024/1013/made', '2026-11-24'),
  ('payment_review_days', 4, 'working days', 'Payment Services Regulations 2017, reg. 86(2C), by SI 2024/1013: no longer than necessary, and than the fourth business day after the order', 'https://www.legislation.gov.uk/uksi/2024/1013/made', '2026-11-24'),
  ('messages_days', 2, 'working days', 'The bank''s own time: no law sets one. FCA PRIN 2A.2.10R: avoid foreseeable harm', 'https://handbook.fca.org.uk/handbook/prin2a/prin2as2', '2026-11-23'),
  ('received_days', 1, 'working days', 'The bank''s own time: no law sets one, and money from a scam is moved on within hours. FCA PRIN 2A.2.10R: avoid foreseeable harm', 'https://handbook.fca.org.uk/handbook/prin2a/prin2as2', '2026-11-23'),
  ('closing_days', 90, 'days', 'Payment Services Regulations 2017, reg. 51B, by SI 2025/688: notice to end a contract of 28 April 2026 or later. Two months for an older one (reg. 51): the bank gives all 90 days', 'https://www.legislation.gov.uk/uksi/2025/688/made', '2026-11-24'),
  ('suspension_days', 5, 'working days', 'The bank''s own: Payment Services Regulations 2017, reg. 71(3) and (4) ask for the reasons at once, and set no days for news', 'https://www.legislation.gov.uk/uksi/2017/752/regulation/71', '2026-11-23'),
  ('suspension_last_days', 10, 'working days', 'The bank''s own: reg. 71(6) asks to end it as soon as practicable, and sets no days for news', 'https://www.legislation.gov.uk/uksi/2017/752/regulation/71', '2026-11-23'),
  ('access_days', 90, 'days', 'The bank''s own: no law says how long someone else can have had an account unnoticed. What was set up or changed in these days before such a suspension waits for its owner', 'https://www.legislation.gov.uk/uksi/2017/752/regulation/71', '2026-11-24'),
  ('closed_months', 72, 'months', 'Limitation Act 1980, s. 5: six years to sue on the contract. The Money Laundering Regulations 2017, reg. 40(3) ask for five from its end, and reg. 40(5) lets what legal proceedings or a law need be kept longer: Companies Act 2006, s. 388(4)(b), six years', 'https://www.legislation.gov.uk/ukpga/1980/58/section/5', '2026-11-24'),
  ('case_months', 72, 'months', 'Limitation Act 1980, s. 5: an action on a contract can be brought for six years. FCA DISP 1.9.1R asks for three years for complaints', 'https://www.legislation.gov.uk/ukpga/1980/58/section/5', '2026-11-24'),
  ('case_read_months', 12, 'months', 'The bank''s own, by UK GDPR, art. 5(1)(c): the six months for the Ombudsman have passed, so fewer people read a case', 'https://www.legislation.gov.uk/eur/2016/679/article/5', '2026-11-24');

create function private.case_rule(p_name text) returns numeric
language plpgsql stable set search_path = '' as $$
declare
  rule_figure numeric;
begin
  select r.figure into strict rule_figure from private.case_rules r where r.name = p_name;
  return rule_figure;
end
$$;

create function private.last_day_of(p_rule text, p_day date) returns date
language plpgsql stable set search_path = '' as $$
declare
  rule private.case_rules;
begin
  select r.* into strict rule from private.case_rules r where r.name = p_rule;
  return case rule.unit
    when 'working days' then private.add_working_days(p_day, rule.figure::integer)
    when 'days' then p_day + rule.figure::integer
    when 'weeks' then p_day + rule.figure::integer * 7
    when 'months' then (p_day + make_interval(months => rule.figure::integer))::date
  end;
end
$$;
comment on function private.last_day_of is 'The last day of the time that a rule gives, counted from the day after this one.';

create table private.cases (
  id uuid primary key default private.new_id(),
  kind text not null,
  user_id uuid not null,
  other_user_id uuid,
  about_id uuid,
  amount numeric(14, 2),
  subject text,
  opened_at timestamptz not null,
  due_at timestamptz not null,
  last_at timestamptz not null,
  stopped_at timestamptz,
  days_left integer,
  expired_at timestamptz,
  question text
    constraint cases_question_check check (char_length(question) between 1 and 500 and private.is_clean(question)),
  assigned_to uuid,
  state text not null default 'open' constraint cases_state_check check (state in ('open', 'decided')),
  decision text,
  decision_reason text,
  decided_at timestamptz,
  decided_by uuid,
  letter jsonb,
  search_text text not null default '',
  news text constraint cases_news_check check (news in ('answer', 'handed_over', 'decision')),
  news_for uuid,
  constraint cases_due_at_check check (due_at <= last_at),
  constraint cases_stopped_at_check check ((stopped_at is null) = (days_left is null)),
  constraint cases_decided_at_check check ((state = 'decided') = (decided_at is not null and decision is not null))
);
comment on table private.cases is 'What the bank must decide for a customer, with its clock. No foreign keys: rows outlive users.';
comment on column private.cases.kind is 'One of private.case_step.';
comment on column private.cases.user_id is 'The customer.';
comment on column private.cases.other_user_id is 'The payee, if they are a customer of this bank, or the owner of an account that received claimed money. They must not learn of the case, and do not work on it.';
comment on column private.cases.about_id is 'The payment, by the id of its movement. Two functions that decide about one payment wait for each other.';
comment on column private.cases.subject is 'What the lists name the case by, as the payee of a payment.';
comment on column private.cases.due_at is 'When the clock ends: the first moment of the next day. A job then decides. While the clock is stopped, the last possible moment.';
comment on column private.cases.last_at is 'When the clock ends at the latest, however long it was stopped.';
comment on column private.cases.days_left is 'The working days that were left when the clock stopped.';
comment on column private.cases.expired_at is
  'When the job found that the clock of a case that stays open has ended. The job leaves the case alone until the clock has another end; a claim, until its latest end.';
comment on column private.cases.question is 'What staff have asked the customer, until the answer.';
comment on column private.cases.decided_by is 'Null: the job, at the end of the clock.';
comment on column private.cases.letter is 'The decision as a document, from which the app makes the PDF. It does not change.';
comment on column private.cases.news is
  'What happened last that staff have not read: the customer''s answer, a hand-over, the decision of a second administrator. Reading the case ends it.';
comment on column private.cases.news_for is 'Who is told. Null: anyone who works on cases.';
comment on column private.cases.search_text is
  'The payee and the reference of the payment, folded, for the search of staff. The directory has the customer.';

-- The list of staff.
create index cases_state_due_at_id_idx on private.cases (state, due_at, id);
-- The job. A case that stays open after its end must not keep the others from it.
create index cases_due_at_id_idx on private.cases (due_at, id) where state = 'open' and expired_at is null;
create index cases_last_at_idx on private.cases (last_at) where state = 'open' and expired_at is not null;
create index cases_decided_at_idx on private.cases (decided_at) where state = 'decided';
create index cases_user_id_idx on private.cases (user_id, id);
create index cases_about_id_idx on private.cases (about_id) where about_id is not null;
create index cases_news_for_idx on private.cases (news_for) where news is not null;
create index cases_assigned_to_idx on private.cases (assigned_to, due_at) where state = 'open';
create index cases_amount_idx on private.cases (amount) where amount is not null;
create index cases_search_idx on private.cases using gin (search_text extensions.gin_trgm_ops);
create index cases_other_user_id_idx on private.cases (other_user_id) where other_user_id is not null;

select private.keep_from_api('private.cases');

create function private.set_case_search() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.search_text := private.fold_text(concat_ws(E'\n', new.subject, (private.find_transaction(new.about_id)).reference));
  return new;
end
$$;

create trigger set_case_search before insert or update of subject, about_id on private.cases
  for each row execute function private.set_case_search();

create table private.case_events (
  id uuid primary key default private.new_id(),
  place bigint generated always as identity,
  case_id uuid not null references private.cases (id) on delete cascade,
  created_at timestamptz not null,
  kind text not null constraint case_events_kind_check check (kind in ('bank', 'customer', 'note')),
  author_id uuid,
  message text not null
    constraint case_events_message_check check (char_length(message) between 1 and 1000 and private.is_clean(message)),
  letter jsonb
);
comment on table private.case_events is 'The timeline of a case: what the bank and the customer said, and the notes of staff, which the customer does not see.';
comment on column private.case_events.place is 'The order of the timeline: ids of one millisecond have none.';
comment on column private.case_events.author_id is 'Null: the bank itself. No foreign key: events outlive users.';
comment on column private.case_events.letter is 'The letter to the customer that the event is about, as cases.letter.';

create index case_events_case_id_place_idx on private.case_events (case_id, place);

select private.keep_from_api('private.case_events');

create function private.require_words(p_field text, p_words text, p_missing text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words constant text := nullif(btrim(p_words), '');
begin
  perform private.require_no_problem(case
    when words is null then array[p_field, p_missing]
    when not private.is_clean(words) then array[p_field, private.text_problem(words)]
  end);
  return words;
end
$$;
comment on function private.require_words is 'What somebody has written, without the spaces around it. Raises an error about the field for nothing, with these words, and for a text that cannot be shown.';

create function private.add_case_event(
  p_case_id uuid, p_kind text, p_author_id uuid, p_message text, p_at timestamptz, p_letter jsonb default null
) returns void
language sql volatile set search_path = ''
begin atomic
  insert into private.case_events (case_id, kind, author_id, message, created_at, letter)
  values (p_case_id, p_kind, p_author_id, p_message, p_at, p_letter);
end;

create function private.tell_customer_of_case(
  p_case private.cases, p_title text, p_message text, p_at timestamptz, p_letter jsonb default null
) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if private.is_kept_from(p_case.user_id, p_case) then
    raise exception 'The customer must not learn of this case.' using errcode = 'PT409', hint = 'other-kind';
  end if;
  perform private.add_case_event(p_case.id, 'bank', null, p_message, p_at, p_letter);
  if exists (select from public.profiles p where p.id = p_case.user_id) then
    perform private.owe_mail('note', private.notify(p_case.user_id, 'case', p_title, p_message, p_at));
  end if;
end
$$;

create function private.day_in_words(p_day date) returns text
language sql stable set search_path = ''
return to_char(p_day, 'FMDay FMDD FMMonth YYYY');
comment on function private.day_in_words is 'Monday 30 November 2026.';

create function private.due_day(p_due_at timestamptz) returns date
language sql stable set search_path = ''
return private.london_date(p_due_at - interval '1 second');
comment on function private.due_day is 'The last day of a clock, which ends with this day.';

create function private.is_claim(p_case private.cases) returns boolean
language sql immutable set search_path = ''
return p_case.kind in ('scam', 'unauthorised');

create function private.promised_day(p_case private.cases) returns date
language sql stable set search_path = ''
return private.due_day(case when p_case.expired_at is not null and private.is_claim(p_case) then p_case.last_at else p_case.due_at end);
comment on function private.promised_day is 'By which day the customer has been told that the bank decides.';

create function private.is_due(p_case private.cases, p_at timestamptz) returns boolean
language sql immutable set search_path = ''
return p_case.state = 'open'
  and case when p_case.expired_at is null then p_case.due_at <= p_at else private.is_claim(p_case) and p_case.last_at <= p_at end;
comment on function private.is_due is 'Whether the clock of a case has ended and the job has something to do: not for a case that stays open after its end, but for a claim at its latest end.';

create function private.ombudsman_words(p_day date) returns text[]
language sql stable set search_path = ''
return array[
  'You can also ask the Financial Ombudsman Service, free, until '
    || private.day_in_words(private.last_day_of('ombudsman_months', p_day))
    || ', six months from this letter: www.financial-ombudsman.org.uk, 0800 023 4567. Its leaflet "Your complaint and the Ombudsman" is on its website.',
  'Fernbank is a demonstration. No real money has moved, and the Ombudsman can''t help with it.'
];
comment on function private.ombudsman_words is 'The end of the letter with a decision.';

create function private.letter(
  p_case private.cases, p_title text, p_at timestamptz, p_before text[], p_facts text[], p_after text[]
) returns jsonb
language sql stable set search_path = ''
begin atomic
  with fact as (
    select 0 as place, 'Customer' as name, (
      select a.account_holder_name::text from public.accounts a where a.user_id = p_case.user_id and a.account_type = 'current'
    ) as value
    union all
    select n, p_facts[n][1], p_facts[n][2] from generate_subscripts(p_facts, 1) n
    union all
    select 1000, 'Case', p_case.id::text
  )
  select jsonb_build_object(
    'title', p_title, 'day', private.london_date(p_at), 'before', p_before,
    'facts', (
      select jsonb_agg(jsonb_build_object('name', f.name, 'value', f.value) order by f.place) from fact f where f.value is not null
    ),
    'after', p_after
  );
end;
comment on function private.letter is
  'A letter about a case: paragraphs, facts (names with their values; one without a value is left out), paragraphs.';

create function private.letters_to(p_user_id uuid)
returns table (id uuid, kind text, opened_at timestamptz, created_at timestamptz, letter jsonb)
language sql stable set search_path = ''
begin atomic
  select l.id, c.kind, c.opened_at, l.created_at, l.letter
  from private.cases c
  cross join lateral (
    select e.id, e.created_at, e.letter from private.case_events e where e.case_id = c.id and e.letter is not null
    union all
    -- Complaints have theirs in the timeline.
    select c.id, coalesce(c.decided_at, c.opened_at), c.letter where c.letter is not null and c.kind <> 'complaint'
  ) l
  where c.user_id = p_user_id;
end;
comment on function private.letters_to is 'The letters to a customer about their cases.';

create function private.pay_case_customer(p_from uuid, p_user_id uuid, p_amount numeric, p_words text, p_at timestamptz) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  movement_id constant uuid := private.new_id();
  account public.accounts;
begin
  select a.* into account from public.accounts a where a.user_id = p_user_id and a.account_type = 'current';
  -- The money of a customer who was deleted waits where their balance is.
  perform private.move_money(movement_id, p_from, coalesce(account.id, private.ledger_account('closed accounts')), p_amount, p_at);
  -- A row for a closed account would show money that is not in it.
  if not account.is_closed then
    perform private.record_incoming(movement_id, movement_id, account, ('Fernbank', null, null), p_amount, p_words, p_at);
  end if;
  return movement_id;
end
$$;

create function private.where_paid(p_user_id uuid) returns text
language sql stable set search_path = ''
return case
  when exists (select from public.accounts a where a.user_id = p_user_id and a.account_type = 'current' and not a.is_closed)
    then 'It is in your account.'
  else 'It waits for you: our email says how to get it.' end;
comment on function private.where_paid is 'For letters: where the customer of a case has what the bank paid them.';

create function private.lock_payment_case(p_movement_id uuid) returns void
language sql volatile set search_path = ''
begin atomic
  select pg_advisory_xact_lock(hashtextextended('case about ' || p_movement_id, 0));
end;
comment on function private.lock_payment_case is
  'A decision about a payment and the return of its money wait for each other. Taken before the rows of the case and of accounts.';

create function private.lock_case(p_case_id uuid) returns private.cases
language plpgsql volatile set search_path = '' as $$
declare
  found_case private.cases;
begin
  perform private.lock_payment_case(c.about_id) from private.cases c where c.id = p_case_id and c.about_id is not null;
  select c.* into found_case from private.cases c where c.id = p_case_id for update;
  return found_case;
end
$$;

create function private.open_case(
  p_kind text, p_user_id uuid, p_due_rule text, p_last_rule text, p_at timestamptz, p_amount numeric default null,
  p_subject text default null, p_about_id uuid default null, p_other_user_id uuid default null, p_id uuid default private.new_id()
) returns private.cases
language plpgsql volatile set search_path = '' as $$
declare
  day constant date := private.london_date(p_at);
  opened private.cases;
begin
  insert into private.cases (id, kind, user_id, other_user_id, about_id, amount, subject, opened_at, due_at, last_at)
  values (
    p_id, p_kind, p_user_id, p_other_user_id, p_about_id, p_amount, p_subject, p_at,
    private.end_of_day(private.last_day_of(p_due_rule, day)), private.end_of_day(private.last_day_of(p_last_rule, day))
  )
  returning * into opened;
  return opened;
end
$$;
comment on function private.open_case is 'Opens a case of a kind, with the rules that set the end of its clock and the latest end.';

create function private.stop_case_clock(p_case_id uuid, p_at timestamptz) returns void
language sql volatile set search_path = ''
begin atomic
  update private.cases c set
    stopped_at = p_at, due_at = c.last_at,
    days_left = private.working_days_between(private.london_date(p_at), private.due_day(c.due_at))
  where c.id = p_case_id and c.stopped_at is null;
end;

create function private.resume_case_clock(p_case_id uuid, p_at timestamptz) returns void
language sql volatile set search_path = ''
begin atomic
  update private.cases c set
    stopped_at = null, days_left = null,
    due_at = least(private.end_of_day(private.add_working_days(private.london_date(p_at), c.days_left)), c.last_at)
  where c.id = p_case_id and c.stopped_at is not null;
end;
comment on function private.resume_case_clock is 'The clock runs on with the working days that were left when it stopped.';

create function private.record_decision(
  p_case_id uuid, p_decision text, p_reason text, p_decided_by uuid, p_at timestamptz, p_letter jsonb default null
) returns void
language sql volatile set search_path = ''
begin atomic
  update private.cases c set
    state = 'decided', decision = p_decision, decision_reason = p_reason, decided_at = p_at, decided_by = p_decided_by,
    question = null, stopped_at = null, days_left = null, letter = coalesce(p_letter, c.letter)
  where c.id = p_case_id;
  -- At once, because a complaint can be reopened.
  update private.approval_requests r set state = 'expired', decided_at = p_at
  where r.kind = 'case' and r.transaction_id = p_case_id and r.state = 'waiting';
end;
comment on function private.record_decision is
  'Ends an open case with its decision, and the letter if there is one, and a request for another decision. The calling function has locked the case, and does what follows from the decision.';

create function private.is_archived(p_case private.cases) returns boolean
language sql stable set search_path = ''
return coalesce(p_case.decided_at < now() - make_interval(months => private.case_rule('case_read_months')::integer), false);
comment on function private.is_archived is 'Whether a case was decided so long ago that only super admins with manage_cases read it, until it is deleted.';

create function private.can_work_on(p_user_id uuid, p_case private.cases) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_user_id <> p_case.user_id and not private.is_kept_from(p_user_id, p_case)
    and private.holds_permission(p_user_id, 'manage_cases')
    and (private.holds_super_admin(p_user_id) or not private.is_staff(p_case.user_id) and not private.is_archived(p_case));
end
$$;
comment on function private.can_work_on is
  'Whether this administrator may work on a case: never their own, nor one that is kept from them, and that of other staff, or an old one, as a super admin only.';

create function private.require_can_work_on(p_case private.cases) returns void
language plpgsql stable set search_path = '' as $$
begin
  -- The payee of a payment must not learn that there is a case.
  if p_case.id is null or not private.can_work_on(auth.uid(), p_case) then
    raise exception 'We could not find this case.' using errcode = 'PT404', hint = 'case-gone';
  end if;
end
$$;

create function private.lock_case_of_staff(p_case_id uuid) returns private.cases
language plpgsql volatile set search_path = '' as $$
declare
  locked private.cases;
begin
  perform private.require_permission('manage_cases');
  -- The people before the case, as an approval and the job do.
  perform private.lock_people(auth.uid(), (select c.user_id from private.cases c where c.id = p_case_id));
  locked := private.lock_case(p_case_id);
  perform private.require_can_work_on(locked);
  return locked;
end
$$;
comment on function private.lock_case_of_staff is
  'Locks the caller, the customer and a case that the caller may work on, and returns it. Raises an error for another caller or case.';

create function private.lock_open_case(p_case_id uuid, p_kinds text[] default null) returns private.cases
language plpgsql volatile set search_path = '' as $$
declare
  open_case constant private.cases := private.lock_case_of_staff(p_case_id);
begin
  if open_case.state <> 'open' then
    raise exception 'This case has been decided already.' using errcode = 'PT409', hint = 'already-decided';
  end if;
  if open_case.kind <> all (p_kinds) then
    raise exception 'This can''t be decided about this case.' using errcode = 'PT409', hint = 'other-kind';
  end if;
  return open_case;
end
$$;
comment on function private.lock_open_case is
  'As lock_case_of_staff, for an open case, of one of these kinds if given.';
