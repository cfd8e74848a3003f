-- How customers change, pause, resume and end their regular payments.

create function private.lock_my_regular_payment(p_id uuid) returns public.regular_payments
language plpgsql volatile set search_path = '' as $$
declare
  regular public.regular_payments;
begin
  perform private.lock_my_payments();
  select r.* into regular from public.regular_payments r where r.id = p_id and r.user_id = auth.uid() for update;
  if not found then
    raise exception 'This payment no longer exists.' using errcode = 'PT404', hint = 'payment-gone';
  end if;
  return regular;
end
$$;

create function private.require_open(p_payment public.regular_payments) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_payment.state not in ('active', 'paused') then
    raise exception 'This regular payment has ended.' using errcode = 'PT409', hint = 'payment-finished';
  end if;
end
$$;

create function private.cancel_next_occurrence(p_regular_payment_id uuid, p_at timestamptz) returns integer
language plpgsql volatile set search_path = '' as $$
declare
  payment_id uuid;
  number integer;
begin
  select o.id, o.occurrence into payment_id, number from public.outgoing_payments o
  where o.regular_payment_id = p_regular_payment_id and o.state = 'scheduled' for update;
  if found then
    perform private.close_outgoing_payment(payment_id, 'cancelled', 'cancel_payment', p_at);
  end if;
  return number;
end
$$;

create function private.require_read_warnings(
  p_payment public.regular_payments, p_amount numeric, p_payments integer, p_next_id uuid
) returns void
language plpgsql stable set search_path = '' as $$
declare
  payment private.payment_facts := private.read_payment(
    p_payment.user_id,
    private.payment_to((p_payment.to_account_holder_name, p_payment.to_sort_code, p_payment.to_account_number), p_amount::text)
  );
  read private.payment_evidence;
  rules private.matching_rules;
  rise private.rule_facts;
begin
  select (r.evidence).* into strict read from private.future_requests r where r.created_id = p_payment.id;
  payment.changed_id := p_next_id;
  rules := private.rules_for(payment, read.outcome, now());
  -- What was read about the name was about the amount of then. What comes on top in a year is judged by itself.
  rise.amount := p_amount - coalesce((read.facts).amount, p_payment.amount);
  rise.unwarned := private.rest_of_year(rise.amount, p_payment.frequency, p_payments);
  rise.balance := 'infinity';
  rise.is_unconfirmed := (rules.facts).is_unconfirmed;
  if not array_remove(rules.warnings, 'unconfirmed_name') <@ read.warnings or exists (
    select from private.payment_rules r
    where r.name = 'unconfirmed_name' and r.action = 'warn' and r.active and private.rule_matches(r.name, r.threshold, rise)
  ) then
    raise exception 'To send this much, please cancel this regular payment and set up a new one.'
      using errcode = 'PT409', hint = 'warnings-needed';
  end if;
end
$$;
comment on function private.require_read_warnings is
  'Raises an error if a higher amount needs a warning that the customer has not read. A changed amount shows no warning.';

create function private.change_regular_payment(
  p_id uuid, p_amount text, p_ends_on text default null, p_payment_count text default null
) returns date
language plpgsql volatile security definer set search_path = '' as $$
declare
  regular public.regular_payments := private.lock_my_regular_payment(p_id);
  new_amount constant numeric := private.plain_decimal(p_amount);
  next_payment record;
  regular_end private.regular_end;
begin
  perform private.require_open(regular);
  perform private.require_valid_amount(new_amount);
  select o.id, o.due_on, o.send_at into next_payment from public.outgoing_payments o
  where o.regular_payment_id = regular.id and o.state = 'scheduled' for update;
  perform private.require_no_payment_review(next_payment.id);
  regular_end := private.read_regular_end(
    p_ends_on, p_payment_count,
    coalesce(
      next_payment.due_on, private.regular_date(regular.starts_on, regular.frequency, regular.next_occurrence), regular.starts_on
    )
  );
  if new_amount > regular.amount and regular.other_account_id is null then
    perform private.require_read_warnings(regular, new_amount, regular_end.payments_left, next_payment.id);
  end if;
  -- A retry changes nothing.
  if (new_amount, regular_end.ends_on, regular_end.payments_left)
      is distinct from (regular.amount, regular.ends_on, regular.payments_left)
    and regular.other_account_id is null and not exists (
      select from private.saved_payees s
      where s.user_id = regular.user_id and s.account_number = regular.to_account_number
        and s.sort_code = regular.to_sort_code and not s.is_new
    )
  then
    perform private.require_passkey_for_payment(
      regular.user_id, (regular.to_account_holder_name, regular.to_sort_code, regular.to_account_number), new_amount,
      regular.id, convert_to(jsonb_build_array(new_amount, regular_end)::text, 'utf8'), p_is_regular => true
    );
  end if;
  update public.regular_payments r set
    amount = new_amount, ends_on = regular_end.ends_on, payments_left = regular_end.payments_left
  where r.id = regular.id
  returning r.* into regular;
  update public.outgoing_payments o set amount = new_amount where o.id = next_payment.id;
  perform private.audit_regular_payment('change_regular_payment', regular);
  return private.london_date(next_payment.send_at);
end
$$;
select private.expose('change_regular_payment',
  'Changes the amount and the end of a regular payment of the caller. Returns the day of the next payment; null while it is paused.');

create function private.set_regular_payment_state(p_id uuid, p_state text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  regular constant public.regular_payments := private.lock_my_regular_payment(p_id);
  action constant text := case p_state when 'paused' then 'pause' when 'active' then 'resume' when 'cancelled' then 'cancel' end;
  today constant date := private.london_date(now());
  occurrence integer := regular.next_occurrence;
begin
  if action is null then
    raise exception 'Choose to pause, resume or cancel this payment.' using errcode = 'PT400', hint = 'field:state';
  elsif action = 'cancel' and regular.state not in ('active', 'paused') then
    return regular.state;
  end if;
  perform private.require_open(regular);
  if regular.state = p_state then
    return p_state;
  elsif action = 'resume' then
    perform private.require_unfrozen();
    -- Payments that were due during the pause are not made.
    while private.next_working_day(private.regular_date(regular.starts_on, regular.frequency, occurrence)) <= today loop
      occurrence := occurrence + 1;
    end loop;
  else
    occurrence := coalesce(private.cancel_next_occurrence(regular.id, now()), occurrence);
  end if;
  update public.regular_payments r set
    state = p_state, failures = case action when 'resume' then 0 else r.failures end, next_occurrence = occurrence,
    -- Nor is what a payday in the pause would have moved.
    starts_on = case when action = 'resume' and r.frequency = 'payday' then greatest(r.starts_on, today) else r.starts_on end
  where r.id = regular.id;
  perform private.audit_regular_payment(action || '_regular_payment', regular);
  if action = 'resume' then
    perform private.schedule_occurrence(regular.id, now());
  end if;
  return (select r.state from public.regular_payments r where r.id = regular.id);
end
$$;
select private.expose('set_regular_payment_state', while_frozen => true, description =>
  'Pauses a regular payment of the caller (paused), resumes it from its next due day after today (active, not while the account is frozen), or ends it (cancelled). Returns its state: finished if no payment is left.');
