-- The money that belongs to the owners of closed accounts.

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

create function private.money_waiting_for(p_user_id uuid) returns numeric
language sql stable set search_path = ''
begin atomic
  select coalesce(sum(m.amount), 0) from private.closed_money m where m.user_id = p_user_id;
end;
comment on function private.money_waiting_for is 'What of the ledger account "closed accounts" belongs to this customer.';

create function private.describe_closed_money(p_movement_id uuid, p_user_id uuid, p_at timestamptz, p_amount numeric) returns text
language sql stable set search_path = ''
begin atomic
  select case when p_amount < 0 then 'Kept for you at the closing' else 'Kept for you since the closing' end
  from private.closed_money m
  where m.user_id = p_user_id and m.movement_id = p_movement_id and m.created_at = p_at and m.amount = -p_amount;
end;
