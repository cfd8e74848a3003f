-- Roles and permissions. Super admins change them, and never their own.

create function private.record_role_list(
  p_list_id uuid, p_group text, p_search text default null,
  p_before_created_at timestamptz default null, p_before_id uuid default null, p_limit integer default 50
) returns void
language plpgsql volatile security definer set search_path = ''
-- The best plan depends on whether a search is given.
set plan_cache_mode = force_custom_plan as $$
declare
  pattern constant text := private.contains_pattern(p_search);
  few uuid[];
  staff uuid[];
  people uuid[];
begin
  perform private.require_super_admin();
  few := private.find_few_users(pattern);
  if p_group is null or p_group not in ('super_admin', 'admin', 'user') then
    raise exception 'Unknown group.' using errcode = 'PT400';
  end if;
  -- Staff are few, so their ids fit into an array.
  staff := array(
    select r.user_id from public.user_roles r
    group by r.user_id
    having case p_group when 'user' then true else p_group = max(r.role) end
  );
  people := array(
    select p.id
    from public.profiles p
    where case p_group when 'user' then p.id <> all (staff) else p.id = any (staff) end
      and (p_before_created_at is null
        or (p.created_at, p.id) < (p_before_created_at, coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff')))
      and (few is null or p.id = any (few))
      and (pattern is null or few is not null
        or exists (select from private.user_directory d where d.user_id = p.id and d.search_text like pattern))
    order by p.created_at desc, p.id desc
    limit private.page_size(p_limit)
  );
  perform private.record_list(
    'list_people_by_role', p_list_id, people, jsonb_build_object('group', p_group, 'searched', pattern is not null), p_search
  );
end
$$;
select private.expose('record_role_list', statement_timeout => '8s', description =>
  'Finds the users of a group (super_admin, admin or user), newest first, at most 100 before a row''s created_at and id, and audits that the caller reads them. list_people_by_role returns them by the list id, which the caller chooses. For super admins.');

create function private.list_people_by_role(p_list_id uuid)
returns table (
  id uuid, created_at timestamptz, full_name text, sign_in_email text, approved boolean, is_admin boolean, permissions text[]
)
language plpgsql stable security definer set search_path = '' as $$
declare
  people uuid[];
begin
  perform private.require_super_admin();
  people := private.require_recorded('list_people_by_role', p_list_id, p_what => 'list');
  return query
  select
    p.id, p.created_at, p.full_name, u.email::text, p.approved,
    exists (select from public.user_roles r where r.user_id = p.id and r.role = 'admin'),
    array(select g.permission from public.admin_permissions g where g.admin_id = p.id order by g.permission)
  from public.profiles p join auth.users u on u.id = p.id
  where p.id = any (people)
  order by p.created_at desc, p.id desc;
end
$$;
select private.expose('list_people_by_role',
  'The users of a list that the caller has recorded with record_role_list within the last minute, with their permissions, newest first. For super admins.');

create function private.require_can_change_roles(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.require_super_admin();
  if p_user_id = auth.uid() then
    raise exception 'You cannot change your own rights.' using errcode = 'PT403', hint = 'own-rights';
  end if;
  -- Serialises changes to one user's roles and permissions.
  perform private.lock_person(p_user_id);
end
$$;

create function private.require_not_suspended(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (select from public.profiles p where p.id = p_user_id and p.suspended_at is not null) then
    raise exception 'This person is suspended. Restore them first.' using errcode = 'PT409', hint = 'is-suspended';
  end if;
end
$$;
comment on function private.require_not_suspended is 'A suspended user gets no role: only a super admin restores staff, and no user restores a super admin.';

create function private.add_role(p_user_id uuid, p_role text) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  perform private.require_not_suspended(p_user_id);
  insert into public.user_roles (user_id, role) values (p_user_id, p_role) on conflict do nothing;
  if not found then
    return false;
  end if;
  perform private.audit('grant_role', 'person', p_user_id, jsonb_build_object('role', p_role));
  return true;
end
$$;

create function private.make_admin(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_can_change_roles(p_user_id);
  if not private.add_role(p_user_id, 'admin') then
    return false;
  end if;
  -- Only a new admin gets them: permissions revoked from an existing admin stay revoked. Financial support that an admin
  -- granted to the customer ends: only super admins grant it to staff.
  delete from public.admin_permissions g where g.admin_id = p_user_id;
  insert into public.admin_permissions (admin_id, permission)
  select p_user_id, unnest(private.first_permissions());
  return true;
end
$$;
select private.expose('make_admin',
  'Makes another user an admin with the four permissions. False if they are one already. For super admins.');

create function private.make_super_admin(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_can_change_roles(p_user_id);
  if not exists (select from public.user_roles r where r.user_id = p_user_id and r.role = 'super_admin')
    and exists (select from private.settings s where s.four_eyes_above is not null)
  then
    perform private.raise_approval_needed();
  end if;
  return private.add_role(p_user_id, 'super_admin');
end
$$;
select private.expose('make_super_admin',
  'Makes another user a super admin. It cannot be revoked. False if they are one already. For super admins.');

create function private.revoke_admin(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  if exists (select from public.user_roles r where r.user_id = p_user_id and r.role = 'super_admin') then
    raise exception 'Super admin roles cannot be revoked for security reasons'
      using errcode = 'PT403', hint = 'super-admin-role';
  end if;
  perform private.require_can_change_roles(p_user_id);
  delete from public.admin_permissions g where g.admin_id = p_user_id;
  delete from public.user_roles r where r.user_id = p_user_id and r.role = 'admin';
  if not found then
    return false;
  end if;
  perform private.audit('revoke_role', 'person', p_user_id, jsonb_build_object('role', 'admin'));
  return true;
end
$$;
select private.expose('revoke_admin',
  'Revokes the role admin and all permissions of another user. False if they are not an admin. Refused for super admins. For super admins.');

create function private.set_permission(p_admin_id uuid, p_permission text, p_granted boolean) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_can_change_roles(p_admin_id);
  if (p_permission = any (private.permissions())) is not true or p_granted is null then
    raise exception 'This permission cannot be set here.' using errcode = 'PT400';
  elsif not exists (select from public.user_roles r where r.user_id = p_admin_id and r.role = 'admin') then
    raise exception 'This person is not an admin.' using errcode = 'PT404';
  end if;
  return private.change_permission(p_admin_id, p_permission, p_granted);
end
$$;
select private.expose('set_permission',
  'Grants or revokes a permission of another admin. False if nothing changes. For super admins.');
