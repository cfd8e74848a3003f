-- Limits on guessing: failed attempts per address and per user, with locks that double.

create table private.attempts (
  key text primary key constraint attempts_key_check check (char_length(key) <= 100),
  failures integer not null default 0 constraint attempts_failures_check check (failures >= 0),
  last_failure_at timestamptz,
  locked_until timestamptz
);
comment on table private.attempts is 'Failed attempts per client address (keys pin:, reset:, new-pin: and sign-up:; error: counts reports of errors, of a user by their id), per sign-in address that was entered with a PIN (key email:, its keyed hash) and per user (key user:, for passwords and their own PIN; keys code by: and code of:, for the codes that agents type).';

select private.keep_from_api('private.attempts');

create function private.is_locked(p_key text) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  -- Parallel attempts are serialised until commit, so each sees the count of the previous one.
  perform pg_advisory_xact_lock(hashtextextended(p_key, 0));
  return exists (select from private.attempts a where a.key = p_key and a.locked_until > clock_timestamp());
end
$$;
comment on function private.is_locked is 'Locks the key until commit and returns whether attempts are locked out. Call it before record_attempt.';

create function private.record_attempt(p_key text, p_failed boolean, p_most integer default 5) returns void
language plpgsql volatile set search_path = '' as $$
declare
  longest_lock constant interval := '24 hours';
  seen_at constant timestamptz := clock_timestamp();
  failure_count integer;
  locked timestamptz;
begin
  -- A day without a failure, counted from the end of the last lock, resets the counter.
  select a.failures into failure_count from private.attempts a
  where a.key = p_key and greatest(a.last_failure_at, a.locked_until) > seen_at - longest_lock;
  failure_count := coalesce(failure_count, 0) + p_failed::integer;

  if p_failed and failure_count >= p_most then
    locked := seen_at + least(interval '1 minute' * 2 ^ least(failure_count - p_most, 11), longest_lock);
  end if;

  -- A success writes the same as a failure, so the duration reveals nothing. It does not reset the counter: an attacker
  -- could sign up and reset it with their own PIN between guesses.
  insert into private.attempts as a (key, failures, last_failure_at, locked_until)
  values (p_key, failure_count, case when p_failed then seen_at end, locked)
  on conflict (key) do update set
    failures = excluded.failures,
    last_failure_at = coalesce(excluded.last_failure_at, a.last_failure_at),
    locked_until = coalesce(excluded.locked_until, a.locked_until);
end
$$;
comment on function private.record_attempt is 'Records an attempt. The fifth failure, or the one of this number, locks the key for a minute; each further failure doubles the lock, up to a day.';

-- A sequence, because it is not rolled back with the transaction.
create sequence private.wrong_pins minvalue 0;
comment on sequence private.wrong_pins is
  'Wrong PINs of all addresses together: hours since 1970 times a million, plus the count in that hour.';

create sequence private.right_pins minvalue 0;
comment on sequence private.right_pins is 'Makes a right PIN take as long as a wrong one.';

-- A caller can have the API roll its call back, and the row in attempts with it. One counter for each 256th of the
-- addresses also counts those.
do $$
begin
  for place in 0..255 loop
    execute format('create sequence private.wrong_pins_of_%s minvalue 0', place);
  end loop;
end
$$;

create table private.committed_wrong_pins (
  counter regclass primary key,
  hour_baseline bigint not null,
  count integer not null constraint committed_wrong_pins_count_check check (count >= 0)
);
comment on table private.committed_wrong_pins is
  'How many of the wrong PINs in each counter of this hour were committed. The others were rolled back.';

select private.keep_from_api('private.committed_wrong_pins');

create function private.hour_baseline() returns bigint
language sql stable set search_path = ''
return floor(extract(epoch from clock_timestamp()) / 3600)::bigint * 1000000;
comment on function private.hour_baseline is 'The value of a counter of wrong PINs at the start of this hour.';

create function private.wrong_pin_counter(p_key text) returns regclass
language sql stable set search_path = ''
return ('private.wrong_pins_of_' || (hashtextextended(p_key, 0) & 255))::regclass;
comment on function private.wrong_pin_counter is 'The counter of wrong PINs that this key of attempts shares with one in 256 addresses.';

create function private.count_in_hour(p_counter regclass) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  none constant bigint := private.hour_baseline();
begin
  -- After a crash a sequence continues up to 32 values later. setval stores the exact value.
  if setval(p_counter, nextval(p_counter)) > none then
    return false;
  end if;

  -- The first of an hour. Of concurrent calls one restarts the counter and the others increment it.
  perform pg_advisory_xact_lock(hashtextextended('first wrong PIN of the hour in ' || p_counter, 0));
  if setval(p_counter, nextval(p_counter)) > none then
    return false;
  end if;
  perform setval(p_counter, none + 1);
  return true;
end
$$;
comment on function private.count_in_hour is 'Counts one in this hour, also if the transaction rolls back. Returns whether it is the first.';

create function private.count_wrong_pin(p_keys text[], p_failed boolean) returns void
language plpgsql volatile set search_path = '' as $$
declare
  shared_counter regclass;
begin
  -- In one order, because each row is locked until commit.
  for shared_counter in select private.wrong_pin_counter(k.key) from unnest(p_keys) as k (key) order by 1 loop
    perform private.count_in_hour(case when p_failed then shared_counter else 'private.right_pins'::regclass end);
    -- Rolled back with the row in attempts.
    insert into private.committed_wrong_pins as c (counter, hour_baseline, count)
    values (shared_counter, private.hour_baseline(), p_failed::integer)
    on conflict (counter) do update set
      hour_baseline = excluded.hour_baseline,
      count = excluded.count + case when c.hour_baseline = excluded.hour_baseline then c.count else 0 end;
  end loop;

  if private.count_in_hour(case when p_failed then 'private.wrong_pins'::regclass else 'private.right_pins' end) then
    -- Deletes expired rows. Locked rows are left for the next run.
    delete from private.attempts a where a.key in (
      select stale.key from private.attempts stale
      where coalesce(greatest(stale.last_failure_at, stale.locked_until), '-infinity') < now() - interval '2 days'
      for update skip locked
    );
  end if;
end
$$;
comment on function private.count_wrong_pin is
  'Counts a wrong PIN of these keys and of all in this hour, also if the transaction rolls back. A right PIN takes the same time.';

create function private.has_rolled_back_pins(p_key text) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  most constant integer := 5;
  shared_counter constant regclass := private.wrong_pin_counter(p_key);
  none constant bigint := private.hour_baseline();
begin
  return pg_sequence_last_value(shared_counter) - none >= most + coalesce(
    (select c.count from private.committed_wrong_pins c where c.counter = shared_counter and c.hour_baseline = none), 0
  );
end
$$;
comment on function private.has_rolled_back_pins is
  'Whether five wrong PINs of this hour were rolled back in the counter of this address. The app never has a call rolled back.';

create function private.is_hourly_limit_reached() returns boolean
language sql volatile set search_path = ''
begin atomic
  select w.last_value >= private.hour_baseline() + s.wrong_pins_per_hour
  from private.wrong_pins w cross join private.settings s;
end;

create function private.client_address() returns text
language plpgsql stable set search_path = '' as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  header text;
  entry text;
  address inet;
begin
  select s.client_address_header into header from private.settings s;
  -- Clients can send the header themselves, and each proxy appends an entry. Only the last entry is from our own gateway.
  entry := btrim(substring(headers ->> header from '[^,]*$'));
  entry := regexp_replace(entry, '^::ffff:([0-9.]+)$', '\1', 'i');
  if entry is null or not pg_input_is_valid(entry, 'inet') then
    return 'unknown';
  end if;
  address := entry::inet;
  -- An IPv6 customer has a /64.
  return case family(address) when 6 then network(set_masklen(address, 64))::text else host(address) end;
end
$$;
comment on function private.client_address is 'The client address of the request as set by the gateway, or unknown.';

create function private.lock_minutes(p_key text) returns text
language plpgsql stable set search_path = '' as $$
declare
  -- Without a lock of this key, a limit of the hour is reached.
  ends_at constant timestamptz := coalesce(
    (select a.locked_until from private.attempts a where a.key = p_key and a.locked_until > clock_timestamp()),
    to_timestamp((floor(extract(epoch from clock_timestamp()) / 3600) + 1) * 3600)
  );
begin
  return 'minutes:' || ceil(extract(epoch from ends_at - clock_timestamp()) / 60);
end
$$;
comment on function private.lock_minutes is 'After how many minutes the next attempt is accepted, for the client to read: ''minutes:4''.';

create function private.raise_too_many_attempts(p_key text) returns void
language plpgsql stable set search_path = '' as $$
begin
  raise exception 'Too many attempts. Please try again later.' using
    errcode = 'PT429', hint = 'too-many-attempts', detail = private.lock_minutes(p_key);
end
$$;
comment on function private.raise_too_many_attempts is
  'Refuses an attempt. The detail says after how many minutes the next one is accepted: the time of the lock, which depends on the caller and not on the PIN.';

create function private.require_attempts_left(p_keys text[]) returns void
language plpgsql volatile set search_path = '' as $$
declare
  attempt_key text;
begin
  foreach attempt_key in array p_keys loop
    if private.is_locked(attempt_key) or private.has_rolled_back_pins(attempt_key) then
      perform private.raise_too_many_attempts(attempt_key);
    end if;
  end loop;
  if private.is_hourly_limit_reached() then
    perform private.raise_too_many_attempts(p_keys[1]);
  end if;
end
$$;
comment on function private.require_attempts_left is
  'Refuses an attempt to enter a PIN while one of these keys is locked. Locks them until commit, in the order given.';
