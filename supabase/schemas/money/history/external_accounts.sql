-- Accounts at other banks, read-only, from statement files that customers import.

create table public.external_accounts (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  name text not null
    constraint external_accounts_name_check check (char_length(name) between 1 and 60 and private.is_clean(name)),
  transaction_count integer not null default 0,
  last_day date,
  balance numeric(14, 2),
  balance_day date,
  in_insights boolean not null default false,
  constraint external_accounts_balance_check check ((balance is null) = (balance_day is null))
);
comment on table public.external_accounts is 'Customers'' accounts at other banks, at most 10 per customer. Only import_external_transactions and count_in_insights write them.';
comment on column public.external_accounts.id is 'Chosen by the client, so that a repeated request finds the account that the first one created.';
comment on column public.external_accounts.last_day is 'The day of the newest transaction. Null without one.';
comment on column public.external_accounts.balance is 'The last balance that a statement file named, negative for a debt. Null where no file has one.';
comment on column public.external_accounts.in_insights is 'Whether its transactions count in the customer''s spending by category and by merchant.';

create index external_accounts_user_id_idx on public.external_accounts (user_id, created_at);

select private.let_customers_read('public.external_accounts');
grant delete on public.external_accounts to authenticated;

create policy "Customers delete their own external accounts" on public.external_accounts
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

select private.guard_client_writes('public.external_accounts', 'delete');

create table public.external_transactions (
  account_id uuid not null references public.external_accounts (id) on delete cascade,
  key text not null
    constraint external_transactions_key_check check (char_length(key) between 1 and 100),
  user_id uuid not null,
  day date not null
    constraint external_transactions_day_check check (day between '1970-01-01' and '2100-01-01'),
  amount numeric(14, 2) not null
    constraint external_transactions_amount_check check (amount between -999999999.99 and 999999999.99),
  description text not null
    constraint external_transactions_description_check check (char_length(description) between 1 and 140),
  primary key (account_id, key)
);
comment on table public.external_transactions is 'The rows of imported statement files. Only import_external_transactions writes them.';
comment on column public.external_transactions.key is 'Identifies the row in its account, so that a row of two files is stored once: its day, its amount and the bank''s id or else its text, with a number. Some banks use their ids again.';
comment on column public.external_transactions.user_id is 'The customer. No foreign key: the account has one.';
comment on column public.external_transactions.amount is 'Negative for outgoing money.';

-- The newest row comes last, and is read first.
create index external_transactions_listed_idx on public.external_transactions (account_id, day, key);
create index external_transactions_user_id_idx on public.external_transactions (user_id);

select private.let_customers_read('public.external_transactions');

create function private.read_imported_row(p_row jsonb, out key text, out day date, out amount numeric, out description text)
language plpgsql stable set search_path = '' as $$
declare
  fields constant text[] := array['key', 'day', 'amount', 'description'];
  -- Control characters, and characters that change lines or the direction of the text.
  one_line constant text := '^[^\u0001-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]*$';
begin
  if jsonb_typeof(p_row) = 'object' and p_row ?& fields and p_row - fields = '{}'
    and not jsonb_path_exists(p_row, 'strict $.* ? (@.type() != "string")')
  then
    key := p_row ->> 'key';
    day := private.plain_date(p_row ->> 'day');
    if p_row ->> 'amount' ~ '^-?[0-9]{1,9}([.][0-9]{1,2})?$' then
      amount := p_row ->> 'amount';
    end if;
    description := p_row ->> 'description';
  end if;
  -- The checks of the table would repeat the row in their errors.
  if (
    char_length(key) between 1 and 100 and key ~ one_line
    and day between '1970-01-01' and '2100-01-01'
    and amount <> 0
    and char_length(description) between 1 and 140 and description ~ one_line
  ) is not true then
    raise exception 'A row of this file isn''t valid.' using errcode = 'PT400', hint = 'invalid-row';
  end if;
end
$$;
comment on function private.read_imported_row is
  'A row of a statement file, which has exactly four texts: its key, the day as 2026-11-22, the amount as -12.34, and its description.';

create function private.require_importable(p_transactions jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  most_at_once constant integer := 1000;
  -- 1,000 rows whose texts have 4 bytes for each character.
  most_bytes constant integer := 1200000;
begin
  if pg_column_size(p_transactions) > most_bytes then
    raise exception 'This request is too large.' using errcode = 'PT413', hint = 'too-large';
  elsif jsonb_typeof(p_transactions) is distinct from 'array' then
    raise exception 'The transactions must be a list.' using errcode = 'PT400', hint = 'not-a-list';
  elsif jsonb_array_length(p_transactions) > most_at_once then
    raise exception 'A request can import at most % rows.', most_at_once using errcode = 'PT413', hint = 'too-many-rows';
  end if;
end
$$;

create function private.import_external_transactions(
  p_account_id uuid, p_name text, p_transactions jsonb, p_balance text default null, p_balance_day text default null
) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_accounts constant integer := 10;
  most_transactions constant integer := 100000;
  me constant uuid := auth.uid();
  account_name constant text := btrim(p_name);
  on_day constant date := private.plain_date(p_balance_day);
  added integer;
begin
  perform private.require_importable(p_transactions);
  perform private.require_approved();
  if coalesce(char_length(account_name) not between 1 and 60 or not private.is_clean(account_name), true) then
    raise exception 'Enter a name of 1 to 60 characters.' using errcode = 'PT400', hint = 'field:name';
  elsif (p_balance is null and p_balance_day is null) is not true and (
    p_balance ~ '^-?[0-9]{1,9}([.][0-9]{1,2})?$' and on_day between '1970-01-01' and '2100-01-01'
  ) is not true then
    raise exception 'The balance of this file isn''t valid.' using errcode = 'PT400', hint = 'invalid-balance';
  end if;

  -- One import of a customer at a time, so that the limits hold.
  perform private.lock_people(me);
  if not exists (select from public.external_accounts a where a.id = p_account_id and a.user_id = me) then
    if (select count(*) from public.external_accounts a where a.user_id = me) >= most_accounts then
      raise exception 'You can add up to % accounts at other banks.', most_accounts
        using errcode = 'PT409', hint = 'too-many-accounts';
    end if;
    insert into public.external_accounts (id, user_id, name) values (p_account_id, me, account_name) on conflict (id) do nothing;
    if not found then
      raise exception 'We can''t find that account.' using errcode = 'PT404', hint = 'no-account';
    end if;
  end if;

  insert into public.external_transactions (account_id, user_id, key, day, amount, description)
  select p_account_id, me, t.key, t.day, t.amount, t.description
  from jsonb_array_elements(p_transactions) as e (item), private.read_imported_row(e.item) as t
  on conflict (account_id, key) do nothing;
  get diagnostics added = row_count;

  update public.external_accounts a
  set
    transaction_count = a.transaction_count + added,
    last_day = (select max(t.day) from public.external_transactions t where t.account_id = a.id)
  where a.id = p_account_id and added > 0;
  update public.external_accounts a
  set balance = p_balance::numeric, balance_day = on_day
  where a.id = p_account_id and on_day >= coalesce(a.balance_day, '-infinity');
  if (select sum(a.transaction_count) from public.external_accounts a where a.user_id = me) > most_transactions then
    raise exception 'You can keep up to 100,000 transactions of other banks.' using errcode = 'PT409', hint = 'too-many-transactions';
  end if;
  return added;
end
$$;
select private.expose('import_external_transactions', statement_timeout => '8s', description =>
  'Adds up to 1,000 rows of a statement file ({key, day, amount, description}, all texts) to an account of the caller at another bank, and creates the account if it is new. p_balance ("-12.34") is the balance at the end of p_balance_day; the newest counts. Returns how many rows are new: a repeated request adds none.');

create function private.count_in_insights(p_account_id uuid, p_in_insights boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_approved();
  update public.external_accounts a set in_insights = coalesce(p_in_insights, false)
  where a.id = p_account_id and a.user_id = auth.uid();
  if not found then
    raise exception 'We can''t find that account.' using errcode = 'PT404', hint = 'no-account';
  end if;
end
$$;
select private.expose('count_in_insights',
  'Decides whether an account of the caller at another bank counts in get_spending_by_category and get_spending_by_payee.');
