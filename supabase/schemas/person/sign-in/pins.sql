-- Security PINs: created at sign-up, looked up by keyed hash, stored encrypted. Sign-in by PIN, and changes of it.
-- Several users can have the same PIN: it finds its owner by the browser, or with the sign-in address.

-- The keys are created here and stay in the vault of this installation.
select vault.create_secret(encode(extensions.gen_random_bytes(32), 'hex'), 'pin_lookup_key', 'Finds a person by PIN');

select vault.create_secret(encode(extensions.gen_random_bytes(32), 'hex'), 'pin_storage_key', 'Encrypts the PINs shown to administrators');

create table private.pins (
  user_id uuid primary key references auth.users (id) on delete cascade,
  pin_hmac bytea not null,
  pin_encrypted bytea not null,
  password_fingerprint bytea,
  saved_at timestamptz
);
comment on table private.pins is 'One PIN per user; others may have the same. The password is the PIN followed by 0.';
comment on column private.pins.password_fingerprint is
  'Hash of the password hash made from this PIN. Null if the stored password hash is another one: the password may not match the PIN, and bcrypt would take a tenth of a second to tell.';
comment on column private.pins.saved_at is 'When the new user confirmed that they have saved the PIN. They cannot read it again.';

create index pins_pin_hmac_idx on private.pins (pin_hmac);

create index pins_without_known_password_idx on private.pins (user_id) where password_fingerprint is null;

select private.keep_from_api('private.pins');

create function private.pin_hmac(p_pin text) returns bytea
language sql stable set search_path = ''
begin atomic
  select extensions.hmac(p_pin, private.vault_key('pin_lookup_key'), 'sha256');
end;
comment on function private.pin_hmac is 'Keyed hash for the lookup: without the key, 90,000 PINs could be tried. Equal PINs have equal hashes, so no role of the API reads them.';

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
  -- First, so that forget_password_fingerprint finds the fingerprint of this password.
  update private.pins p set password_fingerprint = private.fingerprint(password_hash) where p.user_id = p_user_id;
  update auth.users u set encrypted_password = password_hash where u.id = p_user_id;
end
$$;

create function private.forget_password_fingerprint() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.pins p set password_fingerprint = null
  where p.user_id = new.id and p.password_fingerprint <> coalesce(private.fingerprint(new.encrypted_password), '');
  return null;
end
$$;
comment on function private.forget_password_fingerprint is
  'Trigger on auth.users: clears the fingerprint of another password, so that sync_passwords finds the user by an index.';

create trigger forget_password_fingerprint after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.forget_password_fingerprint();

create function private.set_pin(p_user_id uuid, p_pin text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.pins as p (user_id, pin_hmac, pin_encrypted)
  values (p_user_id, private.pin_hmac(p_pin), private.encrypt_with('pin_storage_key', p_pin))
  on conflict (user_id) do update set pin_hmac = excluded.pin_hmac, pin_encrypted = excluded.pin_encrypted;
  perform private.set_password_from_pin(p_user_id, p_pin);
end
$$;

create function private.set_random_pin(p_user_id uuid) returns text
language plpgsql volatile set search_path = '' as $$
declare
  pin constant text := private.random_pin();
begin
  perform private.set_pin(p_user_id, pin);
  return pin;
end
$$;

create function private.remove_pin(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  delete from private.pins p where p.user_id = p_user_id;
  -- A random password replaces the one made from the PIN.
  update auth.users u set encrypted_password = private.hash_password(encode(extensions.gen_random_bytes(32), 'hex'))
  where u.id = p_user_id;
end
$$;

create function private.is_easy_pin(p_pin text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  -- Round and straight over the digits, and along the keys of a phone.
  lines constant text[] := array[
    '01234567890123', '32109876543210', '2468024680', '0864208642', '1357913579', '9753197531', '147258369', '963852741',
    '741852963', '369258147', '3214789', '9874123', '1236987', '7896321', '78963214', '41236987', '159357', '753951', '357159', '951753', '258025', '852085'
  ];
begin
  return
    -- One digit four times in a row, two digits in turn, or a pair and a triple.
    p_pin ~ '(.)\1\1\1' or p_pin ~ '^(.)(.)\1\2\1$' or p_pin ~ '^(.)\1(\1(.)\3|(.)\4\4)$'
    -- A year from 1900 to 2039 and a zero.
    or p_pin ~ '^(19[0-9]|20[0-3])[0-9]0$'
    -- The same read backwards, or each digit at most one from the one before: 12321, 11223.
    or p_pin ~ '^(.)(.).\2\1$'
    or (
      select bool_and(abs(ascii(substr(p_pin, place, 1)) - ascii(substr(p_pin, place + 1, 1))) <= 1)
      from generate_series(1, 4) place
    )
    or exists (select from unnest(lines) as line where strpos(line, p_pin) > 0);
end
$$;
comment on function private.is_easy_pin is
  'Whether a PIN is among those that people guess first, about 2,000 of 90,000: repeats, runs, steps, years, what reads the same backwards, and lines on the keys. They are neither drawn nor accepted.';

create function private.random_pin() returns text
language plpgsql volatile set search_path = '' as $$
declare
  pin text;
begin
  loop
    -- 48 random bits onto 90,000 values: the bias is below one in a billion.
    pin := (10000 + ('x' || encode(extensions.gen_random_bytes(6), 'hex'))::bit(48)::bigint % 90000)::text;
    exit when not private.is_easy_pin(pin);
  end loop;
  return pin;
end
$$;

create function private.lock_sign_in_details(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- The auth server reads the name and the secret into plain strings, so neither is null. The secret is not base32, so no
  -- code is valid for it.
  insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
  values (gen_random_uuid(), p_user_id, 'locked sign-in details', 'totp', 'verified', now(), now(), 'no secret');
end
$$;
comment on function private.lock_sign_in_details is
  'Gives a user a second factor without a usable secret. The auth server then refuses a new password or sign-in address in every session, before it compares passwords.';

create function private.is_own_pin(p_pin text) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  -- The key of the password attempts: the password is made from the PIN.
  attempt_key constant text := 'user:' || auth.uid();
  is_right boolean;
begin
  perform private.require_attempts_left(array[attempt_key]);
  is_right := exists (
    select from private.pins p where p.user_id = auth.uid() and p.pin_hmac = private.pin_hmac(coalesce(p_pin, ''))
  );
  perform private.count_wrong_pin(array[attempt_key], not is_right);
  if is_right then
    -- Only the owner knows the PIN, so the right one resets the counter.
    delete from private.attempts a where a.key = attempt_key;
  else
    perform private.record_attempt(attempt_key, true);
  end if;
  return is_right;
end
$$;
comment on function private.is_own_pin is
  'Whether this is the caller''s own PIN. A wrong one is counted per user, with wrong passwords, as get_email_by_pin counts per address. The calling function must return false and raise nothing, because an exception rolls the count back.';

create function private.receive_new_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  joined_at constant timestamptz := coalesce(new.created_at, now());
  -- An invalid name is cleaned: an error here would reach the user without a reason.
  new_name constant text := btrim(left(btrim(private.strip_forbidden(left(new.raw_user_meta_data ->> 'full_name', 500))), 140));
begin
  insert into public.profiles (id, created_at, full_name)
  values (new.id, joined_at, case when private.customer_name_problem(new_name) is null then nullif(new_name, '') end);
  -- Replaces the password that the client sent. The auth server reloads the row after its insert.
  perform private.set_random_pin(new.id);
  perform private.lock_sign_in_details(new.id);
  return null;
end
$$;

create function private.cut_user_metadata() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.raw_user_meta_data := jsonb_build_object('full_name', left(new.raw_user_meta_data ->> 'full_name', 500));
  return new;
end
$$;
comment on function private.cut_user_metadata is
  'Keeps the start of the name of metadata that is too long. A client sends it, and the auth server puts it into every token and answer.';

create trigger cut_user_metadata before insert or update of raw_user_meta_data on auth.users
  for each row when (pg_column_size(new.raw_user_meta_data) > 4000) execute function private.cut_user_metadata();

create function private.cut_identity_data() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.identity_data := (
    select jsonb_object_agg(d.key, d.value) from jsonb_each(new.identity_data) d
    where d.key in ('sub', 'email', 'email_verified', 'phone_verified')
  );
  return new;
end
$$;
comment on function private.cut_identity_data is
  'Removes from an identity what a client has sent, if that is long: the auth server stores the metadata of a sign-up here too.';

create trigger cut_identity_data before insert or update of identity_data on auth.identities
  for each row when (pg_column_size(new.identity_data) > 4000) execute function private.cut_identity_data();

create trigger receive_new_user after insert on auth.users
  for each row execute function private.receive_new_user();

create function private.has_new_pin() returns boolean
language sql stable security definer set search_path = ''
begin atomic
  select private.has_live_session() and private.is_sign_up_session(auth.uid(), private.my_session_id())
    and exists (
      select from private.pins p join public.profiles own on own.id = p.user_id
      where p.user_id = auth.uid() and p.saved_at is null and not own.approved
    );
end;
select private.expose('has_new_pin',
  'Whether the caller can still read the PIN of their sign-up: in its session, until they confirm that they have saved it or are approved.');

create function private.record_new_pin_view() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- At most one record a minute: a user pending approval writes to the audit log.
  if private.has_new_pin() and not private.is_recorded('view_new_pin', auth.uid(), '30 seconds') then
    perform private.record_read('view_new_pin', 'person', auth.uid());
  end if;
end
$$;
select private.expose('record_new_pin_view',
  'Audits that the caller reads the PIN of their sign-up. For a minute, get_my_new_pin then returns it to this session.');

create function private.get_my_new_pin() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_new_pin() or not private.is_recorded('view_new_pin', auth.uid()) then
    return null;
  end if;
  return private.read_pin(auth.uid());
end
$$;
select private.expose('get_my_new_pin',
  'The PIN of the caller''s sign-up; null unless has_new_pin and record_new_pin_view was called in the minute before.');

create function private.confirm_new_pin() returns void
language sql volatile security definer set search_path = ''
begin atomic
  update private.pins p set saved_at = now() where p.user_id = auth.uid() and private.has_new_pin();
end;
select private.expose('confirm_new_pin',
  'The caller has saved the PIN of their sign-up. It cannot be read again.');

create function private.find_by_pin(p_pin text, p_device_token text)
returns table (on_this_browser uuid[], in_the_bank bigint, one_of_them uuid)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with owners as materialized (
    select p.user_id from private.pins p where p.pin_hmac = private.pin_hmac(coalesce(p_pin, ''))
  ),
  compared as (
    select o.user_id, true as is_owner from owners o
    union all
    -- The same work for each PIN that at most 1,000 users have, so that the time does not tell how many do.
    select md5(n::text)::uuid, false from generate_series(1, 1000 - (select count(*) from owners)) as n
  ),
  known as materialized (
    -- A value, because "exists" may read the whole table. The hash is written out: a call takes six times as long.
    select c.user_id, c.is_owner, (
      select true from private.seen_browsers b
      where b.user_id = c.user_id and b.token_hash = sha256(convert_to(c.user_id || p_device_token, 'utf8'))
    ) as is_known
    from compared c
  )
  select
    coalesce(array_agg(k.user_id) filter (where k.is_known), '{}'), count(*) filter (where k.is_owner),
    (array_agg(k.user_id) filter (where k.is_owner))[1]
  from known k;
end
$$;
comment on function private.find_by_pin is
  'The users with this PIN: those who have used this browser, how many there are, and one of them.';

create function private.find_by_pin_and_email(p_pin text, p_email text) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  -- The PIN of an unknown user is looked up too.
  person constant uuid := coalesce(private.find_by_sign_in_email(p_email), gen_random_uuid());
  stored_hmac constant bytea := (select p.pin_hmac from private.pins p where p.user_id = person);
begin
  return case when stored_hmac = private.pin_hmac(coalesce(p_pin, '')) then person end;
end
$$;

create function private.address_key(p_email text) returns text
language sql stable set search_path = ''
begin atomic
  select 'email:' || encode(private.pin_hmac('email ' || lower(btrim(p_email))), 'hex');
end;
comment on function private.address_key is 'The key of the attempts with this sign-in address, known or not.';

create function private.get_email_by_pin(user_pin text, p_device_token text default null, p_email text default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Of the address that was entered, so that known and unknown ones are counted alike.
  attempt_keys constant text[] := array_remove(array[
    'pin:' || private.client_address(), private.address_key(p_email)
  ], null);
  binding constant text := (select s.device_binding from private.settings s);
  found record;
  person uuid;
  is_email_needed boolean := false;
  is_wrong boolean;
begin
  perform private.require_attempts_left(attempt_keys);

  if p_email is not null then
    person := private.find_by_pin_and_email(user_pin, p_email);
    is_wrong := person is null;
  else
    select * into found from private.find_by_pin(user_pin, p_device_token);
    if cardinality(found.on_this_browser) = 1 then
      person := found.on_this_browser[1];
    elsif private.bound_device_state(binding, found.one_of_them, null) = 'off' and found.in_the_bank = 1 then
      person := found.one_of_them;
    end if;
    -- Where each device is confirmed, this tells nothing about the PIN.
    is_email_needed := person is null and (binding = 'all' or found.in_the_bank > 0);
    -- Where each device is confirmed, a client without the id of a browser learns nothing, so it is not counted.
    is_wrong := person is null and cardinality(found.on_this_browser) = 0
      and not (binding = 'all' and p_device_token is null);
  end if;
  perform private.count_wrong_pin(attempt_keys, is_wrong);
  -- A wrong PIN returns an empty list. An exception would roll back the count.
  perform private.record_attempt(k.key, is_wrong) from unnest(attempt_keys) as k (key);

  if is_email_needed then
    return jsonb_build_object('needs_email', true, 'wrong_pin', is_wrong and p_device_token is not null);
  end if;
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
select private.expose('get_email_by_pin', while_idle => true, to_roles => '{anon,authenticated}', description =>
  'The user with this PIN who has used this browser, or has this sign-in address, or, where devices need no confirmation, is the only one: a list with user_email and user_approved. Empty for a wrong PIN. An object with needs_email where only the address can tell, and wrong_pin if no user of this browser has the PIN. Raises PT429 while the client or the sign-in address is locked. A wrong PIN is also counted where a rollback does not reach.');

-- The auth server calls this after each password comparison, right or wrong.
create function private.hook_password_verification_attempt(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  person constant uuid := (event ->> 'user_id')::uuid;
  attempt_key constant text := 'user:' || person;
begin
  if private.is_locked(attempt_key) then
    -- The auth server turns this into a 429. With "decision: reject" it would report a wrong password. It passes on the
    -- message and nothing else, so the time is in it.
    return jsonb_build_object('error', jsonb_build_object(
      'http_code', 429, 'message', 'Too many attempts. Please try again later. ' || private.lock_minutes(attempt_key)
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
  -- Functions of this schema run as their owner.
  if current_user = 'supabase_auth_admin' then
    raise exception 'Please contact us to change your sign-in details.' using errcode = 'PT403';
  end if;
  return new;
end
$$;
comment on function private.prevent_sign_in_change is
  'Trigger on auth.users: only functions of this schema change a password or a sign-in address, also if lock_sign_in_details is undone.';
grant execute on function private.prevent_sign_in_change to supabase_auth_admin;

create trigger prevent_sign_in_change
  before update of email, email_change, phone, phone_change, encrypted_password on auth.users
  for each row when (
    (old.email, old.email_change, old.phone, old.phone_change, old.encrypted_password)
      is distinct from (new.email, new.email_change, new.phone, new.phone_change, new.encrypted_password)
  )
  execute function private.prevent_sign_in_change();

-- Changing a PIN.

create function private.end_pin_use(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.end_sessions(p_user_id);
  perform private.end_pin_link(p_user_id);
  -- The mailbox must not show a PIN that no longer works.
  delete from public.user_notifications n where n.user_id = p_user_id and n.expires_at is not null;
  perform private.tell_owner(p_user_id, 'Your PIN has changed', 'Your security PIN has changed.');
end
$$;

create function private.require_valid_pin(p_pin text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if (p_pin ~ '^[0-9]{5}$') is not true then
    raise exception 'PIN must be exactly 5 digits' using errcode = 'PT400', hint = 'field:pin';
  elsif private.is_easy_pin(p_pin) then
    raise exception 'This PIN is easy to guess. Please choose another one.' using errcode = 'PT400', hint = 'field:pin';
  end if;
end
$$;

create function private.change_pin(p_user_id uuid, p_pin text) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  if coalesce(private.read_pin(p_user_id), '') = p_pin then
    return false;
  elsif p_pin = '' then
    perform private.remove_pin(p_user_id);
  else
    perform private.require_valid_pin(p_pin);
    perform private.set_pin(p_user_id, p_pin);
  end if;
  perform private.end_pin_use(p_user_id);
  return true;
end
$$;
comment on function private.change_pin is
  'Sets this PIN, or removes it if the text is empty. Ends the user''s sessions. False if nothing changes.';

create function private.change_own_pin(p_pin text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if p_pin = '' then
    raise exception 'PIN must be exactly 5 digits' using errcode = 'PT400', hint = 'field:pin';
  elsif not private.change_pin(auth.uid(), p_pin) then
    raise exception 'Choose a PIN that differs from your current one.' using errcode = 'PT409', hint = 'field:pin';
  end if;
  perform private.audit('change_own_pin', 'person', auth.uid());
end
$$;
comment on function private.change_own_pin is 'Sets this PIN of the caller. Raises an error for one that they have.';

create function private.require_new_pins_left() returns void
language plpgsql volatile set search_path = '' as $$
declare
  pins_per_hour constant integer := 20;
begin
  -- Parallel calls of an admin are serialised until commit, so each counts the previous one.
  perform pg_advisory_xact_lock(hashtextextended('new PIN by ' || auth.uid(), 0));
  if private.times_done('give_random_pin', '1 hour') + private.times_done('choose_pin', '1 hour') >= pins_per_hour then
    raise exception 'You can set % PINs an hour.', pins_per_hour using errcode = 'PT429', hint = 'too-many-attempts';
  end if;
end
$$;
comment on function private.require_new_pins_left is 'Refuses an admin who has set 20 PINs of users within the hour.';

create table private.pin_confirmations (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  confirmed_at timestamptz not null default now()
);
comment on table private.pin_confirmations is 'When the user of a session last entered their PIN in it. For five minutes they can change the PIN, close the account, take a copy of their data, and add or remove one passkey, which uses it up.';

select private.keep_from_api('private.pin_confirmations');

create function private.enter_my_pin(p_pin text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_approved();
  delete from private.pin_confirmations c where c.session_id = private.my_session_id();
  if private.is_own_pin(p_pin) then
    insert into private.pin_confirmations (session_id) values (private.my_session_id());
  end if;
end
$$;
select private.expose('enter_my_pin', while_frozen => true, description =>
  'Counts an attempt of the caller to enter their PIN. The next call says whether it was right, so the count cannot be rolled back with the answer.');

create function private.has_entered_pin(p_session_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (
    select from private.pin_confirmations c
    where c.session_id = p_session_id and c.confirmed_at > now() - interval '5 minutes'
  );
end;

create function private.spend_entered_pin(p_session_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  delete from private.pin_confirmations c
  where c.session_id = p_session_id and c.confirmed_at > now() - interval '5 minutes';
  return found;
end
$$;
comment on function private.spend_entered_pin is
  'Uses up the PIN that was entered in a session. False without one. A change of the PIN does not: a lost answer has the new one, and the customer asks again.';

create function private.require_entered_pin() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_approved();
  if not private.has_entered_pin(private.my_session_id()) then
    raise exception 'That isn''t your current PIN.' using errcode = 'PT403', hint = 'field:currentPin';
  end if;
end
$$;

create function private.change_my_pin(p_new_pin text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  changes_per_hour constant integer := 5;
begin
  perform private.require_entered_pin();
  perform private.lock_devices_of(auth.uid());
  -- In a frozen account a thief with the PIN must not lock the owner out, who must be able to lock the thief out.
  if (private.lock_person(auth.uid())).frozen_at is not null
    and not private.spend_device_code(auth.uid(), private.my_session_id(), 'unfreeze')
  then
    perform private.raise_wrong_code();
  end if;
  if private.times_done('change_own_pin', '1 hour') >= changes_per_hour then
    raise exception 'You can change your PIN 5 times an hour.' using errcode = 'PT429', hint = 'too-many-attempts';
  elsif p_new_pin is null then
    p_new_pin := private.set_random_pin(auth.uid());
    perform private.end_pin_use(auth.uid());
    perform private.audit('change_own_pin', 'person', auth.uid());
  else
    perform private.change_own_pin(p_new_pin);
  end if;
  -- The caller knows the PIN, so a request for help with it has no use.
  delete from private.pin_reset_requests r where r.user_id = auth.uid();
  perform private.notify(
    auth.uid(), 'security', 'Your PIN has changed',
    'You changed your security PIN. If this wasn''t you, contact us in the chat at once.'
  );
  return p_new_pin;
end
$$;
select private.expose('change_my_pin', while_frozen => true, description =>
  'Sets this PIN, or a random one, ends the caller''s other sessions and returns the PIN. The caller has entered the current PIN with enter_my_pin, and while their account is frozen a code from the mail with enter_device_code.');
