-- Payments under review: there are grounds to suspect fraud, so the bank asks the customer before it sends them.

create table private.payment_reviews (
  id uuid primary key references private.cases (id) on delete cascade,
  payment_id uuid not null,
  rules text[] not null,
  placed_by uuid,
  grounds text constraint payment_reviews_grounds_check check (char_length(grounds) between 1 and 300 and private.is_clean(grounds)),
  told text not null constraint payment_reviews_told_check check (char_length(told) between 1 and 300 and private.is_clean(told)),
  received_at timestamptz not null,
  send_at timestamptz not null
);
comment on table private.payment_reviews is
  'Why a payment is under review. No foreign key to the payment and the user, whom rows outlive.';
comment on column private.payment_reviews.id is 'Also the id of the case.';
comment on column private.payment_reviews.payment_id is 'The outgoing payment.';
comment on column private.payment_reviews.rules is 'The rules that put it under review; none if an agent does.';
comment on column private.payment_reviews.grounds is 'Why staff suspect fraud. The customer does not read it.';
comment on column private.payment_reviews.told is 'What the customer is told of the reason.';
comment on column private.payment_reviews.received_at is 'When the bank received the payment: when it was made, or the day on which the customer wanted it sent. The days count from it.';
comment on column private.payment_reviews.send_at is 'When it would be sent without the review.';

create index payment_reviews_payment_id_idx on private.payment_reviews (payment_id);

select private.keep_from_api('private.payment_reviews');

create function private.payment_review_of(p_payment_id uuid) returns private.cases
language sql stable set search_path = ''
begin atomic
  select c from private.payment_reviews h join private.cases c on c.id = h.id where h.payment_id = p_payment_id and c.state = 'open';
end;
comment on function private.payment_review_of is 'The open review of a payment. Null without.';

create function private.require_no_payment_review(p_payment_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (private.payment_review_of(p_payment_id)).id is not null then
    raise exception 'We''re checking this payment. You can cancel it, or wait.' using errcode = 'PT409', hint = 'payment-under-review';
  end if;
end
$$;

create function private.was_released(p_payment_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (
    select from private.payment_reviews h join private.cases c on c.id = h.id where h.payment_id = p_payment_id and c.decision = 'released'
  );
end;
comment on function private.was_released is 'Whether a payment was reviewed and released. It is not reviewed again.';

create function private.payment_review_words(p_rules text[]) returns text
language sql immutable set search_path = ''
return case
  when 'reported_payee' = any (p_rules) then 'Other customers have told us about this account.'
  when 'name_mismatch' = any (p_rules) then 'The name that you typed is not the name on this account.'
  when 'many_new_payees' = any (p_rules) then 'You have paid several new payees within a day.'
  when 'half_of_balance' = any (p_rules) then 'It is most of your money, and you have not paid this account before, or only a little.'
  when 'first_payment' = any (p_rules) then 'It is a large payment, and you have not paid this account before, or only a little.'
  when 'unconfirmed_name' = any (p_rules) then 'It is a large payment, and the name on this account is not confirmed.'
end;
comment on function private.payment_review_words is 'What the customer is told of the rules that put a payment under review: one reason.';

create function private.new_payment_review(p_user_id uuid, p_sort_code text, p_account_number text) returns private.cases
language plpgsql stable set search_path = '' as $$
declare
  new_case private.cases;
begin
  new_case.kind := 'payment_review';
  new_case.user_id := p_user_id;
  new_case.other_user_id := private.owner_of(p_sort_code, p_account_number);
  return new_case;
end
$$;
comment on function private.new_payment_review is 'The case of a payment to be reviewed, with its payer and its payee: who may work on it follows from them.';

create function private.open_payment_review(
  p_payment_id uuid, p_rules text[], p_placed_by uuid, p_grounds text, p_told text, p_at timestamptz
) returns private.cases
language plpgsql volatile set search_path = '' as $$
declare
  payment record;
  received_at timestamptz;
  opened private.cases;
begin
  select o.* into strict payment from public.outgoing_payments o where o.id = p_payment_id for update;
  received_at := case
    when payment.due_on is null then payment.created_at
    -- A payment for a day counts as received on that day.
    else least(payment.send_at, private.first_attempt(private.next_working_day(payment.due_on)))
  end;
  if p_at >= private.end_of_day(private.last_day_of('payment_review_grounds_days', private.london_date(received_at))) then
    return null;
  end if;
  opened := private.open_case(
    'payment_review', payment.user_id, 'payment_review_grounds_days', 'payment_review_days', received_at, payment.amount,
    payment.to_account_holder_name, payment.id, private.owner_of(payment.to_sort_code, payment.to_account_number)
  );
  update private.cases c set
    opened_at = p_at,
    question = 'Did somebody ask you to make this payment, or tell you what to say to us? Tell us who it is for, and how you know them.'
  where c.id = opened.id returning c.* into opened;
  insert into private.payment_reviews (id, payment_id, rules, placed_by, grounds, told, received_at, send_at)
  values (opened.id, payment.id, p_rules, p_placed_by, p_grounds, p_told, received_at, payment.send_at);
  update public.outgoing_payments o set send_at = greatest(o.send_at, opened.due_at) where o.id = payment.id;
  perform private.tell_customer_of_case(opened, 'We''re checking your payment',
    'We have not sent your payment of ' || private.in_pounds(payment.amount) || ' to ' || payment.to_account_holder_name
      || ' yet, because it could be fraud. ' || p_told || ' We''ll decide by ' || private.day_in_words(private.due_day(opened.due_at))
      || '. If we need longer, it can take until ' || private.day_in_words(private.due_day(opened.last_at))
      || '. Answer our question under Your cases, or cancel the payment.', p_at);
  perform private.audit('open_case', 'payment', payment.id, jsonb_build_object(
    'user_id', payment.user_id, 'case_id', opened.id, 'kind', 'payment_review', 'rules', p_rules
  ));
  return opened;
end
$$;
comment on function private.open_payment_review is
  'Puts a payment under review, and tells its customer. Null if the time for it is over: it would have been sent by the end of the next working day. The calling function has locked the customer''s payments.';

create function private.decide_cancelled_payment_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ended private.cases;
begin
  select * into ended from private.payment_review_of(old.id);
  if ended.id is not null then
    perform private.record_decision(ended.id, 'cancelled', 'The payment was cancelled.', null, now());
    perform private.add_case_event(ended.id, 'bank', null, 'The payment was cancelled, so our check has ended.', now());
  end if;
  return null;
end
$$;
comment on function private.decide_cancelled_payment_review is 'Decides the review of a payment when the payment is cancelled before the decision, by the customer, staff or a job.';

create function private.describe_payment_review(p_case private.cases) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'transaction_id', h.payment_id, 'amount', p_case.amount, 'payee', p_case.subject, 'told', h.told,
      'last_on', private.due_day(p_case.last_at),
      'state', (select o.state from public.outgoing_payments o where o.id = h.payment_id)
    )
    from private.payment_reviews h where h.id = p_case.id
  );
end
$$;
comment on function private.describe_payment_review is 'What the customer and staff see of a payment under review. Null for a case of another kind.';
