-- Paying somebody: one transaction from the idempotency key to the rows on both sides.

create table private.payment_orders (
  user_id uuid not null,
  request_id uuid not null,
  created_at timestamptz not null,
  payload_hash bytea not null,
  transaction_id uuid not null,
  incoming_transaction_id uuid,
  balance private.money,
  primary key (user_id, request_id)
)
-- The balance is filled in after the money has moved: room for that in the page.
with (fillfactor = 90);
comment on table private.payment_orders is
  'The client''s key of each payment with the answer given, so that a repeated request pays once. No foreign key, no names: it outlives people.';
comment on column private.payment_orders.incoming_transaction_id is 'The payee''s row; null when the payee does not bank here.';

alter table private.payment_orders enable row level security;
create policy "Nobody reaches the payment orders through the API" on private.payment_orders
  for all to anon, authenticated using (false);

create type private.payment_answer as (
  transaction_id uuid, amount numeric, balance numeric, to_name text, internal boolean, created_at timestamptz
);

create function private.refuse_payee(p_name text, p_sort_code text, p_account_number text, p_reference text) returns void
language plpgsql stable set search_path = '' as $$
declare
  problem constant text := case
    when coalesce(p_name, '') = '' then 'Enter the name on the account.'
    when char_length(p_name) > 140 then 'Name must be at most 140 characters.'
    when p_sort_code is null or p_sort_code !~ '^[0-9]{2}-[0-9]{2}-[0-9]{2}$' then 'Sort code must be 6 digits'
    when p_account_number is null or p_account_number !~ '^[0-9]{8}$' then 'Account number must be 8 digits'
    when char_length(p_reference) > 18 then 'Reference must be at most 18 characters.'
    when not (private.is_clean(p_name) and private.is_clean(coalesce(p_reference, '')))
      then 'Please remove special characters such as < and >.'
  end;
begin
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400';
  end if;
end
$$;
comment on function private.refuse_payee is 'Ends the call with the reason when the details of a payee cannot be right.';

create function private.refuse_amount(p_amount numeric) returns void
language plpgsql stable set search_path = '' as $$
declare
  highest_payment constant numeric := 1000000.00;
begin
  -- Written so that null and NaN fail: comparisons with null are not true, and NaN is above every number.
  if (p_amount > 0 and p_amount <= highest_payment and p_amount = round(p_amount, 2)) is not true then
    raise exception 'Please enter a valid amount.' using errcode = 'PT400';
  end if;
end
$$;
comment on function private.refuse_amount is 'Ends the call unless the amount is whole pence, above nothing and within the Faster Payments limit.';

create function private.pay(
  p_payer_id uuid, p_request_id uuid, p_to_name text, p_to_sort_code text, p_to_account_number text,
  p_amount numeric, p_reference text, p_at timestamptz
) returns private.payment_answer
language plpgsql volatile set search_path = '' as $$
declare
  to_name constant text := btrim(p_to_name);
  to_sort_code constant text := private.normalise_sort_code(p_to_sort_code);
  to_number constant text := regexp_replace(p_to_account_number, '[ -]', '', 'g');
  payment_reference constant text := nullif(btrim(p_reference), '');
  payer public.accounts;
  payee public.accounts;
  payment private.payment_orders;
begin
  if p_request_id is null then
    raise exception 'A payment needs a request id.' using errcode = 'PT400';
  end if;
  perform private.refuse_payee(to_name, to_sort_code, to_number, payment_reference);
  perform private.refuse_amount(p_amount);

  payment.payload_hash := sha256(convert_to(
    jsonb_build_array(to_name, to_sort_code, to_number, round(p_amount, 2), payment_reference)::text, 'utf8'
  ));
  payment.transaction_id := gen_random_uuid();

  select a.* into payer from public.accounts a where a.user_id = p_payer_id and a.account_type = 'current';
  if not found then
    raise exception 'You do not have an account to pay from yet.' using errcode = 'PT404';
  end if;
  -- Only both numbers together name an account here. Everything else is at another bank.
  select a.* into payee from public.accounts a where a.account_number = to_number and a.sort_code = to_sort_code;
  if payee.id = payer.id then
    raise exception 'You cannot pay into the account you are paying from.' using errcode = 'PT400';
  elsif payee.id is not null then
    payment.incoming_transaction_id := gen_random_uuid();
  end if;

  -- A second call with this key waits here until the first has ended, then finds its answer.
  insert into private.payment_orders (user_id, request_id, created_at, payload_hash, transaction_id, incoming_transaction_id)
  values (p_payer_id, p_request_id, p_at, payment.payload_hash, payment.transaction_id, payment.incoming_transaction_id)
  on conflict do nothing;
  if not found then
    return private.repeat_payment_answer(p_payer_id, p_request_id, payment.payload_hash, to_name, p_amount);
  end if;

  payment.balance := private.move_money(
    payment.transaction_id, payer.id, coalesce(payee.id, private.ledger_account('outside world')), p_amount, p_at
  );
  update private.payment_orders o set balance = payment.balance
  where o.user_id = p_payer_id and o.request_id = p_request_id;

  insert into public.transactions (
    id, user_id, created_at, amount, from_account_id, to_sort_code, to_account_number, to_account_holder_name, reference
  )
  values (payment.transaction_id, p_payer_id, p_at, p_amount, payer.id, to_sort_code, to_number, to_name, payment_reference);
  if payee.id is not null then
    perform private.record_incoming(
      payment.incoming_transaction_id, payee, payer.account_holder_name, payer.sort_code, payer.account_number,
      p_amount, payment_reference, p_at
    );
  end if;

  insert into public.recipients as r (
    user_id, account_holder_name, sort_code, account_number, last_payment_amount, last_payment_date
  )
  values (p_payer_id, to_name, to_sort_code, to_number, p_amount, p_at)
  on conflict (user_id, account_number, sort_code) do update set
    last_payment_amount = excluded.last_payment_amount, last_payment_date = excluded.last_payment_date;

  return (payment.transaction_id, round(p_amount, 2), payment.balance::numeric, to_name, payee.id is not null, p_at);
end
$$;
comment on function private.pay is 'Moves the money and writes every record of it. The caller has made sure who the payer is.';

create function private.repeat_payment_answer(
  p_payer_id uuid, p_request_id uuid, p_payload_hash bytea, p_to_name text, p_amount numeric
) returns private.payment_answer
language plpgsql stable set search_path = '' as $$
declare
  first private.payment_orders;
begin
  select o.* into strict first from private.payment_orders o
  where o.user_id = p_payer_id and o.request_id = p_request_id;
  if first.payload_hash <> p_payload_hash then
    raise exception 'This payment reference was already used for another payment.' using errcode = 'PT409';
  end if;
  return (
    first.transaction_id, round(p_amount, 2), first.balance::numeric, p_to_name,
    first.incoming_transaction_id is not null, first.created_at
  );
end
$$;
comment on function private.repeat_payment_answer is 'The first answer again, when the same key comes with the same payment.';

create function private.record_incoming(
  p_transaction_id uuid, p_account public.accounts, p_from_name text, p_from_sort_code text, p_from_account_number text,
  p_amount numeric, p_reference text, p_at timestamptz
) returns void
language sql volatile set search_path = ''
begin atomic
  insert into public.transactions (
    id, user_id, created_at, amount, incoming, to_sort_code, to_account_number, to_account_holder_name, reference,
    from_sort_code, from_account_number, from_account_holder_name
  )
  values (
    p_transaction_id, p_account.user_id, p_at, p_amount, true,
    p_account.sort_code, p_account.account_number, p_account.account_holder_name,
    coalesce(p_reference, 'Payment from ' || p_from_name),
    p_from_sort_code, p_from_account_number, p_from_name
  );
end;
comment on function private.record_incoming is 'The payee''s row of a payment.';

create function private.receive_from_outside(
  p_account_id uuid, p_from_name text, p_from_sort_code text, p_from_account_number text,
  p_amount numeric, p_reference text, p_at timestamptz
) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  account public.accounts;
  transaction_id constant uuid := gen_random_uuid();
begin
  perform private.refuse_amount(p_amount);
  perform private.move_money(transaction_id, private.ledger_account('outside world'), p_account_id, p_amount, p_at);
  select a.* into strict account from public.accounts a where a.id = p_account_id;
  perform private.record_incoming(
    transaction_id, account, p_from_name, p_from_sort_code, p_from_account_number, p_amount, p_reference, p_at
  );
  return transaction_id;
end
$$;
comment on function private.receive_from_outside is 'Credits an account with money from another bank.';

create function private.make_payment(
  p_request_id uuid, p_to_name text, p_to_sort_code text, p_to_account_number text, p_amount numeric, p_reference text
) returns private.payment_answer
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.refuse_unless_approved();
  return private.pay(
    auth.uid(), p_request_id, p_to_name, p_to_sort_code, p_to_account_number, p_amount, p_reference, now()
  );
end
$$;

create function public.make_payment(
  p_request_id uuid, p_to_name text, p_to_sort_code text, p_to_account_number text, p_amount numeric, p_reference text default null
)
returns table (transaction_id uuid, amount numeric, balance numeric, to_name text, internal boolean, created_at timestamptz)
language sql volatile security invoker set search_path = ''
begin atomic
  select answer.transaction_id, answer.amount, answer.balance, answer.to_name, answer.internal, answer.created_at
  from private.make_payment(p_request_id, p_to_name, p_to_sort_code, p_to_account_number, p_amount, p_reference) answer;
end;
comment on function public.make_payment is
  'Pays from the caller''s account. The same request id with the same payment returns the first answer and pays nothing.';

grant execute on function private.make_payment, public.make_payment to authenticated;
