-- The customer's list of transactions, and what is read from it.

-- Domains, so that a payment does not plan a check for each of these columns.
create domain public.transaction_status as text
  constraint transaction_status_check check (value in ('pending', 'completed', 'failed'));
comment on domain public.transaction_status is 'Whether the money has arrived: pending, completed or failed.';

create domain public.transaction_reference as text
  constraint transaction_reference_check check (char_length(value) <= 160);
comment on domain public.transaction_reference is 'The reference in a list of transactions.';

create domain public.merchant_category as text
  constraint merchant_category_check check (value ~ '^[0-9]{4}$');
comment on domain public.merchant_category is 'A merchant category code (ISO 18245).';

create table public.transactions (
  id uuid primary key default private.new_id(),
  movement_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  -- 0.00 for the reason given at accounts.balance.
  amount numeric(14, 2) not null
    constraint transactions_amount_check check (amount > 0.00),
  from_account_id uuid,
  incoming boolean not null default false,
  status public.transaction_status not null default 'completed',
  to_sort_code public.sort_code,
  to_account_number public.account_number,
  to_account_holder_name public.party_name not null,
  reference public.transaction_reference,
  from_sort_code public.sort_code,
  from_account_number public.account_number,
  from_account_holder_name public.party_name,
  reversed_at timestamptz,
  mcc public.merchant_category,
  other_account_id uuid,
  constraint transactions_incoming_check check (incoming = (from_account_holder_name is not null)),
  constraint transactions_reversed_at_check check (reversed_at is null or status = 'completed')
);
comment on table public.transactions is
  'The transaction list of customers. Every payment writes here, so it has no foreign keys, and an index only where a screen needs it.';
comment on column public.transactions.movement_id is
  'The movement in the ledger: the one id of a payment. The row of the customer who made it has this id too, the payee''s row has the id beside it (other_id).';
comment on column public.transactions.user_id is 'The customer whose list shows the row.';
comment on column public.transactions.from_account_id is 'The payer''s account; null on incoming rows.';
comment on column public.transactions.to_sort_code is 'The payee''s account; null for a payment by card, which names a merchant only.';
comment on column public.transactions.from_account_holder_name is 'The payer''s name; only on incoming rows.';
comment on column public.transactions.reversed_at is
  'When staff or another bank returned the money of a completed payment. One that was undone, rejected or released never completed: it is failed.';
comment on column public.transactions.mcc is 'The merchant category code (ISO 18245) of a payment by card.';
comment on column public.transactions.other_account_id is
  'The other account of a move between two accounts of the customer, which has both rows; null for every payment.';
comment on column public.transactions.reference is 'At most 18 characters if the payer entered it. Without one the payee''s row says Payment from and the payer''s name.';

-- The newest row comes last, so that new rows are appended to the end of the index. An index in descending order would split
-- its first page again and again. Both are read backwards for the newest first.
create index transactions_user_id_created_at_id_idx on public.transactions (user_id, created_at, id);
create index transactions_created_at_id_idx on public.transactions (created_at, id);
-- Almost no row matches the condition, so a payment costs one comparison and writes no entry.
create index transactions_unusual_idx on public.transactions (created_at desc, id desc)
  where status <> 'completed' or reversed_at is not null;

select private.let_customers_read('public.transactions');
grant delete on public.transactions to authenticated;

create policy "Customers delete their own transactions" on public.transactions
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

alter publication supabase_realtime add table public.transactions;

select private.guard_client_writes('public.transactions', 'delete');

create function private.rows_of_movement(p_movement_id uuid) returns setof public.transactions
language sql stable set search_path = ''
begin atomic
  select t.* from public.transactions t
  -- Found by the primary key. An index on movement_id would be one more that each payment writes.
  where t.id in (p_movement_id, private.other_id(p_movement_id)) and t.movement_id = p_movement_id;
end;
comment on function private.rows_of_movement is 'The rows of a payment in the lists of the payer and the payee, unless they have removed them.';

create function private.account_of_row(p_row public.transactions) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    p_row.from_account_id,
    (
      select a.id from public.accounts a
      where a.account_number = p_row.to_account_number and a.sort_code = p_row.to_sort_code and a.user_id = p_row.user_id
    ),
    (select a.id from public.accounts a where a.user_id = p_row.user_id and a.account_type = 'current')
  );
end
$$;
comment on function private.account_of_row is
  'The account of the customer that a row of their list is about: the payer''s of a debit, the payee''s of a credit.';

create function private.name_for_staff(p_user_id uuid, p_party private.party) returns text
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (
      select a.account_holder_name from public.accounts a
      where a.user_id = p_user_id and a.sort_code = p_party.sort_code and a.account_number = p_party.account_number
    ),
    p_party.name
  );
end
$$;
comment on function private.name_for_staff is
  'What staff and the audit call the other party of a customer. Of a move between two accounts it is the customer: what they call their savings is their own.';

create function private.other_party_of(p_row public.transactions) returns text
language plpgsql stable set search_path = '' as $$
begin
  return private.name_for_staff(p_row.user_id, case
    when p_row.incoming then (p_row.from_account_holder_name, p_row.from_sort_code, p_row.from_account_number)::private.party
    else (p_row.to_account_holder_name, p_row.to_sort_code, p_row.to_account_number)::private.party
  end);
end
$$;

create function private.record_outgoing(
  p_movement_id uuid, p_user_id uuid, p_account_id uuid, p_payee private.party, p_amount numeric, p_reference text,
  p_at timestamptz, p_status text default 'completed'
) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into public.transactions (
    id, movement_id, user_id, created_at, amount, status, from_account_id, to_sort_code, to_account_number,
    to_account_holder_name, reference
  )
  values (
    p_movement_id, p_movement_id, p_user_id, p_at, p_amount, p_status, p_account_id,
    p_payee.sort_code, p_payee.account_number, p_payee.name, p_reference
  );
end
$$;
comment on function private.record_outgoing is 'Writes the row of a debit. A payment between customers writes both rows itself, in one statement.';

create type private.payment_texts as (payer_name text, reference text);
comment on type private.payment_texts is 'What the payee''s list says about a payment.';

create function private.record_incoming(
  p_id uuid, p_movement_id uuid, p_account public.accounts, p_payer private.party, p_amount numeric, p_reference text,
  p_at timestamptz
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  texts constant private.payment_texts := private.texts_for_payee(p_id, p_account.user_id, p_payer, p_amount, p_reference);
begin
  insert into public.transactions (
    id, movement_id, user_id, created_at, amount, incoming, to_sort_code, to_account_number, to_account_holder_name, reference,
    from_sort_code, from_account_number, from_account_holder_name
  )
  values (
    p_id, p_movement_id, p_account.user_id, p_at, p_amount, true,
    p_account.sort_code, p_account.account_number, p_account.account_holder_name, texts.reference,
    p_payer.sort_code, p_payer.account_number, texts.payer_name
  );
end
$$;
comment on function private.record_incoming is 'Writes the row of a credit. A payment between customers writes both rows itself, in one statement.';

create function private.record_removed_transaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_person_being_deleted() then
    return null;
  end if;
  perform private.audit('remove_transaction', 'payment', old.id, jsonb_build_object(
    'user_id', old.user_id, 'amount', old.amount, 'incoming', old.incoming, 'created_at', old.created_at,
    'to_sort_code', old.to_sort_code, 'to_account_number', old.to_account_number
  ), private.payment_in_words(old.amount, old.incoming, private.other_party_of(old)));
  return null;
end
$$;
comment on function private.record_removed_transaction is 'Removing a row from the list moves no money. The audit log keeps what was removed.';

create trigger record_removed_transaction after delete on public.transactions
  for each row execute function private.record_removed_transaction();

create function private.get_balance_after(p_transaction_id uuid) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  owner_id constant uuid := (private.my_current_account()).user_id;
  listed public.transactions;
  row_account_id uuid;
begin
  select t.* into listed from public.transactions t where t.id = p_transaction_id and t.user_id = owner_id;
  row_account_id := private.account_of_row(listed);
  return (
    select e.balance_after
    from private.ledger_entries e
    where e.account_id = row_account_id
      and e.movement_id = listed.movement_id
      and e.created_at >= listed.created_at
      -- A payment by card has another entry if it was cleared for another amount or released. What returns another payment
      -- is not part of its row.
      and (listed.mcc is not null or e.created_at = listed.created_at)
    order by e.created_at desc, e.id desc
    limit 1
  );
end
$$;
select private.expose('get_balance_after',
  'The balance of the caller''s account that a transaction of theirs is about, after it. Null for a row that is not in the caller''s list.');

create function private.monthly_totals(p_user_id uuid, p_at timestamptz)
returns table (month date, spent numeric, received numeric, average_spent numeric)
language sql stable set search_path = ''
begin atomic
  with months as (
    -- Calendar months in UK time. Months are added to local times because of daylight saving.
    select
      m.start::date as month,
      m.start at time zone 'Europe/London' as starts_at,
      (m.start + interval '1 month') at time zone 'Europe/London' as ends_at
    from generate_series(0, 6) as back
    cross join lateral (
      select date_trunc('month', p_at at time zone 'Europe/London') - back * interval '1 month' as start
    ) m
  ),
  totals as (
    select m.month, sums.spent, sums.received
    from months m
    -- Transactions from an account to itself are neither spent nor received.
    left join public.accounts own on own.user_id = p_user_id and own.account_type = 'current'
    cross join lateral (
      select
        coalesce(sum(t.amount) filter (where not t.incoming), 0) as spent,
        coalesce(sum(t.amount) filter (where t.incoming), 0) as received
      from public.transactions t
      where t.user_id = p_user_id
        and t.created_at >= m.starts_at
        and t.created_at < m.ends_at
        and t.status = 'completed'
        and t.reversed_at is null
        -- What the customer moves between their own accounts is neither.
        and t.other_account_id is null
        and case
          when t.incoming then (t.from_sort_code, t.from_account_number)
          else (t.to_sort_code, t.to_account_number)
        end is distinct from (own.sort_code, own.account_number)
    ) sums
  )
  select
    t.month, t.spent, t.received,
    round((select sum(full_month.spent) from totals full_month where full_month.month < (select max(month) from totals)) / 6, 2)
  from totals t
  order by t.month desc;
end;
comment on function private.monthly_totals is
  'Seven rows, newest first: the month of p_at and the six months before. The average covers those six full months.';

create function private.get_insights()
returns table (month date, spent numeric, received numeric, average_spent numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  return query select * from private.monthly_totals(auth.uid(), now());
end
$$;
select private.expose('get_insights',
  'What the caller spent and received in this month and the six months before, newest first, with the monthly average of those six.');
