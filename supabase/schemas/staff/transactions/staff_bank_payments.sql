-- What staff see of payments between banks, and how they ask another bank again.

create function private.waits_since(p_payment private.bank_payments) returns timestamptz
language sql immutable set search_path = ''
-- A return starts later than its payment. It leaves ask_at as it was at that moment.
return case p_payment.state when 'sent' then p_payment.created_at when 'returning' then p_payment.ask_at end;
comment on function private.waits_since is 'Since when a payment waits for the decision of another bank. Null if it does not.';

create function private.list_bank_payments(
  p_filter text default 'open', p_bank_id text default null, p_before_id uuid default null, p_limit integer default 50
)
returns table (
  id uuid, bank_id text, bank_name text, is_outgoing boolean, created_at timestamptz, waiting_since timestamptz, amount numeric,
  state text, reason text, decided_at timestamptz, recall text, recall_reason text, recalled_at timestamptz, problem text
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('repair_transactions');
  if (p_filter in ('open', 'recalls', 'problems', 'all')) is not true then
    raise exception 'Choose which payments to list.' using errcode = 'PT400', hint = 'field:filter';
  end if;
  return query
  select
    p.movement_id, p.bank_id, b.name, p.is_outgoing, p.created_at, private.waits_since(p), p.amount::numeric, p.state,
    case when p.reason is not null then private.reason_words(p.reason) end, p.decided_at, p.recall, p.recall_reason,
    p.recalled_at, p.problem
  from private.bank_payments p
  join private.banks b on b.id = p.bank_id
  where (p_bank_id is null or p.bank_id = p_bank_id)
    and (
      p_filter = 'all'
      or p_filter = 'open' and p.state in ('sent', 'returning')
      or p_filter = 'recalls' and p.recall = 'asked' and p.state = 'accepted' and not p.is_outgoing
      or p_filter = 'problems' and p.problem is not null
    )
    -- The ids of movements start with the time.
    and p.movement_id < coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  order by p.movement_id desc
  limit private.page_size(p_limit);
end
$$;
select private.expose('list_bank_payments', statement_timeout => '8s', description =>
  'Payments to and from other banks, newest first, at most 100 before the id of a row: those that wait for a decision (open), incoming ones whose payee has not answered a recall (recalls), those that staff must look at (problems), or all. The id is that of the movement. No names. For staff with repair_transactions.');

create table private.between_banks_total (
  only_row boolean primary key default true constraint between_banks_total_only_row_check check (only_row),
  counted_until timestamptz not null,
  total numeric(16, 2) not null
);
comment on table private.between_banks_total is
  'The sum of the ledger account between banks until some hour ago, so that its sum now needs only the entries since then. Payments do not write it.';

select private.keep_from_api('private.between_banks_total');

insert into private.between_banks_total (counted_until, total) values ('-infinity', 0);

create function private.sum_between_banks(p_after timestamptz, p_until timestamptz) returns numeric
language sql stable set search_path = ''
begin atomic
  select coalesce(sum(e.amount), 0) from private.ledger_entries e
  where e.account_id = (select l.id from private.ledger_accounts l where l.name = 'between banks')
    and e.created_at > p_after and e.created_at <= p_until;
end;

create function private.total_between_banks() returns numeric
language sql stable set search_path = ''
begin atomic
  select t.total + private.sum_between_banks(t.counted_until, 'infinity') from private.between_banks_total t;
end;

create function private.count_between_banks(p_at timestamptz) returns void
language sql volatile set search_path = ''
begin atomic
  -- No transaction runs for an hour, so no entry comes later with a time before this.
  update private.between_banks_total t set
    total = t.total + private.sum_between_banks(t.counted_until, p_at - interval '1 hour'),
    counted_until = p_at - interval '1 hour'
  where t.counted_until < p_at - interval '1 hour';
end;
comment on function private.count_between_banks is 'Adds the entries until an hour ago to the stored total.';

select cron.schedule('count-between-banks', '37 * * * *', $job$select private.count_between_banks(now())$job$);

create function private.total_bank_payments()
returns table (
  bank_id text, bank_name text, is_on boolean, is_throttled boolean, waiting bigint, waiting_total numeric,
  waiting_since timestamptz, recalls bigint, problems bigint, refused bigint, unsigned bigint, ledger_total numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('repair_transactions');
  return query
  select
    b.id, b.name, b.is_on, private.is_throttled_bank(b.id, now()), open.waiting, open.total, open.since,
    (
      select count(*) from private.bank_payments p
      where p.bank_id = b.id and p.recall = 'asked' and p.state = 'accepted' and not p.is_outgoing
    ),
    (select count(*) from private.bank_payments p where p.bank_id = b.id and p.problem is not null),
    messages.refused, messages.unsigned, ledger.total
  from private.banks b
  cross join lateral (
    select count(*) as waiting, coalesce(sum(p.amount), 0) as total, min(private.waits_since(p)) as since
    from private.bank_payments p where p.bank_id = b.id and p.state in ('sent', 'returning')
  ) open
  cross join lateral (
    select
      coalesce(sum(r.refused) filter (where r.is_signed), 0) as refused,
      coalesce(sum(r.refused) filter (where not r.is_signed), 0) as unsigned
    from private.bank_refusals r where r.bank_id = b.id and r.hour > now() - interval '1 day'
  ) messages
  cross join (select private.total_between_banks() as total) ledger
  order by b.name, b.id
  limit 100;
end
$$;
select private.expose('total_bank_payments', statement_timeout => '8s', description =>
  'Each other bank with the payments that wait for a decision, the recalls that the payee has not answered, and the payments that staff must look at. refused and unsigned: the messages of the last day that were refused, with its signature and without. ledger_total is in each row: the sum of the account between banks, equal to the waiting_total of all rows together. For staff with repair_transactions.');

create function private.get_bank_messages(p_id uuid)
returns table (
  id uuid, is_outgoing boolean, type text, created_at timestamptz, answered_at timestamptz, answer text, reason text,
  attempts integer, next_attempt_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('repair_transactions');
  return query
  select newest.* from (
    select
      m.id, m.is_outgoing, m.type, m.created_at, m.answered_at,
      left(coalesce(answer.about_it ->> 'status', m.body ->> 'status'), 20),
      left(coalesce(answer.about_it ->> 'reason', m.body ->> 'reason'), 20), m.attempts,
      case when m.is_outgoing and m.answer is null then m.taken_until end
    from private.bank_payments p
    join private.bank_messages m on m.bank_id = p.bank_id and (
      m.id = p.message_id and m.is_outgoing = p.is_outgoing
      -- Another bank can give its payment the id of one of this bank: the payer's bank sends some types, the payee's the others.
      or m.payment_id = p.id and m.is_outgoing = (p.is_outgoing = (m.type in ('status-request', 'recall')))
    )
    cross join lateral (
      select case
        when m.type <> 'payment' then m.answer
        else jsonb_path_query_first(m.answer, '$.payments[*] ? (@.paymentId == $id)', jsonb_build_object('id', p.id))
      end as about_it
    ) answer
    where p.movement_id = p_id
    order by m.created_at desc, m.id desc
    limit 100
  ) newest
  order by newest.created_at, newest.id;
end
$$;
select private.expose('get_bank_messages', statement_timeout => '8s', description =>
  'The newest 100 messages about a payment between banks, oldest first, by the id in list_bank_payments: type, times, answer and attempts, without names and accounts. For staff with repair_transactions.');

create function private.ask_bank_again(p_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment private.bank_payments;
begin
  perform private.require_permission('repair_transactions');
  select p.* into payment from private.bank_payments p where p.movement_id = p_id for update;
  if not found then
    raise exception 'We could not find this payment.' using errcode = 'PT404', hint = 'transaction-gone';
  elsif payment.state not in ('sent', 'returning') then
    raise exception 'The other bank has already decided about this payment.' using errcode = 'PT409', hint = 'payment-finished';
  end if;
  -- The same message under the same id, so the other bank carries it out once.
  update private.bank_messages m set taken_until = now()
  where m.bank_id = payment.bank_id and m.is_outgoing and (m.id = payment.message_id or m.payment_id = payment.id)
    and m.answer is null;
  if payment.message_id is null then
    -- It is due, and in no message yet.
    null;
  elsif not found and payment.state = 'sent' then
    perform private.queue_bank_message(payment.bank_id, 'status-request', payment.id, '{}');
  elsif not found then
    update private.bank_messages m set answer = null, answered_at = null, taken_until = now()
    where m.bank_id = payment.bank_id and m.is_outgoing and m.payment_id = payment.id and m.type = 'return';
  end if;
  perform private.audit('ask_bank_again', 'payment', p_id, jsonb_build_object('amount', payment.amount));
end
$$;
select private.expose('ask_bank_again',
  'Makes the unanswered messages about a payment between banks due now, or asks the other bank again what it decided. For staff with repair_transactions.');

create function private.request_return(p_id uuid, p_reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  payee public.accounts;
  payment private.bank_payments;
  reason text;
begin
  perform private.require_permission('repair_transactions');
  perform private.require_permission('financial_support');
  reason := private.require_reason(p_reason);
  select p.* into payment from private.bank_payments p where p.movement_id = p_id and not p.is_outgoing;
  select a.* into payee from public.accounts a where a.id = payment.account_id;
  if payee.id is null then
    raise exception 'We could not find this payment.' using errcode = 'PT404', hint = 'transaction-gone';
  end if;
  perform private.require_right(private.can_act_for(auth.uid(), payee.user_id, '{repair_transactions, financial_support}'));
  if not private.is_recalled(p_id) then
    raise exception 'The sender''s bank has not asked for this payment, or it has gone back.'
      using errcode = 'PT409', hint = 'payment-finished';
  end if;
  perform private.lock_person(payee.user_id);
  perform private.open_request('recall', reason, payee.user_id, payment.movement_id, payment.amount);
end
$$;
select private.expose('request_return',
  'Asks a second administrator to return a payment that its sender''s bank asks back, without the payee''s consent. For admins with repair_transactions and financial_support.');

create function private.recall_request(p_step text, p_request private.approval_requests, p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  case p_step
    when 'asked' then
      null;
    when 'listed' then
      return private.has_permission('financial_support') and private.has_permission('repair_transactions');
    when 'right' then
      return private.can_act_for(p_user_id, p_request.user_id, '{repair_transactions, financial_support}');
    when 'lock' then
      perform from private.bank_payments p where p.movement_id = p_request.transaction_id for update;
    when 'changed' then
      return not private.is_recalled(p_request.transaction_id);
    when 'approved' then
      perform private.return_recalled(p_request.transaction_id, p_request.id);
  end case;
  return null;
end
$$;
comment on function private.recall_request is 'The steps of a request to return a payment that its senders bank asks back.';
