-- The audit log for super admins: its list, search and export.

create function private.audit_export_details(
  p_search text, p_actor uuid, p_action text, p_target uuid, p_from timestamptz, p_to timestamptz, p_without_looks boolean
) returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_strip_nulls(jsonb_build_object(
    'searched', case when btrim(p_search) <> '' then true end,
    'actor_id', p_actor, 'action', p_action, 'target_id', p_target, 'since', p_from, 'until', p_to,
    'without_looking', case when p_without_looks then true end
  ));
end;
comment on function private.audit_export_details is 'The filter of an export of the audit as the audit records it: without the searched text.';

create function private.record_audit_export(
  p_search text default null, p_actor uuid default null, p_action text default null, p_target uuid default null,
  p_from timestamptz default null, p_to timestamptz default null, p_without_looks boolean default false
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  filter constant jsonb := private.audit_export_details(
    p_search, p_actor, p_action, p_target, p_from, p_to, p_without_looks
  );
begin
  perform private.require_super_admin();
  perform private.record_read('export_audit', null, null, filter, private.search_key(filter, p_search));
end
$$;
select private.expose('record_audit_export',
  'Audits an export of the audit. For an hour, list_audit then returns up to 1,000 rows at once for this search. For super admins.');

create function private.list_audit(
  p_search text default null, p_words text[] default null, p_actor uuid default null, p_action text default null,
  p_target uuid default null, p_from timestamptz default null, p_to timestamptz default null,
  p_row bigint default null, p_after bigint default null, p_limit integer default 50, p_without_looks boolean default false
)
returns table (
  id bigint, created_at timestamptz, actor_id uuid, actor_name text, action text, subject_id uuid, subject_kind text,
  subject_name text, person_id uuid, person_name text, details jsonb, hash text
)
language plpgsql stable security definer set search_path = ''
-- The best plan depends on which filters are set.
set plan_cache_mode = force_custom_plan as $$
declare
  wanted constant text := btrim(p_search);
  pattern constant text := private.contains_pattern(p_search);
  wanted_row constant bigint := case when wanted ~ '^[0-9]{1,18}$' then wanted::bigint end;
  wanted_id constant uuid := case when pg_input_is_valid(wanted, 'uuid') then wanted::uuid end;
  -- The rows hold no addresses.
  people constant uuid[] := private.find_few_users(pattern);
  page_size integer := least(greatest(coalesce(p_limit, 50), 1), 1000);
  before_at timestamptz;
  before_id bigint;
begin
  perform private.require_super_admin();
  if page_size > 100 and not private.is_recorded(
    'export_audit',
    private.search_key(private.audit_export_details(p_search, p_actor, p_action, p_target, p_from, p_to, p_without_looks), p_search),
    '1 hour'
  ) then
    page_size := 100;
  end if;
  if coalesce(p_after, p_row) is not null then
    -- A page that begins with a row includes it.
    select l.created_at, l.id + case when p_after is null then 1 else 0 end into before_at, before_id
    from private.audit_log l where l.id = coalesce(p_after, p_row);
    if not found then
      return;
    end if;
  end if;
  return query
  select
    l.id, l.created_at, l.actor_id, l.actor_name, l.action, l.subject_id, l.subject_kind, l.subject_name, l.person_id,
    l.person_name, l.details, encode(l.hash, 'hex')
  from private.audit_log l
  where (p_actor is null or l.actor_id = p_actor)
    and (p_action is null or l.action = p_action)
    and (not p_without_looks or l.action !~ '^(view|list|search|read)_')
    and (p_target is null or l.subject_id = p_target or l.person_id = p_target)
    and (p_from is null or l.created_at >= p_from)
    and (p_to is null or l.created_at < p_to)
    and (before_at is null or (l.created_at, l.id) < (before_at, before_id))
    and (pattern is null or private.audit_text(l.actor_name, l.person_name, l.subject_name) like pattern
      or l.action = any (p_words) or l.id = wanted_row
      or l.subject_id = wanted_id or l.person_id = wanted_id or l.actor_id = wanted_id
      or l.actor_id = any (people) or l.person_id = any (people) or l.subject_id = any (people)
      -- Of many users, the latest rows are filtered.
      or (people is null and (
        (select d.search_text from private.user_directory d where d.user_id = l.person_id) like pattern
        or (select d.search_text from private.user_directory d where d.user_id = l.actor_id) like pattern
      )))
    and not private.is_audit_kept_from(auth.uid(), l)
  order by l.created_at desc, l.id desc
  limit page_size;
end
$$;
select private.expose('list_audit', statement_timeout => '8s', description =>
  'The audit log, newest first, at most 100 rows, or 1,000 after record_audit_export. The page starts at a row, or after one. The search finds parts of names, addresses and account numbers, the number of a row, an id, and the actions of p_words. p_without_looks leaves out the actions that only look at something. The target filter takes an object or its customer. Without what the caller must not learn as the other side of a payment. For super admins.');
