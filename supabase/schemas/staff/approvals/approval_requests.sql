-- The requests of administrators that wait for the approval of a second one.

create table private.approval_requests (
  id uuid primary key default private.new_id(),
  created_at timestamptz not null default now(),
  kind text not null,
  asked_by uuid not null,
  reason text not null
    constraint approval_requests_reason_check check (char_length(reason) between 1 and 300 and private.is_clean(reason)),
  user_id uuid not null,
  other_user_id uuid,
  transaction_id uuid,
  amount_before private.money,
  amount_after private.money,
  decision text,
  payee jsonb,
  state text not null default 'waiting'
    constraint approval_requests_state_check check (state in ('waiting', 'approved', 'refused', 'withdrawn', 'expired')),
  decided_at timestamptz,
  decided_by uuid,
  decision_reason text
    constraint approval_requests_decision_reason_check check (
      char_length(decision_reason) between 1 and 300 and private.is_clean(decision_reason)
    ),
  constraint approval_requests_decided_at_check check ((state = 'waiting') = (decided_at is null)),
  constraint approval_requests_decided_by_check check (state <> 'approved' or decided_by <> asked_by)
);
comment on table private.approval_requests is
  'Actions that an administrator has requested and a second one approves or refuses. No foreign keys: rows outlive users.';
comment on column private.approval_requests.kind is 'One of private.request_step.';
comment on column private.approval_requests.user_id is 'Whose balance, account or role changes; the payer of a payment to be reversed; the payee of one that its sender''s bank asks back; the asker of a change of the payment rules.';
comment on column private.approval_requests.other_user_id is 'The payee of a payment to be reversed.';
comment on column private.approval_requests.transaction_id is 'The payer''s transaction of a payment to be reversed; the payee''s of one to be returned; the id of a case, of a passkey, of the savings account whose balance changes, or of the trial of payment rules.';
comment on column private.approval_requests.amount_before is
  'What the request was based on: the balance, all money of a user to be deleted, or the amount of a payment. The request expires when it changes.';
comment on column private.approval_requests.amount_after is 'The new balance, or the refund of a claim.';
comment on column private.approval_requests.decision is 'What is to be decided about a case; the new sign-in address.';
comment on column private.approval_requests.payee is 'Of a payout: the name, sort_code and account_number, and the outcome of the check of the name.';
comment on column private.approval_requests.decided_by is 'Who approved, refused or withdrew it; null if a newer request replaced it.';

-- One change of the payment rules waits at a time.
create unique index approval_requests_waiting_idx
on private.approval_requests (kind, (case when kind <> 'rules' then coalesce(transaction_id, user_id) end)) nulls not distinct
where state = 'waiting';
create index approval_requests_user_id_idx on private.approval_requests (user_id);
create index approval_requests_other_user_id_idx on private.approval_requests (other_user_id) where other_user_id is not null;
create index approval_requests_transaction_id_idx on private.approval_requests (transaction_id) where transaction_id is not null;

select private.keep_from_api('private.approval_requests');
