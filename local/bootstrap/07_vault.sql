-- The objects of the extension supabase_vault, which is not available outside the platform, with the same names, columns and
-- grants. As there, values are encrypted with a root key that no dump of the database contains: a database that is restored into
-- a new project has another one, and refuses what the real extension refuses. Here the root key is a row that no role of the API can
-- read.

create schema vault;

create table _stack.vault_root_key as select extensions.gen_random_bytes(32) as root_key;

create function _stack.vault_encrypt(p_text text, p_id uuid, p_nonce bytea) returns text
language sql stable set search_path = '' as $$
  -- The hash of the text tells a wrong key, as the authenticated encryption of the extension does.
  select encode(extensions.encrypt_iv(
    extensions.digest(p_id::text || p_text, 'sha256') || convert_to(p_text, 'utf8'), k.root_key, p_nonce, 'aes'
  ), 'base64')
  from _stack.vault_root_key k
$$;

create function _stack.vault_decrypt(p_secret text, p_id uuid, p_nonce bytea) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  decrypted bytea;
  text_found text;
begin
  begin
    select extensions.decrypt_iv(decode(p_secret, 'base64'), k.root_key, p_nonce, 'aes') into strict decrypted
    from _stack.vault_root_key k;
    text_found := convert_from(substr(decrypted, 33), 'utf8');
  exception when external_routine_invocation_exception or character_not_in_repertoire then
    text_found := null;
  end;
  if (extensions.digest(p_id::text || text_found, 'sha256') = substr(decrypted, 1, 32)) is not true then
    raise exception 'pgsodium_crypto_aead_det_decrypt_by_id: invalid ciphertext' using errcode = '22000';
  end if;
  return text_found;
end
$$;

create table vault.secrets (
  id uuid primary key default gen_random_uuid(),
  name text,
  description text not null default '',
  secret text not null,
  key_id uuid,
  nonce bytea default extensions.gen_random_bytes(16),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index secrets_name_idx on vault.secrets (name) where name is not null;

create view vault.decrypted_secrets as
  select
    id,
    name,
    description,
    secret,
    _stack.vault_decrypt(secret, id, nonce) as decrypted_secret,
    key_id,
    nonce,
    created_at,
    updated_at
  from vault.secrets;

create function vault.create_secret(
  new_secret text, new_name text default null, new_description text default '', new_key_id uuid default null
) returns uuid language sql security definer set search_path = '' as $$
  insert into vault.secrets (id, nonce, secret, name, description)
  select n.id, n.nonce, _stack.vault_encrypt(new_secret, n.id, n.nonce), new_name, new_description
  from (select gen_random_uuid() as id, extensions.gen_random_bytes(16) as nonce) n
  returning id
$$;

create function vault.update_secret(
  secret_id uuid, new_secret text default null, new_name text default null, new_description text default null,
  new_key_id uuid default null
) returns void language plpgsql security definer set search_path = '' as $$
declare
  -- The extension reads the old value first, so it fails where another root key encrypted it.
  decrypted_secret constant text := (select d.decrypted_secret from vault.decrypted_secrets d where d.id = secret_id);
begin
  update vault.secrets s
  set
    secret = _stack.vault_encrypt(coalesce(new_secret, decrypted_secret), s.id, s.nonce),
    name = coalesce(new_name, s.name),
    description = coalesce(new_description, s.description),
    updated_at = now()
  where s.id = secret_id;
end
$$;

revoke execute on all functions in schema vault from public;
revoke execute on function _stack.vault_encrypt, _stack.vault_decrypt from public;
-- A view checks its functions for the caller. None of these roles can name this one: they have no right on
-- its schema.
grant execute on function _stack.vault_decrypt to postgres with grant option;
grant execute on function _stack.vault_decrypt to service_role;
grant usage on schema vault to postgres with grant option;
grant select, delete, truncate, references on vault.secrets, vault.decrypted_secrets to postgres with grant option;
grant execute on all functions in schema vault to postgres with grant option;
grant usage on schema vault to service_role;
grant select, delete on vault.secrets, vault.decrypted_secrets to service_role;
grant execute on all functions in schema vault to service_role;
