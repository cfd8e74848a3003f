-- Card payments: what the card network asks, what the bank answers, and the money that approvals hold.

create table public.card_payments (
  id uuid primary key,
  user_id uuid not null,
  card_id uuid not null references public.cards (id) on delete cascade,
  created_at timestamptz not null,
  merchant public.party_name not null,
  mcc text not null constraint card_payments_mcc_check check (mcc ~ '^[0-9]{4}$'),
  country text not null constraint card_payments_country_check check (country ~ '^[A-Z]{2}$'),
  entry text not null constraint card_payments_entry_check check (entry in ('chip', 'contactless', 'online', 'cash')),
  status text not null default 'approved'
    constraint card_payments_status_check check (status in ('approved', 'cleared', 'reversed', 'expired')),
  amount numeric(14, 2) not null constraint card_payments_amount_check check (amount >= 0),
  refunded numeric(14, 2) not null default 0,
  merchant_currency text constraint card_payments_merchant_currency_check check (merchant_currency ~ '^[A-Z]{3}$'),
  merchant_amount numeric(15, 3) constraint card_payments_merchant_amount_check check (merchant_amount > 0),
  place text generated always as (private.card_place(country, merchant_currency, merchant_amount)) stored,
  rounds_up boolean not null default false,
  constraint card_payments_refunded_check check (refunded between 0 and amount),
  constraint card_payments_merchant_check check ((merchant_currency is null) = (merchant_amount is null))
);
comment on table public.card_payments is 'The payments that the bank has approved for a card. Only the card network changes them.';
comment on column public.card_payments.id is 'Also the id of the transaction and of the ledger movement.';
comment on column public.card_payments.user_id is 'The customer. No foreign key: the account of the card has it.';
comment on column public.card_payments.mcc is 'The merchant category code (ISO 18245).';
comment on column public.card_payments.status is 'An approved payment holds its amount until it is cleared, reversed, or expired after 7 days.';
comment on column public.card_payments.amount is 'What was approved; once cleared, what the customer paid.';
comment on column public.card_payments.merchant_amount is
  'What the merchant charged in its currency (ISO 4217). Null if the network has not said it.';
comment on column public.card_payments.rounds_up is
  'Whether what the cleared payment lacks to the next pound is still to be moved to savings. In this row, which a clearing writes anyway.';

create index card_payments_user_id_created_at_id_idx on public.card_payments (user_id, created_at, id);
create index card_payments_card_id_idx on public.card_payments (card_id);
create index card_payments_open_idx on public.card_payments (created_at, id) where status = 'approved';
create index card_payments_rounds_up_idx on public.card_payments (id) where rounds_up;

select private.let_customers_read('public.card_payments');

create function public.list_card_payments()
returns table (
  id uuid, merchant text, amount numeric, refunded numeric, status text, created_at timestamptz, category text, place text
)
language sql stable security invoker set search_path = ''
begin atomic
  select
    p.id, p.merchant, p.amount, p.refunded, p.status, p.created_at,
    private.category_of(false, p.merchant, null, p.mcc, p.id), p.place
  from public.card_payments p
  where p.user_id = (select auth.uid())
  order by p.created_at desc, p.id desc
  limit 10;
end;
comment on function public.list_card_payments is 'The ten latest payments with the cards of the caller, newest first, each with the category of its transaction, and where it was made if that was abroad.';
grant execute on function public.list_card_payments to authenticated;

create table private.card_messages (
  message_id text primary key,
  received_at timestamptz not null,
  payload_hash bytea not null,
  payment_id uuid,
  reverses text,
  reversed_amount numeric(14, 2),
  left_open numeric(14, 2),
  left_to_refund numeric(14, 2),
  response_code text not null
);
comment on table private.card_messages is
  'The messages of the card network and their answers, so that a repeated message changes nothing. No foreign keys and no names: rows outlive users.';
comment on column private.card_messages.payment_id is 'The payment that an approval made.';
comment on column private.card_messages.reverses is
  'The id of an authorisation that had not arrived when this message reversed it: messages can overtake each other.';
comment on column private.card_messages.reversed_amount is 'How much of that authorisation is reversed; null for all of it.';
comment on column private.card_messages.left_open is
  'What this approval held when its user was deleted, until the network clears it; 0 if the hold had expired. Null for any other message.';
comment on column private.card_messages.left_to_refund is
  'What a deleted user had paid for this approval and the merchant has not returned. Null before it is cleared, and for any other message.';

create index card_messages_reverses_idx on private.card_messages (reverses) where reverses is not null;
create index card_messages_payment_id_idx on private.card_messages (payment_id) where payment_id is not null;

select private.keep_from_api('private.card_messages');

create table private.card_signatures (
  signature text primary key constraint card_signatures_signature_check check (signature ~ '^[0-9a-f]{64}$'),
  received_at timestamptz not null default now()
);
comment on table private.card_signatures is
  'The signatures of recent messages. One that arrives again is a replay: a retry of the network has a new time, so it has another signature.';

create index card_signatures_received_at_idx on private.card_signatures (received_at);

select private.keep_from_api('private.card_signatures');

create table private.card_refusals (
  reason text primary key,
  response_code text not null constraint card_refusals_response_code_check check (response_code ~ '^[0-9]{2}$'),
  note_type text not null constraint card_refusals_note_type_check check (note_type like 'declined\_%'),
  words text not null
);
comment on table private.card_refusals is 'Why a card payment is declined: the code for the network (ISO 8583) and the words for the customer.';
comment on column private.card_refusals.note_type is 'The type of the note in the mailbox, which selects what it offers to do.';

select private.keep_from_api('private.card_refusals');

insert into private.card_refusals (reason, response_code, note_type, words) values
  ('frozen', '62', 'declined_frozen', 'Your card is frozen.'),
  ('account_frozen', '62', 'declined_blocked', 'Your account is frozen.'),
  ('lost', '41', 'declined_blocked', 'This card is reported lost. Use your new card.'),
  ('stolen', '43', 'declined_blocked', 'This card is reported stolen. Use your new card.'),
  ('replaced', '14', 'declined_blocked', 'This card has been replaced. Use your new card.'),
  ('closed', '46', 'declined_blocked', 'Your account is closed.'),
  ('expired', '54', 'declined_blocked', 'Your card has expired. Activate your new card, or order one in Card Settings.'),
  ('issued', '78', 'declined_issued', 'Activate your new card before you use it.'),
  ('online', '57', 'declined_settings', 'Online payments are off in Card Settings.'),
  ('contactless', '57', 'declined_settings', 'Contactless is off in Card Settings. You can pay with your card and its PIN.'),
  ('cash', '57', 'declined_settings', 'Cash withdrawals are off in Card Settings.'),
  ('abroad', '57', 'declined_settings', 'Payments abroad are off in Card Settings.'),
  ('gambling', '57', 'declined_settings', 'Gambling is blocked in Card Settings.'),
  ('gambling_block', '57', 'declined_gambling', 'You asked us to block gambling.'),
  ('purchase_limit', '61', 'declined_settings', 'It is above your limit for one purchase.'),
  ('daily_limit', '61', 'declined_settings', 'It is above what is left of your daily limit.'),
  ('funds', '51', 'declined_funds', 'Your balance is too low.'),
  ('no_access', '05', 'declined_blocked', 'Your account is not open for payments.');

create function private.spent_by_card(p_user_id uuid, p_at timestamptz) returns numeric
language sql stable set search_path = ''
begin atomic
  select coalesce(sum(p.amount), 0)
  from public.card_payments p
  where p.user_id = p_user_id
    and p.created_at >= date_trunc('day', p_at at time zone 'Europe/London') at time zone 'Europe/London'
    and p.status in ('approved', 'cleared');
end;

create function private.is_gambling(p_mcc text) returns boolean
language sql immutable parallel safe set search_path = ''
-- Lotteries, online casinos, race tracks, betting.
return p_mcc in ('7800', '7801', '7802', '7995', '9406');

create function private.card_refusal(
  p_card public.cards, p_amount numeric, p_mcc text, p_country text, p_entry text, p_at timestamptz
) returns text
language sql stable set search_path = ''
return case
  when p_card.status <> 'active' then p_card.status
  when (p_at at time zone 'Europe/London')::date > p_card.expires_on then 'expired'
  when not exists (select from public.profiles p where p.id = p_card.user_id and p.approved and p.suspended_at is null)
    then 'no_access'
  when exists (select from public.profiles p where p.id = p_card.user_id and p.frozen_at is not null) then 'account_frozen'
  when p_entry = 'online' and not p_card.online then 'online'
  when p_entry = 'contactless' and not p_card.contactless then 'contactless'
  -- Also cash over a counter, which the network marks by its category alone.
  when (p_entry = 'cash' or p_mcc in ('6010', '6011')) and not p_card.cash then 'cash'
  when p_country <> 'GB' and not p_card.abroad then 'abroad'
  when private.is_gambling(p_mcc) and private.has_need(p_card.user_id, 'gambling') then 'gambling_block'
  when private.is_gambling(p_mcc) and coalesce(p_card.gambling_from > p_at, true) then 'gambling'
  when p_amount > p_card.purchase_limit then 'purchase_limit'
  when p_amount + private.spent_by_card(p_card.user_id, p_at) > p_card.daily_limit then 'daily_limit'
end;
comment on function private.card_refusal is 'Why the card itself must not pay this; null if it may. The balance is not part of it. The calling function has locked the card.';

create function private.note_declined_payment(
  p_card public.cards, p_reason text, p_merchant text, p_amount numeric, p_at timestamptz
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  refusal private.card_refusals;
  note_text text;
begin
  select r.* into strict refusal from private.card_refusals r where r.reason = p_reason;
  note_text := format('%s, %s. %s', p_merchant, private.in_pounds(p_amount), refusal.words);
  -- A merchant that tries again and again must not fill the mailbox.
  if not exists (
    select from public.user_notifications n
    where n.user_id = p_card.user_id and n.created_at > p_at - interval '1 hour' and n.message = note_text
  ) then
    perform private.notify(p_card.user_id, refusal.note_type, 'Card payment declined', note_text, p_at);
  end if;
end
$$;

create function private.merchant_amount(p_message jsonb) returns numeric
language sql immutable parallel safe set search_path = ''
-- plain_decimal knows the two decimals of pounds only.
return case when p_message ->> 'merchantAmount' ~ '^[0-9]{1,12}([.][0-9]{1,3})?$' then (p_message ->> 'merchantAmount')::numeric end;
comment on function private.merchant_amount is 'What the merchant charges in its currency, as the message says.';

create function private.card_reference(p_payment public.card_payments) returns text
language sql stable set search_path = ''
begin atomic
  select concat_ws(
    ' · ', case p_payment.entry when 'cash' then 'Cash, card ending ' else 'Card ending ' end || c.last_four, p_payment.place
  )
  from public.cards c where c.id = p_payment.card_id;
end;
comment on function private.card_reference is 'What the list of transactions shows in the place of a reference: the card, and where the payment was made if that was abroad.';

create function private.set_merchant_amount(p_payment_id uuid, p_message jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update public.card_payments p set
    merchant_currency = p_message ->> 'merchantCurrency',
    merchant_amount = private.merchant_amount(p_message)
  where p.id = p_payment_id;
  update public.transactions t set reference = private.card_reference(p)
  from public.card_payments p where p.id = p_payment_id and t.id = p.id;
end
$$;
comment on function private.set_merchant_amount is 'Keeps what the message says that the merchant charged in its currency; nothing if it says nothing.';

create function private.hold_card_payment(
  p_payment_id uuid, p_card public.cards, p_message jsonb, p_merchant text, p_amount numeric, p_at timestamptz
) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  payment public.card_payments;
begin
  perform private.hold_money(p_payment_id, p_card.account_id, 'card holds', p_amount, p_at);
  insert into public.card_payments as p (
    id, user_id, card_id, created_at, merchant, mcc, country, entry, amount, merchant_currency, merchant_amount
  )
  values (
    p_payment_id, p_card.user_id, p_card.id, p_at, p_merchant, p_message ->> 'mcc', p_message ->> 'country',
    p_message ->> 'entry', p_amount, p_message ->> 'merchantCurrency',
    private.merchant_amount(p_message)
  )
  returning p.* into payment;
  insert into public.transactions (
    id, movement_id, user_id, created_at, amount, status, from_account_id, to_account_holder_name, reference, mcc
  )
  values (
    p_payment_id, p_payment_id, p_card.user_id, p_at, p_amount, 'pending', p_card.account_id, p_merchant,
    private.card_reference(payment), payment.mcc
  );
  return true;
exception when sqlstate 'PT402' then
  return false;
end
$$;
comment on function private.hold_card_payment is 'Holds the money of an approved payment and shows it as pending. False if the balance is too low.';

create function private.card_merchant(p_message jsonb) returns text
language sql immutable parallel safe set search_path = ''
begin atomic
  select m.name
  from (select btrim(private.strip_forbidden(p_message ->> 'merchant')) as name) m
  where m.name <> '' and private.is_clean(m.name);
end;
comment on function private.card_merchant is 'The name of the merchant in a message, without what customers must not see; null if nothing is left.';

-- Each message is answered with a code of ISO 8583: 00 approved, 12 invalid transaction, 13 invalid amount,
-- 14 no such card, 21 nothing to reverse, 25 no such payment, 94 duplicate, and those of card_refusals.
create function private.authorise_card_payment(p_message jsonb, p_payment_id uuid, p_at timestamptz) returns text
language plpgsql volatile set search_path = '' as $$
declare
  amount numeric := private.plain_decimal(p_message ->> 'amount');
  merchant constant text := private.card_merchant(p_message);
  mcc constant text := p_message ->> 'mcc';
  country constant text := p_message ->> 'country';
  entry constant text := p_message ->> 'entry';
  card public.cards;
  refusal_reason text;
begin
  -- The lock of freezing and replacing: a decision waits for a change that is not committed yet, and then sees it.
  select c.* into card from public.cards c where c.id = (p_message ->> 'card')::uuid for no key update;
  if not found then
    return '14';
  end if;
  -- What was reversed before this message arrived is not held. A purchase that the merchant has cancelled is no news.
  amount := amount - coalesce((
    select sum(coalesce(m.reversed_amount, amount)) from private.card_messages m where m.reverses = p_message ->> 'id'
  ), 0);
  if amount <= 0 then
    return '12';
  end if;
  refusal_reason := private.card_refusal(card, amount, mcc, country, entry, p_at);
  if refusal_reason is null then
    if private.hold_card_payment(p_payment_id, card, p_message, merchant, amount, p_at) then
      return '00';
    end if;
    refusal_reason := 'funds';
  end if;
  perform private.note_declined_payment(card, refusal_reason, merchant, amount, p_at);
  return (select r.response_code from private.card_refusals r where r.reason = refusal_reason);
end
$$;

create function private.find_card_payment(p_message jsonb) returns public.card_payments
language plpgsql volatile set search_path = '' as $$
declare
  payment public.card_payments;
begin
  select p.* into payment
  from private.card_messages m join public.card_payments p on p.id = m.payment_id
  where m.message_id = p_message ->> 'original'
  for no key update of p;
  return payment;
end
$$;
comment on function private.find_card_payment is 'Locks and returns the payment that the message''s original approval made; null if there is none.';

create function private.clearing_limit(p_mcc text, p_approved numeric) returns numeric
language sql immutable parallel safe set search_path = ''
return case
  -- A pump asks for an approval before it knows the amount.
  when p_mcc = '5542' then greatest(p_approved, 120)
  -- Tips and extras: taxis, restaurants and bars, hairdressers, hotels, cruises, car rental.
  when p_mcc in ('4121', '4411', '5811', '5812', '5813', '5814', '7011', '7230', '7512') or p_mcc between '3351' and '3999'
    then round(p_approved * 1.2, 2)
  else p_approved
end;
comment on function private.clearing_limit is
  'The most that a customer pays for an approval. What a merchant clears above it is the bank''s to dispute with the network.';

create function private.take_card_money(
  p_payment_id uuid, p_account_id uuid, p_amount numeric, p_most numeric, p_at timestamptz
) returns numeric
language plpgsql volatile set search_path = '' as $$
declare
  outside constant uuid := private.ledger_account('outside world');
  -- More than the most is between the bank and the network.
  due constant numeric := least(p_amount, p_most);
  account public.accounts;
  taken numeric;
begin
  select a.* into strict account from public.accounts a where a.id = p_account_id for no key update;
  taken := least(due, case when account.is_closed then private.money_waiting_for(account.user_id) else account.balance end);
  if taken > 0 then
    perform private.move_money(p_payment_id, p_account_id, outside, taken, p_at);
  end if;
  if p_amount > taken then
    perform private.move_money(p_payment_id, private.ledger_account('card shortfalls'), outside, p_amount - taken, p_at);
  end if;
  if due > taken then
    perform private.audit('card_shortfall', 'payment', p_payment_id, jsonb_build_object(
      'user_id', account.user_id, 'amount', due - taken
    ));
  end if;
  return taken;
end
$$;
comment on function private.take_card_money is
  'Pays the network what was not held, at most p_most of it by the customer: from their balance, or from the money that waits for them after a closing. Neither goes below zero: the bank pays the rest, and the audit has what the customer owes. Returns what the customer paid.';

create function private.card_shortfall_of(p_user_id uuid) returns numeric
language sql stable set search_path = ''
begin atomic
  select coalesce(-sum(e.amount), 0)
  from private.ledger_entries e join public.card_payments p on p.id = e.movement_id
  where p.user_id = p_user_id
    and e.account_id = (select l.id from private.ledger_accounts l where l.name = 'card shortfalls');
end;
comment on function private.card_shortfall_of is 'What the bank has paid for card payments of a customer.';

create function private.clear_after_deletion(p_message jsonb, p_at timestamptz) returns text
language plpgsql volatile set search_path = '' as $$
declare
  outside constant uuid := private.ledger_account('outside world');
  amount constant numeric := private.plain_decimal(p_message ->> 'amount');
  approval private.card_messages;
  kept numeric;
begin
  select m.* into approval from private.card_messages m where m.message_id = p_message ->> 'original' and m.left_open is not null;
  if not found then
    return '25';
  end if;
  kept := least(amount, approval.left_open);
  update private.card_messages m set left_open = null, left_to_refund = kept where m.message_id = approval.message_id;
  if kept > 0 then
    perform private.move_money(approval.payment_id, private.ledger_account('closed accounts'), outside, kept, p_at);
  end if;
  if amount > kept then
    perform private.move_money(approval.payment_id, private.ledger_account('card shortfalls'), outside, amount - kept, p_at);
  end if;
  return '00';
end
$$;
comment on function private.clear_after_deletion is
  'Clears an approval whose user was deleted: from what it held, which went to "closed accounts", and the rest from the bank. 25 if there is none, or none any more. The calling function has called lock_request_key for the approval.';

create function private.clear_card_payment(p_message jsonb, p_at timestamptz) returns text
language plpgsql volatile set search_path = '' as $$
declare
  amount constant numeric := private.plain_decimal(p_message ->> 'amount');
  payment constant public.card_payments := private.find_card_payment(p_message);
  payer_account_id uuid;
  held constant numeric := case payment.status when 'approved' then payment.amount else 0 end;
  paid numeric;
begin
  if payment.id is null then
    return private.clear_after_deletion(p_message, p_at);
  elsif payment.status = 'cleared' then
    return '94';
  elsif payment.status = 'reversed' then
    return '12';
  end if;
  select c.account_id into strict payer_account_id from public.cards c where c.id = payment.card_id;
  paid := least(held, amount);
  if paid > 0 then
    perform private.settle_hold(payment.id, payer_account_id, 'card holds', private.ledger_account('outside world'), paid, p_at);
  end if;
  if held > amount then
    perform private.settle_hold(payment.id, payer_account_id, 'card holds', payer_account_id, held - amount, p_at);
  elsif amount > held then
    paid := paid + private.take_card_money(
      payment.id, payer_account_id, amount - held, private.clearing_limit(payment.mcc, payment.amount) - held, p_at
    );
  end if;
  update public.card_payments p set
    status = 'cleared', amount = paid,
    rounds_up = paid > floor(paid) and exists (select from private.round_ups r where r.account_id = payer_account_id)
  where p.id = payment.id;
  -- A transaction has an amount above zero.
  update public.transactions t set
    status = case when paid > 0 then 'completed' else 'failed' end,
    amount = case when paid > 0 then paid else t.amount end
  where t.id = payment.id;
  if p_message ? 'merchantAmount' then
    perform private.set_merchant_amount(payment.id, p_message);
  end if;
  return '00';
end
$$;
comment on function private.clear_card_payment is
  'Turns an approval into a completed payment, also with another amount, and after the card was blocked, the account was closed or the hold has expired: the network takes the money in any case.';

create function private.return_card_hold(p_payment public.card_payments, p_status text, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  account_id uuid;
begin
  select c.account_id into strict account_id from public.cards c where c.id = p_payment.card_id;
  perform private.settle_hold(p_payment.id, account_id, 'card holds', account_id, p_payment.amount, p_at);
  update public.card_payments p set status = p_status where p.id = p_payment.id;
  update public.transactions t set status = 'failed' where t.id = p_payment.id;
end
$$;
comment on function private.return_card_hold is 'Returns the money of an approved payment to the customer. The calling function has locked the payment.';

create function private.reverse_card_payment(p_message jsonb, p_at timestamptz) returns text
language plpgsql volatile set search_path = '' as $$
declare
  returned constant numeric := private.plain_decimal(p_message ->> 'amount');
  payment constant public.card_payments := private.find_card_payment(p_message);
  account_id uuid;
begin
  if payment.id is null then
    return '25';
  elsif payment.status <> 'approved' then
    return '21';
  elsif returned > payment.amount then
    return '13';
  elsif returned < payment.amount then
    select c.account_id into strict account_id from public.cards c where c.id = payment.card_id;
    perform private.settle_hold(payment.id, account_id, 'card holds', account_id, returned, p_at);
    update public.card_payments p set amount = p.amount - returned where p.id = payment.id;
    update public.transactions t set amount = t.amount - returned where t.id = payment.id;
    -- What it is in the merchant's currency now, the clearing says.
    perform private.set_merchant_amount(payment.id, '{}');
  else
    perform private.return_card_hold(payment, 'reversed', p_at);
  end if;
  return '00';
end
$$;
comment on function private.reverse_card_payment is
  'Cancels an approval, or the part of it that the message names. What is cleared needs a refund instead.';

create function private.refund_after_deletion(p_message jsonb, p_at timestamptz) returns text
language plpgsql volatile set search_path = '' as $$
declare
  returned constant numeric := private.plain_decimal(p_message ->> 'amount');
  approval private.card_messages;
begin
  select m.* into approval from private.card_messages m where m.message_id = p_message ->> 'original';
  if approval.left_open is not null then
    return '12';
  elsif approval.left_to_refund is null then
    return '25';
  elsif returned > approval.left_to_refund then
    return '13';
  end if;
  update private.card_messages m set left_to_refund = m.left_to_refund - returned where m.message_id = approval.message_id;
  perform private.move_money(
    private.new_id(), private.ledger_account('outside world'), private.ledger_account('closed accounts'), returned, p_at
  );
  return '00';
end
$$;
comment on function private.refund_after_deletion is
  'Books what a merchant returns to a deleted user where their balance went: to "closed accounts". The calling function has called lock_request_key for the approval.';

create function private.refund_card_payment(p_message jsonb, p_at timestamptz) returns text
language plpgsql volatile set search_path = '' as $$
declare
  returned constant numeric := private.plain_decimal(p_message ->> 'amount');
  payment constant public.card_payments := private.find_card_payment(p_message);
begin
  if payment.id is null then
    return private.refund_after_deletion(p_message, p_at);
  elsif payment.status <> 'cleared' then
    return '12';
  elsif payment.refunded + returned > payment.amount then
    return '13';
  end if;
  perform private.lock_payment_case(payment.id);
  update public.card_payments p set refunded = p.refunded + returned where p.id = payment.id;
  perform private.receive_from_outside(
    (select c.account_id from public.cards c where c.id = payment.card_id), (payment.merchant, null, null), returned, 'Refund', p_at
  );
  perform private.take_back_refund(payment.id, returned, p_at);
  return '00';
end
$$;
comment on function private.refund_card_payment is 'Credits what a merchant returns, at most what the customer paid. The state of the card does not matter.';

create function private.card_message_fields(p_message jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
begin atomic
  select case
    when p_message ->> 'type' = 'authorise' then
      f.every || f.amount || f.abroad || jsonb '{"merchant": "^.{1,140}$", "mcc": "^[0-9]{4}$", "country": "^[A-Z]{2}$"}'
      || jsonb '{"card": "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$", "entry": "^(chip|contactless|online|cash)$"}'
    when p_message ->> 'type' = 'reverse' and not p_message ? 'amount' then f.every || f.original
    when p_message ->> 'type' = 'clear' then f.every || f.original || f.amount || f.abroad
    when p_message ->> 'type' in ('reverse', 'refund') then f.every || f.original || f.amount
  end
  from (
    values (
      jsonb '{"id": "^[A-Za-z0-9-]{1,64}$", "type": ""}', jsonb '{"original": "^[A-Za-z0-9-]{1,64}$"}',
      jsonb '{"amount": "^[0-9]{1,7}([.][0-9]{1,2})?$"}',
      case when p_message ?| '{merchantCurrency,merchantAmount}'
        then jsonb '{"merchantCurrency": "^[A-Z]{3}$", "merchantAmount": ""}'
        else '{}' end
    )
  ) f (every, original, amount, abroad);
end;
comment on function private.card_message_fields is
  'The fields that a message of its type has, each with the pattern of its text. Only a reversal may have no amount, and only an approval and a clearing may say what the merchant charged in its currency. Null for another type.';

create function private.is_merchant_amount(p_message jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
begin atomic
  select private.merchant_amount(p_message) > 0
    and scale(trim_scale(private.merchant_amount(p_message))) <= private.minor_digits(p_message ->> 'merchantCurrency');
end;
comment on function private.is_merchant_amount is 'Is the amount of the message one of its merchant''s currency?';

create function private.require_valid_card_message(p_message jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(p_message) is distinct from 'object' or private.card_message_fields(p_message) is null or exists (
    select
    from jsonb_each(p_message) given
    full join jsonb_each_text(private.card_message_fields(p_message)) field on field.key = given.key
    where (jsonb_typeof(given.value) = 'string' and given.value #>> '{}' ~ field.value) is not true
  ) or (p_message ? 'merchant' and private.card_merchant(p_message) is null)
    or (p_message ? 'merchantAmount' and private.is_merchant_amount(p_message) is not true) then
    raise exception 'This is not a message of the card network.' using errcode = 'PT400', hint = 'card-message';
  end if;
end
$$;
comment on function private.require_valid_card_message is
  'Raises an error unless the message has exactly the fields of its type, all of them texts of their form. The error repeats nothing of it.';

create function private.process_card_message(p_message jsonb, p_at timestamptz default now()) returns text
language plpgsql volatile set search_path = '' as $$
declare
  id constant text := p_message ->> 'id';
  message_type constant text := p_message ->> 'type';
  original constant text := p_message ->> 'original';
  amount constant numeric := private.plain_decimal(p_message ->> 'amount');
  payload_hash constant bytea := sha256(convert_to(p_message::text, 'utf8'));
  first private.card_messages;
  payment_id constant uuid := private.new_id();
  answer text;
  is_early boolean;
begin
  perform private.require_valid_card_message(p_message);
  if p_message ? 'amount' then
    perform private.require_valid_amount(amount);
  end if;
  -- An authorisation and its reversal wait for each other. In one order, so that no two messages wait in a circle.
  perform private.lock_request_key('card message ' || k.key)
  from (select distinct key from unnest(array[id, original]) key where key is not null order by key) k;
  select m.* into first from private.card_messages m where m.message_id = id;
  if found then
    perform private.require_same_request(first.payload_hash = payload_hash, 'This message was already sent with different details.');
    return first.response_code;
  end if;
  is_early := message_type = 'reverse' and not exists (select from private.card_messages m where m.message_id = original);
  answer := case
    -- Accepted, so that the network does not repeat it.
    when is_early then '00'
    when message_type = 'authorise' then private.authorise_card_payment(p_message, payment_id, p_at)
    when message_type = 'clear' then private.clear_card_payment(p_message, p_at)
    when message_type = 'reverse' then private.reverse_card_payment(p_message, p_at)
    when message_type = 'refund' then private.refund_card_payment(p_message, p_at)
  end;
  insert into private.card_messages (message_id, received_at, payload_hash, payment_id, reverses, reversed_amount, response_code)
  values (
    id, p_at, payload_hash, case when message_type = 'authorise' and answer = '00' then payment_id end,
    case when is_early then original end, case when is_early then amount end, answer
  );
  return answer;
end
$$;
comment on function private.process_card_message is
  'Carries out a message of the card network and returns the response code. A repeated message returns the first answer and changes nothing.';

create function private.receive_card_message(p_message jsonb, p_signature text) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_short_texts(500, p_message::text);
  insert into private.card_signatures (signature) values (p_signature) on conflict do nothing;
  if not found then
    raise exception 'This message has been received before.' using errcode = 'PT409', hint = 'message-replayed';
  end if;
  return private.process_card_message(p_message);
end
$$;
select private.expose('receive_card_message', to_roles => '{service_role}', description =>
  'Carries out a message of the card network whose signature card-authorisation has verified. Returns the response code (ISO 8583).');

create function private.release_expired_card_payment(p_id uuid, p_at timestamptz default now()) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  payment public.card_payments;
begin
  -- A payment that another run or the network has locked is skipped.
  select p.* into payment from public.card_payments p
  where p.id = p_id and p.status = 'approved' and p.created_at <= p_at - interval '7 days'
  for no key update skip locked;
  if not found then
    return false;
  end if;
  perform private.return_card_hold(payment, 'expired', p_at);
  return true;
end
$$;

select cron.schedule('delete-old-card-signatures', '7,37 * * * *', $job$
  delete from private.card_signatures s where s.received_at < now() - interval '1 hour'
$job$);

select cron.schedule('release-expired-card-payments', '*/10 * * * *', private.job_for_each($$
    select p.id, null::uuid as waits_for from public.card_payments p
    where p.status = 'approved' and p.created_at <= now() - interval '7 days'
    order by p.created_at, p.id
    limit 10000
$$, 'private.release_expired_card_payment(due.id)', 'card payments were not released'));

create function private.end_cards_of(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- The network can still clear what the bank has approved, and refund what was cleared.
  update private.card_messages m set
    left_open = case p.status when 'approved' then p.amount when 'expired' then 0 end,
    left_to_refund = case p.status when 'cleared' then p.amount - p.refunded end
  from public.card_payments p where p.user_id = p_user_id and p.status <> 'reversed' and m.payment_id = p.id;
  perform private.return_card_hold(p, 'reversed', now()) from public.card_payments p
  where p.user_id = p_user_id and p.status = 'approved';
end
$$;
comment on function private.end_cards_of is 'Returns what the cards of a user who is deleted hold, and keeps what the network can still book. The calling function has locked the card payments and the account.';
