-- The passkey of an owner who has lost the device and cannot remove it: two administrators remove it.

create function private.request_passkey_removal(p_user_id uuid, p_passkey_id uuid, p_reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason text;
  passkey_name text;
begin
  perform private.require_can_protect(p_user_id);
  reason := private.require_reason(p_reason);
  perform private.lock_for_edit(p_user_id);
  select k.name into passkey_name from private.passkeys k where k.id = p_passkey_id and k.user_id = p_user_id;
  if not found then
    raise exception 'This passkey has been removed already.' using errcode = 'PT404', hint = 'no-passkey';
  end if;
  perform private.open_request('passkey', reason, p_user_id, p_passkey_id);
  -- Somebody else may have told staff that the device is lost.
  perform private.tell_owner(
    p_user_id, 'We were asked to remove a passkey',
    'Our staff were told that you have lost the device of your passkey ' || passkey_name || '.'
  );
end
$$;
select private.expose('request_passkey_removal',
  'Asks a second administrator to approve that a passkey of another user is removed, and mails the owner. For admins with approve_users; for other staff they must also be super admins.');

create function private.passkey_request(p_step text, p_request private.approval_requests, p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  case p_step
    when 'asked' then
      null;
    when 'listed' then
      return private.has_permission('approve_users');
    when 'right' then
      return private.can_act_for(p_user_id, p_request.user_id, '{approve_users}');
    when 'lock' then
      null;
    when 'changed' then
      return not exists (
        select from private.passkeys k where k.id = p_request.transaction_id and k.user_id = p_request.user_id
      );
    when 'approved' then
      perform private.forget_passkey(k, p_request.reason) from private.passkeys k where k.id = p_request.transaction_id for update;
  end case;
  return null;
end
$$;
comment on function private.passkey_request is 'The steps of a request to remove a passkey.';
