-- People whom a customer has paid, saved by the payment itself.

create table public.recipients (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  account_holder_name text not null check (
    char_length(account_holder_name) between 1 and 140 and private.is_clean(account_holder_name)
  ),
  sort_code text not null check (sort_code ~ '^[0-9]{2}-[0-9]{2}-[0-9]{2}$'),
  account_number text not null check (account_number ~ '^[0-9]{8}$'),
  last_payment_amount numeric(14, 2) check (last_payment_amount between 0 and 999999999999.99),
  last_payment_date timestamptz,
  unique (user_id, account_number, sort_code)
)
with (fillfactor = 80);
comment on table public.recipients is 'Payees that a customer has paid before. Written by the payment; the customer may delete them.';

alter table public.recipients enable row level security;
grant select, delete on public.recipients to authenticated;

create policy "Customers read their own recipients" on public.recipients
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "Customers delete their own recipients" on public.recipients
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));
