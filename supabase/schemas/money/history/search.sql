-- The search in a customer's transactions.

create function private.searched_amounts(p_text text) returns numrange
language sql immutable parallel safe set search_path = ''
begin atomic
  select case
    when t.figure ~ '^[0-9]{0,12}([.][0-9]{0,2})?$' and t.figure ~ '[0-9]'
      -- One unit of the last decimal that was entered.
      then numrange(t.figure::numeric, t.figure::numeric + 10.0 ^ -scale(t.figure::numeric))
  end
  from (
    select regexp_replace(
      regexp_replace(
        -- One or two digits after a comma are pence: many keypads have no point.
        regexp_replace(p_text, '^([^.,]*),([0-9]{1,2})[[:space:]]*$', '\1.\2'), '[£,[:space:]]', '', 'g'),
      '^[-+−]', '') as figure
  ) t;
end;
comment on function private.searched_amounts is
  'The amounts that a search text names: £3,000 names 3000.00 to 3000.99, 2.2 and 2,2 name 2.20 to 2.29, and 2.22 only itself. Null for a text that is no amount.';
grant execute on function private.searched_amounts to authenticated;

create function public.search_transactions(
  p_text text default null, p_min numeric default null, p_max numeric default null, p_incoming boolean default null,
  p_from date default null, p_until date default null, p_before timestamptz default null, p_before_id uuid default null,
  p_category text default null, p_payee text default null, p_pending boolean default null,
  p_counted boolean default null, p_account_id uuid default null
) returns table (
  id uuid, created_at timestamptz, amount numeric, incoming boolean, status text,
  to_account_holder_name text, to_sort_code text, to_account_number text,
  from_account_holder_name text, from_sort_code text, from_account_number text,
  reference text, reversed_at timestamptz, category text, other_account_id uuid
)
language sql stable security invoker set search_path = ''
-- For a customer with 50,000 rows the planner would collect and sort all of them for each page. Without sorting it
-- reads the index, which is in page order, until the page is full.
set enable_sort = off
begin atomic
  select private.require_short_texts(500, p_text, p_category, p_payee);
  select private.require_category(p_category);
  with kinds as materialized (
    select k.* from private.kinds_of_rows(p_from, p_until) k
    where p_category is not null or p_payee is not null
  ),
  -- Of a savings account the list has its rows, of the current account those of no savings account.
  wanted as materialized (
    select case
      when p_account_id is null then false
      -- Null, and no rows, for an account that is not the caller's.
      else (select a.account_type = 'savings' from public.accounts a where a.id = p_account_id and a.user_id = (select auth.uid()))
    end as is_savings
  ),
  savings as materialized (
    select a.id, a.sort_code, a.account_number from public.accounts a
    where a.user_id = (select auth.uid()) and a.account_type = 'savings'
      and (a.id = p_account_id or (select not w.is_savings from wanted w))
  )
  select
    t.id, t.created_at, t.amount, t.incoming, t.status,
    t.to_account_holder_name, t.to_sort_code, t.to_account_number,
    t.from_account_holder_name, t.from_sort_code, t.from_account_number,
    -- For the 50 rows only: with a limit, Postgres computes it last.
    t.reference, t.reversed_at,
    -- The name of an account is no merchant.
    case when t.other_account_id is null then private.category_of(t.incoming, other.name, t.reference, t.mcc, t.id) else 'savings' end,
    t.other_account_id
  from public.transactions t
  cross join lateral (
    select case when t.incoming then t.from_account_holder_name else t.to_account_holder_name end::text as name
  ) other
  where t.user_id = (select auth.uid())
    -- The page after a row, as a row comparison: an OR would prevent the index scan. So would coalesce, outside a subquery,
    -- because row level security does not trust it.
    and (t.created_at, t.id) < (
      (select coalesce(p_before, 'infinity')), (select coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    )
    -- Days in UK time, both included.
    and t.created_at >= (select coalesce(p_from::timestamp at time zone 'Europe/London', '-infinity'))
    and t.created_at < (select coalesce((p_until + 1)::timestamp at time zone 'Europe/London', 'infinity'))
    and coalesce(t.amount >= p_min, true)
    and coalesce(t.amount <= p_max, true)
    and coalesce(t.incoming = p_incoming, true)
    and coalesce((t.status = 'pending') = p_pending, true)
    -- The insights count all accounts.
    and (
      p_counted is true and p_account_id is null
      or coalesce(
        case
          when t.incoming then (t.to_sort_code, t.to_account_number) in (select s.sort_code, s.account_number from savings s)
          else t.from_account_id in (select s.id from savings s)
        end,
        false
      ) = (select w.is_savings from wanted w)
    )
    -- What monthly_totals and spent_by_kind count.
    and (
      p_counted is not true
      or t.status = 'completed' and t.reversed_at is null and t.other_account_id is null and not coalesce(
        (
          case when t.incoming then t.from_sort_code else t.to_sort_code end,
          case when t.incoming then t.from_account_number else t.to_account_number end
        ) in (select own.sort_code, own.account_number from public.accounts own where own.user_id = (select auth.uid())),
        false
      )
    )
    and (
      -- strpos takes no patterns, so nothing needs escaping. The line feed separates the two fields.
      strpos(
        private.fold_text(other.name || E'\n' || coalesce(t.reference, '')),
        -- A subquery, so that it is computed once and not for each row.
        (select private.fold_text(btrim(coalesce(p_text, ''))))
      ) > 0
      or coalesce(t.amount <@ (select private.searched_amounts(p_text)), false)
    )
    and (
      p_payee is null
      or other.name in (select k.name from kinds k where k.payee = (select private.payee_key(p_payee)))
    )
    and (
      p_category is null
      or t.other_account_id is not null and p_category = 'savings'
      or t.other_account_id is null and (
        t.id in (select c.transaction_id from private.chosen_categories() c where c.category = p_category)
        or (
          (t.incoming, other.name, case when t.incoming then coalesce(t.reference, '') else '' end, coalesce(t.mcc, '')) in (
            select k.incoming, k.name, k.reference, k.mcc from kinds k where k.category = p_category
          )
          and t.id not in (select c.transaction_id from private.chosen_categories() c)
        )
      )
    )
  order by t.created_at desc, t.id desc
  limit 50;
end;
comment on function public.search_transactions is
  'The caller''s transactions with their category, newest first, 50 at a time: those whose other party, reference or amount matches the text, with the amount, direction, UK day, category, payee and state that are given, or only what the insights count, which is of all accounts. Of the current account unless another account of the caller is given. A move between two accounts of the caller has the id of the other. The next page starts after the last row''s created_at and id.';
grant execute on function public.search_transactions to authenticated;
