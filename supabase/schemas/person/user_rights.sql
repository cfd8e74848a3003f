-- What staff may do to another user. No admin can raise their own rights.

create function private.holds_permission(p_user_id uuid, p_permission text) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (select from public.admin_permissions g where g.admin_id = p_user_id and g.permission = p_permission)
    and exists (select from public.user_roles r where r.user_id = p_user_id and r.role = 'admin')
    and exists (select from public.profiles p where p.id = p_user_id and p.approved and p.suspended_at is null and p.frozen_at is null);
end;
comment on function private.holds_permission is 'Whether a user, who need not be signed in, is an approved admin with this permission, not suspended and not frozen.';

create function private.holds_super_admin(p_user_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (select from public.user_roles r where r.user_id = p_user_id and r.role = 'super_admin')
    and exists (select from public.profiles p where p.id = p_user_id and p.approved and p.suspended_at is null and p.frozen_at is null);
end;

create function private.was_suspended_since(p_user_id uuid, p_since timestamptz) returns boolean
language sql stable set search_path = ''
begin atomic
  select not exists (select from public.profiles p where p.id = p_user_id and p.suspended_at is null)
    or exists (
      select from private.audit_log l
      where l.person_id = p_user_id and l.action = 'restore_user' and private.gives_access(l.action, l.details)
        and l.created_at >= p_since
    );
end;
comment on function private.was_suspended_since is
  'Whether a member of staff is suspended, has been restored since this time, or no longer exists. What they asked for or agreed to at this time does not count any more: a thief may have had the account.';

create function private.can_act_for(p_admin_id uuid, p_user_id uuid, p_permissions text[]) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_admin_id <> p_user_id
    and (private.holds_super_admin(p_admin_id) or not private.is_staff(p_user_id))
    and not exists (select from unnest(p_permissions) name where not private.holds_permission(p_admin_id, name));
end
$$;
comment on function private.can_act_for is
  'Whether this administrator may take part in what two people do for a user and what needs all of these permissions: never for themselves, and for staff as a super admin only.';

create function private.deletion_refusal(p_admin_id uuid, p_user_id uuid) returns text
language sql stable set search_path = ''
begin atomic
  select case
    when p_admin_id = p_user_id then 'You cannot delete or suspend yourself.'
    when 'super_admin' = any (person.roles) then 'A super admin cannot be deleted or suspended.'
    when 'admin' = any (person.roles) and not private.holds_super_admin(p_admin_id)
      then 'Only a super admin can delete or suspend an admin.'
  end
  from (select array(select r.role from public.user_roles r where r.user_id = p_user_id) as roles) person;
end;
comment on function private.deletion_refusal is
  'Why this user administrator may not delete or suspend a user; null if they may.';

create function private.require_can_delete(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
declare
  refusal constant text := private.deletion_refusal(auth.uid(), p_user_id);
begin
  if refusal is not null then
    raise exception '%', refusal
      using errcode = 'PT403', hint = case when p_user_id = auth.uid() then 'own-rights' else 'no-permission' end;
  end if;
end
$$;

create function private.can_see_pin(p_user_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select p_user_id = (select auth.uid()) or not private.is_staff(p_user_id) or private.has_role('super_admin');
end;
comment on function private.can_see_pin is
  'Whether the calling admin may see or set this user''s PIN. A PIN signs its holder in, so the PIN of other staff would give the admin more rights.';

create function private.require_can_edit(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.can_see_pin(p_user_id) then
    raise exception 'Only a super admin can change the details of staff.' using errcode = 'PT403', hint = 'no-permission';
  end if;
end
$$;
comment on function private.require_can_edit is
  'Raises an error if the user is other staff and the caller is not a super admin. Every function that changes a field of a user calls it.';

create function private.lock_for_edit(p_user_id uuid) returns public.profiles
language plpgsql volatile set search_path = '' as $$
declare
  person public.profiles;
begin
  perform private.require_permission('approve_users');
  person := private.lock_person(p_user_id);
  perform private.require_can_edit(p_user_id);
  return person;
end
$$;
