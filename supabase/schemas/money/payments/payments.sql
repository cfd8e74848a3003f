-- Payments: what each reads and writes, and its idempotency key.

create table private.payment_orders (
  user_id uuid not null,
  request_id uuid not null,
  created_at timestamptz not null,
  payload_hash bytea not null,
  movement_id uuid not null,
  evidence private.payment_evidence,
  primary key (user_id, request_id)
);
comment on table private.payment_orders is
  'The idempotency key of each payment, so that a repeated request pays once. The first row that a payment writes. No foreign keys and no names: rows outlive users.';
comment on column private.payment_orders.evidence is 'What the payer chose and was shown; null if that was nothing.';

select private.keep_from_api('private.payment_orders');

-- A request can filter the answer of a function, and the filter runs while the function's locks are held. A regular
-- expression on text of the caller could hold the payee's lock for seconds. No such operator takes an enum, so Postgres
-- refuses the filter before it calls the function (0066).
create type public.payment_state as enum ('held', 'sent', 'cancelled');
comment on type public.payment_state is 'The state of a payment in the answers of functions that lock the payee. Not text.';

create type public.payment_answer as (
  transaction_id uuid, amount numeric, balance numeric, internal boolean, created_at timestamptz,
  state public.payment_state, send_at timestamptz
);
comment on type public.payment_answer is 'What make_payment returns.';

create function private.require_valid_payment(
  p_payment private.payment_facts, p_payee private.party, p_amount numeric, p_reference text
) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_short_texts(500, p_payee.name, p_payee.sort_code, p_payee.account_number, p_reference);
  perform private.require_valid_payee(p_payee.name, p_payee.sort_code, p_payee.account_number, p_reference);
  perform private.require_valid_amount(p_amount);
  if p_payment.payer_account_id is null then
    raise exception 'You do not have an account to pay from yet.' using errcode = 'PT404', hint = 'no-account';
  elsif p_payment.payee_account_id = p_payment.payer_account_id then
    raise exception 'You cannot pay into the account you are paying from.' using errcode = 'PT400', hint = 'own-account';
  elsif p_payment.payee_id = p_payment.payer_id then
    raise exception 'This is one of your own accounts. Move the money there instead.' using errcode = 'PT400', hint = 'own-account';
  end if;
end
$$;

create function private.read_payment(
  p_payer_id uuid, p_request public.payment_request, p_is_assessed boolean default true
) returns private.payment_facts
language plpgsql volatile set search_path = '' as $$
declare
  payee constant private.party := (
    btrim(p_request.to_name),
    case
      when p_request.to_sort_code like '__-__-__' then p_request.to_sort_code
      else private.normalise_sort_code(p_request.to_sort_code)
    end,
    translate(p_request.to_account_number, ' -', '')
  );
  -- The app writes an amount like this.
  amount constant numeric := case
    when p_request.amount ~ '^[0-9]{1,7}[.][0-9]{2}$' then p_request.amount::numeric else private.plain_decimal(p_request.amount)
  end;
  reference constant text := nullif(btrim(p_request.reference), '');
  -- The lock of lock_payer: payments by one customer share it. An expression, because perform runs a query.
  is_locked constant boolean := pg_advisory_xact_lock_shared(hashtextextended('payments by ' || p_payer_id, 0)) is not null;
  payment private.payment_facts;
begin
  select
    payee, amount::numeric(14, 2), reference, p_request,
    payer.user_id, payer.id, payer.account_holder_name, payer.sort_code, payer.account_number, payer.balance,
    here.user_id, here.id, here.account_holder_name,
    coalesce(here.sort_code, saved.sort_code), coalesce(here.account_number, saved.account_number),
    saved.id is not null, coalesce(saved.is_new, true), saved.paid_name, saved.check_outcome, coalesce(saved.paid_count, 0),
    coalesce(saved.paid_total - saved.warned_total, 0),
    case when here.id is null then 'unavailable' when here.account_holder_name = payee.name then 'match' end
  into payment
  from public.accounts payer
  -- An account here matches both numbers. Any other payee is at another bank.
  left join public.accounts here
    on here.account_number = payee.account_number and here.sort_code = payee.sort_code and not here.is_closed
  left join private.saved_payees saved
    on saved.user_id = payer.user_id and saved.account_number = payee.account_number and saved.sort_code = payee.sort_code
  where payer.user_id = p_payer_id and payer.account_type = 'current';
  -- Fast path: the details of a saved payee were checked when this name was paid. A payment that passes here is valid.
  if (
    payee.name = payment.paid_name and amount > 0 and amount <= 1000000.00
    and coalesce(char_length(reference) <= 18 and reference ~ '^[ -;=?-~]*$', true)
  ) is not true then
    perform private.require_valid_payment(payment, payee, amount, reference);
    payment.payee_sort_code := payee.sort_code;
    payment.payee_account_number := payee.account_number;
  end if;
  -- A name that the customer has not paid before is not compared for them: the time of the comparison would tell something,
  -- and nothing would count it.
  if payment.outcome is null and (payee.name = payment.paid_name or not p_is_assessed) then
    payment.outcome := private.name_outcome(payee.name, payment.payee_name);
  end if;
  -- Names do not tell the type of the account, so a payment does not make it right.
  if payment.outcome = 'match' and payment.saved_outcome = 'wrong_type' and payee.name = payment.paid_name then
    payment.outcome := 'wrong_type';
  end if;
  -- Postgres prepares the query of a condition also where the condition is not reached.
  if payment.payee_account_id is not null then
    payment.is_here := true;
    payment.is_usual := not payment.is_new
      and coalesce(payee.name = payment.paid_name and payment.outcome = payment.saved_outcome, false)
      and payment.outcome in ('match', 'close_match')
      and not exists (
        select from private.payee_reports r where r.sort_code = payee.sort_code and r.account_number = payee.account_number
      );
  else
    payment.is_here := private.is_own_sort_code(payee.sort_code);
    payment.is_usual := false;
  end if;
  -- 16 bytes are enough to tell the payments of one customer apart, and every payment stores them permanently.
  -- None of the texts can contain the separator, and only the last can be null.
  payment.payload_hash := substr(sha256(convert_to(concat_ws(
    E'\n', payee.name, payee.sort_code, payee.account_number, payment.amount, reference
  ), 'utf8')), 1, 16);
  return payment;
end
$$;
comment on function private.read_payment is
  'Reads what a payment needs to know in one query. Raises an error if the payment is invalid. The calling function has authorised the payer. A payment that is not assessed is made for the customer, later.';

create function private.rest_of_year(p_amount numeric, p_frequency text, p_payments integer) returns numeric
language sql immutable parallel safe set search_path = ''
return p_amount * least(
  case p_frequency when 'weekly' then 52 when 'two_weekly' then 26 when 'four_weekly' then 13 when 'monthly' then 12 when 'yearly' then 1 else 0 end,
  p_payments
);
comment on function private.rest_of_year is
  'What a payment that repeats sends in the year after today; at most this number of payments, if there is one. Nothing for one that is made once.';

create type private.payment_route as (account_id uuid, status text, bank_id text);
comment on type private.payment_route is
  'Where a payment to no account here goes: the account of the bank that takes the money, the status of the row until then, and the other bank that is told.';

create function private.book_elsewhere(
  p_payment private.payment_facts, p_movement_id uuid, p_at timestamptz, p_daily_limit numeric, p_is_held boolean
) returns numeric
language plpgsql volatile set search_path = '' as $$
declare
  route constant private.payment_route := private.route_of(p_payment);
  new_balance numeric;
begin
  if p_is_held then
    update public.transactions t set status = route.status where t.id = p_movement_id;
    perform private.settle_hold(
      p_movement_id, p_payment.payer_account_id, 'payments in flight', route.account_id, p_payment.amount, p_at
    );
  else
    perform private.record_outgoing(
      p_movement_id, p_payment.payer_id, p_payment.payer_account_id, p_payment.payee, p_payment.amount, p_payment.reference, p_at,
      route.status
    );
    new_balance := private.move_money(
      p_movement_id, p_payment.payer_account_id, route.account_id, p_payment.amount, p_at, p_daily_limit
    );
  end if;
  if route.bank_id is not null then
    perform private.send_to_bank(p_payment, route.bank_id, p_movement_id, p_at);
  end if;
  return new_balance;
end
$$;
comment on function private.book_elsewhere is
  'Writes the payer''s row of a payment to no account here, moves the money out and hands the payment over. Called by book_payment.';

create function private.book_held(p_payment private.payment_facts, p_movement_id uuid, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  account public.accounts;
begin
  select a.* into strict account from public.accounts a where a.id = p_payment.payee_account_id;
  update public.transactions t set status = 'completed' where t.id = p_movement_id;
  perform private.record_incoming(
    private.other_id(p_movement_id), p_movement_id, account,
    (p_payment.payer_name, p_payment.payer_sort_code, p_payment.payer_account_number), p_payment.amount, p_payment.reference, p_at
  );
  perform private.settle_hold(
    p_movement_id, p_payment.payer_account_id, 'payments in flight', account.id, p_payment.amount, p_at
  );
end
$$;
comment on function private.book_held is
  'Writes the payee''s row of a held payment to an account here, and moves the money. The payer has a row already. Called by book_payment.';

create function private.book_payment(
  p_payment private.payment_facts, p_movement_id uuid, p_at timestamptz, p_daily_limit numeric, p_is_held boolean default false
) returns numeric
language plpgsql volatile set search_path = '' as $$
declare
  payee constant private.party := p_payment.payee;
  texts private.payment_texts;
  new_balance numeric;
begin
  if p_payment.payee_account_id is null then
    new_balance := private.book_elsewhere(p_payment, p_movement_id, p_at, p_daily_limit, p_is_held);
  elsif p_is_held then
    perform private.book_held(p_payment, p_movement_id, p_at);
  else
    -- Nothing of another payment is covered.
    if p_payment.reference is not null or p_payment.amount < 1 then
      texts := private.texts_for_payee(
        private.other_id(p_movement_id), p_payment.payee_id,
        (p_payment.payer_name, p_payment.payer_sort_code, p_payment.payer_account_number), p_payment.amount, p_payment.reference
      );
    end if;
    -- The rows are written before the accounts are locked, to keep the locks short.
    insert into public.transactions (
      id, movement_id, user_id, created_at, amount, incoming, to_sort_code, to_account_number, to_account_holder_name,
      from_account_id, from_sort_code, from_account_number, from_account_holder_name, reference
    )
    values
      (
        p_movement_id, p_movement_id, p_payment.payer_id, p_at, p_payment.amount, false, p_payment.payee_sort_code,
        p_payment.payee_account_number, payee.name, p_payment.payer_account_id, null, null, null, p_payment.reference
      ),
      (
        private.other_id(p_movement_id), p_movement_id, p_payment.payee_id, p_at, p_payment.amount, true,
        p_payment.payee_sort_code, p_payment.payee_account_number, p_payment.payee_name, null, p_payment.payer_sort_code,
        p_payment.payer_account_number, coalesce(texts.payer_name, p_payment.payer_name),
        coalesce(texts.reference, 'Payment from ' || p_payment.payer_name)
      );
    new_balance := private.move_money(
      p_movement_id, p_payment.payer_account_id, p_payment.payee_account_id, p_payment.amount, p_at, p_daily_limit
    );
  end if;
  -- The payer's account is locked, so no concurrent payment inserts the same recipient.
  update public.recipients r set
    paid_total = r.paid_total + p_payment.amount, paid_count = r.paid_count + 1, last_payment_amount = p_payment.amount,
    last_payment_date = p_at, paid_name = payee.name, check_outcome = p_payment.outcome,
    warned_total = case p_payment.warned
      when 'now' then r.paid_total + p_payment.amount
      -- What was sent since then was not warned about.
      when 'earlier' then r.warned_total + p_payment.amount
      else r.warned_total
    end
  where r.user_id = p_payment.payer_id and r.account_number = p_payment.payee_account_number
    and r.sort_code = p_payment.payee_sort_code;
  if not found then
    insert into public.recipients (
      user_id, created_at, account_holder_name, sort_code, account_number, paid_total, paid_count, last_payment_amount,
      last_payment_date, paid_name, check_outcome, warned_total
    )
    values (
      p_payment.payer_id, p_at, payee.name, p_payment.payee_sort_code, p_payment.payee_account_number, p_payment.amount,
      1, p_payment.amount, p_at, payee.name, p_payment.outcome,
      case when p_payment.warned is null then 0 else p_payment.amount end
    );
  end if;
  return new_balance;
end
$$;
comment on function private.book_payment is
  'Writes the rows of a payment in both lists, moves the money and saves the payee. Returns the payer''s new balance. Held money is moved to the payee instead.';

create function private.remember_warning(p_payment private.payment_facts) returns void
language sql volatile set search_path = ''
begin atomic
  update public.recipients r set warned_total = r.paid_total
  where r.user_id = (p_payment).payer_id and r.account_number = (p_payment).payee_account_number
    and r.sort_code = (p_payment).payee_sort_code;
end;
comment on function private.remember_warning is
  'The customer was warned of what they had sent to a payee when they made a payment that is held. Its own amount is added when it is sent. The calling function has locked the payer''s account.';

create function private.count_as_unpaid(p_payer_id uuid, p_sort_code text, p_account_number text, p_amount numeric) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update public.recipients r set
    paid_total = greatest(r.paid_total - p_amount, 0), paid_count = greatest(r.paid_count - 1, 0),
    warned_total = least(r.warned_total, greatest(r.paid_total - p_amount, 0))
  where r.user_id = p_payer_id and r.sort_code = p_sort_code and r.account_number = p_account_number;
end
$$;
comment on function private.count_as_unpaid is
  'A payee whose payment came back counts as not paid by it, so it makes no payee known. The calling function has locked the payer''s account.';

create function private.receive_from_outside(
  p_account_id uuid, p_payer private.party, p_amount numeric, p_reference text, p_at timestamptz
) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  account public.accounts;
  movement_id constant uuid := private.new_id();
begin
  perform private.require_valid_amount(p_amount);
  perform private.move_money(movement_id, private.ledger_account('outside world'), p_account_id, p_amount, p_at);
  select a.* into strict account from public.accounts a where a.id = p_account_id;
  perform private.record_incoming(movement_id, movement_id, account, p_payer, p_amount, p_reference, p_at);
  return movement_id;
end
$$;
comment on function private.receive_from_outside is 'Credits an account with money that comes from no bank of the ledger: a refund to a card, and the salaries of the seed.';
