-- What customers see of their payments: one row for the payer, one for a payee who banks here.

create table public.transactions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  created_at timestamptz not null default now(),
  amount numeric(14, 2) not null check (amount > 0 and amount <= 999999999999.99),
  from_account_id uuid,
  incoming boolean not null default false,
  status text not null default 'completed' check (status in ('pending', 'completed', 'failed')),
  to_sort_code text not null check (to_sort_code ~ '^[0-9]{2}-[0-9]{2}-[0-9]{2}$'),
  to_account_number text not null check (to_account_number ~ '^[0-9]{8}$'),
  to_account_holder_name text not null check (char_length(to_account_holder_name) between 1 and 140),
  reference text check (char_length(reference) <= 160),
  from_sort_code text check (from_sort_code ~ '^[0-9]{2}-[0-9]{2}-[0-9]{2}$'),
  from_account_number text check (from_account_number ~ '^[0-9]{8}$'),
  from_account_holder_name text check (char_length(from_account_holder_name) between 1 and 140),
  reversed_at timestamptz,
  check (incoming = (from_account_holder_name is not null))
);
comment on table public.transactions is
  'The list that a customer sees. Each payment writes here, so there is no foreign key to look up and no index without a screen.';
comment on column public.transactions.user_id is 'Whose list the row is in.';
comment on column public.transactions.from_account_id is 'The payer''s account; null on incoming rows.';
comment on column public.transactions.from_account_holder_name is 'The payer as the payee sees them; only on incoming rows.';
comment on column public.transactions.reference is 'At most 18 characters from the payer. Longer only in the bank''s own words: Payment from and a name.';

create index transactions_user_id_created_at_id_idx on public.transactions (user_id, created_at desc, id desc);
create index transactions_created_at_id_idx on public.transactions (created_at desc, id desc);

alter table public.transactions enable row level security;
grant select, delete on public.transactions to authenticated;

create policy "Customers read their own transactions, some staff all" on public.transactions
  for select to authenticated using (
    (user_id = (select auth.uid()) and (select private.is_approved()))
    or (select private.has_permission('view_transactions'))
  );

create policy "Customers remove their own transactions from the list" on public.transactions
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

create function private.record_removed_transaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit('remove_transaction', old.id, jsonb_build_object(
    'user_id', old.user_id, 'amount', old.amount, 'incoming', old.incoming, 'created_at', old.created_at,
    'to_sort_code', old.to_sort_code, 'to_account_number', old.to_account_number
  ));
  return null;
end
$$;
comment on function private.record_removed_transaction is 'Removing a row from the list moves no money; the audit keeps what was removed.';

create trigger record_removed_transaction after delete on public.transactions
  for each row execute function private.record_removed_transaction();

alter publication supabase_realtime add table public.transactions;
