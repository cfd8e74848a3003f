-- The sign-in address of an owner who has lost the mailbox: two administrators change it.

create function private.is_sign_in_address(p_email text) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (select from auth.users u where u.email = p_email and not u.is_sso_user);
end;

create function private.request_new_address(p_user_id uuid, p_email text, p_reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason text;
  new_address constant text := lower(btrim(p_email));
begin
  perform private.require_can_protect(p_user_id);
  reason := private.require_reason(p_reason);
  perform private.lock_for_edit(p_user_id);
  perform private.require_not_closed(p_user_id);
  if private.is_email(new_address) is not true then
    raise exception 'Please enter a valid email address.' using errcode = 'PT400', hint = 'field:email';
  elsif private.is_sign_in_address(new_address) then
    raise exception 'This address already signs in to an account.' using errcode = 'PT409', hint = 'field:email';
  end if;
  perform private.open_request('sign_in_address', reason, p_user_id, p_decision => new_address);
  -- Somebody else may have told staff that the mailbox is lost.
  perform private.tell_address(
    p_user_id, 'We were asked to change your sign-in email',
    'Our staff were told that you can''t read your email any more, and want another address to sign in with. Nothing changes until two of them have agreed.'
  );
end
$$;
select private.expose('request_new_address',
  'Asks a second administrator to approve another sign-in address of a user who has lost the mailbox, and mails the address of before. For admins with approve_users; for other staff they must also be super admins.');

create function private.change_sign_in_address(p_user_id uuid, p_email text, p_reason text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  old_address text;
begin
  perform private.tell_address(
    p_user_id, 'Your sign-in email has changed',
    'Two members of our staff have agreed to another address. This one no longer signs in. Until '
      || private.time_and_day(now() + private.new_address_wait()) || ', what a thief would change has to wait.'
  );
  select u.email into old_address from auth.users u where u.id = p_user_id;
  update auth.users u set email = p_email, updated_at = now() where u.id = p_user_id;
  update auth.identities i set identity_data = i.identity_data || jsonb_build_object('email', p_email), updated_at = now()
  where i.user_id = p_user_id and i.provider = 'email';
  update public.profiles p
  set address_changed_at = now(),
    notification_email = case when lower(p.notification_email) = old_address then p_email else p.notification_email end
  where p.id = p_user_id;
  -- A link for a new PIN is in the mailbox of before.
  perform private.end_pin_link(p_user_id);
  perform private.end_sessions(p_user_id);
  perform private.audit('change_sign_in_address', 'person', p_user_id, jsonb_build_object('reason', p_reason));
  perform private.tell_owner(
    p_user_id, 'Your sign-in email has changed',
    'You now sign in with this address and your PIN. If you have forgotten the PIN, choose Forgotten details? on the sign-in page. To protect you, higher limits and what a passkey approves have to wait until '
      || private.time_and_day(now() + private.new_address_wait()) || '.'
  );
end
$$;
comment on function private.change_sign_in_address is
  'Changes the address to which codes and links are mailed, ends all sessions and mails both addresses. The caller holds the lock of the user.';

create function private.address_request(p_step text, p_request private.approval_requests, p_user_id uuid) returns boolean
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
      return private.is_sign_in_address(p_request.decision)
        or exists (select from public.profiles p where p.id = p_request.user_id and p.closed_at is not null);
    when 'approved' then
      perform private.change_sign_in_address(p_request.user_id, p_request.decision, p_request.reason);
  end case;
  return null;
end
$$;
comment on function private.address_request is 'The steps of a request to change a sign-in address.';
