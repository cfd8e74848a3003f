-- Freezing everything: by the owner in a session, or with the link in a security mail. The owner undoes it with a code by
-- mail or a passkey, and an hour; two administrators do so for an owner who has lost both (approve_request).

create function private.freeze(p_user_id uuid, p_session_id uuid default null) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  person public.profiles;
begin
  person := private.lock_person(p_user_id);
  if person.frozen_at is null then
    perform private.require_part('freezing');
  end if;
  delete from auth.sessions s where s.user_id = p_user_id and s.id is distinct from p_session_id;
  perform private.forget_push(p_user_id, p_session_id);
  if person.frozen_at is not null and person.unfreezes_at is null then
    return false;
  end if;
  update public.profiles p set frozen_at = coalesce(p.frozen_at, now()), unfreezes_at = null where p.id = p_user_id;
  -- A higher limit that the thief has asked for must not apply after the freeze.
  update public.profiles p set next_limit = null, next_limit_from = null
  where p.id = p_user_id and p.next_limit_from > now();
  -- Nor the end of the protection of savings.
  perform private.keep_savings_protected(p_user_id);
  -- Waits for a payment that holds the lock. A payment that comes after it finds the account frozen.
  perform private.lock_accounts_of(p_user_id);
  update public.accounts a set is_frozen = true where a.user_id = p_user_id;
  perform private.audit('freeze_account', 'person', p_user_id);
  perform private.tell_owner(
    p_user_id, 'Your account is frozen',
    case when person.frozen_at is null
      then 'Your payments and your card are stopped, and other devices are signed out. Money still comes in.'
      else 'We''ve stopped the request to unfreeze your account. It stays frozen.'
    end || case
      when person.suspended_at is null then ' You can unfreeze it in Settings.'
      else ' It is also suspended. When that ends, it stays frozen until you unfreeze it in Settings.'
    end
  );
  return true;
end
$$;
comment on function private.freeze is
  'Freezes a user''s account, keeps it frozen if it was to be unfrozen, and ends all sessions but this one. False if it was frozen already.';

create function private.unfreeze(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update public.profiles p set frozen_at = null, unfreezes_at = null where p.id = p_user_id;
  perform private.lock_accounts_of(p_user_id);
  update public.accounts a set is_frozen = p.suspended_at is not null from public.profiles p
  where p.id = p_user_id and a.user_id = p_user_id;
  perform private.audit('unfreeze_account', 'person', p_user_id);
  perform private.tell_owner(
    p_user_id, 'Your account is unfrozen',
    case when exists (select from public.profiles p where p.id = p_user_id and p.suspended_at is not null)
      then 'The freeze that you asked for has ended. Your account is still suspended.'
    else 'You can pay and use your card again. Payments that have waited are sent now.' end
  );
end
$$;
comment on function private.unfreeze is 'Ends a freeze. The caller holds the lock of the user.';

create function private.begin_unfreezing(p_user_id uuid, p_how text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  due_at timestamptz := now() + interval '1 hour';
begin
  -- A code that unfreezes goes to the new mailbox.
  select greatest(due_at, p.address_changed_at + private.new_address_wait()) into due_at
  from public.profiles p where p.id = p_user_id;
  update public.profiles p set unfreezes_at = due_at where p.id = p_user_id;
  perform private.audit('ask_to_unfreeze', 'person', p_user_id);
  perform private.tell_owner(
    p_user_id, 'Your account will be unfrozen',
    p_how || ' It happens at ' || private.time_and_day(due_at) || '. Until then you can keep it frozen.'
  );
end
$$;
comment on function private.begin_unfreezing is
  'Ends a freeze in an hour, or once the sign-in address has been there for a day, and mails the owner a link that keeps the account frozen. The caller holds the lock of the user.';

create function private.freeze_my_account() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- A suspended customer too: the freeze outlasts the suspension.
  if not private.has_live_session() and not private.is_suspended_customer() then
    perform private.raise_session_ended();
  end if;
  perform private.lock_payer(auth.uid());
  return private.freeze(auth.uid(), private.my_session_id());
end
$$;
-- On an unknown device too: it needs no more than the PIN.
select private.expose('freeze_my_account', while_idle => true, statement_timeout => '8s', description =>
  'Freezes the caller''s account and ends their other sessions. If it was to be unfrozen, it stays frozen. False if it was frozen already.');

create function private.freeze_by_link(p_token text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  person constant uuid := private.owner_of_freeze_link(p_token);
begin
  if person is null then
    return false;
  end if;
  perform private.freeze(person);
  return true;
end
$$;
select private.expose('freeze_by_link', to_roles => '{anon,authenticated}', while_idle => true, statement_timeout => '55s', description =>
  'Freezes the account of the user to whose sign-in address the link with this token was mailed, or keeps it frozen. False for a token that is unknown or too old: the owner must not believe that the account is frozen. 256 random bits cannot be guessed, so the answer helps nobody else.');

create function private.ask_to_unfreeze() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  person constant uuid := auth.uid();
  profile public.profiles;
  proof text;
begin
  perform private.require_approved();
  perform private.lock_devices_of(person);
  profile := private.lock_person(person);
  if profile.frozen_at is null or profile.unfreezes_at is not null then
    return true;
  end if;
  proof := case
    when private.spend_device_code(person, private.my_session_id(), 'unfreeze') then 'A code from your email'
    when private.spend_passkey_approval('unfreeze') then 'A passkey'
  end;
  if proof is null then
    return false;
  end if;
  perform private.begin_unfreezing(person, proof || ' was used to unfreeze your account.');
  return true;
end
$$;
select private.expose('ask_to_unfreeze', while_frozen => true, description =>
  'Unfreezes the caller''s account in an hour if enter_device_code was given the right code, or a passkey approved it that is a day older than the freeze, and mails the owner a link that keeps it frozen. False without either.');

create function private.unfreeze_if_due(p_user_id uuid, p_at timestamptz default now()) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  -- A user whom another transaction changes is unfrozen by the next run: the change may keep the account frozen.
  perform from public.profiles p where p.id = p_user_id and p.unfreezes_at <= p_at for no key update skip locked;
  if not found then
    return false;
  elsif private.unfreezing_ends(p_user_id) then
    perform private.freeze(p_user_id);
  else
    perform private.unfreeze(p_user_id);
  end if;
  return true;
end
$$;
comment on function private.unfreeze_if_due is
  'Ends a freeze whose hour is over, or the request to end it if those who agreed to it no longer count. False if another transaction has the user.';

select cron.schedule('unfreeze-accounts', '* * * * *', private.job_for_each($$
    select p.id, null::uuid as waits_for from public.profiles p where p.unfreezes_at <= now()
    order by p.unfreezes_at
    limit 1000
$$, 'private.unfreeze_if_due(due.id)', 'accounts could not be unfrozen'));
