-- What customers see of payments between banks, and how a payment is asked back.

create function private.my_bank_payment(p_transaction_id uuid) returns private.bank_payments
language plpgsql volatile set search_path = '' as $$
declare
  payment private.bank_payments;
begin
  select p.* into payment from public.transactions t join private.bank_payments p on p.movement_id = t.movement_id
  where t.id = p_transaction_id and t.user_id = auth.uid()
  for update of p;
  if not found then
    raise exception 'We could not find this payment.' using errcode = 'PT404', hint = 'transaction-gone';
  end if;
  return payment;
end
$$;
comment on function private.my_bank_payment is 'Locks a payment to or from another bank that is in the caller''s list. Raises an error if there is none.';

create function private.get_bank_payment(p_transaction_id uuid)
returns table (
  bank_name text, is_outgoing boolean, state text, reason text, decided_at timestamptz, recall text, recall_words text
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  return query
  select
    b.name, p.is_outgoing, p.state, case when p.reason is not null then private.reason_words(p.reason) end, p.decided_at, p.recall,
    private.recall_words(p)
  from public.transactions t
  join private.bank_payments p on p.movement_id = t.movement_id
  join private.banks b on b.id = p.bank_id
  where t.id = p_transaction_id and t.user_id = auth.uid();
end
$$;
select private.expose('get_bank_payment',
  'What another bank has decided about a payment of the caller, by the id of its transaction. No row for a payment that no other bank takes part in.');

create function private.recall_payment(p_transaction_id uuid, p_reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment private.bank_payments;
begin
  perform private.require_approved();
  if (p_reason in ('mistake', 'fraud')) is not true then
    raise exception 'Choose what happened.' using errcode = 'PT400', hint = 'field:reason';
  end if;
  payment := private.my_bank_payment(p_transaction_id);
  if payment.recall is not null then
    return;
  elsif not (payment.is_outgoing and payment.state in ('sent', 'accepted')) then
    raise exception 'This payment can''t be asked back.' using errcode = 'PT409', hint = 'payment-finished';
  end if;
  update private.bank_payments p set recall = 'asked', recall_reason = p_reason, recalled_at = now()
  where p.bank_id = payment.bank_id and p.is_outgoing and p.id = payment.id;
  -- Before the other bank has accepted the payment it has nothing to return: accept_payments sends the recall then.
  perform private.queue_recall(payment.bank_id, payment.id, p_reason) where payment.state = 'accepted';
  perform private.audit('recall_payment', 'payment', payment.id, jsonb_build_object(
    'user_id', auth.uid(), 'amount', payment.amount, 'reason', p_reason
  ));
end
$$;
select private.expose('recall_payment', while_frozen => true, description =>
  'Asks the payee''s bank to return a payment of the caller: mistake or fraud. Asking again changes nothing.');

create function private.send_back(p_payment private.bank_payments, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- The rows first and then the accounts, as payments do.
  update public.transactions t set reversed_at = p_at where t.id = p_payment.movement_id;
  update private.bank_payments p set state = 'returning', ask_at = p_at
  where p.bank_id = p_payment.bank_id and not p.is_outgoing and p.id = p_payment.id;
  perform private.move_money(
    p_payment.movement_id, private.account_now(p_payment.account_id), private.ledger_account('between banks'),
    p_payment.amount, p_at
  );
  perform private.queue_bank_message(p_payment.bank_id, 'return', p_payment.id, jsonb_build_object(
    'amount', to_char(p_payment.amount, 'FM9999990.00'), 'reason', 'FOCR'
  ));
end
$$;
comment on function private.send_back is 'Returns a payment from another bank, whose message is queued in the same transaction. The calling function has locked the payment and checked the right.';

create function private.refuse_recall(p_payment private.bank_payments) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update private.bank_payments p set recall = 'refused'
  where p.bank_id = p_payment.bank_id and not p.is_outgoing and p.id = p_payment.id;
  perform private.queue_bank_message(
    p_payment.bank_id, 'recall-answer', p_payment.id, jsonb_build_object('status', 'refused')
  );
end
$$;

create function private.refuse_recalls_of(p_user_id uuid, p_above numeric default 0) returns void
language sql volatile set search_path = ''
begin atomic
  with asked as (
    select p as payment from private.bank_payments p
    where p.recall = 'asked' and p.state = 'accepted' and not p.is_outgoing and p.amount > p_above
      and p.account_id in (select a.id from public.accounts a where a.user_id = p_user_id)
    -- The calling function has locked the accounts, and a payment is locked before its account.
    for update skip locked
  )
  select private.refuse_recall(a.payment) from asked a;
end;
comment on function private.refuse_recalls_of is
  'Tells other banks that payments above this amount stay with a customer who leaves. Otherwise they would wait for an answer that no one can give.';

create function private.asked_back_from(p_user_id uuid) returns numeric
language sql stable set search_path = ''
begin atomic
  select coalesce(sum(p.amount), 0) from private.bank_payments p
  where p.recall = 'asked' and p.state = 'accepted' and not p.is_outgoing
    and p.account_id in (select a.id from public.accounts a where a.user_id = p_user_id);
end;
comment on function private.asked_back_from is 'What other banks ask back from a customer, until there is an answer.';

create function private.was_asked_back_since(p_user_id uuid, p_at timestamptz) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (
    select from private.bank_payments p
    where p.recall = 'asked' and p.state = 'accepted' and not p.is_outgoing and p.recalled_at > p_at
      and p.account_id in (select a.id from public.accounts a where a.user_id = p_user_id)
  );
end;
comment on function private.was_asked_back_since is 'Whether another bank has asked this customer for a payment since then, and has no answer.';

create function private.answer_recall(p_transaction_id uuid, p_returns boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment private.bank_payments;
begin
  perform private.require_approved();
  payment := private.my_bank_payment(p_transaction_id);
  if payment.is_outgoing or payment.recall is null or p_returns is null then
    raise exception 'Nobody has asked for this payment.' using errcode = 'PT409', hint = 'payment-finished';
  elsif payment.recall = 'refused' or payment.state <> 'accepted' then
    return;
  end if;
  if p_returns then
    perform private.send_back(payment, now());
  else
    perform private.refuse_recall(payment);
  end if;
  perform private.audit('answer_recall', 'payment', payment.movement_id, jsonb_build_object(
    'user_id', auth.uid(), 'amount', payment.amount, 'returned', p_returns
  ));
end
$$;
select private.expose('answer_recall',
  'Returns a payment that the sender''s bank asks back, or keeps it. Only the caller''s own; the first answer stays.');

create function private.is_recalled(p_movement_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (
    select from private.bank_payments p
    where p.movement_id = p_movement_id and not p.is_outgoing and p.state = 'accepted' and p.recall is not null
  );
end;
comment on function private.is_recalled is 'Whether the sender''s bank has asked for a payment that is still here, also after the payee kept it.';

create function private.return_recalled(p_movement_id uuid, p_request_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
declare
  payment private.bank_payments;
  account public.accounts;
begin
  select p.* into strict payment from private.bank_payments p where p.movement_id = p_movement_id and not p.is_outgoing;
  select a.* into strict account from public.accounts a where a.id = private.account_now(payment.account_id);
  begin
    perform private.send_back(payment, now());
  exception when sqlstate 'PT402' then
    raise exception 'The recipient''s balance is below the amount, so it cannot be returned.'
      using errcode = 'PT409', hint = 'recipient-short';
  end;
  perform private.owe_mail('note', private.notify(
    account.user_id, 'payment', 'Payment returned to the sender',
    'The sender''s bank asked for ' || private.in_pounds(payment.amount)
      || ' back, and we have returned it. It was taken from '
      || case when account.is_closed then 'the money that waits for you.' else 'your balance. Tell us in Chat if you disagree.' end,
    p_transaction_id => p_movement_id
  ));
  perform private.audit('return_payment', 'payment', p_movement_id, jsonb_build_object(
    'user_id', account.user_id, 'amount', payment.amount, 'request_id', p_request_id
  ));
end
$$;
comment on function private.return_recalled is
  'Returns a payment to its sender''s bank, with a note to the payee. The calling function has locked it and checked both administrators.';
