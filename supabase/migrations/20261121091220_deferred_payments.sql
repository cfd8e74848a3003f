-- What payments for another day and regular payments have in common when a customer makes them.

create type private.deferred_payment as (
  from_account_id uuid, to_name text, to_sort_code text, to_account_number text, amount numeric, reference text,
  reason text, check_id uuid
);
comment on type private.deferred_payment is 'A valid payment that is sent later, in the form in which it is stored.';

create function private.check_deferred_payment(
  p_payer_id uuid, p_to_name text, p_to_sort_code text, p_to_account_number text, p_amount numeric, p_reference text,
  p_terms private.payment_terms
) returns private.deferred_payment
language plpgsql volatile set search_path = '' as $$
declare
  payment private.deferred_payment := (
    null, btrim(p_to_name), private.normalise_sort_code(p_to_sort_code), translate(p_to_account_number, ' -', ''),
    p_amount, nullif(btrim(p_reference), ''), p_terms.reason, p_terms.check_id
  );
  payer record;
begin
  perform private.require_valid_payee(payment.to_name, payment.to_sort_code, payment.to_account_number, payment.reference);
  perform private.require_valid_amount(p_amount);
  select a.id, a.sort_code, a.account_number into payer from public.accounts a
  where a.user_id = p_payer_id and a.account_type = 'current';
  if not found then
    raise exception 'You do not have an account to pay from yet.' using errcode = 'PT404', hint = 'no-account';
  elsif (payer.sort_code, payer.account_number) = (payment.to_sort_code, payment.to_account_number) then
    raise exception 'You cannot pay into the account you are paying from.' using errcode = 'PT400', hint = 'own-account';
  end if;
  if private.is_own_sort_code(payment.to_sort_code) and not exists (
    select from public.accounts a
    where a.account_number = payment.to_account_number and a.sort_code = payment.to_sort_code
  ) then
    raise exception 'There is no Fernbank account with this sort code and account number.'
      using errcode = 'PT404', hint = 'payee-not-found';
  end if;
  payment.from_account_id := payer.id;
  return payment;
end
$$;
comment on function private.check_deferred_payment is
  'Checks a payment that is sent later, when the customer makes it. The balance counts on the day on which it is sent.';

create table private.deferred_requests (
  user_id uuid,
  request_id uuid,
  payload_hash bytea not null,
  created_id uuid not null unique,
  evidence private.payment_evidence not null,
  primary key (user_id, request_id)
);
comment on table private.deferred_requests is
  'The idempotency keys of payments for another day and of regular payments, and what each has created. No foreign keys and no names: rows outlive users.';

comment on column private.deferred_requests.created_id is 'The outgoing payment or the regular payment.';
comment on column private.deferred_requests.evidence is 'What the payer chose and was shown. It holds for each payment of a regular one.';

alter table private.deferred_requests enable row level security;
create policy "No API role can access the keys of deferred payments" on private.deferred_requests
  for all to anon, authenticated using (false);

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

create function private.deferred_payload_hash(p_payment private.deferred_payment, p_when jsonb) returns bytea
language sql stable set search_path = ''
return sha256(convert_to(
  jsonb_build_array(
    p_payment.to_name, p_payment.to_sort_code, p_payment.to_account_number, round(p_payment.amount, 2), p_payment.reference,
    p_payment.reason, p_when
  )::text, 'utf8'
));

create function private.first_deferred_request(p_user_id uuid, p_request_id uuid, p_payload_hash bytea) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  first private.deferred_requests;
begin
  if p_request_id is null then
    raise exception 'A payment needs a request id.' using errcode = 'PT400', hint = 'field:requestId';
  end if;
  select r.* into first from private.deferred_requests r where r.user_id = p_user_id and r.request_id = p_request_id;
  if first.payload_hash <> p_payload_hash then
    raise exception 'This payment was already sent with different details. Please start again.'
      using errcode = 'PT409', hint = 'idempotency-key-reused';
  end if;
  return first.created_id;
end
$$;
comment on function private.first_deferred_request is
  'What the first request with this key has created; null if there was none. Raises an error if it had other details.';

create function private.record_deferred_request(
  p_user_id uuid, p_request_id uuid, p_payload_hash bytea, p_created_id uuid, p_evidence private.payment_evidence
) returns void
language sql volatile set search_path = ''
begin atomic
  insert into private.deferred_requests (user_id, request_id, payload_hash, created_id, evidence)
  values (p_user_id, p_request_id, p_payload_hash, p_created_id, p_evidence);
end;

create function private.accept_deferred_terms(
  p_payer_id uuid, p_payment private.deferred_payment, p_terms private.payment_terms
) returns private.payment_evidence
language plpgsql volatile set search_path = '' as $$
declare
  payee_name text;
  is_here boolean;
  -- Without a check.
  outcome text;
  saved record;
  evidence private.payment_evidence;
begin
  select a.account_holder_name into payee_name from public.accounts a
  where a.account_number = p_payment.to_account_number and a.sort_code = p_payment.to_sort_code;
  is_here := found;
  if is_here then
    outcome := private.match_names(p_payment.to_name, payee_name);
  end if;
  select r.paid_name, r.check_outcome into saved from public.recipients r
  where r.user_id = p_payer_id and r.account_number = p_payment.to_account_number and r.sort_code = p_payment.to_sort_code;
  evidence := private.accept_terms(
    p_payer_id, p_payment.to_name, p_payment.to_sort_code, p_payment.to_account_number, is_here,
    is_here and private.needs_payee_check(found, p_payment.to_name, saved.paid_name, outcome, saved.check_outcome),
    p_payment.amount, p_terms, now()
  );
  -- Stored also without a check, so that the job notices when it changes.
  evidence.outcome := coalesce(evidence.outcome, outcome);
  return evidence;
end
$$;
comment on function private.accept_deferred_terms is
  'What accept_terms does, for a payment that is sent later. The balance of that day is not known.';
