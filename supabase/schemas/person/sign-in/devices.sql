-- Known devices, and the codes that confirm them. If settings.device_binding asks for it, a session reads only its own
-- profile until its device is known.

create table private.devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_hash bytea not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  unique (user_id, token_hash)
);
comment on table private.devices is 'Browsers that a user signed up with or confirmed with an emailed code.';
comment on column private.devices.token_hash is
  'Hash of the user id and the random token in the browser, so rows do not show that two users share a browser.';

select private.keep_from_api('private.devices');

create table private.session_devices (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  device_id uuid not null references private.devices (id) on delete cascade
);
comment on table private.session_devices is 'The known device of each session. A session without a row is on an unknown device.';

create index session_devices_device_id_idx on private.session_devices (device_id);

select private.keep_from_api('private.session_devices');

select vault.create_secret(encode(extensions.gen_random_bytes(32), 'hex'), 'device_code_key', 'Hashes the codes that confirm devices');

create table private.device_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Not a foreign key: signing out must not delete the code, because codes are counted.
  session_id uuid not null,
  purpose text not null constraint device_codes_purpose_check check (purpose in ('sign_in', 'unfreeze', 'passkey')),
  code_hash bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  wrong_tries integer not null default 0 constraint device_codes_wrong_tries_check check (wrong_tries between 0 and 5),
  is_used boolean not null default false,
  browser_hash bytea,
  entered_device_hash bytea
);
comment on table private.device_codes is
  'Codes sent within the last day. Only the newest code of a session can be used, once, by that session.';
comment on column private.device_codes.browser_hash is
  'The browser that asked, from private.browser_known_for_long, for which codes are counted. Null for all other browsers together.';
comment on column private.device_codes.entered_device_hash is
  'Hash of the token of the device on which the right code was entered. recognise_device then makes that device known.';

create index device_codes_user_id_created_at_idx on private.device_codes (user_id, created_at desc);

select private.keep_from_api('private.device_codes');

create table private.confirmed_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  token_hash bytea not null,
  confirmed_at timestamptz not null default clock_timestamp(),
  primary key (user_id, token_hash)
);
comment on table private.confirmed_devices is
  'Devices on which a passkey has been used instead of a code. recognise_device makes such a device known within five minutes, once.';

select private.keep_from_api('private.confirmed_devices');

create table private.seen_browsers (
  user_id uuid not null references auth.users (id) on delete cascade,
  token_hash bytea not null,
  first_session_id uuid,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);
comment on table private.seen_browsers is
  'Browsers whose sign-in the user was told of, or that signed up. On these a PIN finds its owner without the sign-in address. Not proof of anything else: only devices, confirmed with a code, give access.';
comment on column private.seen_browsers.first_session_id is 'The session that first showed it. No foreign key: the browser is known for longer.';

select private.keep_from_api('private.seen_browsers');

create function private.bound_device_state(p_binding text, p_user_id uuid, p_session_id uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  if p_binding = 'off'
    or (p_binding = 'staff' and not exists (select from public.user_roles r where r.user_id = p_user_id))
  then
    return 'off';
  end if;
  return case
    when exists (select from private.session_devices d where d.session_id = p_session_id) then 'known'
    else 'unknown'
  end;
end
$$;
comment on function private.bound_device_state is
  'device_state_of for a caller that has read the setting, as a payment has.';

create function private.device_state_of(p_user_id uuid, p_session_id uuid) returns text
language sql stable set search_path = ''
begin atomic
  select private.bound_device_state(s.device_binding, p_user_id, p_session_id) from private.settings s;
end;
comment on function private.device_state_of is
  'Whether the session is on a known or unknown device; off if this user needs no known device.';

-- A computed column of profiles, so the app reads it in its first request.
create function private.device_state(p_profile public.profiles) returns text
language sql stable security definer set search_path = ''
begin atomic
  select private.device_state_of(auth.uid(), private.my_session_id());
end;
select private.expose('device_state',
  'The device state of the caller: off, known or unknown. It describes the caller, also on another user''s profile.');

create function private.is_sign_up_session(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = p_session_id and s.user_id = p_user_id
      and s.created_at < u.created_at + interval '1 minute'
      and not exists (select from auth.sessions o where o.user_id = s.user_id and o.created_at < s.created_at)
  );
end
$$;

create function private.device_name(p_user_agent text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  agent constant text := left(coalesce(p_user_agent, ''), 500);
begin
  -- User agents contain each other's names, so the most specific comes first. The user agent itself is not stored.
  return case
    when agent ~ 'Edg' then 'Edge'
    when agent ~ 'OPR/' then 'Opera'
    when agent ~ 'SamsungBrowser' then 'Samsung Internet'
    when agent ~ '(Firefox|FxiOS)/' then 'Firefox'
    when agent ~ '(Chrome|CriOS|Chromium)/' then 'Chrome'
    when agent ~ 'Safari/' then 'Safari'
    else 'A browser'
  end || case
    when agent ~ 'iPad' then ' on iPad'
    when agent ~ 'iPhone' then ' on iPhone'
    when agent ~ 'Android' then ' on Android'
    when agent ~ 'Windows' then ' on Windows'
    when agent ~ 'Macintosh' then ' on Mac'
    when agent ~ 'CrOS' then ' on ChromeOS'
    when agent ~ 'Linux' then ' on Linux'
    else ''
  end;
end
$$;
comment on function private.device_name(text) is 'The name of a browser in the list of devices and in mails.';

create function private.device_name() returns text
language plpgsql stable set search_path = '' as $$
begin
  return private.device_name(nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent');
end
$$;
comment on function private.device_name() is 'The name of the caller''s browser.';

create function private.new_device_message(p_device_name text) returns text
language sql immutable set search_path = ''
begin atomic
  select 'A new device signed in to your account: ' || p_device_name || '.';
end;

create function private.hash_device_token(p_user_id uuid, p_token text) returns bytea
language plpgsql immutable set search_path = '' as $$
begin
  if (p_token ~ '^[0-9a-f]{64}$') is not true then
    raise exception 'The device token is not valid.' using errcode = 'PT400';
  end if;
  -- 256 random bits cannot be guessed, so the hash needs no key.
  return sha256(convert_to(p_user_id || p_token, 'utf8'));
end
$$;

create function private.lock_devices_of(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('devices of ' || p_user_id, 0));
end
$$;

create function private.forget_devices(p_device_ids uuid[]) returns void
language sql volatile set search_path = ''
begin atomic
  -- On a removed device a PIN no longer finds its owner.
  delete from private.seen_browsers b
  using private.devices d
  where d.id = any (p_device_ids) and b.user_id = d.user_id and b.token_hash = d.token_hash;
  delete from private.push_subscriptions p
  using private.devices d
  where d.id = any (p_device_ids) and p.user_id = d.user_id and (p.device_id = d.id or p.token_hash = d.token_hash);
  delete from auth.sessions s
  where s.id in (select d.session_id from private.session_devices d where d.device_id = any (p_device_ids));
  delete from private.devices d where d.id = any (p_device_ids);
end;

create function private.is_known_for_long(p_browser private.seen_browsers) returns boolean
language sql stable set search_path = ''
return p_browser.created_at < now() - interval '1 day';

create function private.remember_browser(p_user_id uuid, p_session_id uuid, p_token_hash bytea) returns void
language sql volatile set search_path = ''
begin atomic
  insert into private.seen_browsers as b (user_id, token_hash, first_session_id) values (p_user_id, p_token_hash, p_session_id)
  on conflict (user_id, token_hash) do update set last_seen_at = now() where b.last_seen_at < now() - interval '1 day';
  delete from private.seen_browsers b
  where b.user_id = p_user_id and b.token_hash in (
    select o.token_hash from private.seen_browsers o where o.user_id = p_user_id and o.token_hash <> p_token_hash
    order by private.is_known_for_long(o) desc, o.last_seen_at desc, o.token_hash
    offset 49
  );
end;
comment on function private.remember_browser is 'Makes a browser known to its user. Above 50 the least recently used is forgotten, first those of today, so that a thief who signs in fifty times does not make the owner''s unknown.';

create function private.may_introduce_browser(p_user_id uuid, p_session_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select not exists (
      select from private.seen_browsers b where b.user_id = p_user_id and b.first_session_id = p_session_id
    )
    and (
      exists (select from private.security_mails n where n.id = p_session_id)
      or private.is_sign_up_session(p_user_id, p_session_id)
    );
end;
comment on function private.may_introduce_browser is
  'Whether this session may make a browser known: one browser, of which the mail about the session tells, or that of the sign-up. A thief with an open session could otherwise make their own browser known, and sign in on it later without a mail.';

create function private.enrol_device(p_user_id uuid, p_session_id uuid, p_token_hash bytea) returns void
language plpgsql volatile set search_path = '' as $$
declare
  most_devices constant integer := 20;
  is_new constant boolean := not exists (
    select from private.devices d where d.user_id = p_user_id and d.token_hash = p_token_hash
  );
  device uuid;
begin
  insert into private.devices as d (user_id, token_hash, name) values (p_user_id, p_token_hash, private.device_name())
  on conflict (user_id, token_hash) do update set last_seen_at = now(), name = excluded.name
  returning d.id into device;
  insert into private.session_devices (session_id, device_id) values (p_session_id, device)
  on conflict (session_id) do update set device_id = excluded.device_id;
  perform private.forget_devices(array(
    select d.id from private.devices d where d.user_id = p_user_id and d.id <> device
    order by d.last_seen_at desc, d.id
    offset most_devices - 1
  ));
  perform private.remember_browser(p_user_id, p_session_id, p_token_hash);
  if is_new and not private.is_sign_up_session(p_user_id, p_session_id) then
    perform private.tell_owner(p_user_id, 'A new device', private.new_device_message(private.device_name()));
  end if;
end
$$;

create function private.hash_device_code(p_session_id uuid, p_code text) returns bytea
language sql stable set search_path = ''
begin atomic
  select extensions.hmac(p_session_id || ':' || p_code, private.vault_key('device_code_key'), 'sha256');
end;
comment on function private.hash_device_code is 'Keyed hash: without the key, a million codes could be tried.';

create function private.usable_device_code(p_user_id uuid, p_session_id uuid, p_purpose text default null)
returns private.device_codes
language plpgsql stable set search_path = '' as $$
declare
  newest private.device_codes;
begin
  select c.* into newest from private.device_codes c
  where c.user_id = p_user_id and c.session_id = p_session_id order by c.created_at desc limit 1;
  if newest.purpose = coalesce(p_purpose, newest.purpose)
    and not newest.is_used and newest.wrong_tries < 5
    and newest.created_at > clock_timestamp() - interval '10 minutes'
  then
    return newest;
  end if;
  return null;
end
$$;
comment on function private.usable_device_code is 'The code that this session may still use, for this purpose or for any: its newest, valid for ten minutes and five attempts.';

create function private.spend_device_code(p_user_id uuid, p_session_id uuid, p_purpose text) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  update private.device_codes c set is_used = true
  where c.id = (private.usable_device_code(p_user_id, p_session_id, p_purpose)).id and c.entered_device_hash is not null;
  return found;
end
$$;
comment on function private.spend_device_code is
  'Uses up the code for this purpose that was entered in this session. False if none was, or a wrong one. The caller has called lock_devices_of.';

create function private.raise_wrong_code() returns void
language plpgsql stable set search_path = '' as $$
begin
  raise exception 'That code isn''t right. Try again, or ask for a new code.' using errcode = 'PT403', hint = 'field:code';
end
$$;

create function private.browser_known_for_long(p_user_id uuid, p_token text) returns bytea
language sql stable set search_path = ''
begin atomic
  select b.token_hash
  from (
    select s.token_hash from private.seen_browsers s
    where s.user_id = p_user_id and private.is_known_for_long(s) and s.last_seen_at > now() - interval '90 days'
    order by s.created_at, s.token_hash
    limit 5
  ) b
  where b.token_hash = case when p_token ~ '^[0-9a-f]{64}$' then private.hash_device_token(p_user_id, p_token) end;
end;
comment on function private.browser_known_for_long is
  'The hash of this browser if it is known for a day, and one of the first five of those that were used in the last 90 days; otherwise null, as for that of a thief. A thief who makes fifty browsers known would otherwise have fifty counts of codes to guess.';

create function private.issue_device_code(
  p_user_id uuid, p_session_id uuid, p_adds_passkey boolean default false, p_device_token text default null
)
returns table (code_id uuid, code text, email text, full_name text, purpose text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  codes_per_hour constant integer := 5;
  codes_per_day constant integer := 10;
  is_frozen constant boolean := exists (select from public.profiles p where p.id = p_user_id and p.frozen_at is not null);
  -- Codes are counted for each of these browsers, so that a thief with the PIN cannot use up those of the owner.
  browser constant bytea := private.browser_known_for_long(p_user_id, p_device_token);
  asked_at timestamptz;
begin
  perform private.lock_devices_of(p_user_id);
  asked_at := clock_timestamp();
  if not exists (select from auth.sessions s where s.id = p_session_id and s.user_id = p_user_id) then
    perform private.raise_session_ended();
  end if;
  purpose := case
    when private.device_state_of(p_user_id, p_session_id) = 'unknown' then 'sign_in'
    when p_adds_passkey then 'passkey'
    else 'unfreeze'
  end;
  if purpose = 'passkey' and is_frozen then
    perform private.raise_frozen();
  elsif purpose = 'unfreeze' and not is_frozen then
    raise exception 'This device doesn''t need a code.' using errcode = 'PT409', hint = 'code-not-needed';
  end if;

  delete from private.device_codes c where c.user_id = p_user_id and c.created_at < asked_at - interval '1 day';
  if exists (
    select from private.device_codes c
    where c.user_id = p_user_id and c.browser_hash is not distinct from browser and c.created_at > asked_at - interval '1 minute'
  ) then
    raise exception 'Please wait a minute before you ask for another code.' using errcode = 'PT429', hint = 'too-many-attempts';
  elsif (
    select count(*) >= codes_per_day or count(*) filter (where c.created_at > asked_at - interval '1 hour') >= codes_per_hour
    from private.device_codes c where c.user_id = p_user_id and c.browser_hash is not distinct from browser
  ) then
    raise exception 'We''ve sent you several codes already. Please try again later.' using errcode = 'PT429', hint = 'too-many-attempts';
  end if;

  code := private.random_digits(6);
  insert into private.device_codes as c (user_id, session_id, purpose, code_hash, browser_hash, created_at)
  values (p_user_id, p_session_id, issue_device_code.purpose, private.hash_device_code(p_session_id, code), browser, asked_at)
  returning c.id into code_id;
  select u.email::text, coalesce(p.full_name, 'Customer') into email, full_name
  from auth.users u left join public.profiles p on p.id = u.id where u.id = p_user_id;
  return next;
end
$$;
select private.expose('issue_device_code', to_roles => '{service_role}', description =>
  'Creates a code for a session on an unknown device, or on a known one to add a passkey or to unfreeze the account, and returns it for the email. Earlier codes of the session become invalid. At most one a minute, five an hour, ten a day for each of the first five browsers that the user has known for a day and used in 90 days, and as many for all others together.');

create function private.withdraw_device_code(p_code_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.device_codes c where c.id = p_code_id;
  return found;
end
$$;
select private.expose('withdraw_device_code', to_roles => '{service_role}', description =>
  'Withdraws a code whose email could not be sent, so that another can be requested at once.');

create function private.enter_device_code(p_device_token text, p_code text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  person constant uuid := auth.uid();
  session constant uuid := private.my_session_id();
  device_hash constant bytea := private.hash_device_token(person, p_device_token);
  usable private.device_codes;
begin
  perform private.require_signed_in();
  -- Parallel attempts are serialised, so each sees the count of the previous one.
  perform private.lock_devices_of(person);
  usable := private.usable_device_code(person, session);
  if usable.code_hash = private.hash_device_code(session, p_code) then
    update private.device_codes c set entered_device_hash = device_hash where c.id = usable.id;
  else
    update private.device_codes c set wrong_tries = c.wrong_tries + 1 where c.id = usable.id;
  end if;
end
$$;
select private.expose('enter_device_code', while_frozen => true, description =>
  'Counts an attempt to enter the code. recognise_device returns the result in a separate call, so the count cannot be rolled back with the answer.');

create function private.was_confirmed_with_passkey(p_user_id uuid, p_token_hash bytea) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  confirmed timestamptz;
begin
  delete from private.confirmed_devices c where c.user_id = p_user_id and c.token_hash = p_token_hash
  returning c.confirmed_at into confirmed;
  return coalesce(confirmed > clock_timestamp() - interval '5 minutes', false);
end
$$;
comment on function private.was_confirmed_with_passkey is 'Whether the user has just used a passkey on this device. Once.';

create function private.recognise_device(p_device_token text)
returns table (state text, code_expires_at timestamptz, tries_left integer)
language plpgsql volatile security definer set search_path = '' as $$
declare
  person constant uuid := auth.uid();
  session constant uuid := private.my_session_id();
  device_hash constant bytea := private.hash_device_token(person, p_device_token);
  usable private.device_codes;
begin
  perform private.require_signed_in();
  state := private.device_state_of(person, session);
  if state = 'unknown' then
    perform private.lock_devices_of(person);
    usable := private.usable_device_code(person, session, 'sign_in');
    if usable.entered_device_hash = device_hash
      or exists (select from private.devices d where d.user_id = person and d.token_hash = device_hash)
      or private.was_confirmed_with_passkey(person, device_hash)
      or (
        private.is_sign_up_session(person, session)
        and not exists (select from private.devices d where d.user_id = person)
      )
    then
      update private.device_codes c set is_used = true where c.id = usable.id and c.entered_device_hash = device_hash;
      perform private.enrol_device(person, session, device_hash);
      state := 'known';
    else
      code_expires_at := usable.created_at + interval '10 minutes';
      tries_left := 5 - usable.wrong_tries;
    end if;
  end if;
  return next;
end
$$;
select private.expose('recognise_device', while_frozen => true, description =>
  'Assigns the caller''s session to a known device if the token is known, the right code was entered, a passkey was used, or the session is from the sign-up. Returns off, known or unknown, when the current code expires and how many attempts are left.');

create function private.list_devices()
returns table (id uuid, name text, created_at timestamptz, last_used_at timestamptz, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  return query
  select
    d.id, d.name, d.created_at, d.last_seen_at,
    exists (select from private.session_devices s where s.device_id = d.id and s.session_id = private.my_session_id())
  from private.devices d
  where d.user_id = auth.uid()
  order by 5 desc, d.last_seen_at desc, d.id;
end
$$;
select private.expose('list_devices',
  'The caller''s known devices: the current one first, then by last sign-in.');

create function private.remove_device(p_device_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  removed text;
begin
  perform private.require_approved();
  perform private.lock_devices_of(auth.uid());
  select d.name into removed from private.devices d where d.id = p_device_id and d.user_id = auth.uid();
  if not found then
    return false;
  end if;
  perform private.forget_devices(array[p_device_id]);
  perform private.tell_owner(
    auth.uid(), 'A device was removed', 'A device was removed from your account and signed out: ' || removed || '.'
  );
  return true;
end
$$;
-- A thief's device too. Without theirs, owners sign in with their PIN and a code from the mail, which unfreezing needs as well.
select private.expose('remove_device', while_frozen => true, description =>
  'Removes one of the caller''s devices and signs it out. False if it does not exist.');
