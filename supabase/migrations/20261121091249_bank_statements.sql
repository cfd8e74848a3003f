-- What another bank may read of its payments in a statement, and how long the text of messages is kept.

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
