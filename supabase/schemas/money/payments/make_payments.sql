-- A payment that is made now: one transaction from the idempotency key to the rows on both sides.

create function private.replay_payment(p_payment private.payment_facts, p_request_id uuid) returns public.payment_answer
language plpgsql stable set search_path = '' as $$
declare
  first private.payment_orders;
  held public.outgoing_payments;
  balance_then numeric;
begin
  select o.* into strict first from private.payment_orders o
  where o.user_id = p_payment.payer_id and o.request_id = p_request_id;
  perform private.require_same_request(first.payload_hash = p_payment.payload_hash);
  select o.* into held from public.outgoing_payments o where o.id = first.movement_id;
  select e.balance_after into balance_then from private.ledger_entries e
  where e.account_id = p_payment.payer_account_id and e.created_at = first.created_at and e.movement_id = first.movement_id;
  return (
    first.movement_id, p_payment.amount, balance_then, p_payment.is_here,
    first.created_at, coalesce(held.state, 'sent')::public.payment_state, held.send_at
  );
end
$$;
comment on function private.replay_payment is
  'Returns the answer of the first request with this key, with the state that a held payment has now. Raises an error if the payment differs.';

create function private.pay(
  p_payer_id uuid, p_request_id uuid, p_request public.payment_request, p_at timestamptz, p_daily_limit numeric default null
) returns public.payment_answer
language plpgsql volatile set search_path = '' as $$
declare
  movement_id constant uuid := private.new_id();
  payment constant private.payment_facts := private.read_payment(p_payer_id, p_request, p_is_assessed => false);
  new_balance numeric;
begin
  insert into private.payment_orders (user_id, request_id, created_at, payload_hash, movement_id)
  values (p_payer_id, p_request_id, p_at, payment.payload_hash, movement_id)
  on conflict do nothing;
  if not found then
    return private.replay_payment(payment, p_request_id);
  end if;
  new_balance := private.book_payment(
    payment, movement_id, p_at, coalesce(p_daily_limit, private.daily_limit_of(p_payer_id, p_at))
  );
  return (
    movement_id, payment.amount, new_balance, payment.is_here, p_at, 'sent'::public.payment_state, null::timestamptz
  );
end
$$;
comment on function private.pay is
  'Makes a payment that is not assessed: it needs no check, no warning and no approval, and is not held. The calling function has authorised the payer.';

create function internal_api.make_payment(p_request_id uuid, p_payment public.payment_request) returns public.payment_answer
language plpgsql volatile security definer set search_path = ''
-- A plan cached while the tables are small would scan whole tables later.
set enable_seqscan = off as $$
declare
  -- Each call of auth.uid parses the claims again.
  claims constant jsonb := auth.jwt();
  session constant uuid := (claims ->> 'session_id')::uuid;
  payer record;
  mark text;
  movement_id constant uuid := private.new_id();
  payment private.payment_facts;
  terms private.payment_assessment;
  held public.payment_answer;
  new_balance numeric;
begin
  -- Not in the wrapper, which cannot name functions in private.
  if p_payment.warnings is not null or p_payment.reason is not null then
    perform private.require_short_list(p_payment.warnings || p_payment.reason);
  end if;
  select s.user_id, s.is_approved, s.undo_seconds, s.daily_limit, s.signed_in_at, s.oldest_activity into payer
  from private.live_sessions s where s.session_id = session and s.user_id = (claims ->> 'sub')::uuid;
  if payer.is_approved is not true then
    perform private.require_approved();
  end if;
  -- As private.is_idle. The mark is for require_active_session, which otherwise queries the activity again.
  if coalesce(
    payer.signed_in_at >= payer.oldest_activity or private.has_activity_since(session, payer.oldest_activity), true
  ) then
    -- An assignment, because perform runs a query.
    mark := set_config('fernbank.active_session', current_setting('request.jwt.claims'), true);
  end if;
  payment := private.read_payment(payer.user_id, p_payment);
  if p_request_id is null then
    raise exception 'A payment needs a request id.' using errcode = 'PT400';
  end if;
  if not payment.is_usual or p_payment.check_id is not null or p_payment.reason is not null then
    terms := private.payment_terms(payment, now());
    payment.outcome := coalesce((terms.evidence).outcome, payment.outcome);
    payment.warned := terms.warned;
  end if;
  -- A concurrent request with the same key waits here for the first, and then returns its answer.
  insert into private.payment_orders (user_id, request_id, created_at, payload_hash, movement_id, evidence)
  values (payment.payer_id, p_request_id, now(), payment.payload_hash, movement_id, terms.evidence)
  on conflict do nothing;
  if not found then
    return private.replay_payment(payment, p_request_id);
  end if;
  if payment.is_new or terms.problem is not null or (terms.evidence).reviews is not null or payer.undo_seconds > 0 then
    held := private.before_payment(payment, movement_id, p_request_id, terms, now(), payer.daily_limit, payer.undo_seconds);
    if held.transaction_id is not null then
      return held;
    end if;
  end if;
  new_balance := private.book_payment(payment, movement_id, now(), payer.daily_limit);
  return (
    movement_id, payment.amount, new_balance, payment.is_here, now(), 'sent'::public.payment_state, null::timestamptz
  );
end
$$;

create function public.make_payment(p_request_id uuid, p_payment public.payment_request)
returns setof public.payment_answer
-- A payment can wait for the other payments of the same payee.
language plpgsql volatile security invoker set search_path = '' set statement_timeout = '8s' as $$
begin
  return next internal_api.make_payment(p_request_id, p_payment);
end
$$;
comment on function public.make_payment is
  'Pays from the caller''s account. p_request_id is the idempotency key: a repeated request returns the first answer and pays nothing. With an undo window the state is held until send_at.';
grant execute on function internal_api.make_payment, public.make_payment to authenticated;
