-- The mail about a sign-in from a new device, for users whose devices need no code. Where a code is needed, enrol_device tells.

create table private.seen_browsers (
  user_id uuid not null references auth.users (id) on delete cascade,
  token_hash bytea not null,
  last_seen_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);
comment on table private.seen_browsers is
  'Browsers whose sign-in the user was told of, or that signed up. Not proof of anything: only devices, confirmed with a code, give access.';

alter table private.seen_browsers enable row level security;
create policy "No API role can access the seen browsers" on private.seen_browsers
  for all to anon, authenticated using (false);

create function private.owe_sign_in_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.device_state_of(new.user_id, new.id) = 'off' and not private.is_sign_up_session(new.user_id, new.id) then
    insert into private.security_notices (id, user_id, title, message)
    values (new.id, new.user_id, 'A new device', private.new_device_message(private.device_name(new.user_agent)))
    on conflict do nothing;
    insert into private.due_mails (kind, about_id, claimed_until)
    values ('security', new.id, now() + interval '2 minutes')
    on conflict do nothing;
  end if;
  return null;
end
$$;
comment on function private.owe_sign_in_mail is
  'Owes the mail at the sign-in itself, so that a thief cannot prevent it by sending no id or by signing out. The notice has the id of the session.';

create trigger owe_sign_in_mail after insert on auth.sessions
  for each row execute function private.owe_sign_in_mail();

create function private.remember_browser(p_user_id uuid, p_token_hash bytea) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  most_browsers constant integer := 50;
begin
  insert into private.seen_browsers (user_id, token_hash) values (p_user_id, p_token_hash) on conflict do nothing;
  if found then
    delete from private.seen_browsers b
    where b.user_id = p_user_id and b.token_hash in (
      select o.token_hash from private.seen_browsers o where o.user_id = p_user_id
      order by o.last_seen_at desc, o.token_hash
      offset most_browsers
    );
    return true;
  end if;
  update private.seen_browsers b set last_seen_at = now()
  where b.user_id = p_user_id and b.token_hash = p_token_hash and b.last_seen_at < now() - interval '1 day';
  return false;
end
$$;
comment on function private.remember_browser is 'Whether the browser is new to this user. Above 50 the least recently used is forgotten.';

create function private.show_browser(p_user_id uuid, p_session_id uuid, p_token text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- An id that cannot be read counts as none: the session goes on, and its owner is told.
  if (p_token ~ '^[0-9a-f]{64}$') is not true or private.device_state_of(p_user_id, p_session_id) <> 'off' then
    return;
  end if;
  if private.remember_browser(p_user_id, private.hash_device_token(p_user_id, p_token)) then
    -- Never later than now, so that the next call, which finds the browser known, does not withdraw the mail.
    update private.due_mails m set claimed_until = m.created_at
    where m.about_id = p_session_id and m.attempts = 0 and m.claimed_until > now();
  else
    delete from private.due_mails m where m.about_id = p_session_id and m.attempts = 0 and m.claimed_until > now();
    if found then
      delete from private.security_notices n where n.id = p_session_id;
    end if;
  end if;
end
$$;
comment on function private.show_browser is
  'Decides about the mail that the sign-in owes: withdrawn for a browser that the user knows, and sent at once for a new one.';
