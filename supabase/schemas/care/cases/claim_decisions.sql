-- The decision about a claim, with its letter: by staff or at the end of the clock, and what another bank pays of a refund.

create function private.claim_letter(
  p_case private.cases, p_claim private.claims, p_decision text, p_loss numeric, p_excess numeric, p_refund numeric,
  p_why text, p_at timestamptz
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return private.letter(
    p_case, 'Our decision about your claim', p_at,
    array[
      'On ' || private.day_in_words(private.london_date(p_case.opened_at)) || case p_claim.kind
        when 'scam' then ' you told us that you were tricked into a payment.'
        else ' you told us about a payment that you did not make.' end,
      case
        when p_decision = 'refused' then 'We have decided not to refund it.'
        when p_refund > 0 then 'We have refunded ' || private.in_pounds(p_refund) || '. ' || private.where_paid(p_case.user_id)
        when p_loss = 0 then 'The money of the payment is back in your account already, so there is nothing to refund.'
        else 'Your loss is not above the excess, so there is nothing to refund.' end
    ],
    array[
      ['Payment', private.in_pounds(p_claim.amount) || ' to ' || p_claim.payee_name],
      ['Paid on', private.day_in_words(private.london_date(p_claim.paid_at))],
      ['Came back before', case when p_loss < p_claim.amount then private.in_pounds(p_claim.amount - p_loss) end],
      ['Excess', case when p_refund > 0 and p_excess > 0 then private.in_pounds(p_excess) end],
      ['Refund', private.in_pounds(p_refund)],
      ['Why', p_why]
    ],
    'If you disagree, choose "I''m unhappy about something" in the app. It costs nothing, and we answer in writing.'::text
      || private.ombudsman_words(private.london_date(p_at))
  );
end
$$;

create function private.carry_out_claim_decision(
  p_case private.cases, p_refuses boolean, p_standard text, p_reason text, p_decided_by uuid, p_at timestamptz,
  p_request_id uuid default null
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  reimbursements constant uuid := private.ledger_account('reimbursements');
  movement_id uuid;
  claim private.claims;
  loss numeric;
  excess numeric;
  refund numeric := 0;
  share numeric := 0;
  outcome text;
  why text;
begin
  select c.* into strict claim from private.claims c where c.id = p_case.id;
  loss := private.claim_loss(claim);
  excess := private.claim_excess(claim);
  if not p_refuses then
    refund := private.claim_refund(claim);
  end if;
  outcome := case when p_refuses then 'refused' when refund > 0 then 'refunded' else 'nothing' end;
  why := concat_ws(' ', case when p_refuses then private.refusal_words(claim, p_standard) end, p_reason);
  if refund > 0 then
    -- Without the payee, who can be staff: they find all transactions by their texts.
    movement_id := private.pay_case_customer(reimbursements, claim.user_id, refund, 'Refund for your claim', p_at);
    if claim.kind = 'scam' and claim.is_at_other_bank then
      share := round(refund * private.case_rule('scam_share') / 100, 2);
      perform private.move_money(movement_id, private.ledger_account('to be recovered'), reimbursements, share, p_at);
    end if;
  end if;
  update private.claims c set
    refunded = refund, recoverable = share, standard = case when p_refuses then p_standard end
  where c.id = claim.id;
  perform private.record_decision(
    p_case.id, outcome, p_reason, p_decided_by, p_at,
    private.claim_letter(p_case, claim, outcome, loss, excess, refund, why, p_at)
  );
  perform private.tell_customer_of_case(p_case, 'Our decision about your claim', case
    when p_refuses then 'We''ve decided not to refund your payment to ' || claim.payee_name || '.'
    when refund > 0 then 'We''ve refunded ' || private.in_pounds(refund) || ' of your payment to ' || claim.payee_name || '.'
    else 'There is nothing to refund for your payment to ' || claim.payee_name || '.'
  end || ' Our letter says why, and what you can do if you disagree.', p_at);
  perform private.audit('decide_case', 'payment', claim.movement_id, jsonb_strip_nulls(jsonb_build_object(
    'case_id', p_case.id, 'user_id', p_case.user_id, 'decision', outcome, 'standard', p_standard, 'amount', refund, 'request_id', p_request_id
  )));
end
$$;
comment on function private.carry_out_claim_decision is
  'Decides a claim: the refund by the rules, the letter and the note. The calling function has called lock_case, found the case open, and checked the right.';

create function private.waits_for_person(p_case private.cases, p_at timestamptz) returns boolean
language sql stable set search_path = ''
begin atomic
  select p_case.expired_at is null and p_case.due_at < p_case.last_at and exists (
    select from private.cases earlier
    join private.claims claim on claim.id = earlier.id and claim.refunded > 0
    where earlier.user_id = p_case.user_id and private.is_claim(earlier) and earlier.decided_by is null
      and earlier.decided_at > p_at - make_interval(days => private.case_rule('clock_refund_days')::integer)
  );
end;
comment on function private.waits_for_person is
  'Whether the clock alone does not refund a claim at its first end, because it has refunded this customer not long before. It does not matter which claim was sent first: many can be sent at once. The calling function has locked the customer, so of two claims one sees the refund of the other.';

create function private.leave_to_person(p_case private.cases, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  asked constant text := case p_case.kind
    when 'scam' then 'What was the payment for, and how do you know the person whom you paid?'
    else 'How did you notice this payment, and who else can use your card, your phone or your PIN?' end;
begin
  update private.cases c set expired_at = p_at, question = coalesce(c.question, asked) where c.id = p_case.id;
  perform private.tell_customer_of_case(
    p_case, 'We need more time for your claim',
    'A person has to look at your claim, and we need your answer: ' || asked || ' We''ll decide by '
      || private.day_in_words(private.due_day(p_case.last_at)) || ' at the latest. You can also write to us in Chat.',
    p_at
  );
  perform private.add_case_event(
    p_case.id, 'note', null,
    'The clock alone has refunded another claim of this customer within the last year, so it has not refunded this one. '
      || 'Look at it now, and decide it. Without a decision the customer is refunded at the end of '
      || private.day_in_words(private.due_day(p_case.last_at)) || '.' || case when p_case.kind = 'unauthorised'
        then ' The law gives us this time only if we suspect fraud and have reported that in writing. This note reports nothing to anyone.'
      else '' end,
    p_at
  );
  perform private.audit('expire_case', 'case', p_case.id, jsonb_build_object('user_id', p_case.user_id));
end
$$;
comment on function private.leave_to_person is
  'Asks the customer of a claim that waits for a person, and tells them until when. The case is overdue on every list until staff decide it.';

create function private.book_recovery(
  p_case private.cases, p_received numeric, p_is_all boolean, p_reason text, p_at timestamptz, p_request_id uuid default null
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  to_be_recovered constant uuid := private.ledger_account('to be recovered');
  movement_id constant uuid := private.new_id();
  claim private.claims;
  lost numeric := 0;
begin
  select c.* into strict claim from private.claims c where c.id = p_case.id for update;
  if p_is_all then
    lost := private.claim_owed(claim) - p_received;
  end if;
  if p_received > 0 then
    perform private.move_money(movement_id, private.bank_of_claim(claim), to_be_recovered, p_received, p_at);
  end if;
  if lost > 0 then
    perform private.move_money(movement_id, private.ledger_account('reimbursements'), to_be_recovered, lost, p_at);
  end if;
  update private.claims c set received = c.received + p_received, recoverable = c.recoverable - lost where c.id = claim.id;
  perform private.add_case_event(
    p_case.id, 'note', auth.uid(),
    'The other bank has paid ' || private.in_pounds(p_received) || ' of its part.'
      || case when lost > 0 then ' We bear ' || private.in_pounds(lost) || '.' else '' end || ' ' || p_reason,
    p_at
  );
  perform private.audit('recover_claim', 'payment', claim.movement_id, jsonb_strip_nulls(jsonb_build_object(
    'case_id', p_case.id, 'user_id', p_case.user_id, 'amount', p_received + lost, 'request_id', p_request_id
  )));
end
$$;
comment on function private.book_recovery is
  'Books what another bank has paid of its part of a refund, and what this bank bears if that was all. The calling function has called lock_case and has checked the amount and the right.';

create function private.claim_case(p_step text, p_case private.cases, p_at timestamptz, p_request private.approval_requests) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  case p_step
    when 'lock' then
      null;
    when 'expired' then
      if private.waits_for_person(p_case, p_at) then
        perform private.leave_to_person(p_case, p_at);
      else
        perform private.carry_out_claim_decision(
          p_case, false, null, 'The time to decide has ended, and nothing speaks against your claim.', null, p_at
        );
      end if;
    when 'changed' then
      return case
        -- What another bank owes is booked after the decision.
        when p_request.decision like 'recovered%' then not exists (
          select from private.claims c where c.id = p_case.id and private.claim_owed(c) = p_request.amount_before
        )
        else p_case.state <> 'open' or not exists (
          select from private.claims c
          where c.id = p_case.id and private.claim_loss(c) = p_request.amount_before
            and case when p_request.decision = 'refused' then private.may_refuse_for(c, c.standard)
              else private.claim_refund(c) = p_request.amount_after end
        )
      end;
    when 'approved' then
      if p_request.decision like 'recovered%' then
        perform private.book_recovery(
          p_case, p_request.amount_after, p_request.decision = 'recovered', p_request.reason, p_at, p_request.id
        );
      else
        perform private.carry_out_claim_decision(
          p_case, p_request.decision = 'refused', c.standard, p_request.reason, auth.uid(), p_at, p_request.id
        )
        from private.claims c where c.id = p_case.id;
      end if;
  end case;
  return null;
end
$$;
comment on function private.claim_case is 'The steps of a claim.';

create function private.facts_of_claim(p_case private.cases, p_for_staff boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select case when p_for_staff then private.claim_facts(c) else private.describe_claim(c) end
    from private.claims c where c.id = p_case.id
  );
end
$$;
