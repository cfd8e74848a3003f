-- Warnings that fit a payment: the rules, which of them match a payment, and what the customer has read.

create function private.is_valid_threshold(p_rule text, p_threshold numeric) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(case p_rule
    when 'name_mismatch' then p_threshold is null
    -- The warnings say 'more than half' and 'several'.
    when 'half_of_balance' then p_threshold between 0.5 and 1 and p_threshold = round(p_threshold, 2)
    when 'many_new_payees' then p_threshold between 3 and 100 and p_threshold = trunc(p_threshold)
    when 'reported_payee' then p_threshold between 1 and 100 and p_threshold = trunc(p_threshold)
    else p_threshold between 0 and 1000000 and p_threshold = round(p_threshold, 2)
  end, false);
end
$$;

create table private.payment_rules (
  name text not null,
  action text not null constraint payment_rules_action_check check (action in ('warn', 'review')),
  threshold numeric,
  active boolean not null,
  primary key (name, action),
  constraint payment_rules_threshold_check check (private.is_valid_threshold(name, threshold))
);
comment on table private.payment_rules is
  'When a customer must read a warning before a payment, and when staff review one. A rule that is not active matches no payment. Only an approved request changes them, after a trial on past payments.';
comment on column private.payment_rules.threshold is 'Pounds, a part of the balance, or a number of payees, as the rule needs it.';

select private.keep_from_api('private.payment_rules');

insert into private.payment_rules (name, action, threshold, active) values
  ('first_payment', 'warn', 250, true),
  ('name_mismatch', 'warn', null, true),
  ('unconfirmed_name', 'warn', 1000, true),
  ('half_of_balance', 'warn', 0.5, true),
  ('many_new_payees', 'warn', 3, true),
  ('reported_payee', 'warn', 1, true),
  ('first_payment', 'review', 10000, false),
  ('name_mismatch', 'review', null, false),
  ('unconfirmed_name', 'review', 10000, false),
  ('half_of_balance', 'review', 0.9, false),
  ('many_new_payees', 'review', 6, false),
  ('reported_payee', 'review', 3, true);

create type public.payment_request as (
  to_name text, to_sort_code text, to_account_number text, amount text, reference text,
  check_id uuid, reason text, warnings text[], warnings_version integer, warnings_shown_at timestamptz
);
comment on type public.payment_request is
  'A payment as the customer asks for it, with the payee check, the reason, and the rules whose warning they have ticked. The API takes it and each function passes it on whole: a new field of a payment is added here, where a row of it is written, and where it is made from a stored payment.';

create function private.payment_to(p_payee private.party, p_amount text, p_reference text default null)
returns public.payment_request
language plpgsql immutable set search_path = '' as $$
declare
  request public.payment_request;
begin
  request.to_name := p_payee.name;
  request.to_sort_code := p_payee.sort_code;
  request.to_account_number := p_payee.account_number;
  request.amount := p_amount;
  request.reference := p_reference;
  return request;
end
$$;
comment on function private.payment_to is 'A payment that is not assessed: without a check and a reason.';

create type private.rule_facts as (
  amount numeric, balance numeric, is_new boolean, is_mismatch boolean, is_unconfirmed boolean, unwarned numeric, new_payees integer,
  reports integer, earlier_payments integer
);
comment on type private.rule_facts is
  'What the rules ask about a payment, at the moment in which it is made: other new payees in the day before, reports of other customers about the payee, and payments to the payee before. It is stored, because customers delete payees and the outcome of the last check is overwritten: a change of the rules is tried on it.';

create type private.payment_evidence as (
  check_id uuid, reason text, outcome text, warnings text[], warnings_version integer, warnings_shown_at timestamptz, reviews text[],
  facts private.rule_facts
);
comment on type private.payment_evidence is
  'What the payer chose and was shown, and the rules that matched: those whose warning they ticked, and those that put the payment under review, null if there are none. The facts are null for a usual payment, which no rule can match. After a scam it decides who bears the loss. It is stored with the idempotency key of the payment. The check has no foreign key: the evidence outlives the user, whose checks are deleted.';

create type private.payment_facts as (
  payee private.party, amount numeric(14, 2), reference text, request public.payment_request,
  payer_id uuid, payer_account_id uuid, payer_name public.customer_name, payer_sort_code public.sort_code,
  payer_account_number public.account_number, balance numeric,
  payee_id uuid, payee_account_id uuid, payee_name public.customer_name, payee_sort_code public.sort_code,
  payee_account_number public.account_number,
  is_saved boolean, is_new boolean, paid_name text, saved_outcome text, earlier_payments integer, unwarned numeric,
  outcome text, is_usual boolean, is_here boolean, payload_hash bytea, warned text, rest_of_year numeric, changed_id uuid
);
comment on type private.payment_facts is
  'A valid payment, both accounts, and what is known about the payee. The payee''s account is null at another bank, and for numbers here (is_here) under which no account takes payments. A usual payment is to a payee of this bank who is neither new nor reported, by the name of the last payment, with the outcome of its check, which is that the name is right or nearly so. warned: whether a warning about the name was ticked for it, now or earlier, when it was held or set up. rest_of_year: what a regular payment sends in a year after its first. changed_id: the payment that gets this amount, which does not count twice.';

create function private.outcome_of_check(
  p_user_id uuid, p_check_id uuid, p_name text, p_sort_code text, p_account_number text, p_at timestamptz
) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select c.outcome from private.payee_checks c
    where c.id = p_check_id and c.user_id = p_user_id and c.created_at > p_at - interval '30 minutes'
      and c.details_hash = private.hash_payee(p_name, p_sort_code, p_account_number)
  );
end
$$;

create function private.is_worse_outcome(p_outcome text, p_before text) returns boolean
language sql immutable parallel safe set search_path = ''
return coalesce(
  array_position(array['match', 'unavailable', 'close_match', 'wrong_type', 'no_match', 'not_found'], p_outcome)
    > array_position(array['match', 'unavailable', 'close_match', 'wrong_type', 'no_match', 'not_found'], p_before),
  true
);
comment on function private.is_worse_outcome is 'Whether the outcome of a payee check is worse than the one before. True without one before.';

create function private.needs_payee_check(p_payment private.payment_facts) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return not p_payment.is_saved
    or coalesce((p_payment.payee).name <> p_payment.paid_name, false)
    or (
      p_payment.outcome is distinct from p_payment.saved_outcome
      and private.is_worse_outcome(p_payment.outcome, p_payment.saved_outcome)
    );
end
$$;
comment on function private.needs_payee_check is
  'Whether a payment to an account here needs a payee check: for a new payee, for another name than in the last payment, whether right or wrong, and if the outcome for this name has got worse. A refusal tells nothing about a name that was not checked.';

create function private.rule_matches(p_rule text, p_threshold numeric, p_facts private.rule_facts) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case p_rule
    when 'first_payment' then p_facts.is_new and p_facts.amount > p_threshold
    when 'name_mismatch' then p_facts.is_mismatch
    when 'unconfirmed_name' then p_facts.is_unconfirmed and (
      p_facts.amount + p_facts.unwarned > p_threshold
      -- Half of the balance from which it has left. Not of a few pounds: a payee of up to £250 counts as new.
      or p_facts.amount + p_facts.unwarned > greatest(250, (p_facts.balance + p_facts.unwarned) / 2)
    )
    when 'half_of_balance' then p_facts.is_new and p_facts.amount > p_threshold * p_facts.balance
    when 'many_new_payees' then p_facts.is_new and p_facts.new_payees >= p_threshold - 1
    when 'reported_payee' then p_facts.reports >= p_threshold
  end;
end
$$;
comment on function private.rule_matches is
  'Whether a rule with this threshold matches a payment. Payments and the trial of a change call it, so that a trial shows what would happen.';

create function private.is_name_warning(p_warnings text[]) returns boolean
language sql immutable parallel safe set search_path = ''
return coalesce(p_warnings && array['name_mismatch', 'unconfirmed_name'], false);

create type private.matching_rules as (warnings text[], reviews text[], facts private.rule_facts);

create function private.rules_for(p_payment private.payment_facts, p_outcome text, p_at timestamptz) returns private.matching_rules
language plpgsql stable set search_path = '' as $$
declare
  payee constant private.party := p_payment.payee;
  facts private.rule_facts;
  matching private.matching_rules;
begin
  matching.warnings := '{}';
  facts.amount := p_payment.amount;
  facts.balance := p_payment.balance;
  facts.is_new := p_payment.is_new;
  facts.earlier_payments := p_payment.earlier_payments;
  -- To have paid a payee does not confirm the name. Without a check, it is what the customer was shown before.
  facts.is_unconfirmed := coalesce(
    coalesce(p_outcome, case when not private.needs_payee_check(p_payment) then p_payment.outcome end)
      in ('unavailable', 'wrong_type', 'no_match'), false
  );
  if facts.is_unconfirmed then
    facts.unwarned := p_payment.unwarned + coalesce(p_payment.rest_of_year, 0) + coalesce((
      select sum(o.amount) from public.outgoing_payments o
      where o.user_id = p_payment.payer_id and o.state in ('held', 'scheduled') and o.id is distinct from p_payment.changed_id
        and o.to_account_number = payee.account_number and o.to_sort_code = payee.sort_code
    ), 0);
  end if;
  -- Of a saved payee only if the outcome has got worse: after that, unconfirmed_name warns by the sums.
  facts.is_mismatch := coalesce(
    p_outcome in ('no_match', 'wrong_type') and private.is_worse_outcome(p_outcome, p_payment.saved_outcome), false
  );
  select count(*) into facts.reports from private.payee_reports r
  where r.sort_code = payee.sort_code and r.account_number = payee.account_number and r.reporter_id <> p_payment.payer_id;
  if facts.is_new then
    select count(*) into facts.new_payees
    from (
      select r.sort_code, r.account_number from public.recipients r
      where r.user_id = p_payment.payer_id and r.created_at > p_at - interval '1 day'
      union
      select r.sort_code, r.account_number from private.removed_payees r
      where r.user_id = p_payment.payer_id and r.created_at > p_at - interval '1 day'
    ) r
    where (r.account_number, r.sort_code) <> (payee.account_number, payee.sort_code);
  end if;
  -- No rule is about a payee who is neither new nor reported, by a name that is confirmed.
  if facts.is_unconfirmed or facts.is_new or facts.is_mismatch or facts.reports > 0 then
    select
      coalesce(array_agg(r.name order by r.name) filter (where r.action = 'warn'), '{}'),
      array_agg(r.name order by r.name) filter (where r.action = 'review')
    into matching.warnings, matching.reviews
    from private.payment_rules r
    where r.active and private.rule_matches(r.name, r.threshold, facts);
  end if;
  matching.facts := facts;
  return matching;
end
$$;
comment on function private.rules_for is
  'The active rules that match a payment, and what they asked about it. The outcome is that of the payee check; null if there is no check.';

create type private.payment_assessment as (evidence private.payment_evidence, problem text, warned text);
comment on type private.payment_assessment is
  'What the customer has chosen and read before a payment, the hint of what is missing: a payee check, or a warning that they have not ticked, and whether a warning is about the name.';

create function private.require_no_missing_terms(p_problem text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_problem is not null then
    raise exception '%',
      case p_problem
        when 'field:reason' then 'Choose a payment reason.'
        when 'check-needed' then 'Please check the payee''s details first.'
        when 'payee-not-found' then 'There is no Fernbank account with this sort code and account number.'
        when 'warnings-needed' then 'Please read the warning about this payment first.'
      end
      using errcode = case p_problem when 'field:reason' then 'PT400' when 'payee-not-found' then 'PT404' else 'PT409' end,
        hint = p_problem;
  end if;
end
$$;

create function private.assess_payment(
  p_name text, p_sort_code text, p_account_number text, p_amount text, p_check_id uuid default null, p_frequency text default null,
  p_payment_count text default null
) returns table (rule text)
language plpgsql stable security definer set search_path = '' as $$
declare
  payment private.payment_facts;
  payee private.party;
begin
  perform private.require_approved();
  payment := private.read_payment(auth.uid(), private.payment_to((p_name, p_sort_code, p_account_number), p_amount));
  payee := payment.payee;
  payment.rest_of_year := private.rest_of_year(payment.amount, p_frequency, case when p_payment_count ~ '^[1-9][0-9]{0,2}$' then p_payment_count::integer end);
  return query
  select unnest((private.rules_for(
    payment,
    -- Only a stored check tells an outcome: this call is not counted.
    coalesce(
      private.outcome_of_check(auth.uid(), p_check_id, payee.name, payee.sort_code, payee.account_number, now()),
      case when not payment.is_here then 'unavailable' end
    ),
    now()
  )).warnings);
end
$$;
select private.expose('assess_payment',
  'The rules whose warning the customer must read before this payment, which repeats this often; nulls for once. make_payment checks them again.');
