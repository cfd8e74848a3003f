-- Statements: what happened on an account in a month, as the ledger has it.

-- Only customers' entries have a balance after them: payments to other banks add one entry here, not two.
create index ledger_entries_account_id_created_at_id_idx on private.ledger_entries (account_id, created_at, id)
  where balance_after is not null;

create function private.my_current_account() returns public.accounts
language plpgsql stable set search_path = '' as $$
declare
  account public.accounts;
begin
  perform private.refuse_unless_approved();
  select a.* into account from public.accounts a where a.user_id = auth.uid() and a.account_type = 'current';
  if not found then
    raise exception 'You do not have an account yet.' using errcode = 'PT404';
  end if;
  return account;
end
$$;
comment on function private.my_current_account is 'The caller''s account. Ends the call when the caller may not use the bank or has none.';

create function private.get_statement_months() returns table (month date, transaction_count integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  account constant public.accounts := private.my_current_account();
begin
  return query
  with counts as (
    select date_trunc('month', e.created_at at time zone 'Europe/London')::date as month, count(*)::integer as entries
    from private.ledger_entries e
    where e.account_id = account.id and e.balance_after is not null
    group by 1
  )
  select m.start::date, coalesce(c.entries, 0)
  from generate_series(
    date_trunc('month', account.created_at at time zone 'Europe/London'),
    now() at time zone 'Europe/London',
    interval '1 month'
  ) as m (start)
  left join counts c on c.month = m.start::date
  order by m.start desc;
end
$$;

create function public.get_statement_months() returns table (month date, transaction_count integer)
language sql stable security invoker set search_path = ''
begin atomic
  select m.month, m.transaction_count from private.get_statement_months() m;
end;
comment on function public.get_statement_months is 'The months that the caller can have a statement of, newest first, with the number of entries in each.';

create function private.statement_entries(p_account public.accounts, p_from timestamptz, p_until timestamptz)
returns table (id bigint, created_at timestamptz, description text, reference text, amount numeric)
language sql stable set search_path = ''
begin atomic
  -- The two sides of a payment have rows with ids of their own, but one time and one amount.
  with entries as (
    select e.*, row_number() over (partition by e.created_at, e.amount order by e.id) as nth
    from private.ledger_entries e
    where e.account_id = p_account.id and e.balance_after is not null and e.created_at >= p_from and e.created_at < p_until
  ),
  listed as (
    select
      t.created_at, t.reference,
      case when t.incoming then t.from_account_holder_name else t.to_account_holder_name end as other_party,
      case when t.incoming then t.amount else -t.amount end as amount,
      row_number() over (partition by t.created_at, t.incoming, t.amount order by t.id) as nth
    from public.transactions t
    where t.user_id = p_account.user_id and t.created_at >= p_from and t.created_at < p_until
  )
  select
    e.id, e.created_at,
    coalesce(
      t.other_party,
      -- The first movement of an account has the account's own id.
      case when e.movement_id = p_account.id then 'Opening deposit' else 'Removed from your list' end
    ),
    t.reference, e.amount
  from entries e
  left join listed t on t.created_at = e.created_at and t.amount = e.amount and t.nth = e.nth;
end;
comment on function private.statement_entries is
  'The ledger''s entries of an account with what the customer''s list says about them. What was removed from the list is still here.';

create function private.get_statement(p_month date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  account constant public.accounts := private.my_current_account();
  starts_on constant timestamp := date_trunc('month', p_month::timestamp);
  starts_at constant timestamptz := starts_on at time zone 'Europe/London';
  ends_at constant timestamptz := (starts_on + interval '1 month') at time zone 'Europe/London';
  opening_balance numeric;
begin
  if (ends_at > account.created_at and starts_at <= now()) is not true then
    raise exception 'There is no statement for this month.' using errcode = 'PT404';
  end if;
  select coalesce(sum(e.amount), 0.00) into opening_balance
  from private.ledger_entries e
  where e.account_id = account.id and e.balance_after is not null and e.created_at < starts_at;

  return (
    select jsonb_build_object(
      'month', starts_on::date,
      'opening_balance', opening_balance,
      'paid_in', coalesce(sum(s.amount) filter (where s.amount > 0), 0.00),
      'paid_out', coalesce(-sum(s.amount) filter (where s.amount < 0), 0.00),
      'closing_balance', opening_balance + coalesce(sum(s.amount), 0.00),
      'entries', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'created_at', s.created_at, 'description', s.description, 'reference', s.reference,
            'amount', s.amount, 'balance_after', opening_balance + s.total
          ) order by s.created_at, s.id
        ),
        '[]'
      )
    )
    from (
      select e.*, sum(e.amount) over (order by e.created_at, e.id) as total
      from private.statement_entries(account, starts_at, ends_at) e
    ) s
  );
end
$$;

create function public.get_statement(p_month date) returns jsonb
language sql stable security invoker set search_path = ''
begin atomic
  select private.get_statement(p_month);
end;
comment on function public.get_statement is
  'The caller''s statement of a month: opening_balance, paid_in, paid_out, closing_balance and entries, oldest first. One document, so that no row limit cuts it and every figure is of one moment.';

grant execute on function private.get_statement_months, public.get_statement_months,
  private.get_statement, public.get_statement to authenticated;
