-- How a device becomes known: by the sign-up that was made on it, or by a code of six digits sent by e-mail.

select vault.create_secret(encode(extensions.gen_random_bytes(32), 'hex'), 'device_code_key', 'Hashes the codes that confirm devices');

create table private.device_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Not a foreign key: signing out must not take the code with it, for codes are counted.
  session_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  wrong_tries integer not null default 0 check (wrong_tries between 0 and 5),
  is_used boolean not null default false
);
comment on table private.device_codes is
  'Codes sent within the last day. Only a person''s newest one can be used, once, by the session that asked for it.';

create index device_codes_user_id_created_at_idx on private.device_codes (user_id, created_at desc);

alter table private.device_codes enable row level security;
create policy "Nobody reaches the device codes through the API" on private.device_codes
  for all to anon, authenticated using (false);

create function private.hash_device_code(p_session_id uuid, p_code text) returns bytea
language sql stable set search_path = ''
begin atomic
  select extensions.hmac(p_session_id || ':' || p_code, private.pin_key('device_code_key'), 'sha256');
end;
comment on function private.hash_device_code is 'Useless without the key: there are only a million codes to try.';

create function private.usable_device_code(p_user_id uuid, p_session_id uuid) returns private.device_codes
language plpgsql stable set search_path = '' as $$
declare
  newest private.device_codes;
begin
  select c.* into newest from private.device_codes c where c.user_id = p_user_id order by c.created_at desc limit 1;
  if newest.session_id = p_session_id and not newest.is_used and newest.wrong_tries < 5
    and newest.created_at > clock_timestamp() - interval '10 minutes'
  then
    return newest;
  end if;
  return null;
end
$$;
comment on function private.usable_device_code is 'The code that this session may still use: the person''s newest, for ten minutes and five tries.';

create function private.issue_device_code(p_user_id uuid, p_session_id uuid)
returns table (code_id uuid, code text, email text, full_name text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  codes_per_hour constant integer := 5;
  codes_per_day constant integer := 10;
  asked_at timestamptz;
begin
  perform private.lock_devices_of(p_user_id);
  asked_at := clock_timestamp();
  if not exists (select from auth.sessions s where s.id = p_session_id and s.user_id = p_user_id) then
    raise exception 'Your session has ended. Please sign in again.' using errcode = 'PT401';
  elsif private.device_state_of(p_user_id, p_session_id) <> 'unknown' then
    raise exception 'This device needs no code.' using errcode = 'PT409';
  end if;

  delete from private.device_codes c where c.user_id = p_user_id and c.created_at < asked_at - interval '1 day';
  if exists (select from private.device_codes c where c.user_id = p_user_id and c.created_at > asked_at - interval '1 minute') then
    raise exception 'Please wait a minute before you ask for another code.' using errcode = 'PT429';
  elsif (
    select count(*) >= codes_per_day or count(*) filter (where c.created_at > asked_at - interval '1 hour') >= codes_per_hour
    from private.device_codes c where c.user_id = p_user_id
  ) then
    raise exception 'We have sent you many codes already. Please try again later.' using errcode = 'PT429';
  end if;

  -- 48 random bits onto a million values: the bias is below one in a hundred million.
  code := lpad((('x' || encode(extensions.gen_random_bytes(6), 'hex'))::bit(48)::bigint % 1000000)::text, 6, '0');
  insert into private.device_codes as c (user_id, session_id, code_hash, created_at)
  values (p_user_id, p_session_id, private.hash_device_code(p_session_id, code), asked_at)
  returning c.id into code_id;
  select u.email::text, coalesce(p.full_name, 'Customer') into email, full_name
  from auth.users u left join public.profiles p on p.id = u.id where u.id = p_user_id;
  return next;
end
$$;

create function public.issue_device_code(p_user_id uuid, p_session_id uuid)
returns table (code_id uuid, code text, email text, full_name text)
language sql volatile security invoker set search_path = ''
begin atomic
  select c.code_id, c.code, c.email, c.full_name from private.issue_device_code(p_user_id, p_session_id) c;
end;
comment on function public.issue_device_code is
  'A new code for a session on an unknown device, for whoever mails it; earlier ones end. At most one a minute, five an hour, ten a day for a person.';

create function private.withdraw_device_code(p_code_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.device_codes c where c.id = p_code_id;
  return found;
end
$$;

create function public.withdraw_device_code(p_code_id uuid) returns boolean
language sql volatile security invoker set search_path = ''
begin atomic
  select private.withdraw_device_code(p_code_id);
end;
comment on function public.withdraw_device_code is 'Takes a code back whose mail could not be sent, so that another can be asked for at once.';

grant execute on function private.issue_device_code, public.issue_device_code,
  private.withdraw_device_code, public.withdraw_device_code to service_role;

create function private.recognise_device(p_device_token text)
returns table (state text, code_expires_at timestamptz, tries_left integer)
language plpgsql volatile security definer set search_path = '' as $$
declare
  person constant uuid := auth.uid();
  session constant uuid := private.my_session_id();
  device_hash constant bytea := private.hash_device_token(person, p_device_token);
  usable private.device_codes;
begin
  if not private.has_live_session() then
    raise exception 'Your session has ended. Please sign in again.' using errcode = 'PT401';
  end if;
  state := private.device_state_of(person, session);
  if state = 'unknown' then
    perform private.lock_devices_of(person);
    if exists (select from private.devices d where d.user_id = person and d.token_hash = device_hash)
      or (
        private.is_sign_up_session(person, session)
        and not exists (select from private.devices d where d.user_id = person)
      )
    then
      perform private.enrol_device(person, session, device_hash);
      state := 'known';
    else
      usable := private.usable_device_code(person, session);
      code_expires_at := usable.created_at + interval '10 minutes';
      tries_left := 5 - usable.wrong_tries;
    end if;
  end if;
  return next;
end
$$;

create function public.recognise_device(p_device_token text)
returns table (state text, code_expires_at timestamptz, tries_left integer)
language sql volatile security invoker set search_path = ''
begin atomic
  select r.state, r.code_expires_at, r.tries_left from private.recognise_device(p_device_token) r;
end;
comment on function public.recognise_device is
  'Makes the caller''s session one of a known device when the token is that of one, or when sign-up was just made on it. Says off, known or unknown, and how long and how often a code that was sent can be tried.';

create function private.confirm_device(p_device_token text, p_code text)
returns table (is_confirmed boolean, tries_left integer)
language plpgsql volatile security definer set search_path = '' as $$
declare
  person constant uuid := auth.uid();
  session constant uuid := private.my_session_id();
  device_hash constant bytea := private.hash_device_token(person, p_device_token);
  usable private.device_codes;
begin
  if not private.has_live_session() then
    raise exception 'Your session has ended. Please sign in again.' using errcode = 'PT401';
  end if;
  -- Parallel tries take turns, so that each sees the count of the one before.
  perform private.lock_devices_of(person);
  is_confirmed := private.device_state_of(person, session) <> 'unknown';
  if not is_confirmed then
    usable := private.usable_device_code(person, session);
    is_confirmed := coalesce(usable.code_hash = private.hash_device_code(session, p_code), false);
    if is_confirmed then
      update private.device_codes c set is_used = true where c.id = usable.id;
      perform private.enrol_device(person, session, device_hash);
    else
      -- A wrong code returns instead of raising: an exception would roll its count back.
      update private.device_codes c set wrong_tries = c.wrong_tries + 1 where c.id = usable.id;
      tries_left := coalesce(4 - usable.wrong_tries, 0);
    end if;
  end if;
  return next;
end
$$;

create function public.confirm_device(p_device_token text, p_code text)
returns table (is_confirmed boolean, tries_left integer)
language sql volatile security invoker set search_path = ''
begin atomic
  select c.is_confirmed, c.tries_left from private.confirm_device(p_device_token, p_code) c;
end;
comment on function public.confirm_device is
  'Makes the caller''s device known by the code that was sent. After a wrong code: how many tries are left; none means that a new code is needed.';

grant execute on function private.recognise_device, public.recognise_device,
  private.confirm_device, public.confirm_device to authenticated;

create function private.list_devices()
returns table (id uuid, name text, created_at timestamptz, last_used_at timestamptz, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_unless_approved();
  return query
  select
    d.id, d.name, d.created_at, d.last_seen_at,
    exists (select from private.session_devices s where s.device_id = d.id and s.session_id = private.my_session_id())
  from private.devices d
  where d.user_id = auth.uid()
  order by 5 desc, d.last_seen_at desc, d.id;
end
$$;

create function public.list_devices()
returns table (id uuid, name text, created_at timestamptz, last_used_at timestamptz, is_current boolean)
language sql stable security invoker set search_path = ''
begin atomic
  select d.id, d.name, d.created_at, d.last_used_at, d.is_current from private.list_devices() d;
end;
comment on function public.list_devices is 'The caller''s known devices: this one first, then by when somebody last signed in on them.';

create function private.remove_device(p_device_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.refuse_unless_approved();
  perform private.lock_devices_of(auth.uid());
  if not exists (select from private.devices d where d.id = p_device_id and d.user_id = auth.uid()) then
    return false;
  end if;
  perform private.forget_devices(array[p_device_id]);
  return true;
end
$$;

create function public.remove_device(p_device_id uuid) returns boolean
language sql volatile security invoker set search_path = ''
begin atomic
  select private.remove_device(p_device_id);
end;
comment on function public.remove_device is
  'Forgets one of the caller''s devices and signs it out at once; false when there is no such device.';

grant execute on function private.list_devices, public.list_devices, private.remove_device, public.remove_device to authenticated;
