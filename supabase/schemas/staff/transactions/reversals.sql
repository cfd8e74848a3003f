-- The reversal of a payment between two customers: which payments can be reversed, by whom, and what it does.

create table private.payment_reversals (
  transaction_id uuid primary key,
  movement_id uuid not null unique,
  reversed_at timestamptz not null,
  reversed_by uuid not null,
  request_id uuid,
  reason text not null
    constraint payment_reversals_reason_check check (char_length(reason) between 1 and 300 and private.is_clean(reason))
);
comment on table private.payment_reversals is 'Payments that staff have reversed, each once. No foreign keys: rows outlive users and transactions.';
comment on column private.payment_reversals.transaction_id is 'The payer''s transaction, which has the id of the payment''s movement.';
comment on column private.payment_reversals.movement_id is 'The movement in the ledger that returned the money.';
comment on column private.payment_reversals.request_id is 'The approved request; null without four eyes.';

select private.keep_from_api('private.payment_reversals');

create function private.describe_reversal(p_movement_id uuid, p_account_id uuid) returns text
language sql stable set search_path = ''
begin atomic
  select coalesce(
    case when t.from_account_id = p_account_id then 'Returned: ' || t.to_account_holder_name
      else 'Reversed: ' || a.account_holder_name end,
    'Reversed payment'
  )
  from private.payment_reversals r
  left join public.transactions t on t.id = r.transaction_id
  left join public.accounts a on a.id = t.from_account_id
  where r.movement_id = p_movement_id;
end;
comment on function private.describe_reversal is 'What the statement of an account says about the movement of a reversal; null for another movement.';

create function private.reversal_refusal(p_payment private.payment_sides) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when exists (
      select from private.rows_of_movement(p_payment.movement_id) t where t.reversed_at is not null
    ) or exists (select from private.payment_reversals r where r.transaction_id = p_payment.movement_id)
      then 'already-reversed'
    when p_payment.payer_id = p_payment.payee_id then 'not-reversible'
    -- The entries also tell whether a held payment was sent, and whether a credit is missing.
    when not exists (
      select from private.ledger_entries e
      where e.account_id = p_payment.payee_account_id and e.movement_id = p_payment.movement_id
        and e.amount = p_payment.amount
    ) and not exists (
      -- What came in after the payee closed the account.
      select from private.closed_money m
      where m.user_id = p_payment.payee_id and m.movement_id = p_payment.movement_id and m.amount = p_payment.amount
    )
      then 'not-reversible'
    when not exists (
      select from public.accounts a
      where a.id = private.account_now(p_payment.payee_account_id)
        and case when a.is_closed then private.money_waiting_for(a.user_id) else a.balance end >= p_payment.amount
    )
      then 'recipient-short'
  end;
end
$$;

create function private.require_reversible(p_payment private.payment_sides) returns void
language plpgsql stable set search_path = '' as $$
begin
  case private.reversal_refusal(p_payment)
    when 'already-reversed' then
      raise exception 'This payment has been reversed already.' using errcode = 'PT409', hint = 'already-reversed';
    when 'not-reversible' then
      raise exception 'Only a completed payment between two customers of Fernbank can be reversed.'
        using errcode = 'PT409', hint = 'not-reversible';
    when 'recipient-short' then
      raise exception 'The recipient''s balance is below the amount, so it cannot be returned.'
        using errcode = 'PT409', hint = 'recipient-short';
    else
      null;
  end case;
end
$$;

create function private.can_reverse(p_user_id uuid, p_payer_id uuid, p_payee_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_user_id <> p_payer_id and p_user_id is distinct from p_payee_id
    and private.holds_permission(p_user_id, 'view_transactions')
    and private.holds_permission(p_user_id, 'financial_support')
    and (
      private.holds_super_admin(p_user_id) or not (private.is_staff(p_payer_id) or coalesce(private.is_staff(p_payee_id), false))
    );
end
$$;
comment on function private.can_reverse is
  'Whether this administrator may reverse a payment between these users: never their own, and that of other staff as a super admin only.';

create function private.carry_out_reversal(p_payment private.payment_sides, p_reason text, p_request_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
declare
  reversal_id constant uuid := private.new_id();
  amount constant text := private.in_pounds(p_payment.amount);
  source_id constant uuid := private.account_now(p_payment.payee_account_id);
  payer public.accounts;
  payee public.accounts;
begin
  perform private.lock_payment_case(p_payment.movement_id);
  -- The rows first and then the accounts, as payments do.
  perform from public.transactions t
  where t.id in (p_payment.movement_id, p_payment.incoming_id) order by t.id for no key update;
  perform from public.accounts a
  where a.id in (p_payment.payer_account_id, source_id) order by a.id for no key update;
  perform private.require_reversible(p_payment);
  perform private.move_money(
    reversal_id, source_id, p_payment.payer_account_id, p_payment.amount, now()
  );
  update public.transactions t set reversed_at = now() where t.id in (p_payment.movement_id, p_payment.incoming_id);
  insert into private.payment_reversals (transaction_id, movement_id, reversed_at, reversed_by, request_id, reason)
  values (p_payment.movement_id, reversal_id, now(), auth.uid(), p_request_id, p_reason);
  perform private.take_back_refund(p_payment.movement_id, p_payment.amount, now());
  select a.* into payer from public.accounts a where a.id = p_payment.payer_account_id;
  select a.* into payee from public.accounts a where a.id = p_payment.payee_account_id;
  perform private.count_as_unpaid(p_payment.payer_id, payee.sort_code, payee.account_number, p_payment.amount);
  -- The owner of a closed account is told what came in.
  if not payer.is_closed then
    perform private.owe_mail('note', private.notify(
      p_payment.payer_id, 'payment', 'Payment reversed',
      'Your payment of ' || amount || ' to ' || payee.account_holder_name || ' was reversed. The money is back in your account.',
      p_transaction_id => p_payment.movement_id
    ));
  end if;
  perform private.owe_mail('note', private.notify(
    p_payment.payee_id, 'payment', 'Payment reversed',
    'The payment of ' || amount || ' from ' || payer.account_holder_name || ' was reversed. It was taken from '
      || case when (select a.is_closed from public.accounts a where a.id = source_id) then 'the money that waits for you.' else 'your balance.' end,
    p_transaction_id => p_payment.incoming_id
  ));
  perform private.audit('reverse_payment', 'payment', p_payment.movement_id, jsonb_strip_nulls(jsonb_build_object(
    'user_id', p_payment.payer_id, 'amount', p_payment.amount, 'movement_id', reversal_id, 'request_id', p_request_id
  )));
end
$$;
comment on function private.carry_out_reversal is
  'Returns the money of a payment to the payer by a movement of its own, marks both rows and notifies both customers. The calling function has checked the right.';
