-- A new super admin: two super admins decide.

create function private.super_admin_request(p_step text, p_request private.approval_requests, p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  case p_step
    when 'asked' then
      perform private.require_can_change_roles(p_request.user_id);
      perform private.lock_person(p_request.user_id);
      perform private.require_not_suspended(p_request.user_id);
      if exists (select from public.user_roles r where r.user_id = p_request.user_id and r.role = 'super_admin') then
        raise exception 'This person is a super admin already.' using errcode = 'PT409', hint = 'already-super-admin';
      end if;
      perform private.open_request('super_admin', p_request.reason, p_request.user_id);
      return true;
    when 'listed' then
      return private.has_role('super_admin');
    when 'right' then
      return p_user_id <> p_request.user_id and private.holds_super_admin(p_user_id);
    when 'lock' then
      null;
    when 'changed' then
      return exists (select from public.user_roles r where r.user_id = p_request.user_id and r.role = 'super_admin')
        or exists (select from public.profiles p where p.id = p_request.user_id and p.suspended_at is not null);
    when 'approved' then
      perform private.add_role(p_request.user_id, 'super_admin');
  end case;
  return null;
end
$$;
comment on function private.super_admin_request is 'The steps of a request to make a user a super admin.';
