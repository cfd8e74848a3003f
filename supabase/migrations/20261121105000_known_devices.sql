-- Known devices: where the settings want it, a session sees nothing but its own profile until its device is known.

alter table private.settings add column device_binding text not null default 'off' check (device_binding in ('off', 'staff', 'all'));
comment on column private.settings.device_binding is
  'Whose devices must be known: nobody''s, those of staff, everybody''s. Off needs no mail server; a bank that people depend on wants all.';

create table private.devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_hash bytea not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  unique (user_id, token_hash)
);
comment on table private.devices is 'Browsers that a person has signed up with, or confirmed by a code sent by e-mail.';
comment on column private.devices.token_hash is
  'Of the random token that the browser keeps, together with the person: two people at one browser cannot be told from it.';

create table private.session_devices (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  device_id uuid not null references private.devices (id) on delete cascade
);
comment on table private.session_devices is 'The known device of each session. A session without a row has none.';

create index session_devices_device_id_idx on private.session_devices (device_id);

alter table private.devices enable row level security;
create policy "Nobody reaches the devices through the API" on private.devices
  for all to anon, authenticated using (false);
alter table private.session_devices enable row level security;
create policy "Nobody reaches the sessions' devices through the API" on private.session_devices
  for all to anon, authenticated using (false);

create function private.my_session_id() returns uuid
language sql stable set search_path = ''
return (auth.jwt() ->> 'session_id')::uuid;

create function private.device_state_of(p_user_id uuid, p_session_id uuid) returns text
language plpgsql stable set search_path = '' as $$
declare
  binding text;
begin
  select s.device_binding into binding from private.settings s;
  if binding = 'off'
    or (binding = 'staff' and not exists (select from public.user_roles r where r.user_id = p_user_id))
  then
    return 'off';
  end if;
  return case
    when exists (select from private.session_devices d where d.session_id = p_session_id) then 'known'
    else 'unknown'
  end;
end
$$;
comment on function private.device_state_of is
  'Off: the device of this person does not matter. Known and unknown: it does.';

create function private.device_state() returns text
language sql stable security definer set search_path = ''
begin atomic
  select private.device_state_of(auth.uid(), private.my_session_id());
end;

-- A column of the caller's own profile, so that the app learns it with the reading that it begins with anyway.
create function public.device_state(p_profile public.profiles) returns text
language sql stable security invoker set search_path = ''
begin atomic
  select private.device_state();
end;
comment on function public.device_state is
  'Whether the caller''s device must be known and is: off, known or unknown. It is about the caller, whoever''s profile is read.';

grant execute on function private.device_state, public.device_state to authenticated;

-- Every policy and every function stands on this one. It is written out in one piece, and who asks is read once: calling
-- the functions for each part took three times as long.
create or replace function private.is_approved() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  person constant uuid := auth.uid();
  session constant uuid := (auth.jwt() ->> 'session_id')::uuid;
begin
  return exists (
      select from auth.sessions s
      where s.id = session and s.user_id = person and (s.not_after is null or s.not_after > now())
    )
    and exists (select from public.profiles p where p.id = person and p.approved)
    and (
      (select s.device_binding = 'off' from private.settings s)
      or private.device_state_of(person, session) <> 'unknown'
    );
end
$$;
comment on function private.is_approved is 'Whether the caller is signed in, on a known device where that matters, and may use the bank, as of now.';

create or replace function private.refuse_unless_approved() returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.is_approved() then
    return;
  elsif not private.has_live_session() then
    raise exception 'Your session has ended. Please sign in again.' using errcode = 'PT401';
  elsif exists (select from public.profiles p where p.id = auth.uid() and p.approved) then
    raise exception 'Please confirm this device with the code that we send you by e-mail.' using errcode = 'PT403';
  end if;
  raise exception 'Your account is pending approval. Please wait for an administrator to approve your account.'
    using errcode = 'PT403';
end
$$;
comment on function private.refuse_unless_approved is 'Ends the call unless the caller is signed in, approved, and on a known device where that matters.';

create function private.is_sign_up_session(p_user_id uuid, p_session_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = p_session_id and s.user_id = p_user_id
      and s.created_at < u.created_at + interval '1 minute'
      and not exists (select from auth.sessions o where o.user_id = s.user_id and o.created_at < s.created_at)
  );
end;
comment on function private.is_sign_up_session is 'Whether this is the session that a person''s sign-up began.';

create or replace function private.get_my_new_pin() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_live_session()
    or not exists (
      select from private.pins p where p.user_id = auth.uid() and p.created_at > now() - interval '15 minutes'
    )
    or (private.device_state() = 'unknown' and not private.is_sign_up_session(auth.uid(), private.my_session_id()))
  then
    return null;
  end if;
  return private.read_pin(auth.uid());
end
$$;

create function private.device_name() returns text
language plpgsql stable set search_path = '' as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  agent constant text := left(coalesce(headers ->> 'user-agent', ''), 500);
begin
  -- Browsers imitate each other: the more particular name comes first. Nothing of what was sent is kept.
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
comment on function private.device_name is 'What the caller''s browser is called in the list of devices.';

create function private.hash_device_token(p_user_id uuid, p_token text) returns bytea
language plpgsql immutable set search_path = '' as $$
begin
  if (p_token ~ '^[0-9a-f]{64}$') is not true then
    raise exception 'This is not the token of a device.' using errcode = 'PT400';
  end if;
  -- 256 random bits cannot be tried one by one: no key is needed.
  return sha256(convert_to(p_user_id || p_token, 'utf8'));
end
$$;

create function private.lock_devices_of(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('devices of ' || p_user_id, 0));
end
$$;
comment on function private.lock_devices_of is 'Everything about one person''s devices and codes takes turns until commit.';

create function private.forget_devices(p_device_ids uuid[]) returns void
language sql volatile set search_path = ''
begin atomic
  delete from auth.sessions s
  where s.id in (select d.session_id from private.session_devices d where d.device_id = any (p_device_ids));
  delete from private.devices d where d.id = any (p_device_ids);
end;
comment on function private.forget_devices is 'Ends the sessions of these devices, too.';

create function private.enrol_device(p_user_id uuid, p_session_id uuid, p_token_hash bytea) returns void
language plpgsql volatile set search_path = '' as $$
declare
  most_devices constant integer := 20;
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
end
$$;
comment on function private.enrol_device is 'Makes a device known and the session one of it. Of more than 20 devices the one that was not used for longest goes.';
