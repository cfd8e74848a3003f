-- The end of the clock of a case: what follows without a decision.

create function private.expire_case(p_case_id uuid, p_at timestamptz default now()) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  due_case private.cases;
begin
  -- The customer before the case, as staff do: claims about payments to one account count each other.
  perform private.lock_people((select c.user_id from private.cases c where c.id = p_case_id));
  perform private.lock_outgoing_payments(c.user_id) from private.cases c where c.id = p_case_id and c.kind = 'payment_review';
  due_case := private.lock_case(p_case_id);
  if private.is_due(due_case, p_at) is not true then
    return false;
  end if;
  case
    when private.is_claim(due_case) and private.waits_for_person(due_case, p_at) then
      perform private.leave_to_person(due_case, p_at);
    when due_case.kind in ('scam', 'unauthorised') then
      perform private.carry_out_claim_decision(due_case, false, null, 'The time to decide has ended, and nothing speaks against your claim.', null, p_at);
    when due_case.kind = 'messages' then
      perform private.carry_out_messages_decision(due_case, true, 'The time to decide has ended.', null, p_at);
    when due_case.kind = 'payment_review' then
      perform private.expire_payment_review(due_case, p_at);
    when due_case.kind = 'suspension' then
      perform private.miss_suspension_update(due_case, p_at);
    when due_case.kind = 'complaint' then
      perform private.tell_complaint_is_delayed(due_case, p_at);
    when due_case.kind = 'closing' then
      perform private.expire_closing_notice(due_case, p_at);
  end case;
  return true;
end
$$;
comment on function private.expire_case is
  'What follows when the clock of a case ends without a decision. A claim is refunded: only a proved exception may refuse it. One of a customer whom the clock alone has refunded before waits for a person until its latest end. A suspension stays open: the customer is told that the update is late. A complaint stays open too: its customer is told once. A held payment is sent, or returned if its payer cannot pay. An account that the bank ends is closed. False if it was decided or is not due.';

select cron.schedule('expire-due-cases', '* * * * *', private.job_for_each($$
    select c.id, null::uuid as waits_for from private.cases c
    where c.state = 'open' and (c.expired_at is null and c.due_at <= now() or c.expired_at is not null and c.last_at <= now())
      and private.is_due(c, now())
    order by c.due_at, c.id
    limit 1000
$$, 'private.expire_case(due.id)', 'cases whose time has ended could not be decided'));
