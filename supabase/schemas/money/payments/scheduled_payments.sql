-- Incoming payments that a customer schedules. A job credits what is due every minute.

create table public.scheduled_payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  to_account_id uuid not null references public.accounts (id),
  request_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  scheduled_for timestamptz not null,
  processed boolean not null default false,
  -- No scale, so that 10.005 is rejected instead of rounded.
  amount numeric not null
    constraint scheduled_payments_amount_check check (amount > 0 and amount <= 1000000 and amount = round(amount, 2)),
  from_name text not null
    constraint scheduled_payments_from_name_check check (char_length(from_name) between 1 and 140 and private.is_clean(from_name)),
  reference text
    constraint scheduled_payments_reference_check check (char_length(reference) between 1 and 18 and private.is_clean(reference)),
  unique (user_id, request_id),
  constraint scheduled_payments_scheduled_for_check check (scheduled_for > created_at and isfinite(scheduled_for))
);
comment on table public.scheduled_payments is 'Incoming payments that a customer has scheduled. Credited when due. At most 5,000.00 per account and day, and 50 open ones per account.';
comment on column public.scheduled_payments.request_id is 'The idempotency key: a repeated request adds nothing.';

create index scheduled_payments_user_id_scheduled_for_idx on public.scheduled_payments (user_id, scheduled_for);
create index scheduled_payments_to_account_id_scheduled_for_idx on public.scheduled_payments (to_account_id, scheduled_for);
create index scheduled_payments_due_idx on public.scheduled_payments (scheduled_for, id) where not processed;
create index scheduled_payments_open_idx on public.scheduled_payments (to_account_id) where not processed;

select private.let_customers_read('public.scheduled_payments');
grant delete on public.scheduled_payments to authenticated;

create policy "Customers delete their own scheduled payments until they are processed" on public.scheduled_payments
  for delete to authenticated using (user_id = (select auth.uid()) and not processed and (select private.is_approved()));

alter publication supabase_realtime add table public.scheduled_payments;

select private.guard_client_writes('public.scheduled_payments', 'delete');

create function private.schedule_payment(
  p_amount text, p_from_name text, p_scheduled_for timestamptz, p_reference text default null,
  p_request_id uuid default gen_random_uuid()
) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  account constant public.accounts := private.my_current_account();
  scheduled_amount constant numeric := private.plain_decimal(p_amount);
  payer_name constant text := btrim(p_from_name);
  payment_reference constant text := nullif(btrim(p_reference), '');
  first public.scheduled_payments;
  payment_id uuid;
begin
  perform private.lock_request_key('scheduled payment ' || account.user_id || '/' || p_request_id);
  select s.* into first from public.scheduled_payments s
  where s.user_id = account.user_id and s.request_id = p_request_id;
  if found then
    perform private.require_same_request(
      (first.amount, first.from_name, first.reference, first.scheduled_for)
        is not distinct from (scheduled_amount, payer_name, payment_reference, p_scheduled_for)
    );
    return first.id;
  end if;
  perform private.require_valid_amount(scheduled_amount);
  if (p_scheduled_for > now() and isfinite(p_scheduled_for)) is not true then
    raise exception 'Please choose a date and time in the future.' using errcode = 'PT400', hint = 'field:time';
  end if;
  insert into public.scheduled_payments (
    user_id, to_account_id, request_id, scheduled_for, amount, from_name, reference
  )
  values (
    account.user_id, account.id, p_request_id, p_scheduled_for, scheduled_amount, payer_name, payment_reference
  )
  returning id into payment_id;
  perform private.enforce_schedule_limits(account.id, p_scheduled_for);
  return payment_id;
end
$$;
select private.expose('schedule_payment',
  'Schedules an incoming payment into the caller''s account and returns its id. p_request_id is the idempotency key: a repeated request returns the first id and schedules nothing.');

create function private.enforce_schedule_limits(p_account_id uuid, p_scheduled_for timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  daily_limit constant numeric := 5000.00;
  most_open constant integer := 50;
  day constant timestamp := date_trunc('day', p_scheduled_for at time zone 'Europe/London');
begin
  -- Calls for one account are serialised until commit, so each sees the earlier ones.
  perform pg_advisory_xact_lock(hashtextextended('scheduled payments of ' || p_account_id, 0));
  if (
    select sum(s.amount) from public.scheduled_payments s
    where s.to_account_id = p_account_id
      and s.scheduled_for >= day at time zone 'Europe/London'
      and s.scheduled_for < (day + interval '1 day') at time zone 'Europe/London'
  ) > daily_limit then
    raise exception 'You can pay in up to £5,000 per day. Please choose a smaller amount or another day.'
      using errcode = 'PT400', hint = 'field:amount';
  elsif (
    select count(*) from public.scheduled_payments s where s.to_account_id = p_account_id and not s.processed
  ) > most_open then
    raise exception 'You can have up to % scheduled payments at a time. Please delete one, or wait until one is processed.', most_open
      using errcode = 'PT409', hint = 'too-many-scheduled';
  end if;
end
$$;
comment on function private.enforce_schedule_limits is
  'Raises an error if the account has too many scheduled payments, or too much on this day. Processed payments count for the day, because the limit is for the day of the payment.';

create function private.credit_scheduled_payment(p_id uuid, p_at timestamptz default now()) returns boolean
language plpgsql volatile set search_path = ''
-- An account that another transaction has locked must not delay the other payments of a run.
set lock_timeout = '500ms' as $$
declare
  due public.scheduled_payments;
  account public.accounts;
begin
  -- A row that another run or a deletion has locked is skipped.
  select s.* into due from public.scheduled_payments s
  where s.id = p_id and not s.processed and s.scheduled_for <= p_at
  for update skip locked;
  if not found then
    return false;
  end if;
  update public.scheduled_payments s set processed = true where s.id = due.id;
  perform private.move_money(due.id, private.ledger_account('cheques in clearing'), due.to_account_id, due.amount, p_at);
  select a.* into strict account from public.accounts a where a.id = due.to_account_id;
  -- A cheque shows a name but no account.
  perform private.record_incoming(due.id, due.id, account, (due.from_name, null, null), due.amount, due.reference, p_at);
  return true;
exception when lock_not_available or deadlock_detected or serialization_failure then
  raise warning 'scheduled payment % was not credited: %', p_id, sqlstate;
  return false;
end
$$;
comment on function private.credit_scheduled_payment is
  'Marks a due payment processed, moves the money and writes the customer''s transaction. False if it is not due, is being processed, or another transaction has locked the account.';

select cron.schedule('process-due-scheduled-payments', '* * * * *', private.job_for_each($$
    select s.id, s.to_account_id as waits_for from public.scheduled_payments s
    where not s.processed and s.scheduled_for <= now()
    order by s.scheduled_for, s.id
    limit 10000
$$, 'private.credit_scheduled_payment(due.id)', 'scheduled payments were not credited'));
