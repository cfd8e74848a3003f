-- Security PINs: created at sign-up, looked up by keyed hash, stored encrypted. Sign-in by PIN and PIN reset requests.

-- The keys are created here and stay in the vault of this installation.
select vault.create_secret(encode(extensions.gen_random_bytes(32), 'hex'), 'pin_lookup_key', 'Finds a person by PIN');

select vault.create_secret(encode(extensions.gen_random_bytes(32), 'hex'), 'pin_storage_key', 'Encrypts the PINs shown to administrators');

create table private.pins (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  pin_hmac bytea not null unique,
  pin_encrypted bytea not null,
  password_fingerprint bytea
);
comment on table private.pins is 'One unique PIN per user. The password is the PIN followed by 0.';
comment on column private.pins.created_at is 'The time of the sign-up, not of the latest change. The new PIN can be read for 15 minutes from then.';
comment on column private.pins.password_fingerprint is
  'Hash of the password hash made from this PIN. If it matches the stored password hash, the password is up to date; bcrypt would take a tenth of a second. Null if unknown.';

create index pins_without_known_password_idx on private.pins (user_id) where password_fingerprint is null;

alter table private.pins enable row level security;
create policy "No API role can access the PINs" on private.pins
  for all to anon, authenticated using (false);

create function private.pin_hmac(p_pin text) returns bytea
language sql stable set search_path = ''
begin atomic
  select extensions.hmac(p_pin, private.vault_key('pin_lookup_key'), 'sha256');
end;
comment on function private.pin_hmac is 'Keyed hash for the lookup: without the key, 90,000 PINs could be tried.';

create function private.encrypt_pin(p_pin text) returns bytea
language sql volatile set search_path = ''
begin atomic
  -- The key is random, so key stretching (the default) adds nothing.
  select extensions.pgp_sym_encrypt(p_pin, private.vault_key('pin_storage_key'), 'cipher-algo=aes256, s2k-mode=1');
end;

create function private.read_pin(p_user_id uuid) returns text
language sql stable set search_path = ''
begin atomic
  select extensions.pgp_sym_decrypt(p.pin_encrypted, private.vault_key('pin_storage_key'))
  from private.pins p where p.user_id = p_user_id;
end;
comment on function private.read_pin is 'A user''s PIN, or null. Functions that show it to staff must audit each call.';

create function private.hash_password(p_password text) returns text
language sql volatile set search_path = ''
begin atomic
  select extensions.crypt(p_password, extensions.gen_salt('bf', s.password_hash_cost)) from private.settings s;
end;

create function private.fingerprint(p_password_hash text) returns bytea
language sql immutable parallel safe set search_path = ''
return sha256(convert_to(p_password_hash, 'utf8'));

create function private.set_password_from_pin(p_user_id uuid, p_pin text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  password_hash constant text := private.hash_password(p_pin || '0');
begin
  update auth.users u set encrypted_password = password_hash where u.id = p_user_id;
  update private.pins p set password_fingerprint = private.fingerprint(password_hash) where p.user_id = p_user_id;
end
$$;

create function private.set_pin(p_user_id uuid, p_pin text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if p_pin is null or p_pin !~ '^[0-9]{5}$' then
    raise exception 'PIN must be exactly 5 digits' using errcode = 'PT400', hint = 'field:pin';
  end if;
  begin
    insert into private.pins as p (user_id, pin_hmac, pin_encrypted)
    values (p_user_id, private.pin_hmac(p_pin), private.encrypt_pin(p_pin))
    on conflict (user_id) do update set pin_hmac = excluded.pin_hmac, pin_encrypted = excluded.pin_encrypted;
  exception when unique_violation then
    -- Replaced, because the detail of the original error contains the stored value.
    raise exception 'This PIN cannot be used. Please choose another one.' using errcode = 'PT409', hint = 'field:pin';
  end;
  perform private.set_password_from_pin(p_user_id, p_pin);
end
$$;
comment on function private.set_pin is 'Changes a user''s PIN and password.';

create function private.set_random_pin(p_user_id uuid) returns text
language plpgsql volatile set search_path = '' as $$
declare
  pin text;
begin
  delete from private.pins p where p.user_id = p_user_id;
  select private.issue_pin(p.id, p.created_at) into pin from public.profiles p where p.id = p_user_id;
  perform private.set_password_from_pin(p_user_id, pin);
  return pin;
end
$$;
comment on function private.set_random_pin is 'Gives a user an unused random PIN and the password made from it. Returns the PIN.';

create function private.remove_pin(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  delete from private.pins p where p.user_id = p_user_id;
  -- A random password replaces the one made from the PIN.
  update auth.users u set encrypted_password = private.hash_password(encode(extensions.gen_random_bytes(32), 'hex'))
  where u.id = p_user_id;
end
$$;
comment on function private.remove_pin is 'Removes a user''s PIN. They cannot sign in until a new one is set.';

create function private.random_pin() returns text
language sql volatile set search_path = ''
begin atomic
  -- 48 random bits onto 90,000 values: the bias is below one in a billion.
  select (10000 + ('x' || encode(extensions.gen_random_bytes(6), 'hex'))::bit(48)::bigint % 90000)::text;
end;

create function private.issue_pin(p_user_id uuid, p_at timestamptz) returns text
language plpgsql volatile set search_path = '' as $$
declare
  pin text;
begin
  for attempt in 1..200 loop
    pin := private.random_pin();
    insert into private.pins (user_id, created_at, pin_hmac, pin_encrypted)
    values (p_user_id, p_at, private.pin_hmac(pin), private.encrypt_pin(pin))
    on conflict (pin_hmac) do nothing;
    if found then
      return pin;
    end if;
  end loop;
  raise exception 'No PIN is available.' using errcode = 'PT503';
end
$$;
comment on function private.issue_pin is 'Stores an unused random PIN for a new user and returns it.';

create function private.receive_new_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  joined_at constant timestamptz := coalesce(new.created_at, now());
  -- An invalid name is cleaned: an error here would reach the user without a reason.
  new_name constant text := btrim(left(btrim(private.strip_forbidden(new.raw_user_meta_data ->> 'full_name')), 140));
  pin text;
begin
  insert into public.profiles (id, created_at, full_name)
  values (new.id, joined_at, nullif(case when private.is_clean(new_name) and not private.is_reserved_name(new_name) then new_name end, ''));
  pin := private.issue_pin(new.id, joined_at);
  -- Replaces the password that the client sent. The auth server reloads the row after its insert.
  perform private.set_password_from_pin(new.id, pin);
  return null;
end
$$;
comment on function private.receive_new_user is 'Creates the profile, the PIN and the password of a new user.';

create trigger receive_new_user after insert on auth.users
  for each row execute function private.receive_new_user();

create function private.get_my_new_pin() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_live_session()
    or not exists (
      select from private.pins p where p.user_id = auth.uid() and p.created_at > now() - interval '15 minutes'
    )
    or (private.device_state() = 'unknown' and not private.is_sign_up_session(auth.uid(), private.my_session_id()))
  then
    return null;
  end if;
  return private.read_pin(auth.uid());
end
$$;

create function public.get_my_new_pin() returns text
language sql stable security invoker set search_path = ''
begin atomic
  select private.get_my_new_pin();
end;
comment on function public.get_my_new_pin is 'The caller''s PIN within 15 minutes of sign-up; null later.';
grant execute on function private.get_my_new_pin, public.get_my_new_pin to authenticated;

create function private.get_email_by_pin(p_pin text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  attempt_key constant text := 'pin:' || private.client_address();
  person uuid;
begin
  if private.is_locked(attempt_key) or private.has_rolled_back_pins(attempt_key) or private.is_hourly_limit_reached() then
    perform private.raise_too_many_attempts();
  end if;

  select p.user_id into person from private.pins p where p.pin_hmac = private.pin_hmac(coalesce(p_pin, ''));
  perform private.count_wrong_pin(attempt_key, person is null);
  -- A wrong PIN returns an empty list. An exception would roll back the count.
  perform private.record_attempt(attempt_key, person is null);

  return coalesce(
    (
      select jsonb_agg(jsonb_build_object('user_email', u.email, 'user_approved', p.approved))
      from auth.users u join public.profiles p on p.id = u.id
      where u.id = person
    ),
    '[]'
  );
end
$$;

create function public.get_email_by_pin(user_pin text) returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_short_texts(user_pin);
  select private.get_email_by_pin(user_pin);
end;
comment on function public.get_email_by_pin is
  'The user with this PIN: a list with user_email and user_approved, empty for an unknown PIN. Raises PT429 while the address is locked. A wrong PIN is also counted where a rollback does not reach.';
grant execute on function private.get_email_by_pin, public.get_email_by_pin to anon, authenticated;

-- The auth server calls this after each password comparison, right or wrong.
create function private.hook_password_verification_attempt(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  person constant uuid := (event ->> 'user_id')::uuid;
  attempt_key constant text := 'user:' || person;
begin
  if private.is_locked(attempt_key) then
    -- The auth server turns this into a 429. With "decision: reject" it would report a wrong password.
    return jsonb_build_object('error', jsonb_build_object(
      'http_code', 429, 'message', 'Too many attempts. Please try again later.'
    ));
  end if;
  if (event ->> 'valid')::boolean then
    -- Only the owner knows the password, so the right one resets the counter.
    delete from private.attempts a where a.key = attempt_key;
  else
    perform private.record_attempt(attempt_key, true);
  end if;
  return jsonb_build_object('decision', 'continue');
end
$$;
comment on function private.hook_password_verification_attempt is 'Limits wrong passwords per user, as get_email_by_pin limits wrong PINs per address.';
grant execute on function private.hook_password_verification_attempt to supabase_auth_admin;

grant usage on schema private to supabase_auth_admin;

create function private.prevent_sign_in_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- The auth server allows this in every session, also on an unknown device. Functions of this schema run as their owner.
  if current_user = 'supabase_auth_admin' and private.requires_known_device(new.id) then
    raise exception 'Please contact us to change your sign-in details.' using errcode = 'PT403';
  end if;
  return new;
end
$$;
comment on function private.prevent_sign_in_change is
  'Trigger on auth.users: otherwise the holder of a stolen PIN could redirect the device code to their own address.';
grant execute on function private.prevent_sign_in_change to supabase_auth_admin;

create trigger prevent_sign_in_change before update of email, encrypted_password on auth.users
  for each row when (old.email is distinct from new.email or old.encrypted_password is distinct from new.encrypted_password)
  execute function private.prevent_sign_in_change();

create table private.pin_reset_requests (
  user_id uuid primary key references auth.users (id) on delete cascade,
  requested_at timestamptz not null default now()
);
comment on table private.pin_reset_requests is 'Users who requested help with their PIN; one open request each.';

create index pin_reset_requests_requested_at_idx on private.pin_reset_requests (requested_at);

alter table private.pin_reset_requests enable row level security;
create policy "No API role can access the PIN reset requests" on private.pin_reset_requests
  for all to anon, authenticated using (false);

create function private.request_pin_reset(p_email text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  attempt_key constant text := 'reset:' || private.client_address();
begin
  if private.is_locked(attempt_key) then
    perform private.raise_too_many_attempts();
  end if;
  -- Every request counts as a failure, so addresses cannot be tried one after another.
  perform private.record_attempt(attempt_key, true);

  insert into private.pin_reset_requests as r (user_id)
  select u.id from auth.users u where u.email = lower(btrim(p_email)) and not u.is_sso_user
  on conflict (user_id) do update set requested_at = excluded.requested_at;
end
$$;

create function public.request_pin_reset(p_email text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_short_texts(p_email);
  select private.request_pin_reset(p_email);
end;
comment on function public.request_pin_reset is 'Requests help with a PIN from the admins. The answer is the same for known and unknown addresses.';
grant execute on function private.request_pin_reset, public.request_pin_reset to anon, authenticated;
