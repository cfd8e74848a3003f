-- Claims: a customer was tricked into a payment, or did not make it. What a claim keeps, what it can cost the bank, and what
-- follows when the money of a payment comes back after its refund.

insert into private.ledger_accounts (id, name) values
  ('00000000-0000-0000-0000-00000000000a', 'reimbursements'),
  ('00000000-0000-0000-0000-00000000000b', 'to be recovered');

create table private.claims (
  id uuid primary key default private.new_id(),
  user_id uuid not null,
  movement_id uuid not null unique,
  saved_at timestamptz not null,
  kind text constraint claims_kind_check check (kind in ('scam', 'unauthorised')),
  who text constraint claims_who_check check (char_length(who) <= 300 and private.is_clean(who)),
  reached text
    constraint claims_reached_check check (reached in ('phone', 'message', 'email', 'online', 'person', 'other', 'safe', 'lost', 'shared')),
  said text constraint claims_said_check check (char_length(said) <= 500 and private.is_clean(said)),
  amount numeric(14, 2),
  payee_name text,
  paid_at timestamptz,
  to_sort_code public.sort_code,
  to_account_number public.account_number,
  is_at_other_bank boolean not null default false,
  is_protected boolean not null default false,
  evidence jsonb,
  standard text,
  refunded numeric(14, 2) not null default 0,
  recoverable numeric(14, 2) not null default 0,
  received numeric(14, 2) not null default 0,
  taken_back numeric(14, 2) not null default 0,
  constraint claims_taken_back_check check (taken_back between 0 and refunded and recoverable between 0 and refunded),
  constraint claims_received_check check (received between 0 and recoverable)
);
comment on table private.claims is
  'What customers have answered about a payment: one claim for each. A row without a case is a draft. No foreign keys: rows outlive users.';
comment on column private.claims.id is 'Also the id of the case, once the customer has sent the claim.';
comment on column private.claims.reached is 'How the other side reached the customer; for a payment that the customer did not make, where their card and PIN were.';
comment on column private.claims.is_protected is 'Whether the customer had asked for support when they sent the claim: no excess, and no refusal for a lack of caution.';
comment on column private.claims.evidence is 'What the bank knew when the claim was sent: the payee check, the warnings and ticks, the devices, the chats.';
comment on column private.claims.standard is 'Why the claim is refused, or why staff ask to refuse it: one of refusal_words.';
comment on column private.claims.recoverable is 'The part of the refund that the payee''s bank owes, or owed before it paid.';
comment on column private.claims.received is 'What the payee''s bank has paid of it.';
comment on column private.claims.taken_back is 'The part of the refund that went back to the bank when the money of the payment came back.';

create index claims_user_id_idx on private.claims (user_id);
-- The nightly deletion looks for old drafts.
create index claims_saved_at_idx on private.claims (saved_at);

create function private.claim_owed(p_claim private.claims) returns numeric
language sql immutable set search_path = ''
return p_claim.recoverable - p_claim.received - least(p_claim.recoverable, p_claim.taken_back);
comment on function private.claim_owed is
  'What the payee''s bank still owes for a claim: its part of the refund, without what it has paid and what came back with the payment. The sum of all claims is what is missing in the ledger account to be recovered.';

select private.keep_from_api('private.claims');

create function private.bank_of_claim(p_claim private.claims) returns uuid
language sql stable set search_path = ''
begin atomic
  select b.settlement_account_id from private.bank_payments p join private.banks b on b.id = p.bank_id
  where p.movement_id = p_claim.movement_id and p.is_outgoing;
end;
comment on function private.bank_of_claim is 'The ledger account of the bank to which the payment of a claim went.';

create function private.take_back_refund(p_movement_id uuid, p_returned numeric, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  bank constant private.party := ('Fernbank', null, null);
  movement_id constant uuid := private.new_id();
  reimbursements constant uuid := private.ledger_account('reimbursements');
  claim private.claims;
  account public.accounts;
  due numeric;
  recovered numeric;
  paid_twice numeric;
begin
  select c.* into claim from private.claims c
  where c.movement_id = p_movement_id and c.refunded > c.taken_back for update;
  if not found then
    return;
  end if;
  select a.* into account from public.accounts a where a.user_id = claim.user_id and a.account_type = 'current';
  if account.id is null then
    return;
  end if;
  due := least(p_returned, claim.refunded - claim.taken_back);
  recovered := least(claim.recoverable, claim.taken_back + due) - least(claim.recoverable, claim.taken_back);
  -- What the other bank has paid of its part, and has now returned with the payment, is owed to it again.
  paid_twice := greatest(recovered - private.claim_owed(claim), 0);
  -- The return has just gone to the same place. The list of a closed account does not show it either.
  if not account.is_closed then
    perform private.record_outgoing(movement_id, account.user_id, account.id, bank, due, 'Refund taken back', p_at);
  end if;
  perform private.move_money(movement_id, account.id, reimbursements, due, p_at);
  if recovered > paid_twice then
    perform private.move_money(movement_id, reimbursements, private.ledger_account('to be recovered'), recovered - paid_twice, p_at);
  end if;
  if paid_twice > 0 then
    perform private.move_money(movement_id, reimbursements, private.bank_of_claim(claim), paid_twice, p_at);
  end if;
  update private.claims c set taken_back = c.taken_back + due, received = c.received - paid_twice where c.id = claim.id;
  perform private.add_case_event(
    claim.id, 'bank', null,
    'The money of the payment came back. We had refunded it, so ' || private.in_pounds(due) || ' went back to us.', p_at
  );
end
$$;
comment on function private.take_back_refund is
  'When money of a refunded payment is returned to the customer: what the bank had refunded goes back to it, so that nobody gets it twice. The calling function has called lock_payment_case and has credited the account.';
