-- After a restore: what another bank knows about the payments of a time that this bank has lost, and how it is posted again.
-- Also how long the text of messages is kept.

create index bank_payments_changed_at_idx on private.bank_payments (bank_id, coalesce(decided_at, created_at), movement_id);

create function private.message_of(p_payment private.bank_payments, p_type text, p_is_outgoing boolean) returns private.bank_messages
language sql stable set search_path = ''
begin atomic
  select m.* from private.bank_messages m
  where m.payment_id = p_payment.id and m.bank_id = p_payment.bank_id and m.type = p_type and m.is_outgoing = p_is_outgoing
    and not m.body ? 'sha256'
  order by m.created_at
  limit 1;
end;
comment on function private.message_of is 'The first message of this type about a payment between banks whose text is still kept.';

create function private.describe_statement(p_bank_id text, p_message jsonb, p_at timestamptz) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  page_length constant integer := 50;
  most_pages constant integer := 1200;
  since constant timestamptz := (p_message ->> 'since')::timestamptz;
  after_at constant timestamptz := coalesce((p_message -> 'after' ->> 'at')::timestamptz, since);
  after_id constant uuid := coalesce((p_message -> 'after' ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000');
  entries jsonb;
begin
  perform private.lock_request_key('statements for ' || p_bank_id);
  if (
    select count(*) from private.bank_messages m
    where m.bank_id = p_bank_id and m.type = 'statement-request' and not m.is_outgoing and m.created_at > p_at - interval '1 hour'
  ) >= most_pages then
    raise exception 'Too many statements. Please try again in an hour.' using errcode = 'PT429', hint = 'too-many-statements';
  elsif since < p_at - interval '30 days' then
    raise exception 'A statement begins at most 30 days ago.' using errcode = 'PT400', hint = 'statement-too-old';
  end if;
  select jsonb_agg(
    jsonb_build_object(
      'paymentId', p.id, 'direction', case when p.is_outgoing then 'sent' else 'received' end,
      'amount', to_char(p.amount, 'FM9999990.00'), 'state', p.state,
      'place', jsonb_build_object('at', coalesce(p.decided_at, p.created_at), 'id', p.movement_id),
      'message', (paid).body, 'signature', (paid).signature, 'return', (given_back).body
    ) order by coalesce(p.decided_at, p.created_at), p.movement_id
  )
  into entries
  from (
    select q.* from private.bank_payments q
    where q.bank_id = p_bank_id and (coalesce(q.decided_at, q.created_at), q.movement_id) > (after_at, after_id)
    order by coalesce(q.decided_at, q.created_at), q.movement_id
    limit page_length
  ) p
  cross join lateral private.message_of(p, 'payment', p.is_outgoing) paid
  cross join lateral private.message_of(p, 'return', true) given_back;
  return jsonb_build_object(
    'type', 'statement', 'entries', coalesce(entries, '[]'),
    'next', case when jsonb_array_length(entries) = page_length then entries -> (page_length - 1) -> 'place' end
  );
end
$$;
comment on function private.describe_statement is
  'The answer to a statement request: the payments from and to that bank which were made or decided since a moment, 50 a page, with the messages that made them. At most 1,200 pages an hour.';

create function private.send_again(p_bank_id text, p_message jsonb, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  payment_id constant uuid := (p_message ->> 'paymentId')::uuid;
  payer public.accounts;
begin
  select a.* into payer from public.accounts a
  where a.sort_code = p_message -> 'payer' ->> 'sortCode' and a.account_number = p_message -> 'payer' ->> 'accountNumber';
  if payer.id is null then
    raise exception 'There is no such account.' using errcode = 'PT404', hint = 'payer-gone';
  elsif private.bank_for(p_message -> 'payee' ->> 'sortCode') is distinct from p_bank_id then
    raise exception 'The payee is at another bank.' using errcode = 'PT409', hint = 'other-bank';
  elsif exists (select from public.outgoing_payments o where o.id = payment_id and o.state in ('held', 'scheduled')) then
    -- The copy has it before it was sent.
    perform private.send_outgoing_payment(payment_id, p_at);
  else
    perform private.book_payment(
      private.read_payment(
        payer.user_id,
        private.payment_to(
          (p_message -> 'payee' ->> 'name', p_message -> 'payee' ->> 'sortCode', p_message -> 'payee' ->> 'accountNumber'),
          p_message ->> 'amount', p_message ->> 'reference'
        ),
        p_is_assessed => false
      ),
      payment_id, p_at, null
    );
  end if;
  if not exists (
    select from private.bank_payments p where p.bank_id = p_bank_id and p.is_outgoing and p.id = payment_id
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
begin
  if payment.id is null and p_entry ->> 'state' in ('accepted', 'returning', 'returned') then
    if p_entry ->> 'message' is null then
      raise exception 'The other bank no longer has the message.' using errcode = 'PT409', hint = 'no-message';
    elsif is_outgoing then
      perform private.send_again(p_bank.id, p_entry -> 'message', p_at);
    else
      perform private.receive_bank_message(p_bank.id, p_entry -> 'message', p_at => p_at);
    end if;
    payment := private.lock_bank_payment(p_bank.id, is_outgoing, payment_id);
    result := 'posted';
  end if;
  if payment.state = 'rejected' and p_entry ->> 'state' in ('accepted', 'returning', 'returned') then
    raise exception '%', private.reason_words(payment.reason) using errcode = 'PT409', hint = coalesce(payment.reason, 'rejected');
  elsif is_returned and is_outgoing and payment.state in ('sent', 'accepted') then
    perform private.receive_bank_message(p_bank.id, p_entry -> 'return', p_at => p_at);
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

create index bank_messages_answered_at_idx on private.bank_messages (answered_at) where body ? 'id';

create function private.message_digest(p_body jsonb) returns jsonb
language sql immutable set search_path = ''
return jsonb_build_object('sha256', encode(sha256(convert_to(p_body::text, 'utf8')), 'hex'));
comment on function private.message_digest is 'What is kept of a message after its text: enough to tell whether it is the same one.';

create function private.remove_message_texts(p_at timestamptz) returns void
language sql volatile set search_path = ''
begin atomic
  update private.bank_messages m set body = private.message_digest(m.body), signature = null
  where m.body ? 'id' and m.answered_at < p_at - interval '31 days'
    -- What is not decided can be sent again.
    and not exists (
      select from private.bank_payments p
      where p.bank_id = m.bank_id and p.id = m.payment_id and p.state in ('sent', 'returning')
    );
end;
comment on function private.remove_message_texts is
  'Replaces the text of messages by its digest 31 days after their answer. The id and the answer stay, so a repeated message still gets the same answer.';

select cron.schedule('remove-bank-message-texts', '47 3 * * *', $job$select private.remove_message_texts(now())$job$);
