-- Security PINs: made at sign-up, looked up by keyed hash, kept encrypted for the user list.

-- Keys are made here and stay in the vault of this installation.
select vault.create_secret(encode(extensions.gen_random_bytes(32), 'hex'), 'pin_lookup_key', 'Finds a person by PIN');
select vault.create_secret(encode(extensions.gen_random_bytes(32), 'hex'), 'pin_storage_key', 'Encrypts the PINs shown to administrators');

create table private.pins (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  pin_hmac bytea not null unique,
  pin_encrypted bytea not null
);
comment on table private.pins is 'One PIN per person; no two people share one. The password is always the PIN followed by 0.';
comment on column private.pins.created_at is 'Sign-up, not the latest change: the new PIN can be read for 15 minutes from here.';

alter table private.pins enable row level security;
create policy "Nobody reaches the PINs through the API" on private.pins
  for all to anon, authenticated using (false);

create function private.pin_key(p_name text) returns text
language plpgsql stable set search_path = '' as $$
declare
  key text;
begin
  select s.decrypted_secret into strict key from vault.decrypted_secrets s where s.name = p_name;
  return key;
end
$$;

create function private.pin_hmac(p_pin text) returns bytea
language sql stable set search_path = ''
begin atomic
  select extensions.hmac(p_pin, private.pin_key('pin_lookup_key'), 'sha256');
end;
comment on function private.pin_hmac is 'What a PIN is found by. Useless without the key: there are only 90,000 PINs to try.';

create function private.encrypt_pin(p_pin text) returns bytea
language sql volatile set search_path = ''
begin atomic
  -- The key is random, so stretching it (the default) would only cost time.
  select extensions.pgp_sym_encrypt(p_pin, private.pin_key('pin_storage_key'), 'cipher-algo=aes256, s2k-mode=1');
end;

create function private.read_pin(p_user_id uuid) returns text
language sql stable set search_path = ''
begin atomic
  select extensions.pgp_sym_decrypt(p.pin_encrypted, private.pin_key('pin_storage_key'))
  from private.pins p where p.user_id = p_user_id;
end;
comment on function private.read_pin is 'A person''s PIN, or null. Whoever offers this to staff audits each call.';

create function private.set_password_from_pin(p_user_id uuid, p_pin text) returns void
language sql volatile set search_path = ''
begin atomic
  update auth.users set
    encrypted_password = (
      select extensions.crypt(p_pin || '0', extensions.gen_salt('bf', s.password_hash_cost)) from private.settings s
    )
  where id = p_user_id;
end;

create function private.set_pin(p_user_id uuid, p_pin text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if p_pin is null or p_pin !~ '^[0-9]{5}$' then
    raise exception 'PIN must be exactly 5 digits' using errcode = 'PT400';
  end if;
  begin
    insert into private.pins as p (user_id, pin_hmac, pin_encrypted)
    values (p_user_id, private.pin_hmac(p_pin), private.encrypt_pin(p_pin))
    on conflict (user_id) do update set pin_hmac = excluded.pin_hmac, pin_encrypted = excluded.pin_encrypted;
  exception when unique_violation then
    -- Raised anew: the original's detail shows the stored value.
    raise exception 'This PIN belongs to somebody else.' using errcode = 'PT409';
  end;
  perform private.set_password_from_pin(p_user_id, p_pin);
end
$$;
comment on function private.set_pin is 'Changes a PIN and the password that goes with it.';

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
  raise exception 'No PIN is free.' using errcode = 'PT503';
end
$$;
comment on function private.issue_pin is 'Gives a new person a PIN that nobody has.';

create function private.receive_new_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  joined_at constant timestamptz := coalesce(new.created_at, now());
  pin text;
begin
  insert into public.profiles (id, created_at, full_name)
  values (
    new.id, joined_at,
    -- A name that breaks the rules must not make sign-up fail without a reason: it is cleaned instead.
    nullif(btrim(left(btrim(private.strip_forbidden(new.raw_user_meta_data ->> 'full_name')), 140)), '')
  );
  pin := private.issue_pin(new.id, joined_at);
  -- Whatever password the client sent is replaced. The auth server reloads the row after its insert.
  perform private.set_password_from_pin(new.id, pin);
  return null;
end
$$;
comment on function private.receive_new_user is 'Gives everybody who signs up a profile, a PIN and the password that goes with it.';

create or replace trigger receive_new_user after insert on auth.users
  for each row execute function private.receive_new_user();

create function private.get_my_new_pin() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_live_session()
    or not exists (
      select from private.pins p where p.user_id = auth.uid() and p.created_at > now() - interval '15 minutes'
    )
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
comment on function public.get_my_new_pin is 'The caller''s PIN in the 15 minutes after sign-up; null later.';

grant execute on function private.get_my_new_pin, public.get_my_new_pin to authenticated;
