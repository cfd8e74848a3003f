-- Everyone's transactions for staff with view_transactions. An export is audited by a separate call before it starts.

create function private.describe_transaction(p_transaction public.transactions) returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_build_object(
    'id', (p_transaction).id,
    'created_at', (p_transaction).created_at,
    'user_email', (select u.email from auth.users u where u.id = (p_transaction).user_id),
    'from_account', case
      when (p_transaction).incoming then (p_transaction).from_account_number
      else (select a.account_number from public.accounts a where a.id = (p_transaction).from_account_id)
    end,
    'to_account', (p_transaction).to_account_number,
    'sort_code', (p_transaction).to_sort_code,
    'recipient', (p_transaction).to_account_holder_name,
    'reference', (p_transaction).reference,
    'amount', (p_transaction).amount,
    'incoming', (p_transaction).incoming,
    'status', (p_transaction).status,
    'reversed_at', (p_transaction).reversed_at
  );
end;
comment on function private.describe_transaction is 'A transaction as JSON for the staff table.';

create function private.export_details(
  p_email text, p_recipient text, p_reference text, p_min numeric, p_max numeric, p_from date, p_until date, p_status text
) returns jsonb
language sql stable set search_path = ''
begin atomic
  -- Names and addresses must not be in the audit log, so text filters are recorded as true.
  select jsonb_strip_nulls(jsonb_build_object(
    'user_id', private.find_by_sign_in_email(p_email),
    'email', case when btrim(p_email) <> '' then true end,
    'recipient', case when btrim(p_recipient) <> '' then true end,
    'reference', case when btrim(p_reference) <> '' then true end,
    'least', p_min, 'most', p_max, 'since', p_from, 'until', p_until, 'status', p_status
  ));
end;
comment on function private.export_details is 'The filter of an export as recorded in the audit log.';

create function private.record_export(
  p_email text, p_recipient text, p_reference text, p_min numeric, p_max numeric, p_from date, p_until date, p_status text
) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('view_transactions');
  perform private.audit('export_transactions', null,
    private.export_details(p_email, p_recipient, p_reference, p_min, p_max, p_from, p_until, p_status));
end
$$;

create function public.record_export(
  p_email text default null, p_recipient text default null, p_reference text default null,
  p_min numeric default null, p_max numeric default null, p_from date default null, p_until date default null,
  p_status text default null
) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_short_texts(p_email, p_recipient, p_reference, p_status);
  select private.record_export(p_email, p_recipient, p_reference, p_min, p_max, p_from, p_until, p_status);
end;
comment on function public.record_export is
  'Audits an export. For an hour, list_all_transactions then returns up to 1,000 rows at once for this filter. A separate call, so that it is committed before the first page. For staff with view_transactions.';
grant execute on function private.record_export, public.record_export to authenticated;

create function private.list_all_transactions(
  p_email text, p_recipient text, p_reference text, p_min numeric, p_max numeric, p_from date, p_until date, p_status text,
  p_before timestamptz, p_before_id uuid, p_limit integer
) returns jsonb
language plpgsql stable security definer set search_path = ''
-- A bitmap scan would read and sort all matches before the first row. An index scan reads them in page order.
set enable_bitmapscan = off
as $$
declare
  most_examined constant integer := 10000;
  page_size integer := least(greatest(coalesce(p_limit, 50), 1), 1000);
  address constant text := lower(btrim(coalesce(p_email, '')));
  recipient constant text := lower(btrim(coalesce(p_recipient, '')));
  reference constant text := lower(btrim(coalesce(p_reference, '')));
  starts_at constant timestamptz := coalesce(p_from::timestamp at time zone 'Europe/London', '-infinity');
  ends_at constant timestamptz := coalesce((p_until + 1)::timestamp at time zone 'Europe/London', 'infinity');
  before_at timestamptz := p_before;
  before_id uuid := p_before_id;
  person uuid;
  candidates text;
  page jsonb;
  page_count integer;
  next_before timestamptz;
  next_before_id uuid;
begin
  perform private.require_permission('view_transactions');
  if p_status not in ('completed', 'reversed', 'pending', 'failed') then
    raise exception 'Unknown status.' using errcode = 'PT400';
  end if;
  if page_size > 100 and not exists (
    select from private.recorded_reads('export_transactions', '1 hour') as r (details)
    where r.details = private.export_details(p_email, p_recipient, p_reference, p_min, p_max, p_from, p_until, p_status)
  ) then
    page_size := 100;
  end if;
  -- A single upper bound: with two, the scan could start at the wrong one.
  if (before_at < ends_at and before_id is not null) is not true then
    before_at := ends_at;
    before_id := '00000000-0000-0000-0000-000000000000';
  end if;
  select u.id into person from auth.users u where u.email = address and u.is_sso_user = false;

  -- Each condition has an index in list order. The SQL text is built only from these three constants.
  candidates := format(
    $sql$
      select t.* from public.transactions t
      where %s and (t.created_at, t.id) < ($1, $2) and t.created_at >= $3
      order by t.created_at desc, t.id desc
    $sql$,
    case
      when person is not null then 't.user_id = $4'
      when p_status <> 'completed' then $sql$(t.status <> 'completed' or t.reversed_at is not null)$sql$
      else 'true'
    end
  );
  execute format(
    $sql$
      with page as (
        select t.* from (%s limit $5) t
        where coalesce(t.amount >= $6, true) and coalesce(t.amount <= $7, true)
          and coalesce(case when t.reversed_at is null then t.status else 'reversed' end = $8, true)
          -- strpos takes no patterns, so nothing needs escaping.
          and strpos(lower(t.to_account_holder_name), $9) > 0
          and strpos(lower(coalesce(t.reference, '')), $10) > 0
          and ($4 is not null or $11 = '' or strpos((select lower(u.email) from auth.users u where u.id = t.user_id), $11) > 0)
        order by t.created_at desc, t.id desc
        limit $12
      )
      select
        coalesce(jsonb_agg(private.describe_transaction(t) order by t.created_at desc, t.id desc), '[]'),
        count(*),
        (array_agg(t.created_at order by t.created_at, t.id))[1],
        (array_agg(t.id order by t.created_at, t.id))[1]
      from page t
    $sql$,
    candidates
  )
  into page, page_count, next_before, next_before_id
  using before_at, before_id, starts_at, person, most_examined, p_min, p_max, p_status, recipient, reference, address, page_size;

  -- The page is not full, so the limit of examined rows was reached or no rows are left. The next call continues there.
  if page_count < page_size then
    execute format('select t.created_at, t.id from (%s offset $5 - 1 limit 1) t', candidates)
    into next_before, next_before_id
    using before_at, before_id, starts_at, person, most_examined;
  end if;
  return jsonb_build_object('transactions', page, 'next_before', next_before, 'next_before_id', next_before_id);
end
$$;

create function public.list_all_transactions(
  p_email text default null, p_recipient text default null, p_reference text default null,
  p_min numeric default null, p_max numeric default null, p_from date default null, p_until date default null,
  p_status text default null, p_before timestamptz default null, p_before_id uuid default null, p_limit integer default 50
) returns jsonb
language sql stable security invoker set search_path = '' set statement_timeout = '8s'
begin atomic
  select private.require_short_texts(p_email, p_recipient, p_reference, p_status);
  select private.list_all_transactions(
    p_email, p_recipient, p_reference, p_min, p_max, p_from, p_until, p_status, p_before, p_before_id, p_limit
  );
end;
comment on function public.list_all_transactions is
  'All customers'' transactions that match, newest first, and where the next page starts; null at the end of the list. At most 100 rows, or 1,000 after record_export. A call examines at most 10,000 rows, so a page can be short although more follow. For staff with view_transactions.';
grant execute on function private.list_all_transactions, public.list_all_transactions to authenticated;
