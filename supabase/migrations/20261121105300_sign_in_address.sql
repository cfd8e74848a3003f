-- Where devices must be known, the address that codes go to is not changed past the bank, and the password stays the PIN's.

create function private.refuse_new_sign_in_details() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- The auth server lets every session change them, also one on a device that is not known yet. The bank's own functions
  -- run as their owner.
  if current_user = 'supabase_auth_admin' and private.binds_devices_of(new.id) then
    raise exception 'Please ask the bank to change how you sign in.' using errcode = 'PT403';
  end if;
  return new;
end
$$;
comment on function private.refuse_new_sign_in_details is
  'Trigger on auth.users: without it, whoever has a PIN could have the code for a new device sent to themselves.';

create function private.binds_devices_of(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
begin atomic
  select private.device_state_of(p_user_id, null) <> 'off';
end;
comment on function private.binds_devices_of is 'Whether this person''s devices must be known.';

grant execute on function private.refuse_new_sign_in_details, private.binds_devices_of to supabase_auth_admin;

create or replace trigger refuse_new_sign_in_details before update of email, encrypted_password on auth.users
  for each row when (old.email is distinct from new.email or old.encrypted_password is distinct from new.encrypted_password)
  execute function private.refuse_new_sign_in_details();
