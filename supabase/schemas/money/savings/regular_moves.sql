-- Regular moves between two accounts of one customer: regular payments without a payee. Also on payday, the day after the pay.

create function private.regular_pay(p_user_id uuid, p_since date, p_at timestamptz)
returns table (paid_on date, payer text)
language plpgsql stable set search_path = '' as $$
declare
  -- A month and the days by which a weekend moves the pay.
  longest_gap constant integer := 40;
  -- Less than a week, so that a second payment for one period is no second payday.
  shortest_gap constant integer := 5;
  most_examined constant integer := 200;
  since constant date := greatest(p_since, private.london_date(p_at) - longest_gap);
begin
  return query
  with received as (
    select t.id, t.created_at, t.amount, t.from_account_holder_name::text as name, t.reference
    from public.accounts a
    join public.transactions t
      on t.user_id = a.user_id and t.to_account_number = a.account_number and t.to_sort_code = a.sort_code
    where a.user_id = p_user_id and a.account_type = 'current'
      and t.incoming and t.status = 'completed' and t.reversed_at is null and t.other_account_id is null
      and t.created_at >= private.london_instant(since - longest_gap, '00:00') and t.created_at <= p_at
    -- A shop receives thousands. Pay is among the largest.
    order by t.amount desc
    limit most_examined
  ),
  income as (
    select private.london_date(r.created_at) as day, r.amount, r.name, private.payee_key(r.name) as key
    from received r
    left join private.transaction_categories chosen on chosen.transaction_id = r.id
    left join private.payee_categories usual on usual.user_id = p_user_id and usual.payee = private.payee_key(r.name)
    where coalesce(chosen.category, usual.category, private.payee_category(concat_ws(' ', r.name, r.reference), true)) = 'income'
  )
  select i.day, i.name from income i
  where i.day >= since
    and exists (
      select from income e where e.key = i.key and e.day between i.day - longest_gap and i.day - shortest_gap
    )
    -- A benefit beside a salary is no pay.
    and i.amount * 2 >= (select max(e.amount) from income e where e.day between i.day - longest_gap and i.day)
  order by i.day;
end
$$;
comment on function private.regular_pay is
  'The days since p_since, at most of these weeks, on which a customer got regular pay: income, by its category, from a payer who paid income in the weeks before too, and at least half of the largest of these weeks.';

create function private.next_payday(p_regular public.regular_payments, p_at timestamptz) returns date
language plpgsql stable set search_path = '' as $$
declare
  last_due date;
begin
  select max(o.due_on) into last_due from public.outgoing_payments o
  where o.regular_payment_id = p_regular.id and o.occurrence < p_regular.next_occurrence;
  return (
    -- Five days after the last pay, which came the day before the move.
    select pay.paid_on + 1 from private.regular_pay(p_regular.user_id, greatest(p_regular.starts_on, last_due + 4), p_at) pay
    limit 1
  );
end
$$;
comment on function private.next_payday is
  'The day after the first pay for which a regular move is still to be made. Null until it comes in.';

create function private.find_payday() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  account constant public.accounts := private.my_current_account();
begin
  return (
    select jsonb_build_object('payer', pay.payer, 'paid_on', pay.paid_on)
    from private.regular_pay(account.user_id, private.london_date(now()) - 40, now()) pay
    order by pay.paid_on desc
    limit 1
  );
end
$$;
select private.expose('find_payday',
  'Who last paid the caller regularly, and on which day: a regular move on payday is made on the day after. Null if no regular pay has come in.');

create function private.create_regular_move(
  p_request_id uuid, p_from_id uuid, p_to_id uuid, p_amount text, p_frequency text, p_starts_on text,
  p_ends_on text default null, p_payment_count text default null
)
returns table (regular_payment_id uuid, next_on date)
language plpgsql volatile security definer set search_path = '' as $$
declare
  source public.accounts := private.my_account(p_from_id);
  target public.accounts := private.my_account(p_to_id);
  pounds constant numeric(14, 2) := private.plain_decimal(p_amount);
  payload_hash constant bytea := sha256(convert_to(jsonb_build_array(
    'move', source.id, target.id, pounds, p_frequency, p_starts_on, p_ends_on, p_payment_count
  )::text, 'utf8'));
  terms private.regular_terms;
  evidence private.payment_evidence;
  regular public.regular_payments;
begin
  if source.id = target.id then
    raise exception 'Please choose two different accounts.' using errcode = 'PT400', hint = 'field:to';
  end if;
  perform private.require_valid_amount(pounds);
  -- A closing comes before or after.
  perform private.lock_payer(source.user_id);
  perform private.lock_outgoing_payments(source.user_id);
  regular_payment_id := private.first_future_request(source.user_id, p_request_id, payload_hash);
  if regular_payment_id is null then
    source := private.my_account(source.id);
    target := private.my_account(target.id);
    perform private.require_open_account(source);
    perform private.require_open_account(target);
    terms := private.read_regular_terms(
      p_frequency, p_starts_on, p_ends_on, p_payment_count, private.london_date(now()), p_is_move => true
    );
    perform private.require_room_for_regular(source.user_id);
    insert into public.regular_payments (
      user_id, from_account_id, to_account_holder_name, to_sort_code, to_account_number, amount, frequency, starts_on, ends_on,
      payments_left, next_occurrence, other_account_id
    )
    values (
      source.user_id, source.id, private.own_name_of(target), target.sort_code, target.account_number, pounds, terms.frequency,
      terms.starts_on, terms.ends_on, terms.payments_left, terms.first_occurrence, target.id
    )
    returning * into regular;
    regular_payment_id := regular.id;
    perform private.schedule_occurrence(regular.id, now());
    -- Nothing was checked, and no warning read.
    evidence.warnings := '{}';
    perform private.record_future_request(source.user_id, p_request_id, payload_hash, regular.id, evidence);
    perform private.audit_regular_payment('create_regular_payment', regular);
  end if;
  select private.london_date(o.send_at) into next_on from public.outgoing_payments o
  where o.regular_payment_id = create_regular_move.regular_payment_id and o.state = 'scheduled';
  return next;
end
$$;
select private.expose('create_regular_move',
  'Creates a regular move between two accounts of the caller, from today or a later day on, with the frequencies of regular payments or payday: the day after regular pay has come in. No payee check, no warning, no limit. It is changed, paused and ended as a regular payment. p_request_id is the idempotency key. next_on is null until the pay comes in.');

create function private.make_regular_move(p_payment public.outgoing_payments, p_to_id uuid, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  source public.accounts;
  target public.accounts;
  hours constant integer := private.waiting_hours(p_payment.from_account_id, p_at);
begin
  -- In the order in which movements lock accounts. What is read here stays so.
  perform from public.accounts a where a.id in (p_payment.from_account_id, p_to_id) order by a.id for no key update;
  select a.* into strict source from public.accounts a where a.id = p_payment.from_account_id;
  select a.* into strict target from public.accounts a where a.id = p_to_id;
  if source.is_frozen then
    perform private.raise_frozen();
  end if;
  perform private.require_open_account(source);
  perform private.require_open_account(target);
  if hours > 0 then
    perform private.wait_with_move(p_payment.id, source, target, p_payment.amount, hours, p_at);
  else
    perform private.book_move(p_payment.id, source, target, p_payment.amount, p_at);
  end if;
end
$$;
comment on function private.make_regular_move is
  'Makes the due move of a regular one, or lets it wait if it leaves protected savings. Called by send_outgoing_payment.';

create function private.schedule_payday(p_regular_payment_id uuid, p_at timestamptz default now()) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  owner_id uuid;
begin
  select r.user_id into owner_id from public.regular_payments r where r.id = p_regular_payment_id;
  -- A customer whose payments another transaction changes is tried by the next run.
  if not found or not pg_try_advisory_xact_lock(hashtextextended('outgoing payments of ' || owner_id, 0)) then
    return false;
  end if;
  if not exists (
    select from public.outgoing_payments o where o.regular_payment_id = p_regular_payment_id and o.state = 'scheduled'
  ) then
    perform private.schedule_occurrence(p_regular_payment_id, p_at);
  end if;
  return true;
end
$$;
comment on function private.schedule_payday is
  'Schedules the next move of a regular one on payday if the pay has come in. False if another transaction has the payments of the customer.';

-- At twenty past each hour: the pay of today is found today, and moved tomorrow at six.
select cron.schedule('schedule-paydays', '20 * * * *', private.job_for_each($$
    select r.id, r.user_id as waits_for from public.regular_payments r
    where r.frequency = 'payday' and r.state = 'active'
      and not exists (select from public.outgoing_payments o where o.regular_payment_id = r.id and o.state = 'scheduled')
      and (
        r.ends_on < private.london_date(now()) or exists (
          select from public.transactions t
          where t.user_id = r.user_id and t.incoming and t.created_at > now() - interval '3 days'
        )
      )
    limit 100000
$$, 'private.schedule_payday(due.id)', 'moves on payday were not scheduled'));

create function private.name_regular_moves(p_account public.accounts, p_name text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.lock_outgoing_payments(p_account.user_id);
  update public.regular_payments r set to_account_holder_name = p_name
  where r.user_id = p_account.user_id and r.other_account_id = p_account.id and r.state in ('active', 'paused');
  update public.outgoing_payments o set to_account_holder_name = p_name
  from public.regular_payments r
  where r.user_id = p_account.user_id and r.other_account_id = p_account.id
    and o.regular_payment_id = r.id and o.state = 'scheduled';
end
$$;
comment on function private.name_regular_moves is 'The regular moves to a savings account have its new name.';

create function private.end_regular_moves(p_account public.accounts, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  regular public.regular_payments;
begin
  for regular in
    update public.regular_payments r set state = 'cancelled'
    where r.user_id = p_account.user_id and p_account.id in (r.from_account_id, r.other_account_id)
      and r.state in ('active', 'paused')
    returning r.*
  loop
    perform private.cancel_next_occurrence(regular.id, p_at);
    perform private.audit_regular_payment('cancel_regular_payment', regular);
  end loop;
end
$$;
comment on function private.end_regular_moves is
  'Ends the regular moves from and to a savings account that is closed. The calling function has called lock_outgoing_payments.';
