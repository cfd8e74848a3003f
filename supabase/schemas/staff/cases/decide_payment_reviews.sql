-- Payment reviews, for staff with manage_cases: start one, extend it, release or refuse the payment.

create function private.take_back_unsent(p_payment public.transactions, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  taken private.bank_payments;
  made private.payment_orders;
begin
  select o.* into made from private.payment_orders o where o.user_id = p_payment.user_id and o.movement_id = p_payment.movement_id;
  if not found then
    return;
  end if;
  -- What is in a message may have arrived. The job locks what it puts into one.
  select p.* into taken from private.bank_payments p
  where p.movement_id = p_payment.movement_id and p.is_outgoing and p.state = 'sent' and p.message_id is null and p.recall is null
  for update skip locked;
  if not found then
    return;
  end if;
  -- A claim counts what the customer has lost by it.
  perform private.lock_payment_case(taken.movement_id);
  if exists (select from private.claims c join private.cases sent on sent.id = c.id where c.movement_id = taken.movement_id) then
    return;
  end if;
  delete from private.bank_payments p where p.movement_id = taken.movement_id;
  perform from public.accounts a where a.id = taken.account_id for no key update;
  perform private.move_money(
    taken.movement_id, private.ledger_account('between banks'), private.ledger_account('payments in flight'), taken.amount, p_at
  );
  update public.accounts a set held = a.held + taken.amount where a.id = taken.account_id;
  perform private.count_as_unpaid(p_payment.user_id, p_payment.to_sort_code, p_payment.to_account_number, taken.amount);
  insert into public.outgoing_payments as o (
    id, user_id, from_account_id, created_at, to_account_holder_name, to_sort_code, to_account_number, amount, reference,
    reason, check_id, state, send_at, request_id
  )
  values (
    p_payment.id, p_payment.user_id, taken.account_id, p_payment.created_at, p_payment.to_account_holder_name,
    p_payment.to_sort_code, p_payment.to_account_number, p_payment.amount, p_payment.reference, (made.evidence).reason,
    (made.evidence).check_id, 'held', p_at, made.request_id
  )
  on conflict (id) do update set state = 'held', closed_at = null;
end
$$;
comment on function private.take_back_unsent is
  'Holds the money of a payment to another bank that is not in a message yet. Does nothing for another payment. The calling function has locked the customer''s payments.';

create function private.can_review(p_listed public.transactions) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not p_listed.incoming
    and private.can_work_on(
      auth.uid(), private.new_payment_review(p_listed.user_id, p_listed.to_sort_code, p_listed.to_account_number)
    )
    and (private.payment_review_of(p_listed.id)).id is null and not private.was_released(p_listed.id)
    and (
      exists (select from public.outgoing_payments o where o.id = p_listed.id and o.state in ('held', 'scheduled'))
      or exists (
        select from private.bank_payments p
        where p.movement_id = p_listed.movement_id and p.is_outgoing and p.state = 'sent' and p.message_id is null
      )
    );
end
$$;
comment on function private.can_review is 'Whether the caller may put a payment under review. It may have been sent when they do.';

create function private.review_actions(p_listed public.transactions) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'can_review', private.can_review(p_listed), 'cases', private.cases_beside(null, p_listed.movement_id)
  );
end
$$;

create function private.start_payment_review(p_transaction_id uuid, p_reason text, p_told text, p_at timestamptz default now())
returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  grounds constant text := private.require_reason(p_reason);
  told constant text := private.require_words('told', p_told, 'Write what the customer is told.');
  listed public.transactions;
  payment public.outgoing_payments;
  opened private.cases;
begin
  perform private.require_permission('manage_cases');
  if char_length(told) > 300 then
    raise exception 'Write at most 300 characters to the customer.' using errcode = 'PT400', hint = 'field:told';
  end if;
  listed := private.find_transaction(p_transaction_id);
  opened := private.new_payment_review(listed.user_id, listed.to_sort_code, listed.to_account_number);
  -- Nobody stops their own payment, one to themselves, or that of other staff.
  if listed.id is null or listed.incoming or not private.can_work_on(auth.uid(), opened) then
    raise exception 'We could not find this payment.' using errcode = 'PT404', hint = 'transaction-gone';
  end if;
  perform private.lock_outgoing_payments(listed.user_id);
  perform private.take_back_unsent(listed, p_at);
  select o.* into payment from public.outgoing_payments o
  where o.id = listed.id and o.state in ('held', 'scheduled') for update;
  if not found then
    raise exception 'This payment has been sent or cancelled.' using errcode = 'PT409', hint = 'payment-finished';
  elsif (private.payment_review_of(payment.id)).id is not null or private.was_released(payment.id) then
    raise exception 'This payment is under review already, or was reviewed before.' using errcode = 'PT409', hint = 'already-reviewed';
  end if;
  opened := private.open_payment_review(payment.id, '{}', auth.uid(), grounds, told, p_at);
  if opened.id is null then
    raise exception 'It is too late to review this payment: grounds must be found by the end of the next working day.'
      using errcode = 'PT409', hint = 'too-late-to-review';
  end if;
  perform private.add_case_event(opened.id, 'note', auth.uid(), 'Put the payment under review: ' || grounds, p_at);
  return opened.id;
end
$$;
select private.expose('start_payment_review',
  'Puts a payment that has not been sent under review, with the grounds, and what the customer is told. Returns the case. For admins with manage_cases, not about a payment by or to themselves.');

create function private.lock_case_and_payments(p_case_id uuid, p_kind text) returns private.cases
language plpgsql volatile set search_path = '' as $$
begin
  perform private.require_permission('manage_cases');
  -- The people and the payments before the case, as an approval and the customer do.
  perform private.lock_people(auth.uid(), (select c.user_id from private.cases c where c.id = p_case_id));
  perform private.lock_outgoing_payments(c.user_id) from private.cases c where c.id = p_case_id and c.kind = p_kind;
  return private.lock_open_case(p_case_id, array[p_kind]);
end
$$;
comment on function private.lock_case_and_payments is 'Locks the payments of a customer and their open case of this kind, and returns it. Raises an error for another caller or case.';

create function private.extend_payment_review(p_case_id uuid, p_reason text, p_until text, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  extended private.cases;
  new_grounds constant text := private.require_reason(p_reason);
  until_day constant date := private.plain_date(p_until);
begin
  extended := private.lock_case_and_payments(p_case_id, 'payment_review');
  if (until_day > private.due_day(extended.due_at) and until_day <= private.due_day(extended.last_at)) is not true then
    raise exception 'Choose a day from the day after the end of the review to the fourth working day after the payment.'
      using errcode = 'PT400', hint = 'field:until';
  elsif p_at >= extended.due_at then
    raise exception 'The time to find grounds has ended.' using errcode = 'PT409', hint = 'too-late-to-review';
  end if;
  update private.cases c set due_at = private.end_of_day(until_day) where c.id = extended.id returning c.* into extended;
  update private.payment_reviews h set grounds = new_grounds where h.id = extended.id;
  update public.outgoing_payments o set send_at = extended.due_at
  from private.payment_reviews h where h.id = extended.id and o.id = h.payment_id and o.send_at < extended.due_at;
  perform private.add_case_event(extended.id, 'note', auth.uid(), 'Extended the review: ' || new_grounds, p_at);
  perform private.tell_customer_of_case(extended, 'We need more time to check your payment',
    'We have grounds to suspect fraud, so we need longer to check your payment of '
      || private.in_pounds(extended.amount) || ' to ' || extended.subject || '. We''ll decide by ' || private.day_in_words(until_day)
      || '. Answer our question under Your cases, or cancel the payment.', p_at);
  perform private.audit('extend_payment_review', 'payment', extended.about_id, jsonb_build_object(
    'user_id', extended.user_id, 'case_id', extended.id, 'until', until_day
  ));
end
$$;
select private.expose('extend_payment_review',
  'Extends the review of a payment to a day, at most the fourth working day after the payment, with the grounds to suspect fraud. For admins with manage_cases.');

create function private.decide_payment_review(p_case_id uuid, p_refuses boolean, p_reason text, p_at timestamptz default now()) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  decided private.cases;
  reason constant text := private.require_reason(p_reason);
begin
  decided := private.lock_case_and_payments(p_case_id, 'payment_review');
  perform private.require_no_waiting_decision(decided);
  if p_refuses is null then
    raise exception 'Say whether the payment is sent.' using errcode = 'PT400';
  end if;
  perform private.lock_balance_changes();
  if not private.needs_approval(decided.amount) then
    perform private.carry_out_payment_review_decision(decided, p_refuses, reason, auth.uid(), p_at);
    return true;
  end if;
  perform private.request_case_decision(
    decided, case when p_refuses then 'refused' else 'released' end, reason, decided.amount, null
  );
  perform private.add_case_event(decided.id, 'note', auth.uid(), case
    when p_refuses then 'Asked a second administrator to refuse the payment.'
    else 'Asked a second administrator to release the payment.' end, p_at);
  return false;
end
$$;
select private.expose('decide_payment_review',
  'Sends a payment under review, or refuses it: the money goes back to the customer. False: it waits for a second administrator, as above the amount of the settings, with what the caller decided in 24 hours. For admins with manage_cases.');
