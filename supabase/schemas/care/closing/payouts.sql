-- The money that comes in after a closing: its owner is told, and staff pay it out.

create function private.note_closed_money() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.amount < 0 then
    -- A payment goes back whole or not at all.
    perform private.refuse_recalls_of(new.user_id, private.money_waiting_for(new.user_id));
  -- What was left at the closing is in the mail about it.
  elsif exists (select from public.accounts a where a.user_id = new.user_id and a.account_type = 'current' and a.is_closed) then
    perform private.owe_mail('note', private.notify(
      new.user_id, 'payment', 'Money came in after your account was closed',
      private.in_pounds(new.amount) || ' came in after your account was closed. Tell us the account that it should go to.',
      new.created_at
    ));
  end if;
  return null;
end
$$;
comment on function private.note_closed_money is 'Tells the owner of a closed account what came in. When money leaves, other banks that ask for more than what is left are refused.';

create trigger note_closed_money after insert on private.closed_money
  for each row execute function private.note_closed_money();

create function private.lock_payout_accounts(p_user_id uuid, p_payee jsonb) returns void
language sql volatile set search_path = ''
begin atomic
  -- In the order in which movements lock accounts.
  select from public.accounts a
  where a.user_id = p_user_id
    or (a.sort_code = p_payee ->> 'sort_code' and a.account_number = p_payee ->> 'account_number')
  order by a.id for no key update;
end;

create function private.pay_out(p_user_id uuid, p_payee jsonb, p_amount numeric, p_request_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
declare
  payee constant private.party := jsonb_populate_record(null::private.party, p_payee);
  paid_at constant timestamptz := clock_timestamp();
  movement_id constant uuid := private.new_id();
  account_id uuid;
begin
  -- An ordinary payment: it is in the statement, and another bank can return it. No other transaction sees the account open.
  update public.accounts a set is_closed = false, is_frozen = false
  where a.user_id = p_user_id and a.account_type = 'current' returning a.id into account_id;
  insert into private.closed_money (user_id, movement_id, created_at, amount) values (p_user_id, movement_id, paid_at, -p_amount);
  perform private.move_money(movement_id, private.ledger_account('closed accounts'), account_id, p_amount, paid_at);
  -- No limit of the day: what a bank has sent back can be sent again at once.
  perform private.pay(
    p_user_id, p_request_id, private.payment_to(payee, p_amount::text, 'Closed account'), paid_at, 'Infinity'
  );
  update public.accounts a set is_closed = true, is_frozen = true where a.id = account_id;
  perform private.tell_owner(
    p_user_id, 'Your money is on its way',
    private.in_pounds(p_amount) || ' was sent to ' || payee.name || ', ' || payee.sort_code || ', account ending '
      || right(payee.account_number, 4) || '.'
  );
  perform private.audit('pay_closed_money', 'person', p_user_id, jsonb_build_object('amount', p_amount, 'request_id', p_request_id));
end
$$;
comment on function private.pay_out is
  'Pays money of a closed account to this payee, which two people have decided, and tells the owner. The calling function has locked both accounts.';
