-- The user list of the administrators, with the PINs that each of them may see.

create extension if not exists pg_trgm with schema extensions;

create index profiles_approved_created_at_id_idx on public.profiles (approved, created_at desc, id desc);
create index profiles_created_at_id_idx on public.profiles (created_at desc, id desc);
create index profiles_search_idx on public.profiles
  using gin (lower(coalesce(full_name, '') || E'\n' || coalesce(notification_email, '')) extensions.gin_trgm_ops);

create function private.contains_pattern(p_text text) returns text
language sql immutable parallel safe set search_path = ''
return '%' || regexp_replace(lower(nullif(btrim(p_text), '')), '([\\%_])', '\\\1', 'g') || '%';
comment on function private.contains_pattern is 'For like: anything with this text in it, in lower case. Null for no text.';

create function private.find_by_sign_in_email(p_text text) returns uuid
language sql stable set search_path = ''
begin atomic
  select u.id from auth.users u where u.email = lower(btrim(p_text)) and not u.is_sso_user;
end;
comment on function private.find_by_sign_in_email is 'The person who signs in with exactly this address.';

create function private.is_staff(p_user_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (select from public.user_roles r where r.user_id = p_user_id);
end;

create function private.may_see_pin(p_user_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select p_user_id = (select auth.uid()) or not private.is_staff(p_user_id) or private.has_role('super_admin');
end;
comment on function private.may_see_pin is
  'Whether a user administrator may see or choose this person''s PIN. Whoever has a PIN can sign in with it, and with that of other staff would have more rights.';

create function private.list_users(
  p_approved boolean, p_search text, p_before_created_at timestamptz, p_before_id uuid, p_limit integer
)
returns table (
  id uuid, created_at timestamptz, approved boolean, full_name text, notification_email text, sign_in_email text,
  pin text, pin_visible boolean, balance numeric, financial_support boolean, is_staff boolean, can_delete boolean,
  pin_requested_at timestamptz
)
language plpgsql volatile security definer set search_path = ''
-- The plan depends on whether there is a search.
set plan_cache_mode = force_custom_plan as $$
declare
  pattern constant text := private.contains_pattern(p_search);
  sign_in_id constant uuid := private.find_by_sign_in_email(p_search);
  people uuid[];
  pin_storage_key text;
  sees_all_staff boolean;
begin
  perform private.refuse_unless_permitted('approve_users');
  sees_all_staff := private.has_role('super_admin');
  pin_storage_key := private.pin_key('pin_storage_key');

  select array_agg(page.id) into people
  from (
    select p.id
    from public.profiles p
    where p.approved = p_approved
      and (p_before_created_at is null
        or (p.created_at, p.id) < (p_before_created_at, coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff')))
      and (
        pattern is null
        or lower(coalesce(p.full_name, '') || E'\n' || coalesce(p.notification_email, '')) like pattern
        or p.id = sign_in_id
      )
    order by p.created_at desc, p.id desc
    limit private.page_size(p_limit)
  ) page;

  return query
  select
    p.id, p.created_at, p.approved, p.full_name, p.notification_email, u.email::text,
    case when rights.sees_pin then extensions.pgp_sym_decrypt(pins.pin_encrypted, pin_storage_key) end,
    rights.sees_pin, a.balance,
    exists (select from public.admin_permissions g where g.admin_id = p.id and g.permission = 'financial_support'),
    staff.roles <> '{}',
    p.id <> auth.uid() and 'super_admin' <> all (staff.roles) and (sees_all_staff or 'admin' <> all (staff.roles)),
    requests.requested_at
  from public.profiles p
  join auth.users u on u.id = p.id
  left join private.pins pins on pins.user_id = p.id
  left join public.accounts a on a.user_id = p.id and a.account_type = 'current'
  left join private.pin_reset_requests requests on requests.user_id = p.id
  cross join lateral (select array(select r.role from public.user_roles r where r.user_id = p.id) as roles) staff
  cross join lateral (select p.id = auth.uid() or staff.roles = '{}' or sees_all_staff as sees_pin) rights
  where p.id = any (people)
  order by p.created_at desc, p.id desc;

  perform private.audit('list_users', null, jsonb_build_object(
    'approved', p_approved, 'searched', pattern is not null, 'people', coalesce(people, '{}')
  ));
end
$$;

create function public.list_users(
  p_approved boolean, p_search text default null,
  p_before_created_at timestamptz default null, p_before_id uuid default null, p_limit integer default 50
)
returns table (
  id uuid, created_at timestamptz, approved boolean, full_name text, notification_email text, sign_in_email text,
  pin text, pin_visible boolean, balance numeric, financial_support boolean, is_staff boolean, can_delete boolean,
  pin_requested_at timestamptz
)
language sql volatile security invoker set search_path = ''
begin atomic
  select
    u.id, u.created_at, u.approved, u.full_name, u.notification_email, u.sign_in_email, u.pin, u.pin_visible, u.balance,
    u.financial_support, u.is_staff, u.can_delete, u.pin_requested_at
  from private.list_users(p_approved, p_search, p_before_created_at, p_before_id, p_limit) u;
end;
comment on function public.list_users is
  'People, newest first, with their PINs, at most 100 from before a row''s created_at and id. Finds parts of names and notification addresses, and whole sign-in addresses. Each listing is audited. For admins with approve_users.';

create function private.count_users() returns table (pending bigint, approved bigint, pin_requests bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_unless_permitted('approve_users');
  return query
  select
    count(*) filter (where not p.approved), count(*) filter (where p.approved),
    (select count(*) from private.pin_reset_requests)
  from public.profiles p;
end
$$;

create function public.count_users() returns table (pending bigint, approved bigint, pin_requests bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select c.pending, c.approved, c.pin_requests from private.count_users() c;
end;
comment on function public.count_users is 'How many people wait for approval, are approved, and have asked for help with their PIN. For admins with approve_users.';

grant execute on function private.list_users, public.list_users, private.count_users, public.count_users to authenticated;
