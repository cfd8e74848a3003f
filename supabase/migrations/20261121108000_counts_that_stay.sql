-- Nobody takes the count of a guess back. The API undoes a call whose answer is not of the shape that the caller asked
-- for: one object where there is no row, or a cast or a filter of the caller's that fails. Whoever asked for a shape
-- that only a right guess has could guess for ever, and each wrong guess was undone together with its count.

-- All addresses together: a sequence, because it does not go back when a transaction does.
create sequence private.wrong_pins minvalue 0;
comment on sequence private.wrong_pins is
  'Wrong PINs of all addresses together: the hour, counted from 1970, times a million, plus how many in it.';
create sequence private.right_pins minvalue 0;
comment on sequence private.right_pins is 'Only so that a right PIN costs as much as a wrong one.';

create function private.no_wrong_pins_yet() returns bigint
language sql stable set search_path = ''
return floor(extract(epoch from clock_timestamp()) / 3600)::bigint * 1000000;
comment on function private.no_wrong_pins_yet is 'What wrong_pins says at the beginning of this hour.';

create or replace function private.count_wrong_pin(p_failed boolean) returns void
language plpgsql volatile set search_path = '' as $$
declare
  none constant bigint := private.no_wrong_pins_yet();
begin
  if not p_failed then
    perform nextval('private.right_pins');
    return;
  elsif nextval('private.wrong_pins') > none then
    return;
  end if;

  -- The first of an hour. Of several at the same moment one begins the count anew, and the others are counted.
  perform pg_advisory_xact_lock(hashtextextended('first wrong PIN of the hour', 0));
  if (select w.last_value > none from private.wrong_pins w) then
    perform nextval('private.wrong_pins');
    return;
  end if;
  perform setval('private.wrong_pins', none + 1);
  -- Sweeps out what no longer matters. Rows in use are left for the next sweep.
  delete from private.attempts a where a.key in (
    select stale.key from private.attempts stale
    where coalesce(greatest(stale.last_failure_at, stale.locked_until), '-infinity') < now() - interval '2 days'
    for update skip locked
  );
end
$$;
comment on function private.count_wrong_pin is 'Adds a wrong PIN to the count of this hour, whatever becomes of the call. A right one costs the same.';

create or replace function private.is_budget_spent() returns boolean
language sql volatile set search_path = ''
begin atomic
  select w.last_value >= private.no_wrong_pins_yet() + s.wrong_pins_per_hour
  from private.wrong_pins w cross join private.settings s;
end;
drop table private.wrong_pin_hours;

-- Each address: a document, of which there is always one. No shape of an answer tells right from wrong any more, and
-- whoever asks reads the same JSON as before.
drop function public.get_email_by_pin;
drop function private.get_email_by_pin;

create function private.get_email_by_pin(p_pin text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  attempt_key constant text := 'pin:' || private.client_address();
  person uuid;
begin
  if private.is_locked(attempt_key) or private.is_budget_spent() then
    perform private.refuse_attempt();
  end if;

  select p.user_id into person from private.pins p where p.pin_hmac = private.pin_hmac(coalesce(p_pin, ''));
  perform private.count_wrong_pin(person is null);
  -- A wrong PIN returns an empty list instead of raising: an exception would roll its count back.
  perform private.record_attempt(attempt_key, person is null);

  return coalesce(
    (
      select jsonb_agg(jsonb_build_object('user_email', u.email, 'user_approved', p.approved))
      from auth.users u join public.profiles p on p.id = u.id
      where u.id = person
    ),
    '[]'
  );
end
$$;

create function public.get_email_by_pin(user_pin text) returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  select private.get_email_by_pin(user_pin);
end;
comment on function public.get_email_by_pin is
  'Whom a PIN belongs to: a list of user_email and user_approved, empty when it is nobody''s; PT429 while the address is locked.';

grant execute on function private.get_email_by_pin, public.get_email_by_pin to anon, authenticated;

comment on column private.settings.client_address_header is
  'Header whose last entry is the client, written by a proxy that clients cannot go round: x-forwarded-for behind the local gateway, cf-connecting-ip on hosted Supabase. Without it all count as one address.';

-- The code of a device: entering it says nothing. It is counted and kept, and a later call finds that it was right.
alter table private.device_codes add column entered_on bytea;
comment on column private.device_codes.entered_on is
  'Hash of the token of the device that the right code was entered on, until recognise_device lets that device in.';

drop function public.confirm_device;
drop function private.confirm_device;

create function private.enter_device_code(p_device_token text, p_code text) returns void
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
  usable := private.usable_device_code(person, session);
  if usable.code_hash = private.hash_device_code(session, p_code) then
    update private.device_codes c set entered_on = device_hash where c.id = usable.id;
  else
    update private.device_codes c set wrong_tries = c.wrong_tries + 1 where c.id = usable.id;
  end if;
end
$$;

create function public.enter_device_code(p_device_token text, p_code text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.enter_device_code(p_device_token, p_code);
end;
comment on function public.enter_device_code is
  'Counts a code that was entered on this device. Whether it was right is for recognise_device to say, in a call of its own.';

grant execute on function private.enter_device_code, public.enter_device_code to authenticated;

create or replace function private.recognise_device(p_device_token text)
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
    usable := private.usable_device_code(person, session);
    if usable.entered_on = device_hash
      or exists (select from private.devices d where d.user_id = person and d.token_hash = device_hash)
      or (
        private.is_sign_up_session(person, session)
        and not exists (select from private.devices d where d.user_id = person)
      )
    then
      update private.device_codes c set is_used = true where c.id = usable.id and c.entered_on = device_hash;
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
comment on function public.recognise_device is
  'Makes the caller''s session one of a known device when the token is that of one, when the right code was entered on it, or when sign-up was just made on it. Says off, known or unknown, and how long and how often a code that was sent can be tried.';
