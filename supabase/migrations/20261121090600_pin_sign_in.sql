-- Signing in with a PIN: from the PIN to the e-mail address, and the check of the password itself.

create function private.get_email_by_pin(p_pin text)
returns table (user_email text, user_approved boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  attempt_key constant text := 'pin:' || private.client_address();
  person uuid;
begin
  if private.is_locked(attempt_key) or private.is_budget_spent() then
    perform private.refuse_attempt();
  end if;

  select p.user_id into person from private.pins p where p.pin_hmac = private.pin_hmac(coalesce(p_pin, ''));
  -- A wrong PIN returns no row instead of raising: an exception would roll its count back.
  perform private.record_attempt(attempt_key, person is null);
  perform private.count_wrong_pin(person is null);

  return query
    select u.email::text, p.approved
    from auth.users u join public.profiles p on p.id = u.id
    where u.id = person;
end
$$;

create function public.get_email_by_pin(user_pin text)
returns table (user_email text, user_approved boolean)
language sql volatile security invoker set search_path = ''
begin atomic
  select found.user_email, found.user_approved from private.get_email_by_pin(user_pin) found;
end;
comment on function public.get_email_by_pin is 'Whom a PIN belongs to: no row when it is nobody''s, PT429 while the address is locked.';

grant execute on function private.get_email_by_pin, public.get_email_by_pin to anon, authenticated;

-- The auth server asks this after it has compared the password, whether right or wrong.
create function private.hook_password_verification_attempt(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  person constant uuid := (event ->> 'user_id')::uuid;
  attempt_key constant text := 'user:' || person;
begin
  if private.is_locked(attempt_key) then
    -- In this form the auth server answers 429; "decision: reject" would look like a wrong password.
    return jsonb_build_object('error', jsonb_build_object(
      'http_code', 429, 'message', 'Too many attempts. Please try again later.'
    ));
  end if;
  if (event ->> 'valid')::boolean then
    -- Only the owner knows the password, so a right one may wipe the slate.
    delete from private.attempts a where a.key = attempt_key;
  else
    perform private.record_attempt(attempt_key, true);
  end if;
  return jsonb_build_object('decision', 'continue');
end
$$;
comment on function private.hook_password_verification_attempt is 'Limits wrong passwords per person, as get_email_by_pin limits wrong PINs per address.';

grant usage on schema private to supabase_auth_admin;
grant execute on function private.hook_password_verification_attempt to supabase_auth_admin;
