-- A password that still is the one made from the PIN can be told without hashing it again, which takes a tenth of a second each.

alter table private.pins add column password_fingerprint bytea;
comment on column private.pins.password_fingerprint is
  'Hash of the password hash that was made from this PIN. Equal to that of the present one: the password is right. Null: not known.';

create function private.fingerprint(p_password_hash text) returns bytea
language sql immutable parallel safe set search_path = ''
return sha256(convert_to(p_password_hash, 'utf8'));

create function private.hash_password(p_password text) returns text
language sql volatile set search_path = ''
begin atomic
  select extensions.crypt(p_password, extensions.gen_salt('bf', s.password_hash_cost)) from private.settings s;
end;

create or replace function private.set_password_from_pin(p_user_id uuid, p_pin text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  password_hash constant text := private.hash_password(p_pin || '0');
begin
  update auth.users u set encrypted_password = password_hash where u.id = p_user_id;
  update private.pins p set password_fingerprint = private.fingerprint(password_hash) where p.user_id = p_user_id;
end
$$;

create function private.remove_pin(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  delete from private.pins p where p.user_id = p_user_id;
  -- A password that nobody knows: the old one was the PIN.
  update auth.users u set encrypted_password = private.hash_password(encode(extensions.gen_random_bytes(32), 'hex'))
  where u.id = p_user_id;
end
$$;
comment on function private.remove_pin is 'Leaves a person without a PIN: they cannot sign in until one is set.';
