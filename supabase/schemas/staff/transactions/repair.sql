-- Finds and credits payments whose credit is missing.

create type private.missing_credit as (account_id uuid, source_id uuid);
comment on type private.missing_credit is
  'The account that a payment should have credited, and the account that holds the money instead (null if no account holds it).';

create function private.find_missing_credit(p_payment public.transactions) returns private.missing_credit
language plpgsql stable set search_path = '' as $$
declare
  outside uuid;
  missing private.missing_credit;
  sent_at timestamptz := p_payment.created_at;
  movement record;
begin
  if p_payment.incoming or p_payment.status <> 'completed' or p_payment.reversed_at is not null then
    return null;
  end if;
  -- Both tables store sort codes and account numbers in the same form.
  select a.id into missing.account_id from public.accounts a
  where a.account_number = p_payment.to_account_number and a.sort_code = p_payment.to_sort_code
    and a.id <> p_payment.from_account_id and not a.is_closed;
  if not found then
    return null;
  end if;
  -- With an undo window the payer is debited when the money is held, and the payee credited when it is sent.
  select o.closed_at into sent_at from public.outgoing_payments o where o.id = p_payment.movement_id;
  sent_at := coalesce(sent_at, p_payment.created_at);
  -- Almost every payment ends here, after one index lookup for each table.
  if exists (
    select from private.ledger_entries e
    where e.account_id = missing.account_id and e.balance_after is not null
      and e.created_at = sent_at and e.movement_id = p_payment.movement_id
  ) then
    return null;
  end if;
  -- The credit was booked later, by a repair for example.
  if exists (
    select from private.ledger_entries e
    where e.account_id = missing.account_id and e.balance_after is not null and e.movement_id = p_payment.movement_id
  ) then
    return null;
  end if;

  outside := private.ledger_account('outside world');
  select
    sum(e.amount) as total,
    bool_or(e.account_id = p_payment.from_account_id and e.amount = -p_payment.amount) as is_charged,
    bool_or(e.account_id = outside and e.amount = p_payment.amount) as is_outside
  into movement
  from private.ledger_entries e
  where e.created_at in (p_payment.created_at, sent_at) and e.movement_id = p_payment.movement_id;
  -- Money that the payer was not charged, or that another account has received, cannot be credited.
  if movement.is_charged and movement.is_outside and movement.total = 0 then
    missing.source_id := outside;
    return missing;
  elsif movement.is_charged and movement.total = -p_payment.amount then
    return missing;
  end if;
  return null;
end
$$;

create table private.repair_runs (
  id uuid primary key,
  started_at timestamptz not null default now(),
  started_by uuid not null,
  started_by_name text,
  is_repair boolean not null,
  outcome text constraint repair_runs_outcome_check check (outcome in ('complete', 'stopped', 'failed')),
  problem text constraint repair_runs_problem_check check (char_length(problem) <= 500)
);
comment on table private.repair_runs is 'Every dry run and repair. No foreign keys: rows outlive users.';
comment on column private.repair_runs.is_repair is 'Whether the run went on to credit payments. Otherwise it was a dry run.';
comment on column private.repair_runs.outcome is 'Null while it runs, and of a run whose browser was closed.';

create index repair_runs_started_at_idx on private.repair_runs (started_at desc, id desc);

create table private.repair_run_payments (
  run_id uuid not null references private.repair_runs (id),
  transaction_id uuid not null,
  amount numeric(14, 2) not null,
  repaired_at timestamptz,
  primary key (run_id, transaction_id)
);
comment on table private.repair_run_payments is
  'The payments that a run has found, and when it repaired them. No foreign key: rows outlive transactions.';
comment on column private.repair_run_payments.transaction_id is 'The payer''s transaction, which has the id of the payment''s movement. The credit is part of this movement.';

-- A payment is repaired once.
create unique index repair_run_payments_transaction_id_idx on private.repair_run_payments (transaction_id)
  where repaired_at is not null;

select private.keep_from_api('private.repair_runs');
select private.keep_from_api('private.repair_run_payments');

create function private.open_repair_run(p_run_id uuid, p_is_repair boolean) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  most_an_hour constant integer := 100;
  run_id uuid;
begin
  if not exists (select from private.repair_runs r where r.id = p_run_id) and (
    select count(*) from private.repair_runs r where r.started_by = auth.uid() and r.started_at > now() - interval '1 hour'
  ) >= most_an_hour then
    raise exception 'You have started % runs within an hour. Please try again later.', most_an_hour
      using errcode = 'PT429', hint = 'too-many-changes';
  end if;
  insert into private.repair_runs as r (id, started_by, started_by_name, is_repair)
  values (
    coalesce(p_run_id, private.new_id()), auth.uid(), (select p.full_name from public.profiles p where p.id = auth.uid()),
    p_is_repair
  )
  on conflict (id) do update set
    is_repair = r.is_repair or excluded.is_repair, outcome = null, problem = null
    where r.started_by = auth.uid()
  returning r.id into run_id;
  if run_id is null then
    raise exception 'This run is not yours.' using errcode = 'PT403', hint = 'not-yours';
  end if;
  return run_id;
end
$$;

create function private.find_repairs(
  p_before timestamptz default null, p_before_id uuid default null, p_run_id uuid default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  run_id uuid;
  most_examined constant integer := 10000;
  most_found constant integer := 100;
  oldest constant timestamptz := (select min(t.created_at) from public.transactions t);
  payment public.transactions;
  missing private.missing_credit;
  repairs jsonb := '[]';
  examined integer := 0;
  is_complete boolean;
begin
  perform private.require_permission('repair_transactions');
  run_id := private.open_repair_run(p_run_id, false);
  for payment in
    select t.* from public.transactions t
    where (t.created_at, t.id)
      < (coalesce(p_before, 'infinity'), coalesce(p_before_id, '00000000-0000-0000-0000-000000000000'))
    order by t.created_at desc, t.id desc
    limit most_examined
  loop
    examined := examined + 1;
    missing := private.find_missing_credit(payment);
    if missing.account_id is not null then
      repairs := repairs || (
        select jsonb_build_object(
          'transaction_id', payment.id, 'paid_at', payment.created_at, 'recipient_name', a.account_holder_name,
          'amount', payment.amount, 'old_balance', a.balance, 'new_balance', a.balance + payment.amount,
          'account_type', a.account_type, 'is_own_move', payment.other_account_id is not null
        )
        from public.accounts a where a.id = missing.account_id
      );
      insert into private.repair_run_payments (run_id, transaction_id, amount)
      values (run_id, payment.id, payment.amount)
      on conflict do nothing;
      insert into private.missing_credits (transaction_id) values (payment.id) on conflict do nothing;
      exit when jsonb_array_length(repairs) = most_found;
    end if;
  end loop;

  is_complete := examined < most_examined and jsonb_array_length(repairs) < most_found;
  return jsonb_build_object(
    'repairs', repairs,
    'next_before', case when not is_complete then payment.created_at end,
    'next_before_id', case when not is_complete then payment.id end,
    'progress', case
      when is_complete or payment.created_at <= oldest then 1
      else round(extract(epoch from now() - payment.created_at) / extract(epoch from now() - oldest), 4)
    end
  );
end
$$;
select private.expose('find_repairs', statement_timeout => '8s', description =>
  'Dry run: the payments that a repair would credit, newest first, where the next page starts and the progress from 0 to 1. What it finds is recorded in the run, whose id the caller chooses; no payment is changed. For staff with repair_transactions.');

create function private.credit_missing(p_payment public.transactions, p_missing private.missing_credit, p_at timestamptz)
returns private.money
language plpgsql volatile set search_path = '' as $$
declare
  payer public.accounts;
  payee public.accounts;
begin
  if p_missing.source_id is null then
    -- The payer was charged and no account was credited: this adds the missing entry of the movement.
    with credited as (
      update public.accounts a set balance = a.balance + p_payment.amount
      where a.id = p_missing.account_id
      returning a.balance
    )
    insert into private.ledger_entries (movement_id, account_id, created_at, amount, balance_after)
    select p_payment.movement_id, p_missing.account_id, p_at, p_payment.amount, credited.balance from credited;
  else
    perform private.move_money(p_payment.movement_id, p_missing.source_id, p_missing.account_id, p_payment.amount, p_at);
  end if;
  delete from private.missing_credits m where m.transaction_id = p_payment.id;

  select a.* into strict payee from public.accounts a where a.id = p_missing.account_id;
  select a.* into payer from public.accounts a where a.id = p_payment.from_account_id;
  -- The payee's row may exist without the credit. It gets the time of the credit.
  update public.transactions t set created_at = p_at where t.id = private.other_id(p_payment.movement_id);
  if not found then
    perform private.record_incoming(
      private.other_id(p_payment.movement_id), p_payment.movement_id, payee,
      (coalesce(payer.account_holder_name, 'Account holder'), payer.sort_code, payer.account_number), p_payment.amount,
      p_payment.reference, p_at
    );
    -- Of a move between two accounts of the payer.
    update public.transactions t set other_account_id = p_payment.from_account_id
    where t.id = private.other_id(p_payment.movement_id) and p_payment.other_account_id is not null;
  end if;
  perform private.audit('repair_payment', 'payment', p_payment.id, jsonb_build_object(
    'account_id', payee.id, 'amount', p_payment.amount, 'from', payee.balance - p_payment.amount, 'to', payee.balance
  ));
  return payee.balance;
end
$$;
comment on function private.credit_missing is
  'Books the missing credit of a payment. The calling function has locked the account and checked again.';

create function private.run_repair(p_transaction_ids uuid[], p_run_id uuid default null)
returns table (transaction_id uuid, recipient_name text, amount numeric, old_balance numeric, new_balance numeric)
language plpgsql volatile security definer set search_path = '' as $$
declare
  run_id uuid;
  payment public.transactions;
  missing private.missing_credit;
begin
  perform private.require_permission('repair_transactions');
  if (cardinality(p_transaction_ids) > 0) is not true then
    raise exception 'Choose between 1 and 100 payments.' using errcode = 'PT400';
  end if;
  run_id := private.open_repair_run(p_run_id, true);
  -- Accounts are locked before payments, in the same order as in payments, so that repairs and payments cannot deadlock.
  perform from public.accounts a
  where a.id in (
    select (private.find_missing_credit(t)).account_id from public.transactions t where t.id = any (p_transaction_ids)
  )
  order by a.id
  for no key update;

  for payment in
    select t.* from public.transactions t where t.id = any (p_transaction_ids)
    order by t.created_at, t.id
    for no key update
  loop
    -- Checked again: a concurrent repair may have credited it.
    missing := private.find_missing_credit(payment);
    if missing.account_id is not null then
      new_balance := private.credit_missing(payment, missing, now());
      transaction_id := payment.id;
      amount := payment.amount;
      old_balance := new_balance - amount;
      select a.account_holder_name into recipient_name from public.accounts a where a.id = missing.account_id;
      insert into private.repair_run_payments as r (run_id, transaction_id, amount, repaired_at)
      values (run_id, payment.id, payment.amount, now())
      on conflict on constraint repair_run_payments_pkey do update set repaired_at = excluded.repaired_at;
      return next;
    end if;
  end loop;
end
$$;
select private.expose('run_repair', statement_timeout => '8s', description =>
  'Credits those of the given payments whose credit is still missing, and returns them. For staff with repair_transactions.');

create function private.finish_repair_run(p_run_id uuid, p_outcome text, p_problem text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('repair_transactions');
  if (p_outcome in ('complete', 'stopped', 'failed')) is not true then
    raise exception 'Unknown outcome.' using errcode = 'PT400';
  end if;
  update private.repair_runs r set outcome = p_outcome, problem = nullif(btrim(p_problem), '')
  where r.id = p_run_id and r.started_by = auth.uid();
  if not found then
    raise exception 'There is no such run of yours.' using errcode = 'PT404';
  end if;
end
$$;
select private.expose('finish_repair_run',
  'Records how a run of the caller ended: complete, stopped or failed, and why. For staff with repair_transactions.');

create function private.list_repair_runs(
  p_before timestamptz default null, p_before_id uuid default null, p_limit integer default 50
)
returns table (
  id uuid, started_at timestamptz, started_by_name text, is_repair boolean, outcome text, problem text,
  found bigint, found_total numeric, repaired bigint, repaired_total numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('repair_transactions');
  return query
  select
    r.id, r.started_at, r.started_by_name, r.is_repair, r.outcome, r.problem, sums.found, sums.found_total,
    sums.repaired, sums.repaired_total
  from (
    select * from private.repair_runs r
    where (r.started_at, r.id)
      < (coalesce(p_before, 'infinity'), coalesce(p_before_id, '00000000-0000-0000-0000-000000000000'))
    order by r.started_at desc, r.id desc
    limit private.page_size(p_limit)
  ) r
  cross join lateral (
    select
      count(*) as found, coalesce(sum(p.amount), 0) as found_total,
      count(p.repaired_at) as repaired, coalesce(sum(p.amount) filter (where p.repaired_at is not null), 0) as repaired_total
    from private.repair_run_payments p where p.run_id = r.id
  ) sums
  order by r.started_at desc, r.id desc;
end
$$;
select private.expose('list_repair_runs', statement_timeout => '8s', description =>
  'All dry runs and repairs, newest first, at most 100 before a row''s started_at and id: who ran them, what they found and repaired, and how they ended. For staff with repair_transactions.');

create function private.unmark_credited() returns void
language sql volatile set search_path = ''
begin atomic
  delete from private.missing_credits m
  where not exists (
    select from public.transactions t where t.id = m.transaction_id and (private.find_missing_credit(t)).account_id is not null
  );
end;

create table private.credit_search (
  only_row boolean primary key default true constraint credit_search_only_row_check check (only_row),
  started_at timestamptz not null default '-infinity',
  finished_at timestamptz not null default '-infinity',
  before timestamptz not null default 'infinity',
  before_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
comment on table private.credit_search is 'How far the nightly search for payments without their credit has come, in one row.';
comment on column private.credit_search.finished_at is 'When the oldest transaction was last reached. Before started_at while the search runs.';
comment on column private.credit_search.before is 'With before_id, the transaction before which the search goes on: it starts with the newest.';

select private.keep_from_api('private.credit_search');

insert into private.credit_search default values;

create function private.is_credit_search_due() returns boolean
language sql stable set search_path = ''
return (select s.finished_at < s.started_at or s.started_at <= now() - interval '12 hours' from private.credit_search s);
comment on function private.is_credit_search_due is 'Whether the search of this night has not reached the oldest transaction.';

create function private.mark_missing_credits(p_rows integer default 10000) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  search private.credit_search;
  examined integer;
begin
  select s.* into strict search from private.credit_search s for update;
  if search.finished_at >= search.started_at then
    perform private.unmark_credited();
    search.started_at := now();
    search.before := 'infinity';
    search.before_id := '00000000-0000-0000-0000-000000000000';
  end if;
  with examined as (
    select t.* from public.transactions t
    where (t.created_at, t.id) < (search.before, search.before_id)
    order by t.created_at desc, t.id desc
    limit p_rows
  ),
  marked as (
    insert into private.missing_credits (transaction_id)
    select e.id from examined e where (private.find_missing_credit(e)).account_id is not null
    on conflict do nothing
  )
  select min(e.created_at), (array_agg(e.id order by e.created_at, e.id))[1], count(*) into search.before, search.before_id, examined
  from examined e;
  update private.credit_search s set
    started_at = search.started_at,
    finished_at = case when examined < p_rows then now() else s.finished_at end,
    before = coalesce(search.before, s.before), before_id = coalesce(search.before_id, s.before_id)
  where s.only_row;
  return examined = p_rows;
end
$$;
comment on function private.mark_missing_credits is
  'Marks the payments without their credit among the next transactions, from the newest if no search is running. Returns whether transactions are left.';

-- Each minute of one hour: a run looks at more than a million transactions, and the next one goes on before them.
select cron.schedule(
  'find-missing-credits', '* 4 * * *', private.job_in_steps('case when private.is_credit_search_due() then private.mark_missing_credits() end')
);
