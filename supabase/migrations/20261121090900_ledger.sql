-- Double-entry ledger. Every change of a balance is a movement of two entries that sum to zero.

create table private.ledger_accounts (
  id uuid primary key,
  name text not null unique
);
comment on table private.ledger_accounts is 'The bank''s own accounts. They have no running balance, so payments do not wait for a lock on them.';

alter table private.ledger_accounts enable row level security;
create policy "No API role can access the bank's accounts" on private.ledger_accounts
  for all to anon, authenticated using (false);

insert into private.ledger_accounts (id, name) values
  ('00000000-0000-0000-0000-000000000001', 'outside world'),
  ('00000000-0000-0000-0000-000000000002', 'opening balances'),
  ('00000000-0000-0000-0000-000000000003', 'adjustments'),
  ('00000000-0000-0000-0000-000000000004', 'cheques in clearing'),
  ('00000000-0000-0000-0000-000000000005', 'closed accounts');

create function private.ledger_account(p_name text) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  account_id uuid;
begin
  select a.id into strict account_id from private.ledger_accounts a where a.name = p_name;
  return account_id;
end
$$;

create table private.ledger_entries (
  id bigint generated always as identity,
  movement_id uuid not null,
  account_id uuid not null,
  created_at timestamptz not null,
  amount numeric(14, 2) not null constraint ledger_entries_amount_check check (amount <> 0 and amount <> 'NaN'),
  balance_after private.money,
  -- In the order of statements. Nothing looks up an entry by its id alone.
  primary key (account_id, created_at, id)
);
comment on table private.ledger_entries is 'Append-only. The entries of a movement sum to zero, and the balance of an account is the sum of its entries.';
comment on column private.ledger_entries.account_id is 'public.accounts or private.ledger_accounts. No foreign key: entries outlive the account.';
comment on column private.ledger_entries.balance_after is 'The balance after this entry. Null for the bank''s own accounts.';

-- Entries are written in time order, so a BRIN index finds a movement.
create index ledger_entries_created_at_idx on private.ledger_entries using brin (created_at) with (autosummarize = on);

alter table private.ledger_entries enable row level security;
create policy "No API role can access the ledger" on private.ledger_entries
  for all to anon, authenticated using (false);

create trigger ledger_is_append_only before update or delete or truncate on private.ledger_entries
  for each statement execute function private.prevent_change();

create trigger require_active_session after insert on private.ledger_entries
  for each statement execute function private.require_active_session();

create function private.move_money(
  p_movement_id uuid, p_from uuid, p_to uuid, p_amount private.money, p_at timestamptz
) returns private.money
language plpgsql volatile set search_path = '' as $$
declare
  from_balance numeric;
  to_balance numeric;
begin
  if p_amount is null or p_amount = 0 or p_from = p_to then
    raise exception 'A movement needs an amount and two accounts.' using errcode = 'PT400';
  end if;
  -- The update takes the row lock, always on the lower id first, so payments in opposite directions cannot deadlock.
  if p_from < p_to then
    update public.accounts a set balance = a.balance - p_amount
    where a.id = p_from and a.balance >= p_amount
    returning a.balance into from_balance;
    update public.accounts a set balance = a.balance + p_amount where a.id = p_to returning a.balance into to_balance;
  else
    update public.accounts a set balance = a.balance + p_amount where a.id = p_to returning a.balance into to_balance;
    update public.accounts a set balance = a.balance - p_amount
    where a.id = p_from and a.balance >= p_amount
    returning a.balance into from_balance;
  end if;
  -- The bank's own accounts have no balance.
  if from_balance is null and not exists (select from private.ledger_accounts l where l.id = p_from) then
    if exists (select from public.accounts a where a.id = p_from) then
      raise exception 'You don''t have enough balance for this transaction.' using errcode = 'PT402', hint = 'insufficient-funds';
    end if;
    raise exception 'This account does not exist.' using errcode = 'PT404';
  elsif to_balance is null and not exists (select from private.ledger_accounts l where l.id = p_to) then
    raise exception 'This account does not exist.' using errcode = 'PT404';
  end if;
  insert into private.ledger_entries (movement_id, account_id, created_at, amount, balance_after) values
    (p_movement_id, p_from, p_at, -p_amount, from_balance),
    (p_movement_id, p_to, p_at, p_amount, to_balance);
  return from_balance;
end
$$;
comment on function private.move_money is 'Moves money between two accounts. Returns the new balance of the source account.';

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
  where e.balance_after is not null and e.balance_after <> e.total;
end;
comment on function private.verify_ledger is 'The inconsistencies of the ledger. No rows if it is consistent.';
