-- What customers are going to pay, for staff: scheduled, pending, failed and regular payments.

create function private.may_expect(p_sort_code text, p_account_number text) returns boolean
language sql stable set search_path = ''
return (p_sort_code, p_account_number) not in (
  select a.sort_code, a.account_number from public.accounts a where a.user_id = (select auth.uid())
);
comment on function private.may_expect is
  'Whether the caller may learn of a payment that has not been sent: not staff of one to themselves, because it can be under review.';

create view private.payments_to_come as
select
  o.id, o.user_id, o.created_at, o.send_at as due_at, o.state, o.amount, o.from_account_id, o.to_sort_code,
  o.to_account_number, o.to_account_holder_name, o.reference, o.problem, r.frequency, o.regular_payment_id,
  -- As in transactions, so that a search reads both.
  case o.state when 'failed' then 'failed' else 'pending' end as status, null::timestamptz as reversed_at,
  null::text as from_sort_code, null::text as from_account_number, null::text as from_account_holder_name
from public.outgoing_payments o
left join public.regular_payments r on r.id = o.regular_payment_id
where (o.state in ('scheduled', 'held') or (o.state = 'failed' and o.closed_at > now() - interval '30 days'))
  and private.may_expect(o.to_sort_code, o.to_account_number)
union all
-- A paused one has no future payment.
select
  r.id, r.user_id, r.created_at, null, r.state, r.amount, r.from_account_id, r.to_sort_code, r.to_account_number,
  r.to_account_holder_name, r.reference, null, r.frequency, r.id, 'pending', null, null, null, null
from public.regular_payments r
where r.state = 'paused' and private.may_expect(r.to_sort_code, r.to_account_number);
comment on view private.payments_to_come is
  'Future payments, pending ones that can still be undone, those that failed within 30 days, and paused regular payments. None to the caller.';

create function private.describe_payment_to_come(p_payment private.payments_to_come) returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_build_object(
    'id', (p_payment).id, 'user_id', (p_payment).user_id,
    'user_email', (select u.email from auth.users u where u.id = (p_payment).user_id),
    'due_at', (p_payment).due_at, 'state', (p_payment).state, 'amount', (p_payment).amount,
    'recipient', private.name_for_staff(
      (p_payment).user_id, ((p_payment).to_account_holder_name, (p_payment).to_sort_code, (p_payment).to_account_number)
    ),
    'reference', (p_payment).reference, 'problem', (p_payment).problem,
    'frequency', (p_payment).frequency,
    'is_under_review', exists (select from private.payment_review_of((p_payment).id) c where c.id is not null)
  );
end;

create function private.payments_to_come_of(p_user_id uuid) returns jsonb
language sql stable set search_path = ''
begin atomic
  select coalesce(jsonb_agg(private.describe_payment_to_come(p) order by p.due_at, p.id), '[]')
  from (
    select * from private.payments_to_come p where p.user_id = p_user_id order by p.due_at, p.id limit 50
  ) p;
end;
comment on function private.payments_to_come_of is
  'What one customer is going to pay, by day: 50 rows at most. The calling function has checked the permission and the record.';

create function private.list_payments_to_come(
  p_search text default null, p_min numeric default null, p_max numeric default null, p_from date default null,
  p_until date default null, p_status text default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most_examined constant integer := 10000;
  most_rows constant integer := 50;
  wanted private.transaction_query;
  found jsonb;
begin
  perform private.require_permission('view_transactions');
  wanted := private.read_transaction_query(p_search, p_min, p_max, p_from, p_until, p_status);
  perform private.require_recorded_transactions(wanted, p_search);
  execute format(
    $sql$
      select jsonb_build_object(
        'count', max(f.total),
        'payments', coalesce(jsonb_agg(private.describe_payment_to_come(f.payment) order by f.due_at, f.id), '[]')
      )
      from (
        select t.payment, t.due_at, t.id, count(*) over () as total
        from (select t as payment, t.* from private.payments_to_come t where %s limit %s) t
        where (t.due_at >= ($1).starts_at and t.due_at < ($1).ends_at or t.due_at is null and ($1).since is null and ($1).until is null)
          and %s
        order by t.due_at, t.id
        limit %s
      ) f
    $sql$,
    wanted.candidates, most_examined, private.match_condition(wanted), most_rows
  )
  into found using wanted;
  return found;
end
$$;
select private.expose('list_payments_to_come', statement_timeout => '8s', description =>
  'The payments to come that a search finds, by day: how many, and the first 50. The days of the search are those on which they are due. Answers a search that record_transaction_search has recorded. For staff with view_transactions.');
