-- Suspending a user and restoring them, by staff. Nothing is deleted.

create function private.suspend(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update public.profiles p set suspended_at = now() where p.id = p_user_id;
  -- Waits for a payment that holds the lock. A payment that comes after it finds the account frozen.
  update public.accounts a set is_frozen = true where a.user_id = p_user_id;
  -- The auth server reads it. It cannot read infinity.
  update auth.users u set banned_until = '2999-12-31' where u.id = p_user_id;
  perform private.end_sessions(p_user_id);
end
$$;
comment on function private.suspend is
  'Ends a user''s sessions and stops sign-ins, payments and the card. The caller holds the lock of the user.';

create function private.suspend_user(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  if (private.lock_person(p_user_id)).suspended_at is not null then
    return false;
  end if;
  perform private.require_can_delete(p_user_id);
  perform private.suspend(p_user_id);
  perform private.audit('suspend_user', 'person', p_user_id);
  return true;
end
$$;

-- The user can keep their own rows locked with several slow requests at once. This waits for those before it.
select private.expose('suspend_user', statement_timeout => '55s', description =>
  'Ends a user''s sessions and stops them from signing in, until restore_user. Nothing is deleted; scheduled and held payments wait. False if they were suspended already. For admins with approve_users, about the users they may delete.');

create function private.restore_user(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  if (private.lock_person(p_user_id)).suspended_at is null then
    return false;
  end if;
  perform private.require_can_delete(p_user_id);
  update public.profiles p set suspended_at = null where p.id = p_user_id;
  -- What the owner has frozen stays frozen.
  update public.accounts a set is_frozen = p.frozen_at is not null from public.profiles p
  where p.id = p_user_id and a.user_id = p_user_id;
  update auth.users u set banned_until = null where u.id = p_user_id;
  perform private.audit('restore_user', 'person', p_user_id);
  return true;
end
$$;
select private.expose('restore_user',
  'Lets a suspended user sign in again. False if they are not suspended. For admins with approve_users, about the users they may delete.');
