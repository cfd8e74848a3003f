-- The decision about a payment under review: it is sent, or its money goes back to the customer, with a letter.

create function private.payment_review_letter(
  p_case private.cases, p_review private.payment_reviews, p_decision text, p_outcome text, p_why text, p_at timestamptz
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return private.letter(
    p_case, 'Our decision about your payment', p_at,
    array[
      'On ' || private.day_in_words(private.london_date(p_case.opened_at))
        || ' we held your payment for a check, because it could be fraud. ' || p_review.told,
      p_outcome
    ],
    array[
      ['Payment', private.in_pounds(p_case.amount) || ' to ' || p_case.subject],
      ['Received on', private.day_in_words(private.london_date(p_review.received_at))],
      ['Decision', case p_decision when 'released' then 'Released' else 'Not sent' end],
      ['Why', p_why]
    ],
    array[
      'If something in this letter is wrong, tell us in Chat. If the wait cost you interest or charges, tell us: we pay them.',
      'If you disagree, choose "I''m unhappy about something" in the app. It costs nothing, and we answer in writing. After our answer you can ask the Financial Ombudsman Service, free: www.financial-ombudsman.org.uk, 0800 023 4567.',
      'Fernbank is a demonstration. No real money has moved, and the Ombudsman can''t help with it.'
    ]
  );
end
$$;

create function private.release_time(p_payment public.outgoing_payments, p_review private.payment_reviews, p_at timestamptz) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return case
    -- A future payment asks the contact when it is sent.
    when p_payment.state = 'scheduled' and not exists (
      select from private.contact_reviews r where r.payment_id = p_payment.id and r.answer = 'right'
    ) then greatest(p_review.send_at, p_at)
    else coalesce(
      (
        select r.answer_by from private.contact_reviews r
        where r.payment_id = p_payment.id and r.answer is null and r.answer_by > p_at
          and (private.trusted_contact_of(p_payment.user_id, p_at)).contact_id = r.contact_id
      ),
      p_at
    )
  end;
end
$$;
comment on function private.release_time is
  'When a payment that was reviewed is sent: at once, on its day, or after the wait for the payer''s trusted contact.';

create function private.finish_reviewed_payment(
  p_payment public.outgoing_payments, p_review private.payment_reviews, p_refuses boolean, p_at timestamptz
) returns public.outgoing_payments
language plpgsql volatile set search_path = '' as $$
declare
  problem constant text := 'We decided not to send it. Our letter says why.';
  payment public.outgoing_payments := p_payment;
begin
  if p_refuses and payment.state = 'held' then
    perform private.return_held_payment(payment.id, p_at, problem);
  elsif p_refuses then
    perform private.close_outgoing_payment(payment.id, 'failed', 'fail_payment', p_at, problem);
    if payment.regular_payment_id is not null then
      perform private.advance_regular_payment(payment.regular_payment_id, true, p_at);
    end if;
  else
    update public.outgoing_payments o set send_at = private.release_time(payment, p_review, p_at) where o.id = payment.id
    returning o.* into payment;
    if payment.send_at <= p_at and not payment.awaits_owner and private.send_outgoing_payment(payment.id, p_at) is null then
      raise exception 'The payment can''t be sent at this moment. Please try again.' using errcode = 'PT409', hint = 'not-sent-now';
    end if;
    select o.* into payment from public.outgoing_payments o where o.id = payment.id;
  end if;
  return payment;
end
$$;
comment on function private.finish_reviewed_payment is 'Returns, ends or sends a payment whose review is decided, and returns it as it was before a refusal, or is after a release.';

create function private.carry_out_payment_review_decision(
  p_case private.cases, p_refuses boolean, p_reason text, p_decided_by uuid, p_at timestamptz, p_request_id uuid default null
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  payment_review private.payment_reviews;
  payment public.outgoing_payments;
  why text := p_reason;
  payment_words constant text := private.in_pounds(p_case.amount) || ' to ' || p_case.subject;
  words text;
begin
  select h.* into strict payment_review from private.payment_reviews h where h.id = p_case.id;
  select o.* into strict payment from public.outgoing_payments o
  where o.id = payment_review.payment_id and o.state in ('held', 'scheduled') for update;
  if not p_refuses and private.is_stopped(payment.user_id) then
    raise exception 'No money can leave this account: the customer is suspended, or the account is frozen. Refuse the payment, or wait.'
      using errcode = 'PT409', hint = 'payer-stopped';
  end if;
  -- First, because nothing sends a payment whose case is open, and the end of the payment would end the case.
  perform private.record_decision(
    p_case.id, case when p_refuses then 'refused' else 'released' end, p_reason, p_decided_by, p_at
  );
  payment := private.finish_reviewed_payment(payment, payment_review, p_refuses, p_at);
  if not p_refuses and payment.state in ('cancelled', 'failed') then
    -- What is tested when it is sent: the payee's account, the name, the balance.
    why := payment.problem;
    update private.cases c set decision = 'refused', decision_reason = why where c.id = p_case.id;
  end if;
  words := case
    when p_refuses or payment.state in ('cancelled', 'failed') then
      'We did not send ' || payment_words || '.' || case when payment.request_id is not null then ' The money is back in your account.' else '' end
    when payment.state = 'sent' then 'We have sent ' || payment_words || '.'
    when payment.awaits_owner then
      'Our check is done. We send ' || payment_words || ' once you keep it: open Regular and future payments, and keep or cancel it.'
    else 'Our check is done. We''ll send ' || payment_words || ' by ' || private.day_in_words(private.london_date(payment.send_at)) || '.'
  end;
  update private.cases c set letter = private.payment_review_letter(c, payment_review, c.decision, words, why, p_at)
  where c.id = p_case.id;
  perform private.tell_customer_of_case(
    p_case, 'Our decision about your payment', words || ' Our letter says why, and what you can do if you disagree.', p_at
  );
  perform private.audit('decide_case', 'payment', payment.id, jsonb_strip_nulls(jsonb_build_object(
    'case_id', p_case.id, 'user_id', p_case.user_id, 'amount', p_case.amount, 'request_id', p_request_id,
    'decision', (select c.decision from private.cases c where c.id = p_case.id)
  )));
end
$$;
comment on function private.carry_out_payment_review_decision is
  'Decides about a payment under review: it is sent, or its money goes back, with the letter and the note. The calling function has locked the customer''s payments and the case, found it open, and checked the right.';

create function private.expire_payment_review(p_case private.cases, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if private.is_stopped(p_case.user_id) then
    perform private.carry_out_payment_review_decision(
      p_case, true, 'The time for our check has ended, and no money can leave your account at the moment.', null, p_at
    );
  else
    perform private.carry_out_payment_review_decision(
      p_case, false,
      case when p_case.due_at < p_case.last_at then 'We found no grounds to suspect fraud.' else 'The time for our check has ended.' end,
      null, p_at
    );
  end if;
end
$$;
comment on function private.expire_payment_review is
  'A payment whose review expires is sent, as the law asks. The payment of a customer who is suspended or whose account is frozen cannot be, and must not wait: the money goes back.';

create function private.payment_review_facts(p_case private.cases) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select private.describe_payment_review(p_case) || jsonb_build_object(
      'rules', h.rules, 'grounds', h.grounds, 'received_at', h.received_at,
      'placed_by', (select p.full_name from public.profiles p where p.id = h.placed_by),
      'evidence', private.claim_evidence(private.find_transaction(h.payment_id), now()),
      'days', (
        select coalesce(jsonb_agg(d.day order by d.day), '[]')
        from (
          select day::date from generate_series(
            private.due_day(p_case.due_at) + 1, private.due_day(p_case.last_at), interval '1 day'
          ) day
        ) d
        where private.is_working_day(d.day)
      )
    )
    from private.payment_reviews h where h.id = p_case.id
  );
end
$$;
comment on function private.payment_review_facts is
  'What staff see of a payment under review: the grounds, what the bank knows, and the days until which the review can be extended. Null for a case of another kind.';

create function private.payment_review_case(p_step text, p_case private.cases, p_at timestamptz, p_request private.approval_requests) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  case p_step
    when 'lock' then
      perform private.lock_outgoing_payments(p_case.user_id);
    when 'expired' then
      perform private.expire_payment_review(p_case, p_at);
    when 'changed' then
      return p_case.state <> 'open' or not exists (select from public.profiles p where p.id = p_case.user_id);
    when 'approved' then
      perform private.carry_out_payment_review_decision(
        p_case, p_request.decision = 'refused', p_request.reason, auth.uid(), p_at, p_request.id
      );
  end case;
  return null;
end
$$;
comment on function private.payment_review_case is 'The steps of a payment review.';

create function private.facts_of_payment_review(p_case private.cases, p_for_staff boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return case when p_for_staff then private.payment_review_facts(p_case) else private.describe_payment_review(p_case) end;
end
$$;

create function private.waits_for_review(p_payment public.outgoing_payments, p_at timestamptz) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  payment_review private.cases := private.payment_review_of(p_payment.id);
  shown private.payment_evidence;
  rules text[];
begin
  if payment_review.id is null and p_payment.state = 'scheduled' and not private.was_released(p_payment.id) then
    select (r.evidence).* into shown from private.future_requests r
    where r.created_id = coalesce(p_payment.regular_payment_id, p_payment.id);
    rules := (private.rules_for(private.read_outgoing(p_payment), shown.outcome, p_at)).reviews;
    -- What was true when the customer made it counts once, not for each payment of a regular one.
    if p_payment.regular_payment_id is null then
      rules := coalesce(rules, shown.reviews);
    end if;
    if rules is not null then
      payment_review := private.open_payment_review(p_payment.id, rules, null, null, private.payment_review_words(rules), p_at);
    end if;
  end if;
  if payment_review.id is not null then
    update public.outgoing_payments o set send_at = payment_review.due_at where o.id = p_payment.id and o.send_at < payment_review.due_at;
  end if;
  return payment_review.id is not null;
end
$$;
comment on function private.waits_for_review is
  'Whether a payment that is due is under review. A future one is reviewed when it is due, by the rules of then. The calling function has locked it.';
