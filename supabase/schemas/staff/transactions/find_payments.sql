-- The transaction and the payment that an id names, for staff.

create type private.payment_sides as (
  movement_id uuid, incoming_id uuid, amount numeric, paid_at timestamptz, evidence private.payment_evidence,
  payer_id uuid, payer_account_id uuid, payee_id uuid, payee_account_id uuid
);
comment on type private.payment_sides is
  'Both sides of a payment: the movement, whose id the payer''s transaction has, the payee''s transaction, the users and the accounts. The payee''s are null for a payee at another bank, and until a held payment is sent.';

create function private.find_transaction(p_id uuid) returns public.transactions
language plpgsql stable set search_path = '' as $$
declare
  listed public.transactions;
  outgoing public.outgoing_payments;
begin
  select t.* into listed from public.transactions t where t.id = p_id;
  if not found then
    select o.* into outgoing from public.outgoing_payments o where o.id = p_id;
    listed.id := outgoing.id;
    listed.movement_id := outgoing.id;
    listed.user_id := outgoing.user_id;
    listed.created_at := outgoing.created_at;
    listed.amount := outgoing.amount;
    listed.from_account_id := outgoing.from_account_id;
    listed.incoming := false;
    listed.status := case when outgoing.state = 'scheduled' then 'pending' else 'failed' end;
    listed.to_sort_code := outgoing.to_sort_code;
    listed.to_account_number := outgoing.to_account_number;
    listed.to_account_holder_name := outgoing.to_account_holder_name;
    listed.reference := outgoing.reference;
  end if;
  return listed;
end
$$;
comment on function private.find_transaction is
  'A transaction of a list. For a future payment, which has none yet, what it would be. All null if there is neither.';

create function private.find_payment(p_transaction_id uuid) returns private.payment_sides
language plpgsql stable set search_path = '' as $$
declare
  listed constant public.transactions := private.find_transaction(p_transaction_id);
  payment private.payment_sides;
begin
  select a.user_id, a.id, coalesce(o.evidence, made.evidence)
  into payment.payer_id, payment.payer_account_id, payment.evidence
  from public.accounts a
  left join private.payment_orders o on o.user_id = a.user_id and o.movement_id = listed.movement_id
  left join public.outgoing_payments later on later.id = listed.movement_id
  left join private.future_requests made on made.created_id = coalesce(later.regular_payment_id, later.id)
  where case
      when listed.incoming then a.account_number = listed.from_account_number and a.sort_code = listed.from_sort_code
      else a.id = listed.from_account_id
    end
    -- Future payments have no order.
    and (o.movement_id is not null or later.id is not null);
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

create function private.may_read_transaction(p_listed public.transactions) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  -- Almost every row is completed. A payment by card names no account.
  return p_listed.status = 'completed' or p_listed.incoming
    or private.owner_of(p_listed.to_sort_code, p_listed.to_account_number) is distinct from auth.uid();
end
$$;
comment on function private.may_read_transaction is
  'Whether the caller may read a row of a payer''s list: not staff of a payment to themselves that is held or was not sent, because it can be under review.';
