-- Staff reverse a payment, or ask a second administrator to approve it.

create function private.reverse_payment(p_transaction_id uuid, p_reason text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment private.payment_sides;
  reason text;
begin
  perform private.require_permission('view_transactions');
  perform private.require_permission('financial_support');
  reason := private.require_reason(p_reason);
  payment := private.find_payment(p_transaction_id);
  if payment.payer_id is null then
    raise exception 'Only a completed payment between two customers of Fernbank can be reversed.'
      using errcode = 'PT409', hint = 'not-reversible';
  elsif not private.can_reverse(auth.uid(), payment.payer_id, payment.payee_id) then
    raise exception 'You do not have permission to do this.' using errcode = 'PT403', hint = 'no-permission';
  end if;
  perform private.lock_person(payment.payer_id);
  perform private.require_reversible(payment);
  if not exists (select from private.settings s where s.four_eyes_above is not null) then
    perform private.carry_out_reversal(payment, reason, null);
    return true;
  end if;
  perform private.open_request(
    'reversal', reason, payment.payer_id, payment.movement_id, payment.amount, p_other_user_id => payment.payee_id
  );
  return false;
end
$$;
select private.expose('reverse_payment',
  'Reverses a payment between two customers; the transaction of either can be named. False: with four eyes it waits for a second administrator. Refused if the recipient''s balance is below the amount. For admins with view_transactions and financial_support.');

create function private.reversal_request(p_step text, p_request private.approval_requests, p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  case p_step
    when 'listed' then
      return private.has_permission('financial_support') and private.has_permission('view_transactions');
    when 'right' then
      return private.can_reverse(p_user_id, p_request.user_id, p_request.other_user_id);
    when 'lock' then
      null;
    when 'changed' then
      return coalesce(
        private.reversal_refusal(private.find_payment(p_request.transaction_id)) in ('already-reversed', 'not-reversible'), false
      );
    when 'approved' then
      perform private.carry_out_reversal(private.find_payment(p_request.transaction_id), p_request.reason, p_request.id);
  end case;
  return null;
end
$$;
comment on function private.reversal_request is 'The steps of a request to reverse a payment.';
