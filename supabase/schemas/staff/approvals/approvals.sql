-- Four eyes: actions that wait for the approval of a second administrator. settings.four_eyes_above says which.

create function private.has_right_to(p_user_id uuid, p_request private.approval_requests) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  -- What is not known is refused.
  return coalesce(private.request_step('right', p_request, p_user_id), false);
end
$$;
comment on function private.has_right_to is
  'Whether this administrator has the right to the action of a request, by the same rules as the function that acts without approval. Asked for both persons when a request is approved.';

create function private.can_decide(p_request private.approval_requests) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(auth.uid() <> p_request.asked_by and auth.uid() <> p_request.user_id, false)
    and private.has_right_to(auth.uid(), p_request);
end
$$;
comment on function private.can_decide is 'Whether the caller may approve or refuse a request: not their own, not about them, and with the right to its action.';

create function private.request_problem(p_request private.approval_requests) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    -- A case outlives its customer: the money that it pays waits with that of closed accounts.
    when private.was_suspended_since(p_request.asked_by, p_request.created_at)
      or p_request.kind <> 'case' and not exists (select from public.profiles p where p.id = p_request.user_id)
      or coalesce(private.request_step('changed', p_request), true)
      then 'changed'
    when not private.has_right_to(p_request.asked_by, p_request) then 'asker'
  end;
end
$$;
comment on function private.request_problem is
  'Why a waiting request can no longer be approved: what it was based on has changed, the asker has been suspended or deleted, or has lost the right. Null if it can.';

create function private.people_behind(p_user_id uuid) returns uuid[]
language sql stable set search_path = ''
begin atomic
  with recursive behind (id) as (
    select p_user_id
    union
    select l.actor_id
    from behind b join private.audit_log l on l.person_id = b.id
    where private.gives_access(l.action, l.details) and l.actor_id is not null
      and l.created_at > now() - make_interval(days => (select s.four_eyes_days from private.settings s))
  )
  select array_agg(b.id) from behind b;
end;
comment on function private.people_behind is
  'A user, the administrators who recently acted on the user''s PIN, details or rights, those who acted on theirs, and so on: everyone who could be using this account.';

create function private.is_independent(p_user_id uuid, p_request private.approval_requests) returns boolean
language sql stable set search_path = ''
return not private.people_behind(p_user_id) && private.people_behind(p_request.asked_by)
  and not array_remove(array[p_request.user_id, p_request.other_user_id], p_request.asked_by)
    && (private.people_behind(p_user_id) || private.people_behind(p_request.asked_by));
comment on function private.is_independent is
  'Whether a user and the asker of a request are two people, and neither account could be used by the person whom the request is about.';

create function private.is_approver() returns boolean
language sql stable set search_path = ''
return private.has_role('super_admin') or private.has_permission('approve_users') or private.has_permission('financial_support')
  or private.has_permission('manage_cases');

create function private.require_approver() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_right(private.is_approver());
end
$$;

create function private.open_request(
  p_kind text, p_reason text, p_user_id uuid, p_transaction_id uuid default null, p_before numeric default null,
  p_after numeric default null, p_other_user_id uuid default null, p_decision text default null, p_payee jsonb default null
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  request private.approval_requests;
begin
  -- A request that can no longer be approved makes way for a new one.
  update private.approval_requests r set state = 'expired', decided_at = now()
  where r.kind = p_kind and r.state = 'waiting'
    and (r.kind = 'rules' or coalesce(r.transaction_id, r.user_id) = coalesce(p_transaction_id, p_user_id))
    and private.request_problem(r) is not null;
  insert into private.approval_requests (
    kind, asked_by, reason, user_id, other_user_id, transaction_id, amount_before, amount_after, decision, payee
  )
  values (p_kind, auth.uid(), p_reason, p_user_id, p_other_user_id, p_transaction_id, p_before, p_after, p_decision, p_payee)
  on conflict do nothing
  returning * into request;
  if request.id is null then
    raise exception 'This change already waits for a second administrator.' using errcode = 'PT409', hint = 'approval-pending';
  end if;
  -- Also refuses a kind that request_step does not know.
  perform private.require_right(private.has_right_to(request.asked_by, request));
  perform private.audit('request_approval', 'person', p_user_id, jsonb_strip_nulls(jsonb_build_object(
    'request_id', request.id, 'kind', p_kind, 'transaction_id', p_transaction_id,
    -- The audit shows from and to as amounts.
    case p_kind when 'interest_rate' then 'rate_before' else 'from' end, p_before,
    case p_kind when 'interest_rate' then 'rate' else 'to' end, p_after
  )));
end
$$;
comment on function private.open_request is 'Stores and audits a request of the caller, whose right has been checked. The caller must hold the lock of the user.';

create function private.request_case_decision(
  p_case private.cases, p_decision text, p_reason text, p_before numeric, p_after numeric
) returns void
language sql volatile set search_path = ''
begin atomic
  select private.open_request(
    'case', p_reason, p_case.user_id, p_case.id, p_before, p_after, p_case.other_user_id, p_decision
  );
end;
comment on function private.request_case_decision is
  'Asks a second administrator for a decision about a case, with the amounts in pounds that it is based on and that it pays. The calling function has called lock_open_case.';

create function private.end_outdated_request(p_request_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  update private.approval_requests r set state = 'expired', decided_at = now()
  where r.id = p_request_id and r.state = 'waiting' and private.request_problem(r) = 'changed';
  return found;
end
$$;
comment on function private.end_outdated_request is
  'Ends a waiting request of any kind once its subject is decided or has changed, or its asker was suspended or deleted. One whose asker has lost the right stays: the right can come back.';

select cron.schedule('end-outdated-requests', '* * * * *', private.job_for_each($$
    -- In any order: a request that stays is looked at in each run, and the last one must not wait for all others.
    select r.id, null::uuid as waits_for from private.approval_requests r where r.state = 'waiting' order by random()
$$, 'private.end_outdated_request(due.id)', 'requests for an approval could not be ended'));

create function private.request_approval(
  p_kind text, p_user_id uuid, p_reason text, p_balance text default null, p_seen_balance text default null,
  p_account_id uuid default null
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked private.approval_requests;
begin
  -- Each kind checks the right first.
  asked.kind := p_kind;
  asked.user_id := p_user_id;
  asked.reason := private.require_reason(p_reason);
  asked.amount_before := private.plain_decimal(p_seen_balance);
  asked.amount_after := private.plain_decimal(p_balance);
  asked.transaction_id := p_account_id;
  if private.request_step('asked', asked) is not true then
    raise exception 'This kind has a function of its own.' using errcode = 'PT400';
  end if;
end
$$;
select private.expose('request_approval',
  'Asks a second administrator to approve an action: balance (of the current account, or of the savings account p_account_id: the new balance, and the one that was shown), deletion, unfreeze, super_admin, or closing (90 days'' notice, with the reasons that the customer reads). For those who have the right to the action.');

create function private.lock_request(p_request_id uuid) returns private.approval_requests
language plpgsql volatile set search_path = '' as $$
declare
  request private.approval_requests;
begin
  select r.* into request from private.approval_requests r where r.id = p_request_id;
  -- The people first, as in request_approval. To take a right away or to suspend one of them locks them too.
  perform private.lock_people(request.asked_by, request.user_id, auth.uid());
  select r.* into request from private.approval_requests r where r.id = p_request_id for update;
  if not found then
    raise exception 'This request does not exist.' using errcode = 'PT404', hint = 'request-gone';
  end if;
  perform private.require_right(request.asked_by = auth.uid() or private.can_decide(request));
  if request.state <> 'waiting' then
    raise exception 'This request has been decided already.' using errcode = 'PT409', hint = 'already-decided';
  end if;
  return request;
end
$$;
comment on function private.lock_request is
  'Locks the people of a waiting request, then the request, and returns it. Raises an error unless the caller asked for it or may decide it.';

create function private.approve_request(p_request_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  request private.approval_requests;
  problem text;
begin
  perform private.require_approver();
  request := private.lock_request(p_request_id);
  if request.asked_by = auth.uid() then
    raise exception 'Another administrator must approve your request.' using errcode = 'PT403', hint = 'own-request';
  elsif not private.is_independent(auth.uid(), request) then
    raise exception
      'You can''t approve this. In the last % days, a PIN, details or rights of your account or the asker''s were seen or changed by the other, or both by one administrator, or one by the person whom it is about. Someone else must approve it.',
      (select s.four_eyes_days from private.settings s)
      using errcode = 'PT403', hint = 'not-independent';
  end if;
  -- What the request is based on stays as it is from here.
  perform private.request_step('lock', request);
  problem := private.request_problem(request);
  if problem = 'changed' then
    raise exception 'This has changed since the request was made, so it ends. A new request can be made.'
      using errcode = 'PT409', hint = 'request-outdated';
  elsif problem = 'asker' then
    raise exception 'The administrator who asked no longer has the right to this.'
      using errcode = 'PT409', hint = 'asker-lost-right';
  end if;

  update private.approval_requests r set state = 'approved', decided_at = now(), decided_by = auth.uid()
  where r.id = request.id;
  perform private.audit('approve_request', 'person', request.user_id, jsonb_build_object(
    'request_id', request.id, 'kind', request.kind, 'asked_by', request.asked_by
  ));
  perform private.request_step('approved', request);
end
$$;

-- A deletion takes as long as in delete_person.
select private.expose('approve_request', statement_timeout => '55s', description =>
  'Carries out the action of another administrator''s request. Refused if what it was based on has changed, if the asker was suspended since or no longer has the right, or if one person could be using the accounts of both. For those who have the right to the action.');

create function private.refuse_request(p_request_id uuid, p_reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  request private.approval_requests;
  is_own boolean;
  reason_given constant text := private.require_reason(p_reason);
begin
  perform private.require_approver();
  request := private.lock_request(p_request_id);
  is_own := request.asked_by = auth.uid();
  update private.approval_requests r
  set state = case when is_own then 'withdrawn' else 'refused' end, decided_at = now(), decided_by = auth.uid(),
    decision_reason = reason_given
  where r.id = request.id;
  perform private.audit(
    case when is_own then 'withdraw_request' else 'refuse_request' end, 'person', request.user_id,
    jsonb_build_object('request_id', request.id, 'kind', request.kind, 'asked_by', request.asked_by)
  );
end
$$;
select private.expose('refuse_request',
  'Refuses another administrator''s request, or withdraws the caller''s own, with a reason. For those who have the right to the action.');

create function private.list_approval_requests(
  p_waiting boolean default true, p_after uuid default null, p_limit integer default 50
)
returns table (
  id uuid, created_at timestamptz, kind text, reason text, asked_by uuid, asked_by_name text, user_id uuid, user_name text,
  user_email text, transaction_id uuid, amount_before numeric, amount_after numeric, state text, problem text, can_decide boolean,
  decided_at timestamptz, decided_by_name text, decision_reason text, decision text, case_kind text, payee jsonb,
  account_number text
)
language plpgsql stable security definer set search_path = ''
-- The best plan depends on which list is wanted.
set plan_cache_mode = force_custom_plan as $$
begin
  perform private.require_approver();
  perform private.require_list_recorded('list_approvals');
  return query
  with page as (
    select r.*, r as request, r.state = 'waiting' and private.can_decide(r) as is_possible
    from private.approval_requests r
    where (r.state = 'waiting') = p_waiting
      and (
        r.asked_by = auth.uid()
        -- Nobody learns that colleagues are about to take their money back or to delete them.
        or (r.user_id = auth.uid() or r.other_user_id = auth.uid()) is not true and private.request_step('listed', r)
      )
      and (p_after is null or case when p_waiting then r.id > p_after else r.id < p_after end)
    order by case when p_waiting then r.id end, r.id desc
    limit private.page_size(p_limit)
  )
  select
    r.id, r.created_at, r.kind, r.reason, r.asked_by, asker.full_name::text, r.user_id, person.full_name::text, u.email::text,
    r.transaction_id, r.amount_before::numeric, r.amount_after::numeric, r.state,
    case when r.state = 'waiting' then coalesce(
      private.request_problem(r.request),
      case when r.is_possible and not private.is_independent(auth.uid(), r.request) then 'not-independent' end
    ) end,
    r.is_possible, r.decided_at, decider.full_name::text, r.decision_reason, r.decision, about.kind, r.payee, account.account_number::text
  from page r
  left join public.profiles asker on asker.id = r.asked_by
  left join public.profiles person on person.id = r.user_id
  left join auth.users u on u.id = r.user_id
  left join private.cases about on r.kind = 'case' and about.id = r.transaction_id
  left join public.accounts account on r.kind = 'balance' and account.id = r.transaction_id
  left join public.profiles decider on decider.id = r.decided_by
  order by case when p_waiting then r.id end, r.id desc;
end
$$;
select private.expose('list_approval_requests', statement_timeout => '8s', description =>
  'The waiting requests, oldest first, or the decided ones, newest first: those that the caller made, and those about others for whose action the caller has the permission. At most 100 after the given id. For those who have a right to one of the actions. It must be recorded with record_list_view first.');

create function private.count_approval_requests() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approver();
  return (
    select count(*)::integer from private.approval_requests r
    where r.state = 'waiting' and private.can_decide(r) and private.request_problem(r) is null
      and private.is_independent(auth.uid(), r)
  );
end
$$;
select private.expose('count_approval_requests',
  'How many requests the caller can approve now. For those who have a right to one of the actions.');

create trigger announce_approval_change after insert or update of state on private.approval_requests
  for each row execute function private.announce_change('staff:approvals');
