-- Statements: the ledger entries of an account, with the details of the customer's list.
-- The money that an account begins with is its opening balance and no entry: no list shows it, so that all of them add up alike.
-- Its movement has the account's id.

create function private.my_statement_account(p_account_id uuid default null) returns public.accounts
language plpgsql stable set search_path = '' as $$
declare
  account public.accounts;
begin
  if not private.is_suspended_customer() then
    return case when p_account_id is null then private.my_current_account() else private.my_account(p_account_id) end;
  end if;
  perform private.require_suspended();
  if not private.may_read_while_suspended(auth.uid()) then
    raise exception 'You can read your statements when we know that it is you.' using errcode = 'PT403', hint = 'no-statements';
  end if;
  select a.* into account from public.accounts a where a.user_id = auth.uid()
    and case when p_account_id is null then a.account_type = 'current' else a.id = p_account_id end;
  if not found then
    raise exception 'You do not have an account yet.' using errcode = 'PT404', hint = 'no-account';
  end if;
  return account;
end
$$;
comment on function private.my_statement_account is
  'The caller''s current account, or another one by its id, also of a suspended customer unless someone else may have the account.';

create function private.statement_months(p_account public.accounts) returns table (month date, transaction_count integer)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with counts as (
    select date_trunc('month', e.created_at at time zone 'Europe/London')::date as month, count(*)::integer as entries
    from private.ledger_entries e
    where e.account_id = p_account.id and e.balance_after is not null and e.movement_id <> p_account.id
    group by 1
  )
  select m.start::date, coalesce(c.entries, 0)
  from generate_series(
    date_trunc('month', p_account.created_at at time zone 'Europe/London'),
    now() at time zone 'Europe/London',
    interval '1 month'
  ) as m (start)
  left join counts c on c.month = m.start::date
  order by m.start desc;
end
$$;

create function private.get_statement_months(p_account_id uuid default null) returns table (month date, transaction_count integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select * from private.statement_months(private.my_statement_account(p_account_id));
end
$$;
select private.expose('get_statement_months',
  'The months that have a statement of the caller''s current account, or of another one by its id, newest first, with the number of entries in each.');

create function private.statement_entries(p_account public.accounts, p_from timestamptz, p_until timestamptz)
returns table (
  id bigint, created_at timestamptz, description text, reference text, amount numeric, payment_id uuid
)
language plpgsql stable set search_path = ''
-- The best plan depends on the number of entries. A plan cached for a few would compare each of thousands with each payment.
set plan_cache_mode = force_custom_plan as $$
begin
  return query
  select
    e.id, e.created_at,
    coalesce(
      -- A move between two accounts of the customer: To Holiday.
      case when t.other_account_id is null then '' when t.incoming then 'From ' else 'To ' end
        || case when t.incoming then t.from_account_holder_name else t.to_account_holder_name end,
      'Returned: ' || undone.to_account_holder_name,
      -- An amount that was cleared differs from the one that was held.
      by_card.merchant,
      private.describe_entry(p_account, e.movement_id, e.created_at, e.amount),
      'Removed from your list'
    ),
    coalesce(
      t.reference::text, undone.reference,
      case when by_card.id is not null then
        concat_ws(' · ', case when e.amount > 0 then 'Returned' else 'Card payment' end, by_card.place) end
    ),
    e.amount::numeric,
    coalesce(reversed.transaction_id, e.movement_id)
  from private.ledger_entries e
  -- A movement can have later entries, which return the money or correct the amount.
  left join public.transactions t
    on t.user_id = p_account.user_id and t.movement_id = e.movement_id and t.created_at = e.created_at
    and case when t.incoming then t.amount else -t.amount end = e.amount
  left join public.outgoing_payments undone
    on undone.id = e.movement_id and undone.user_id = p_account.user_id and e.amount > 0
  left join public.card_payments by_card on by_card.id = e.movement_id
  -- A reversal has a movement of its own.
  left join private.payment_reversals reversed on reversed.movement_id = e.movement_id
  where e.account_id = p_account.id and e.balance_after is not null and e.created_at >= p_from and e.created_at < p_until
    and e.movement_id <> p_account.id;
end
$$;
comment on function private.statement_entries is
  'The ledger entries of an account, with the details from the customer''s list. Includes entries that the customer has removed from the list. The entries that return the money of a payment have its payment_id.';

create function private.require_short_statement(p_account_id uuid, p_from timestamptz, p_until timestamptz) returns void
language plpgsql stable set search_path = '' as $$
declare
  -- What a request reads and answers within the time of a statement.
  most_entries constant integer := 20000;
begin
  if (
    select count(*) > most_entries
    from (
      select from private.ledger_entries e
      where e.account_id = p_account_id and e.balance_after is not null and e.created_at >= p_from and e.created_at < p_until
      limit most_entries + 1
    ) counted
  ) then
    raise exception 'A statement has at most 20,000 entries. Choose a shorter period.'
      using errcode = 'PT400', hint = 'field:from';
  end if;
end
$$;

create function private.statement_of(p_account public.accounts, p_from date, p_until date) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  opened_on constant date := (p_account.created_at at time zone 'Europe/London')::date;
  today constant date := (now() at time zone 'Europe/London')::date;
  starts_at timestamptz;
  ends_at timestamptz;
  opening_balance numeric;
begin
  if p_from > p_until then
    raise exception 'The last day must not be before the first.' using errcode = 'PT400', hint = 'field:until';
  end if;
  if (p_from <= today and p_until >= opened_on) is not true then
    raise exception 'There is no statement for these days.' using errcode = 'PT404', hint = 'no-statement';
  end if;
  -- Days before the account was opened and after today have no entries, and dates near the limits of the type fail.
  starts_at := greatest(p_from, opened_on)::timestamp at time zone 'Europe/London';
  ends_at := (least(p_until, today) + 1)::timestamp at time zone 'Europe/London';
  perform private.require_short_statement(p_account.id, starts_at, ends_at);
  select coalesce(sum(e.amount), 0.00) into opening_balance
  from private.ledger_entries e
  where e.account_id = p_account.id and e.balance_after is not null
    -- The first condition reads the index no further than the second needs.
    and e.created_at <= greatest(starts_at, p_account.created_at)
    and (e.created_at < starts_at or e.movement_id = p_account.id);

  return (
    select jsonb_build_object(
      'from', p_from,
      'until', p_until,
      'opening_balance', opening_balance,
      -- Money that left and was returned on these days is neither.
      'paid_in', coalesce(sum(s.of_payment) filter (where s.is_first and s.of_payment > 0), 0.00),
      'paid_out', coalesce(-sum(s.of_payment) filter (where s.is_first and s.of_payment < 0), 0.00),
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
      select
        e.*, sum(e.amount) over (order by e.created_at, e.id) as total,
        sum(e.amount) over (partition by e.payment_id) as of_payment,
        row_number() over (partition by e.payment_id) = 1 as is_first
      from private.statement_entries(p_account, starts_at, ends_at) e
    ) s
  );
end
$$;

create function private.get_statement(p_from date, p_until date, p_account_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.statement_of(private.my_statement_account(p_account_id), p_from, p_until);
end
$$;
select private.expose('get_statement',
  'The statement of the caller''s current account, or of another one by its id, from one UK day to another, both included: from, until, opening_balance, paid_in and paid_out without money that left and was returned on these days, closing_balance and entries, oldest first. One document, so that no row limit truncates it and all figures come from one snapshot.');
