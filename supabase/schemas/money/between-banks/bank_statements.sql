-- What another bank may read of its payments in a statement, and how long the text of messages is kept.

create index bank_payments_changed_at_idx on private.bank_payments (bank_id, coalesce(decided_at, created_at), movement_id);

create function private.statement_page(p_bank_id text, p_after_at timestamptz, p_after_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  page_length constant integer := 50;
  most_messages constant integer := 4;
  entries jsonb;
  messages jsonb;
  is_last boolean;
begin
  with page as (
    select q.*, coalesce(q.decided_at, q.created_at) as at from private.bank_payments q
    where q.bank_id = p_bank_id and (coalesce(q.decided_at, q.created_at), q.movement_id) > (p_after_at, p_after_id)
    order by coalesce(q.decided_at, q.created_at), q.movement_id
    limit page_length
  ),
  found as (
    select p.*, row_number() over (partition by p.message_id order by p.at, p.movement_id) = 1 as is_first from page p
  ),
  counted as (
    select f.*, count(*) filter (where f.is_first) over (order by f.at, f.movement_id) as message_number from found f
  ),
  kept as (
    select
      c.*, paid.id as paid_id, jsonb_build_object('message', paid.body, 'signature', paid.signature) as paid,
      (
        select m.body from private.bank_messages m
        where m.payment_id = c.id and m.bank_id = c.bank_id and m.type = 'return' and m.is_outgoing and m.body ? 'id'
        order by m.created_at
        limit 1
      ) as given_back
    from counted c
    -- Without its text a message is not found.
    left join private.bank_messages paid
      on paid.bank_id = c.bank_id and paid.is_outgoing = c.is_outgoing and paid.id = c.message_id and paid.body ? 'id'
    where c.message_number <= most_messages
  )
  select
    jsonb_agg(
      jsonb_build_object(
        'paymentId', k.id, 'direction', case when k.is_outgoing then 'sent' else 'received' end,
        'amount', to_char(k.amount, 'FM9999990.00'), 'state', k.state,
        'place', jsonb_build_object('at', k.at, 'id', k.movement_id),
        'messageId', k.paid_id, 'return', k.given_back
      ) order by k.at, k.movement_id
    ),
    jsonb_agg(k.paid) filter (where k.is_first and k.paid_id is not null),
    count(*) = (select count(*) from page) and count(*) < page_length
  into entries, messages, is_last
  from kept k;
  return jsonb_build_object(
    'type', 'statement', 'entries', coalesce(entries, '[]'), 'messages', coalesce(messages, '[]'),
    'next', case when not is_last then entries -> -1 -> 'place' end
  );
end
$$;
comment on function private.statement_page is
  'At most 50 payments from and to a bank, in the order in which they were made or decided, and the at most 4 messages that they were in.';

create function private.describe_statement(p_bank_id text, p_message jsonb, p_at timestamptz) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  most_pages constant integer := 1200;
  since constant timestamptz := (p_message ->> 'since')::timestamptz;
begin
  perform private.lock_request_key('statements for ' || p_bank_id);
  if (
    -- Each repetition of a request counts.
    select coalesce(sum(1 + m.attempts), 0) from private.bank_messages m
    where m.bank_id = p_bank_id and m.type = 'statement-request' and not m.is_outgoing and m.created_at > p_at - interval '1 hour'
  ) >= most_pages then
    raise exception 'Too many statements. Please try again in an hour.' using errcode = 'PT429', hint = 'too-many-statements';
  elsif since < p_at - interval '30 days' then
    raise exception 'A statement begins at most 30 days ago.' using errcode = 'PT400', hint = 'statement-too-old';
  end if;
  return private.statement_page(
    p_bank_id, coalesce((p_message -> 'after' ->> 'at')::timestamptz, since),
    coalesce((p_message -> 'after' ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000')
  );
end
$$;
comment on function private.describe_statement is
  'The answer to a statement request: the payments from and to that bank which were made or decided since a moment. At most 1,200 pages an hour.';

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
      where p.bank_id = m.bank_id and (p.message_id = m.id or p.id = m.payment_id) and p.state in ('sent', 'returning')
    );
end;
comment on function private.remove_message_texts is
  'Replaces the text of messages by its digest 31 days after their answer. The id and the answer stay, so a repeated message still gets the same answer.';

select cron.schedule('remove-bank-message-texts', '47 3 * * *', $job$select private.remove_message_texts(now())$job$);
