-- Payments that have not been sent yet: held during the undo window, or scheduled for another day. Jobs send them.

create table public.outgoing_payments (
  id uuid primary key default private.new_id(),
  user_id uuid not null,
  from_account_id uuid not null references public.accounts (id),
  regular_payment_id uuid references public.regular_payments (id),
  occurrence integer,
  created_at timestamptz not null,
  to_account_holder_name public.account_holder_name not null,
  to_sort_code public.sort_code not null,
  to_account_number public.account_number not null,
  amount numeric(14, 2) not null
    constraint outgoing_payments_amount_check check (amount > 0 and amount <= 1000000),
  reference text
    constraint outgoing_payments_reference_check check (char_length(reference) between 1 and 18 and private.is_clean(reference)),
  reason text
    constraint outgoing_payments_reason_check check (reason in ('bills', 'rent', 'personal', 'business', 'other')),
  check_id uuid,
  state text not null
    constraint outgoing_payments_state_check check (state in ('scheduled', 'held', 'sent', 'cancelled', 'failed')),
  due_on date,
  send_at timestamptz not null,
  closed_at timestamptz,
  awaits_owner boolean not null default false,
  -- Attempts that ended with an error that is not a refusal.
  failed_attempts smallint not null default 0,
  problem text
    constraint outgoing_payments_problem_check check (char_length(problem) <= 500),
  request_id uuid,
  unique (user_id, request_id),
  constraint outgoing_payments_closed_at_check check ((state in ('scheduled', 'held')) = (closed_at is null)),
  constraint outgoing_payments_kind_check check ((request_id is null) = (due_on is not null)),
  constraint outgoing_payments_held_check check (state <> 'held' or request_id is not null),
  constraint outgoing_payments_occurrence_check check ((regular_payment_id is null) = (occurrence is null))
);
comment on table public.outgoing_payments is
  'Payments that are sent later. scheduled becomes sent, cancelled or failed; held becomes sent or cancelled. Only functions write them.';
comment on column public.outgoing_payments.id is 'Also the id of the ledger movement and of the payer''s transaction, which it has as soon as money is held or sent.';
comment on column public.outgoing_payments.user_id is 'The payer. No foreign key: the account has one.';
comment on column public.outgoing_payments.due_on is 'The chosen day, or the due day of a regular payment before it is moved to a working day. Null for an undo window.';
comment on column public.outgoing_payments.send_at is 'The next attempt: the end of the undo window, or 06:00 or 14:00 in London.';
comment on column public.outgoing_payments.awaits_owner is
  'Whether it waits until the customer says that it is theirs: someone else may have set it up.';
comment on column public.outgoing_payments.problem is 'Why the payment has failed, or why held money was returned, in words for the customer.';
comment on column public.outgoing_payments.request_id is 'The key of the client''s payment with an undo window. Null for a future payment.';

create index outgoing_payments_user_id_send_at_idx on public.outgoing_payments (user_id, send_at);
create index outgoing_payments_from_account_id_idx on public.outgoing_payments (from_account_id);
create unique index outgoing_payments_regular_payment_id_occurrence_idx
  on public.outgoing_payments (regular_payment_id, occurrence) where state <> 'cancelled';
create index outgoing_payments_regular_payment_id_idx on public.outgoing_payments (regular_payment_id);
create index outgoing_payments_scheduled_idx on public.outgoing_payments (send_at, id) where state = 'scheduled';
create index outgoing_payments_failed_idx on public.outgoing_payments (closed_at) where state = 'failed';
create index outgoing_payments_held_idx on public.outgoing_payments (send_at, id) where state = 'held';

select private.let_customers_read('public.outgoing_payments');

create trigger decide_review_of_closed_payment after update of state on public.outgoing_payments
  for each row when (old.state in ('held', 'scheduled') and new.state not in ('held', 'scheduled'))
  execute function private.decide_cancelled_payment_review();
create trigger decide_review_of_deleted_payment after delete on public.outgoing_payments
  for each row when (old.state in ('held', 'scheduled')) execute function private.decide_cancelled_payment_review();

create function private.audit_outgoing_payment(p_action text, p_payment public.outgoing_payments) returns void
language sql volatile set search_path = ''
begin atomic
  select private.audit(p_action, 'payment', p_payment.id, jsonb_strip_nulls(jsonb_build_object(
    'user_id', p_payment.user_id, 'amount', p_payment.amount, 'send_at', p_payment.send_at,
    'regular_payment_id', p_payment.regular_payment_id
  )));
end;

create function private.close_outgoing_payment(
  p_id uuid, p_state text, p_action text, p_at timestamptz, p_problem text default null
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  payment public.outgoing_payments;
begin
  update public.outgoing_payments o set state = p_state, closed_at = p_at, problem = p_problem
  where o.id = p_id and o.state in ('scheduled', 'held')
  returning o.* into strict payment;
  perform private.audit_outgoing_payment(p_action, payment);
end
$$;
comment on function private.close_outgoing_payment is 'Ends an open payment. The calling function has locked it.';

create function private.hold_payment(
  p_payment private.payment_facts, p_movement_id uuid, p_request_id uuid, p_evidence private.payment_evidence, p_at timestamptz,
  p_daily_limit numeric, p_undo_seconds integer
) returns public.payment_answer
language plpgsql volatile set search_path = '' as $$
declare
  most_held constant integer := 50;
  payee constant private.party := p_payment.payee;
  new_balance numeric;
  payment public.outgoing_payments;
begin
  perform private.lock_outgoing_payments(p_payment.payer_id);
  if (select count(*) from public.outgoing_payments o where o.user_id = p_payment.payer_id and o.state = 'held') >= most_held then
    raise exception 'You have % payments that can still be undone. Please wait a minute.', most_held
      using errcode = 'PT409', hint = 'too-many-scheduled';
  end if;
  new_balance := private.hold_money(
    p_movement_id, p_payment.payer_account_id, 'payments in flight', p_payment.amount, p_at, p_daily_limit
  );
  perform private.record_outgoing(
    p_movement_id, p_payment.payer_id, p_payment.payer_account_id, payee, p_payment.amount, p_payment.reference, p_at, 'pending'
  );
  insert into public.outgoing_payments (
    id, user_id, from_account_id, created_at, to_account_holder_name, to_sort_code, to_account_number, amount, reference,
    reason, check_id, state, send_at, request_id
  )
  values (
    p_movement_id, p_payment.payer_id, p_payment.payer_account_id, p_at, payee.name, payee.sort_code, payee.account_number,
    p_payment.amount, p_payment.reference, p_evidence.reason, p_evidence.check_id, 'held',
    p_at + p_undo_seconds * interval '1 second', p_request_id
  )
  returning * into payment;
  perform private.audit_outgoing_payment('hold_payment', payment);
  return (
    payment.id, p_payment.amount, new_balance, p_payment.payee_account_id is not null, p_at,
    payment.state::public.payment_state, payment.send_at
  );
end
$$;
comment on function private.hold_payment is
  'Holds the money of a payment until its undo window ends. The calling function has checked the payment.';

create function private.return_held_payment(p_id uuid, p_at timestamptz, p_problem text default null) returns void
language plpgsql volatile set search_path = '' as $$
declare
  payment public.outgoing_payments;
begin
  select o.* into strict payment from public.outgoing_payments o where o.id = p_id and o.state = 'held' for update;
  perform private.settle_hold(
    payment.id, payment.from_account_id, 'payments in flight', payment.from_account_id, payment.amount, p_at
  );
  -- What was returned on the same day can be sent again.
  update public.accounts a set sent_today = a.sent_today - payment.amount
  where a.id = payment.from_account_id and a.sent_on = (payment.created_at at time zone 'Europe/London')::date;
  update public.transactions t set status = 'failed' where t.id = payment.id;
  perform private.close_outgoing_payment(payment.id, 'cancelled', 'undo_payment', p_at, p_problem);
end
$$;
comment on function private.return_held_payment is 'Returns held money to the payer in one movement. The calling function has locked the customer''s payments.';

create function private.fail_outgoing_payment(p_payment public.outgoing_payments, p_problem text, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.close_outgoing_payment(p_payment.id, 'failed', 'fail_payment', p_at, p_problem);
  perform private.owe_mail('note', private.notify(
    p_payment.user_id, 'payment', 'Payment not sent',
    'We couldn''t send ' || private.in_pounds(p_payment.amount) || ' to ' || p_payment.to_account_holder_name
      || ' on ' || to_char(private.london_date(p_payment.send_at), 'FMDay FMDD FMMonth') || '. ' || p_problem,
    p_at, p_payment.id
  ));
  if p_payment.regular_payment_id is not null then
    perform private.advance_regular_payment(p_payment.regular_payment_id, true, p_at);
  end if;
end
$$;
comment on function private.fail_outgoing_payment is 'Ends a future payment that cannot be sent, with a note to the customer in the mailbox and by email.';

create function private.owe_payment_mails(p_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.owe_mail('payment', t.id)
  from private.rows_of_movement(p_id) t where t.status = 'completed' and not t.incoming;
  perform private.owe_mails_of_incoming(array(
    select t.id from private.rows_of_movement(p_id) t where t.status = 'completed' and t.incoming
  ), now());
end
$$;
comment on function private.owe_payment_mails is 'Owes the mails about an outgoing payment that has been sent, to its payer and to a payee of this bank.';

create function private.stops_future_payment(p_payment public.outgoing_payments) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  fewest_reporters constant integer := 2;
begin
  return not exists (
      select from public.recipients r
      where r.user_id = p_payment.user_id and r.sort_code = p_payment.to_sort_code
        and r.account_number = p_payment.to_account_number
    )
    or (
      select count(*) from private.payee_reports report
      where report.sort_code = p_payment.to_sort_code and report.account_number = p_payment.to_account_number
        and report.reporter_id <> p_payment.user_id
    ) >= fewest_reporters;
end
$$;
comment on function private.stops_future_payment is
  'Whether the reports about a payee stop a future payment: the first one to this payee, or if two customers have reported it. One customer must not be able to stop the payments of others to a payee whom they know.';

create function private.require_no_new_warning(
  p_scheduled public.outgoing_payments, p_payment private.payment_facts, p_at timestamptz
) returns void
language plpgsql stable set search_path = '' as $$
declare
  shown private.payment_evidence;
  new_warnings text[];
begin
  select (r.evidence).* into strict shown from private.future_requests r
  where r.created_id = coalesce(p_scheduled.regular_payment_id, p_scheduled.id);
  new_warnings := array(
    select unnest((private.rules_for(p_payment, p_payment.outcome, p_at)).warnings)
    except select unnest(shown.warnings)
  );
  if 'reported_payee' = any (new_warnings) and private.stops_future_payment(p_scheduled) then
    raise exception 'Another customer has reported this account. If you''re sure, make a new payment.'
      using errcode = 'PT409', hint = 'warnings-needed';
  elsif 'name_mismatch' = any (new_warnings) and private.is_worse_outcome(p_payment.outcome, shown.outcome) then
    raise exception 'The name on this account has changed. Please check the payee''s details.'
      using errcode = 'PT409', hint = 'warnings-needed';
  end if;
end
$$;
comment on function private.require_no_new_warning is
  'Raises an error if there is news about the payee since the customer made a future payment: a report, or another name. The other rules are about the moment in which the customer pays.';

create function private.read_outgoing(p_outgoing public.outgoing_payments) returns private.payment_facts
language plpgsql volatile set search_path = '' as $$
declare
  payment private.payment_facts := private.read_payment(
    p_outgoing.user_id,
    private.payment_to(
      (p_outgoing.to_account_holder_name, p_outgoing.to_sort_code, p_outgoing.to_account_number), p_outgoing.amount::text,
      p_outgoing.reference
    ),
    p_is_assessed => false
  );
begin
  payment.changed_id := p_outgoing.id;
  return payment;
end
$$;

create function private.pay_outgoing(p_outgoing public.outgoing_payments, p_at timestamptz) returns void
language plpgsql volatile set search_path = ''
-- A plan cached while the tables are small would scan whole tables later.
set enable_seqscan = off as $$
declare
  payment private.payment_facts := private.read_outgoing(p_outgoing);
  checked text;
begin
  if p_outgoing.state = 'scheduled' then
    perform private.require_no_new_warning(p_outgoing, payment, p_at);
  end if;
  if exists (
    select from private.future_requests r
    where r.created_id = coalesce(p_outgoing.regular_payment_id, p_outgoing.id) and private.is_name_warning((r.evidence).warnings)
    union all
    select from private.payment_orders o
    where o.user_id = p_outgoing.user_id and o.request_id = p_outgoing.request_id and private.is_name_warning((o.evidence).warnings)
  ) then
    payment.warned := 'earlier';
  end if;
  -- Names do not tell the type of the account, and another bank is asked only when the customer makes the payment.
  select c.outcome into checked from private.payee_checks c where c.id = p_outgoing.check_id;
  if payment.outcome in ('match', 'wrong_type') and checked in ('match', 'wrong_type')
    or payment.payee_account_id is null and checked is not null
  then
    payment.outcome := checked;
  end if;
  perform private.book_payment(
    payment, p_outgoing.id, p_at, private.daily_limit_of(p_outgoing.user_id, p_at), p_outgoing.state = 'held'
  );
end
$$;
comment on function private.pay_outgoing is
  'Makes a payment that was held or scheduled. It was assessed when the customer made it. The calling function has locked it, and changes its state in the same transaction.';

create function private.refuse_outgoing_payment(
  p_payment public.outgoing_payments, p_hint text, p_problem text, p_at timestamptz
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  second_attempt constant timestamptz := private.second_attempt(private.london_date(p_payment.send_at));
begin
  if p_payment.state = 'held' then
    perform private.return_held_payment(p_payment.id, p_at, p_problem);
  elsif p_hint in ('insufficient-funds', 'daily-limit') and greatest(p_payment.send_at, p_at) < second_attempt then
    update public.outgoing_payments o set send_at = second_attempt where o.id = p_payment.id;
    perform private.audit_outgoing_payment('postpone_payment', p_payment);
  else
    perform private.fail_outgoing_payment(
      p_payment,
      case p_hint
        when 'insufficient-funds' then 'There wasn''t enough money in your account.'
        when 'daily-limit' then 'It was over your daily payment limit.'
        else p_problem
      end,
      p_at
    );
  end if;
end
$$;
comment on function private.refuse_outgoing_payment is
  'What follows when a payment is refused: held money is returned, and a payment above the balance or the daily limit is tried again at 14:00.';

create function private.count_failed_attempt(p_id uuid, p_at timestamptz) returns text
language plpgsql volatile set search_path = '' as $$
declare
  payment public.outgoing_payments;
begin
  update public.outgoing_payments o set failed_attempts = o.failed_attempts + 1 where o.id = p_id returning o.* into payment;
  if payment.failed_attempts > 1 then
    perform private.refuse_outgoing_payment(payment, null, 'Something went wrong on our side.', p_at);
  end if;
  return (select o.state from public.outgoing_payments o where o.id = p_id);
end
$$;
comment on function private.count_failed_attempt is
  'Counts an attempt to send a payment that ended with an unexpected error. The second ends the payment, with a note to its customer: it must not wait with no end. Returns its state.';

create function private.send_outgoing_payment(p_id uuid, p_at timestamptz default now()) returns text
language plpgsql volatile set search_path = ''
-- An account that another transaction has locked must not delay the other payments of a run.
set lock_timeout = '500ms' as $$
declare
  payment public.outgoing_payments;
  own_account_id uuid;
  code text;
  problem text;
  refusal_hint text;
begin
  select o.* into payment from public.outgoing_payments o where o.id = p_id;
  -- A customer whose payments another transaction changes is skipped, and one who is suspended or whose account is frozen waits.
  if not found or private.is_stopped(payment.user_id) or not pg_try_advisory_xact_lock(hashtextextended('outgoing payments of ' || payment.user_id, 0)) then
    return null;
  end if;
  select o.* into payment from public.outgoing_payments o
  where o.id = p_id and o.state in ('scheduled', 'held') and o.send_at <= p_at and not o.awaits_owner
  for update;
  if not found then
    return null;
  end if;
  if payment.regular_payment_id is not null then
    select r.other_account_id into own_account_id from public.regular_payments r where r.id = payment.regular_payment_id;
  end if;
  begin
    if own_account_id is not null then
      perform private.make_regular_move(payment, own_account_id, p_at);
    elsif private.has_to_wait(payment, p_at) then
      return payment.state;
    else
      perform private.pay_outgoing(payment, p_at);
      perform private.owe_payment_mails(payment.id);
    end if;
  exception when sqlstate 'PT400' or sqlstate 'PT402' or sqlstate 'PT403' or sqlstate 'PT404' or sqlstate 'PT409' then
    code := sqlstate;
    problem := sqlerrm;
    get stacked diagnostics refusal_hint = pg_exception_hint;
  end;
  if code is not null then
    perform private.refuse_outgoing_payment(payment, refusal_hint, problem, p_at);
  else
    perform private.close_outgoing_payment(payment.id, 'sent', 'send_payment', p_at);
    if payment.regular_payment_id is not null then
      perform private.advance_regular_payment(payment.regular_payment_id, false, p_at);
    end if;
  end if;
  return (select o.state from public.outgoing_payments o where o.id = p_id);
exception
  -- An idle session, or one of too many actions, cannot send it either. The job does. An account that is frozen meanwhile waits.
  when lock_not_available or deadlock_detected or serialization_failure or sqlstate 'PT401' or sqlstate 'PT423'
    or sqlstate 'PT429' then
    raise warning 'outgoing payment % was not sent: %', p_id, sqlstate;
    return null;
  when others then
    raise warning 'outgoing payment % was not sent: %', p_id, sqlstate;
    return private.count_failed_attempt(p_id, p_at);
end
$$;
comment on function private.send_outgoing_payment is
  'Sends a held or future payment that is due, in one transaction with the change of its state. Returns the new state; null if it is not due, is being changed, or has to be tried again.';

create function private.lock_my_outgoing_payment(p_id uuid) returns public.outgoing_payments
language plpgsql volatile set search_path = '' as $$
declare
  payment public.outgoing_payments;
begin
  perform private.lock_my_payments();
  select o.* into payment from public.outgoing_payments o where o.id = p_id and o.user_id = auth.uid() for update;
  if not found then
    raise exception 'This payment no longer exists.' using errcode = 'PT404', hint = 'payment-gone';
  end if;
  return payment;
end
$$;

create function private.require_undoable(p_payment public.outgoing_payments) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_payment.request_id is null then
    raise exception 'This payment has no undo window.' using errcode = 'PT409', hint = 'payment-finished';
  end if;
end
$$;

create function private.send_held_payment(p_id uuid) returns public.payment_state
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment constant public.outgoing_payments := private.lock_my_outgoing_payment(p_id);
begin
  perform private.require_undoable(payment);
  return coalesce(private.send_outgoing_payment(payment.id, clock_timestamp()), payment.state)::public.payment_state;
end
$$;
select private.expose('send_held_payment', statement_timeout => '8s', while_frozen => true, description =>
  'Sends a payment of the caller whose undo window has ended, and returns its state: held until then, sent or cancelled.');

create function private.undo_payment(p_id uuid) returns public.payment_state
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment constant public.outgoing_payments := private.lock_my_outgoing_payment(p_id);
begin
  perform private.require_undoable(payment);
  -- What waits in a frozen account, or is under review, can still be undone.
  if payment.state = 'held' and (
    clock_timestamp() < payment.send_at or private.is_frozen() or (private.payment_review_of(payment.id)).id is not null
  ) then
    perform private.return_held_payment(payment.id, now());
    return 'cancelled';
  end if;
  return coalesce(private.send_outgoing_payment(payment.id, clock_timestamp()), payment.state)::public.payment_state;
end
$$;
select private.expose('undo_payment', statement_timeout => '8s', while_frozen => true, description =>
  'Returns the money of a held payment of the caller. Returns its state: cancelled, or sent if the undo window has ended.');

create function private.list_held_payments()
returns table (id uuid, seconds_left numeric, case_id uuid)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  return query
  select o.id, greatest(0, extract(epoch from o.send_at - clock_timestamp())), (private.payment_review_of(o.id)).id
  from public.outgoing_payments o
  where o.user_id = auth.uid() and o.state = 'held'
  order by o.send_at, o.id;
end
$$;
select private.expose('list_held_payments',
  'The caller''s payments that can be undone, by the ids of their transactions, with the time that is left by the server''s clock, and the case of those under review.');

create function private.set_undo_window(p_seconds text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_approved();
  if (p_seconds in ('0', '10', '30', '60')) is not true then
    raise exception 'Choose off, 10, 30 or 60 seconds.' using errcode = 'PT400', hint = 'field:undoSeconds';
  end if;
  update public.profiles p set undo_seconds = p_seconds::smallint where p.id = auth.uid() and p.undo_seconds <> p_seconds::smallint;
  if found then
    perform private.tell_owner(
      auth.uid(), 'Your undo window has changed',
      case p_seconds
        when '0' then 'Your payments can no longer be undone.'
        else 'Your payments can now be undone for ' || p_seconds || ' seconds.'
      end
    );
    perform private.audit('set_undo_window', 'person', auth.uid(), jsonb_build_object('user_id', auth.uid(), 'seconds', p_seconds::smallint));
  end if;
  return p_seconds::integer;
end
$$;
select private.expose('set_undo_window',
  'Sets how long the caller can undo a payment: 0 (off), 10, 30 or 60 seconds.');

create function private.read_future_day(p_day text) returns date
language plpgsql stable set search_path = '' as $$
declare
  today constant date := private.london_date(now());
  chosen constant date := private.plain_date(p_day);
begin
  if (chosen > today and chosen <= today + interval '1 year') is not true then
    raise exception 'Choose a day from tomorrow to one year ahead.' using errcode = 'PT400', hint = 'field:day';
  end if;
  return chosen;
end
$$;

create function private.schedule_outgoing_payment(
  p_request_id uuid, p_payment public.payment_request, p_send_on text
)
returns table (outgoing_payment_id uuid, send_on date)
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_scheduled constant integer := 50;
  payer_id constant uuid := auth.uid();
  new_payment private.payment_facts;
  evidence private.payment_evidence;
  payload_hash bytea;
  payment public.outgoing_payments;
begin
  perform private.require_approved();
  new_payment := private.read_payment(payer_id, p_payment);
  perform private.lock_outgoing_payments(payer_id);
  payload_hash := private.future_payload_hash(new_payment, to_jsonb(p_send_on));
  outgoing_payment_id := private.first_future_request(payer_id, p_request_id, payload_hash);
  send_on := private.plain_date(p_send_on);
  if outgoing_payment_id is not null then
    return next;
    return;
  end if;
  send_on := private.read_future_day(p_send_on);
  if (
    select count(*) from public.outgoing_payments o
    where o.user_id = payer_id and o.state = 'scheduled' and o.regular_payment_id is null
  ) >= most_scheduled then
    raise exception 'You can have up to % scheduled payments at a time. Please cancel one, or wait until one is sent.', most_scheduled
      using errcode = 'PT409', hint = 'too-many-scheduled';
  end if;
  evidence := private.require_future_terms(new_payment, p_request_id, payload_hash);
  insert into public.outgoing_payments (
    user_id, from_account_id, created_at, to_account_holder_name, to_sort_code, to_account_number, amount, reference, reason,
    check_id, state, due_on, send_at
  )
  values (
    payer_id, new_payment.payer_account_id, now(), (new_payment.payee).name, (new_payment.payee).sort_code,
    (new_payment.payee).account_number, new_payment.amount, new_payment.reference, evidence.reason, evidence.check_id,
    'scheduled', send_on, private.first_attempt(send_on)
  )
  returning * into payment;
  perform private.record_future_request(payer_id, p_request_id, payload_hash, payment.id, evidence);
  perform private.audit_outgoing_payment('schedule_outgoing_payment', payment);
  outgoing_payment_id := payment.id;
  return next;
end
$$;
select private.expose('schedule_outgoing_payment',
  'Schedules a payment of the caller for a day from tomorrow to one year ahead. It is sent from 06:00 in London, and assessed like a payment that is made at once. p_request_id is the idempotency key.');

create function private.cancel_outgoing_payment(p_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment constant public.outgoing_payments := private.lock_my_outgoing_payment(p_id);
begin
  if payment.state = 'cancelled' then
    return false;
  elsif payment.state <> 'scheduled' then
    raise exception 'This payment can no longer be cancelled.' using errcode = 'PT409', hint = 'payment-finished';
  end if;
  perform private.close_outgoing_payment(payment.id, 'cancelled', 'cancel_payment', now());
  if payment.regular_payment_id is not null then
    perform private.schedule_occurrence(payment.regular_payment_id, now());
  end if;
  return true;
end
$$;
select private.expose('cancel_outgoing_payment', while_frozen => true, description =>
  'Cancels a future payment of the caller; of a regular payment it skips this one. False if it was cancelled before.');

create function private.keep_payment(p_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment constant public.outgoing_payments := private.lock_my_outgoing_payment(p_id);
begin
  if payment.awaits_owner and payment.state = 'scheduled' then
    update public.outgoing_payments o set awaits_owner = false where o.id = payment.id;
    perform private.audit_outgoing_payment('keep_payment', payment);
  end if;
end
$$;
select private.expose('keep_payment',
  'Says that a future payment of the caller is theirs: it and, if it is a regular one, those that follow are sent. Needed after someone else may have had the account. Again changes nothing.');

create function private.await_owner(p_user_id uuid, p_since timestamptz, p_at timestamptz) returns integer
language plpgsql volatile set search_path = '' as $$
declare
  waiting integer;
begin
  perform private.return_held_payment(o.id, p_at, 'Someone else may have made it. If it was you, make it again.')
  from public.outgoing_payments o where o.user_id = p_user_id and o.state = 'held' and o.created_at >= p_since;
  update public.outgoing_payments o set awaits_owner = true
  where o.user_id = p_user_id and o.state = 'scheduled' and exists (
    select from private.audit_log l
    where l.subject_id in (o.id, o.regular_payment_id) and l.created_at >= p_since and l.action in (
      'schedule_outgoing_payment', 'change_payment', 'create_regular_payment', 'change_regular_payment', 'resume_regular_payment',
      'undo_skip', 'keep_payment'
    )
  );
  get diagnostics waiting = row_count;
  -- They count as new, so the next payment to one of them is warned about and approved as a first one.
  update public.recipients r set paid_total = 0, warned_total = 0 where r.user_id = p_user_id and r.created_at >= p_since;
  return waiting;
end
$$;
comment on function private.await_owner is
  'What someone else may have set up since a day: payments in their undo window go back, scheduled and regular ones wait until the customer keeps them, and payees count as new. Returns how many wait. The calling function has called lock_outgoing_payments.';

create function private.change_outgoing_payment(
  p_id uuid, p_payment public.payment_request, p_send_on text
) returns date
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.outgoing_payments := private.lock_my_outgoing_payment(p_id);
  changed private.payment_facts;
  new_evidence private.payment_evidence;
  chosen date;
begin
  if payment.state <> 'scheduled' or payment.regular_payment_id is not null then
    raise exception 'This payment can no longer be changed.' using errcode = 'PT409', hint = 'payment-finished';
  end if;
  perform private.require_no_payment_review(payment.id);
  p_payment.to_name := payment.to_account_holder_name;
  p_payment.to_sort_code := payment.to_sort_code;
  p_payment.to_account_number := payment.to_account_number;
  p_payment.reference := payment.reference;
  p_payment.reason := coalesce(p_payment.reason, payment.reason);
  changed := private.read_payment(payment.user_id, p_payment);
  changed.changed_id := payment.id;
  chosen := private.read_future_day(p_send_on);
  new_evidence := private.require_future_terms(
    changed, payment.id, private.future_payload_hash(changed, to_jsonb(p_send_on)), payment.id
  );
  update public.outgoing_payments o set
    amount = changed.amount, due_on = chosen, send_at = private.first_attempt(chosen), reason = new_evidence.reason,
    check_id = new_evidence.check_id, failed_attempts = 0
  where o.id = payment.id
  returning o.* into payment;
  update private.future_requests r set evidence = new_evidence where r.created_id = payment.id;
  -- An answer would send it before the new day. The contact is asked again on that day.
  delete from private.contact_reviews r where r.payment_id = payment.id;
  perform private.audit_outgoing_payment('change_payment', payment);
  return chosen;
end
$$;
select private.expose('change_outgoing_payment',
  'Changes the amount and the day of a future payment of the caller that is not a regular one. The payee and the reference stay. It is assessed again, like a new payment. Safe to repeat. Returns the day.');

create function private.undo_skip(p_id uuid) returns date
language plpgsql volatile security definer set search_path = '' as $$
declare
  skipped constant public.outgoing_payments := private.lock_my_outgoing_payment(p_id);
  regular public.regular_payments;
  next_payment public.outgoing_payments;
begin
  select r.* into regular from public.regular_payments r where r.id = skipped.regular_payment_id for update;
  select o.* into next_payment from public.outgoing_payments o
  where o.regular_payment_id = regular.id and o.state = 'scheduled' for update;
  if skipped.id = next_payment.id then
    return private.london_date(skipped.send_at);
  elsif (
    skipped.state = 'cancelled' and regular.state = 'active'
    -- On payday, none is announced until the next pay comes in.
    and coalesce(next_payment.occurrence, regular.next_occurrence) = skipped.occurrence + 1
    and private.london_date(skipped.send_at) > private.london_date(now())
  ) is not true then
    raise exception 'This payment can no longer be made on its day.' using errcode = 'PT409', hint = 'payment-finished';
  end if;
  -- It was never more than announced, and is scheduled again when its turn comes.
  delete from public.outgoing_payments o where o.id = next_payment.id;
  update public.outgoing_payments o set
    state = 'scheduled', closed_at = null, amount = regular.amount,
    awaits_owner = coalesce(next_payment.awaits_owner, o.awaits_owner)
  where o.id = skipped.id;
  update public.regular_payments r set next_occurrence = skipped.occurrence + 1 where r.id = regular.id;
  perform private.audit_outgoing_payment('undo_skip', skipped);
  return private.london_date(skipped.send_at);
end
$$;
select private.expose('undo_skip',
  'Schedules a skipped payment of a regular payment of the caller again, if it is the last one skipped and its day is ahead. Safe to repeat. Returns the day.');

create function private.list_upcoming_payments(p_days integer default null)
returns table (
  outgoing_payment_id uuid, regular_payment_id uuid, to_name text, to_sort_code text, to_account_number text, amount numeric,
  reference text, send_on date, frequency text, review_until date, awaits_owner boolean, other_account_id uuid
)
language plpgsql stable security definer set search_path = '' as $$
declare
  most_days constant integer := 366;
  today constant date := private.london_date(now());
  -- A monthly payment of today has its next one a month ahead, or on the working day after it.
  last_day constant date := case
    when p_days is null then greatest(today + 30, private.next_working_day((today + interval '1 month')::date))
    else today + least(greatest(p_days, 1), most_days)
  end;
begin
  perform private.require_approved();
  return query
  with scheduled as (
    select o.*, private.london_date(o.send_at) as day from public.outgoing_payments o
    where o.user_id = auth.uid() and o.state = 'scheduled'
  )
  select
    s.id, s.regular_payment_id, s.to_account_holder_name::text, s.to_sort_code::text, s.to_account_number::text,
    s.amount::numeric, s.reference, s.day, r.frequency, private.due_day((private.payment_review_of(s.id)).due_at), s.awaits_owner,
    r.other_account_id
  from scheduled s
  left join public.regular_payments r on r.id = s.regular_payment_id
  where s.day <= last_day
  union all
  -- The payments of an active regular payment that follow its future one.
  select
    null, r.id, r.to_account_holder_name::text, r.to_sort_code::text, r.to_account_number::text,
    r.amount::numeric, r.reference, later.send_on, r.frequency, null, coalesce(next_payment.awaits_owner, false),
    r.other_account_id
  from public.regular_payments r
  left join scheduled next_payment on next_payment.regular_payment_id = r.id
  cross join lateral generate_series(0, most_days / 7) as n
  cross join lateral (
    select d.due_on, private.next_working_day(d.due_on) as send_on
    from (select private.regular_date(r.starts_on, r.frequency, r.next_occurrence + n) as due_on) d
    where d.due_on <= last_day
  ) later
  where r.user_id = auth.uid()
    and r.state = 'active'
    and coalesce(later.due_on <= r.ends_on, true)
    and coalesce(n < r.payments_left - 1, true)
    and later.send_on <= last_day
  order by 8, 3, 1 nulls last;
end
$$;
select private.expose('list_upcoming_payments',
  'What the caller''s account will send in the next p_days (at most 366), by day. Null: 30 days, or to the same day of the next month if that is later. Without an id of its own, a row is a later payment of a regular one. A payment under review has the day until which. awaits_owner: it is not sent before keep_payment. other_account_id: the account to which a move between two accounts of the caller goes.');

-- Two jobs, so that the payments of 06:00 do not delay the end of an undo window.
select cron.schedule(format('send-%s-payments', job.state), job.every, private.job_for_each($$
    select o.id, o.user_id as waits_for from public.outgoing_payments o where o.state = '$$ || job.state || $$' and o.send_at <= now()
      -- Those of customers whose payments wait would be tried before all others, in each run.
      and not o.awaits_owner and not private.is_stopped(o.user_id)
    order by o.send_at, o.id
    limit 10000
$$, 'private.send_outgoing_payment(due.id) is not null', 'payments were neither sent nor ended'))
from (values ('held', '10 seconds'), ('scheduled', '* * * * *')) job (state, every);
