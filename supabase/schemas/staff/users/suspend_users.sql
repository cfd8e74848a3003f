-- Suspending a user and restoring them, by staff. Nothing is deleted.

create function private.suspend(p_user_id uuid, p_may_sign_in boolean) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update public.profiles p set suspended_at = now() where p.id = p_user_id;
  -- Waits for a payment that holds the lock. A payment that comes after it finds the account frozen.
  perform private.lock_accounts_of(p_user_id);
  update public.accounts a set is_frozen = true where a.user_id = p_user_id;
  if not p_may_sign_in then
    -- The auth server reads it. It cannot read infinity.
    update auth.users u set banned_until = '2999-12-31' where u.id = p_user_id;
  end if;
  -- Someone else may have the mailbox.
  perform private.end_pin_link(p_user_id);
  perform private.end_sessions(p_user_id);
end
$$;
comment on function private.suspend is
  'Ends a user''s sessions and a link for a new PIN, and stops payments and the card, and sign-ins unless the user is a customer who is told why. The caller holds the lock of the user.';

create function private.suspend_user(
  p_user_id uuid, p_cause text default null, p_message text default null, p_next_update text default null,
  p_at timestamptz default now()
) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.profiles;
  is_customer boolean;
begin
  perform private.require_permission('approve_users');
  person := private.lock_person(p_user_id);
  if person.suspended_at is not null then
    return false;
  end if;
  perform private.require_can_delete(p_user_id);
  is_customer := person.approved and not private.is_staff(p_user_id);
  perform private.suspend(p_user_id, is_customer);
  perform private.audit('suspend_user', 'person', p_user_id, jsonb_strip_nulls(jsonb_build_object(
    'cause', case when is_customer then p_cause end
  )));
  if is_customer then
    perform private.open_suspension(p_user_id, p_cause, p_message, p_next_update, p_at);
  end if;
  return true;
end
$$;

-- The user can keep their own rows locked with several slow requests at once. This waits for those before it.
select private.expose('suspend_user', statement_timeout => '55s', description =>
  'Ends a user''s sessions and stops everything, until restore_user. Nothing is deleted; scheduled and held payments wait. A customer is suspended for a cause, is told in this text, and hears again on this day: they sign in to one screen that says so. Staff, and users pending approval, cannot sign in. False if they were suspended already. For admins with approve_users, about the users they may delete.');

create function private.restore(p_user_id uuid, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- Before the account, as payments do.
  perform private.lock_outgoing_payments(p_user_id);
  update public.profiles p set suspended_at = null where p.id = p_user_id;
  -- What the owner has frozen stays frozen.
  perform private.lock_accounts_of(p_user_id);
  update public.accounts a set is_frozen = p.frozen_at is not null from public.profiles p
  where p.id = p_user_id and a.user_id = p_user_id;
  update auth.users u set banned_until = null where u.id = p_user_id;
  -- One that was mailed during the suspension: someone else may have had the mailbox.
  perform private.end_pin_link(p_user_id);
  perform private.lift_suspension(p_user_id, p_at);
  perform private.audit('restore_user', 'person', p_user_id);
end
$$;
comment on function private.restore is 'Ends the suspension of a user. The caller holds the lock of the user.';

create function private.restore_user(p_user_id uuid, p_at timestamptz default now()) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  if (private.lock_person(p_user_id)).suspended_at is null then
    return false;
  end if;
  perform private.require_can_delete(p_user_id);
  perform private.require_not_closed(p_user_id);
  -- A member of staff has no screen to choose one on.
  if not private.is_staff(p_user_id) and private.ask_new_pin(p_user_id, p_at) then
    return null;
  end if;
  perform private.restore(p_user_id, p_at);
  return true;
end
$$;
select private.expose('restore_user',
  'Lets a suspended user use the bank again, and decides the case about it. Null: someone else may have had the account, so the customer must first choose a new PIN. False if they are not suspended. For admins with approve_users, about the users they may delete.');
