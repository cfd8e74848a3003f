-- Money does not move for a session that nobody has used for a while.

alter table private.settings
  add column idle_money_minutes numeric(6, 2) default 5.5 check (idle_money_minutes > 0);
comment on column private.settings.idle_money_minutes is
  'After so many minutes without a sign of life a session moves no money; null: it always may. The app signs itself out after 5.';

create table private.session_activity (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  last_active_at timestamptz not null
);
comment on table private.session_activity is
  'When each session''s person was last known to be there: written by the app at most once a minute, never by a payment.';

alter table private.session_activity enable row level security;
create policy "Nobody reaches the session activity through the API" on private.session_activity
  for all to anon, authenticated using (false);

create function private.is_idle() returns boolean
language plpgsql stable set search_path = '' as $$
declare
  session constant uuid := (auth.jwt() ->> 'session_id')::uuid;
  oldest timestamptz;
begin
  -- What the bank does by itself has no session.
  if session is null then
    return false;
  end if;
  select now() - s.idle_money_minutes * interval '1 minute' into oldest from private.settings s;
  return oldest is not null
    -- A sign-in is a sign of life; that the app renewed its token is none.
    and not exists (select from auth.sessions s where s.id = session and s.created_at >= oldest)
    and not exists (select from private.session_activity a where a.session_id = session and a.last_active_at >= oldest);
end
$$;
comment on function private.is_idle is 'Whether the caller''s session has shown no sign of life for longer than the settings allow.';

create function private.touch_session() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- What is over stays over: only a new sign-in helps.
  if not private.has_live_session() or private.is_idle() then
    return false;
  elsif exists (select from private.settings s where s.idle_money_minutes is null) then
    return null;
  end if;
  insert into private.session_activity as a (session_id, last_active_at) values (private.my_session_id(), now())
  on conflict (session_id) do update set last_active_at = excluded.last_active_at
  where a.last_active_at < excluded.last_active_at - interval '20 seconds';
  return true;
end
$$;

create function public.touch_session() returns boolean
language sql volatile security invoker set search_path = ''
begin atomic
  select private.touch_session();
end;
comment on function public.touch_session is
  'Says that the person is there. True: noted; false: the session is over; null: nobody counts.';

grant execute on function private.touch_session, public.touch_session to authenticated;

create function private.refuse_idle() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_idle() then
    raise exception 'Your session has ended. Please sign in again.' using errcode = 'PT401';
  end if;
  return null;
end
$$;
comment on function private.refuse_idle is 'Trigger on what moves money, so that no way of moving it can forget to ask.';

create trigger refuse_idle after insert on private.ledger_entries
  for each statement execute function private.refuse_idle();
create trigger refuse_idle after insert on public.scheduled_payments
  for each statement execute function private.refuse_idle();
