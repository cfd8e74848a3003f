-- The accounts of customers: each has one current account, and savings accounts beside it.

create domain public.account_type as text
  constraint account_type_check check (value in ('current', 'savings'));
comment on domain public.account_type is 'Whether an account is the current account of its customer or a savings account.';

create type private.party as (name text, sort_code text, account_number text);
comment on type private.party is 'The payer or the payee of a payment: a name and an account.';

create table public.accounts (
  id uuid primary key default gen_random_uuid(),
  -- No cascade: an account with money in it cannot be deleted with its owner.
  user_id uuid not null references auth.users (id),
  created_at timestamptz not null default now(),
  -- 0.00 and not 0: Postgres would convert the integer for each statement that writes the table.
  balance numeric(14, 2) not null default 0
    constraint accounts_balance_check check (balance >= 0.00),
  -- No check: Postgres plans the checks of a table for each statement that writes it. verify_ledger compares it.
  held numeric(14, 2) not null default 0,
  -- In this row, because each payment writes it anyway.
  sent_on date,
  sent_today numeric(14, 2) not null default 0,
  is_frozen boolean not null default false,
  is_closed boolean not null default false,
  account_type public.account_type not null default 'current',
  sort_code public.sort_code not null,
  account_number public.account_number not null,
  card_last_four text not null,
  account_holder_name public.customer_name not null,
  place smallint not null default 0,
  -- One current account for each customer. One index for this and for all accounts of a customer: a payment opens each index.
  unique (user_id, account_type, place),
  unique (account_number, sort_code)
)
-- Every payment updates the balance. Free space in the page and no index on the balance keep that update in place.
with (fillfactor = 70);
comment on table public.accounts is 'Current accounts and savings accounts. Only the ledger functions change balances.';
comment on column public.accounts.held is
  'Money that is held and no longer part of the balance, for example during the undo window of a payment. No role may select it: payments and previews name what is held.';
comment on column public.accounts.sent_today is 'What left the account by payments on sent_on, a day in London. No role may select it: get_payment_limit returns it.';
comment on column public.accounts.is_frozen is
  'Whether the customer is suspended or has frozen the account. In this row, so that a payment that has passed its checks is refused when it takes the lock. No role may select it.';
comment on column public.accounts.is_closed is
  'Whether the account is closed. Its number is then unknown to payers, and what is still booked to it waits in the ledger account "closed accounts". In this row for the same reason as is_frozen. No role may select it.';
comment on column public.accounts.card_last_four is 'Of the card that the customer uses now. A copy, so that the first screen reads one row. Empty for a savings account.';
comment on column public.accounts.place is 'The order in the customer''s list: 0 for the current account, from 1 for savings accounts. No role may select it.';

alter table public.accounts enable row level security;
grant select (
  id, user_id, created_at, balance, account_type, sort_code, account_number, card_last_four, account_holder_name
) on public.accounts to authenticated;
grant update (account_holder_name) on public.accounts to authenticated;

create policy "Customers read their own account" on public.accounts
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

-- The name on the current account is the name on all of them.
create policy "Customers rename their own account" on public.accounts
  for update to authenticated
  using (user_id = (select auth.uid()) and account_type = 'current' and (select private.is_approved()))
  with check (user_id = (select auth.uid()) and account_type = 'current' and (select private.is_approved()));

create function private.lock_payer(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('payments by ' || p_user_id, 0));
end
$$;
comment on function private.lock_payer is
  'Waits for the payments by this customer and lets later ones wait until commit. Called before a customer''s own request locks rows that a payment writes: otherwise the payment would wait for these rows with the payee''s account locked, as long as the customer makes the request take.';

create function private.lock_accounts_of(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform from public.accounts a where a.user_id = p_user_id order by a.id for no key update;
end
$$;
comment on function private.lock_accounts_of is
  'Locks the accounts of a customer in the order in which movements lock accounts. Called before a statement that writes all of them, which would lock them in another order.';

create function private.lock_calling_payer() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.lock_payer(auth.uid());
  if tg_table_name = 'accounts' then
    perform private.lock_accounts_of(auth.uid());
  end if;
  return null;
end
$$;

-- Of the only column that customers may update: for any other, a payment would prepare the condition at each update.
create trigger lock_calling_payer before update of account_holder_name on public.accounts
  for each statement when (current_user = 'authenticated') execute function private.lock_calling_payer();

create trigger require_active_session after update of account_holder_name on public.accounts
  for each statement execute function private.require_active_session();
create trigger require_unfrozen_owner after update of account_holder_name on public.accounts
  for each statement execute function private.require_unfrozen_owner();

create function private.share_holder_name() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  if new.account_type = 'current' and old.account_holder_name is distinct from new.account_holder_name then
    update public.accounts a set account_holder_name = new.account_holder_name
    where a.user_id = new.user_id and a.account_type = 'savings';
    -- A thief who pays under another name.
    perform private.tell_owner(
      new.user_id, 'The name on your account has changed',
      'The name that people see who pay you, or whom you pay, has changed.'
    );
  end if;
  return null;
end
$$;

-- The condition is in the function: Postgres copies that of a trigger at each update of a balance.
create trigger share_holder_name after update of account_holder_name on public.accounts
  for each row execute function private.share_holder_name();

alter publication supabase_realtime add table public.accounts;

create function private.owner_of(p_sort_code text, p_account_number text) returns uuid
language sql stable set search_path = ''
begin atomic
  select a.user_id from public.accounts a where a.account_number = p_account_number and a.sort_code = p_sort_code;
end;
comment on function private.owner_of is 'The customer here whose account has these numbers; null if there is none.';

create function private.my_current_account() returns public.accounts
language plpgsql stable set search_path = '' as $$
declare
  account public.accounts;
begin
  perform private.require_approved();
  select a.* into account from public.accounts a where a.user_id = auth.uid() and a.account_type = 'current';
  if not found then
    raise exception 'You do not have an account yet.' using errcode = 'PT404', hint = 'no-account';
  end if;
  return account;
end
$$;
comment on function private.my_current_account is 'The caller''s current account. Raises an error if the caller has no access or no account.';

create function private.my_account(p_id uuid) returns public.accounts
language plpgsql stable set search_path = '' as $$
declare
  account public.accounts;
begin
  perform private.require_approved();
  select a.* into account from public.accounts a where a.id = p_id and a.user_id = auth.uid();
  if not found then
    raise exception 'We can''t find that account.' using errcode = 'PT404', hint = 'no-account';
  end if;
  return account;
end
$$;
comment on function private.my_account is 'This account of the caller. Raises an error if the caller has no access, or no account with this id.';

create function private.type_of_account(p_id uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (select a.account_type from public.accounts a where a.id = p_id);
end
$$;

create function private.account_now(p_id uuid) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (
    select case when a.account_type = 'savings' and a.is_closed then c.id else a.id end
    from public.accounts a
    left join public.accounts c on c.user_id = a.user_id and c.account_type = 'current'
    where a.id = p_id
  );
end
$$;
comment on function private.account_now is
  'Where the money of this account is now: after its customer closed a savings account, in the current account. For what is returned later. Null without an account.';

create function private.set_display_name(p_full_name text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_name constant text := btrim(p_full_name);
  problem constant text := case
    when coalesce(new_name, '') = '' then 'Enter your name.'
    else private.customer_name_problem(new_name)
  end;
begin
  perform private.require_approved();
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400', hint = 'field:fullName';
  end if;
  perform private.lock_payer(auth.uid());
  update public.profiles p set full_name = new_name where p.id = auth.uid();
  -- After the profile, as a freeze does.
  perform private.lock_accounts_of(auth.uid());
  update public.accounts a set account_holder_name = new_name where a.user_id = auth.uid() and a.account_type = 'current';
  return new_name;
end
$$;
select private.expose('set_display_name',
  'Changes the caller''s name on the profile and the accounts. Returns the stored name.');

create function private.is_own_sort_code(p_sort_code text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- add_account gives accounts these sort codes.
  return coalesce(p_sort_code ~ '^00-[1-9][0-9]-[1-9][0-9]$', false);
end
$$;
comment on function private.is_own_sort_code is
  'Whether accounts with this sort code are at this bank. Sort codes that start with 00 are not allocated to any bank.';
