-- What is kept of closed accounts besides the account itself: the money that belongs to their owners, and the visits to their
-- statements by a code.

create table private.closed_money (
  id uuid primary key default private.new_id(),
  user_id uuid not null references auth.users (id) on delete cascade,
  movement_id uuid not null,
  created_at timestamptz not null,
  amount numeric(14, 2) not null constraint closed_money_amount_check check (amount <> 0)
);
comment on table private.closed_money is
  'What of the ledger account "closed accounts" belongs to a customer: what was left at the closing or came in after it, and, negative, what was paid out. After a deletion it is nobody''s, as the balance of a deleted user.';

create index closed_money_user_id_idx on private.closed_money (user_id);

select private.keep_from_api('private.closed_money');

create table private.closed_visits (
  id uuid primary key default private.new_id(),
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null,
  code_hash bytea,
  sent_at timestamptz,
  wrong_tries integer not null default 0 constraint closed_visits_wrong_tries_check check (wrong_tries between 0 and 5),
  key_hash bytea unique,
  entered_at timestamptz,
  checks integer not null default 0 constraint closed_visits_checks_check check (checks between 0 and 10),
  checked_hash bytea,
  outcome text
);
comment on table private.closed_visits is
  'Visits to the statements of a closed account: the code that was mailed, and the key that the right code gives. Only the newest code of a customer can be entered, once, within ten minutes.';
comment on column private.closed_visits.code_hash is 'Null until the mail is sent: the code is made then, and is in the mail only.';
comment on column private.closed_visits.key_hash is 'Of the key that the page keeps in memory. It is valid for 30 minutes.';
comment on column private.closed_visits.checked_hash is 'The payee whose name was checked last: money goes to this payee only.';

create index closed_visits_user_id_created_at_idx on private.closed_visits (user_id, created_at desc);

select private.keep_from_api('private.closed_visits');

create function private.tell_closed(p_user_id uuid, p_title text, p_message text) returns void
language sql volatile set search_path = ''
begin atomic
  with notice as (
    insert into private.security_notices (user_id, title, message) values (p_user_id, p_title, p_message) returning id
  )
  select private.owe_mail('closed', n.id) from notice n;
end;
comment on function private.tell_closed is
  'Tells a customer whose account is closed, by a mail to the sign-in address with a link to their statements.';

create function private.money_waiting_for(p_user_id uuid) returns numeric
language sql stable set search_path = ''
begin atomic
  select coalesce(sum(m.amount), 0) from private.closed_money m where m.user_id = p_user_id;
end;
comment on function private.money_waiting_for is 'What of the ledger account "closed accounts" belongs to this customer.';
