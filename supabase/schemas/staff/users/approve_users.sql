-- Approving and rejecting the users who have signed up.

create function private.approve_users(p_user_ids uuid[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid;
  approved integer := 0;
begin
  perform private.require_permission('approve_users');
  -- In one order, so that two admins who approve the same users cannot deadlock.
  for person in select distinct id from unnest(p_user_ids) as id order by id loop
    if person = auth.uid() then
      raise exception 'You cannot approve yourself.' using errcode = 'PT403', hint = 'own-rights';
    elsif not (private.lock_person(person)).approved then
      perform private.require_can_edit(person);
      delete from private.rejections r where r.user_id = person;
      update public.profiles p set approved = true where p.id = person;
      perform private.audit('approve_user', 'person', person);
      perform private.owe_mail('note', private.notify(
        person, 'welcome', 'Your account is approved', 'You can use it now: sign in with your PIN and the email address that you signed up with.'
      ));
      approved := approved + 1;
    end if;
  end loop;
  return approved;
end
$$;
select private.expose('approve_users',
  'Approves up to 100 users, all or none, and returns how many were not approved before. Each of these is told in the mailbox and by mail. For admins with approve_users.');

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
