-- Interest on savings: counted for each day on the balance at its end in London, paid on the first of the next month.

insert into private.ledger_accounts (id, name) values ('00000000-0000-0000-0000-00000000000d', 'interest paid');

create table private.interest_rates (
  starts_on date primary key,
  rate numeric(5, 2) not null constraint interest_rates_rate_check check (rate between 0 and 20),
  decided_at timestamptz not null default now()
);
comment on table private.interest_rates is
  'What savings earn in a year from a day on, in per cent, before the interest on the interest. Without a row they earn nothing.';

select private.keep_from_api('private.interest_rates');

create table private.interest_days (
  account_id uuid not null references private.savings_accounts (account_id) on delete cascade,
  day date not null,
  balance numeric(14, 2) not null,
  rate numeric(5, 2) not null,
  interest numeric(18, 6) not null,
  movement_id uuid,
  primary key (account_id, day)
);
comment on table private.interest_days is 'The interest of each day, to six places. A day is counted once.';
comment on column private.interest_days.balance is 'At the end of the day in London.';
comment on column private.interest_days.movement_id is 'The movement that paid it, or of the accounts whose interest was less than a penny, none of the ledger. Null until then.';

create index interest_days_unpaid_idx on private.interest_days (account_id, day) where movement_id is null;

select private.keep_from_api('private.interest_days');

create table private.interest_payments (
  movement_id uuid primary key,
  account_id uuid not null references private.savings_accounts (account_id) on delete cascade,
  paid_on date not null,
  amount numeric(14, 2) not null constraint interest_payments_amount_check check (amount > 0)
);
comment on table private.interest_payments is 'The interest that an account was paid. paid_on decides the tax year.';

create index interest_payments_account_id_idx on private.interest_payments (account_id, paid_on);

select private.keep_from_api('private.interest_payments');

create function private.interest_rate_on(p_day date) returns numeric
language sql stable set search_path = ''
begin atomic
  select coalesce((select r.rate from private.interest_rates r where r.starts_on <= p_day order by r.starts_on desc limit 1), 0);
end;

create function private.daily_interest(p_balance numeric, p_rate numeric, p_day date) returns numeric
language sql immutable parallel safe set search_path = ''
-- A leap year earns in 366 days what another year earns in 365.
return round(
  p_balance * p_rate / 100
    / ((date_trunc('year', p_day::timestamp) + interval '1 year')::date - date_trunc('year', p_day::timestamp)::date), 6
);

create function private.yearly_rate_with_interest(p_rate numeric) returns numeric
language sql immutable parallel safe set search_path = ''
return round((power(1 + p_rate / 1200, 12) - 1) * 100, 2);
comment on function private.yearly_rate_with_interest is 'The AER: what a rate earns in a year when each month''s interest earns, too.';

create function private.count_interest(p_account_id uuid, p_until date) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.interest_days (account_id, day, balance, rate, interest)
  select s.account_id, d.day, at_end.balance, private.interest_rate_on(d.day),
    private.daily_interest(at_end.balance, private.interest_rate_on(d.day), d.day)
  from private.savings_accounts s
  cross join lateral (
    select day::date from generate_series(s.interest_until, p_until - 1, interval '1 day') day
  ) d
  cross join lateral (
    -- A payment has the time at which it began, so the entries are not in the order of their times.
    select coalesce(sum(e.amount), 0) as balance from private.ledger_entries e
    where e.account_id = s.account_id and e.balance_after is not null and e.created_at < private.end_of_day(d.day)
  ) at_end
  where s.account_id = p_account_id;
  update private.savings_accounts s set interest_until = greatest(s.interest_until, p_until) where s.account_id = p_account_id;
end
$$;
comment on function private.count_interest is
  'Counts the days of a savings account before p_until that are not counted yet. The calling function has locked the account.';

create function private.pay_interest(p_account_id uuid, p_before date, p_at timestamptz) returns numeric
language plpgsql volatile set search_path = '' as $$
declare
  new_id constant uuid := private.new_id();
  bank constant private.party := ('Fernbank', null, null);
  account public.accounts;
  due numeric;
begin
  with paid as (
    update private.interest_days d set movement_id = new_id
    where d.account_id = p_account_id and d.movement_id is null and d.day < p_before
    returning d.interest
  )
  select round(coalesce(sum(p.interest), 0), 2) into due from paid p;
  -- What is less than half a penny in a month is not paid.
  if due > 0 then
    perform private.move_money(new_id, private.ledger_account('interest paid'), p_account_id, due, p_at);
    select a.* into strict account from public.accounts a where a.id = p_account_id;
    perform private.record_incoming(new_id, new_id, account, bank, due, 'Interest', p_at);
    insert into private.interest_payments (movement_id, account_id, paid_on, amount)
    values (new_id, p_account_id, private.london_date(p_at), due);
  end if;
  return due;
end
$$;
comment on function private.pay_interest is 'Pays the counted interest of the days before p_before in one sum, rounded to the penny.';

create function private.earn_interest(p_account_id uuid, p_at timestamptz default now()) returns boolean
language plpgsql volatile set search_path = ''
-- As credit_scheduled_payment.
set lock_timeout = '500ms' as $$
begin
  -- Serialises the runs and a closing. A closed account has been paid.
  perform from public.accounts a
  where a.id = p_account_id and a.account_type = 'savings' and not a.is_closed for no key update;
  if not found then
    return true;
  end if;
  perform private.count_interest(p_account_id, private.london_date(p_at));
  perform private.pay_interest(p_account_id, date_trunc('month', p_at at time zone 'Europe/London')::date, p_at);
  return true;
exception when lock_not_available or deadlock_detected or serialization_failure then
  raise warning 'interest of % was not counted: %', p_account_id, sqlstate;
  return false;
end
$$;
comment on function private.earn_interest is
  'Counts the interest of a savings account until yesterday, and pays that of the months before. Repeated, it does nothing. False if another transaction has the account.';

-- After midnight by either clock, when every payment of the day before is committed. Each minute of one hour: later runs find what
-- is left.
select cron.schedule('earn-interest', '* 1 * * *', private.job_for_each($$
    select s.account_id as id, s.account_id as waits_for from private.savings_accounts s
    where s.closed_at is null and s.interest_until < private.london_date(now())
    order by s.interest_until
    limit 100000
$$, 'private.earn_interest(due.id)', 'savings accounts got no interest'));

create function private.end_interest_of(p_user_id uuid, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  savings_id uuid;
begin
  for savings_id in
    select a.id from public.accounts a
    where a.user_id = p_user_id and a.account_type = 'savings' and not a.is_closed order by a.id
  loop
    perform private.count_interest(savings_id, private.london_date(p_at));
    perform private.pay_interest(savings_id, private.london_date(p_at), p_at);
    update private.savings_accounts s set closed_at = p_at where s.account_id = savings_id;
  end loop;
end
$$;
comment on function private.end_interest_of is
  'Pays what the savings of a customer have earned until yesterday, before their accounts end, and counts no more. The calling function has locked the accounts.';

create function private.tax_year_of(p_day date) returns integer
language sql immutable parallel safe set search_path = ''
return extract(year from p_day)::integer - case when p_day < make_date(extract(year from p_day)::integer, 4, 6) then 1 else 0 end;
comment on function private.tax_year_of is 'The year in which the tax year of a day began: on 6 April.';

create function private.interest_of(p_user_id uuid, p_tax_year integer) returns jsonb
language sql stable set search_path = ''
begin atomic
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', a.id, 'name', s.name, 'sort_code', a.sort_code, 'account_number', a.account_number, 'interest', paid.total
  ) order by a.place), '[]')
  from public.accounts a
  join private.savings_accounts s on s.account_id = a.id
  cross join lateral (
    select coalesce(sum(p.amount), 0) as total from private.interest_payments p
    where p.account_id = a.id and p.paid_on >= make_date(p_tax_year, 4, 6) and p.paid_on < make_date(p_tax_year + 1, 4, 6)
  ) paid
  where a.user_id = p_user_id and (paid.total > 0 or not a.is_closed);
end;

create function private.get_interest(p_at timestamptz default now()) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.london_date(p_at);
  owner_id constant uuid := (private.my_current_account()).user_id;
  rate constant numeric := private.interest_rate_on(today);
  next_rate private.interest_rates;
begin
  select r.* into next_rate from private.interest_rates r where r.starts_on > today order by r.starts_on limit 1;
  return jsonb_build_object(
    'rate', rate, 'aer', private.yearly_rate_with_interest(rate),
    'next_rate', next_rate.rate, 'next_aer', private.yearly_rate_with_interest(next_rate.rate), 'next_rate_from', next_rate.starts_on,
    'tax_year', private.tax_year_of(today),
    'accounts', private.interest_of(owner_id, private.tax_year_of(today)),
    'not_paid_yet', (
      select coalesce(jsonb_object_agg(unpaid.account_id, unpaid.interest), '{}')
      from (
        select d.account_id, round(sum(d.interest), 2) as interest
        from public.accounts a join private.interest_days d on d.account_id = a.id and d.movement_id is null
        where a.user_id = owner_id
        group by d.account_id
      ) unpaid
    )
  );
end
$$;
select private.expose('get_interest',
  'What savings earn: the rate of today and the AER, a rate that is decided for a later day, what each savings account of the caller was paid in this tax year, and by account what is counted and paid on the first of the next month.');

create function private.get_interest_certificate(p_tax_year integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  account constant public.accounts := private.my_current_account();
  accounts jsonb;
begin
  if (p_tax_year between 2000 and private.tax_year_of(private.london_date(now()))) is not true then
    raise exception 'There is no certificate for this tax year.' using errcode = 'PT404', hint = 'no-certificate';
  end if;
  accounts := private.interest_of(account.user_id, p_tax_year);
  return jsonb_build_object(
    'tax_year', p_tax_year, 'from', make_date(p_tax_year, 4, 6), 'until', make_date(p_tax_year + 1, 4, 5),
    'holder_name', account.account_holder_name, 'accounts', accounts,
    'total', (select coalesce(sum((a.value ->> 'interest')::numeric), 0) from jsonb_array_elements(accounts) a),
    'made_at', now()
  );
end
$$;
select private.expose('get_interest_certificate',
  'The figures of a certificate: the interest that each savings account of the caller was paid in the tax year that began on 6 April of this year, and the total. Interest is paid without tax taken off.');
