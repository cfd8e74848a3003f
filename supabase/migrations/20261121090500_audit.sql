-- The audit log: who did what to whom, written in the transaction of the action. Each row carries the hash of the row
-- before it, so a later change or removal is detectable.

create table private.audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  session_id uuid,
  action text not null constraint audit_log_action_check check (action ~ '^[a-z_]{3,60}$'),
  subject_id uuid,
  details jsonb not null default '{}' constraint audit_log_details_check check (jsonb_typeof(details) = 'object'),
  place bigint unique constraint audit_log_place_check check (place > 0),
  previous_hash bytea,
  hash bytea,
  constraint audit_log_chain_check check (num_nulls(place, previous_hash, hash) in (0, 3))
);
comment on table private.audit_log is 'Append-only log of actions. Holds ids and figures, never names, addresses, PINs or messages.';
comment on column private.audit_log.actor_id is 'The caller; null for the system. No foreign key: entries outlive users.';
comment on column private.audit_log.session_id is 'The session of the caller.';
comment on column private.audit_log.place is 'Position in the chain, from 1 without gaps. Null until the transaction commits.';
comment on column private.audit_log.previous_hash is 'The hash of the previous row; empty for the first.';

create index audit_log_created_at_id_idx on private.audit_log (created_at desc, id desc);
create index audit_log_actor_id_created_at_id_idx on private.audit_log (actor_id, created_at desc, id desc);
create index audit_log_action_created_at_id_idx on private.audit_log (action, created_at desc, id desc);
create index audit_log_subject_id_idx on private.audit_log (subject_id);
create index audit_log_person_idx on private.audit_log ((details ->> 'user_id'));

alter table private.audit_log enable row level security;
create policy "No API role can access the audit log" on private.audit_log
  for all to anon, authenticated using (false);

create trigger audit_log_is_append_only before delete or truncate on private.audit_log
  for each statement execute function private.prevent_change();
alter table private.audit_log enable always trigger audit_log_is_append_only;

create function private.audit(p_action text, p_subject_id uuid, p_details jsonb default '{}') returns void
language sql volatile set search_path = ''
begin atomic
  insert into private.audit_log (actor_id, session_id, action, subject_id, details)
  values ((select auth.uid()), private.my_session_id(), p_action, p_subject_id, p_details);
end;
comment on function private.audit is 'Records an action of the caller.';

create function private.recorded_reads(p_action text, p_within interval default '1 minute') returns setof jsonb
language sql stable set search_path = ''
begin atomic
  select l.details
  from private.audit_log l
  where l.actor_id = (select auth.uid()) and l.session_id = (select private.my_session_id())
    and l.action = p_action and l.created_at > now() - p_within
    -- Null until the row is committed.
    and l.place is not null;
end;
comment on function private.recorded_reads is
  'The details of the reads of this kind that the caller has recorded in this session. A secret is read in two requests: the first records the read and returns nothing, the second finds the record and returns the secret. In one request, a caller could have the record rolled back with an answer that shows the secret in an error.';

create function private.record_list(p_action text, p_list_id uuid, p_people uuid[], p_details jsonb default '{}') returns void
language sql volatile set search_path = ''
begin atomic
  select private.audit(
    p_action, null, p_details || jsonb_build_object('list_id', p_list_id, 'people', coalesce(p_people, '{}'))
  );
end;
comment on function private.record_list is 'Audits that the caller is about to read a list of these users. recorded_people returns them in the next request.';

create function private.recorded_people(p_action text, p_list_id uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  people uuid[];
begin
  select array(select jsonb_array_elements_text(r.details -> 'people')::uuid) into people
  from private.recorded_reads(p_action) as r (details)
  where r.details ->> 'list_id' = p_list_id::text
  limit 1;
  if not found then
    raise exception 'This list is not in the audit log. Please load it again.' using errcode = 'PT409', hint = 'not-recorded';
  end if;
  return people;
end
$$;
comment on function private.recorded_people is 'The users of a list that the caller has recorded within the last minute. Raises an error if there is no such record.';

create function private.is_person_being_deleted() returns boolean
language sql stable set search_path = ''
begin atomic
  select coalesce(current_setting('fernbank.deleting_person', true) = 'yes', false);
end;
comment on function private.is_person_being_deleted is 'Whether remove_person is running: the deletion of its rows is not audited row by row.';

create function private.audit_hash(p_row private.audit_log) returns bytea
language sql stable set search_path = ''
begin atomic
  select sha256(p_row.previous_hash || convert_to(
    jsonb_build_array(
      p_row.place, p_row.id, extract(epoch from p_row.created_at), p_row.actor_id, p_row.session_id, p_row.action,
      p_row.subject_id, p_row.details
    )::text, 'utf8'
  ));
end;
comment on function private.audit_hash is 'The hash that the row must carry. The text form of jsonb is canonical, so the hash is stable.';

create function private.prevent_audit_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.hash is null and new.hash is not null
    and (new.id, new.created_at, new.actor_id, new.session_id, new.action, new.subject_id, new.details)
      is not distinct from (old.id, old.created_at, old.actor_id, old.session_id, old.action, old.subject_id, old.details)
  then
    return new;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'PT403';
end
$$;
comment on function private.prevent_audit_change is 'Trigger: the only allowed update appends the row to the chain.';

create trigger audit_log_is_never_rewritten before update on private.audit_log
  for each row execute function private.prevent_audit_change();
alter table private.audit_log enable always trigger audit_log_is_never_rewritten;

create function private.append_to_audit_chain(p_id bigint) returns void
language plpgsql volatile set search_path = ''
-- A plan cached while the table is small would scan the whole table later.
set enable_seqscan = off as $$
declare
  entry private.audit_log;
  previous private.audit_log;
begin
  perform pg_advisory_xact_lock(hashtextextended('chain of the audit log', 0));
  select l.* into strict entry from private.audit_log l where l.id = p_id;
  select l.* into previous from private.audit_log l where l.place is not null order by l.place desc limit 1;
  entry.place := coalesce(previous.place, 0) + 1;
  entry.previous_hash := coalesce(previous.hash, '');
  update private.audit_log l set
    place = entry.place, previous_hash = entry.previous_hash, hash = private.audit_hash(entry)
  where l.id = p_id;
end
$$;
comment on function private.append_to_audit_chain is 'Appends a row to the chain. The lock is held until commit.';

create function private.chain_audit_row() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.append_to_audit_chain(new.id);
  return null;
end
$$;

-- Deferred to commit, when all other locks are held: a transaction that waits for an account does not block the chain.
create constraint trigger chain_audit_row after insert on private.audit_log
  deferrable initially deferred
  for each row when (new.hash is null) execute function private.chain_audit_row();
alter table private.audit_log enable always trigger chain_audit_row;

create function private.first_broken_audit_row() returns bigint
language sql stable set search_path = ''
begin atomic
  select (chain.entry).id
  from (
    select l as entry, row_number() over (order by l.place) as nth, lag(l.hash) over (order by l.place) as hash_before
    from private.audit_log l
  ) chain
  where (chain.entry).place is distinct from chain.nth
    or (chain.entry).previous_hash is distinct from coalesce(chain.hash_before, '')
    or (chain.entry).hash is distinct from private.audit_hash(chain.entry)
  order by chain.nth
  limit 1;
end;
comment on function private.first_broken_audit_row is 'The first row that breaks the chain; null if it is intact. Rows missing at the end are not detected: compare the last hash with a copy kept elsewhere.';

create function private.verify_audit() returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  return private.first_broken_audit_row();
end
$$;

create function public.verify_audit() returns bigint
language sql stable security invoker set search_path = '' set statement_timeout = '10min'
begin atomic
  select private.verify_audit();
end;
comment on function public.verify_audit is 'The id of the first audit row that breaks the chain; null if it is intact. For super admins.';
grant execute on function private.verify_audit, public.verify_audit to authenticated;

create function private.list_audit(
  p_actor uuid, p_action text, p_target uuid, p_from timestamptz, p_to timestamptz,
  p_before_created_at timestamptz, p_before_id bigint, p_limit integer
)
returns table (
  id bigint, created_at timestamptz, actor_id uuid, actor_name text, action text,
  target_id uuid, target_person_id uuid, target_name text, details jsonb, hash text
)
language plpgsql stable security definer set search_path = ''
-- The best plan depends on which filters are set.
set plan_cache_mode = force_custom_plan as $$
begin
  perform private.require_super_admin();
  return query
  with page as (
    select l.*
    from private.audit_log l
    where (p_actor is null or l.actor_id = p_actor)
      and (p_action is null or l.action = p_action)
      and (p_target is null or l.subject_id = p_target or l.details ->> 'user_id' = p_target::text)
      and (p_from is null or l.created_at >= p_from)
      and (p_to is null or l.created_at < p_to)
      and (p_before_created_at is null
        or (l.created_at, l.id) < (p_before_created_at, coalesce(p_before_id, 9223372036854775807)))
    order by l.created_at desc, l.id desc
    limit private.page_size(p_limit)
  )
  select
    page.id, page.created_at, page.actor_id, actor.full_name, page.action,
    page.subject_id, target.id, target.full_name, page.details, encode(page.hash, 'hex')
  from page
  left join public.profiles actor on actor.id = page.actor_id
  -- The target of an action on an account or chat is its customer.
  left join public.accounts account on account.id = page.subject_id
  left join public.profiles target on target.id = coalesce(
    account.user_id,
    case when pg_input_is_valid(page.details ->> 'user_id', 'uuid') then (page.details ->> 'user_id')::uuid end,
    page.subject_id
  )
  order by page.created_at desc, page.id desc;
end
$$;

create function public.list_audit(
  p_actor uuid default null, p_action text default null, p_target uuid default null,
  p_from timestamptz default null, p_to timestamptz default null,
  p_before_created_at timestamptz default null, p_before_id bigint default null, p_limit integer default 50
)
returns table (
  id bigint, created_at timestamptz, actor_id uuid, actor_name text, action text,
  target_id uuid, target_person_id uuid, target_name text, details jsonb, hash text
)
language sql stable security invoker set search_path = '' set statement_timeout = '8s'
begin atomic
  select private.require_short_texts(p_action);
  select l.id, l.created_at, l.actor_id, l.actor_name, l.action, l.target_id, l.target_person_id, l.target_name, l.details, l.hash
  from private.list_audit(p_actor, p_action, p_target, p_from, p_to, p_before_created_at, p_before_id, p_limit) l;
end;
comment on function public.list_audit is
  'The audit log, newest first, at most 100 rows before a row''s created_at and id. The target filter takes an object or its customer. For super admins.';
grant execute on function private.list_audit, public.list_audit to authenticated;

create function private.list_audit_actions() returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  -- Loose index scan: one index lookup per action, independent of the number of rows.
  return query
  with recursive actions as (
    select min(l.action) as action from private.audit_log l
    union all
    select (select min(l.action) from private.audit_log l where l.action > a.action) from actions a where a.action is not null
  )
  select a.action from actions a where a.action is not null;
end
$$;

create function public.list_audit_actions() returns setof text
language sql stable security invoker set search_path = '' set statement_timeout = '8s'
begin atomic
  select private.list_audit_actions();
end;
comment on function public.list_audit_actions is 'The actions that occur in the audit log, for its filter. For super admins.';
grant execute on function private.list_audit_actions, public.list_audit_actions to authenticated;
