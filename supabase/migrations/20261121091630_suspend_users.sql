-- Suspending a user and restoring them, by staff or by the link in a security mail. Nothing is deleted.

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
  update public.accounts a set is_frozen = false where a.user_id = p_user_id;
  update auth.users u set banned_until = null where u.id = p_user_id;
  perform private.audit('restore_user', 'person', p_user_id);
  return true;
end
$$;
select private.expose('restore_user',
  'Lets a suspended user sign in again. False if they are not suspended. For admins with approve_users, about the users they may delete.');

create function private.freeze_by_link(p_token text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  attempt_key constant text := 'freeze:' || private.client_address();
  person uuid;
begin
  if private.is_locked(attempt_key) then
    perform private.raise_too_many_attempts(attempt_key);
  end if;
  select l.user_id into person from private.freeze_links l
  where l.token_hash = sha256(convert_to(coalesce(p_token, ''), 'utf8')) and l.created_at > now() - interval '30 days';
  perform private.record_attempt(attempt_key, person is null);
  if person is null or private.holds_super_admin(person) or (private.lock_person(person)).suspended_at is not null then
    return;
  end if;
  perform private.suspend(person);
  insert into private.user_notes (user_id, author_id, note)
  values (person, person, 'Froze the account with the link in a security email. Check who asks before you restore it.');
  perform private.audit('freeze_account', 'person', person);
end
$$;
select private.expose('freeze_by_link', to_roles => '{anon,authenticated}', while_idle => true, statement_timeout => '55s', description =>
  'Suspends the user to whose sign-in address the link with this token was mailed, and leaves a note for staff, who alone can undo it. The answer is the same for unknown tokens. Raises PT429 while the address is locked.');
