-- Current accounts. Balances change only through private.move_money.

create table public.accounts (
  id uuid primary key default gen_random_uuid(),
  -- No cascade: an account with money in it cannot vanish together with its owner.
  user_id uuid not null references auth.users (id),
  created_at timestamptz not null default now(),
  balance numeric(14, 2) not null default 0 check (balance between 0 and 999999999999.99),
  account_type text not null default 'current' check (account_type = 'current'),
  sort_code text not null check (sort_code ~ '^[0-9]{2}-[0-9]{2}-[0-9]{2}$'),
  account_number text not null check (account_number ~ '^[0-9]{8}$'),
  card_number text not null unique check (card_number ~ '^4659[0-9]{12}$'),
  card_last_four text not null generated always as (right(card_number, 4)) stored,
  account_holder_name text not null check (
    char_length(account_holder_name) between 1 and 140 and private.is_clean(account_holder_name)
  ),
  unique (user_id, account_type),
  unique (account_number, sort_code)
)
-- Every payment updates the balance: room in the page, and no index on it, keeps that update in place.
with (fillfactor = 70);
comment on table public.accounts is 'Current accounts. Balances change only through the functions of the ledger.';
comment on column public.accounts.card_number is 'Granted to nobody: get_my_card_number() reads it.';

alter table public.accounts enable row level security;
grant select (
  id, user_id, created_at, balance, account_type, sort_code, account_number, card_last_four, account_holder_name
) on public.accounts to authenticated;
grant update (account_holder_name) on public.accounts to authenticated;

create policy "Customers read their own account, user administrators all" on public.accounts
  for select to authenticated using (
    (user_id = (select auth.uid()) and (select private.is_approved()))
    or (select private.has_permission('approve_users'))
  );

create policy "Customers rename their own account" on public.accounts
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()))
  with check (user_id = (select auth.uid()) and (select private.is_approved()));

alter publication supabase_realtime add table public.accounts;

create function private.get_my_card_number() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_approved() then
    return null;
  end if;
  return (select a.card_number from public.accounts a where a.user_id = auth.uid() and a.account_type = 'current');
end
$$;

create function public.get_my_card_number() returns text
language sql stable security invoker set search_path = ''
begin atomic
  select private.get_my_card_number();
end;
comment on function public.get_my_card_number is 'The full number of the caller''s debit card.';

grant execute on function private.get_my_card_number, public.get_my_card_number to authenticated;
