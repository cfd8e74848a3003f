-- After a restore: how payments that another bank's statement has, and this bank has lost, are posted again.

create function private.send_again(p_bank_id text, p_payment_id uuid, p_message jsonb, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  payment constant jsonb := jsonb_path_query_first(
    p_message, '$.payments[*] ? (@.paymentId == $id)', jsonb_build_object('id', p_payment_id)
  );
  payer public.accounts;
begin
  select a.* into payer from public.accounts a
  where a.sort_code = payment -> 'payer' ->> 'sortCode' and a.account_number = payment -> 'payer' ->> 'accountNumber';
  if payer.id is null then
    raise exception 'There is no such account.' using errcode = 'PT404', hint = 'payer-gone';
  elsif private.bank_for(payment -> 'payee' ->> 'sortCode') is distinct from p_bank_id then
    raise exception 'The payee is at another bank.' using errcode = 'PT409', hint = 'other-bank';
  elsif exists (select from public.outgoing_payments o where o.id = p_payment_id and o.state in ('held', 'scheduled')) then
    -- The copy has it before it was sent.
    perform private.send_outgoing_payment(p_payment_id, p_at);
  else
    perform private.book_payment(
      private.read_payment(
        payer.user_id,
        private.payment_to(
          (payment -> 'payee' ->> 'name', payment -> 'payee' ->> 'sortCode', payment -> 'payee' ->> 'accountNumber'),
          payment ->> 'amount', payment ->> 'reference'
        ),
        p_is_assessed => false
      ),
      p_payment_id, p_at, null
    );
  end if;
  if not exists (
    select from private.bank_payments p where p.bank_id = p_bank_id and p.is_outgoing and p.id = p_payment_id
  ) then
    raise exception 'The payment was not sent.' using errcode = 'PT409', hint = 'not-sent';
  end if;
end
$$;
comment on function private.send_again is
  'Books a payment by its own message, which this bank has sent and lost, under its id. It is sent again, and the other bank answers as it did the first time.';

create function private.post_entry(p_bank private.banks, p_entry jsonb, p_at timestamptz) returns text
language plpgsql volatile set search_path = '' as $$
declare
  payment_id constant uuid := (p_entry ->> 'paymentId')::uuid;
  -- What the other bank has received, this bank has sent.
  is_outgoing constant boolean := p_entry ->> 'direction' = 'received';
  is_returned constant boolean := p_entry ->> 'state' = 'returned';
  payment private.bank_payments := private.lock_bank_payment(p_bank.id, is_outgoing, payment_id);
  result text := 'known';
  answer jsonb;
begin
  if payment.id is null and p_entry ->> 'state' in ('accepted', 'returning', 'returned') then
    if p_entry ->> 'message' is null then
      raise exception 'The other bank no longer has the message.' using errcode = 'PT409', hint = 'no-message';
    elsif is_outgoing then
      perform private.send_again(p_bank.id, payment_id, p_entry -> 'message', p_at);
    else
      perform private.receive_bank_message(p_bank.id, p_entry -> 'message', p_at => p_at);
    end if;
    payment := private.lock_bank_payment(p_bank.id, is_outgoing, payment_id);
    result := 'posted';
  end if;
  if payment.state = 'rejected' and p_entry ->> 'state' in ('accepted', 'returning', 'returned') then
    raise exception '%', private.reason_words(payment.reason) using errcode = 'PT409', hint = coalesce(payment.reason, 'rejected');
  elsif is_returned and is_outgoing and payment.state in ('sent', 'accepted') then
    -- Only what was sent can come back, and the other bank has it.
    update private.bank_payments p
    set message_id = coalesce(p_entry ->> 'messageId', p_entry -> 'return' ->> 'id')::uuid, instruction = null, ask_at = p_at
    where p.bank_id = p_bank.id and p.is_outgoing and p.id = payment_id and p.message_id is null;
    answer := private.receive_bank_message(p_bank.id, p_entry -> 'return', p_at => p_at);
    if answer ->> 'status' <> 'accepted' then
      raise exception 'The return does not fit the payment.' using errcode = 'PT409', hint = answer ->> 'reason';
    end if;
    result := 'returned';
  elsif is_returned and not is_outgoing and payment.state = 'accepted' then
    perform private.send_back(payment, p_at);
    result := 'returned';
  end if;
  return result;
end
$$;

create function private.post_statement_entry(p_bank_id text, p_entry jsonb, p_at timestamptz default clock_timestamp())
returns table (result text, reason text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  bank constant private.banks := private.require_bank(p_bank_id);
begin
  perform private.require_short_message(p_entry -> 'message'), private.require_short_message(p_entry -> 'return');
  result := private.post_entry(bank, p_entry, p_at);
  return next;
exception when others then
  get stacked diagnostics reason = pg_exception_hint;
  result := 'not-placed';
  reason := coalesce(nullif(reason, ''), sqlstate);
  return next;
end
$$;
select private.expose('post_statement_entry', to_roles => '{service_role}', statement_timeout => '8s', description =>
  'Posts an entry of another bank''s statement that this bank does not have, through the functions that post such payments, under the same ids. known: nothing was missing. posted, returned: now it is there. not-placed: the reason says why; nothing has changed. The edge function recover-interbank has verified the bank and, for what this bank sent, its own signature.');

create function private.list_connected_banks()
returns table (bank_id text, name text, address text, public_key jsonb)
language sql stable security definer set search_path = ''
begin atomic
  select b.id, b.name, b.address, b.public_key from private.banks b where b.is_on order by b.id limit 100;
end;
select private.expose('list_connected_banks', to_roles => '{service_role}', description =>
  'The banks that are on, with what a message to them needs.');
