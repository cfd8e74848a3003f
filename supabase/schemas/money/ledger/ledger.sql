-- Double-entry ledger. Every change of a balance is a movement of two entries that sum to zero.

create table private.ledger_accounts (
  id uuid primary key,
  name text not null unique,
  is_hold boolean not null default false
);
comment on table private.ledger_accounts is 'The bank''s own accounts. They have no running balance, so payments do not wait for a lock on them.';
comment on column private.ledger_accounts.is_hold is 'Whether it holds money for customers. The total of these accounts is the total of accounts.held.';

select private.keep_from_api('private.ledger_accounts');

insert into private.ledger_accounts (id, name) values
  ('00000000-0000-0000-0000-000000000001', 'outside world'),
  ('00000000-0000-0000-0000-000000000002', 'opening balances'),
  ('00000000-0000-0000-0000-000000000003', 'adjustments'),
  ('00000000-0000-0000-0000-000000000004', 'cheques in clearing'),
  ('00000000-0000-0000-0000-000000000005', 'closed accounts');
insert into private.ledger_accounts (id, name, is_hold) values
  ('00000000-0000-0000-0000-000000000006', 'payments in flight', true),
  ('00000000-0000-0000-0000-000000000007', 'card holds', true),
  ('00000000-0000-0000-0000-000000000008', 'card shortfalls', false);

create function private.ledger_account(p_name text) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  account_id uuid;
begin
  select a.id into strict account_id from private.ledger_accounts a where a.name = p_name;
  return account_id;
end
$$;

create domain private.entry_amount as numeric(14, 2)
  constraint entry_amount_check check (value <> 0 and value <> 'NaN');
comment on domain private.entry_amount is 'What an entry adds to an account, or takes from it if it is negative.';

create table private.ledger_entries (
  id bigint generated always as identity,
  movement_id uuid not null,
  account_id uuid not null,
  created_at timestamptz not null,
  amount private.entry_amount not null,
  balance_after numeric(14, 2),
  -- In the order of statements. Nothing looks up an entry by its id alone.
  primary key (account_id, created_at, id)
);
comment on table private.ledger_entries is 'Append-only. The entries of a movement sum to zero, and the balance of an account is the sum of its entries.';
comment on column private.ledger_entries.account_id is 'public.accounts or private.ledger_accounts. No foreign key: entries outlive the account.';
comment on column private.ledger_entries.balance_after is 'The balance after this entry. Null for the bank''s own accounts.';

-- Entries are written in time order, so a BRIN index finds a movement.
create index ledger_entries_created_at_idx on private.ledger_entries using brin (created_at) with (autosummarize = on);

select private.keep_from_api('private.ledger_entries');

create trigger ledger_is_append_only before update or delete or truncate on private.ledger_entries
  for each statement execute function private.prevent_change();

create trigger require_active_session after insert on private.ledger_entries
  for each statement execute function private.require_active_session();

create function private.require_movable(
  p_from uuid, p_to uuid, p_from_balance numeric, p_to_balance numeric, p_is_limited boolean
) returns void
language plpgsql stable set search_path = '' as $$
begin
  -- The bank's own accounts have no balance.
  if p_from_balance is null and not exists (select from private.ledger_accounts l where l.id = p_from) then
    if p_is_limited and exists (select from public.accounts a where a.id = p_from and a.is_frozen) then
      if exists (
        select from public.accounts a join public.profiles p on p.id = a.user_id where a.id = p_from and p.suspended_at is not null
      ) then
        perform private.raise_session_ended();
      end if;
      perform private.raise_frozen();
    elsif exists (select from public.accounts a where a.id = p_from) then
      raise exception 'You don''t have enough balance for this transaction.' using errcode = 'PT402', hint = 'insufficient-funds';
    end if;
    raise exception 'This account does not exist.' using errcode = 'PT404';
  elsif p_to_balance is null and not exists (select from private.ledger_accounts l where l.id = p_to) then
    if exists (select from public.accounts a where a.id = p_to) then
      raise exception 'The payee''s account can''t hold this amount.' using errcode = 'PT409';
    end if;
    raise exception 'This account does not exist.' using errcode = 'PT404';
  end if;
end
$$;
comment on function private.require_movable is
  'Raises an error unless each side whose balance is null is an account of the bank. Called by move_money, which got the balances from its updates.';

create function private.move_money(
  p_movement_id uuid, p_from uuid, p_to uuid, p_amount numeric, p_at timestamptz, p_daily_limit numeric default null
) returns numeric
language plpgsql volatile set search_path = '' as $$
declare
  -- What the column can store.
  highest_balance constant numeric := 999999999999.99;
  from_balance numeric(14, 2);
  to_balance numeric(14, 2);
  sent numeric;
  -- Only what counts towards a limit changes what was sent today.
  day constant date := case when p_daily_limit is not null then (p_at at time zone 'Europe/London')::date end;
begin
  if (p_amount > 0 and p_from <> p_to) is not true then
    raise exception 'A movement needs an amount and two accounts.' using errcode = 'PT400';
  end if;
  -- The update takes the row lock, always on the lower id first, so payments in opposite directions cannot deadlock.
  -- A payment that began before midnight and waited for the lock counts on the day that the account has reached.
  if p_from < p_to then
    update public.accounts a set
      balance = a.balance - p_amount,
      sent_today = case when day is null then a.sent_today when a.sent_on >= day then a.sent_today + p_amount else p_amount end,
      sent_on = greatest(a.sent_on, day)
    where a.id = p_from and a.balance >= p_amount and (day is null or not a.is_frozen)
    returning a.balance, a.sent_today into from_balance, sent;
    if from_balance is null and day is null then
      p_from := private.take_from_closed(p_movement_id, p_from, p_amount, p_at);
    end if;
    update public.accounts a set balance = a.balance + p_amount
    where a.id = p_to and a.balance <= highest_balance - p_amount and not a.is_closed returning a.balance into to_balance;
  else
    update public.accounts a set balance = a.balance + p_amount
    where a.id = p_to and a.balance <= highest_balance - p_amount and not a.is_closed returning a.balance into to_balance;
    update public.accounts a set
      balance = a.balance - p_amount,
      sent_today = case when day is null then a.sent_today when a.sent_on >= day then a.sent_today + p_amount else p_amount end,
      sent_on = greatest(a.sent_on, day)
    where a.id = p_from and a.balance >= p_amount and (day is null or not a.is_frozen)
    returning a.balance, a.sent_today into from_balance, sent;
    -- What the bank takes back, and no payment of a customer. Here, because it takes the lock too.
    if from_balance is null and day is null then
      p_from := private.take_from_closed(p_movement_id, p_from, p_amount, p_at);
    end if;
  end if;
  -- Both balances and no limit passed: the usual case asks nothing else, and a payment to another bank only this.
  if from_balance is null or to_balance is null then
    if from_balance is null or not exists (select from private.ledger_accounts l where l.id = p_to) then
      if to_balance is null then
        p_to := private.keep_for_closed(p_movement_id, p_to, p_amount, p_at);
      end if;
      perform private.require_movable(p_from, p_to, from_balance, to_balance, day is not null);
    end if;
  end if;
  if sent > p_daily_limit then
    raise exception 'You can send up to % more today.', private.in_pounds(greatest(p_daily_limit - sent + p_amount, 0))
      using errcode = 'PT400', hint = 'daily-limit';
  end if;
  insert into private.ledger_entries (movement_id, account_id, created_at, amount, balance_after) values
    (p_movement_id, p_from, p_at, -p_amount, from_balance),
    (p_movement_id, p_to, p_at, p_amount, to_balance);
  return from_balance;
end
$$;
comment on function private.move_money is
  'Moves money between two accounts. What goes to a closed account waits for its owner in "closed accounts", and what the bank takes from it comes from there. Returns the new balance of the source account. With a daily limit the movement counts towards it, and is refused above it.';

create type private.credit as (movement_id uuid, account_id uuid, amount numeric);
comment on type private.credit is 'A movement to an account in a list of them.';

create function private.move_each(p_from uuid, p_credits private.credit[], p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if exists (
    select from unnest(p_credits) c
    left join public.accounts a on a.id = c.account_id
    left join private.ledger_accounts l on l.id = c.account_id
    where (c.amount > 0) is not true or coalesce(a.id, l.id) is null
  ) then
    raise exception 'A movement needs an amount and two accounts.' using errcode = 'PT400';
  end if;
  with credit as (
    select c.*, sum(c.amount) over (partition by c.account_id order by c.place) as credited_until
    from unnest(p_credits) with ordinality c (movement_id, account_id, amount, place)
  ),
  account as (
    update public.accounts a set balance = a.balance + t.total
    from (select c.account_id, sum(c.amount) as total from credit c group by c.account_id) t
    where a.id = t.account_id
    returning a.id, a.balance - t.total as balance_before
  )
  insert into private.ledger_entries (movement_id, account_id, created_at, amount, balance_after)
  select
    c.movement_id, case when side.is_credit then c.account_id else p_from end, p_at,
    case when side.is_credit then c.amount else -c.amount end,
    case when side.is_credit then a.balance_before + c.credited_until end
  from credit c
  cross join (values (false), (true)) side (is_credit)
  left join account a on a.id = c.account_id
  order by c.place, side.is_credit;
end
$$;
comment on function private.move_each is
  'Moves money from one of the bank''s own accounts to each of these accounts. The calling function has locked the accounts of customers, in the order of their ids.';

create function private.hold_money(
  p_movement_id uuid, p_account_id uuid, p_held_in text, p_amount private.money, p_at timestamptz,
  p_daily_limit numeric default null
) returns numeric
language plpgsql volatile set search_path = '' as $$
declare
  new_balance numeric;
begin
  new_balance := private.move_money(
    p_movement_id, p_account_id, private.ledger_account(p_held_in), p_amount, p_at, p_daily_limit
  );
  update public.accounts a set held = a.held + p_amount where a.id = p_account_id;
  return new_balance;
end
$$;
comment on function private.hold_money is 'Moves money from a customer''s account into one of the bank''s accounts that hold. Returns the new balance.';

create function private.settle_hold(
  p_movement_id uuid, p_account_id uuid, p_held_in text, p_to uuid, p_amount private.money, p_at timestamptz
) returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- In the order in which move_money locks accounts.
  perform from public.accounts a where a.id in (p_account_id, p_to) order by a.id for no key update;
  perform private.move_money(p_movement_id, private.ledger_account(p_held_in), p_to, p_amount, p_at);
  update public.accounts a set held = a.held - p_amount where a.id = p_account_id;
end
$$;
comment on function private.settle_hold is 'Moves held money of a customer to another account, or back to the customer''s own.';

create function private.verify_ledger()
returns table (problem text, subject_id uuid, expected numeric, found numeric)
language sql stable set search_path = ''
begin atomic
  select 'movement does not sum to zero', e.movement_id, 0::numeric, sum(e.amount)
  from private.ledger_entries e
  group by e.movement_id
  having sum(e.amount) <> 0
  union all
  select 'balance is not the sum of the entries', a.id, coalesce(e.total, 0), a.balance
  from public.accounts a
  left join (select account_id, sum(amount) as total from private.ledger_entries group by account_id) e on e.account_id = a.id
  where a.balance <> coalesce(e.total, 0)
  union all
  select 'balance after an entry is wrong', e.account_id, e.total, e.balance_after
  from (
    select account_id, balance_after, sum(amount) over (partition by account_id order by id) as total
    from private.ledger_entries
  ) e
  where e.balance_after is not null and e.balance_after <> e.total
  union all
  select 'held money differs from the accounts that hold it', null, held.in_ledger, held.of_customers
  from (
    select
      (
        select coalesce(sum(e.amount), 0) from private.ledger_entries e
        where e.account_id in (select l.id from private.ledger_accounts l where l.is_hold)
      ) as in_ledger,
      (select coalesce(sum(a.held), 0) from public.accounts a) as of_customers
  ) held
  where held.in_ledger <> held.of_customers
  union all
  select 'held money is negative', a.id, 0, a.held from public.accounts a where a.held < 0;
end;
