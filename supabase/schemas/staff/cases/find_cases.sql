-- How staff find a case: by the customer, the payee, the amount, or a reference. And the cases beside a customer or a payment.

-- Who must move in a case: one answer for the list, the number in the navigation, the page, and what stands beside a customer or a
-- payment.
create function private.is_urgent(p_case private.cases) returns boolean
language sql stable set search_path = ''
return p_case.state = 'open' and p_case.stopped_at is null and p_case.due_at <= private.end_of_day(private.london_date(now()));
comment on function private.is_urgent is 'Whether the clock of an open case ends today, or has ended.';

create function private.next_of_case(p_case private.cases) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when private.has_waiting_decision(p_case.id) then 'second'
    when p_case.state <> 'open' then null
    when p_case.question is not null and not private.is_urgent(p_case) then 'customer'
    when p_case.assigned_to is not null then 'agent'
    else 'anyone'
  end;
end
$$;
comment on function private.next_of_case is
  'Who moves next in a case: a second administrator, the customer until the day on which the clock ends, the agent who has it, or anyone of the staff. Null: it is decided.';

create function private.news_of_case(p_case private.cases) returns text
language plpgsql stable set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  return case
    when p_case.news is not null and coalesce(p_case.news_for, me) = me then p_case.news
    when p_case.assigned_to = me and private.is_urgent(p_case) and private.next_of_case(p_case) = 'agent' then 'due'
  end;
end
$$;
comment on function private.news_of_case is
  'What the caller is told of a case: what has happened that they have not read, or that theirs is due today. Null: nothing.';

create type public.listed_case as (
  id uuid, kind text, customer_name text, opened_at timestamptz, due_at timestamptz, stopped_at timestamptz, has_question boolean,
  amount numeric, assigned_to uuid, assigned_name text, decision text, decided_at timestamptz, summary_due_at timestamptz,
  subject text, moves text, news text
);
comment on type public.listed_case is 'A case as the lists of staff show it.';

create function private.listed_cases(p_ids uuid[]) returns setof public.listed_case
language plpgsql stable set search_path = '' as $$
begin
  return query
  select
    c.id, c.kind, customer.full_name::text, c.opened_at, c.due_at, c.stopped_at, c.question is not null, c.amount::numeric,
    c.assigned_to, agent.full_name::text, c.decision, c.decided_at, complaint.summary_due_at, c.subject, private.next_of_case(c),
    private.news_of_case(c)
  from private.cases c
  left join public.profiles customer on customer.id = c.user_id
  left join public.profiles agent on agent.id = c.assigned_to
  left join private.complaints complaint on complaint.id = c.id
  where c.id = any (p_ids);
end
$$;
comment on function private.listed_cases is 'The rows of these cases in the lists of staff, in no order. The calling function has checked the caller.';

create type private.case_word as (pattern text, amount numeric, first_id uuid, last_id uuid);
comment on type private.case_word is 'A word of a search of the cases: a part of a text, an amount, and the ids that begin with it.';

create function private.read_case_word(p_word text) returns private.case_word
language plpgsql immutable set search_path = '' as $$
declare
  word private.case_word;
  digits constant text := replace(p_word, '-', '');
begin
  word.pattern := coalesce(private.contains_pattern(p_word), '%');
  word.amount := private.read_amount(p_word);
  if digits ~ '^[0-9a-f]{8,32}$' then
    word.first_id := rpad(digits, 32, '0')::uuid;
    word.last_id := rpad(digits, 32, 'f')::uuid;
  end if;
  return word;
end
$$;

create function private.find_cases(p_search text) returns uuid[]
language plpgsql stable set search_path = ''
-- The best plan depends on the word.
set plan_cache_mode = force_custom_plan as $$
declare
  most_words constant integer := 8;
  few constant integer := 1000;
  most_examined constant integer := 10000;
  typed constant text[] := (private.search_words(lower(btrim(coalesce(p_search, ''), E' \t\r\n\u00a0'))))[1:most_words];
  words private.case_word[];
  word private.case_word;
  people uuid[];
  found_ids uuid[];
  candidates uuid[];
begin
  for place in 1 .. cardinality(typed) loop
    word := private.read_case_word(typed[place]);
    words[place] := word;
    -- The index has parts of three letters. A word of many customers leads to no few cases.
    people := case when char_length(typed[place]) >= 3 then private.find_few_users(word.pattern) end;
    continue when people is null;
    found_ids := array(
      select c.id from private.cases c
      where c.search_text like word.pattern or c.user_id = any (people) or c.amount = word.amount
        or c.id between word.first_id and word.last_id or c.about_id between word.first_id and word.last_id
      limit few + 1
    );
    if cardinality(found_ids) <= few and (candidates is null or cardinality(found_ids) < cardinality(candidates)) then
      candidates := found_ids;
    end if;
  end loop;
  return array(
    select (c.row).id
    from (
      select c as row from private.cases c where c.id = any (candidates)
      union all
      -- No word leads to few: the newest are examined.
      (select c from private.cases c where candidates is null and cardinality(typed) > 0 order by c.id desc limit most_examined)
    ) c
    where not exists (
        select from unnest(words) w
        where (
          (c.row).search_text like w.pattern or (c.row).amount = w.amount or (c.row).id between w.first_id and w.last_id
          or (c.row).about_id between w.first_id and w.last_id
          or (select d.search_text from private.user_directory d where d.user_id = (c.row).user_id) like w.pattern
        ) is not true
      )
      and private.can_work_on(auth.uid(), c.row)
    order by (c.row).state = 'decided', case when (c.row).state = 'open' then (c.row).due_at end, (c.row).decided_at desc, (c.row).id desc
    limit private.page_size(null)
  );
end
$$;
comment on function private.find_cases is
  'The cases that the caller may work on and that have each word: in the customer''s name, address or account number, the payee, the reference of the payment, at the beginning of an id, or as the amount. Open ones first, what is due first at the top, then decided ones, the latest first. An index leads to few, otherwise the newest 10,000 are examined.';

create function private.record_case_search(p_search text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('manage_cases');
  -- Without the customers: some must not learn of their case.
  perform private.record_list('search_cases', private.new_id(), '{}', p_search => p_search, p_subject_kind => 'case');
end
$$;
select private.expose('record_case_search',
  'Audits a search of the cases, without its text, once an hour for each. For a minute, search_cases then answers it. For admins with manage_cases.');

create function private.search_cases(p_search text) returns setof public.listed_case
language plpgsql stable security definer set search_path = '' as $$
declare
  found_ids uuid[];
begin
  perform private.require_permission('manage_cases');
  perform private.require_recorded('search_cases', private.search_key('{}', p_search), p_what => 'search');
  found_ids := private.find_cases(p_search);
  return query
  select listed.* from private.listed_cases(found_ids) listed order by array_position(found_ids, listed.id);
end
$$;
select private.expose('search_cases', statement_timeout => '8s', description =>
  'The cases with each word of a search: a part of the customer''s name, address or account number, of the payee or of the payment''s reference, the amount, or the beginning of an id. At most 50, open ones first. It must be recorded with record_case_search first. Without those that the caller may not work on. For admins with manage_cases.');

create function private.cases_beside(p_user_id uuid, p_payment_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  most_rows constant integer := 5;
  shown uuid[];
begin
  if not private.has_permission('manage_cases') then
    return null;
  end if;
  shown := array(
    select c.id from private.cases c
    where (c.user_id = p_user_id or c.about_id = p_payment_id) and private.can_work_on(auth.uid(), c)
    order by c.state = 'decided', c.id desc
    limit most_rows
  );
  return (
    select coalesce(jsonb_agg(to_jsonb(listed) order by array_position(shown, listed.id)), '[]')
    from private.listed_cases(shown) listed
  );
end
$$;
comment on function private.cases_beside is
  'The cases of a customer, or about a payment by the id of its movement, that the caller may work on: open ones first, the newest first, at most five. Null without manage_cases.';
