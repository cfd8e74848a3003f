-- The user list of user administrators: search, filters, sort and counts.

create table private.user_directory (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null,
  list text not null constraint user_directory_list_check check (list in ('pending', 'rejected', 'approved')),
  is_suspended boolean not null,
  name_key text not null,
  email_key text not null,
  search_text text not null
);
comment on table private.user_directory is
  'What the user list searches and sorts by, from profiles, auth.users and accounts. One table, because an index covers one table.';

create index user_directory_created_at_idx on private.user_directory (list, created_at, user_id);
create index user_directory_name_idx on private.user_directory (list, name_key, user_id);
create index user_directory_email_idx on private.user_directory (list, email_key, user_id);
create index user_directory_suspended_idx on private.user_directory (user_id) where is_suspended;
create index user_directory_search_idx on private.user_directory using gin (search_text extensions.gin_trgm_ops);

select private.keep_from_api('private.user_directory');

create function private.refresh_directory(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.user_directory as d (user_id, created_at, list, is_suspended, name_key, email_key, search_text)
  select
    p.id, p.created_at,
    case
      when p.approved then 'approved'
      when exists (select from private.rejections r where r.user_id = p.id) then 'rejected'
      else 'pending'
    end,
    p.suspended_at is not null, private.fold_text(coalesce(p.full_name, '')), lower(u.email),
    private.fold_text(concat_ws(E'\n', p.full_name, p.notification_email, u.email, accounts.numbers))
  from public.profiles p
  join auth.users u on u.id = p.id
  cross join lateral (
    select string_agg(concat_ws(E'\n', a.account_number, a.sort_code), E'\n' order by a.account_type, a.place) as numbers
    from public.accounts a where a.user_id = p.id
  ) accounts
  where p.id = p_user_id
  on conflict (user_id) do update set
    created_at = excluded.created_at, list = excluded.list, is_suspended = excluded.is_suspended,
    name_key = excluded.name_key, email_key = excluded.email_key, search_text = excluded.search_text;
end
$$;
comment on function private.refresh_directory is 'Writes a user''s row of the directory. The triggers call it when something in it has changed.';

create function private.refresh_directory_of_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name in ('profiles', 'users') then
    perform private.refresh_directory(new.id);
  elsif tg_op = 'DELETE' then
    perform private.refresh_directory(old.user_id);
  else
    perform private.refresh_directory(new.user_id);
  end if;
  return null;
end
$$;

create trigger refresh_directory
  after insert or update of created_at, approved, suspended_at, full_name, notification_email on public.profiles
  for each row execute function private.refresh_directory_of_row();
create trigger refresh_directory after update of email on auth.users
  for each row execute function private.refresh_directory_of_row();
create trigger refresh_directory after insert or update of account_number, sort_code on public.accounts
  for each row execute function private.refresh_directory_of_row();
create trigger refresh_directory after insert or delete on private.rejections
  for each row execute function private.refresh_directory_of_row();

create function private.filtered_users(p_filter text) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return case p_filter
    when 'staff' then array(select distinct r.user_id from public.user_roles r)
    when 'suspended' then array(select d.user_id from private.user_directory d where d.is_suspended)
    when 'pin_requested' then array(select r.user_id from private.pin_reset_requests r where r.agreed_at is null)
    when 'financial_support' then
      array(select g.admin_id from public.admin_permissions g where g.permission = 'financial_support')
  end;
end
$$;
comment on function private.filtered_users is 'The users whom a filter of the user list leaves; null for the filters that leave all.';

create function private.find_few_users(p_pattern text) returns uuid[]
language plpgsql stable strict set search_path = ''
-- The best plan depends on the pattern.
set plan_cache_mode = force_custom_plan as $$
declare
  few constant integer := 200;
  people constant uuid[] := array(
    select d.user_id from private.user_directory d where d.search_text like p_pattern limit few + 1
  );
begin
  return case when cardinality(people) <= few then people end;
end
$$;
comment on function private.find_few_users is
  'The users whom a search finds; null if they are many. The rows of few users are read by an index, and for many the latest rows are filtered.';

create function private.directory_list(p_approved boolean, p_filter text) returns text
language sql immutable parallel safe set search_path = ''
return case when p_approved then 'approved' when p_filter = 'rejected' then 'rejected' else 'pending' end;
comment on function private.directory_list is 'Which users a list shows. Rejected users are listed only by their filter.';

create function private.user_search_details(p_approved boolean, p_search text, p_filter text) returns jsonb
language sql immutable parallel safe set search_path = ''
return jsonb_strip_nulls(jsonb_build_object(
  'approved', p_approved, 'searched', private.contains_pattern(p_search) is not null, 'filter', p_filter
));
comment on function private.user_search_details is 'A search of the user list as the audit records it: without its text.';

create function private.record_user_list(
  p_list_id uuid, p_approved boolean, p_search text default null, p_filter text default null, p_sort text default null,
  p_after uuid default null, p_limit integer default 50
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  pattern constant text := private.contains_pattern(p_search);
  few uuid[];
  sort_key text;
  is_rising boolean;
  people uuid[];
begin
  perform private.require_permission('approve_users');
  if p_filter not in ('staff', 'suspended', 'pin_requested', 'financial_support', 'rejected') then
    raise exception 'Unknown filter.' using errcode = 'PT400';
  end if;
  select s.sort_key, s.is_rising into sort_key, is_rising
  from (values
    ('newest', 'created_at', false), ('oldest', 'created_at', true), ('name', 'name_key', true),
    ('name_desc', 'name_key', false), ('email', 'email_key', true), ('email_desc', 'email_key', false)
  ) s (name, sort_key, is_rising)
  where s.name = coalesce(p_sort, 'newest');
  if not found then
    raise exception 'Unknown sort.' using errcode = 'PT400';
  end if;
  few := private.find_few_users(pattern);
  -- Planned for each call: the best plan depends on the search. The text is built from the constants above only.
  execute format(
    $sql$
      select array(
        select d.user_id from private.user_directory d
        where d.list = $1 and ($6 is null or d.user_id = any ($6)) and ($2 is null or d.search_text like $2)
          and ($3 is null or d.user_id = any ($3))
          and ($4 is null or (d.%1$I, d.user_id) %2$s (
            (select a.%1$I from private.user_directory a where a.user_id = $4), $4
          ))
        order by d.%1$I %3$s, d.user_id %3$s
        limit $5
      )
    $sql$,
    sort_key, case when is_rising then '>' else '<' end, case when is_rising then 'asc' else 'desc' end
  )
  into people
  using private.directory_list(p_approved, p_filter), pattern, private.filtered_users(p_filter), p_after,
    private.page_size(p_limit), few;
  perform private.record_list(
    'list_users', p_list_id, people, private.user_search_details(p_approved, p_search, p_filter), p_search
  );
end
$$;
select private.expose('record_user_list', statement_timeout => '8s', description =>
  'Finds users, at most 100 after the given one, and audits that the caller reads them. list_users returns them by the list id, which the caller chooses. The search finds parts of names, addresses and account numbers. Filters: staff, suspended, pin_requested, financial_support, rejected. Sorts: newest, oldest, name, name_desc, email, email_desc. For admins with approve_users.');

create function private.list_users(p_list_id uuid)
returns table (
  id uuid, created_at timestamptz, approved boolean, full_name text, notification_email text, sign_in_email text,
  has_pin boolean, pin_visible boolean, balance numeric, account_number text, financial_support boolean, is_staff boolean,
  is_admin boolean, can_delete boolean, pin_requested_at timestamptz, suspended_at timestamptz, closed_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
declare
  people uuid[];
begin
  perform private.require_permission('approve_users');
  people := private.require_recorded('list_users', p_list_id, p_what => 'list');
  return query
  select
    p.id, p.created_at, p.approved, p.full_name, p.notification_email, u.email::text,
    exists (select from private.pins pin where pin.user_id = p.id), private.can_see_pin(p.id), a.balance,
    a.account_number::text,
    exists (select from public.admin_permissions g where g.admin_id = p.id and g.permission = 'financial_support'),
    private.is_staff(p.id), exists (select from public.user_roles r where r.user_id = p.id and r.role = 'admin'),
    private.deletion_refusal(auth.uid(), p.id) is null,
    requests.requested_at, p.suspended_at, p.closed_at
  from public.profiles p
  join auth.users u on u.id = p.id
  left join public.accounts a on a.user_id = p.id and a.account_type = 'current'
  left join private.pin_reset_requests requests on requests.user_id = p.id and requests.agreed_at is null
  where p.id = any (people)
  order by array_position(people, p.id);
end
$$;
select private.expose('list_users', statement_timeout => '8s', description =>
  'The users of a list that the caller has recorded with record_user_list within the last minute, in its order, without their PINs. For admins with approve_users.');

create function private.count_users(p_search text default null, p_filter text default null)
returns table (pending bigint, approved bigint, pin_requests bigint)
language plpgsql stable security definer set search_path = ''
-- The best plan depends on whether a search is given.
set plan_cache_mode = force_custom_plan as $$
declare
  -- The screen shows no higher number. To count all users would take longer with each one.
  most_counted constant integer := 10000;
  pattern constant text := private.contains_pattern(p_search);
  people constant uuid[] := private.filtered_users(p_filter);
  few uuid[];
begin
  perform private.require_permission('approve_users');
  if pattern is not null
    and not private.is_recorded('list_users', private.search_key(private.user_search_details(true, p_search, p_filter), p_search))
  then
    perform private.require_recorded(
      'list_users', private.search_key(private.user_search_details(false, p_search, p_filter), p_search), p_what => 'search'
    );
  end if;
  few := private.find_few_users(pattern);
  return query
  select
    max(counted.number) filter (where counted.list <> 'approved'), max(counted.number) filter (where counted.list = 'approved'),
    (select count(*) from private.pin_reset_requests r where r.agreed_at is null)
  from (
    select l.list, (
      select count(*) from (
        select from private.user_directory d
        where d.list = l.list and (few is null or d.user_id = any (few)) and (pattern is null or d.search_text like pattern)
          and (people is null or d.user_id = any (people))
        limit most_counted + 1
      ) found
    ) as number
    from unnest(array['approved', private.directory_list(false, p_filter)]) l (list)
  ) counted;
end
$$;
select private.expose('count_users', statement_timeout => '8s', description =>
  'How many users a search and a filter find in each list, 10,001 for more than 10,000, and the number of open PIN requests. A search must be recorded with record_user_list first. For admins with approve_users.');
