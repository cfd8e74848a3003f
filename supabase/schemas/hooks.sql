-- What the core asks the capabilities. The core calls only these functions and names no capability. Each function says which
-- capabilities answer, and in which order. A payment that is usual asks nothing.

-- What has the customer chosen and read, and what is missing? The payee check and the warnings answer, and the rules by which
-- a payment is reviewed.
create function private.payment_terms(p_payment private.payment_facts, p_at timestamptz) returns private.payment_assessment
language plpgsql stable set search_path = '' as $$
declare
  most_versions constant integer := 1000;
  payee constant private.party := p_payment.payee;
  request constant public.payment_request := p_payment.request;
  outcome text;
  rules private.matching_rules;
  evidence private.payment_evidence;
  problem text;
  terms private.payment_assessment;
begin
  rules.warnings := '{}';
  if request.check_id is not null then
    outcome := private.outcome_of_check(
      p_payment.payer_id, request.check_id, payee.name, payee.sort_code, payee.account_number, p_at
    );
  end if;
  if request.reason not in ('bills', 'rent', 'personal', 'business', 'other') then
    problem := 'field:reason';
  elsif p_payment.is_usual and coalesce(outcome = p_payment.outcome, request.check_id is null) then
    -- No rule matches a usual payment.
    null;
  -- A check that is given must be the caller's own, of these details, and recent.
  -- Only a check, which is counted, tells that a payee of this bank has no account.
  elsif outcome is null and (request.check_id is not null or p_payment.is_here and private.needs_payee_check(p_payment)) then
    problem := 'check-needed';
  elsif p_payment.is_here and p_payment.payee_account_id is null then
    problem := 'payee-not-found';
  else
    if p_payment.payee_account_id is null then
      outcome := coalesce(outcome, 'unavailable');
    end if;
    rules := private.rules_for(p_payment, outcome, p_at);
    -- The evidence needs the version of the text and when it was shown. A device's clock can be wrong, by less than a day.
    if rules.warnings <> '{}' and (
      rules.warnings <@ request.warnings
      and request.warnings_version between 1 and most_versions
      and request.warnings_shown_at between p_at - interval '1 day' and p_at + interval '1 day'
    ) is not true then
      problem := 'warnings-needed';
    end if;
  end if;
  evidence.check_id := request.check_id;
  evidence.reason := request.reason;
  evidence.outcome := outcome;
  evidence.warnings := rules.warnings;
  if rules.warnings <> '{}' then
    evidence.warnings_version := request.warnings_version;
    evidence.warnings_shown_at := request.warnings_shown_at;
  end if;
  evidence.reviews := rules.reviews;
  evidence.facts := rules.facts;
  terms.evidence := evidence;
  terms.problem := problem;
  terms.warned := case when private.is_name_warning(rules.warnings) then 'now' end;
  return terms;
end
$$;
comment on function private.payment_terms is
  'Assesses a payment. Raises no error, so that a repeated request returns its first answer.';

-- Is this the name on the account? The payee check answers.
create function private.name_outcome(p_typed text, p_holder_name text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return private.match_names(p_typed, p_holder_name);
end
$$;

-- May this payment leave, and when? In this order:
-- 1. What is missing is refused, but first what cannot be paid at all: a frozen account, too little money.
-- 2. A passkey approves a large payment to a new payee.
-- 3. The trusted contact is asked about one, the undo window of the customer begins, or staff review what a rule found.
create function private.refuse_incomplete(p_payment private.payment_facts, p_problem text) returns void
language plpgsql stable set search_path = '' as $$
begin
  -- The ledger refuses a frozen account too, but only after the customer has confirmed the warnings.
  if p_payment.payer_id = auth.uid() then
    perform private.require_unfrozen();
  end if;
  -- A payment that cannot be made needs no warning.
  if p_payment.amount > p_payment.balance then
    raise exception 'You don''t have enough balance for this transaction.' using errcode = 'PT402', hint = 'insufficient-funds';
  end if;
  perform private.require_no_missing_terms(p_problem);
end
$$;
comment on function private.refuse_incomplete is
  'Raises the error about a payment of which payment_terms has found that something is missing.';

create function private.before_payment(
  p_payment private.payment_facts, p_movement_id uuid, p_request_id uuid, p_terms private.payment_assessment, p_at timestamptz,
  p_daily_limit numeric, p_undo_seconds integer
) returns public.payment_answer
language plpgsql volatile set search_path = '' as $$
declare
  contact uuid;
begin
  if p_terms.problem is not null then
    perform private.refuse_incomplete(p_payment, p_terms.problem);
  end if;
  if p_payment.is_new then
    perform private.require_passkey_for_payment(
      p_payment.payer_id, p_payment.payee, p_payment.amount, p_request_id, p_payment.payload_hash
    );
    contact := private.contact_to_ask(
      p_payment.payer_id, (p_payment.payee).sort_code, (p_payment.payee).account_number, p_payment.amount, p_at
    );
  end if;
  if p_undo_seconds > 0 or contact is not null or (p_terms.evidence).reviews is not null then
    -- Declared here: a payment that is sent at once does not pay for them.
    declare
      evidence constant private.payment_evidence := p_terms.evidence;
      held public.payment_answer := private.hold_payment(
        p_payment, p_movement_id, p_request_id, evidence, p_at, p_daily_limit,
        case when contact is not null then 24 * 60 * 60 else p_undo_seconds end
      );
    begin
      if p_payment.warned is not null then
        perform private.remember_warning(p_payment);
      end if;
      if contact is not null then
        perform private.ask_contact(p_movement_id, p_payment.payer_id, contact, p_payment.amount, evidence.warnings, p_at);
      end if;
      if evidence.reviews is not null then
        held.send_at := (private.open_payment_review(
          p_movement_id, evidence.reviews, null, null, private.payment_review_words(evidence.reviews), p_at
        )).due_at;
      end if;
      return held;
    end;
  end if;
  return null;
end
$$;
comment on function private.before_payment is
  'Raises an error about a payment that the customer cannot make like this. Holds one that can be undone, that the trusted contact is asked about, or that staff review, and returns its answer. Null for one that is sent now.';

-- Has a held or future payment to wait although it is due? First for a review, and a future one then for the trusted contact.
create function private.has_to_wait(p_payment public.outgoing_payments, p_at timestamptz) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  return private.waits_for_review(p_payment, p_at)
    or p_payment.state = 'scheduled' and private.waits_for_contact(p_payment, p_at);
end
$$;

-- Where does a payment go whose payee has no account here? To a connected bank, or out of the ledger.
create function private.route_of(p_payment private.payment_facts) returns private.payment_route
language plpgsql stable set search_path = '' as $$
declare
  route private.payment_route;
begin
  if p_payment.is_here then
    perform private.require_no_missing_terms('payee-not-found');
  end if;
  route.bank_id := private.bank_for((p_payment.payee).sort_code);
  if route.bank_id is null then
    route.status := 'completed';
    route.account_id := private.ledger_account('outside world');
  elsif exists (select from private.banks b where b.id = route.bank_id and not b.is_on) then
    raise exception 'We can''t reach this bank at the moment. Please try again later.' using errcode = 'PT409', hint = 'bank-off';
  else
    route.status := 'pending';
    route.account_id := private.ledger_account('between banks');
  end if;
  return route;
end
$$;

create function private.send_to_bank(p_payment private.payment_facts, p_bank_id text, p_movement_id uuid, p_at timestamptz)
returns void
language plpgsql volatile set search_path = '' as $$
declare
  payee constant private.party := p_payment.payee;
begin
  insert into private.bank_payments (bank_id, is_outgoing, id, movement_id, account_id, created_at, amount, state, instruction)
  values (
    p_bank_id, true, p_movement_id, p_movement_id, p_payment.payer_account_id, p_at, p_payment.amount, 'sent',
    jsonb_build_object(
      'paymentId', p_movement_id,
      'amount', p_payment.amount::text,
      'payer', jsonb_build_object(
        'name', p_payment.payer_name, 'sortCode', p_payment.payer_sort_code, 'accountNumber', p_payment.payer_account_number
      ),
      'payee', jsonb_build_object('name', payee.name, 'sortCode', payee.sort_code, 'accountNumber', payee.account_number),
      'reference', p_payment.reference,
      'madeAt', p_at
    )
  );
end
$$;
comment on function private.send_to_bank is 'Hands a payment to another bank over, to be sent with others.';

-- What does the payee's list say about a payment that arrives? The texts of hidden senders and of many pennies are covered.
create function private.texts_for_payee(
  p_id uuid, p_user_id uuid, p_payer private.party, p_amount numeric, p_reference text
) returns private.payment_texts
language plpgsql volatile set search_path = '' as $$
declare
  is_small constant boolean := p_amount < 1;
  is_covered constant boolean := (p_reference is not null or is_small) and private.is_covered(p_user_id, p_payer, p_amount);
begin
  if is_covered then
    insert into private.covered_texts (transaction_id, user_id, reference, payer_name)
    values (p_id, p_user_id, p_reference, case when is_small then p_payer.name end)
    -- A repair writes the row of a payment again.
    on conflict do nothing;
    if is_small then
      perform private.cover_small_payments(p_user_id, p_payer);
    end if;
  end if;
  return private.texts_of(p_payer.name, p_reference, p_amount, is_covered);
end
$$;
comment on function private.texts_for_payee is
  'What the payee''s list says about a payment that is booked now. No trigger, whose condition would cost each payment 3 %.';

-- What does a mail about an event say, and does the customer want one about a payment? Their choices answer.
create function private.mail_about_event(p_id uuid) returns private.mail_facts
language plpgsql stable set search_path = '' as $$
begin
  return private.event_mail(p_id);
end
$$;

create function private.wants_payment_mail(p_user_id uuid, p_incoming boolean) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return private.wants(p_user_id, 'mail', case when p_incoming then 'money_in' else 'money_out' end);
end
$$;

-- What does a statement say about an entry that is in no list? What another bank returned, what staff reversed, and what is
-- kept for a closed account. Asked for those entries alone.
create function private.describe_entry(p_account public.accounts, p_movement_id uuid, p_at timestamptz, p_amount numeric)
returns text
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    private.describe_bank_return(p_movement_id, p_account.user_id),
    private.describe_reversal(p_movement_id, p_account.id),
    private.describe_closed_money(p_movement_id, p_account.user_id, p_at, p_amount)
  );
end
$$;

-- May a suspended customer read statements? Only if nobody else may have the account.
create function private.may_read_while_suspended(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return private.can_read_statements_while_suspended(p_user_id);
end
$$;

-- Must a user choose a new PIN at the next sign-in, so that the one that they have is not sent to them? A restored customer.
create function private.must_choose_pin(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return private.awaits_pin(p_user_id);
end
$$;

-- What does a customer show before they raise their daily limit? The approval by a passkey, if they have one.
create function private.before_higher_limit(p_limit numeric) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.require_passkey_approval('payment_limit', p_limit::text);
end
$$;

-- What does an account get when it opens? Its first card.
create function private.account_opens(p_account_id uuid, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.issue_first_card(p_account_id, p_at);
end
$$;

-- Who else learns that money may leave protected savings? The trusted contact.
create function private.savings_may_leave(p_user_id uuid, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.tell_contact_of_savings(p_user_id, p_at);
end
$$;

-- Below which balance does nothing leave the current account by itself? What its customer chose for the message about it.
create function private.least_balance_of(p_user_id uuid) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((select c.low_balance from private.notification_choices c where c.user_id = p_user_id), 0);
end
$$;

-- Where does money go, and where does it come from, if the account cannot have it? What is kept for closed accounts answers.
create function private.keep_for_closed(p_movement_id uuid, p_account_id uuid, p_amount numeric, p_at timestamptz) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  owner_id uuid;
begin
  select a.user_id into owner_id from public.accounts a where a.id = p_account_id and a.is_closed
    -- What is on its way to a savings account when its owner closes it is refused: the customer has no money that waits.
    and exists (
      select from public.accounts c where c.user_id = a.user_id and c.account_type = 'current' and c.is_closed
    );
  if not found then
    return p_account_id;
  end if;
  insert into private.closed_money (user_id, movement_id, created_at, amount) values (owner_id, p_movement_id, p_at, p_amount);
  return private.ledger_account('closed accounts');
end
$$;
comment on function private.keep_for_closed is
  'Where a movement to an account goes: to the account, or, once it is closed, to the ledger account in which the money waits for its owner.';

create function private.take_from_closed(p_movement_id uuid, p_account_id uuid, p_amount numeric, p_at timestamptz) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  owner_id uuid;
begin
  -- Two that take at the same moment wait for each other. move_money calls it in the order of its locks.
  select a.user_id into owner_id from public.accounts a where a.id = p_account_id and a.is_closed for no key update;
  if not found or private.money_waiting_for(owner_id) < p_amount then
    return p_account_id;
  end if;
  insert into private.closed_money (user_id, movement_id, created_at, amount) values (owner_id, p_movement_id, p_at, -p_amount);
  return private.ledger_account('closed accounts');
end
$$;
comment on function private.take_from_closed is
  'Where a movement from an account comes from: the account, or, once it is closed, the money that waits for its owner.';

-- What of a user is locked before the account, by every function that locks both? The payments to come, then the cards.
create function private.lock_payments_of(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.lock_outgoing_payments(p_user_id);
  perform from public.cards c where c.user_id = p_user_id order by c.id for update;
  perform from public.card_payments p where p.user_id = p_user_id order by p.id for update;
end
$$;

-- What money of a user is not in the account? What came in after it was closed.
create function private.money_beside_account(p_user_id uuid) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return private.money_waiting_for(p_user_id);
end
$$;

-- What ends before the account of a user who is deleted? Held money goes back into the account first, from payments and from
-- cards, and savings get their interest. Then other banks learn that nothing is returned, and the cases about the account are decided.
create function private.account_ends(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.return_held_payment(o.id, now()) from public.outgoing_payments o
  where o.user_id = p_user_id and o.state = 'held';
  perform private.end_cards_of(p_user_id);
  perform private.end_interest_of(p_user_id, now());
  perform private.refuse_recalls_of(p_user_id);
  perform private.decide_account_cases(p_user_id, 'The customer was deleted.', now());
end
$$;
comment on function private.account_ends is 'The calling function holds the locks of lock_records_of.';

-- What else ends with the sessions of a user? Their browsers get no push messages.
create function private.access_ends(p_user_id uuid, p_but_session_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.forget_push(p_user_id, p_but_session_id);
end
$$;

-- Must an account stay frozen although its hour is over? If one of the administrators who had it unfrozen was suspended since.
create function private.unfreezing_ends(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return private.is_unfreeze_withdrawn(p_user_id);
end
$$;

-- Who learns that a session is used? A known browser withdraws the mail about its sign-in.
create function private.session_is_used(p_device_token text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.show_browser(auth.uid(), private.my_session_id(), p_device_token);
end
$$;

-- What do staff see of a user beside the current account? The savings accounts, what other banks ask back, what the bank paid for cards, what is to come,
-- and the cases.
create function private.facts_of_user(p_user_id uuid, p_sees_payments boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'savings', private.savings_of(p_user_id),
    'asked_back', private.asked_back_from(p_user_id),
    'card_shortfall', private.card_shortfall_of(p_user_id),
    'payments_to_come', case when p_sees_payments then private.payments_to_come_of(p_user_id) end,
    'cases', private.cases_beside(p_user_id, null)
  );
end
$$;

-- What happened to a payment beside the ledger? The payer, the other bank, staff, a reversal. Payer and payee, who can be staff
-- too, do not see what staff did.
create function private.events_around(
  p_listed public.transactions, p_evidence private.payment_evidence, p_outgoing public.outgoing_payments,
  p_bank private.bank_payments, p_began_at timestamptz, p_is_own boolean
) returns setof private.payment_event
language plpgsql stable set search_path = '' as $$
begin
  return query select * from private.order_events(p_outgoing, p_evidence, p_began_at);
  if p_bank.accepted_at is not null then
    return next private.event(p_bank.accepted_at, 5, 'accepted', amount => p_bank.amount);
  end if;
  if not p_is_own then
    return query select * from private.staff_events(p_listed.movement_id);
  end if;
  return query select * from private.reversal_events(p_listed.movement_id, p_listed.amount, p_is_own);
end
$$;

-- Why did the money of a payment come back? The other bank says it.
create function private.why_returned(p_bank private.bank_payments) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case when p_bank.reason is not null then private.reason_words(p_bank.reason) end;
end
$$;

-- Does an id that staff search for identify a case? Only for those who may work on it.
create function private.identifies_case(p_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return private.has_permission('manage_cases')
    and exists (select from private.cases c where c.id = p_id and private.can_work_on(auth.uid(), c));
end
$$;

-- What of the audit must a member of staff not read? Cases, requests and payments to come answer.
create function private.is_audit_kept_from(p_user_id uuid, p_row private.audit_log) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from private.cases c
    where c.id in ((p_row.details ->> 'case_id')::uuid, case when p_row.subject_kind = 'case' then p_row.subject_id end)
      and private.is_kept_from(p_user_id, c)
  ) or exists (
    select from private.approval_requests r
    where r.id = (p_row.details ->> 'request_id')::uuid and r.asked_by <> p_user_id and (
      r.state <> 'approved' and p_user_id in (r.user_id, r.other_user_id) or r.kind = 'case' and p_user_id = r.other_user_id
    )
  ) or p_row.subject_kind = 'payment' and p_row.actor_id is distinct from p_user_id and exists (
    select from (
      select o.to_sort_code, o.to_account_number from public.outgoing_payments o where o.id = p_row.subject_id
      union all
      select r.to_sort_code, r.to_account_number from public.regular_payments r where r.id = p_row.subject_id
      union all
      select t.to_sort_code, t.to_account_number from public.transactions t where t.id = p_row.subject_id and not t.incoming
    ) payment
    where private.owner_of(payment.to_sort_code, payment.to_account_number) = p_user_id
  );
end
$$;
comment on function private.is_audit_kept_from is
  'Whether a user, who can be a super admin, must not read a row of the audit: about a case that is kept from them, a request about them that is not approved, or a payment to them, which could say that it is held, claimed or under review.';

-- What can staff do about a payment? Review it, or reverse it.
create function private.payment_actions(p_listed public.transactions, p_payment private.payment_sides, p_is_own boolean)
returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return private.review_actions(p_listed) || private.reversal_actions(p_payment, p_is_own);
end
$$;

-- A request that two administrators decide: each kind answers these steps.
--   asked: opens the request for the caller, if they have the right to it now, and answers true. Null: it is asked for by a
--     function of its own, which needs more.
--   listed: may the caller see it in the list? Asked for each row of the list.
--   right: has this user the right to its action, by the same rules as without an approval? Asked for both administrators.
--   lock: locks what it is based on, and answers nothing.
--   changed: has what it is based on changed?
--   approved: carries it out, and answers nothing.
create function private.request_step(p_step text, p_request private.approval_requests, p_user_id uuid default null) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  case p_request.kind
    when 'balance' then return private.balance_request(p_step, p_request, p_user_id);
    when 'deletion' then return private.deletion_request(p_step, p_request, p_user_id);
    when 'unfreeze' then return private.unfreeze_request(p_step, p_request, p_user_id);
    when 'super_admin' then return private.super_admin_request(p_step, p_request, p_user_id);
    when 'passkey' then return private.passkey_request(p_step, p_request, p_user_id);
    when 'sign_in_address' then return private.address_request(p_step, p_request, p_user_id);
    when 'closing' then return private.closing_request(p_step, p_request, p_user_id);
    when 'payout' then return private.payout_request(p_step, p_request, p_user_id);
    when 'case' then return private.case_request(p_step, p_request, p_user_id);
    when 'reversal' then return private.reversal_request(p_step, p_request, p_user_id);
    when 'recall' then return private.recall_request(p_step, p_request, p_user_id);
    when 'rules' then return private.rules_request(p_step, p_request, p_user_id);
    when 'interest_rate' then return private.interest_rate_request(p_step, p_request, p_user_id);
    else raise exception 'Unknown kind.' using errcode = 'PT400';
  end case;
end
$$;
comment on function private.request_step is 'Asks the kind of a request. Raises an error about a kind or a step that it does not know.';

-- A case that the bank decides by a day: each kind answers these steps.
--   lock: locks what comes before the case, and answers nothing.
--   expired: what follows when the clock ends without a decision.
--   changed: is what two administrators are asked to decide based on something else now?
--   approved: carries out what they have decided.
create function private.case_step(
  p_step text, p_case private.cases, p_at timestamptz, p_request private.approval_requests default null
) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  case p_case.kind
    when 'scam', 'unauthorised' then return private.claim_case(p_step, p_case, p_at, p_request);
    when 'messages' then return private.messages_case(p_step, p_case, p_at, p_request);
    when 'payment_review' then return private.payment_review_case(p_step, p_case, p_at, p_request);
    when 'suspension' then return private.suspension_case(p_step, p_case, p_at, p_request);
    when 'complaint' then return private.complaint_case(p_step, p_case, p_at, p_request);
    when 'received' then return private.received_case(p_step, p_case, p_at, p_request);
    when 'closing' then return private.closing_case(p_step, p_case, p_at, p_request);
  end case;
end
$$;
comment on function private.case_step is 'Asks the kind of a case. Raises an error about a kind or a step that it does not know.';

-- What is a case about? Staff see more than the customer. A closing has no facts: its letter says all.
create function private.case_facts(p_case private.cases, p_for_staff boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  case p_case.kind
    when 'scam', 'unauthorised' then return private.facts_of_claim(p_case, p_for_staff);
    when 'messages' then return private.facts_of_messages(p_case, p_for_staff);
    when 'payment_review' then return private.facts_of_payment_review(p_case, p_for_staff);
    when 'suspension' then return private.facts_of_suspension(p_case, p_for_staff);
    when 'complaint' then return private.facts_of_complaint(p_case, p_for_staff);
    when 'received' then return private.facts_of_received(p_case, p_for_staff);
    when 'closing' then return '{}';
  end case;
end
$$;
