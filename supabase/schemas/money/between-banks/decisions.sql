-- What another bank has decided about a payment to it, about a return, and about a recall.

create function private.reason_words(p_reason text) returns text
language sql immutable set search_path = ''
return case p_reason
  when 'AC01' then 'There is no account with this sort code and account number.'
  when 'AC04' then 'The payee''s account is closed.'
  when 'AG01' then 'The payee''s account can''t receive this payment.'
  when 'AM02' then 'The amount is above the other bank''s limit.'
  when 'FOCR' then 'You asked for it back.'
  else 'The other bank gave no reason.'
end;
comment on function private.reason_words is 'A reason code of ISO 20022 in words for customers.';

create function private.describe_bank_return(p_movement_id uuid, p_user_id uuid) returns text
language sql stable set search_path = ''
begin atomic
  select 'Returned: ' || case when t.incoming then t.from_account_holder_name else t.to_account_holder_name end
  from private.bank_payments b join public.transactions t on t.id = b.movement_id and t.user_id = p_user_id
  where b.movement_id = p_movement_id;
end;

create function private.recall_words(p_payment private.bank_payments) returns text
language sql immutable set search_path = ''
return case
  when p_payment.state = 'returned' then 'The other bank sent it back.'
  when p_payment.recall is null then null
  when p_payment.state = 'rejected' then 'The other bank didn''t accept it.'
  when p_payment.recall = 'refused' then 'The other bank didn''t send it back.'
  when p_payment.state = 'sent' then 'On its way to the other bank. When it has arrived, we''ll ask for it back.'
  else 'We''ve asked the other bank to send it back.'
end;
comment on function private.recall_words is
  'What has become of the wish to get a payment back, in the same words in its details and in the case about it. Null without one.';

create function private.add_recall_event(p_movement_id uuid, p_at timestamptz) returns void
language sql volatile set search_path = ''
begin atomic
  select private.add_case_event(c.id, 'bank', null, private.recall_words(p), p_at)
  from private.bank_payments p
  join private.claims l on l.movement_id = p.movement_id
  join private.cases c on c.id = l.id
  where p.movement_id = p_movement_id and private.recall_words(p) is not null;
end;
comment on function private.add_recall_event is
  'Adds what has become of the wish to get a payment back to the case of the claim about it, if there is one.';

create function private.return_to_payer(p_payment private.bank_payments, p_state text, p_reason text, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  bank private.banks;
  account public.accounts;
  payment public.transactions;
  -- Rejected before it was settled, or returned after that.
  source uuid;
begin
  perform private.lock_payment_case(p_payment.movement_id);
  select b.* into strict bank from private.banks b where b.id = p_payment.bank_id;
  source := case when p_payment.state = 'sent' then private.ledger_account('between banks') else bank.settlement_account_id end;
  -- The rows first and then the accounts, as payments do.
  update public.transactions t set
    status = case when p_state = 'rejected' then 'failed' else t.status end,
    reversed_at = case when p_state = 'returned' then p_at end
  where t.id = p_payment.movement_id
  returning t.* into payment;
  select a.* into account from public.accounts a where a.id = p_payment.account_id for no key update;
  perform private.move_money(
    p_payment.movement_id, source, coalesce(account.id, private.ledger_account('closed accounts')), p_payment.amount, p_at
  );
  update private.bank_payments p set state = p_state, reason = p_reason, decided_at = p_at
  where p.bank_id = p_payment.bank_id and p.is_outgoing and p.id = p_payment.id;
  if account.id is null then
    return;
  end if;
  perform private.take_back_refund(p_payment.movement_id, p_payment.amount, p_at);
  perform private.add_recall_event(p_payment.movement_id, p_at);
  -- The owner is told what came in.
  if account.is_closed then
    return;
  end if;
  -- What was returned on the same day can be sent again.
  update public.accounts a set sent_today = greatest(a.sent_today - p_payment.amount, 0)
  where a.id = account.id and a.sent_on = private.london_date(p_payment.created_at);
  perform private.count_as_unpaid(account.user_id, payment.to_sort_code, payment.to_account_number, p_payment.amount);
  perform private.owe_mail('note', private.notify(
    account.user_id, 'payment', case p_state when 'rejected' then 'Payment not sent' else 'Payment reversed' end,
    'Your payment of ' || private.in_pounds(p_payment.amount)
      || coalesce(' to ' || payment.to_account_holder_name, '')
      || case p_state when 'rejected' then ' wasn''t sent. ' else ' was reversed. ' end || private.reason_words(p_reason)
      || ' The money is back in your account.',
    p_at, payment.id
  ));
end
$$;
comment on function private.return_to_payer is
  'Moves the money of a payment to another bank back to the customer, with a note. The calling function has locked the payment.';

create function private.lock_bank_payment(p_bank_id text, p_is_outgoing boolean, p_id uuid) returns private.bank_payments
language sql volatile set search_path = ''
begin atomic
  select p from private.bank_payments p
  where p.bank_id = p_bank_id and p.is_outgoing = p_is_outgoing and p.id = p_id
  for update;
end;

create function private.mark_problem(p_payment private.bank_payments, p_problem text) returns void
language sql volatile set search_path = ''
begin atomic
  update private.bank_payments p set problem = p_problem
  where p.bank_id = p_payment.bank_id and p.is_outgoing = p_payment.is_outgoing and p.id = p_payment.id;
end;
comment on function private.mark_problem is 'Shows a payment between banks to staff as one that they must look at.';

create function private.queue_recall(p_bank_id text, p_payment_id uuid, p_reason text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.queue_bank_message(p_bank_id, 'recall', p_payment_id, jsonb_build_object('reason', p_reason));
end
$$;

create function private.accept_payments(p_bank_id text, p_ids uuid[], p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  settlements private.credit[];
  recalled private.bank_payments[];
begin
  with completed as (
    update public.transactions t set status = 'completed' where t.id = any (p_ids) returning t.id
  )
  insert into private.due_mails (kind, about_id) select 'payment', c.id from completed c;
  with accepted as (
    update private.bank_payments p set state = 'accepted', accepted_at = p_at, decided_at = p_at
    where p.bank_id = p_bank_id and p.is_outgoing and p.movement_id = any (p_ids)
    returning p.movement_id, p.amount, p.recall, p as payment
  )
  select
    array_agg((a.movement_id, b.settlement_account_id, a.amount)::private.credit),
    array_agg(a.payment) filter (where a.recall = 'asked')
  into settlements, recalled
  from accepted a join private.banks b on b.id = p_bank_id;
  perform private.move_each(private.ledger_account('between banks'), settlements, p_at);
  -- The payer has asked for it before there was anything to return.
  perform private.queue_recall(p_bank_id, r.id, r.recall_reason), private.add_recall_event(r.movement_id, p_at)
  from unnest(recalled) r;
end
$$;
comment on function private.accept_payments is
  'Settles payments that another bank has accepted. The calling function has locked them.';

create function private.payments_in(p_list jsonb) returns uuid[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(select (p ->> 'paymentId')::uuid from jsonb_array_elements(p_list) p order by 1);
end
$$;

create function private.apply_payment_status(p_bank_id text, p_status jsonb, p_at timestamptz) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  status constant text := p_status ->> 'status';
  payment constant private.bank_payments := private.lock_bank_payment(p_bank_id, true, (p_status ->> 'paymentId')::uuid);
begin
  -- Of a payment that is in no message yet, the other bank cannot know.
  if payment.message_id is null then
    return false;
  elsif status = 'pending' then
    return payment.state = 'sent';
  elsif status = 'unknown' then
    -- The payment itself is sent again, in its first message.
    update private.bank_messages m set answer = null, answered_at = null, taken_until = p_at
    where m.bank_id = p_bank_id and m.is_outgoing and m.id = payment.message_id and payment.state = 'sent';
  elsif payment.state = 'sent' and status = 'accepted' then
    perform private.accept_payments(p_bank_id, array[payment.id], p_at);
  elsif payment.state = 'sent' then
    perform private.return_to_payer(payment, 'rejected', p_status ->> 'reason', p_at);
  elsif (payment.state = 'rejected') <> (status = 'rejected') then
    perform private.mark_problem(payment, 'contradiction');
    return false;
  end if;
  return true;
end
$$;
comment on function private.apply_payment_status is
  'Carries out what another bank has decided about a payment to it. The first decision stays; a later one that differs is shown to staff. False if this bank did not expect it.';

create function private.lock_bank_payments(p_bank_id text, p_statuses jsonb) returns uuid[]
language plpgsql volatile set search_path = '' as $$
declare
  ids constant uuid[] := private.payments_in(p_statuses);
  open uuid[];
begin
  -- The payments, their rows and then the accounts, each in the order of their ids, so that two lists cannot deadlock.
  select array_agg(p.id) filter (where p.state = 'sent') into open
  from (
    select q.id, q.state from private.bank_payments q
    where q.bank_id = p_bank_id and q.is_outgoing and q.movement_id = any (ids)
    order by q.id
    for update
  ) p;
  -- What is accepted moves no money of customers.
  if p_statuses @> '[{"status": "rejected"}]' then
    perform from public.transactions t where t.id = any (ids) order by t.id for no key update;
    perform from public.accounts a
    where a.id in (
      select p.account_id from private.bank_payments p
      where p.bank_id = p_bank_id and p.is_outgoing and p.movement_id = any (ids) and p.state = 'sent'
    )
    order by a.id for no key update;
  end if;
  return open;
end
$$;
comment on function private.lock_bank_payments is
  'Locks the payments that another bank has decided about, with all that their decisions change. Returns the ids of those that still wait for one.';

create function private.apply_together(p_bank_id text, p_statuses jsonb, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  open constant uuid[] := private.lock_bank_payments(p_bank_id, p_statuses);
  accepted constant uuid[] := array(
    select s."paymentId" from jsonb_to_recordset(p_statuses) s ("paymentId" uuid, status text)
    where s.status = 'accepted' and s."paymentId" = any (open)
  );
begin
  perform private.accept_payments(p_bank_id, accepted, p_at) where accepted <> '{}';
  perform private.apply_payment_status(p_bank_id, s, p_at) from jsonb_array_elements(p_statuses) s
  where (s ->> 'paymentId')::uuid <> all (accepted);
end
$$;

create function private.apply_alone(p_bank_id text, p_status jsonb, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.apply_payment_status(p_bank_id, p_status, p_at);
exception
  when transaction_rollback or object_not_in_prerequisite_state or insufficient_resources or operator_intervention or system_error then
    raise;
  when others then
    raise warning 'a decision of the bank % was not carried out: %', p_bank_id, sqlstate;
end
$$;
comment on function private.apply_alone is
  'Carries out one decision. After an error the payment stays on its way, and the other bank is asked about it alone.';

create function private.apply_payment_statuses(p_bank_id text, p_statuses jsonb, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.apply_together(p_bank_id, p_statuses, p_at);
exception
  when transaction_rollback or object_not_in_prerequisite_state or insufficient_resources or operator_intervention or system_error then
    raise;
  when others then
    perform private.lock_bank_payments(p_bank_id, p_statuses);
    perform private.apply_alone(p_bank_id, s, p_at) from jsonb_array_elements(p_statuses) s;
end
$$;
comment on function private.apply_payment_statuses is
  'Carries out what another bank has decided about the payments of one message: together, and one by one if that raises an error.';

create function private.apply_return_status(p_bank_id text, p_status jsonb, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  payment constant private.bank_payments := private.lock_bank_payment(p_bank_id, false, (p_status ->> 'paymentId')::uuid);
  between_banks constant uuid := private.ledger_account('between banks');
begin
  if payment.state is distinct from 'returning' then
    return;
  elsif p_status ->> 'status' = 'accepted' then
    perform private.move_money(
      payment.movement_id, between_banks, (select b.settlement_account_id from private.banks b where b.id = p_bank_id),
      payment.amount, p_at
    );
    update private.bank_payments p set state = 'returned', decided_at = p_at
    where p.bank_id = p_bank_id and not p.is_outgoing and p.id = payment.id;
  elsif p_status ->> 'status' = 'rejected' then
    update public.transactions t set reversed_at = null where t.movement_id = payment.movement_id and t.id = payment.movement_id;
    perform private.move_money(
      payment.movement_id, between_banks,
      coalesce(private.account_now(payment.account_id), private.ledger_account('closed accounts')),
      payment.amount, p_at
    );
    update private.bank_payments p set state = 'accepted', decided_at = p_at, problem = 'contradiction'
    where p.bank_id = p_bank_id and not p.is_outgoing and p.id = payment.id;
  end if;
end
$$;
comment on function private.apply_return_status is 'What follows when the payer''s bank accepts or rejects the return of a payment.';

create function private.apply_recall_answer(p_bank_id text, p_answer jsonb, p_at timestamptz) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  payment constant private.bank_payments := private.lock_bank_payment(p_bank_id, true, (p_answer ->> 'paymentId')::uuid);
  is_refusal constant boolean := p_answer ->> 'status' = 'refused';
begin
  -- The recall of a payment is sent once it is accepted.
  if (payment.recall is not null and (payment.state = 'accepted' or payment.state = 'returned' and not is_refusal)) is not true then
    return false;
  -- Money that comes back arrives as a return.
  elsif payment.recall = 'refused' or not is_refusal then
    return true;
  end if;
  update private.bank_payments p set recall = 'refused'
  where p.bank_id = p_bank_id and p.is_outgoing and p.id = payment.id;
  perform private.add_recall_event(payment.movement_id, p_at);
  perform private.owe_mail('note', private.notify(
    a.user_id, 'payment', 'We couldn''t get your payment back',
    'The other bank did not return your payment of ' || private.in_pounds(payment.amount)
      || '. Tell us in Chat if you want us to take it further.',
    p_at
  )) from public.accounts a where a.id = payment.account_id;
  return true;
end
$$;
comment on function private.apply_recall_answer is
  'What follows when the payee''s bank does not return a payment that was recalled. False if this bank did not expect the answer.';

create function private.apply_bank_message(p_bank_id text, p_message jsonb, p_at timestamptz) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  case p_message ->> 'type'
    when 'payment-status' then return private.apply_payment_status(p_bank_id, p_message, p_at);
    when 'payment-statuses' then perform private.apply_payment_statuses(p_bank_id, p_message -> 'payments', p_at);
    when 'return-status' then perform private.apply_return_status(p_bank_id, p_message, p_at);
    when 'recall-answer' then return private.apply_recall_answer(p_bank_id, p_message, p_at);
    else null;
  end case;
  return true;
end
$$;
comment on function private.apply_bank_message is
  'Carries out what another bank says about an earlier message, in its answer or in a message of its own. False if this bank did not expect it: then nothing has changed.';
