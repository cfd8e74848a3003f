-- Who may call what. Policies and functions decide access through the functions of this file. They read tables of later
-- files, which PL/pgSQL looks up at the call.

-- PostgREST applies the settings of the role to each request, and a timeout that a function declares instead for its calls.
-- The platform's default is 8 seconds.
alter role authenticated set statement_timeout = '3s';
notify pgrst, 'reload config';

create function private.my_session_id() returns uuid
language sql stable set search_path = ''
return (auth.jwt() ->> 'session_id')::uuid;

-- An access token stays valid until it expires, even after sign-out or deletion. The session row is deleted at once.
create function private.has_live_session() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.sessions s
    where s.id = (auth.jwt() ->> 'session_id')::uuid
      and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now())
      and not exists (select from public.profiles p where p.id = s.user_id and (p.suspended_at is not null or p.closed_at is not null))
  );
end
$$;
comment on function private.has_live_session is
  'Whether the session of the caller''s token still exists and has not expired, and the caller is not suspended and their account not closed.';
-- Policies call these functions as the role that reads the table. Without USAGE on the schema no client can call them.
grant execute on function private.has_live_session to authenticated;

-- A suspended customer may sign in to one screen. has_live_session and is_approved stay false for them, so a policy or a
-- function that does not name them refuses them.
create function private.is_suspended_customer() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.sessions s join public.profiles p on p.id = s.user_id
    where s.id = (auth.jwt() ->> 'session_id')::uuid
      and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now())
      and p.approved and p.suspended_at is not null and p.closed_at is null
      and not exists (select from public.user_roles r where r.user_id = p.id)
  );
end
$$;
comment on function private.is_suspended_customer is
  'Whether the caller is signed in and a suspended customer. Suspended staff and users pending approval are not.';

create function private.is_signed_in() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_live_session() or private.is_suspended_customer();
end
$$;
comment on function private.is_signed_in is
  'Whether the caller has a session of any kind: for what everybody does who signs in, as confirming the device.';

-- Every policy and function calls this, so it is one function that reads the caller once.
create function private.is_approved() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  claims constant jsonb := auth.jwt();
  person constant uuid := (claims ->> 'sub')::uuid;
  session constant uuid := (claims ->> 'session_id')::uuid;
begin
  return exists (
    select from private.live_sessions s where s.session_id = session and s.user_id = person and s.is_approved
  );
end
$$;
comment on function private.is_approved is 'Whether the caller is signed in, approved, not suspended, and on a known device if one is required.';
grant execute on function private.is_approved to authenticated;

create function private.let_customers_read(p_table regclass) returns void
language plpgsql volatile set search_path = '' as $$
begin
  execute format('alter table %s enable row level security', p_table);
  execute format('grant select on %s to authenticated', p_table);
  execute format(
    'create policy "Customers read their own %s" on %s for select to authenticated
     using (user_id = (select auth.uid()) and (select private.is_approved()))',
    replace(split_part(p_table::text, '.', 2), '_', ' '), p_table
  );
end
$$;

create function private.has_role(p_role text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.user_roles r where r.user_id = auth.uid() and r.role = p_role)
    and private.is_approved() and not private.is_idle() and not private.is_frozen();
end
$$;
comment on function private.has_role is
  'Whether the caller has this role and may use it now: never in an idle session or a frozen account. Policies ask nothing else.';
grant execute on function private.has_role to authenticated;

create function private.has_permission(p_permission text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
      select from public.admin_permissions a where a.admin_id = auth.uid() and a.permission = p_permission
    )
    and private.has_role('admin');
end
$$;
grant execute on function private.has_permission to authenticated;

create function private.raise_session_ended() returns void
language plpgsql stable set search_path = '' as $$
begin
  raise exception 'Your session has ended. Please sign in again.' using errcode = 'PT401', hint = 'session-ended';
end
$$;
comment on function private.raise_session_ended is 'The error that makes the app sign the user out.';

create function private.require_signed_in() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_signed_in() then
    perform private.raise_session_ended();
  end if;
end
$$;

create function private.has_activity_since(p_session_id uuid, p_oldest timestamptz) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  -- A sign-in counts as activity; a token refresh does not.
  return exists (select from auth.sessions s where s.id = p_session_id and s.created_at >= p_oldest)
    or exists (select from private.session_activity a where a.session_id = p_session_id and a.last_active_at >= p_oldest);
end
$$;

create function private.has_need(p_user_id uuid, p_need text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from private.support_needs n where n.user_id = p_user_id and n.need = p_need);
end
$$;
comment on function private.has_need is
  'Whether a customer has asked for this help. A gambling block that is switched off still holds for 48 hours.';

create function private.is_idle() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  session constant uuid := (auth.jwt() ->> 'session_id')::uuid;
  oldest timestamptz;
begin
  -- Jobs and server code have no session.
  if session is null then
    return false;
  end if;
  select now() - s.idle_money_minutes * interval '1 minute' into oldest from private.settings s;
  if oldest is null or private.has_activity_since(session, oldest) then
    return false;
  end if;
  -- Last, because few sessions are idle: a payment reads neither the roles nor the needs.
  select now() - (0.5 + greatest(
    case when exists (select from public.user_roles r where r.user_id = auth.uid()) then s.staff_idle_minutes end,
    case when private.has_need(auth.uid(), 'more_time') then s.more_time_minutes end
  )) * interval '1 minute'
  into oldest from private.settings s;
  return not private.has_activity_since(session, oldest);
end
$$;
grant execute on function private.is_idle to authenticated;

create function private.require_active() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_idle() then
    perform private.raise_session_ended();
  end if;
end
$$;
comment on function private.require_active is
  'Raises an error if the caller''s session is idle. Every API function that writes calls it first: private.expose adds the call.';
grant execute on function private.require_active to authenticated;

create function private.is_frozen() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.profiles p where p.id = auth.uid() and p.frozen_at is not null);
end
$$;
grant execute on function private.is_frozen to authenticated;

create function private.raise_frozen() returns void
language plpgsql stable set search_path = '' as $$
begin
  raise exception 'Your account is frozen, so this has to wait until you unfreeze it in Settings.'
    using errcode = 'PT423', hint = 'account-frozen';
end
$$;

create function private.require_unfrozen() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_frozen() then
    perform private.raise_frozen();
  end if;
end
$$;
comment on function private.require_unfrozen is
  'Raises an error if the caller''s account is frozen. Every API function that writes calls it first: private.expose adds the call, except with while_frozen.';
grant execute on function private.require_unfrozen to authenticated;

create function private.raise_device_unknown() returns void
language plpgsql stable set search_path = '' as $$
begin
  raise exception 'Please confirm this device with the code we email you.' using errcode = 'PT403', hint = 'device-unknown';
end
$$;

create function private.require_approved() returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.is_approved() then
    return;
  elsif not private.has_live_session() then
    perform private.raise_session_ended();
  elsif exists (select from public.profiles p where p.id = auth.uid() and p.approved) then
    perform private.raise_device_unknown();
  end if;
  raise exception 'Your account is pending approval. Please wait for an administrator to approve your account.'
    using errcode = 'PT403', hint = 'not-approved';
end
$$;

create function private.require_right(
  p_has_right boolean, p_refusal text default 'You do not have permission to do this.'
) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_approved();
  perform private.require_active();
  perform private.require_unfrozen();
  if p_has_right is not true then
    raise exception '%', p_refusal using errcode = 'PT403', hint = 'no-permission';
  end if;
end
$$;
comment on function private.require_right is
  'Raises an error unless the caller is approved, in a session that is not idle and an account that is not frozen, and has the right.';

create function private.require_permission(p_permission text) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_right(private.has_permission(p_permission));
end
$$;

create function private.require_super_admin() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_right(private.has_role('super_admin'), 'Only super admins can do this.');
end
$$;

create function private.require_staff() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_right(private.has_role('admin') or private.has_role('super_admin'));
end
$$;

-- Callers need no USAGE on this schema: the functions that a body in "begin atomic" names are looked up when it is created.
create function private.expose(
  name text, description text, to_roles regrole[] default '{authenticated}', statement_timeout text default null,
  longest_text integer default 500, while_idle boolean default false, while_frozen boolean default false
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  implementation constant regproc := 'private.' || quote_ident(name);
  volatility constant text := (
    select case f.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end
    from pg_proc f where f.oid = implementation
  );
  arguments text;
  passed text;
  list_checks text;
  text_check text;
  is_guarded constant boolean := volatility = 'volatile' and 'authenticated'::regrole = any (to_roles) and not while_idle;
begin
  with argument as (
    select
      quote_ident(a.name) as name, a.type, a.position, pg_get_function_arg_default(f.oid, a.position::integer) as value
    from pg_proc f
    cross join lateral unnest(f.proargnames[:f.pronargs], f.proargtypes::oid[]) with ordinality a (name, type, position)
    -- Tests and jobs choose the time, callers do not.
    where f.oid = implementation and a.name <> 'p_at'
  ),
  -- The fields of an argument that is a composite type, and each other argument.
  part as (
    select coalesce('(' || a.name || ').' || quote_ident(field.attname), a.name) as name, t.typcategory as category, a.position, field.attnum
    from argument a
    left join pg_class c on c.reltype = a.type and c.relkind = 'c'
    left join pg_attribute field on field.attrelid = c.oid
    join pg_type t on t.oid = coalesce(field.atttypid, a.type)
  )
  select
    string_agg(concat_ws(' ', a.name, format_type(a.type, null), 'default ' || a.value), ', ' order by a.position),
    -- A null is the default, where there is another one: the rules of a function are about its values.
    string_agg(
      case when a.value !~ '^NULL' then format('coalesce(%s, %s)', a.name, a.value) else a.name end, ', ' order by a.position
    ),
    (
      select string_agg(format('select private.require_short_list(%s);', p.name), ' ' order by p.position, p.attnum)
      from part p where p.category = 'A'
    ),
    (
      select 'select private.require_short_texts(' || longest_text || ', ' || string_agg(p.name, ', ' order by p.position, p.attnum) || ');'
      from part p where p.category = 'S'
    )
  into arguments, passed, list_checks, text_check
  from argument a;
  execute format(
    'create function public.%I(%s) returns %s language sql %s security invoker set search_path = '''' %s
     begin atomic %s %s %s %s select * from %s(%s); end',
    name, arguments, pg_get_function_result(implementation), volatility,
    'set statement_timeout = ' || quote_literal(statement_timeout), list_checks, text_check,
    case when is_guarded then 'select private.require_active();' end,
    case when is_guarded and not while_frozen then 'select private.require_unfrozen();' end,
    implementation, passed
  );
  execute format('comment on function public.%I is %L', name, description);
  execute format('grant execute on function %s, public.%I to %s', implementation, name, array_to_string(to_roles, ', '));
end
$$;
comment on function private.expose is
  'Publishes a function of this schema: creates the API function of the same name, with the same arguments but p_at, where a null is the default. It checks the lengths of its texts and lists and, if the function writes, that the caller''s session is not idle and their account not frozen, and then calls the function in this schema. while_frozen is for the writes that neither move money out, reveal nor change what protects the account, and for those that need the proof that undoes a freeze; while_idle for the few that an idle session, or a frozen account, may do.';

-- Without a limit, one customer with forty slow requests at once makes every other request wait for ten seconds: all share
-- the ten connections of the API.
create function private.take_place(p_of text, p_most integer) returns void
language plpgsql volatile set search_path = '' as $$
begin
  for place in 1..p_most loop
    if pg_try_advisory_xact_lock(hashtextextended(p_of, place)) then
      return;
    end if;
  end loop;
  raise exception 'Too many requests at once. Please try again.' using errcode = 'PT429', hint = 'too-many-requests';
end
$$;
comment on function private.take_place is 'Takes one of so many places until the end of the request. Raises PT429 without a free one.';

create function private.limit_requests() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Server code has no user, and the functions for visitors are limited by address.
  if auth.uid() is not null then
    perform private.take_place('request of ' || auth.uid(), 6);
  end if;
end
$$;
select private.expose('limit_requests', to_roles => '{anon,authenticated,service_role}', while_idle => true, description =>
  'Takes one of the six places that a user has for requests at the same time, until the end of the request. Raises PT429 without a free one. PostgREST calls it before each request.');

alter role authenticator set pgrst.db_pre_request = 'public.limit_requests';
notify pgrst, 'reload config';
