-- The decisions about cases that two people make, of all kinds.

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
    when asked.kind in ('payment_review', 'closing') then not exists (select from public.profiles p where p.id = asked.user_id)
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
      perform private.book_recovery(
        decided, p_request.amount_after, p_request.decision = 'recovered', p_request.reason, now(), p_request.id
      );
    when decided.kind in ('scam', 'unauthorised') then
      perform private.carry_out_claim_decision(
        decided, p_request.decision = 'refused', claim.standard, p_request.reason, auth.uid(), now(), p_request.id
      )
      from private.claims claim where claim.id = decided.id;
    when decided.kind = 'payment_review' then
      perform private.carry_out_payment_review_decision(
        decided, p_request.decision = 'refused', p_request.reason, auth.uid(), now(), p_request.id
      );
    when decided.kind = 'complaint' then
      perform private.carry_out_complaint_decision(decided, auth.uid(), now(), p_request.id);
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
