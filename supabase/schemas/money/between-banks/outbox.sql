-- The messages to other banks: which are due, and their answers.

create function private.undecided_payments(p_at timestamptz) returns table (bank_id text, id uuid, ask_at timestamptz)
language sql stable set search_path = ''
begin atomic
  select o.bank_id, o.id, o.ask_at from private.bank_payments o
  where o.state = 'sent' and o.ask_at <= p_at
    -- Subqueries without a value of the row are hashed: of a bank that is down, thousands of payments wait, and a job asks each second.
    and (o.bank_id, o.message_id) not in (
      select m.bank_id, m.id from private.bank_messages m where m.is_outgoing and m.answer is null
    )
    and (o.bank_id, o.id) not in (
      select m.bank_id, m.payment_id from private.bank_messages m
      where m.is_outgoing and m.answer is null and m.payment_id is not null
    );
end;
comment on function private.undecided_payments is
  'The payments about whose decision the other bank is asked now: not while a message about them has no answer, because it is sent again until it has.';

create function private.ask_for_decisions(p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  late record;
begin
  for late in
    update private.bank_payments p
    -- After ten questions every six hours: one of 30 seconds doubled ten times would be more.
    set asks = least(p.asks + 1, 10), ask_at = p_at + least(interval '30 seconds' * 2 ^ p.asks, interval '6 hours')
    from (
      select o.bank_id, o.id from private.bank_payments o
      where o.is_outgoing and o.id in (select u.id from private.undecided_payments(p_at) u order by u.ask_at limit 1000)
      -- A payment that its customer or another call has locked must not delay the messages of all.
      for update skip locked
    ) due
    where p.bank_id = due.bank_id and p.is_outgoing and p.id = due.id
    returning p.bank_id, p.id
  loop
    perform private.queue_bank_message(late.bank_id, 'status-request', late.id, '{}');
  end loop;
end
$$;
comment on function private.ask_for_decisions is 'Asks other banks what became of payments that they have received and not decided: after 30 seconds, then at growing intervals of up to six hours. Staff can ask at any time.';

create function private.group_payments(p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  with unsent as (
    select b.id as bank_id, p.id, p.instruction, (row_number() over (partition by b.id order by p.id) - 1) / 50 as place
    from private.banks b
    cross join lateral (
      select q.id, q.instruction from private.bank_payments q
      where q.state = 'sent' and q.ask_at = 'infinity' and q.bank_id = b.id
      order by q.id
      limit 1000
      for update skip locked
    ) p
    where b.is_on
  ),
  grouped as (
    select u.bank_id, u.place, private.new_id() as id, jsonb_agg(u.instruction order by u.id) as instructions
    from unsent u group by u.bank_id, u.place
  ),
  message as (
    insert into private.bank_messages (bank_id, is_outgoing, id, type, body, taken_until)
    select
      g.bank_id, true, g.id, 'payment', jsonb_build_object('id', g.id, 'type', 'payment', 'payments', g.instructions), p_at
    from grouped g
  )
  update private.bank_payments p set message_id = g.id, instruction = null, ask_at = p_at + interval '30 seconds'
  from unsent u join grouped g on g.bank_id = u.bank_id and g.place = u.place
  where p.bank_id = u.bank_id and p.is_outgoing and p.id = u.id;
end
$$;
comment on function private.group_payments is
  'Puts up to 1,000 payments to each bank that are in no message into messages of 50.';

create function private.has_bank_messages_due(p_at timestamptz default clock_timestamp()) returns boolean
language plpgsql stable set search_path = ''
set enable_seqscan = off as $$
begin
  return exists (
    select from private.banks b
    where b.is_on and (
      exists (
        select from private.bank_payments p where p.state = 'sent' and p.ask_at = 'infinity' and p.bank_id = b.id
      )
      or exists (
        select from private.bank_messages m
        where m.bank_id = b.id and m.is_outgoing and m.answer is null and m.taken_until <= p_at
      )
    )
  ) or exists (
    select from private.undecided_payments(p_at) p join private.banks b on b.id = p.bank_id and b.is_on
  );
end
$$;
comment on function private.has_bank_messages_due is
  'Whether there is anything for send-interbank to send. The job asks it each second, and calls the function only then.';

create function private.take_bank_messages(p_at timestamptz default clock_timestamp())
returns table (bank_id text, address text, public_key jsonb, message_id uuid, message jsonb)
language plpgsql volatile security definer set search_path = ''
-- A plan cached while the tables are small would scan whole tables later.
set enable_seqscan = off as $$
begin
  -- Two senders at once would each send half of a message.
  if not pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtextextended('take_bank_messages', 0)) then
    return;
  end if;
  perform private.ask_for_decisions(p_at);
  perform private.group_payments(p_at);
  return query
  with due as (
    select d.bank_id, d.id
    from private.banks b
    -- A bank that is slow or down does not take the turns of the others.
    cross join lateral (
      select m.bank_id, m.id from private.bank_messages m
      where m.bank_id = b.id and m.is_outgoing and m.answer is null and m.taken_until <= p_at
      order by m.taken_until
      limit 20
      for update skip locked
    ) d
    where b.is_on
  ),
  taken as (
    update private.bank_messages m
    set attempts = m.attempts + 1,
      taken_until = p_at + least(interval '10 seconds' * 2 ^ least(m.attempts, 10), interval '10 minutes')
    from due d where m.bank_id = d.bank_id and m.is_outgoing and m.id = d.id
    returning m.bank_id, m.id, m.body
  )
  select c.bank_id, b.address, b.public_key, c.id, c.body from taken c join private.banks b on b.id = c.bank_id;
end
$$;
select private.expose('take_bank_messages', to_roles => '{service_role}', description =>
  'Takes up to 20 messages to each bank; nothing while another call takes. A message that gets no answer can be taken again after 10 seconds, then at growing intervals of up to 10 minutes.');

create function private.split_bank_message(p_bank_id text, p_message_id uuid, p_at timestamptz default clock_timestamp()) returns void
language sql volatile security definer set search_path = ''
begin atomic
  with refused as (
    delete from private.bank_messages m
    where m.bank_id = p_bank_id and m.is_outgoing and m.id = p_message_id and m.type = 'payment' and m.answer is null
      -- An error of the other bank can be gone after some seconds.
      and m.attempts >= 3 and jsonb_array_length(m.body -> 'payments') > 1
    returning m.body
  ),
  single as (
    select private.new_id() as id, p.value as payment from refused r cross join jsonb_array_elements(r.body -> 'payments') p
  ),
  message as (
    insert into private.bank_messages (bank_id, is_outgoing, id, type, body, taken_until)
    select
      p_bank_id, true, s.id, 'payment',
      jsonb_build_object('id', s.id, 'type', 'payment', 'payments', jsonb_build_array(s.payment)), p_at
    from single s
  )
  update private.bank_payments p set message_id = s.id
  from single s where p.bank_id = p_bank_id and p.is_outgoing and p.id = (s.payment ->> 'paymentId')::uuid;
end;
select private.expose('split_bank_message', to_roles => '{service_role}', description =>
  'Gives each payment of a message a message of its own, so that one that the other bank cannot read does not keep the others from it. For a message that the other bank has refused three times. Each payment keeps its id, under which it is booked once.');

create function private.record_bank_answer(
  p_bank_id text, p_message_id uuid, p_answer jsonb, p_at timestamptz default clock_timestamp()
) returns void
language plpgsql volatile security definer set search_path = ''
-- As in take_bank_messages.
set enable_seqscan = off as $$
begin
  perform private.require_short_message(p_answer);
  update private.bank_messages m set answer = p_answer, answered_at = p_at
  where m.bank_id = p_bank_id and m.is_outgoing and m.id = p_message_id and m.answer is null
    and (p_answer ->> 'about')::uuid = p_message_id
    -- The message is sent again until the other bank answers what it was asked, and about the payment that it was asked about.
    and p_answer ->> 'type' = case m.type
      when 'payment' then 'payment-statuses'
      when 'status-request' then 'payment-status'
      when 'return' then 'return-status'
      when 'recall' then 'recall-answer'
      when 'name-check' then 'name-check-answer'
      else 'received'
    end
    and case p_answer ->> 'type'
      when 'received' then true
      when 'payment-statuses' then private.payments_in(p_answer -> 'payments') = private.payments_in(m.body -> 'payments')
      else (p_answer ->> 'paymentId')::uuid is not distinct from m.payment_id
    end;
  if found then
    perform private.apply_bank_message(p_bank_id, p_answer, p_at);
  end if;
end
$$;
select private.expose('record_bank_answer', to_roles => '{service_role}', statement_timeout => '8s', description =>
  'Stores the answer of another bank to a message and carries it out. A later answer to the same message changes nothing.');
