-- Sessions: which of them may use the bank, their heartbeat, and what an idle one must not change.

create table private.session_activity (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  last_active_at timestamptz not null
);
comment on table private.session_activity is
  'The last heartbeat of each session. The app writes it at most once a minute; a payment never does.';

select private.keep_from_api('private.session_activity');

create view private.live_sessions as
select
  s.id as session_id, s.user_id, s.created_at as signed_in_at, p.undo_seconds,
  coalesce(case when p.next_limit_from <= now() then p.next_limit else p.daily_limit end, st.daily_payment_limit) as daily_limit,
  now() - st.idle_money_minutes * interval '1 minute' as oldest_activity,
  p.approved and p.suspended_at is null and p.closed_at is null
    and (st.device_binding = 'off' or private.bound_device_state(st.device_binding, s.user_id, s.id) <> 'unknown') as is_approved
from auth.sessions s
join public.profiles p on p.id = s.user_id
cross join private.settings st
where s.not_after is null or s.not_after > now();
comment on view private.live_sessions is
  'The sessions that have not ended, and whether each may use the bank: approved, not suspended, and on a known device if one is required. A view, because a payment reads the rest of its row in the same query.';

create function private.require_suspended() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_suspended_customer() then
    perform private.raise_session_ended();
  elsif private.device_state_of(auth.uid(), private.my_session_id()) = 'unknown' then
    perform private.raise_device_unknown();
  end if;
end
$$;
comment on function private.require_suspended is
  'Raises an error unless the caller is a suspended customer who is signed in, on a known device if one is required. For the few functions of the one screen that they have.';

create function private.end_sessions(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  delete from auth.sessions s
  where s.user_id = p_user_id and s.id is distinct from (select auth.jwt() ->> 'session_id')::uuid;
  perform private.access_ends(p_user_id, (select auth.jwt() ->> 'session_id')::uuid);
end
$$;

create function private.tell_open_windows(p_user_id uuid) returns void
language sql volatile set search_path = ''
begin atomic
  -- The topic that each open app of a user has joined: a second one would cost each of them a channel.
  select realtime.send('{}', 'changed', 'calls:' || p_user_id, true);
end;
comment on function private.tell_open_windows is
  'Tells the open windows of a user that their access has changed, without saying how. Each reads its profile again, and closes if it gets none.';

create function private.announce_ended_sessions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_open_windows(s.user_id) from (select distinct e.user_id from ended e) s;
  return null;
end
$$;

create trigger announce_ended_sessions after delete on auth.sessions
  referencing old table as ended for each statement execute function private.announce_ended_sessions();

create function private.announce_access_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_open_windows(new.id);
  return null;
end
$$;

create trigger announce_access_change after update of frozen_at, unfreezes_at, suspended_at on public.profiles
  for each row when (
    (old.frozen_at, old.unfreezes_at, old.suspended_at) is distinct from (new.frozen_at, new.unfreezes_at, new.suspended_at)
  )
  execute function private.announce_access_change();

-- A computed column of profiles, so the app reads it in its first request.
create function private.staff_idle_minutes(p_profile public.profiles) returns numeric
language sql stable security definer set search_path = ''
begin atomic
  select s.staff_idle_minutes from private.settings s
  where exists (select from public.user_roles r where r.user_id = (select auth.uid()));
end;
select private.expose('staff_idle_minutes',
  'After how many minutes without activity the app signs the caller out; null for customers, who have 5. It describes the caller, also on another user''s profile.');

create function private.touch_session(p_device_token text default null) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- An idle session cannot be revived: the user must sign in again.
  if not private.is_signed_in() or private.is_idle() then
    return false;
  end if;
  perform private.session_is_used(p_device_token);
  if exists (select from private.settings s where s.idle_money_minutes is null) then
    return null;
  end if;
  insert into private.session_activity as a (session_id, last_active_at) values (private.my_session_id(), now())
  on conflict (session_id) do update set last_active_at = excluded.last_active_at
  where a.last_active_at < excluded.last_active_at - interval '20 seconds';
  return true;
exception when foreign_key_violation then
  -- It ended while this waited for the transaction that ends it.
  return false;
end
$$;
select private.expose('touch_session', while_idle => true, description =>
  'Session heartbeat, with the id of the browser: a known one withdraws the mail about the sign-in. Returns true if recorded, false if the session has ended, null if idle sessions are not limited.');

create function private.require_active_session() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- make_payment has already checked the session of these claims and has marked the transaction with them. The API gives
  -- callers no way to set the mark. A role that can run set_config can set the claims as well.
  if nullif(current_setting('fernbank.active_session', true), '') = current_setting('request.jwt.claims', true) then
    return null;
  end if;
  perform private.require_active();
  return null;
end
$$;
comment on function private.require_active_session is
  'Trigger on the tables and columns that an idle session must not change, so that every function and request is covered.';

create trigger require_active_session
  after update of full_name, notification_email, address_line_1, address_line_2, town, postcode on public.profiles
  for each statement execute function private.require_active_session();

create function private.require_unfrozen_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_unfrozen();
  return null;
end
$$;
comment on function private.require_unfrozen_owner is
  'Trigger on the rows that a client writes without a function and that the owner of a frozen account must not change.';

create trigger require_unfrozen_owner
  after update of full_name, notification_email, address_line_1, address_line_2, town, postcode on public.profiles
  for each statement execute function private.require_unfrozen_owner();

create function private.guard_client_writes(p_table regclass, p_events text, p_while_frozen boolean default false) returns void
language plpgsql volatile set search_path = '' as $$
begin
  execute format($sql$
    create trigger count_changed_rows before %1$s on %2$s
      for each statement when (current_user = 'authenticated') execute function private.limit_changed_rows();
    create trigger limit_changed_rows before %1$s on %2$s
      for each row when (current_user = 'authenticated') execute function private.limit_changed_rows();
    create trigger require_active_session before %1$s on %2$s
      for each statement when (current_user = 'authenticated') execute function private.require_active_session();
  $sql$, p_events, p_table);
  if not p_while_frozen then
    execute format($sql$
      create trigger require_unfrozen_owner before %1$s on %2$s
        for each statement when (current_user = 'authenticated') execute function private.require_unfrozen_owner();
    $sql$, p_events, p_table);
  end if;
end
$$;
comment on function private.guard_client_writes is
  'For a table that clients write without a function: at most 100 rows in a statement, not in an idle session, and not while the account is frozen.';
