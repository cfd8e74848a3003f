-- What happened to a payment beside the ledger: what the customer was shown, another bank, staff, and a reversal.

create function private.order_events(
  p_outgoing public.outgoing_payments, p_evidence private.payment_evidence, p_began_at timestamptz
) returns setof private.payment_event
language sql stable set search_path = ''
begin atomic
  -- A payment has the time at which it began. A check that it makes itself is a moment later.
  select private.event(
    least((select c.created_at from private.payee_checks c where c.id = p_evidence.check_id), p_began_at), 1, 'checked',
    p_evidence.outcome
  )
  where p_evidence.outcome is not null
  union all
  select private.event(
    least(p_evidence.warnings_shown_at, p_began_at), 2, 'warned', array_to_string(p_evidence.warnings, ',')
  )
  where cardinality(p_evidence.warnings) > 0
  union all
  select private.event(
    p_outgoing.created_at, 3, 'scheduled',
    (select r.frequency from public.regular_payments r where r.id = p_outgoing.regular_payment_id),
    until => case p_outgoing.state when 'scheduled' then p_outgoing.send_at else private.first_attempt(p_outgoing.due_on) end
  )
  where p_outgoing.due_on is not null
  union all
  select private.event(l.created_at, 4, 'postponed')
  from private.audit_log l where l.subject_id = p_outgoing.id and l.action = 'postpone_payment'
  union all
  select private.event(p_outgoing.closed_at, 20, p_outgoing.state, p_outgoing.problem)
  where p_outgoing.due_on is not null and p_outgoing.state in ('cancelled', 'failed');
end;
comment on function private.order_events is 'What the customer did about a payment, was shown, and what became of a future one.';

create function private.staff_events(p_movement_id uuid) returns setof private.payment_event
language sql stable set search_path = ''
begin atomic
  select private.event(
    c.opened_at, 19, 'review', array_to_string(h.rules, ','), by_id => h.placed_by,
    until => case when c.state = 'open' then c.due_at end
  )
  from private.payment_reviews h join private.cases c on c.id = h.id where h.payment_id = p_movement_id
  union all
  select private.event(c.decided_at, 4, 'review_decided', c.decision, by_id => c.decided_by)
  from private.payment_reviews h join private.cases c on c.id = h.id where h.payment_id = p_movement_id and c.state = 'decided'
  union all
  -- A report is about each account of the payee.
  select private.event(min(r.created_at), 22, 'reported') from private.payee_reports r
  where r.transaction_id = p_movement_id group by r.transaction_id
  union all
  select private.event(r.created_at, 24, 'reversal_asked', r.reason, by_id => r.asked_by)
  from private.approval_requests r where r.kind = 'reversal' and r.transaction_id = p_movement_id;
end;
comment on function private.staff_events is 'Reports, reviews and requests about a payment, which its payer and payee do not see.';

create function private.reversal_events(p_movement_id uuid, p_amount numeric, p_is_own boolean) returns setof private.payment_event
language sql stable set search_path = ''
begin atomic
  select private.event(
    r.reversed_at, 25, 'reversed', case when not p_is_own then r.reason end, p_amount,
    by_id => case when not p_is_own then r.reversed_by end
  )
  from private.payment_reversals r where r.transaction_id = p_movement_id;
end;
comment on function private.reversal_events is 'Payer and payee, who can be staff too, do not see what colleagues wrote.';
