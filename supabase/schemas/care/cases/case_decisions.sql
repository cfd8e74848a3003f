-- The decisions about cases that two people make, of all kinds: what they ask is in private.case_step.

create function private.case_request(p_step text, p_request private.approval_requests, p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  asked private.cases;
begin
  select c.* into asked from private.cases c where c.id = p_request.transaction_id;
  case p_step
    when 'asked' then
      null;
    when 'listed' then
      return private.has_permission('manage_cases') and (
        private.has_role('super_admin') or not private.is_staff(p_request.user_id) and not private.is_archived(asked)
      );
    when 'right' then
      return asked.id is not null and private.can_work_on(p_user_id, asked);
    when 'lock' then
      perform private.lock_outgoing_payments(p_request.user_id);
      perform private.lock_case(asked.id);
    when 'changed' then
      return asked.id is null or private.case_step('changed', asked, now(), p_request);
    when 'approved' then
      perform private.case_step('approved', asked, now(), p_request);
  end case;
  return null;
end
$$;
comment on function private.case_request is 'The steps of a request to decide a case.';

create function private.has_waiting_decision(p_case_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from private.approval_requests r
    where r.kind = 'case' and r.transaction_id = p_case_id and r.state = 'waiting' and private.request_problem(r) is null
  );
end
$$;
comment on function private.has_waiting_decision is 'Whether a decision about a case waits for a second administrator, who can still approve it.';

create function private.require_no_waiting_decision(p_case private.cases) returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.has_waiting_decision(p_case.id) then
    raise exception 'A decision about this case waits for a second administrator. Refuse or withdraw it first.'
      using errcode = 'PT409', hint = 'approval-pending';
  end if;
end
$$;
comment on function private.require_no_waiting_decision is
  'Raises an error while a decision about a case waits for a second administrator: one person must not decide otherwise. The calling function has called lock_case.';

create function private.decide_account_cases(p_user_id uuid, p_words text, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  ended_id uuid;
begin
  for ended_id in
    select c.id from private.cases c
    where c.user_id = p_user_id and c.kind in ('closing', 'suspension') and c.state = 'open' for update
  loop
    perform private.record_decision(ended_id, 'closed', null, null, p_at);
    perform private.add_case_event(ended_id, 'bank', null, p_words, p_at);
  end loop;
end
$$;
comment on function private.decide_account_cases is
  'Decides the cases that end with the account: a suspension, and a notice of the bank. Waits for staff who are writing to the customer of one.';
