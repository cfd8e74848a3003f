-- The page of one transaction for staff: both sides of the payment, and all that happened to it.

create function private.payment_look_reason(p_user_id uuid, p_chosen text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if p_chosen = 'payment_list' and exists (
    select from private.audit_log l
    where l.actor_id = auth.uid() and l.session_id = private.my_session_id() and l.action = 'list_transactions'
      and l.created_at > now() - interval '1 hour'
  ) then
    return '{"reason": "payment_list"}' || private.look_reason(p_user_id);
  end if;
  return private.require_look_reason(p_user_id, p_chosen);
end
$$;
comment on function private.payment_look_reason is
  'Why the caller opens a payment of a user: what look_reason knows, the list from which the caller has opened it, if they have read one within the last hour, or what the caller has chosen. Raises an error without a reason.';

create function private.record_transaction_view(p_transaction_id uuid, p_reason text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  listed constant public.transactions := private.find_transaction(p_transaction_id);
begin
  perform private.require_permission('view_transactions');
  if listed.id is null then
    raise exception 'This transaction does not exist.' using errcode = 'PT404', hint = 'transaction-gone';
  end if;
  -- Parallel calls are serialised until commit, so that the audit gets one row.
  perform pg_advisory_xact_lock(hashtextextended('view ' || private.my_session_id() || p_transaction_id, 0));
  if not private.is_recorded('view_transaction', p_transaction_id, '1 hour') then
    perform private.record_read(
      'view_transaction', 'payment', p_transaction_id,
      jsonb_build_object('transaction_id', p_transaction_id) || private.payment_look_reason(listed.user_id, p_reason)
    );
  end if;
end
$$;
select private.expose('record_transaction_view',
  'Audits that the caller reads the details of a transaction, once an hour and with its reason: as in record_user_view, or payment_list. get_transaction_details then returns them. For staff with view_transactions.');

create function private.describe_side(p_account_id uuid) returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_build_object(
    'user_id', a.user_id, 'name', a.account_holder_name, 'sort_code', a.sort_code, 'account_number', a.account_number,
    'account_type', a.account_type
  )
  from public.accounts a where a.id = p_account_id;
end;

create type private.payment_event as (
  at timestamptz, place integer, kind text, detail text, amount numeric, account text, by text, until timestamptz
);
comment on type private.payment_event is 'A line in the timeline of a payment. The place orders lines of the same time.';

create function private.event(
  at timestamptz, place bigint, kind text, detail text default null, amount numeric default null, account text default null,
  by_id uuid default null, until timestamptz default null
) returns private.payment_event
language plpgsql stable set search_path = '' as $$
declare
  line private.payment_event;
begin
  line.at := at;
  line.place := place;
  line.kind := kind;
  line.detail := detail;
  line.amount := amount;
  line.account := account;
  line.by := (select p.full_name from public.profiles p where p.id = by_id);
  line.until := until;
  return line;
end
$$;

create function private.ledger_events(
  p_listed public.transactions, p_payment private.payment_sides, p_outgoing public.outgoing_payments,
  p_bank private.bank_payments, p_began_at timestamptz
) returns setof private.payment_event
language plpgsql stable set search_path = '' as $$
declare
  payer_account constant uuid := coalesce(
    p_payment.payer_account_id,
    private.account_of_row(p_listed)
  );
  repaired_at constant timestamptz := (
    select p.repaired_at from private.repair_run_payments p
    where p.transaction_id = p_listed.movement_id and p.repaired_at is not null
  );
begin
  return query
  select (private.event(
    e.at, 5 + e.place, e.kind,
    case
      when e.is_payer and e.amount > 0 then
        coalesce(p_outgoing.problem, private.why_returned(p_bank))
      when e.is_payer and p_outgoing.request_id is not null then 'undo'
    end,
    abs(e.amount), (select a.account_holder_name from public.accounts a where a.id = e.account_id),
    until => case when e.is_payer and e.amount < 0 and p_outgoing.state = 'held' then p_outgoing.send_at end
  )).*
  from (
    select
      e.account_id, e.created_at as at, e.amount, e.account_id = payer_account as is_payer,
      e.id - min(e.id) over () as place,
      case
        when e.account_id = payer_account and e.amount < 0 and (
          p_outgoing.request_id is not null or p_bank.is_outgoing or (p_listed.mcc is not null and p_listed.status <> 'completed')
        ) then 'held'
        when e.account_id = payer_account and e.amount < 0 and p_bank.id is not null then 'given_back'
        when e.account_id = payer_account and e.amount < 0 then 'sent'
        when e.account_id = payer_account and p_outgoing.request_id is not null and p_outgoing.problem is null then 'undone'
        when e.account_id = payer_account and not p_listed.incoming then 'returned'
        when e.account_id = payer_account then 'received'
        when e.account_id = p_payment.payee_account_id and e.created_at is distinct from repaired_at then 'credited'
        when e.account_id = private.ledger_account('outside world') and e.amount > 0 then 'left_bank'
        when e.account_id = private.ledger_account('payments in flight') and e.amount < 0 and p_outgoing.state = 'sent' then 'sent'
      end as kind
    from private.ledger_entries e
    -- The entries of the customers' accounts alone are read by their index; the bank's accounts have one for each payment.
    where (
        e.account_id in (payer_account, p_payment.payee_account_id)
        or (e.account_id in (select l.id from private.ledger_accounts l) and e.created_at in (p_began_at, p_outgoing.closed_at))
      )
      and e.created_at >= p_began_at and e.movement_id = p_listed.movement_id
  ) e
  where e.kind is not null;
end
$$;
comment on function private.ledger_events is
  'What moved the money of a payment: held, sent, credited, returned. Of a transaction that is no payment all there is.';

create function private.mail_events(p_listed public.transactions) returns setof private.payment_event
language sql stable set search_path = ''
begin atomic
  with side as (
    select p_listed.movement_id as id, 'payer' as name union all select private.other_id(p_listed.movement_id), 'payee'
  )
  select private.event(coalesce(m.sent_at, m.created_at), 21, case when m.sent_at is null then 'mail_waits' else 'mailed' end, s.name)
  from side s join private.due_mails m on m.about_id = s.id and m.kind = 'payment'
  where m.sent_at is not null or p_listed.reversed_at is null;
end;

create function private.payment_timeline(
  p_listed public.transactions, p_payment private.payment_sides, p_is_own boolean, p_is_payee boolean
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  movement constant uuid := p_listed.movement_id;
  outgoing public.outgoing_payments;
  bank private.bank_payments;
  began_at timestamptz;
begin
  select o.* into outgoing from public.outgoing_payments o where o.id = movement;
  select b.* into bank from private.bank_payments b where b.movement_id = movement;
  began_at := least(
    p_listed.created_at, outgoing.created_at, (select min(t.created_at) from private.rows_of_movement(movement) t)
  );
  return (
    select coalesce(jsonb_agg(to_jsonb(e) - 'place' order by e.at, e.place), '[]')
    from (
      select * from private.events_around(p_listed, p_payment.evidence, outgoing, bank, began_at, p_is_own)
      union all
      select * from private.ledger_events(p_listed, p_payment, outgoing, bank, began_at)
      union all
      select * from private.mail_events(p_listed)
      union all
      select (private.event(p.repaired_at, 23, 'repaired', amount => p_listed.amount, by_id => r.started_by)).*
      from private.repair_run_payments p join private.repair_runs r on r.id = p.run_id
      where p.transaction_id = movement and p.repaired_at is not null
    ) e
    where not p_is_payee or e.kind in ('credited', 'received', 'repaired', 'reversed') or e.kind like 'mail%' and e.detail = 'payee'
  );
end
$$;
comment on function private.payment_timeline is
  'What happened to a payment, by time. Its payer and payee, who can be staff too, do not see reports, reviews and what colleagues wrote. Its payee sees what they see as a customer: nothing before the money is theirs, which could say that it is under review.';

create function private.get_transaction_details(p_transaction_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  listed constant public.transactions := private.find_transaction(p_transaction_id);
  payment private.payment_sides;
  -- Otherwise a member of staff would learn that their payment is about to be reversed, and move the money on.
  is_own boolean;
  is_payee boolean;
begin
  perform private.require_permission('view_transactions');
  if listed.id is null then
    raise exception 'This transaction does not exist.' using errcode = 'PT404', hint = 'transaction-gone';
  end if;
  -- A minute longer than the audit waits before it records the next read.
  perform private.require_recorded('view_transaction', p_transaction_id, '61 minutes');
  payment := private.find_payment(p_transaction_id);
  -- The payee of a payment that has not been sent, too.
  is_payee := private.owner_of(listed.to_sort_code, listed.to_account_number) is not distinct from auth.uid();
  is_own := is_payee or coalesce(auth.uid() = any (array[listed.user_id, payment.payer_id, payment.payee_id]), false);
  return jsonb_build_object(
    'transaction', private.describe_transaction(listed) || jsonb_build_object('reference', listed.reference, 'is_credit_missing', exists (
      select from public.transactions t
      where t.id = listed.movement_id and (private.find_missing_credit(t)).account_id is not null
    )),
    -- Of a payment without a transaction.
    'state', (
      select o.state from public.outgoing_payments o
      where o.id = listed.id and not exists (select from public.transactions t where t.id = o.id)
    ),
    'user_id', listed.user_id,
    'payer', private.describe_side(payment.payer_account_id),
    'payee', private.describe_side(payment.payee_account_id),
    'outgoing_id', payment.movement_id,
    'incoming_id', payment.incoming_id,
    'timeline', private.payment_timeline(listed, payment, is_own, is_payee),
    'payment_reason', case when not is_payee then (payment.evidence).reason end
  ) || private.payment_actions(listed, payment, is_own);
end
$$;
select private.expose('get_transaction_details', statement_timeout => '8s', description =>
  'A transaction, or a payment to come, with both sides, its timeline, whether its credit is missing, whether the caller may reverse or review it, and the cases about it for those who may work on them. Answers after record_transaction_view. For staff with view_transactions.');

create function private.find_id_kinds(p_id uuid) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return array_remove(array[
    case when private.has_permission('approve_users') and exists (select from public.profiles p where p.id = p_id)
      then 'user' end,
    case when private.has_permission('view_transactions') and (private.find_transaction(p_id)).id is not null
      then 'payment' end,
    case when private.has_permission('manage_chat') and exists (select from public.chat_conversations c where c.id = p_id)
      then 'chat' end,
    case when private.has_permission('read_transcripts') and exists (
      select from private.chat_transcripts t where t.id = p_id
    ) then 'transcript' end,
    case when private.identifies_case(p_id) then 'case' end
  ], null);
end
$$;
select private.expose('find_id_kinds',
  'What an id identifies, of what the caller may open: user, payment, chat, transcript, case. It tells nothing else, so it is not audited. For staff.');
