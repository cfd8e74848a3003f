-- What payments for another day and regular payments have in common when a customer makes them.

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

select private.keep_from_api('private.deferred_requests');

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

create function private.deferred_payload_hash(p_payment private.payment_facts, p_when jsonb) returns bytea
language sql stable set search_path = ''
return sha256(convert_to(
  jsonb_build_array(
    (p_payment.payee).name, (p_payment.payee).sort_code, (p_payment.payee).account_number, p_payment.amount,
    p_payment.reference, (p_payment.request).reason, p_when
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
  perform private.require_same_request(first.payload_hash = p_payload_hash);
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

create function private.require_deferred_terms(p_payment private.payment_facts, p_request_id uuid, p_payload_hash bytea)
returns private.payment_evidence
language plpgsql volatile set search_path = '' as $$
declare
  terms private.payment_assessment;
begin
  perform private.require_known_payee(p_payment.payee_account_id, (p_payment.payee).sort_code);
  terms := private.read_terms(p_payment, now());
  perform private.require_no_missing_terms(terms.problem);
  if p_payment.is_new then
    perform private.require_payment_approval(p_payment.payer_id, p_payment.amount, p_request_id, p_payload_hash);
  end if;
  -- Stored also without a check, so that the job notices when it changes.
  terms.evidence.outcome := coalesce((terms.evidence).outcome, p_payment.outcome);
  return terms.evidence;
end
$$;
comment on function private.require_deferred_terms is
  'What a payment that is sent later needs when the customer makes it. The balance counts on the day on which it is sent.';
