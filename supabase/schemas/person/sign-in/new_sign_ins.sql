-- The mail about a sign-in from a new device, for users whose devices need no code. Where a code is needed, enrol_device tells.

create function private.owe_sign_in_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  told constant text := 'A new device';
  is_often constant boolean := private.is_told_often(new.user_id);
begin
  if private.device_state_of(new.user_id, new.id) <> 'off' or private.is_sign_up_session(new.user_id, new.id) then
    return null;
  end if;
  insert into private.security_mails (id, user_id, title, message)
  values (new.id, new.user_id, told, private.new_device_message(private.device_name(new.user_agent)))
  on conflict do nothing;
  if is_often then
    perform private.tell_owner_later(new.user_id, told);
  else
    insert into private.due_mails (kind, about_id, taken_until)
    values ('security', new.id, now() + interval '2 minutes')
    on conflict do nothing;
  end if;
  return null;
end
$$;
comment on function private.owe_sign_in_mail is
  'Owes the mail at the sign-in itself, so that a thief cannot prevent it by sending no id or by signing out. The mail has the id of the session.';

create trigger owe_sign_in_mail after insert on auth.sessions
  for each row execute function private.owe_sign_in_mail();

create function private.show_browser(p_user_id uuid, p_session_id uuid, p_token text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  shown_hash bytea;
begin
  -- An id that cannot be read counts as none: the session goes on, and its owner is told.
  if (p_token ~ '^[0-9a-f]{64}$') is not true or private.device_state_of(p_user_id, p_session_id) <> 'off' then
    return;
  end if;
  shown_hash := private.hash_device_token(p_user_id, p_token);
  if exists (select from private.seen_browsers b where b.user_id = p_user_id and b.token_hash = shown_hash) then
    delete from private.due_mails m where m.about_id = p_session_id and m.attempts = 0 and m.taken_until > now();
    if found then
      delete from private.security_mails n where n.id = p_session_id;
    end if;
  else
    -- Of parallel calls with two ids, the second finds the browser of the first.
    perform private.lock_devices_of(p_user_id);
    if not private.may_introduce_browser(p_user_id, p_session_id) then
      return;
    end if;
    -- Never later than now, so that the next call, which finds the browser known, does not withdraw the mail.
    update private.due_mails m set taken_until = m.created_at
    where m.about_id = p_session_id and m.attempts = 0 and m.taken_until > now();
  end if;
  perform private.remember_browser(p_user_id, p_session_id, shown_hash);
end
$$;
comment on function private.show_browser is
  'Decides about the mail that the sign-in owes: withdrawn for a browser that the user knows, and sent at once for a new one.';
