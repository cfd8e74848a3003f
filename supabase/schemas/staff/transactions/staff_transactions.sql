-- Everyone's transactions for staff with view_transactions: search, totals, and what is new. A separate call audits the
-- search before its first page, and an export before it starts.

create table private.missing_credits (
  transaction_id uuid primary key,
  found_at timestamptz not null default now()
);
comment on table private.missing_credits is
  'Payments whose credit is missing, as the nightly job or a dry run of the repair has found them. A repair removes its payment.';
comment on column private.missing_credits.transaction_id is 'The payer''s transaction. No foreign key: a payment would have to look for it.';

select private.keep_from_api('private.missing_credits');

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
    'recipient', case
      when (p_transaction).incoming then (p_transaction).to_account_holder_name else private.other_party_of(p_transaction)
    end,
    'reference', case
      when not (p_transaction).incoming and exists (
        select from private.covered_texts c
        where c.transaction_id = private.other_id((p_transaction).movement_id) and c.reference is not null
      ) then 'Covered message'
      else (p_transaction).reference
    end,
    'amount', (p_transaction).amount,
    'incoming', (p_transaction).incoming,
    'status', (p_transaction).status,
    'reversed_at', (p_transaction).reversed_at,
    'is_credit_missing', exists (select from private.missing_credits m where m.transaction_id = (p_transaction).id),
    -- Of the customer in whose list the row is.
    'account_type', private.type_of_account(private.account_of_row(p_transaction)),
    'is_own_move', (p_transaction).other_account_id is not null
  );
end;
comment on function private.describe_transaction is
  'A row of the lists for staff. What the payee''s list covers is covered on the payer''s row too: staff read it in the details, which are audited for each payment, and in a case.';

create type private.transaction_query as (
  ids uuid[], person uuid, sort_code text, account_number text, patterns text[],
  amounts numeric[], numbers text[],
  least numeric, most numeric, since date, until date, starts_at timestamptz, ends_at timestamptz, status text,
  candidates text, matches text
);
comment on type private.transaction_query is
  'A staff search. An index leads to the candidates; matches is the condition on the text of each of them. Both are SQL about $1, this value.';

create function private.read_amount(p_word text) returns numeric
language sql immutable set search_path = ''
begin atomic
  select (replace(f.figures[1], ',', '') || coalesce(f.figures[2], ''))::numeric
  from regexp_match(
    p_word, '^[-+−]? ?£? ?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,12})([.][0-9]{1,2})?$'
  ) f (figures);
end;

create function private.search_words(p_typed text) returns text[]
language sql immutable set search_path = ''
-- An amount may have a space after its sign. Otherwise a space ends a word.
return case
  when private.read_amount(p_typed) is not null then array[p_typed]
  else array(
    select w.word from regexp_split_to_table(regexp_replace(p_typed, '£\s+', '£', 'g'), '\s+') w (word) where w.word <> ''
  )
end;
comment on function private.search_words is 'The words of a search, each of which must match.';

create function private.transaction_filter(p_min numeric, p_max numeric, p_from date, p_until date, p_status text)
returns private.transaction_query
language plpgsql immutable set search_path = '' as $$
declare
  wanted private.transaction_query;
begin
  if p_status not in ('completed', 'not_credited', 'reversed', 'pending', 'failed') then
    raise exception 'Unknown status.' using errcode = 'PT400';
  end if;
  wanted.least := p_min;
  wanted.most := p_max;
  wanted.since := p_from;
  wanted.until := p_until;
  wanted.status := p_status;
  wanted.starts_at := coalesce(p_from::timestamp at time zone 'Europe/London', '-infinity');
  wanted.ends_at := coalesce((p_until + 1)::timestamp at time zone 'Europe/London', 'infinity');
  wanted.candidates := case
    when p_status = 'not_credited' then 't.id = any (array(select m.transaction_id from private.missing_credits m))'
    -- Almost no row has another status, so these have an index.
    when p_status <> 'completed' then $sql$(t.status <> 'completed' or t.reversed_at is not null)$sql$
    else 'true'
  end;
  wanted.matches := case p_status
    when 'completed' then 't.id <> all (array(select m.transaction_id from private.missing_credits m))'
    else 'true'
  end;
  return wanted;
end
$$;

create function private.match_account(p_query private.transaction_query, p_typed text) returns private.transaction_query
language plpgsql immutable set search_path = '' as $$
begin
  p_query.patterns := array[private.contains_pattern(p_typed)];
  p_query.matches := p_query.matches || $sql$ and (
    (($1).account_number = t.to_account_number and t.to_sort_code = coalesce(($1).sort_code, t.to_sort_code))
    or (($1).account_number = t.from_account_number and t.from_sort_code = coalesce(($1).sort_code, t.from_sort_code))
    or private.fold_text(concat_ws(E'\n', t.to_account_holder_name, t.reference)) like all (($1).patterns)
  )$sql$;
  return p_query;
end
$$;
comment on function private.match_account is 'Adds the condition that a row names an account of no customer here.';

create function private.match_words(p_query private.transaction_query, p_words text[]) returns private.transaction_query
language plpgsql immutable set search_path = '' as $$
declare
  payment_text constant text := $sql$private.fold_text(concat_ws(E'\n', t.to_account_holder_name, t.reference))$sql$;
  all_text constant text := $sql$private.fold_text(concat_ws(
    E'\n', t.to_account_holder_name, t.reference, t.from_account_holder_name,
    (select d.search_text from private.user_directory d where d.user_id = t.user_id)
  ))$sql$;
begin
  -- In no pattern is a typed character special. The text of the condition holds only the places of the words.
  for place in 1 .. cardinality(p_words) loop
    p_query.amounts[place] := private.read_amount(p_words[place]);
    p_query.numbers[place] := private.normalise_sort_code(p_words[place]);
    p_query.patterns[place] := coalesce(private.contains_pattern(p_words[place]), '%');
    p_query.matches := p_query.matches || format(
      case
        when p_query.amounts[place] is null and p_query.numbers[place] !~ '^[0-9]{2}-[0-9]{2}-[0-9]{2}$'
          then $sql$ and %2$s like (($1).patterns)[%1$s]$sql$
        else $sql$ and (
          t.amount = (($1).amounts)[%1$s]
          or (($1).numbers)[%1$s] in (t.to_account_number, t.from_account_number, t.to_sort_code, t.from_sort_code)
          or %3$s like (($1).patterns)[%1$s]
        )$sql$
      end,
      place, all_text, case when p_words[place] ~ '^[0-9]{8}$' then all_text else payment_text end
    );
  end loop;
  return p_query;
end
$$;
comment on function private.match_words is 'Adds the condition that a row has each of these words.';

create function private.read_transaction_query(
  p_search text, p_min numeric, p_max numeric, p_from date, p_until date, p_status text
) returns private.transaction_query
language plpgsql stable set search_path = '' as $$
declare
  typed constant text := lower(btrim(coalesce(p_search, ''), E' \t\r\n\u00a0'));
  id_text constant text := substring(typed from '^(?:payment id:?\s*)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  account constant text[] := regexp_match(typed, '^(?:([0-9]{2}[ -]?[0-9]{2}[ -]?[0-9]{2})[ ,/]*)?([0-9]{4} ?[0-9]{4})$');
  words constant text[] := private.search_words(typed);
  wanted private.transaction_query;
begin
  wanted := private.transaction_filter(p_min, p_max, p_from, p_until, p_status);
  if id_text is not null then
    -- The transactions of both sides of a payment.
    wanted.ids := array[id_text::uuid, private.other_id(id_text::uuid)];
    wanted.candidates := wanted.candidates || ' and t.id = any (($1).ids)';
    return wanted;
  end if;

  wanted.sort_code := private.normalise_sort_code(account[1]);
  wanted.account_number := replace(account[2], ' ', '');
  wanted.person := case
    when account is not null then (
      select a.user_id from public.accounts a
      where a.account_number = wanted.account_number and a.sort_code = coalesce(wanted.sort_code, a.sort_code)
      order by a.sort_code limit 1
    )
    else (
      select private.find_by_sign_in_email(w.word) from unnest(words) w (word) where w.word ~ '^[^@]+@[^@]+$' order by 1 limit 1
    )
  end;
  -- The list of the owner has every row of an account.
  if wanted.person is not null then
    wanted.candidates := wanted.candidates || ' and t.user_id = ($1).person';
    if account is not null and exists (
      select from public.accounts a where a.user_id = wanted.person and a.account_type = 'savings'
    ) then
      -- Only a debit names the account by its id.
      wanted.matches := wanted.matches || $sql$ and case
        when t.from_account_id is null then t.to_account_number = ($1).account_number
        else t.from_account_id in (
          select a.id from public.accounts a where a.user_id = ($1).person and a.account_number = ($1).account_number
        )
      end$sql$;
    end if;
    if account is not null or cardinality(words) = 1 then
      return wanted;
    end if;
  end if;

  return case when account is null then private.match_words(wanted, words) else private.match_account(wanted, typed) end;
end
$$;
comment on function private.read_transaction_query is
  'Understands the text of the search: the id of a payment, an account number with or without a sort code, or words that a row must match. Each word is an amount, an account number, a sort code, a whole address, or part of a name, a reference or an address.';

create function private.candidate_rows(p_query private.transaction_query) returns text
language sql immutable set search_path = ''
begin atomic
  -- A single bound from which the index is read: with two, the scan could start at the wrong one.
  select format(
    'select t.* from public.transactions t where %s and (t.created_at, t.id) < ($2, $3) and t.created_at >= ($1).starts_at '
    'order by t.created_at desc, t.id desc limit $4',
    p_query.candidates
  );
end;
comment on function private.candidate_rows is
  'SQL for the next rows to examine: at most $4 before the place ($2, $3), in the order of an index. It is built from constants only.';

create function private.match_condition(p_query private.transaction_query) returns text
language sql immutable set search_path = ''
begin atomic
  select $sql$
    coalesce(t.amount >= ($1).least, true) and coalesce(t.amount <= ($1).most, true)
    and coalesce(
      case when t.reversed_at is null then t.status else 'reversed' end = replace(($1).status, 'not_credited', 'completed'), true
    )
    and $sql$ || p_query.matches;
end;
comment on function private.match_condition is 'SQL for whether the search finds a candidate, t.';

create function private.matching_rows(p_query private.transaction_query) returns text
language sql immutable set search_path = ''
begin atomic
  select format(
    $sql$select t.* from (%s) t where %s and (t.status = 'completed' or private.may_read_transaction(t))$sql$,
    private.candidate_rows(p_query), private.match_condition(p_query)
  );
end;

create function private.transaction_search_details(p_query private.transaction_query, p_search text) returns jsonb
language sql stable set search_path = ''
begin atomic
  -- Names and addresses must not be in the audit log, so the text is recorded as true.
  select jsonb_strip_nulls(jsonb_build_object(
    'user_id', p_query.person, 'searched', case when btrim(p_search) <> '' then true end, 'least', p_query.least,
    'most', p_query.most, 'since', p_query.since, 'until', p_query.until, 'status', p_query.status
  ));
end;
comment on function private.transaction_search_details is
  'The filter of a search as recorded in the audit log: of its text only the user whom an address or account number names.';

create function private.record_transaction_search(
  p_search text default null, p_min numeric default null, p_max numeric default null, p_from date default null,
  p_until date default null, p_status text default null
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted private.transaction_query;
begin
  perform private.require_permission('view_transactions');
  wanted := private.read_transaction_query(p_search, p_min, p_max, p_from, p_until, p_status);
  perform private.record_list(
    'list_transactions', private.new_id(), '{}', private.transaction_search_details(wanted, p_search), p_search
  );
end
$$;
select private.expose('record_transaction_search',
  'Audits a search of transactions, once per search and hour. For ten minutes, list_all_transactions, total_transactions and follow_transactions answer it. For staff with view_transactions.');

create function private.require_recorded_transactions(p_query private.transaction_query, p_search text) returns void
language sql stable set search_path = ''
begin atomic
  -- A long search and a list that is followed record themselves again. The audit has one row an hour.
  select private.require_recorded(
    'list_transactions', private.search_key(private.transaction_search_details(p_query, p_search), p_search), '10 minutes',
    'search'
  );
end;

create function private.record_export(
  p_search text default null, p_min numeric default null, p_max numeric default null, p_from date default null,
  p_until date default null, p_status text default null
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  filter jsonb;
begin
  perform private.require_permission('view_transactions');
  filter := private.transaction_search_details(
    private.read_transaction_query(p_search, p_min, p_max, p_from, p_until, p_status), p_search
  );
  perform private.record_read('export_transactions', null, null, filter, private.search_key(filter, p_search));
end
$$;
select private.expose('record_export',
  'Audits an export. For an hour, list_all_transactions then returns up to 1,000 rows at once for this search. A separate call, so that it is committed before the first page. For staff with view_transactions.');

create function private.list_all_transactions(
  p_search text default null, p_min numeric default null, p_max numeric default null, p_from date default null,
  p_until date default null, p_status text default null, p_after timestamptz default null, p_after_id uuid default null,
  p_limit integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
-- A bitmap scan would read and sort all matches before the first row. An index scan reads them in page order.
set enable_bitmapscan = off
as $$
declare
  most_examined constant integer := 10000;
  page_size integer := least(greatest(coalesce(p_limit, 50), 1), 1000);
  wanted private.transaction_query;
  after_at timestamptz := p_after;
  after_id uuid := p_after_id;
  page jsonb;
  page_count integer;
  next_after timestamptz;
  next_after_id uuid;
begin
  perform private.require_permission('view_transactions');
  wanted := private.read_transaction_query(p_search, p_min, p_max, p_from, p_until, p_status);
  if page_size <= 100 or not private.is_recorded(
    'export_transactions', private.search_key(private.transaction_search_details(wanted, p_search), p_search), '1 hour'
  ) then
    page_size := least(page_size, 100);
    perform private.require_recorded_transactions(wanted, p_search);
  end if;
  if (after_at < wanted.ends_at and after_id is not null) is not true then
    after_at := wanted.ends_at;
    after_id := '00000000-0000-0000-0000-000000000000';
  end if;

  execute format(
    $sql$
      with page as (select t.* from (%s) t order by t.created_at desc, t.id desc limit $5)
      select
        coalesce(jsonb_agg(private.describe_transaction(t) order by t.created_at desc, t.id desc), '[]'),
        count(*),
        (array_agg(t.created_at order by t.created_at, t.id))[1],
        (array_agg(t.id order by t.created_at, t.id))[1]
      from page t
    $sql$,
    private.matching_rows(wanted)
  )
  into page, page_count, next_after, next_after_id
  using wanted, after_at, after_id, most_examined, page_size;

  -- A page that is not full has examined all rows of the step.
  if page_count < page_size then
    execute format('select t.created_at, t.id from (%s) t offset $4 - 1 limit 1', private.candidate_rows(wanted))
    into next_after, next_after_id
    using wanted, after_at, after_id, most_examined;
  end if;
  return jsonb_build_object(
    'transactions', page, 'next_after', next_after, 'next_after_id', next_after_id, 'read_at', now()
  );
end
$$;
select private.expose('list_all_transactions', statement_timeout => '8s', description =>
  'A step through all customers'' transactions that match, newest first, and where the next step starts; null at the end of the list. A step examines at most 10,000 rows, so it can return few although more follow. At most 100 rows, or 1,000 after record_export. Answers a search that record_transaction_search has recorded. For staff with view_transactions.');

create function private.total_transactions(
  p_search text default null, p_min numeric default null, p_max numeric default null, p_from date default null,
  p_until date default null, p_status text default null, p_after timestamptz default null, p_after_id uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_bitmapscan = off as $$
declare
  most_examined constant integer := 10000;
  wanted private.transaction_query;
  after_at timestamptz := p_after;
  after_id uuid := p_after_id;
  totals jsonb;
  next_after timestamptz;
  next_after_id uuid;
begin
  perform private.require_permission('view_transactions');
  wanted := private.read_transaction_query(p_search, p_min, p_max, p_from, p_until, p_status);
  perform private.require_recorded_transactions(wanted, p_search);
  if (after_at < wanted.ends_at and after_id is not null) is not true then
    after_at := wanted.ends_at;
    after_id := '00000000-0000-0000-0000-000000000000';
  end if;
  execute format(
    $sql$
      select jsonb_build_object(
        'count', count(*), 'paid_in', coalesce(sum(t.amount) filter (where t.incoming), 0),
        'paid_out', coalesce(sum(t.amount) filter (where not t.incoming), 0)
      )
      from (%s) t
    $sql$,
    private.matching_rows(wanted)
  )
  into totals using wanted, after_at, after_id, most_examined;
  execute format('select t.created_at, t.id from (%s) t offset $4 - 1 limit 1', private.candidate_rows(wanted))
  into next_after, next_after_id using wanted, after_at, after_id, most_examined;
  return totals || jsonb_build_object('next_after', next_after, 'next_after_id', next_after_id);
end
$$;
select private.expose('total_transactions', statement_timeout => '8s', description =>
  'The number of transactions that a search finds among the next 10,000 rows, what they paid in and out, and where the next step starts; null at the end. The caller adds the steps up. Answers a search that record_transaction_search has recorded. For staff with view_transactions.');

create function private.follow_transactions(
  p_search text default null, p_min numeric default null, p_max numeric default null, p_from date default null,
  p_until date default null, p_status text default null, p_since timestamptz default null, p_ids uuid[] default '{}'
) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_bitmapscan = off as $$
declare
  most_rows constant integer := 100;
  most_examined constant integer := 10000;
  -- A payment has the time at which it began, and can be committed after a later one.
  longest_payment constant interval := '30 seconds';
  wanted private.transaction_query;
  page jsonb;
  is_complete boolean;
  states jsonb;
begin
  perform private.require_permission('view_transactions');
  wanted := private.read_transaction_query(p_search, p_min, p_max, p_from, p_until, p_status);
  perform private.require_recorded_transactions(wanted, p_search);
  wanted.starts_at := greatest(wanted.starts_at, coalesce(p_since, now()) - longest_payment);
  execute format(
    $sql$
      with page as (select t.* from (%s) t order by t.created_at desc, t.id desc limit $5)
      select
        coalesce(jsonb_agg(private.describe_transaction(t) order by t.created_at desc, t.id desc), '[]'),
        count(*) < $5 and not exists (select from (%s) t offset $4 - 1)
      from page t
    $sql$,
    private.matching_rows(wanted), private.candidate_rows(wanted)
  )
  into page, is_complete
  using wanted, wanted.ends_at, '00000000-0000-0000-0000-000000000000'::uuid, most_examined, most_rows;
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', t.id, 'status', t.status, 'reversed_at', t.reversed_at,
    'is_credit_missing', exists (select from private.missing_credits m where m.transaction_id = t.id)
  )), '[]')
  into states
  from public.transactions t where t.id = any (p_ids) and private.may_read_transaction(t);
  return jsonb_build_object('transactions', page, 'is_complete', is_complete, 'states', states, 'read_at', now());
end
$$;
select private.expose('follow_transactions', statement_timeout => '8s', description =>
  'What changes in the list of a search: the newest 100 matching transactions since a time and 30 seconds before it, whether these are all, and the states of shown transactions. Answers a search that record_transaction_search has recorded. For staff with view_transactions.');
