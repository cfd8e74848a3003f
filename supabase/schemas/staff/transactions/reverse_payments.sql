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
  end if;
  perform private.require_right(private.can_reverse(auth.uid(), payment.payer_id, payment.payee_id));
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

create function private.reversal_actions(p_payment private.payment_sides, p_is_own boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  can_reverse constant boolean := p_payment.payer_id is not null
    and private.can_reverse(auth.uid(), p_payment.payer_id, p_payment.payee_id);
  refusal constant text := case when p_payment.payer_id is null then 'not-reversible' else private.reversal_refusal(p_payment) end;
begin
  return jsonb_build_object(
    'reversal_id', (select r.movement_id from private.payment_reversals r where r.transaction_id = p_payment.movement_id),
    'is_waiting', not p_is_own and exists (
      select from private.approval_requests r
      where r.transaction_id = p_payment.movement_id and r.state = 'waiting' and private.request_problem(r) is null
    ),
    'can_reverse', can_reverse,
    -- It compares the payee's balance with the amount.
    'refusal', case when can_reverse or refusal <> 'recipient-short' then refusal end
  );
end
$$;

create function private.reversal_request(p_step text, p_request private.approval_requests, p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  case p_step
    when 'asked' then
      null;
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
