-- Claims by customers: their questions, what the bank attaches, the refund by the rules, and the letter.

create function private.claim_loss(p_claim private.claims) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return case
    when exists (select from private.payment_reversals r where r.transaction_id = p_claim.movement_id)
      or exists (
        select from private.bank_payments p
        where p.movement_id = p_claim.movement_id and p.is_outgoing and p.state in ('rejected', 'returned')
      ) then 0
    else p_claim.amount - coalesce((select p.refunded from public.card_payments p where p.id = p_claim.movement_id), 0)
  end;
end
$$;
comment on function private.claim_loss is 'What the customer has lost by a payment: nothing if it came back, and not what a merchant has returned.';

create function private.claim_excess(p_claim private.claims) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return case
    when p_claim.kind = 'unauthorised' or p_claim.is_protected or exists (
      select from private.claims earlier
      where earlier.user_id = p_claim.user_id and earlier.id <> p_claim.id and earlier.kind = 'scam' and earlier.refunded > 0
        and (earlier.to_sort_code, earlier.to_account_number) = (p_claim.to_sort_code, p_claim.to_account_number)
    ) then 0
    else (select least(s.scam_excess, private.case_rule('scam_excess')) from private.settings s)
  end;
end
$$;
comment on function private.claim_excess is
  'What the bank does not refund. Several payments to one account are one scam: the excess is taken once.';

create function private.claim_refund(p_claim private.claims) returns numeric
language plpgsql stable set search_path = '' as $$
declare
  loss constant numeric := private.claim_loss(p_claim);
  most numeric;
begin
  if p_claim.kind = 'unauthorised' then
    return loss;
  end if;
  most := private.case_rule('scam_most') - coalesce((
    select sum(earlier.refunded - earlier.taken_back) from private.claims earlier
    where earlier.user_id = p_claim.user_id and earlier.id <> p_claim.id and earlier.kind = 'scam'
      and (earlier.to_sort_code, earlier.to_account_number) = (p_claim.to_sort_code, p_claim.to_account_number)
  ), 0);
  return greatest(least(loss - private.claim_excess(p_claim), most), 0);
end
$$;

create function private.refusal_words(p_claim private.claims, p_standard text) returns text
language sql immutable set search_path = ''
return case
  when p_standard = 'fraud' then 'We have grounds to believe that the claim is dishonest.'
  when p_claim.kind = 'scam' and p_standard = 'not_covered'
    then 'The rules cover payments to a fraudster. They do not cover a dispute about goods or services, or a payment to your own account.'
  when p_claim.kind = 'unauthorised' and p_standard = 'negligence'
    then 'You did not keep your card, PIN or device safe, with gross negligence.'
  when p_claim.kind <> 'scam' or p_claim.is_protected then null
  when p_standard = 'warning' then 'With gross negligence, you did not take notice of a specific warning that we gave you before the payment.'
  when p_standard = 'prompt' then 'With gross negligence, you did not tell us promptly when you knew that you were tricked.'
  when p_standard = 'information' then 'With gross negligence, you did not answer our reasonable questions about the payment.'
  when p_standard = 'police' then 'With gross negligence, you did not report this to the police, and did not let us do it.'
end;
comment on function private.refusal_words is
  'The standard by which a claim may be refused, in words. Null: this claim may not be refused for it. The four standards of caution are never for customers who had asked for support.';

create function private.may_refuse_for(p_claim private.claims, p_standard text) returns boolean
language sql stable set search_path = ''
return private.refusal_words(p_claim, p_standard) is not null and not (
  p_standard = 'information'
  and exists (select from public.profiles p where p.id = p_claim.user_id and p.suspended_at is not null)
);
comment on function private.may_refuse_for is 'Whether a claim may be refused for this standard now: not for a lack of answers while the bank keeps the customer from answering.';

create function private.require_claim_in_time(p_payment public.transactions, p_kind text, p_at timestamptz) returns void
language plpgsql stable set search_path = '' as $$
declare
  counted_from timestamptz := p_payment.created_at;
begin
  if p_kind is distinct from 'unauthorised' then
    -- Several payments to one account are one scam, whose time starts with the last.
    select greatest(counted_from, max(t.created_at)) into counted_from from public.transactions t
    where t.user_id = p_payment.user_id and not t.incoming and t.status = 'completed' and t.reversed_at is null
      and (t.to_sort_code, t.to_account_number) = (p_payment.to_sort_code, p_payment.to_account_number);
  end if;
  if private.last_day_of(
    case p_kind when 'unauthorised' then 'unauthorised_months' else 'scam_months' end, private.london_date(counted_from)
  ) < private.london_date(p_at) then
    raise exception 'This payment is more than 13 months old. Tell us about it in Chat.' using errcode = 'PT409', hint = 'claim-too-late';
  end if;
end
$$;
comment on function private.require_claim_in_time is 'Raises an error if the time for a claim of this kind has passed; null: of any kind.';

create function private.my_claimable_payment(p_transaction_id uuid, p_at timestamptz) returns public.transactions
language plpgsql stable set search_path = '' as $$
declare
  listed public.transactions;
begin
  perform private.require_approved();
  select t.* into listed from public.transactions t where t.id = p_transaction_id and t.user_id = auth.uid() and not t.incoming;
  if not found or (
    (private.find_payment(listed.id)).payer_id is null
    and not exists (select from public.card_payments c where c.id = listed.movement_id)
  ) then
    raise exception 'We could not find this payment.' using errcode = 'PT404', hint = 'transaction-gone';
  elsif listed.reversed_at is not null or listed.status = 'failed' then
    raise exception 'The money of this payment is back in your account.' using errcode = 'PT409', hint = 'payment-finished';
  elsif listed.status = 'pending' and not exists (
    select from private.bank_payments p where p.movement_id = listed.movement_id and p.is_outgoing
  ) then
    raise exception 'This payment hasn''t been taken yet. Try again once it is no longer pending.'
      using errcode = 'PT409', hint = 'payment-pending';
  elsif exists (
    select from public.accounts a
    where a.user_id = listed.user_id and a.sort_code = listed.to_sort_code and a.account_number = listed.to_account_number
  ) then
    raise exception 'This payment went to your own account.' using errcode = 'PT409', hint = 'own-account';
  end if;
  perform private.require_claim_in_time(listed, null, p_at);
  return listed;
end
$$;

create function private.save_claim(
  p_transaction_id uuid, p_kind text, p_who text default null, p_reached text default null, p_said text default null,
  p_at timestamptz default now()
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment constant public.transactions := private.my_claimable_payment(p_transaction_id, p_at);
begin
  perform private.require_no_problem(case
    when (p_kind in ('scam', 'unauthorised')) is not true then array['kind', 'Choose what happened.']
    -- The rules about scams are about transfers.
    when p_kind = 'scam' and payment.to_account_number is null
      then array['kind', 'For something that you bought by card, tell us about it in Chat.']
    when char_length(p_who) > 300 then array['who', 'Write at most 300 characters.']
    when not private.is_clean(coalesce(p_who, '')) then array['who', private.text_problem(p_who)]
    when not private.is_clean(coalesce(p_said, '')) then array['said', private.text_problem(p_said)]
    when p_reached not in ('phone', 'message', 'email', 'online', 'person', 'other', 'safe', 'lost', 'shared')
      then array['reached', 'Choose one.']
  end);
  perform private.require_claim_in_time(payment, p_kind, p_at);
  -- What is sent at the same moment must not change: the next statement sees its case.
  perform private.lock_payment_case(payment.movement_id);
  insert into private.claims as c (user_id, movement_id, saved_at, kind, who, reached, said)
  values (auth.uid(), payment.movement_id, p_at, p_kind, p_who, p_reached, p_said)
  on conflict (movement_id) do update
  set kind = excluded.kind, who = excluded.who, reached = excluded.reached, said = excluded.said, saved_at = excluded.saved_at
  where c.user_id = excluded.user_id and not exists (select from private.cases sent where sent.id = c.id);
  if not found then
    raise exception 'You''ve already told us about this payment.' using errcode = 'PT409', hint = 'claim-sent';
  end if;
end
$$;
select private.expose('save_claim', while_frozen => true, description =>
  'Saves what the caller has answered so far about a payment that they were tricked into (scam) or did not make (unauthorised). Nothing is sent.');

create function private.claim_evidence(p_payment public.transactions, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  sides constant private.payment_sides := private.find_payment(p_payment.id);
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'outcome', (sides.evidence).outcome, 'reason', (sides.evidence).reason, 'warnings', to_jsonb((sides.evidence).warnings),
    'warnings_shown_at', (sides.evidence).warnings_shown_at,
    'reports', (
      select count(*) from private.payee_reports r
      where r.sort_code = p_payment.to_sort_code and r.account_number = p_payment.to_account_number
        and r.reporter_id <> p_payment.user_id
    ),
    'entry', (select c.entry from public.card_payments c where c.id = p_payment.movement_id),
    'country', (select c.country from public.card_payments c where c.id = p_payment.movement_id),
    'devices', (
      select jsonb_agg(jsonb_build_object('name', d.name, 'since', d.created_at) order by d.created_at desc)
      from (
        select * from private.devices d where d.user_id = p_payment.user_id and d.created_at <= p_payment.created_at
        order by d.created_at desc limit 5
      ) d
    ),
    'chats', (
      select jsonb_agg(jsonb_build_object('id', t.id, 'ended_at', t.ended_at) order by t.ended_at desc)
      from (
        select * from private.chat_transcripts t
        where t.user_id = p_payment.user_id and t.ended_at > p_payment.created_at - interval '30 days'
        order by t.ended_at desc limit 5
      ) t
    ),
    'open_chat', (select true from public.chat_conversations c where c.user_id = p_payment.user_id limit 1),
    'gathered_at', p_at
  ));
end
$$;
comment on function private.claim_evidence is 'What the bank knows about a payment, stored with a claim when it is sent.';

create function private.report_claimed(p_claim private.claims, p_payment public.transactions, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if p_claim.kind = 'scam' and p_payment.status = 'completed' and p_payment.to_account_number is not null then
    perform private.report_scam(p_payment.id);
  end if;
  if exists (
    select from private.bank_payments p
    where p.movement_id = p_payment.movement_id and p.is_outgoing and p.state in ('sent', 'accepted') and p.recall is null
  ) then
    perform private.recall_payment(p_payment.id, 'fraud');
  end if;
  -- The customer can have asked for it before the claim.
  perform private.add_recall_event(p_payment.movement_id, p_at);
end
$$;
comment on function private.report_claimed is 'Does with a claim what the customer could do with two more taps: reports the payee, and asks another bank for the money.';

create function private.send_claim(p_transaction_id uuid, p_at timestamptz default now()) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment constant public.transactions := private.my_claimable_payment(p_transaction_id, p_at);
  claim private.claims;
  new_case private.cases;
begin
  -- As in the return of a payment: the payment between banks, then the case, then accounts.
  perform from private.bank_payments p where p.movement_id = payment.movement_id and p.is_outgoing for update;
  perform private.lock_payment_case(payment.movement_id);
  select c.* into claim from private.claims c where c.movement_id = payment.movement_id and c.user_id = auth.uid() for update;
  if exists (select from private.cases c where c.id = claim.id) then
    return claim.id;
  end if;
  perform private.require_no_problem(case
    when claim.id is null then array['kind', 'Choose what happened.']
    when coalesce(claim.reached, '') = '' then array['reached', 'Choose one.']
    when coalesce(btrim(claim.said), '') = '' then array['said', 'Tell us what happened.']
  end);
  perform private.require_claim_in_time(payment, claim.kind, p_at);
  update private.claims c set
    amount = payment.amount, payee_name = payment.to_account_holder_name, paid_at = payment.created_at,
    to_sort_code = payment.to_sort_code, to_account_number = payment.to_account_number,
    is_at_other_bank = exists (
      select from private.bank_payments p where p.movement_id = payment.movement_id and p.is_outgoing
    ),
    evidence = private.claim_evidence(payment, p_at),
    is_protected = exists (select from private.support_needs n where n.user_id = c.user_id)
  where c.id = claim.id
  returning c.* into claim;

  new_case := private.open_case(
    claim.kind, claim.user_id, claim.kind || '_days', claim.kind || '_last_days', p_at, claim.amount, claim.payee_name,
    claim.movement_id, private.owner_of(claim.to_sort_code, claim.to_account_number), claim.id
  );
  perform private.add_case_event(claim.id, 'customer', claim.user_id, case claim.kind
    when 'scam' then 'You told us that you were tricked into a payment.' else 'You told us about a payment that you did not make.'
  end, p_at);
  perform private.tell_customer_of_case(new_case, 'We''ve got your claim',
    'We''re looking into your payment of ' || private.in_pounds(claim.amount) || ' to ' || claim.payee_name
      || '. We''ll decide by ' || private.day_in_words(private.due_day(new_case.due_at)) || '.', p_at);
  perform private.audit('open_case', 'payment', payment.id, jsonb_build_object('case_id', claim.id, 'kind', claim.kind));

  perform private.report_claimed(claim, payment, p_at);
  return claim.id;
end
$$;
select private.expose('send_claim', while_frozen => true, description =>
  'Sends the saved answers about a payment: opens the case with its clock, attaches what the bank knows, and asks another bank for the money. Sending again returns the same case.');

create function private.describe_claim(p_claim private.claims) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'transaction_id', p_claim.movement_id, 'amount', p_claim.amount, 'payee', p_claim.payee_name, 'paid_at', p_claim.paid_at,
    'is_card', p_claim.to_account_number is null, 'is_at_other_bank', p_claim.is_at_other_bank, 'who', p_claim.who,
    'reached', p_claim.reached, 'said', p_claim.said, 'refunded', p_claim.refunded, 'taken_back', p_claim.taken_back
  );
end
$$;

create function private.get_claim(p_transaction_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  claim private.claims;
  payment public.transactions;
begin
  perform private.require_approved();
  select c.* into claim from private.claims c where c.movement_id = p_transaction_id and c.user_id = auth.uid();
  if exists (select from private.cases c where c.id = claim.id) then
    return jsonb_build_object('case_id', claim.id);
  end if;
  payment := private.my_claimable_payment(p_transaction_id, now());
  return jsonb_build_object(
    'case_id', null, 'amount', payment.amount, 'payee', payment.to_account_holder_name, 'paid_at', payment.created_at,
    'is_card', payment.to_account_number is null, 'kind', claim.kind, 'who', claim.who, 'reached', claim.reached, 'said', claim.said
  );
end
$$;
select private.expose('get_claim',
  'A payment of the caller with the answers that they have saved about it, or the case if they have sent them. Refused for a payment that no claim can be about.');

create function private.list_my_cases()
returns table (
  id uuid, kind text, opened_at timestamptz, due_on date, has_question boolean, decision text, decided_at timestamptz,
  subject text, amount numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  return query
  select
    c.id, c.kind, c.opened_at, private.promised_day(c), c.question is not null, c.decision, c.decided_at,
    c.subject, c.amount::numeric
  from private.cases c
  where c.user_id = auth.uid()
  order by c.id desc
  limit 50;
end
$$;
select private.expose('list_my_cases', 'The caller''s cases, newest first, with the day by which each is decided.');

create function private.get_my_case(p_case_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  my_case private.cases;
begin
  perform private.require_approved();
  select c.* into my_case from private.cases c where c.id = p_case_id and c.user_id = auth.uid();
  if not found then
    raise exception 'We could not find this case.' using errcode = 'PT404', hint = 'case-gone';
  end if;
  return jsonb_build_object(
    'id', my_case.id, 'kind', my_case.kind, 'opened_at', my_case.opened_at, 'due_on', private.promised_day(my_case),
    'question', my_case.question, 'decision', my_case.decision, 'decided_at', my_case.decided_at, 'letter', my_case.letter,
    'claim', (select private.describe_claim(c) from private.claims c where c.id = my_case.id),
    'payer', case when my_case.kind = 'messages' then my_case.subject end,
    'hold', private.describe_payment_check(my_case),
    'complaint', (select private.describe_complaint(c, my_case) from private.complaints c where c.id = my_case.id),
    'changes', private.changes_to_check(my_case),
    'events', (
      select jsonb_agg(
        jsonb_build_object('id', e.id, 'created_at', e.created_at, 'kind', e.kind, 'message', e.message, 'letter', e.letter)
        order by e.place
      )
      from private.case_events e where e.case_id = my_case.id and e.kind <> 'note'
    )
  );
end
$$;
select private.expose('get_my_case', 'A case of the caller: the clock, what was said, what staff ask, and the letter. No notes of staff.');

create function private.answer_case(p_case_id uuid, p_answer text, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  answers_per_day constant integer := 20;
  is_suspended constant boolean := private.is_suspended_customer();
  my_case private.cases;
begin
  perform private.require_can_write();
  if not exists (
    select from private.cases c
    where c.id = p_case_id and c.user_id = auth.uid() and (c.kind = 'suspension' or not is_suspended)
  ) then
    raise exception 'We could not find this case.' using errcode = 'PT404', hint = 'case-gone';
  end if;
  my_case := private.lock_case(p_case_id);
  if my_case.state <> 'open' then
    raise exception 'This case has been decided already.' using errcode = 'PT409', hint = 'already-decided';
  elsif (
    select count(*) >= answers_per_day from private.case_events e
    where e.case_id = my_case.id and e.kind = 'customer' and e.created_at > p_at - interval '24 hours'
  ) then
    raise exception 'You can send % messages about a case in a day. Please try again tomorrow, or tell us in Chat.', answers_per_day
      using errcode = 'PT429', hint = 'too-many-answers';
  end if;
  perform private.add_case_event(
    my_case.id, 'customer', my_case.user_id, private.require_words('message', p_answer, 'Write your answer.'), p_at
  );
  update private.cases c set question = null where c.id = my_case.id;
  perform private.resume_case_clock(my_case.id, p_at);
end
$$;
select private.expose('answer_case', while_frozen => true, description =>
  'Adds what the caller writes to one of their open cases. It answers the question of staff: a stopped clock runs on. At most 20 in 24 hours. A suspended customer writes to the case of the suspension only.');

create function private.claim_letter(
  p_case private.cases, p_claim private.claims, p_decision text, p_loss numeric, p_excess numeric, p_refund numeric,
  p_why text, p_at timestamptz
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return private.letter(
    p_case, 'Our decision about your claim', p_at,
    array[
      'On ' || private.day_in_words(private.london_date(p_case.opened_at)) || case p_claim.kind
        when 'scam' then ' you told us that you were tricked into a payment.'
        else ' you told us about a payment that you did not make.' end,
      case
        when p_decision = 'refused' then 'We have decided not to refund it.'
        when p_refund > 0 then 'We have refunded ' || private.in_pounds(p_refund) || '. ' || private.where_paid(p_case.user_id)
        when p_loss = 0 then 'The money of the payment is back in your account already, so there is nothing to refund.'
        else 'Your loss is not above the excess, so there is nothing to refund.' end
    ],
    array[
      ['Payment', private.in_pounds(p_claim.amount) || ' to ' || p_claim.payee_name],
      ['Paid on', private.day_in_words(private.london_date(p_claim.paid_at))],
      ['Came back before', case when p_loss < p_claim.amount then private.in_pounds(p_claim.amount - p_loss) end],
      ['Excess', case when p_refund > 0 and p_excess > 0 then private.in_pounds(p_excess) end],
      ['Refund', private.in_pounds(p_refund)],
      ['Why', p_why]
    ],
    'If you disagree, choose "I''m unhappy about something" in the app. It costs nothing, and we answer in writing.'::text
      || private.ombudsman_words(private.london_date(p_at))
  );
end
$$;

create function private.settle_claim(
  p_case private.cases, p_refuses boolean, p_standard text, p_reason text, p_decided_by uuid, p_at timestamptz,
  p_request_id uuid default null
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  reimbursements constant uuid := private.ledger_account('reimbursements');
  movement_id uuid;
  claim private.claims;
  loss numeric;
  excess numeric;
  refund numeric := 0;
  share numeric := 0;
  outcome text;
  why text;
begin
  select c.* into strict claim from private.claims c where c.id = p_case.id;
  loss := private.claim_loss(claim);
  excess := private.claim_excess(claim);
  if not p_refuses then
    refund := private.claim_refund(claim);
  end if;
  outcome := case when p_refuses then 'refused' when refund > 0 then 'refunded' else 'nothing' end;
  why := concat_ws(' ', case when p_refuses then private.refusal_words(claim, p_standard) end, p_reason);
  if refund > 0 then
    movement_id := private.pay_case_customer(
      reimbursements, claim.user_id, refund, 'Refund: ' || left(claim.payee_name, 140), p_at
    );
    if claim.kind = 'scam' and claim.is_at_other_bank then
      share := round(refund * private.case_rule('scam_share') / 100, 2);
      perform private.move_money(movement_id, private.ledger_account('to be recovered'), reimbursements, share, p_at);
    end if;
  end if;
  update private.claims c set
    refunded = refund, recoverable = share, standard = case when p_refuses then p_standard end
  where c.id = claim.id;
  perform private.record_decision(
    p_case.id, outcome, p_reason, p_decided_by, p_at,
    private.claim_letter(p_case, claim, outcome, loss, excess, refund, why, p_at)
  );
  perform private.tell_customer_of_case(p_case, 'Our decision about your claim', case
    when p_refuses then 'We''ve decided not to refund your payment to ' || claim.payee_name || '.'
    when refund > 0 then 'We''ve refunded ' || private.in_pounds(refund) || ' of your payment to ' || claim.payee_name || '.'
    else 'There is nothing to refund for your payment to ' || claim.payee_name || '.'
  end || ' Our letter says why, and what you can do if you disagree.', p_at);
  perform private.audit('decide_case', 'payment', claim.movement_id, jsonb_strip_nulls(jsonb_build_object(
    'case_id', p_case.id, 'user_id', p_case.user_id, 'decision', outcome, 'standard', p_standard, 'amount', refund, 'request_id', p_request_id
  )));
end
$$;
comment on function private.settle_claim is
  'Decides a claim: the refund by the rules, the letter and the notice. The calling function has called lock_case, found the case open, and checked the right.';

create function private.waits_for_person(p_case private.cases, p_at timestamptz) returns boolean
language sql stable set search_path = ''
begin atomic
  select p_case.late_at is null and p_case.due_at < p_case.last_at and exists (
    select from private.cases earlier
    join private.claims claim on claim.id = earlier.id and claim.refunded > 0
    where earlier.user_id = p_case.user_id and private.is_claim(earlier) and earlier.decided_by is null
      and earlier.decided_at > p_at - make_interval(days => private.case_rule('clock_refund_days')::integer)
  );
end;
comment on function private.waits_for_person is
  'Whether the clock alone does not refund a claim at its first end, because it has refunded this customer not long before. It does not matter which claim was sent first: many can be sent at once. The calling function has locked the customer, so of two claims one sees the refund of the other.';

create function private.leave_to_person(p_case private.cases, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  asked constant text := case p_case.kind
    when 'scam' then 'What was the payment for, and how do you know the person whom you paid?'
    else 'How did you notice this payment, and who else can use your card, your phone or your PIN?' end;
begin
  update private.cases c set late_at = p_at, question = coalesce(c.question, asked) where c.id = p_case.id;
  perform private.tell_customer_of_case(
    p_case, 'We need more time for your claim',
    'A person has to look at your claim, and we need your answer: ' || asked || ' We''ll decide by '
      || private.day_in_words(private.due_day(p_case.last_at)) || ' at the latest. You can also write to us in Chat.',
    p_at
  );
  perform private.add_case_event(
    p_case.id, 'note', null,
    'The clock alone has refunded another claim of this customer within the last year, so it has not refunded this one. '
      || 'Look at it now, and decide it. Without a decision the customer is refunded at the end of '
      || private.day_in_words(private.due_day(p_case.last_at)) || '.' || case when p_case.kind = 'unauthorised'
        then ' The law gives us this time only if we suspect fraud and have reported that in writing. This note reports nothing to anyone.'
      else '' end,
    p_at
  );
  perform private.audit('late_case', 'case', p_case.id, jsonb_build_object('user_id', p_case.user_id));
end
$$;
comment on function private.leave_to_person is
  'Asks the customer of a claim that waits for a person, and tells them until when. The case is overdue on every list until staff decide it.';

create function private.settle_recovery(
  p_case private.cases, p_received numeric, p_is_all boolean, p_reason text, p_at timestamptz, p_request_id uuid default null
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  to_be_recovered constant uuid := private.ledger_account('to be recovered');
  movement_id constant uuid := private.new_id();
  claim private.claims;
  lost numeric := 0;
begin
  select c.* into strict claim from private.claims c where c.id = p_case.id for update;
  if p_is_all then
    lost := private.claim_owed(claim) - p_received;
  end if;
  if p_received > 0 then
    perform private.move_money(movement_id, private.bank_of_claim(claim), to_be_recovered, p_received, p_at);
  end if;
  if lost > 0 then
    perform private.move_money(movement_id, private.ledger_account('reimbursements'), to_be_recovered, lost, p_at);
  end if;
  update private.claims c set received = c.received + p_received, recoverable = c.recoverable - lost where c.id = claim.id;
  perform private.add_case_event(
    p_case.id, 'note', auth.uid(),
    'The other bank has paid ' || private.in_pounds(p_received) || ' of its part.'
      || case when lost > 0 then ' We bear ' || private.in_pounds(lost) || '.' else '' end || ' ' || p_reason,
    p_at
  );
  perform private.audit('recover_claim', 'payment', claim.movement_id, jsonb_strip_nulls(jsonb_build_object(
    'case_id', p_case.id, 'user_id', p_case.user_id, 'amount', p_received + lost, 'request_id', p_request_id
  )));
end
$$;
comment on function private.settle_recovery is
  'Books what another bank has paid of its part of a refund, and what this bank bears if that was all. The calling function has called lock_case and has checked the amount and the right.';
