-- Account management for admins with financial_support: the balance and manual transactions.

create function private.needs_approval(p_amount numeric) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(p_amount > 0 and p_amount + coalesce(
      (
        select sum(
          case l.action
            when 'edit_balance' then abs((l.details ->> 'to')::numeric - (l.details ->> 'from')::numeric)
            when 'delete_person' then (l.details ->> 'paid_out')::numeric
            else (l.details ->> 'amount')::numeric
          end
        )
        from private.audit_log l
        where l.actor_id = auth.uid() and l.action in ('edit_balance', 'delete_person', 'decide_case', 'recover_claim')
          and l.created_at > now() - interval '24 hours' and not l.details ? 'request_id'
      ),
      0
    ) > s.four_eyes_above, false)
    from private.settings s
  );
end
$$;
comment on function private.needs_approval is
  'Whether the caller needs the approval of a second administrator to move this amount. What the caller changed on all accounts, and refunded, in the last 24 hours without an approval counts too.';

create function private.lock_balance_changes() returns void
language sql volatile set search_path = ''
begin atomic
  select pg_advisory_xact_lock(hashtextextended('balances changed by ' || (select auth.uid()), 0));
end;
comment on function private.lock_balance_changes is
  'Serialises the caller''s changes of balances until commit, so that needs_approval counts each.';

create function private.raise_approval_needed() returns void
language plpgsql stable set search_path = '' as $$
begin
  raise exception 'This needs the approval of a second administrator.' using errcode = 'PT409', hint = 'approval-needed';
end
$$;

create function private.require_valid_balance(p_balance numeric) returns void
language plpgsql immutable set search_path = '' as $$
declare
  -- The highest amount that the screens accept. Payments can take a balance above it.
  highest_balance constant numeric := 999999999.99;
begin
  -- "is not true" also rejects null. NaN sorts above every number.
  if (p_balance between 0 and highest_balance and p_balance = round(p_balance, 2)) is not true then
    raise exception 'Please enter a valid balance.' using errcode = 'PT400', hint = 'field:balance';
  end if;
end
$$;

create function private.adjust_balance(
  p_account_id uuid, p_new_balance numeric, p_at timestamptz, p_request_id uuid default null
) returns private.money
language plpgsql volatile set search_path = '' as $$
declare
  account public.accounts;
  movement_id constant uuid := private.new_id();
  bank constant private.party := ('Manual Adjustment', '00-00-00', '00000000');
  reference constant text := 'Manual balance adjustment';
  difference numeric;
begin
  perform private.require_valid_balance(p_new_balance);
  -- Locked, so that the difference is still correct when the money moves.
  select a.* into strict account from public.accounts a where a.id = p_account_id for no key update;
  perform private.require_not_closed(account.user_id);
  difference := p_new_balance - account.balance;
  if p_request_id is null then
    perform private.lock_balance_changes();
    if private.needs_approval(abs(difference)) then
      perform private.raise_approval_needed();
    end if;
  end if;
  if difference > 0 then
    perform private.move_money(movement_id, private.ledger_account('adjustments'), account.id, difference, p_at);
    perform private.record_incoming(movement_id, movement_id, account, bank, difference, reference, p_at);
  elsif difference < 0 then
    perform private.move_money(movement_id, account.id, private.ledger_account('adjustments'), -difference, p_at);
    perform private.record_outgoing(movement_id, account.user_id, account.id, bank, -difference, reference, p_at);
  end if;
  perform private.audit('edit_balance', 'account', account.id, jsonb_strip_nulls(
    jsonb_build_object('from', account.balance, 'to', p_new_balance, 'request_id', p_request_id)
  ));
  return p_new_balance;
end
$$;
comment on function private.adjust_balance is 'Sets a balance by one movement against the adjustments account. The calling function has checked the permission. Without an approved request it refuses a change that needs one.';

create function private.edit_current_account_balance(p_new_balance text) returns numeric
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('financial_support');
  return private.adjust_balance((private.my_current_account()).id, private.plain_decimal(p_new_balance), now());
end
$$;
select private.expose('edit_current_account_balance',
  'Sets the balance of the caller''s own account, with a balancing transaction. For admins with financial_support.');

create table private.manual_transactions (
  user_id uuid references auth.users (id) on delete cascade,
  request_id uuid,
  payload_hash bytea not null,
  balance private.money not null,
  primary key (user_id, request_id)
);
comment on table private.manual_transactions is
  'The idempotency keys of manual transactions, with what a repeated request is answered.';

select private.keep_from_api('private.manual_transactions');

create function private.add_manual_transaction(
  p_recipient text, p_amount text, p_reference text default null, p_request_id uuid default gen_random_uuid()
)
returns numeric
language plpgsql volatile security definer set search_path = '' as $$
declare
  account constant public.accounts := private.my_current_account();
  movement_id constant uuid := private.new_id();
  payee constant private.party := (btrim(p_recipient), '12-34-56', '12345678');
  amount constant numeric := private.plain_decimal(p_amount);
  reference constant text := nullif(btrim(p_reference), '');
  payload_hash constant bytea := sha256(convert_to(
    jsonb_build_array(payee.name, round(amount, 2), reference)::text, 'utf8'
  ));
  first private.manual_transactions;
  new_balance private.money;
begin
  perform private.require_valid_payee(payee.name, payee.sort_code, payee.account_number, reference);
  perform private.require_valid_amount(amount);
  perform private.lock_request_key('manual transaction ' || account.user_id || '/' || p_request_id);
  select t.* into first from private.manual_transactions t
  where t.user_id = account.user_id and t.request_id = p_request_id;
  if found then
    perform private.require_same_request(
      first.payload_hash = payload_hash, 'This transaction was already sent with different details. Please start again.'
    );
    return first.balance;
  end if;
  begin
    new_balance := private.move_money(movement_id, account.id, private.ledger_account('adjustments'), amount, now());
  exception when sqlstate 'PT402' then
    raise exception 'Insufficient funds' using errcode = 'PT402', hint = 'insufficient-funds';
  end;
  perform private.record_outgoing(movement_id, account.user_id, account.id, payee, amount, reference, now());
  insert into private.manual_transactions (user_id, request_id, payload_hash, balance)
  values (account.user_id, p_request_id, payload_hash, new_balance);
  perform private.audit('add_manual_transaction', 'payment', movement_id, jsonb_build_object('amount', amount));
  return new_balance;
end
$$;
select private.expose('add_manual_transaction',
  'Records an outgoing transaction that is not sent to any bank. Returns the new balance. p_request_id is the idempotency key: a repeated request returns the first answer and records nothing.');
