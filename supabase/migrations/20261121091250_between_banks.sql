-- What another bank tells this one: decisions about payments, payments in, returns, recalls, checks of a name.

create function private.reason_words(p_reason text) returns text
language sql immutable set search_path = ''
return case p_reason
  when 'AC01' then 'There is no account with this sort code and account number.'
  when 'AC04' then 'The account is closed.'
  when 'AG01' then 'The account can''t receive this payment.'
  when 'AM02' then 'The amount is above the other bank''s limit.'
  when 'FOCR' then 'You asked for it back.'
  else 'The other bank gave no reason.'
end;
comment on function private.reason_words is 'A reason code of ISO 20022 in words for customers.';

create function private.return_to_payer(p_payment private.bank_payments, p_state text, p_reason text, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  bank private.banks;
  account public.accounts;
  payment public.transactions;
  -- Rejected before it was settled, or returned after that.
  source uuid;
begin
  perform private.lock_payment_case(p_payment.movement_id);
  select b.* into strict bank from private.banks b where b.id = p_payment.bank_id;
  source := case when p_payment.state = 'sent' then private.ledger_account('between banks') else bank.settlement_account_id end;
  -- The rows first and then the accounts, as payments do.
  update public.transactions t set
    status = case when p_state = 'rejected' then 'failed' else t.status end,
    reversed_at = case when p_state = 'returned' then p_at end
  where t.id = p_payment.movement_id
  returning t.* into payment;
  select a.* into account from public.accounts a where a.id = p_payment.account_id for no key update;
  perform private.move_money(
    p_payment.movement_id, source, coalesce(account.id, private.ledger_account('closed accounts')), p_payment.amount, p_at
  );
  update private.bank_payments p set state = p_state, reason = p_reason, decided_at = p_at
  where p.bank_id = p_payment.bank_id and p.is_outgoing and p.id = p_payment.id;
  if account.id is null then
    return;
  end if;
  perform private.take_back_refund(p_payment.movement_id, p_payment.amount, p_at);
  -- What was returned on the same day can be sent again, and a payee who got nothing counts as not paid.
  update public.accounts a set sent_today = greatest(a.sent_today - p_payment.amount, 0)
  where a.id = account.id and a.sent_on = private.london_date(p_payment.created_at);
  update public.recipients r set paid_total = greatest(r.paid_total - p_payment.amount, 0)
  where r.user_id = account.user_id and r.sort_code = payment.to_sort_code and r.account_number = payment.to_account_number;
  perform private.owe_mail('note', private.notify(
    account.user_id, 'payment', case p_state when 'rejected' then 'Payment not sent' else 'Payment reversed' end,
    'Your payment of £' || to_char(p_payment.amount, 'FM9,999,990.00')
      || coalesce(' to ' || payment.to_account_holder_name, '')
      || case p_state when 'rejected' then ' wasn''t sent. ' else ' was reversed. ' end || private.reason_words(p_reason)
      || ' The money is back in your account.',
    p_at
  ));
end
$$;
comment on function private.return_to_payer is
  'Moves the money of a payment to another bank back to the customer, with a note. The calling function has locked the payment.';

create function private.lock_bank_payment(p_bank_id text, p_is_outgoing boolean, p_id uuid) returns private.bank_payments
language sql volatile set search_path = ''
begin atomic
  select p.* from private.bank_payments p
  where p.bank_id = p_bank_id and p.is_outgoing = p_is_outgoing and p.id = p_id
  for update;
end;

create function private.mark_problem(p_payment private.bank_payments, p_problem text) returns void
language sql volatile set search_path = ''
begin atomic
  update private.bank_payments p set problem = p_problem
  where p.bank_id = p_payment.bank_id and p.is_outgoing = p_payment.is_outgoing and p.id = p_payment.id;
end;
comment on function private.mark_problem is 'Shows a payment between banks to staff as one that they must look at.';

create function private.apply_payment_status(p_bank_id text, p_status jsonb, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  status constant text := p_status ->> 'status';
  payment constant private.bank_payments := private.lock_bank_payment(p_bank_id, true, (p_status ->> 'paymentId')::uuid);
begin
  if payment.id is null or status = 'pending' then
    return;
  elsif status = 'unknown' then
    -- The payment itself is sent again, under its first id.
    update private.bank_messages m set answer = null, answered_at = null, claimed_until = p_at
    where m.bank_id = p_bank_id and m.is_outgoing and m.type = 'payment' and m.payment_id = payment.id and payment.state = 'sent';
  elsif payment.state = 'sent' and status = 'accepted' then
    update public.transactions t set status = 'completed' where t.id = payment.movement_id;
    perform private.move_money(
      payment.movement_id, private.ledger_account('between banks'),
      (select b.settlement_account_id from private.banks b where b.id = p_bank_id), payment.amount, p_at
    );
    update private.bank_payments p set state = 'accepted', decided_at = p_at
    where p.bank_id = p_bank_id and p.is_outgoing and p.id = payment.id;
    perform private.owe_payment_mails(payment.movement_id);
  elsif payment.state = 'sent' then
    perform private.return_to_payer(payment, 'rejected', p_status ->> 'reason', p_at);
  elsif (payment.state = 'rejected') <> (status = 'rejected') then
    perform private.mark_problem(payment, 'contradiction');
  end if;
end
$$;
comment on function private.apply_payment_status is
  'Carries out what another bank has decided about a payment to it. The first decision stays; a later one that differs is shown to staff.';

create function private.apply_return_status(p_bank_id text, p_status jsonb, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  payment constant private.bank_payments := private.lock_bank_payment(p_bank_id, false, (p_status ->> 'paymentId')::uuid);
  between_banks constant uuid := private.ledger_account('between banks');
begin
  if payment.state is distinct from 'returning' then
    return;
  elsif p_status ->> 'status' = 'accepted' then
    perform private.move_money(
      payment.movement_id, between_banks, (select b.settlement_account_id from private.banks b where b.id = p_bank_id),
      payment.amount, p_at
    );
    update private.bank_payments p set state = 'returned', decided_at = p_at
    where p.bank_id = p_bank_id and not p.is_outgoing and p.id = payment.id;
  elsif p_status ->> 'status' = 'rejected' then
    update public.transactions t set reversed_at = null where t.movement_id = payment.movement_id and t.id = payment.movement_id;
    perform private.move_money(
      payment.movement_id, between_banks,
      coalesce((select a.id from public.accounts a where a.id = payment.account_id), private.ledger_account('closed accounts')),
      payment.amount, p_at
    );
    update private.bank_payments p set state = 'accepted', decided_at = p_at, problem = 'contradiction'
    where p.bank_id = p_bank_id and not p.is_outgoing and p.id = payment.id;
  end if;
end
$$;
comment on function private.apply_return_status is 'What follows when the payer''s bank accepts or rejects the return of a payment.';

create function private.apply_recall_answer(p_bank_id text, p_answer jsonb, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  payment constant private.bank_payments := private.lock_bank_payment(p_bank_id, true, (p_answer ->> 'paymentId')::uuid);
begin
  -- Money that comes back arrives as a return.
  if payment.recall is distinct from 'asked' or payment.state <> 'accepted' or p_answer ->> 'status' <> 'refused' then
    return;
  end if;
  update private.bank_payments p set recall = 'refused'
  where p.bank_id = p_bank_id and p.is_outgoing and p.id = payment.id;
  perform private.owe_mail('note', private.notify(
    a.user_id, 'payment', 'We couldn''t get your payment back',
    'The other bank did not return your payment of £' || to_char(payment.amount, 'FM9,999,990.00')
      || '. Tell us in Chat if you want us to take it further.',
    p_at
  )) from public.accounts a where a.id = payment.account_id;
end
$$;
comment on function private.apply_recall_answer is 'What follows when the payee''s bank does not return a payment that was recalled.';

create function private.apply_bank_message(p_bank_id text, p_message jsonb, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  case p_message ->> 'type'
    when 'payment-status' then perform private.apply_payment_status(p_bank_id, p_message, p_at);
    when 'return-status' then perform private.apply_return_status(p_bank_id, p_message, p_at);
    when 'recall-answer' then perform private.apply_recall_answer(p_bank_id, p_message, p_at);
    else null;
  end case;
end
$$;
comment on function private.apply_bank_message is
  'Carries out what another bank says about an earlier message, in its answer or in a message of its own.';

create function private.receive_payment(p_bank private.banks, p_message jsonb, p_at timestamptz) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  payment_id constant uuid := (p_message ->> 'paymentId')::uuid;
  amount constant numeric := private.plain_decimal(p_message ->> 'amount');
  payer_name constant text := nullif(left(btrim(private.strip_forbidden(p_message -> 'payer' ->> 'name')), 140), '');
  payer constant private.party := (
    case when private.is_clean(payer_name) and not private.is_reserved_name(payer_name) then payer_name else p_bank.name end,
    p_message -> 'payer' ->> 'sortCode', p_message -> 'payer' ->> 'accountNumber'
  );
  sent_reference constant text := nullif(left(btrim(private.strip_forbidden(coalesce(p_message ->> 'reference', ''))), 18), '');
  -- Neither as a name nor as a reference does the name of this bank come from outside.
  reference constant text := case
    when private.is_clean(sent_reference) and not private.is_reserved_name(sent_reference) then sent_reference
  end;
  movement_id constant uuid := private.new_id();
  -- What the column can store.
  highest_balance constant numeric := 999999999999.99;
  account public.accounts;
  earlier private.bank_payments;
  problem text;
begin
  -- The same payment in another message is answered as in the first.
  earlier := private.lock_bank_payment(p_bank.id, false, payment_id);
  if earlier.id is null then
    select a.* into account from public.accounts a
    where a.sort_code = p_message -> 'payee' ->> 'sortCode' and a.account_number = p_message -> 'payee' ->> 'accountNumber';
    problem := case
      when account.id is null then 'AC01'
      -- Nobody at another bank pays from an account here.
      when private.is_own_sort_code(payer.sort_code) then 'AG01'
      -- A bank pays from its own accounts only.
      when private.bank_for(payer.sort_code) <> p_bank.id then 'AG01'
      when (amount > 0 and amount <= 1000000 and account.balance <= highest_balance - amount) is not true then 'AM02'
    end;
    insert into private.bank_payments (
      bank_id, is_outgoing, id, movement_id, account_id, created_at, amount, state, reason, decided_at, ask_at
    )
    values (
      p_bank.id, false, payment_id, movement_id, case when problem is null then account.id end, p_at, coalesce(amount, 0),
      case when problem is null then 'accepted' else 'rejected' end, problem, p_at, p_at
    )
    returning * into earlier;
    if problem is null then
      perform private.record_incoming(movement_id, movement_id, account, payer, amount, reference, p_at);
      perform private.move_money(movement_id, p_bank.settlement_account_id, account.id, amount, p_at);
      perform private.owe_mail('payment', movement_id);
    end if;
  end if;
  return jsonb_build_object(
    'type', 'payment-status', 'paymentId', payment_id,
    'status', case when earlier.state = 'rejected' then 'rejected' else 'accepted' end, 'reason', earlier.reason
  );
end
$$;
comment on function private.receive_payment is
  'Credits a payment of another bank, or rejects it: the answer to its message. Texts from outside go through the rules for texts here.';

create function private.describe_received(p_bank_id text, p_payment_id uuid) returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_build_object(
    'type', 'payment-status', 'paymentId', p_payment_id, 'reason', p.reason,
    'status', case when p.state is null then 'unknown' when p.state = 'rejected' then 'rejected' else 'accepted' end
  )
  from (select 1) one
  left join private.bank_payments p on p.bank_id = p_bank_id and not p.is_outgoing and p.id = p_payment_id;
end;
comment on function private.describe_received is 'The answer to a status request: what became of a payment of that bank.';

create function private.receive_return(p_bank private.banks, p_message jsonb, p_at timestamptz) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  payment private.bank_payments := private.lock_bank_payment(p_bank.id, true, (p_message ->> 'paymentId')::uuid);
  problem constant text := case
    when payment.id is null then 'AC01'
    when payment.state = 'rejected' then 'MS03'
    when private.plain_decimal(p_message ->> 'amount') is distinct from payment.amount then 'AM02'
  end;
begin
  if problem = 'AM02' then
    perform private.mark_problem(payment, 'amount');
  elsif problem is null and payment.state <> 'returned' then
    -- A return can arrive before the answer to the payment: it says that the payment was accepted.
    if payment.state = 'sent' then
      perform private.apply_payment_status(
        p_bank.id, jsonb_build_object('paymentId', payment.id, 'status', 'accepted'), p_at
      );
      payment := private.lock_bank_payment(p_bank.id, true, payment.id);
    end if;
    perform private.return_to_payer(payment, 'returned', p_message ->> 'reason', p_at);
  end if;
  return jsonb_build_object(
    'type', 'return-status', 'paymentId', p_message -> 'paymentId',
    'status', case when problem is null then 'accepted' else 'rejected' end, 'reason', problem
  );
end
$$;
comment on function private.receive_return is 'Takes back a payment that the payee''s bank returns whole: the answer to its message.';

create function private.receive_recall(p_bank private.banks, p_message jsonb, p_at timestamptz) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  payment constant private.bank_payments := private.lock_bank_payment(p_bank.id, false, (p_message ->> 'paymentId')::uuid);
begin
  if payment.state is distinct from 'accepted' or payment.recall = 'refused' then
    return jsonb_build_object(
      'type', 'recall-answer', 'paymentId', p_message -> 'paymentId',
      'status', case when payment.state in ('returning', 'returned') then 'agreed' else 'refused' end
    );
  elsif payment.recall is null then
    update private.bank_payments p set recall = 'asked', recall_reason = p_message ->> 'reason', recalled_at = p_at
    where p.bank_id = p_bank.id and not p.is_outgoing and p.id = payment.id;
    perform private.owe_mail('note', private.notify(
      a.user_id, 'payment', 'Another bank asks for a payment back',
      'The sender''s bank asks for £' || to_char(payment.amount, 'FM9,999,990.00')
        || ' back. Open the payment to return it or keep it.',
      p_at
    )) from public.accounts a where a.id = payment.account_id;
  end if;
  return jsonb_build_object('type', 'recall-answer', 'paymentId', p_message -> 'paymentId', 'status', 'pending');
end
$$;
comment on function private.receive_recall is
  'Notes that the payer''s bank asks for a payment back. The payee or staff decide; their answer goes out as a message.';

create function private.count_bank_checks(p_bank_id text, p_message jsonb, p_at timestamptz) returns bigint
language sql stable set search_path = ''
begin atomic
  select greatest(
    count(*) - 1000,
    count(*) filter (
      where m.body ->> 'sortCode' = p_message ->> 'sortCode' and m.body ->> 'accountNumber' = p_message ->> 'accountNumber'
    ) - 10
  )
  from private.bank_messages m
  where m.bank_id = p_bank_id and m.type = 'name-check' and not m.is_outgoing and m.created_at > p_at - interval '1 hour'
    and m.answer ->> 'outcome' <> 'match';
end;
comment on function private.count_bank_checks is
  'By how many the checks of a bank that did not match exceed 1,000 an hour, or 10 an hour for this account.';

create function private.answer_name_check(p_bank_id text, p_message jsonb, p_at timestamptz) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  typed_name constant text := btrim(p_message ->> 'name');
  holder public.accounts;
  outcome text := 'unavailable';
begin
  perform private.lock_request_key('name checks of ' || p_bank_id);
  -- No comparison before the count: its time would tell something.
  if private.count_bank_checks(p_bank_id, p_message, p_at) < 0 then
    select a.* into holder from public.accounts a
    where a.sort_code = p_message ->> 'sortCode' and a.account_number = p_message ->> 'accountNumber';
    outcome := private.payee_outcome(
      typed_name, p_message ->> 'accountType', p_message ->> 'sortCode', holder.account_holder_name
    );
  end if;
  return jsonb_build_object(
    'type', 'name-check-answer', 'outcome', outcome,
    'name', case
      when outcome = 'close_match' and private.has_right_word(typed_name, holder.account_holder_name)
        then holder.account_holder_name
    end
  );
end
$$;
comment on function private.answer_name_check is
  'Whether the name that a payer at another bank typed is the name on an account here. Counted for each bank and account.';

create function private.answer_bank_message(p_bank private.banks, p_message jsonb, p_at timestamptz) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  case p_message ->> 'type'
    when 'payment' then return private.receive_payment(p_bank, p_message, p_at);
    when 'status-request' then return private.describe_received(p_bank.id, (p_message ->> 'paymentId')::uuid);
    when 'return' then return private.receive_return(p_bank, p_message, p_at);
    when 'recall' then return private.receive_recall(p_bank, p_message, p_at);
    when 'name-check' then return private.answer_name_check(p_bank.id, p_message, p_at);
    when 'find-customer' then return private.receive_search(p_bank, p_message);
    when 'statement-request' then return private.describe_statement(p_bank.id, p_message, p_at);
    else
      perform private.apply_bank_message(p_bank.id, p_message, p_at);
      return jsonb_build_object('type', 'received');
  end case;
end
$$;

create function private.require_bank(p_bank_id text) returns private.banks
language plpgsql stable set search_path = '' as $$
declare
  bank private.banks;
begin
  select b.* into bank from private.banks b where b.id = p_bank_id and b.is_on;
  if not found then
    raise exception 'This bank is not connected.' using errcode = 'PT403', hint = 'bank-unknown';
  end if;
  return bank;
end
$$;

create function private.require_short_message(p_message jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  -- A payment has two names of up to 140 characters, each of which JSON can write as six.
  if char_length(p_message::text) > 4000 then
    raise exception 'A message must be at most 4,000 characters.' using errcode = 'PT400', hint = 'text-too-long';
  end if;
end
$$;

create function private.receive_bank_message(
  p_bank_id text, p_message jsonb, p_signature text default null, p_at timestamptz default clock_timestamp()
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  bank private.banks;
  message_id constant uuid := (p_message ->> 'id')::uuid;
  earlier private.bank_messages;
  answer jsonb;
begin
  perform private.require_short_message(p_message);
  bank := private.require_bank(p_bank_id);
  -- A repeated message waits here for the first, and then gets its answer.
  perform private.lock_request_key('message ' || p_bank_id || ' ' || message_id);
  select m.* into earlier from private.bank_messages m
  where m.bank_id = p_bank_id and not m.is_outgoing and m.id = message_id;
  if found then
    perform private.require_same_request(earlier.body in (p_message, private.message_digest(p_message)));
    -- A statement says what is true now, and is stored without its entries.
    return case
      when earlier.type = 'statement-request' then private.describe_statement(p_bank_id, p_message, p_at) else earlier.answer
    end || jsonb_build_object('about', message_id);
  end if;
  answer := private.answer_bank_message(bank, p_message, p_at) || jsonb_build_object('about', message_id);
  insert into private.bank_messages (bank_id, is_outgoing, id, type, payment_id, body, signature, answer, answered_at)
  values (
    p_bank_id, false, message_id, p_message ->> 'type', (p_message ->> 'paymentId')::uuid, p_message, p_signature, answer - 'entries',
    p_at
  );
  return answer;
end
$$;
select private.expose('receive_bank_message', to_roles => '{service_role}', statement_timeout => '8s', description =>
  'Carries out a message of another bank whose signature the function interbank has verified, and returns the answer. A repeated message changes nothing and gets the same answer.');

create function private.bank_key(p_bank_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (private.require_bank(p_bank_id)).public_key;
end
$$;
select private.expose('bank_key', to_roles => '{service_role}', description => 'The public key of a bank that is on. An error if there is none.');

create function private.ask_for_decisions(p_at timestamptz) returns void
language sql volatile set search_path = ''
begin atomic
  with late as (
    update private.bank_payments p
    -- After ten questions every six hours: one of 30 seconds doubled ten times would be more.
    set asks = least(p.asks + 1, 10), ask_at = p_at + least(interval '30 seconds' * 2 ^ p.asks, interval '6 hours')
    from (
      select o.bank_id, o.id from private.bank_payments o
      where o.state = 'sent' and o.ask_at <= p_at
        -- The payment itself goes on being sent until it is answered.
        and not exists (
          select from private.bank_messages m
          where m.payment_id = o.id and m.bank_id = o.bank_id and m.is_outgoing and m.answer is null
        )
      order by o.ask_at
      limit 1000
      -- A payment that its customer or another call has locked must not delay the messages of all.
      for update skip locked
    ) due
    where p.bank_id = due.bank_id and p.is_outgoing and p.id = due.id
    returning p.bank_id, p.id
  )
  select private.queue_bank_message(l.bank_id, 'status-request', l.id, '{}') from late l;
end;
comment on function private.ask_for_decisions is 'Asks other banks what became of payments that they have received and not decided: after 30 seconds, then at growing intervals of up to six hours. Staff can ask at any time.';

create function private.claim_bank_messages(p_at timestamptz default clock_timestamp())
returns table (bank_id text, address text, public_key jsonb, message jsonb)
language sql volatile security definer set search_path = ''
begin atomic
  select private.ask_for_decisions(p_at);
  with due as (
    select d.bank_id, d.id
    from private.banks b
    -- A bank that is slow or down does not take the turns of the others.
    cross join lateral (
      select m.bank_id, m.id from private.bank_messages m
      where m.bank_id = b.id and m.is_outgoing and m.answer is null and m.claimed_until <= p_at
      order by m.claimed_until
      limit 20
      for update skip locked
    ) d
    where b.is_on
  ),
  claimed as (
    update private.bank_messages m
    set attempts = m.attempts + 1,
      claimed_until = p_at + least(interval '10 seconds' * 2 ^ least(m.attempts, 10), interval '10 minutes')
    from due d where m.bank_id = d.bank_id and m.is_outgoing and m.id = d.id
    returning m.bank_id, m.body
  )
  select c.bank_id, b.address, b.public_key, c.body from claimed c join private.banks b on b.id = c.bank_id;
end;
select private.expose('claim_bank_messages', to_roles => '{service_role}', description =>
  'Claims up to 20 messages to each bank. A message that gets no answer can be claimed again after 10 seconds, then at growing intervals of up to 10 minutes.');

create function private.record_bank_answer(
  p_bank_id text, p_message_id uuid, p_answer jsonb, p_at timestamptz default clock_timestamp()
) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_short_message(p_answer);
  update private.bank_messages m set answer = p_answer, answered_at = p_at
  where m.bank_id = p_bank_id and m.is_outgoing and m.id = p_message_id and m.answer is null
    and (p_answer ->> 'about')::uuid = p_message_id
    -- The message is sent again until the other bank answers what it was asked, and about the payment that it was asked about.
    and p_answer ->> 'type' = case m.type
      when 'payment' then 'payment-status'
      when 'status-request' then 'payment-status'
      when 'return' then 'return-status'
      when 'recall' then 'recall-answer'
      when 'name-check' then 'name-check-answer'
      else 'received'
    end
    and (p_answer ->> 'type' = 'received' or (p_answer ->> 'paymentId')::uuid is not distinct from m.payment_id);
  if found then
    perform private.apply_bank_message(p_bank_id, p_answer, p_at);
  end if;
end
$$;
select private.expose('record_bank_answer', to_roles => '{service_role}', statement_timeout => '8s', description =>
  'Stores the answer of another bank to a message and carries it out. A later answer to the same message changes nothing.');

create function private.verify_between_banks()
returns table (problem text, subject_id uuid, expected numeric, found numeric)
language sql stable set search_path = ''
begin atomic
  select 'payments between banks differ from their account', null::uuid, listed.total, ledger.total
  from (
    select coalesce(sum(p.amount), 0) as total from private.bank_payments p where p.state in ('sent', 'returning')
  ) listed,
  (
    select coalesce(sum(e.amount), 0) as total from private.ledger_entries e
    where e.account_id = (select l.id from private.ledger_accounts l where l.name = 'between banks')
  ) ledger
  where listed.total <> ledger.total
  union all
  select 'the settlement with a bank is not the sum of its payments', b.settlement_account_id, listed.total, ledger.total
  from private.banks b
  cross join lateral (
    select coalesce(sum(case when p.is_outgoing then p.amount else -p.amount end), 0) as total from private.bank_payments p
    where p.bank_id = b.id
      and case when p.is_outgoing then p.state = 'accepted' else p.state in ('accepted', 'returning') end
  ) listed
  cross join lateral (
    select coalesce(sum(e.amount), 0) as total from private.ledger_entries e where e.account_id = b.settlement_account_id
  ) ledger
  where listed.total <> ledger.total;
end;
comment on function private.verify_between_banks is
  'What differs between the payments with other banks and the ledger. No rows if nothing does. Sums every entry: for tests and the nightly check.';
