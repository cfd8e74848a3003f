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
    'user_id', a.user_id, 'name', a.account_holder_name, 'sort_code', a.sort_code, 'account_number', a.account_number
  )
  from public.accounts a where a.id = p_account_id;
end;

create function private.payment_timeline(
  p_listed public.transactions, p_payment private.payment_sides, p_is_own boolean
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  movement constant uuid := p_listed.movement_id;
  outside constant uuid := private.ledger_account('outside world');
  payer_account constant uuid := coalesce(
    (p_payment).payer_account_id,
    -- What is no payment has one account.
    (select a.id from public.accounts a where a.user_id = p_listed.user_id and a.account_type = 'current')
  );
  outgoing public.outgoing_payments;
  evidence private.payment_evidence := (p_payment).evidence;
  repair private.payment_repairs;
  bank private.bank_payments;
  began_at timestamptz;
begin
  select o.* into outgoing from public.outgoing_payments o where o.id = movement;
  select r.* into repair from private.payment_repairs r where r.transaction_id = movement;
  select b.* into bank from private.bank_payments b where b.movement_id = movement;
  began_at := least(
    p_listed.created_at, outgoing.created_at, (select min(t.created_at) from private.rows_of_movement(movement) t)
  );
  return (
    select coalesce(jsonb_agg(to_jsonb(event) - 'place' order by event.at, event.place), '[]')
    from (
      -- A payment has the time at which it began. A check that it makes itself is a moment later.
      select
        least((select c.created_at from private.payee_checks c where c.id = evidence.check_id), began_at) as at, 1 as place,
        'checked' as kind, evidence.outcome as detail, null::numeric as amount, null::text as account, null::text as by,
        null::timestamptz as until
      where evidence.outcome is not null
      union all
      select least(evidence.warnings_shown_at, began_at), 2, 'warned', array_to_string(evidence.warnings, ','), null, null, null, null
      where cardinality(evidence.warnings) > 0
      union all
      select
        outgoing.created_at, 3, 'scheduled', (select r.frequency from public.regular_payments r where r.id = outgoing.regular_payment_id),
        null, null, null, case outgoing.state when 'scheduled' then outgoing.send_at else private.first_attempt(outgoing.due_on) end
      where outgoing.due_on is not null
      union all
      select l.created_at, 4, 'postponed', null, null, null, null, null
      from private.audit_log l where l.subject_id = outgoing.id and l.action = 'postpone_payment'
      union all
      select booked.at, 5 + booked.place, booked.kind, booked.detail, booked.amount, booked.account, null, booked.until
      from (
        select
          e.created_at as at, e.id - min(e.id) over () as place, abs(e.amount) as amount,
          case
            when e.account_id = payer_account and e.amount < 0 and (
              outgoing.request_id is not null or bank.is_outgoing or (p_listed.mcc is not null and p_listed.status <> 'completed')
            ) then 'held'
            when e.account_id = payer_account and e.amount < 0 and bank.id is not null then 'given_back'
            when e.account_id = payer_account and e.amount < 0 then 'sent'
            when e.account_id = payer_account and outgoing.request_id is not null and outgoing.problem is null then 'undone'
            when e.account_id = payer_account and not p_listed.incoming then 'returned'
            when e.account_id = payer_account then 'received'
            when e.account_id = (p_payment).payee_account_id and e.created_at is distinct from repair.repaired_at then 'credited'
            when e.account_id = outside and e.amount > 0 then 'left_bank'
            when e.account_id = private.ledger_account('payments in flight') and e.amount < 0 and outgoing.state = 'sent' then 'sent'
          end as kind,
          case
            when e.account_id = payer_account and e.amount > 0 then 
              coalesce(outgoing.problem, case when bank.reason is not null then private.reason_words(bank.reason) end)
            when e.account_id = payer_account and outgoing.request_id is not null then 'undo'
          end as detail,
          (select a.account_holder_name from public.accounts a where a.id = e.account_id) as account,
          case when e.account_id = payer_account and e.amount < 0 and outgoing.state = 'held' then outgoing.send_at end as until
        from private.ledger_entries e
        -- The entries of the customers' accounts alone are read by their index; the bank's accounts have one for each payment.
        where (
            e.account_id in (payer_account, (p_payment).payee_account_id)
            or (e.account_id in (select l.id from private.ledger_accounts l) and e.created_at in (began_at, outgoing.closed_at))
          )
          and e.created_at >= began_at and e.movement_id = movement
      ) booked
      where booked.kind is not null
      union all
      select outgoing.closed_at, 20, outgoing.state, outgoing.problem, null, null, null, null
      where outgoing.due_on is not null and outgoing.state in ('cancelled', 'failed')
      union all
      select bank.decided_at, 20, 'accepted', null, bank.amount, null, null, null where bank.is_outgoing and bank.state = 'accepted'
      union all
      select
        coalesce(m.sent_at, m.created_at), 21, case when m.sent_at is null then 'mail_waits' else 'mailed' end,
        case when m.about_id = movement then 'payer' else 'payee' end, null, null, null, null
      from private.due_mails m where m.about_id in (movement, private.other_id(movement)) and m.kind = 'payment'
        and (m.sent_at is not null or p_listed.reversed_at is null)
      union all
      select n.claimed_at, 21, 'mailed', case when n.transaction_id = movement then 'payer' else 'payee' end, null, null, null, null
      from private.payment_notifications n
      where n.transaction_id in (movement, private.other_id(movement))
        and not exists (select from private.due_mails m where m.about_id = n.transaction_id)
      union all
      select
        c.opened_at, 19, 'check', array_to_string(h.rules, ','), null, null,
        (select p.full_name from public.profiles p where p.id = h.placed_by), case when c.state = 'open' then c.due_at end
      from private.holds h join private.cases c on c.id = h.id where h.payment_id = movement and not p_is_own
      union all
      select c.decided_at, 4, 'check_ended', c.decision, null, null, (select p.full_name from public.profiles p where p.id = c.decided_by), null
      from private.holds h join private.cases c on c.id = h.id
      where h.payment_id = movement and c.state = 'decided' and not p_is_own
      union all
      select r.created_at, 22, 'reported', null, null, null, null, null
      from private.payee_reports r where r.transaction_id = movement and not p_is_own
      union all
      select repair.repaired_at, 23, 'repaired', null, p_listed.amount, null,
        (select p.full_name from public.profiles p where p.id = repair.repaired_by), null
      where repair.transaction_id is not null
      union all
      select r.created_at, 24, 'reversal_asked', r.reason, null, null,
        (select p.full_name from public.profiles p where p.id = r.asked_by), null
      from private.approval_requests r where r.kind = 'reversal' and r.transaction_id = movement and not p_is_own
      union all
      select r.reversed_at, 25, 'reversed', case when not p_is_own then r.reason end, p_listed.amount, null,
        (select p.full_name from public.profiles p where p.id = r.reversed_by and not p_is_own), null
      from private.payment_reversals r where r.transaction_id = movement
    ) event
  );
end
$$;
comment on function private.payment_timeline is
  'What happened to a payment, by time: checked, warned, scheduled, held, held for a check, sent, credited, accepted or returned by another bank, mailed, reported, repaired, reversed. Of a transaction that is no payment only what moved the money. The payer and the payee, who can be staff too, do not see reports, checks and what colleagues wrote.';

create function private.can_hold(p_listed public.transactions) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not p_listed.incoming
    and private.can_work_on(
      auth.uid(), private.new_hold(p_listed.user_id, p_listed.to_sort_code, p_listed.to_account_number)
    )
    and (private.hold_of(p_listed.id)).id is null and not private.was_released(p_listed.id)
    and (
      exists (select from public.outgoing_payments o where o.id = p_listed.id and o.state in ('held', 'scheduled'))
      or exists (
        select from private.bank_payments p
        where p.movement_id = p_listed.movement_id and p.is_outgoing and p.state = 'sent' and p.message_id is null
      )
    );
end
$$;
comment on function private.can_hold is 'Whether the caller may hold a payment for a check. It may have been sent when they do.';

create function private.get_transaction_details(p_transaction_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  listed constant public.transactions := private.find_transaction(p_transaction_id);
  payment private.payment_sides;
  -- Otherwise a member of staff would learn that their payment is about to be reversed, and move the money on.
  is_own boolean;
  can_reverse boolean;
  refusal text;
begin
  perform private.require_permission('view_transactions');
  if listed.id is null then
    raise exception 'This transaction does not exist.' using errcode = 'PT404', hint = 'transaction-gone';
  end if;
  -- A minute longer than the audit waits before it records the next read.
  perform private.require_recorded('view_transaction', p_transaction_id, '61 minutes');
  payment := private.find_payment(p_transaction_id);
  is_own := coalesce(auth.uid() = any (array[listed.user_id, payment.payer_id, payment.payee_id]), false);
  can_reverse := payment.payer_id is not null and private.can_reverse(auth.uid(), payment.payer_id, payment.payee_id);
  refusal := case when payment.payer_id is null then 'not-reversible' else private.reversal_refusal(payment) end;
  return jsonb_build_object(
    'transaction', private.describe_transaction(listed) || jsonb_build_object('is_credit_missing', exists (
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
    'timeline', private.payment_timeline(listed, payment, is_own),
    'can_hold', private.can_hold(listed),
    'case_id', (
      select c.id from private.holds h join private.cases c on c.id = h.id
      where h.payment_id = listed.id and private.can_work_on(auth.uid(), c) order by c.id desc limit 1
    ),
    'payment_reason', (payment.evidence).reason,
    'reversal_id', (select r.movement_id from private.payment_reversals r where r.transaction_id = payment.movement_id),
    'is_waiting', not is_own and exists (
      select from private.approval_requests r
      where r.transaction_id = payment.movement_id and r.state = 'waiting' and private.request_problem(r) is null
    ),
    'can_reverse', can_reverse,
    -- It compares the payee's balance with the amount.
    'refusal', case when can_reverse or refusal <> 'recipient-short' then refusal end
  );
end
$$;
select private.expose('get_transaction_details', statement_timeout => '8s', description =>
  'A transaction, or a payment to come, with both sides, its timeline, whether its credit is missing, whether the caller may reverse or hold it, and for those who work on it the case of its check. Answers after record_transaction_view. For staff with view_transactions.');

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
    ) then 'transcript' end
  ], null);
end
$$;
select private.expose('find_id_kinds',
  'What an id identifies, of what the caller may open: user, payment, chat, transcript. It tells nothing else, so it is not audited. For staff.');
