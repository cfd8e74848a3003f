-- Approving and rejecting the users who have signed up.

create function private.approve_user(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  if p_user_id = auth.uid() then
    raise exception 'You cannot approve yourself.' using errcode = 'PT403', hint = 'own-rights';
  end if;
  if (private.lock_person(p_user_id)).approved then
    return false;
  end if;
  perform private.require_can_edit(p_user_id);
  delete from private.rejections r where r.user_id = p_user_id;
  update public.profiles p set approved = true where p.id = p_user_id;
  perform private.audit('approve_user', 'person', p_user_id);
  return true;
end
$$;
select private.expose('approve_user',
  'Approves a user. False if they were approved already. For admins with approve_users.');

create function private.approve_users(p_user_ids uuid[]) returns integer
language sql volatile security definer set search_path = ''
begin atomic
  -- In one order, so that two admins who approve the same users cannot deadlock.
  select count(*) filter (where private.approve_user(chosen.id))::integer
  from (select distinct id from unnest(p_user_ids) as id order by id) chosen;
end;
select private.expose('approve_users',
  'Approves up to 100 users, all or none, and returns how many were not approved before. For admins with approve_users.');

create function private.reject_users(p_user_ids uuid[], p_reason text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason text;
  person uuid;
  rejected integer := 0;
begin
  perform private.require_permission('approve_users');
  reason := private.require_reason(p_reason);
  for person in select distinct id from unnest(p_user_ids) as id order by id loop
    if (private.lock_person(person)).approved then
      raise exception 'An approved user cannot be rejected.' using errcode = 'PT409', hint = 'already-approved';
    end if;
    perform private.require_can_edit(person);
    insert into private.rejections (user_id, reason) values (person, reason) on conflict do nothing;
    if found then
      rejected := rejected + 1;
      perform private.owe_mail('rejection', person);
      perform private.audit('reject_user', 'person', person);
    end if;
  end loop;
  return rejected;
end
$$;
select private.expose('reject_users',
  'Rejects up to 100 users who are not approved, all or none, and returns how many were not rejected before. Nothing is deleted: they can still be approved. Each gets the reason by mail. For admins with approve_users.');
