-- Regular payments. Each has one row in outgoing_payments for its next payment, which the job sends.

create table public.regular_payments (
  id uuid primary key default private.new_id(),
  user_id uuid not null,
  from_account_id uuid not null references public.accounts (id),
  created_at timestamptz not null default now(),
  to_account_holder_name public.account_holder_name not null,
  to_sort_code public.sort_code not null,
  to_account_number public.account_number not null,
  amount numeric(14, 2) not null
    constraint regular_payments_amount_check check (amount > 0 and amount <= 1000000),
  reference text
    constraint regular_payments_reference_check check (char_length(reference) between 1 and 18 and private.is_clean(reference)),
  reason text
    constraint regular_payments_reason_check check (reason in ('bills', 'rent', 'personal', 'business', 'other')),
  check_id uuid,
  frequency text not null
    constraint regular_payments_frequency_check
      check (frequency in ('weekly', 'two_weekly', 'four_weekly', 'monthly', 'yearly', 'payday')),
  starts_on date not null,
  ends_on date,
  payments_left integer
    constraint regular_payments_payments_left_check check (payments_left between 0 and 999),
  state text not null default 'active'
    constraint regular_payments_state_check check (state in ('active', 'paused', 'finished', 'cancelled')),
  next_occurrence integer not null
    constraint regular_payments_next_occurrence_check check (next_occurrence >= 0),
  failures integer not null default 0
    constraint regular_payments_failures_check check (failures >= 0),
  other_account_id uuid,
  constraint regular_payments_payday_check check (frequency <> 'payday' or other_account_id is not null),
  constraint regular_payments_end_check check (num_nonnulls(ends_on, payments_left) <= 1)
);
comment on table public.regular_payments is 'Payments that repeat, at most 50 active or paused ones per account. Only functions write them.';
comment on column public.regular_payments.user_id is 'The payer. No foreign key: the account has one.';
comment on column public.regular_payments.starts_on is
  'The day from which all due days are counted, so that the 31st stays the 31st after a shorter month. On payday: the first day whose pay counts.';
comment on column public.regular_payments.ends_on is 'The last day on which a payment can be due. Null without such a day.';
comment on column public.regular_payments.payments_left is 'How many payments are still to be made. Null without such a number.';
comment on column public.regular_payments.next_occurrence is 'The number of the next due day that has no outgoing payment yet, counted from 0 on starts_on.';
comment on column public.regular_payments.failures is 'How many payments in a row have failed. Three pause it.';
comment on column public.regular_payments.other_account_id is
  'The account of the same customer to which a regular move goes; null for a payment. No foreign key, as in transactions.';

create index regular_payments_user_id_idx on public.regular_payments (user_id, created_at);
create index regular_payments_from_account_id_idx on public.regular_payments (from_account_id);
create index regular_payments_payday_idx on public.regular_payments (id) where frequency = 'payday' and state = 'active';

select private.let_customers_read('public.regular_payments');

create function private.regular_date(p_starts_on date, p_frequency text, p_occurrence integer) returns date
language sql immutable parallel safe set search_path = ''
return case p_frequency
  when 'weekly' then p_starts_on + 7 * p_occurrence
  when 'two_weekly' then p_starts_on + 14 * p_occurrence
  when 'four_weekly' then p_starts_on + 28 * p_occurrence
  -- Postgres moves the 29th to 31st to the last day of a shorter month.
  when 'monthly' then (p_starts_on + p_occurrence * interval '1 month')::date
  when 'yearly' then (p_starts_on + p_occurrence * interval '1 year')::date
end;
comment on function private.regular_date is
  'The day on which an occurrence of a regular payment is due, before it is moved to a working day. Null on payday, which no calendar has.';

create type private.regular_end as (ends_on date, payments_left integer);

create function private.read_regular_end(p_ends_on text, p_payment_count text, p_first_due date) returns private.regular_end
language plpgsql stable set search_path = '' as $$
declare
  regular_end private.regular_end;
begin
  regular_end.ends_on := private.plain_date(p_ends_on);
  if p_ends_on is not null and (regular_end.ends_on >= p_first_due) is not true then
    raise exception 'Choose an end date on or after the first payment.' using errcode = 'PT400', hint = 'field:endsOn';
  elsif p_payment_count is not null and p_payment_count !~ '^[1-9][0-9]{0,2}$' then
    raise exception 'Enter a number of payments from 1 to 999.' using errcode = 'PT400', hint = 'field:count';
  elsif p_ends_on is not null and p_payment_count is not null then
    raise exception 'Choose an end date or a number of payments, not both.' using errcode = 'PT400', hint = 'field:endsOn';
  end if;
  regular_end.payments_left := p_payment_count::integer;
  return regular_end;
end
$$;

create type private.regular_terms as (
  frequency text, starts_on date, first_occurrence integer, ends_on date, payments_left integer
);

create function private.read_regular_terms(
  p_frequency text, p_starts_on text, p_ends_on text, p_payment_count text, p_today date, p_is_move boolean default false
) returns private.regular_terms
language plpgsql stable set search_path = '' as $$
declare
  starts_on constant date := private.plain_date(p_starts_on);
  -- Today's payment is made as a payment of its own.
  first_occurrence constant integer := case when starts_on = p_today and not p_is_move then 1 else 0 end;
  regular_end private.regular_end;
  terms private.regular_terms;
begin
  if (p_frequency in ('weekly', 'two_weekly', 'four_weekly', 'monthly', 'yearly') or p_is_move and p_frequency = 'payday') is not true then
    raise exception 'Choose how often to pay.' using errcode = 'PT400', hint = 'field:frequency';
  elsif (starts_on between p_today and p_today + interval '1 year') is not true then
    raise exception 'Choose a day from today to one year ahead.' using errcode = 'PT400', hint = 'field:day';
  end if;
  regular_end := private.read_regular_end(
    p_ends_on, p_payment_count, coalesce(private.regular_date(starts_on, p_frequency, first_occurrence), starts_on)
  );
  terms.frequency := p_frequency;
  terms.starts_on := starts_on;
  terms.first_occurrence := first_occurrence;
  terms.ends_on := regular_end.ends_on;
  terms.payments_left := regular_end.payments_left;
  return terms;
end
$$;

create function private.preview_regular_payment(
  p_frequency text, p_starts_on text, p_ends_on text default null, p_payment_count text default null
)
returns table (send_on date)
language plpgsql stable security definer set search_path = '' as $$
declare
  terms private.regular_terms;
begin
  perform private.require_approved();
  terms := private.read_regular_terms(p_frequency, p_starts_on, p_ends_on, p_payment_count, private.london_date(now()));
  return query
  select private.next_working_day(d.day)
  from generate_series(0, least(5, coalesce(terms.payments_left, 5)) - 1) as n
  cross join lateral (
    select private.regular_date(terms.starts_on, terms.frequency, terms.first_occurrence + n) as day
  ) d
  where coalesce(d.day <= terms.ends_on, true)
  order by d.day;
end
$$;
select private.expose('preview_regular_payment',
  'The working days on which the next five payments of a regular payment go out, before it is made.');

create function private.audit_regular_payment(p_action text, p_payment public.regular_payments) returns void
language sql volatile set search_path = ''
begin atomic
  select private.audit(p_action, 'payment', p_payment.id, jsonb_strip_nulls(jsonb_build_object(
    'user_id', p_payment.user_id, 'amount', p_payment.amount, 'frequency', p_payment.frequency,
    'ends_on', p_payment.ends_on, 'payments_left', p_payment.payments_left
  )));
end;

create function private.schedule_occurrence(p_regular_payment_id uuid, p_at timestamptz) returns date
language plpgsql volatile set search_path = '' as $$
declare
  regular public.regular_payments;
  due_on date;
  send_on date;
begin
  select r.* into strict regular from public.regular_payments r where r.id = p_regular_payment_id for update;
  if regular.state <> 'active' then
    return null;
  end if;
  due_on := case regular.frequency
    when 'payday' then private.next_payday(regular, p_at)
    else private.regular_date(regular.starts_on, regular.frequency, regular.next_occurrence)
  end;
  if regular.payments_left = 0 or coalesce(due_on, private.london_date(p_at)) > regular.ends_on then
    update public.regular_payments r set state = 'finished' where r.id = regular.id;
    perform private.audit_regular_payment('finish_regular_payment', regular);
    return null;
  elsif due_on is null then
    return null;
  end if;
  send_on := case regular.frequency when 'payday' then due_on else private.next_working_day(due_on) end;
  insert into public.outgoing_payments (
    user_id, from_account_id, regular_payment_id, occurrence, created_at, to_account_holder_name, to_sort_code,
    to_account_number, amount, reference, reason, check_id, state, due_on, send_at, awaits_owner
  )
  values (
    regular.user_id, regular.from_account_id, regular.id, regular.next_occurrence, p_at, regular.to_account_holder_name,
    regular.to_sort_code, regular.to_account_number, regular.amount, regular.reference, regular.reason, regular.check_id,
    'scheduled', due_on, private.first_attempt(send_on),
    -- As the one before, which may have been skipped or have failed while it waited.
    coalesce((
      select o.awaits_owner from public.outgoing_payments o
      where o.regular_payment_id = regular.id order by o.occurrence desc, o.id desc limit 1
    ), false)
  );
  update public.regular_payments r set next_occurrence = regular.next_occurrence + 1 where r.id = regular.id;
  return send_on;
end
$$;
comment on function private.schedule_occurrence is
  'Schedules the next payment of an active regular payment and returns its day. Null if no payment is left, which finishes it, or if it waits for the next payday.';

create function private.require_room_for_regular(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
declare
  most_regular constant integer := 50;
begin
  if (
    select count(*) from public.regular_payments r where r.user_id = p_user_id and r.state in ('active', 'paused')
  ) >= most_regular then
    raise exception 'You can have up to % regular payments at a time. Please cancel one first.', most_regular
      using errcode = 'PT409', hint = 'too-many-scheduled';
  end if;
end
$$;

create function private.advance_regular_payment(p_regular_payment_id uuid, p_has_failed boolean, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  most_failures constant integer := 3;
  regular public.regular_payments;
begin
  update public.regular_payments r set
    failures = case when p_has_failed then r.failures + 1 else 0 end,
    -- The customer asked for a number of payments, so only those that were made count.
    payments_left = r.payments_left - case when p_has_failed then 0 else 1 end
  where r.id = p_regular_payment_id
  returning r.* into strict regular;
  if regular.failures < most_failures then
    perform private.schedule_occurrence(regular.id, p_at);
    return;
  end if;
  update public.regular_payments r set state = 'paused' where r.id = regular.id;
  perform private.audit_regular_payment('pause_regular_payment', regular);
  perform private.notify(
    regular.user_id, 'payment', 'Regular payment paused',
    'We couldn''t make the last 3 payments to ' || regular.to_account_holder_name
      || ', so we''ve paused this regular payment. You can resume it in Regular and future payments.',
    p_at
  );
end
$$;
comment on function private.advance_regular_payment is
  'After a payment was sent or has failed: schedules the next one, or pauses the regular payment after three failures in a row.';

create function private.create_regular_payment(
  p_request_id uuid, p_payment public.payment_request, p_frequency text, p_starts_on text, p_ends_on text default null,
  p_payment_count text default null
)
returns table (regular_payment_id uuid, next_on date)
language plpgsql volatile security definer set search_path = '' as $$
declare
  payer_id constant uuid := auth.uid();
  payment private.payment_facts;
  terms private.regular_terms;
  evidence private.payment_evidence;
  payload_hash bytea;
  regular public.regular_payments;
begin
  perform private.require_approved();
  payment := private.read_payment(payer_id, p_payment);
  perform private.lock_outgoing_payments(payer_id);
  payload_hash := private.future_payload_hash(
    payment, jsonb_build_array(p_frequency, p_starts_on, p_ends_on, p_payment_count)
  );
  regular_payment_id := private.first_future_request(payer_id, p_request_id, payload_hash);
  if regular_payment_id is null then
    terms := private.read_regular_terms(p_frequency, p_starts_on, p_ends_on, p_payment_count, private.london_date(now()));
    perform private.require_room_for_regular(payer_id);
    payment.rest_of_year := private.rest_of_year(payment.amount, p_frequency, terms.payments_left);
    evidence := private.require_future_terms(payment, p_request_id, payload_hash, p_is_regular => true);
    insert into public.regular_payments (
      user_id, from_account_id, to_account_holder_name, to_sort_code, to_account_number, amount, reference, reason, check_id,
      frequency, starts_on, ends_on, payments_left, next_occurrence
    )
    values (
      payer_id, payment.payer_account_id, (payment.payee).name, (payment.payee).sort_code, (payment.payee).account_number,
      payment.amount, payment.reference, evidence.reason, evidence.check_id, terms.frequency, terms.starts_on, terms.ends_on,
      terms.payments_left, terms.first_occurrence
    )
    returning * into regular;
    regular_payment_id := regular.id;
    perform private.schedule_occurrence(regular.id, now());
    perform private.record_future_request(payer_id, p_request_id, payload_hash, regular.id, evidence);
    perform private.audit_regular_payment('create_regular_payment', regular);
  end if;
  select private.london_date(o.send_at) into next_on from public.outgoing_payments o
  where o.regular_payment_id = create_regular_payment.regular_payment_id and o.state = 'scheduled';
  return next;
end
$$;
select private.expose('create_regular_payment',
  'Creates a regular payment of the caller. If it starts today, today''s payment is made separately and the first payment is due one period later. It is assessed like a payment that is made at once. p_request_id is the idempotency key.');

create function private.pay_and_repeat(
  p_request_id uuid, p_payment public.payment_request, p_frequency text, p_ends_on text default null, p_payment_count text default null
)
returns table (
  transaction_id uuid, amount numeric, balance numeric, internal boolean, created_at timestamptz, state public.payment_state,
  send_at timestamptz, next_on date
)
language plpgsql volatile security definer set search_path = '' as $$
declare
  payer_id constant uuid := auth.uid();
  is_paid constant boolean := exists (
    select from private.payment_orders o where o.user_id = payer_id and o.request_id = p_request_id
  );
  -- The answer of a retry on the next day is the first one.
  starts_on constant date := (
    select r.starts_on from private.future_requests f join public.regular_payments r on r.id = f.created_id
    where f.user_id = payer_id and f.request_id = p_request_id
  );
  refusal_hint text;
begin
  if not is_paid then
    perform private.require_active();
    perform private.require_unfrozen();
  end if;
  -- Before the payment, so that both are assessed with the same balance.
  if not is_paid or starts_on is not null then
    begin
      select r.next_on into next_on from private.create_regular_payment(
        p_request_id, p_payment, p_frequency, coalesce(starts_on, private.london_date(now()))::text, p_ends_on, p_payment_count
      ) r;
    exception when sqlstate 'PT400' or sqlstate 'PT409' then
      get stacked diagnostics refusal_hint = pg_exception_hint;
      -- What is wrong with the repetition alone does not stop the payment.
      if refusal_hint not in ('too-many-scheduled', 'field:frequency', 'field:day', 'field:endsOn', 'field:count') then
        raise;
      end if;
    end;
  end if;
  select p.* into transaction_id, amount, balance, internal, created_at, state, send_at
  from internal_api.make_payment(p_request_id, p_payment) p;
  return next;
end
$$;
-- A retry is answered in an idle session and in a frozen account too.
select private.expose('pay_and_repeat', while_idle => true, statement_timeout => '8s', description =>
  'Makes a payment of the caller and sets up a regular one from today on, in one transaction: both as make_payment and create_regular_payment do, under the same idempotency key. Nothing is paid before the warnings and approvals of both are given. A repetition that cannot be set up does not stop the payment: then next_on is null.');
