-- Payments, returns and recalls that come from another bank.

create function private.text_from_outside(p_text text, p_length integer) returns text
language plpgsql immutable set search_path = '' as $$
declare
  result text;
begin
  -- Most payments have no reference.
  if p_text is null then
    return null;
  end if;
  result := nullif(left(btrim(
    case when p_text ~ '^[ -;=?-~]*$' then p_text else private.strip_forbidden(p_text) end
  ), p_length), '');
  -- Neither as a name nor as a reference does the name of this bank come from outside.
  return case when private.is_clean(result) and not private.is_reserved_name(result) then result end;
end
$$;
comment on function private.text_from_outside is 'A text of another bank by the rules for texts here; null for one that cannot be shown.';

create type private.incoming_payment as (
  id uuid, payer private.party, payee private.party, amount numeric, reference text
);
comment on type private.incoming_payment is 'A payment of a message, with texts that can be shown here.';

create function private.read_incoming(p_bank private.banks, p_payments jsonb) returns private.incoming_payment[]
language plpgsql immutable set search_path = '' as $$
declare
  told record;
  payment private.incoming_payment;
  payments private.incoming_payment[];
begin
  for told in
    select p.* from jsonb_to_recordset(p_payments) as p ("paymentId" uuid, payer jsonb, payee jsonb, amount text, reference text)
  loop
    payment.id := told."paymentId";
    payment.payer := (
      coalesce(private.text_from_outside(told.payer ->> 'name', 140), p_bank.name), told.payer ->> 'sortCode',
      told.payer ->> 'accountNumber'
    );
    payment.payee := (told.payee ->> 'name', told.payee ->> 'sortCode', told.payee ->> 'accountNumber');
    payment.amount := private.plain_decimal(told.amount);
    payment.reference := private.text_from_outside(told.reference, 18);
    payments := payments || payment;
  end loop;
  return payments;
end
$$;
comment on function private.read_incoming is
  'The payments of a message. Called before accounts are locked: the texts of 50 payments can take a second.';

create function private.lock_payees(p_payments private.incoming_payment[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- In the order in which movements lock accounts.
  perform from public.accounts a
  where (a.account_number, a.sort_code) in (
    select (p.payee).account_number, (p.payee).sort_code from unnest(p_payments) p
  )
  order by a.id for no key update;
end
$$;

create type private.decided_payment as (
  place bigint, id uuid, movement_id uuid, account_id uuid, user_id uuid, payer private.party, payee private.party, amount numeric,
  reference text, is_covered boolean, problem text
);
comment on type private.decided_payment is
  'A payment of a message, whether the payee''s list covers its texts, and why it is rejected, if it is.';

create function private.decide_incoming(p_bank private.banks, p_payments private.incoming_payment[])
returns private.decided_payment[]
language plpgsql volatile set search_path = '' as $$
declare
  -- What the column can store.
  highest_balance constant numeric := 999999999999.99;
  f record;
  payment private.decided_payment;
  decided private.decided_payment[] := '{}';
begin
  for f in
    select
      p.id, p.payer, p.amount, p.reference, p.ordinality as place, a.id as account_id, a.user_id, a.is_closed, a.balance,
      (a.account_holder_name, a.sort_code, a.account_number)::private.party as payee,
      -- As texts_for_payee, for all payments at once.
      (p.reference is not null or p.amount < 1) and private.is_covered(a.user_id, p.payer, p.amount, (
        count(*) filter (where p.amount < 1) over (partition by a.id, (p.payer).sort_code, (p.payer).account_number) - 1
      )::integer) as is_covered,
      sum(p.amount) over (partition by a.id order by p.ordinality) as credited_until,
      -- As bank_for, which would be a query for each payment.
      (
        select r.bank_id from private.bank_routes r
        where starts_with(translate((p.payer).sort_code, '-', ''), r.prefix)
        order by char_length(r.prefix) desc
        limit 1
      ) as payer_bank_id
    from unnest(p_payments) with ordinality p
    left join public.accounts a on a.account_number = (p.payee).account_number and a.sort_code = (p.payee).sort_code
    order by p.ordinality
  loop
    payment.place := f.place;
    payment.id := f.id;
    payment.movement_id := private.new_id();
    payment.account_id := f.account_id;
    payment.user_id := f.user_id;
    payment.payer := f.payer;
    payment.payee := f.payee;
    payment.amount := f.amount;
    payment.reference := f.reference;
    payment.is_covered := f.is_covered;
    payment.problem := case
      when f.account_id is null then 'AC01'
      when f.is_closed then 'AC04'
      -- A bank pays from its own accounts only: not from one here, of a third bank, or of a bank that is not known.
      when private.is_own_sort_code((f.payer).sort_code) or f.payer_bank_id <> p_bank.id then 'AG01'
      when f.payer_bank_id is null then 'DNOR'
      when (f.amount > 0 and f.amount <= 1000000 and f.balance + f.credited_until <= highest_balance) is not true then 'AM02'
    end;
    decided := decided || payment;
  end loop;
  return decided;
end
$$;
comment on function private.decide_incoming is 'Decides about payments of another bank. The calling function has locked their payees.';

create function private.book_incoming(
  p_bank private.banks, p_message_id uuid, p_payments private.incoming_payment[], p_at timestamptz
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  decided private.decided_payment[];
  credits private.credit[];
  mailed uuid[];
begin
  perform private.lock_payees(p_payments);
  decided := private.decide_incoming(p_bank, p_payments);
  -- A payment that was received before, in this or another message, changes nothing.
  with new as (
    insert into private.bank_payments (
      bank_id, is_outgoing, id, movement_id, message_id, account_id, created_at, amount, state, reason, decided_at
    )
    select
      p_bank.id, false, d.id, d.movement_id, p_message_id, case when d.problem is null then d.account_id end, p_at,
      coalesce(d.amount, 0), case when d.problem is null then 'accepted' else 'rejected' end, d.problem, p_at
    from unnest(decided) d
    on conflict do nothing
    returning movement_id, state
  ),
  accepted as (
    select d.* from unnest(decided) d join new n on n.movement_id = d.movement_id and n.state = 'accepted'
  ),
  credited as (
    insert into public.transactions (
      id, movement_id, user_id, created_at, amount, incoming, to_sort_code, to_account_number, to_account_holder_name, reference,
      from_sort_code, from_account_number, from_account_holder_name
    )
    select
      a.movement_id, a.movement_id, a.user_id, p_at, a.amount, true,
      (a.payee).sort_code, (a.payee).account_number, (a.payee).name, texts.reference,
      (a.payer).sort_code, (a.payer).account_number, texts.payer_name
    from accepted a cross join lateral private.texts_of((a.payer).name, a.reference, a.amount, a.is_covered) texts
    order by a.place
  ),
  covered as (
    insert into private.covered_texts (transaction_id, user_id, reference, payer_name)
    select a.movement_id, a.user_id, a.reference, case when a.amount < 1 then (a.payer).name end
    from accepted a where a.is_covered
  )
  select
    array_agg((a.movement_id, a.account_id, a.amount)::private.credit order by a.place),
    array_agg(a.movement_id)
  into credits, mailed
  from accepted a;
  if credits is not null then
    perform private.cover_small_payments(d.user_id, d.payer) from unnest(decided) d where d.is_covered and d.amount < 1;
    perform private.owe_mails_of_incoming(mailed, p_at);
    perform private.move_each(p_bank.settlement_account_id, credits, p_at);
  end if;
end
$$;
comment on function private.book_incoming is 'Credits payments of another bank, or rejects them.';

create function private.book_alone(
  p_bank private.banks, p_message_id uuid, p_payment private.incoming_payment, p_at timestamptz
) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.book_incoming(p_bank, p_message_id, array[p_payment], p_at);
exception
  when transaction_rollback or object_not_in_prerequisite_state or insufficient_resources or operator_intervention or system_error then
    raise;
  when others then
    insert into private.bank_payments (
      bank_id, is_outgoing, id, movement_id, message_id, created_at, amount, state, reason, decided_at, problem
    )
    values (
      p_bank.id, false, p_payment.id, private.new_id(), p_message_id, p_at, coalesce(p_payment.amount, 0), 'rejected', 'MS03',
      p_at, 'error'
    );
    raise warning 'a payment of the bank % was not booked: %', p_bank.id, sqlstate;
end
$$;
comment on function private.book_alone is
  'Books one payment of a message. One that raises an error is rejected (MS03) and shown to staff. An error that can pass, as of a lock, is raised: the message is sent again.';

create function private.is_other_payment(p_booked private.bank_payments, p_payment jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from private.bank_messages m
    where m.bank_id = p_booked.bank_id and not m.is_outgoing and m.id = p_booked.message_id
      -- Its text is deleted after 31 days.
      and m.body ? 'id'
      -- A bank that has restored its data sends a payment again with another time, and names that have changed.
      and not m.body -> 'payments' @> jsonb_build_array(p_payment - '{madeAt,reference}'::text[] || jsonb_build_object(
        'payer', (p_payment -> 'payer') - 'name', 'payee', (p_payment -> 'payee') - 'name'
      ))
  );
end
$$;
comment on function private.is_other_payment is
  'Whether a payment differs from the one that was booked under its id, in the amount or in an account.';

create function private.receive_payments(p_bank private.banks, p_message jsonb, p_at timestamptz) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  this_message_id constant uuid := (p_message ->> 'id')::uuid;
  payments constant private.incoming_payment[] := private.read_incoming(p_bank, p_message -> 'payments');
begin
  begin
    perform private.book_incoming(p_bank, this_message_id, payments, p_at);
  exception
    when transaction_rollback or object_not_in_prerequisite_state or insufficient_resources or operator_intervention or system_error then
      raise;
    when others then
      perform private.lock_payees(payments);
      perform private.book_alone(p_bank, this_message_id, p, p_at) from unnest(payments) p;
  end;
  return jsonb_build_object('type', 'payment-statuses', 'payments', (
    select jsonb_agg(
      jsonb_build_object('paymentId', b.id) || case
        when b.message_id <> this_message_id and private.is_other_payment(b, p.payment)
          then jsonb_build_object('status', 'rejected', 'reason', 'AM05')
        else jsonb_build_object('status', case when b.state = 'rejected' then 'rejected' else 'accepted' end, 'reason', b.reason)
      end order by p.place
    )
    from jsonb_array_elements(p_message -> 'payments') with ordinality p (payment, place)
    cross join lateral (
      select q.* from private.bank_payments q
      where q.bank_id = p_bank.id and not q.is_outgoing and q.id = (p.payment ->> 'paymentId')::uuid
      -- Looked up one by one: as a join, Postgres would read all payments of the bank.
      offset 0
    ) b
  ));
end
$$;
comment on function private.receive_payments is
  'Books the payments of a message: the answer to it. They are booked together, and one by one if that raises an error. Another payment under the id of an earlier one is rejected (AM05).';

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

create function private.lock_known_payment(p_bank_id text, p_is_outgoing boolean, p_message jsonb) returns private.bank_payments
language plpgsql volatile set search_path = '' as $$
declare
  payment constant private.bank_payments := private.lock_bank_payment(p_bank_id, p_is_outgoing, (p_message ->> 'paymentId')::uuid);
begin
  if payment.message_id is null then
    raise exception 'This payment is not known here.' using errcode = 'PT404', hint = 'payment-unknown';
  end if;
  return payment;
end
$$;
comment on function private.lock_known_payment is
  'Locks the payment of a return or a recall. An error if it is unknown or in no message yet: the other bank has its money, so this bank has lost it, and an answer would be permanent. The message comes again until the recovery has posted the payment.';

create function private.receive_return(p_bank private.banks, p_message jsonb, p_at timestamptz) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  payment private.bank_payments := private.lock_known_payment(p_bank.id, true, p_message);
  problem constant text := case
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

create function private.tell_of_recall(p_user_id uuid, p_amount numeric, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  most_in_a_day constant integer := 10;
begin
  -- Without a limit another bank could ask for any number of pennies back, with a mail each.
  if (
    select count(*) from public.user_notifications n
    where n.user_id = p_user_id and n.created_at > p_at - interval '1 day' and n.type = 'recall'
  ) < most_in_a_day then
    perform private.owe_mail('note', private.notify(
      p_user_id, 'recall', 'Another bank asks for a payment back',
      'The sender''s bank asks for ' || private.in_pounds(p_amount)
        || ' back. Open the payment to return it or keep it.',
      p_at
    ));
  end if;
end
$$;
comment on function private.tell_of_recall is
  'Tells the payee that the payer''s bank asks for a payment back: of ten such payments a day. The others wait for an answer too, and staff see all.';

create function private.receive_recall(p_bank private.banks, p_message jsonb, p_at timestamptz) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  payment constant private.bank_payments := private.lock_known_payment(p_bank.id, false, p_message);
  payee public.accounts;
begin
  -- Waits for a closing of the account, and for a payout of what waits after it.
  select a.* into payee from public.accounts a where a.id = private.account_now(payment.account_id) for no key update;
  if payment.state <> 'accepted' or payment.recall = 'refused' or payee.id is null
    or payee.is_closed and private.money_waiting_for(payee.user_id) < payment.amount
  then
    return jsonb_build_object(
      'type', 'recall-answer', 'paymentId', p_message -> 'paymentId',
      'status', case when payment.state in ('returning', 'returned') then 'agreed' else 'refused' end
    );
  elsif payment.recall is null then
    update private.bank_payments p set recall = 'asked', recall_reason = p_message ->> 'reason', recalled_at = p_at
    where p.bank_id = p_bank.id and not p.is_outgoing and p.id = payment.id;
    -- For the owner of a closed account staff decide.
    if not payee.is_closed then
      perform private.tell_of_recall(payee.user_id, payment.amount, p_at);
    end if;
  end if;
  return jsonb_build_object('type', 'recall-answer', 'paymentId', p_message -> 'paymentId', 'status', 'pending');
end
$$;
comment on function private.receive_recall is
  'Notes that the payer''s bank asks for a payment back. The payee or staff decide; their answer goes out as a message. Of a closed account two people decide, as long as enough money waits there.';
