-- What payments for another day and regular payments have in common when a customer makes them.

create table private.future_requests (
  user_id uuid,
  request_id uuid,
  payload_hash bytea not null,
  created_id uuid not null unique,
  evidence private.payment_evidence not null,
  primary key (user_id, request_id)
);
comment on table private.future_requests is
  'The idempotency keys of payments for another day and of regular payments, and what each has created. No foreign keys and no names: rows outlive users.';

comment on column private.future_requests.created_id is 'The outgoing payment or the regular payment.';
comment on column private.future_requests.evidence is 'What the payer chose and was shown. It holds for each payment of a regular one.';

select private.keep_from_api('private.future_requests');

create function private.first_attempt(p_day date) returns timestamptz
language sql stable set search_path = ''
return private.london_instant(p_day, '06:00');

create function private.second_attempt(p_day date) returns timestamptz
language sql stable set search_path = ''
return private.london_instant(p_day, '14:00');

create function private.lock_outgoing_payments(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('outgoing payments of ' || p_user_id, 0));
end
$$;
comment on function private.lock_outgoing_payments is
  'Every function that changes the outgoing or regular payments of a customer takes this lock before any row.';

create function private.lock_my_payments() returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.require_approved();
  perform private.lock_outgoing_payments(auth.uid());
end
$$;
comment on function private.lock_my_payments is 'Where each change of an outgoing or regular payment by its customer begins.';

create function private.future_payload_hash(p_payment private.payment_facts, p_when jsonb) returns bytea
language sql stable set search_path = ''
return sha256(convert_to(
  jsonb_build_array(
    (p_payment.payee).name, (p_payment.payee).sort_code, (p_payment.payee).account_number, p_payment.amount,
    p_payment.reference, (p_payment.request).reason, p_when
  )::text, 'utf8'
));

create function private.first_future_request(p_user_id uuid, p_request_id uuid, p_payload_hash bytea) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  first private.future_requests;
begin
  if p_request_id is null then
    raise exception 'A payment needs a request id.' using errcode = 'PT400', hint = 'field:requestId';
  end if;
  select r.* into first from private.future_requests r where r.user_id = p_user_id and r.request_id = p_request_id;
  perform private.require_same_request(first.payload_hash = p_payload_hash);
  return first.created_id;
end
$$;
comment on function private.first_future_request is
  'What the first request with this key has created; null if there was none. Raises an error if it had other details.';

create function private.record_future_request(
  p_user_id uuid, p_request_id uuid, p_payload_hash bytea, p_created_id uuid, p_evidence private.payment_evidence
) returns void
language sql volatile set search_path = ''
begin atomic
  insert into private.future_requests (user_id, request_id, payload_hash, created_id, evidence)
  values (p_user_id, p_request_id, p_payload_hash, p_created_id, p_evidence);
end;

create function private.sent_to_new_payee(p_user_id uuid, p_sort_code text, p_account_number text, p_at timestamptz)
returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return (
    with payee as (
      select p_sort_code as sort_code, p_account_number as account_number
      union
      -- Another savings account of the same customer is no other payee.
      select a.sort_code, a.account_number from public.accounts a
      where a.user_id = private.owner_of(p_sort_code, p_account_number)
    )
    select coalesce(sum(sent.amount), 0)
    from payee
    cross join lateral (
      select p.paid_total as amount from private.saved_payees p
      where p.user_id = p_user_id and p.sort_code = payee.sort_code and p.account_number = payee.account_number and p.is_new
      union all
      select o.amount from public.outgoing_payments o
      where o.user_id = p_user_id and o.state = 'held' and o.to_sort_code = payee.sort_code
        and o.to_account_number = payee.account_number
      union all
      select r.paid_total from private.removed_payees r
      where r.user_id = p_user_id and r.sort_code = payee.sort_code and r.account_number = payee.account_number
        and r.removed_at > p_at - interval '7 days'
    ) sent
  );
end
$$;
comment on function private.sent_to_new_payee is
  'What was sent to a new payee, on each of their accounts here, also before the customer deleted them, and what can still be undone: many small payments to a new payee are one large one. The calling function has called lock_outgoing_payments, so that of two payments at the same moment the second counts the first.';

create function private.require_passkey_for_payment(
  p_payer_id uuid, p_payee private.party, p_amount numeric, p_request_id uuid, p_payload_hash bytea,
  p_changed_id uuid default null, p_is_regular boolean default false
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  highest numeric;
  planned numeric;
begin
  select p.approve_above into highest from public.profiles p
  where p.id = p_payer_id and (private.has_passkey(p.id) or private.passkey_approval_wait_until(p.id) is not null);
  if not found then
    return;
  end if;
  perform private.lock_outgoing_payments(p_payer_id);
  select coalesce(sum(p.amount), 0) into planned
  from (
    select o.id, o.to_sort_code, o.to_account_number, o.amount from public.outgoing_payments o
    where o.user_id = p_payer_id and o.state = 'scheduled' and o.regular_payment_id is null
    union all
    -- Also a paused one: it is resumed without an approval.
    select r.id, r.to_sort_code, r.to_account_number, r.amount from public.regular_payments r
    where r.user_id = p_payer_id and r.state in ('active', 'paused')
  ) p
  where p.to_sort_code = p_payee.sort_code and p.to_account_number = p_payee.account_number and p.id is distinct from p_changed_id;
  if p_is_regular
    or private.sent_to_new_payee(p_payer_id, p_payee.sort_code, p_payee.account_number, now()) + planned + p_amount > highest
  then
    perform private.require_passkey_approval('payment', p_request_id::text, encode(p_payload_hash, 'hex'));
  end if;
end
$$;
comment on function private.require_passkey_for_payment is
  'Raises an error unless a passkey has approved this payment to a new payee, if its payer needs that and the payment is a regular one, or the amount, together with what was sent and is planned to this payee, is above the payer''s own. A regular payment of any amount would otherwise make its payee known. The hash is that of the idempotency key: payee, sort code, account number, amount and reference, and of a later payment its days. p_changed_id: the future payment that gets this amount, which is not counted twice.';

create function private.require_future_terms(
  p_payment private.payment_facts, p_request_id uuid, p_payload_hash bytea, p_changed_id uuid default null,
  p_is_regular boolean default false
) returns private.payment_evidence
language plpgsql volatile set search_path = '' as $$
declare
  terms private.payment_assessment;
begin
  terms := private.payment_terms(p_payment, now());
  perform private.require_no_missing_terms(terms.problem);
  if p_payment.is_new then
    perform private.require_passkey_for_payment(
      p_payment.payer_id, p_payment.payee, p_payment.amount, p_request_id, p_payload_hash, p_changed_id,
      p_is_regular
    );
  end if;
  -- Stored also without a check, so that the job notices when it changes.
  terms.evidence.outcome := coalesce((terms.evidence).outcome, p_payment.outcome);
  return terms.evidence;
end
$$;
comment on function private.require_future_terms is
  'What a payment that is sent later needs when the customer makes it. The balance counts on the day on which it is sent.';
