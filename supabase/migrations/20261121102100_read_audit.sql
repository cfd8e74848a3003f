-- Who did what to whom and when, for super admins.

create index audit_log_created_at_id_idx on private.audit_log (created_at desc, id desc);
create index audit_log_actor_id_created_at_id_idx on private.audit_log (actor_id, created_at desc, id desc);
create index audit_log_action_created_at_id_idx on private.audit_log (action, created_at desc, id desc);
create index audit_log_subject_id_idx on private.audit_log (subject_id);
create index audit_log_person_idx on private.audit_log ((details ->> 'user_id'));

create function private.page_size(p_limit integer) returns integer
language sql immutable parallel safe set search_path = ''
return least(greatest(coalesce(p_limit, 50), 1), 100);
comment on function private.page_size is 'How many rows a page of a staff list has: what was asked for, from 1 to 100.';

create function private.list_audit(
  p_actor uuid, p_action text, p_target uuid, p_from timestamptz, p_to timestamptz,
  p_before_created_at timestamptz, p_before_id bigint, p_limit integer
)
returns table (
  id bigint, created_at timestamptz, actor_id uuid, actor_name text, action text,
  target_id uuid, target_person_id uuid, target_name text, details jsonb, hash text
)
language plpgsql stable security definer set search_path = ''
-- The plan depends on which filters are set.
set plan_cache_mode = force_custom_plan as $$
begin
  perform private.refuse_unless_super_admin();
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
  -- What was done to an account or a chat was done to its customer.
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
language sql stable security invoker set search_path = ''
begin atomic
  select l.id, l.created_at, l.actor_id, l.actor_name, l.action, l.target_id, l.target_person_id, l.target_name, l.details, l.hash
  from private.list_audit(p_actor, p_action, p_target, p_from, p_to, p_before_created_at, p_before_id, p_limit) l;
end;
comment on function public.list_audit is
  'The audit, newest first, at most 100 rows from before a row''s created_at and id; the target may be a thing or its customer. For super admins.';

create function private.list_audit_actions() returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_unless_super_admin();
  -- One step through the index for each action, however many rows there are.
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
language sql stable security invoker set search_path = ''
begin atomic
  select private.list_audit_actions();
end;
comment on function public.list_audit_actions is 'The actions that the audit knows, for its filter. For super admins.';

grant execute on function private.list_audit, public.list_audit, private.list_audit_actions, public.list_audit_actions to authenticated;
