-- PINs are shown only to somebody whose look at the list stands in the audit already. Together with the list they came
-- in one call, which the caller could have undone with a cast that fails: the error said the PIN, the audit nothing.

drop function public.list_users;
drop function private.list_users;

create function private.list_users(
  p_approved boolean, p_search text, p_before_created_at timestamptz, p_before_id uuid, p_limit integer
)
returns table (
  id uuid, created_at timestamptz, approved boolean, full_name text, notification_email text, sign_in_email text,
  pin_visible boolean, balance numeric, financial_support boolean, is_staff boolean, can_delete boolean,
  pin_requested_at timestamptz
)
language plpgsql volatile security definer set search_path = ''
-- The plan depends on whether there is a search.
set plan_cache_mode = force_custom_plan as $$
declare
  pattern constant text := private.contains_pattern(p_search);
  sign_in_id constant uuid := private.find_by_sign_in_email(p_search);
  people uuid[];
  sees_all_staff boolean;
begin
  perform private.refuse_unless_permitted('approve_users');
  sees_all_staff := private.has_role('super_admin');

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
    p.id = auth.uid() or staff.roles = '{}' or sees_all_staff, a.balance,
    exists (select from public.admin_permissions g where g.admin_id = p.id and g.permission = 'financial_support'),
    staff.roles <> '{}',
    p.id <> auth.uid() and 'super_admin' <> all (staff.roles) and (sees_all_staff or 'admin' <> all (staff.roles)),
    requests.requested_at
  from public.profiles p
  join auth.users u on u.id = p.id
  left join public.accounts a on a.user_id = p.id and a.account_type = 'current'
  left join private.pin_reset_requests requests on requests.user_id = p.id
  cross join lateral (select array(select r.role from public.user_roles r where r.user_id = p.id) as roles) staff
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
  pin_visible boolean, balance numeric, financial_support boolean, is_staff boolean, can_delete boolean,
  pin_requested_at timestamptz
)
language sql volatile security invoker set search_path = ''
begin atomic
  select
    u.id, u.created_at, u.approved, u.full_name, u.notification_email, u.sign_in_email, u.pin_visible, u.balance,
    u.financial_support, u.is_staff, u.can_delete, u.pin_requested_at
  from private.list_users(p_approved, p_search, p_before_created_at, p_before_id, p_limit) u;
end;
comment on function public.list_users is
  'People, newest first, at most 100 from before a row''s created_at and id. Finds parts of names and notification addresses, and whole sign-in addresses. Each listing is audited, and opens their PINs to read_pins. For admins with approve_users.';

create function private.read_pins(p_user_ids uuid[]) returns table (user_id uuid, pin text)
language plpgsql stable security definer set search_path = '' as $$
declare
  pin_storage_key text;
begin
  perform private.refuse_unless_permitted('approve_users');
  pin_storage_key := private.pin_key('pin_storage_key');
  return query
  select p.user_id, extensions.pgp_sym_decrypt(p.pin_encrypted, pin_storage_key)
  from private.pins p
  where p.user_id = any (p_user_ids)
    and private.may_see_pin(p.user_id)
    and p.user_id::text in (
      select jsonb_array_elements_text(l.details -> 'people')
      from private.audit_log l
      where l.actor_id = auth.uid() and l.action = 'list_users' and l.created_at > now() - interval '1 minute'
    );
end
$$;

create function public.read_pins(p_user_ids uuid[]) returns table (user_id uuid, pin text)
language sql stable security invoker set search_path = ''
begin atomic
  select r.user_id, r.pin from private.read_pins(p_user_ids) r;
end;
comment on function public.read_pins is
  'The PINs of people whom the caller has listed within the last minute, as the audit has it. For admins with approve_users.';

grant execute on function private.list_users, public.list_users, private.read_pins, public.read_pins to authenticated;
