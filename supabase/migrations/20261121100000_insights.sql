-- What the insights show: money spent and received in this month and the six before.

create function private.monthly_totals(p_user_id uuid, p_at timestamptz)
returns table (month date, spent numeric, received numeric, average_spent numeric)
language sql stable set search_path = ''
begin atomic
  with months as (
    -- Calendar months of London. Added as local times: an hour comes or goes with the clocks.
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
    -- Money from one's own account to the same account is neither spent nor received.
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
  'Seven rows, newest first: the month of p_at and the six before. The average is over those six full months.';

create function private.get_insights()
returns table (month date, spent numeric, received numeric, average_spent numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_unless_approved();
  return query select * from private.monthly_totals(auth.uid(), now());
end
$$;

create function public.get_insights()
returns table (month date, spent numeric, received numeric, average_spent numeric)
language sql stable security invoker set search_path = ''
begin atomic
  select i.month, i.spent, i.received, i.average_spent from private.get_insights() i;
end;
comment on function public.get_insights is
  'What the caller spent and received in this month and the six before, newest first, and the monthly average of those six.';

grant execute on function private.get_insights, public.get_insights to authenticated;
