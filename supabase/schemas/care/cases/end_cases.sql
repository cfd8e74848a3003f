-- What the kinds of cases have in common when they end: the end of the clock, and a decision that two people make.

create function private.is_case_request_outdated(p_request private.approval_requests) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  asked private.cases;
begin
  select c.* into asked from private.cases c where c.id = p_request.transaction_id;
  return case
    when p_request.decision like 'recovered%' then not exists (
      select from private.claims claim where claim.id = asked.id and private.claim_owed(claim) = p_request.amount_before
    )
    when asked.state is distinct from 'open' then true
    when asked.kind in ('scam', 'unauthorised') then not exists (
      select from private.claims claim
      where claim.id = asked.id and private.claim_loss(claim) = p_request.amount_before
        and (p_request.decision = 'refused' or private.claim_refund(claim) = p_request.amount_after)
    )
    when asked.kind in ('hold', 'closing') then not exists (select from public.profiles p where p.id = asked.user_id)
    when asked.kind = 'complaint' then not exists (
      select from private.complaints c
      where c.id = asked.id and c.outcome = p_request.decision and c.redress = p_request.amount_after
    )
    else true
  end;
end
$$;
comment on function private.is_case_request_outdated is
  'Whether what a decision of two people was based on has changed: the case is decided, or its figures are other ones.';

create function private.carry_out_case_decision(p_request private.approval_requests) returns void
language plpgsql volatile set search_path = '' as $$
declare
  decided private.cases;
begin
  select c.* into strict decided from private.cases c where c.id = p_request.transaction_id;
  case
    when p_request.decision like 'recovered%' then
      perform private.settle_recovery(
        decided, p_request.amount_after, p_request.decision = 'recovered', p_request.reason, now(), p_request.id
      );
    when decided.kind in ('scam', 'unauthorised') then
      perform private.settle_claim(
        decided, p_request.decision = 'refused', claim.standard, p_request.reason, auth.uid(), now(), p_request.id
      )
      from private.claims claim where claim.id = decided.id;
    when decided.kind = 'hold' then
      perform private.settle_payment_check(
        decided, p_request.decision = 'refused', p_request.reason, auth.uid(), now(), p_request.id
      );
    when decided.kind = 'complaint' then
      perform private.settle_complaint(decided, auth.uid(), now(), p_request.id);
    when decided.kind = 'closing' then
      perform private.withdraw_closing(decided, p_request.reason, auth.uid(), now());
  end case;
end
$$;
comment on function private.carry_out_case_decision is
  'Carries out a decision about a case that a second administrator has approved. The calling function has called lock_case.';

create function private.case_request(p_step text, p_request private.approval_requests, p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  case p_step
    when 'listed' then
      return private.has_permission('manage_cases') and (private.has_role('super_admin') or not private.is_staff(p_request.user_id));
    when 'right' then
      return exists (
        select from private.cases c where c.id = p_request.transaction_id and private.can_work_on(p_user_id, c)
      );
    when 'lock' then
      perform private.lock_outgoing_payments(p_request.user_id);
      perform private.lock_case(p_request.transaction_id);
    when 'changed' then
      return private.is_case_request_outdated(p_request);
    when 'approved' then
      perform private.carry_out_case_decision(p_request);
  end case;
  return null;
end
$$;
comment on function private.case_request is 'The steps of a request to decide a case.';

create function private.end_case(p_case_id uuid, p_at timestamptz default now()) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  due_case private.cases;
begin
  -- The customer before the case, as staff do: claims about payments to one account count each other.
  perform private.lock_people((select c.user_id from private.cases c where c.id = p_case_id));
  perform private.lock_outgoing_payments(c.user_id) from private.cases c where c.id = p_case_id and c.kind = 'hold';
  due_case := private.lock_case(p_case_id);
  if private.is_due(due_case, p_at) is not true then
    return false;
  end if;
  case
    when private.is_claim(due_case) and private.waits_for_person(due_case, p_at) then
      perform private.leave_to_person(due_case, p_at);
    when due_case.kind in ('scam', 'unauthorised') then
      perform private.settle_claim(due_case, false, null, 'The time to decide has ended, and nothing speaks against your claim.', null, p_at);
    when due_case.kind = 'messages' then
      perform private.settle_messages(due_case, true, 'The time to decide has ended.', null, p_at);
    when due_case.kind = 'hold' then
      perform private.end_payment_check_clock(due_case, p_at);
    when due_case.kind = 'suspension' then
      perform private.miss_suspension_update(due_case, p_at);
    when due_case.kind = 'complaint' then
      perform private.tell_complaint_is_late(due_case, p_at);
    when due_case.kind = 'closing' then
      perform private.close_by_notice(due_case, p_at);
  end case;
  return true;
end
$$;
comment on function private.end_case is
  'What follows when the clock of a case ends without a decision. A claim is refunded: only a proved exception may refuse it. One of a customer whom the clock alone has refunded before waits for a person until its latest end. A suspension stays open: the customer is told that the update is late. A complaint stays open too: its customer is told once. A held payment is sent, or returned if its payer cannot pay. An account that the bank ends is closed. False if it was decided or is not due.';

select cron.schedule('end-due-cases', '* * * * *', private.job_for_each($$
    select c.id, null::uuid as waits_for from private.cases c
    where c.state = 'open' and (c.late_at is null and c.due_at <= now() or c.late_at is not null and c.last_at <= now())
      and private.is_due(c, now())
    order by c.due_at, c.id
    limit 1000
$$, 'private.end_case(due.id)', 'cases whose time has ended could not be decided'));
