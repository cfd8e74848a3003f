-- The page of one transaction for staff, and the reversal of a payment between two customers.

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

alter table private.payment_reversals enable row level security;
create policy "No API role can access the reversals" on private.payment_reversals
  for all to anon, authenticated using (false);

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

create type private.payment_sides as (
  movement_id uuid, incoming_id uuid, amount numeric, paid_at timestamptz, evidence private.payment_evidence,
  payer_id uuid, payer_account_id uuid, payee_id uuid, payee_account_id uuid
);
comment on type private.payment_sides is
  'Both sides of a payment: the movement, whose id the payer''s transaction has, the payee''s transaction, the users and the accounts. The payee''s are null for a payee at another bank, and until a held payment is sent.';

create function private.find_payment(p_transaction_id uuid) returns private.payment_sides
language plpgsql stable set search_path = '' as $$
declare
  listed public.transactions;
  payment private.payment_sides;
begin
  select t.* into listed from public.transactions t where t.id = p_transaction_id;
  select a.user_id, a.id, o.evidence into payment.payer_id, payment.payer_account_id, payment.evidence
  from public.accounts a
  left join private.payment_orders o on o.user_id = a.user_id and o.movement_id = listed.movement_id
  where case
      when listed.incoming then a.account_number = listed.from_account_number and a.sort_code = listed.from_sort_code
      else a.id = listed.from_account_id
    end
    -- Scheduled payments have no order.
    and (o.movement_id is not null or exists (select from public.outgoing_payments s where s.id = listed.movement_id));
  if not found then
    return null;
  end if;
  payment.movement_id := listed.movement_id;
  payment.amount := listed.amount;
  payment.paid_at := listed.created_at;
  if listed.status = 'completed' then
    select private.other_id(listed.movement_id), a.id, a.user_id
    into payment.incoming_id, payment.payee_account_id, payment.payee_id
    from public.accounts a
    where a.account_number = listed.to_account_number and a.sort_code = listed.to_sort_code;
  end if;
  return payment;
end
$$;
comment on function private.find_payment is 'The payment that a transaction of either side belongs to. Null for what is no payment, and after the payer was deleted.';

create function private.reversal_refusal(p_payment private.payment_sides) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when exists (
      select from private.rows_of_movement(p_payment.movement_id) t where t.reversed_at is not null
    ) or exists (select from private.payment_reversals r where r.transaction_id = p_payment.movement_id)
      then 'already-reversed'
    -- The entries also tell whether a held payment was sent, and whether a credit is missing.
    when not exists (
      select from private.ledger_entries e
      where e.account_id = p_payment.payee_account_id and e.movement_id = p_payment.movement_id
        and e.amount = p_payment.amount
    )
      then 'not-reversible'
    when not exists (
      select from public.accounts a where a.id = p_payment.payee_account_id and a.balance >= p_payment.amount
    )
      then 'recipient-short'
  end;
end
$$;
comment on function private.reversal_refusal is 'Why a payment cannot be reversed; null if it can.';

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
  amount constant text := '£' || to_char(p_payment.amount, 'FM999,999,999,990.00');
  payer_name text;
  payee_name text;
begin
  -- The rows first and then the accounts, as payments do.
  perform from public.transactions t
  where t.id in (p_payment.movement_id, p_payment.incoming_id) order by t.id for no key update;
  perform from public.accounts a
  where a.id in (p_payment.payer_account_id, p_payment.payee_account_id) order by a.id for no key update;
  perform private.require_reversible(p_payment);
  perform private.move_money(
    reversal_id, p_payment.payee_account_id, p_payment.payer_account_id, p_payment.amount, now()
  );
  update public.transactions t set reversed_at = now() where t.id in (p_payment.movement_id, p_payment.incoming_id);
  insert into private.payment_reversals (transaction_id, movement_id, reversed_at, reversed_by, request_id, reason)
  values (p_payment.movement_id, reversal_id, now(), auth.uid(), p_request_id, p_reason);
  select a.account_holder_name into payer_name from public.accounts a where a.id = p_payment.payer_account_id;
  select a.account_holder_name into payee_name from public.accounts a where a.id = p_payment.payee_account_id;
  perform private.owe_mail('note', private.notify(
    p_payment.payer_id, 'payment', 'Payment returned',
    'Your payment of ' || amount || ' to ' || payee_name || ' was reversed. The money is back in your account.'
  ));
  perform private.owe_mail('note', private.notify(
    p_payment.payee_id, 'payment', 'Payment reversed',
    'The payment of ' || amount || ' from ' || payer_name || ' was reversed. It was taken from your balance.'
  ));
  perform private.audit('reverse_payment', 'payment', p_payment.movement_id, jsonb_strip_nulls(jsonb_build_object(
    'user_id', p_payment.payer_id, 'amount', p_payment.amount, 'movement_id', reversal_id, 'request_id', p_request_id
  )));
end
$$;
comment on function private.carry_out_reversal is
  'Returns the money of a payment to the payer by a movement of its own, marks both rows and notifies both customers. The calling function has checked the right.';

create function private.reverse_payment(p_transaction_id uuid, p_reason text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment private.payment_sides;
  request private.approval_requests;
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
  request.kind := 'reversal';
  request.reason := reason;
  request.user_id := payment.payer_id;
  request.other_user_id := payment.payee_id;
  request.transaction_id := payment.movement_id;
  request.amount_before := payment.amount;
  perform private.open_request(request);
  return false;
end
$$;
select private.expose('reverse_payment',
  'Reverses a payment between two customers; the transaction of either can be named. False: with four eyes it waits for a second administrator. Refused if the recipient''s balance is below the amount. For admins with view_transactions and financial_support.');

create function private.describe_side(p_account_id uuid) returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_build_object(
    'user_id', a.user_id, 'name', a.account_holder_name, 'sort_code', a.sort_code, 'account_number', a.account_number
  )
  from public.accounts a where a.id = p_account_id;
end;

create function private.describe_entries(p_payment private.payment_sides, p_reversal private.payment_reversals) returns jsonb
language sql stable set search_path = ''
begin atomic
  select coalesce(jsonb_agg(jsonb_build_object(
    'movement_id', e.movement_id, 'created_at', e.created_at, 'amount', e.amount,
    'account', coalesce(
      (select a.account_holder_name::text from public.accounts a where a.id = e.account_id),
      (select l.name from private.ledger_accounts l where l.id = e.account_id)
    )
  ) order by e.created_at, e.id), '[]')
  from private.ledger_entries e
  -- The entries of the customers' accounts alone are read by their index; the bank's accounts have one for each payment.
  where (
      e.account_id in ((p_payment).payer_account_id, (p_payment).payee_account_id)
      or (e.account_id in (select l.id from private.ledger_accounts l) and e.created_at = (p_payment).paid_at)
    )
    and e.created_at >= (p_payment).paid_at
    and e.movement_id in ((p_payment).movement_id, (p_reversal).movement_id);
end;

create function private.get_transaction_details(p_transaction_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  listed public.transactions;
  payment private.payment_sides;
  reversal private.payment_reversals;
begin
  perform private.require_permission('view_transactions');
  select t.* into listed from public.transactions t where t.id = p_transaction_id;
  if not found then
    raise exception 'This transaction does not exist.' using errcode = 'PT404', hint = 'transaction-gone';
  end if;
  -- A minute longer than the audit waits before it records the next read.
  perform private.require_recorded('view_transaction', p_transaction_id, '61 minutes');
  payment := private.find_payment(p_transaction_id);
  select r.* into reversal from private.payment_reversals r where r.transaction_id = payment.movement_id;
  return jsonb_build_object(
    'transaction', private.describe_transaction(listed),
    'user_id', listed.user_id,
    'payer', private.describe_side(payment.payer_account_id),
    'payee', private.describe_side(payment.payee_account_id),
    'outgoing_id', payment.movement_id,
    'incoming_id', payment.incoming_id,
    'entries', case when payment.payer_id is null then '[]' else private.describe_entries(payment, reversal) end,
    'check_outcome', (payment.evidence).outcome,
    'payment_reason', (payment.evidence).reason,
    'warnings', coalesce(to_jsonb((payment.evidence).warnings), '[]'),
    'warnings_shown_at', (payment.evidence).warnings_shown_at,
    'reversal', case when reversal.movement_id is not null then jsonb_build_object(
      'reversed_at', reversal.reversed_at, 'reason', reversal.reason,
      'by', (select p.full_name from public.profiles p where p.id = reversal.reversed_by)
    ) end,
    'is_waiting', exists (
      select from private.approval_requests r
      where r.transaction_id = payment.movement_id and r.state = 'waiting' and private.request_problem(r) is null
    ),
    'can_reverse', payment.payer_id is not null and private.can_reverse(auth.uid(), payment.payer_id, payment.payee_id),
    'refusal', case when payment.payer_id is null then 'not-reversible' else private.reversal_refusal(payment) end
  );
end
$$;
select private.expose('get_transaction_details', statement_timeout => '8s', description =>
  'A transaction with both sides of its payment, the ledger entries, what the payer was shown, its reversal, and whether the caller may reverse it. Answers after record_transaction_view. For staff with view_transactions.');
