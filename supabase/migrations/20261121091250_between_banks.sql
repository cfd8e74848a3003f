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
  if account.is_closed then
    return;
  end if;
  -- What was returned on the same day can be sent again, and a payee who got nothing counts as not paid.
  update public.accounts a set sent_today = greatest(a.sent_today - p_payment.amount, 0)
  where a.id = account.id and a.sent_on = private.london_date(p_payment.created_at);
  update public.recipients r set paid_total = greatest(r.paid_total - p_payment.amount, 0), paid_count = greatest(r.paid_count - 1, 0)
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

create function private.accept_payments(p_bank_id text, p_ids uuid[], p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  settlements private.credit[];
begin
  update public.transactions t set status = 'completed' where t.id = any (p_ids);
  with accepted as (
    update private.bank_payments p set state = 'accepted', decided_at = p_at
    where p.bank_id = p_bank_id and p.is_outgoing and p.id = any (p_ids)
    returning p.movement_id, p.amount
  )
  select array_agg((a.movement_id, b.settlement_account_id, a.amount)::private.credit) into settlements
  from accepted a join private.banks b on b.id = p_bank_id;
  perform private.move_each(private.ledger_account('between banks'), settlements, p_at);
  perform private.owe_payment_mails(variadic p_ids);
end
$$;
comment on function private.accept_payments is
  'Settles payments that another bank has accepted. The calling function has locked them and their rows.';

create function private.apply_payment_status(p_bank_id text, p_status jsonb, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  status constant text := p_status ->> 'status';
  payment constant private.bank_payments := private.lock_bank_payment(p_bank_id, true, (p_status ->> 'paymentId')::uuid);
begin
  if payment.id is null or status = 'pending' then
    return;
  elsif status = 'unknown' then
    -- The payment itself is sent again, in its first message.
    update private.bank_messages m set answer = null, answered_at = null, claimed_until = p_at
    where m.bank_id = p_bank_id and m.is_outgoing and m.id = payment.message_id and payment.state = 'sent';
  elsif payment.state = 'sent' and status = 'accepted' then
    perform private.accept_payments(p_bank_id, array[payment.id], p_at);
  elsif payment.state = 'sent' then
    perform private.return_to_payer(payment, 'rejected', p_status ->> 'reason', p_at);
  elsif (payment.state = 'rejected') <> (status = 'rejected') then
    perform private.mark_problem(payment, 'contradiction');
  end if;
end
$$;
comment on function private.apply_payment_status is
  'Carries out what another bank has decided about a payment to it. The first decision stays; a later one that differs is shown to staff.';

create function private.apply_payment_statuses(p_bank_id text, p_statuses jsonb, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  ids constant uuid[] := array(select (s ->> 'paymentId')::uuid from jsonb_array_elements(p_statuses) s);
  accepted uuid[];
begin
  -- The payments, their rows and then the accounts, each in the order of their ids, so that two lists cannot deadlock.
  perform from private.bank_payments p where p.bank_id = p_bank_id and p.is_outgoing and p.id = any (ids) order by p.id for update;
  perform from public.transactions t where t.id = any (ids) order by t.id for no key update;
  perform from public.accounts a
  where a.id in (
    select p.account_id from private.bank_payments p
    join jsonb_to_recordset(p_statuses) s ("paymentId" uuid, status text) on s."paymentId" = p.id
    where p.bank_id = p_bank_id and p.is_outgoing and p.state = 'sent' and s.status = 'rejected'
  )
  order by a.id for no key update;
  accepted := array(
    select p.id from private.bank_payments p
    join jsonb_to_recordset(p_statuses) s ("paymentId" uuid, status text) on s."paymentId" = p.id
    where p.bank_id = p_bank_id and p.is_outgoing and p.state = 'sent' and s.status = 'accepted'
  );
  perform private.accept_payments(p_bank_id, accepted, p_at) where accepted <> '{}';
  perform private.apply_payment_status(p_bank_id, s, p_at) from jsonb_array_elements(p_statuses) s
  where (s ->> 'paymentId')::uuid <> all (accepted);
end
$$;
comment on function private.apply_payment_statuses is 'Carries out what another bank has decided about the payments of one message.';

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
    when 'payment-statuses' then perform private.apply_payment_statuses(p_bank_id, p_message -> 'payments', p_at);
    when 'return-status' then perform private.apply_return_status(p_bank_id, p_message, p_at);
    when 'recall-answer' then perform private.apply_recall_answer(p_bank_id, p_message, p_at);
    else null;
  end case;
end
$$;
comment on function private.apply_bank_message is
  'Carries out what another bank says about an earlier message, in its answer or in a message of its own.';

create function private.text_from_outside(p_text text, p_length integer) returns text
language plpgsql immutable set search_path = '' as $$
declare
  result constant text := nullif(left(btrim(
    case when p_text ~ '^[ -;=?-~]*$' then p_text else private.strip_forbidden(p_text) end
  ), p_length), '');
begin
  -- Neither as a name nor as a reference does the name of this bank come from outside.
  return case when private.is_clean(result) and not private.is_reserved_name(result) then result end;
end
$$;
comment on function private.text_from_outside is 'A text of another bank by the rules for texts here; null for one that cannot be shown.';

create type private.incoming_payment as (
  place bigint, id uuid, movement_id uuid, account public.accounts, payer private.party, amount numeric, reference text, problem text
);

create function private.read_incoming(p_bank private.banks, p_payments jsonb) returns private.incoming_payment[]
language plpgsql volatile set search_path = '' as $$
declare
  -- What the column can store.
  highest_balance constant numeric := 999999999999.99;
  payments private.incoming_payment[];
begin
  select array_agg((
    p.place, p."paymentId", private.new_id(), p.account,
    (
      coalesce(private.text_from_outside(p.payer ->> 'name', 140), p_bank.name), p.payer ->> 'sortCode', p.payer ->> 'accountNumber'
    )::private.party,
    p.amount, private.text_from_outside(p.reference, 18),
    case
      when (p.account).id is null then 'AC01'
      when (p.account).is_closed then 'AC04'
      -- A bank pays from its own accounts only: not from one here, of a third bank, or of a bank that is not known.
      when private.is_own_sort_code(p.payer ->> 'sortCode') or p.payer_bank_id <> p_bank.id then 'AG01'
      when p.payer_bank_id is null then 'DNOR'
      when (p.amount > 0 and p.amount <= 1000000 and (p.account).balance + p.credited_until <= highest_balance) is not true
        then 'AM02'
    end
  )::private.incoming_payment order by p.place)
  into payments
  from (
    select s.*, sum(s.amount) over (partition by (s.account).id order by s.place) as credited_until
    from (
      select
        e.place, e."paymentId", e.payer, e.reference, private.plain_decimal(e.amount) as amount, a as account,
        private.bank_for(e.payer ->> 'sortCode') as payer_bank_id
      from rows from (
        jsonb_to_recordset(p_payments) as ("paymentId" uuid, amount text, payer jsonb, payee jsonb, reference text)
      ) with ordinality e ("paymentId", amount, payer, payee, reference, place)
      left join public.accounts a
        on a.account_number = e.payee ->> 'accountNumber' and a.sort_code = e.payee ->> 'sortCode'
    ) s
  ) p;
  return payments;
end
$$;
comment on function private.read_incoming is 'The payments of a message, each with its payee''s account and the reason why it is rejected, if it is.';

create function private.receive_payments(p_bank private.banks, p_message jsonb, p_at timestamptz) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  payments private.incoming_payment[];
  credited uuid[];
begin
  -- In the order in which movements lock accounts.
  perform from public.accounts a
  where (a.account_number, a.sort_code) in (
    select s.payee ->> 'accountNumber', s.payee ->> 'sortCode' from jsonb_to_recordset(p_message -> 'payments') s (payee jsonb)
  )
  order by a.id for no key update;
  payments := private.read_incoming(p_bank, p_message -> 'payments');
  -- A payment that was received before, in this or another message, changes nothing.
  with new as (
    insert into private.bank_payments (
      bank_id, is_outgoing, id, movement_id, message_id, account_id, created_at, amount, state, reason, decided_at, ask_at
    )
    select
      p_bank.id, false, p.id, p.movement_id, (p_message ->> 'id')::uuid, case when p.problem is null then (p.account).id end, p_at,
      coalesce(p.amount, 0), case when p.problem is null then 'accepted' else 'rejected' end, p.problem, p_at, p_at
    from unnest(payments) p
    on conflict do nothing
    returning movement_id, state
  )
  select array_agg(n.movement_id) into credited from new n where n.state = 'accepted';
  if credited is not null then
    insert into public.transactions (
      id, movement_id, user_id, created_at, amount, incoming, to_sort_code, to_account_number, to_account_holder_name, reference,
      from_sort_code, from_account_number, from_account_holder_name
    )
    select
      p.movement_id, p.movement_id, (p.account).user_id, p_at, p.amount, true,
      (p.account).sort_code, (p.account).account_number, (p.account).account_holder_name,
      coalesce(p.reference, 'Payment from ' || (p.payer).name),
      (p.payer).sort_code, (p.payer).account_number, (p.payer).name
    from unnest(payments) p where p.movement_id = any (credited);
    insert into private.due_mails (kind, about_id) select 'payment', id from unnest(credited) id;
    perform private.move_each(
      p_bank.settlement_account_id, array_agg((p.movement_id, (p.account).id, p.amount)::private.credit order by p.place), p_at
    )
    from unnest(payments) p where p.movement_id = any (credited);
  end if;
  return jsonb_build_object('type', 'payment-statuses', 'payments', (
    select jsonb_agg(
      jsonb_build_object(
        'paymentId', b.id, 'status', case when b.state = 'rejected' then 'rejected' else 'accepted' end, 'reason', b.reason
      ) order by p.place
    )
    from unnest(payments) p
    join private.bank_payments b on b.bank_id = p_bank.id and not b.is_outgoing and b.id = p.id
  ));
end
$$;
comment on function private.receive_payments is
  'Credits the payments of a message, or rejects them: the answer to it. Texts from outside go through the rules for texts here.';

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
      perform private.accept_payments(p_bank.id, array[payment.id], p_at);
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
    where a.sort_code = p_message ->> 'sortCode' and a.account_number = p_message ->> 'accountNumber' and not a.is_closed;
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
    when 'payment' then return private.receive_payments(p_bank, p_message, p_at);
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
  if char_length(p_message::text) > 4000 * greatest(least(jsonb_array_length(p_message -> 'payments'), 50), 1) then
    raise exception 'A message must be at most 4,000 characters, for each payment.' using errcode = 'PT400', hint = 'text-too-long';
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
  -- A search would leave an email address here. It needs no row: its answer is always the same, and note_search ignores repeats.
  if p_message ->> 'type' <> 'find-customer' then
    insert into private.bank_messages (bank_id, is_outgoing, id, type, payment_id, body, signature, answer, answered_at)
    values (
      p_bank_id, false, message_id, p_message ->> 'type', (p_message ->> 'paymentId')::uuid, p_message, p_signature, answer - 'entries',
      p_at
    );
  end if;
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
      where o.state = 'sent' and o.ask_at <= p_at and o.message_id is not null
        -- The payment itself goes on being sent until it is answered.
        and not exists (
          select from private.bank_messages m
          where m.bank_id = o.bank_id and m.is_outgoing and m.answer is null and (m.id = o.message_id or m.payment_id = o.id)
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

create function private.group_payments(p_at timestamptz) returns void
language sql volatile set search_path = ''
begin atomic
  with unsent as (
    select b.id as bank_id, p.id, p.instruction
    from private.banks b
    cross join lateral (
      select q.id, q.instruction from private.bank_payments q
      where q.bank_id = b.id and q.message_id is null
      order by q.id
      limit 50
      for update skip locked
    ) p
    where b.is_on
  ),
  message as (
    insert into private.bank_messages (bank_id, is_outgoing, id, type, body, claimed_until)
    select
      g.bank_id, true, g.id, 'payment', jsonb_build_object('id', g.id, 'type', 'payment', 'payments', g.instructions), p_at
    from (
      select u.bank_id, private.new_id() as id, jsonb_agg(u.instruction order by u.id) as instructions from unsent u group by u.bank_id
    ) g
    returning bank_id, id
  )
  update private.bank_payments p set message_id = m.id, instruction = null
  from unsent u join message m on m.bank_id = u.bank_id
  where p.bank_id = u.bank_id and p.is_outgoing and p.id = u.id;
end;
comment on function private.group_payments is 'Writes one message to each bank with up to 50 payments to it that are in none.';

create function private.claim_bank_messages(p_at timestamptz default clock_timestamp())
returns table (bank_id text, address text, public_key jsonb, message jsonb)
language sql volatile security definer set search_path = ''
begin atomic
  select private.ask_for_decisions(p_at);
  select private.group_payments(p_at);
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

create function private.payments_in(p_message jsonb) returns uuid[]
language sql immutable set search_path = ''
begin atomic
  select array_agg((p ->> 'paymentId')::uuid order by p ->> 'paymentId') from jsonb_array_elements(p_message -> 'payments') p;
end;

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
      when 'payment' then 'payment-statuses'
      when 'status-request' then 'payment-status'
      when 'return' then 'return-status'
      when 'recall' then 'recall-answer'
      when 'name-check' then 'name-check-answer'
      else 'received'
    end
    and case p_answer ->> 'type'
      when 'received' then true
      when 'payment-statuses' then private.payments_in(p_answer) = private.payments_in(m.body)
      else (p_answer ->> 'paymentId')::uuid is not distinct from m.payment_id
    end;
  if found then
    perform private.apply_bank_message(p_bank_id, p_answer, p_at);
    delete from private.bank_messages m
    where m.bank_id = p_bank_id and m.is_outgoing and m.id = p_message_id and m.type = 'find-customer';
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
