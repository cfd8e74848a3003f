-- Other banks: who they are, which sort codes lead to them, the payments and messages between them and this bank, and their sum.

insert into private.ledger_accounts (id, name) values ('00000000-0000-0000-0000-000000000009', 'between banks');

create table private.banks (
  id text primary key
    constraint banks_id_check check (id ~ '^[a-z0-9-]{1,40}$'),
  name text not null
    constraint banks_name_check check (char_length(name) between 1 and 140 and private.is_clean(name)),
  address text not null
    constraint banks_address_check check (address ~ '^https?://[!-~]+$' and char_length(address) <= 500),
  public_key jsonb not null
    constraint banks_public_key_check check (
      public_key ->> 'kty' = 'OKP' and public_key ->> 'crv' = 'Ed25519' and public_key ->> 'x' ~ '^[A-Za-z0-9_-]{43}$'
      and not public_key ? 'd'
    ),
  is_on boolean not null default true,
  settlement_account_id uuid not null unique references private.ledger_accounts (id),
  counted_from timestamptz not null default '-infinity',
  messages integer not null default 0
);
comment on table private.banks is 'The banks that this bank exchanges messages with. Without a row here a payment to another bank leaves the ledger at once.';
comment on column private.banks.id is 'How the bank is named in messages. The key of a message is looked up by it.';
comment on column private.banks.address is 'Where its messages are sent to.';
comment on column private.banks.public_key is 'A JSON Web Key (Ed25519). Only messages with a signature of this key are read.';
comment on column private.banks.is_on is 'A bank that is off gets no messages, and its messages are refused. Payments to it are refused too.';
comment on column private.banks.messages is 'How many messages it has sent in the hour from counted_from. Each of them is stored permanently.';
comment on column private.banks.settlement_account_id is 'The ledger account of what this bank owes the other one (negative) or is owed by it.';

create trigger banks_are_not_deleted before delete or truncate on private.banks
  for each statement execute function private.prevent_change();

create table private.bank_routes (
  prefix text primary key
    constraint bank_routes_prefix_check check (prefix ~ '^[0-9]{0,6}$'),
  bank_id text not null references private.banks (id)
);
comment on table private.bank_routes is
  'Which sort codes lead to which bank: the longest prefix of the digits wins, and the empty prefix is every sort code.';
create index bank_routes_bank_id_idx on private.bank_routes (bank_id);

create function private.is_valid_bank_payment(
  p_is_outgoing boolean, p_state text, p_reason text, p_problem text, p_account_id uuid, p_message_id uuid, p_instruction jsonb,
  p_recall text, p_recall_reason text, p_recalled_at timestamptz, p_ask_at timestamptz
) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- Statements, because each transaction prepares only the expressions that it reaches.
  if (p_message_id is null) = (p_instruction is null) then
    return false;
  elsif p_reason is not null and p_reason !~ '^[A-Z]{2}[A-Z0-9]{2}$' then
    return false;
  elsif p_problem is not null and p_problem not in ('contradiction', 'amount', 'error') then
    return false;
  elsif (p_recall is null) <> (p_recall_reason is null) or (p_recall is null) <> (p_recalled_at is null) then
    return false;
  elsif p_recall is not null and not (p_recall in ('asked', 'refused') and p_recall_reason in ('mistake', 'fraud')) then
    return false;
  elsif p_is_outgoing then
    return p_state in ('sent', 'accepted', 'rejected', 'returned') and isfinite(p_ask_at) = (p_message_id is not null);
  end if;
  return p_message_id is not null and p_state in ('accepted', 'rejected', 'returning', 'returned')
    and (p_state = 'rejected' or p_account_id is not null);
end
$$;
comment on function private.is_valid_bank_payment is
  'Whether a row of bank_payments is consistent. One check, because each statement reads and prepares every check of its table.';

create table private.bank_payments (
  bank_id text not null,
  is_outgoing boolean not null,
  id uuid not null,
  movement_id uuid not null unique,
  message_id uuid,
  instruction jsonb,
  account_id uuid,
  created_at timestamptz not null,
  amount private.money not null,
  state text not null,
  reason text,
  accepted_at timestamptz,
  decided_at timestamptz,
  ask_at timestamptz not null default 'infinity',
  asks smallint not null default 0,
  recall text,
  recall_reason text,
  recalled_at timestamptz,
  problem text,
  primary key (bank_id, is_outgoing, id),
  constraint bank_payments_check check (private.is_valid_bank_payment(
    is_outgoing, state, reason, problem, account_id, message_id, instruction, recall, recall_reason, recalled_at, ask_at
  ))
);
comment on table private.bank_payments is
  'The payments to and from other banks. The money of those that are sent or returning is in the ledger account between banks. No foreign keys: rows outlive users, and with one each payment would lock the row of its bank.';
comment on column private.bank_payments.id is 'The id of the payment in messages. For an outgoing payment also the id of the movement.';
comment on column private.bank_payments.movement_id is 'The movement in the ledger. A return is a later movement of the same id.';
comment on column private.bank_payments.message_id is 'The message that it is in, with others. An outgoing payment is put into one when messages are taken.';
comment on column private.bank_payments.instruction is 'What its message says of it, until it is in one.';
comment on column private.bank_payments.account_id is 'The customer''s account. Null for an incoming payment that was rejected.';
comment on column private.bank_payments.state is
  'sent: the other bank has not decided yet. accepted, rejected: it has; for an incoming payment this bank has. returning, returned: the money goes back, or is back.';
comment on column private.bank_payments.reason is 'Why it was rejected or returned: a code of ISO 20022, such as AC01.';
comment on column private.bank_payments.accepted_at is 'When the other bank accepted an outgoing payment.';
comment on column private.bank_payments.decided_at is 'When its state changed last.';
comment on column private.bank_payments.ask_at is 'When the other bank is asked next for a decision that has not come: never before the payment is in a message.';
comment on column private.bank_payments.recall is 'Whether the payer''s bank has asked for the money back, and whether that was refused.';
comment on column private.bank_payments.problem is 'What staff must look at: the other bank contradicted itself, or returned another amount, or an error kept its payment from being booked here.';

create index bank_payments_open_idx on private.bank_payments (ask_at, bank_id, id) where state in ('sent', 'returning');
-- Few rows, also of a customer with a long list: the figure 'Pending' reads them.
create index bank_payments_account_idx on private.bank_payments (account_id) where is_outgoing and state = 'sent';
create index bank_payments_recalls_idx on private.bank_payments (movement_id)
  where recall = 'asked' and state = 'accepted' and not is_outgoing;
create index bank_payments_problems_idx on private.bank_payments (movement_id) where problem is not null;

create table private.bank_messages (
  bank_id text not null,
  is_outgoing boolean not null,
  id uuid not null,
  type text not null constraint bank_messages_type_check check (type in (
    'payment', 'payment-status', 'status-request', 'return', 'recall', 'recall-answer', 'name-check', 'statement-request'
  )),
  payment_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  body jsonb not null,
  signature text constraint bank_messages_signature_check check (char_length(signature) <= 1000),
  answer jsonb,
  answered_at timestamptz,
  attempts integer not null default 0,
  taken_until timestamptz not null default now(),
  primary key (bank_id, is_outgoing, id)
);
comment on table private.bank_messages is
  'The messages to and from other banks. An incoming message is answered once, and gets the same answer each time. An outgoing message is sent again until it is answered.';
comment on column private.bank_messages.id is 'Chosen by the sender. The other bank''s ids are apart from this bank''s and from those of a third bank.';
comment on column private.bank_messages.payment_id is 'The payment that it is about. Null for a message with payments: they have its id.';
comment on column private.bank_messages.signature is 'The signature of an incoming message. After a loss of data it shows the sender what the sender had sent.';
comment on column private.bank_messages.taken_until is 'Until then, only the caller that has taken an outgoing message may send it.';

create index bank_messages_due_idx on private.bank_messages (taken_until) where is_outgoing and answer is null;
create index bank_messages_payment_id_idx on private.bank_messages (payment_id);
create index bank_messages_counted_idx on private.bank_messages (bank_id, type, created_at)
  where type in ('name-check', 'statement-request');

select private.keep_from_api('private.banks');
select private.keep_from_api('private.bank_routes');
select private.keep_from_api('private.bank_payments');
select private.keep_from_api('private.bank_messages');

create function private.add_bank(p_id text, p_name text, p_address text, p_public_key jsonb, p_prefixes text[]) returns void
language sql volatile set search_path = ''
begin atomic
  with account as (
    insert into private.ledger_accounts (id, name) values (private.new_id(), 'settlement with ' || p_id)
    on conflict (name) do update set name = excluded.name
    returning id
  )
  insert into private.banks (id, name, address, public_key, settlement_account_id)
  select p_id, p_name, p_address, p_public_key, a.id from account a
  on conflict (id) do update set
    name = excluded.name, address = excluded.address, public_key = excluded.public_key;
  delete from private.bank_routes r where r.bank_id = p_id and r.prefix <> all (p_prefixes);
  insert into private.bank_routes (prefix, bank_id) select unnest(p_prefixes), p_id
  on conflict (prefix) do update set bank_id = excluded.bank_id;
end;
comment on function private.add_bank is
  'Adds a bank, or changes its name, address, key and routes. Run by the operator; the API does not call it.';

create function private.bank_for(p_sort_code text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select r.bank_id from private.bank_routes r
    where starts_with(translate(p_sort_code, '-', ''), r.prefix)
    order by char_length(r.prefix) desc
    limit 1
  );
end
$$;
comment on function private.bank_for is 'The bank that a sort code leads to; null if there is no route.';

create function private.queue_bank_message(p_bank_id text, p_type text, p_payment_id uuid, p_fields jsonb) returns uuid
language sql volatile set search_path = ''
begin atomic
  with new as (select private.new_id() as id)
  insert into private.bank_messages (bank_id, is_outgoing, id, type, payment_id, body)
  select p_bank_id, true, n.id, p_type, p_payment_id,
    jsonb_build_object('id', n.id, 'type', p_type, 'paymentId', p_payment_id) || p_fields
  from new n
  returning id;
end;
comment on function private.queue_bank_message is 'Writes a message to another bank. The edge function send-interbank sends it.';

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
    -- Without what the bank has paid for claims, which is settled beside its payments.
    select coalesce(sum(e.amount), 0) as total from private.ledger_entries e
    where e.account_id = b.settlement_account_id
      and exists (select from private.bank_payments p where p.movement_id = e.movement_id)
  ) ledger
  where listed.total <> ledger.total;
end;
comment on function private.verify_between_banks is
  'What differs between the payments with other banks and the ledger. No rows if nothing does. Sums every entry: for tests and the nightly check.';
