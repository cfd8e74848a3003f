SET local check_function_bodies = off;

DROP FUNCTION "private"."closed_account"(uuid);

DROP FUNCTION "private"."lock_shown_account"(uuid, numeric);

DROP FUNCTION "private"."my_statement_account"();

DROP FUNCTION "private"."read_regular_terms"(text, text, text, text, date);

DROP FUNCTION "private"."tell_of_low_balance"(uuid, timestamp WITH time zone);

DROP FUNCTION "private"."tell_owner"(uuid, text, text);

-- Why: it gets an argument with a default, and takes all that it took.
DROP FUNCTION "public"."get_closed_statement"(uuid, date, date);

DROP FUNCTION "private"."get_closed_statement"(uuid, date, date);

-- Why: its row gets a field, and the new function returns all that the old one returned.
DROP FUNCTION "public"."get_current_account"();

DROP FUNCTION "private"."get_current_account"();

-- Why: it gets an argument with a default, and takes all that it took.
DROP FUNCTION "public"."get_statement"(date, date);

DROP FUNCTION "private"."get_statement"(date, date);

-- Why: it gets an argument with a default, and takes all that it took.
DROP FUNCTION "public"."get_statement_months"();

DROP FUNCTION "private"."get_statement_months"();

-- Why: it gets an argument with a default, and takes all that it took.
DROP FUNCTION "public"."list_approval_requests"(boolean, uuid, integer);

DROP FUNCTION "private"."list_approval_requests"(boolean, uuid, integer);

-- Why: its rows get a field, and the new function returns all that the old one returned.
DROP FUNCTION "public"."list_upcoming_payments"(integer);

DROP FUNCTION "private"."list_upcoming_payments"(integer);

-- Why: it gets an argument with a default, and takes all that it took.
DROP FUNCTION "public"."request_approval"(text, uuid, text, text, text);

DROP FUNCTION "private"."request_approval"(text, uuid, text, text, text);

-- Why: it gets an argument with a default, and takes all that it took.
DROP FUNCTION "public"."search_transactions"(text, numeric, numeric, boolean, date, date, timestamp WITH time zone, uuid, text, text, boolean, boolean);

-- Why: it gets an argument with a default, and takes all that it took.
DROP FUNCTION "public"."update_user"(uuid, text, text, text, text, text);

DROP FUNCTION "private"."update_user"(uuid, text, text, text, text, text);

CREATE TABLE "private"."interest_days" (
  "account_id"  uuid          NOT NULL,
  "day"         date          NOT NULL,
  "balance"     numeric(14,2) NOT NULL,
  "rate"        numeric(5,2)  NOT NULL,
  "interest"    numeric(18,6) NOT NULL,
  "movement_id" uuid,
  CONSTRAINT "interest_days_pkey" PRIMARY KEY (account_id, day)
);

ALTER TABLE "private"."interest_days"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."interest_payments" (
  "movement_id" uuid          NOT NULL,
  "account_id"  uuid          NOT NULL,
  "paid_on"     date          NOT NULL,
  "amount"      numeric(14,2) NOT NULL,
  CONSTRAINT "interest_payments_amount_check" CHECK ((amount > (0)::numeric)),
  CONSTRAINT "interest_payments_pkey" PRIMARY KEY (movement_id)
);

ALTER TABLE "private"."interest_payments"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."interest_rates" (
  "starts_on"  date                     NOT NULL,
  "rate"       numeric(5,2)             NOT NULL,
  "decided_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "interest_rates_pkey" PRIMARY KEY (starts_on),
  CONSTRAINT "interest_rates_rate_check" CHECK (((rate >= (0)::numeric) AND (rate <= (20)::numeric)))
);

ALTER TABLE "private"."interest_rates"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."round_ups" (
  "account_id"    uuid NOT NULL,
  "to_account_id" uuid NOT NULL,
  CONSTRAINT "round_ups_pkey" PRIMARY KEY (account_id)
);

ALTER TABLE "private"."round_ups"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."savings_accounts" (
  "account_id"      uuid                     NOT NULL,
  "request_id"      uuid                     NOT NULL,
  "name"            text                     NOT NULL,
  "colour"          text                     NOT NULL,
  "goal"            numeric(14,2),
  "goal_on"         date,
  "closed_at"       timestamp with time zone,
  "moved_on"        date,
  "moves"           integer                  NOT NULL DEFAULT 0,
  "wait_hours"      smallint,
  "next_wait_hours" smallint,
  "next_wait_from"  timestamp with time zone,
  "interest_until"  date                     NOT NULL,
  CONSTRAINT "savings_accounts_colour_check" CHECK ((colour = ANY (ARRAY['green'::text, 'blue'::text, 'purple'::text, 'pink'::text, 'orange'::text, 'grey'::text]))),
  CONSTRAINT "savings_accounts_goal_check" CHECK (((goal > (0)::numeric) AND (goal <= (1000000)::numeric))),
  CONSTRAINT "savings_accounts_goal_on_check" CHECK (((goal_on IS NULL) OR (goal IS NOT NULL))),
  CONSTRAINT "savings_accounts_next_wait_hours_check" CHECK ((next_wait_hours = ANY (ARRAY[0, 24]))),
  CONSTRAINT "savings_accounts_pkey" PRIMARY KEY (account_id),
  CONSTRAINT "savings_accounts_wait_hours_check" CHECK ((wait_hours = ANY (ARRAY[24, 72]))),
  CONSTRAINT "savings_accounts_name_check" CHECK (((name <> ''::text) AND (char_length(name) <= 30) AND (private.customer_name_problem(name) IS NULL)))
);

ALTER TABLE "private"."savings_accounts"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."waiting_moves" (
  "id"              uuid                     NOT NULL,
  "from_account_id" uuid                     NOT NULL,
  "to_account_id"   uuid                     NOT NULL,
  "created_at"      timestamp with time zone NOT NULL,
  "due_at"          timestamp with time zone NOT NULL,
  "amount"          numeric(14,2)            NOT NULL,
  "state"           text                     NOT NULL DEFAULT 'waiting'::text,
  CONSTRAINT "waiting_moves_amount_check" CHECK ((amount > (0)::numeric)),
  CONSTRAINT "waiting_moves_pkey" PRIMARY KEY (id),
  CONSTRAINT "waiting_moves_state_check" CHECK ((state = ANY (ARRAY['waiting'::text, 'made'::text, 'cancelled'::text, 'failed'::text])))
);

ALTER TABLE "private"."waiting_moves"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.account_ends (
  p_user_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.return_held_payment(o.id, now()) from public.outgoing_payments o
  where o.user_id = p_user_id and o.state = 'held';
  perform private.end_cards_of(p_user_id);
  perform private.end_interest_of(p_user_id, now());
  perform private.refuse_recalls_of(p_user_id);
  perform private.decide_account_cases(p_user_id, 'The customer was deleted.', now());
end
$function$;

CREATE OR REPLACE FUNCTION private.account_now (
  p_id uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select case when a.account_type = 'savings' and a.is_closed then c.id else a.id end
    from public.accounts a
    left join public.accounts c on c.user_id = a.user_id and c.account_type = 'current'
    where a.id = p_id
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.account_of_request (
  p_request private.approval_requests
)
  RETURNS public.accounts
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  account public.accounts;
begin
  select a.* into account from public.accounts a
  where a.user_id = p_request.user_id and case
    when p_request.transaction_id is null then a.account_type = 'current'
    else a.id = p_request.transaction_id and not a.is_closed
  end;
  return account;
end
$function$;

CREATE OR REPLACE FUNCTION private.account_of_row (
  p_row public.transactions
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return coalesce(
    p_row.from_account_id,
    (
      select a.id from public.accounts a
      where a.account_number = p_row.to_account_number and a.sort_code = p_row.to_sort_code and a.user_id = p_row.user_id
    ),
    (select a.id from public.accounts a where a.user_id = p_row.user_id and a.account_type = 'current')
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.add_account (
  p_user_id uuid,
  p_type    text,
  p_place   integer,
  p_at      timestamp with time zone
)
  RETURNS uuid
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  account_id uuid;
begin
  for attempt in 1..10 loop
    insert into public.accounts (
      user_id, account_type, place, created_at, is_frozen, sort_code, account_number, card_last_four, account_holder_name
    )
    select
      p_user_id, p_type, p_place, p_at, p.frozen_at is not null,
      '00-' || (10 + get_byte(r.bytes, 0) % 90)::text || '-' || (10 + get_byte(r.bytes, 1) % 90)::text,
      (1 + get_byte(r.bytes, 2) % 9)::text || private.random_digits(7),
      -- Until it has a card.
      '',
      coalesce(p.full_name, 'Account holder')
    from public.profiles p, (select extensions.gen_random_bytes(3) as bytes) r
    where p.id = p_user_id
    on conflict do nothing
    returning id into account_id;
    -- Either one of the numbers is taken, or a concurrent call has opened the account.
    if found or exists (
      select from public.accounts a where a.user_id = p_user_id and a.account_type = p_type and a.place = p_place
    ) then
      return account_id;
    end if;
  end loop;
  raise exception 'No account number is available.' using errcode = 'PT503';
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_return_status (
  p_bank_id text,
  p_status  jsonb,
  p_at      timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  payment constant private.bank_payments := private.lock_bank_payment(p_bank_id, false, (p_status ->> 'paymentId')::uuid);
  between_banks constant uuid := private.ledger_account('between banks');
begin
  if payment.state is distinct from 'returning' then
    return;
  elsif p_status ->> 'status' = 'accepted' then
    perform private.move_money(
      payment.movement_id, between_banks, (select b.settlement_account_id from private.banks b where b.id = p_bank_id),
      payment.amount, p_at
    );
    update private.bank_payments p set state = 'returned', decided_at = p_at
    where p.bank_id = p_bank_id and not p.is_outgoing and p.id = payment.id;
  elsif p_status ->> 'status' = 'rejected' then
    update public.transactions t set reversed_at = null where t.movement_id = payment.movement_id and t.id = payment.movement_id;
    perform private.move_money(
      payment.movement_id, between_banks,
      coalesce(private.account_now(payment.account_id), private.ledger_account('closed accounts')),
      payment.amount, p_at
    );
    update private.bank_payments p set state = 'accepted', decided_at = p_at, problem = 'contradiction'
    where p.bank_id = p_bank_id and not p.is_outgoing and p.id = payment.id;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.balance_request (
  p_step    text,
  p_request private.approval_requests,
  p_user_id uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  account public.accounts;
begin
  case p_step
    when 'asked' then
      perform private.require_permission('financial_support');
      if p_request.user_id is distinct from auth.uid() then
        perform private.require_permission('approve_users');
      end if;
      perform private.lock_person(p_request.user_id);
      perform private.require_can_edit(p_request.user_id);
      account := private.lock_shown_account(p_request.user_id, p_request.amount_before, p_request.transaction_id);
      perform private.require_valid_balance(p_request.amount_after);
      if p_request.amount_after = account.balance then
        raise exception 'This is the balance already.' using errcode = 'PT400', hint = 'field:balance';
      end if;
      perform private.open_request(
        'balance', p_request.reason, p_request.user_id,
        -- A request about the current account names none, as those of the release before savings.
        case when account.account_type = 'savings' then account.id end,
        p_before => account.balance, p_after => p_request.amount_after
      );
      return true;
    when 'listed' then
      return private.has_permission('approve_users') and private.has_permission('financial_support');
    when 'right' then
      return private.holds_permission(p_user_id, 'financial_support') and (
        p_user_id = p_request.user_id or private.can_act_for(p_user_id, p_request.user_id, '{approve_users}')
      );
    when 'lock' then
      perform from public.accounts a where a.user_id = p_request.user_id order by a.id for no key update;
    when 'changed' then
      return (private.account_of_request(p_request)).balance is distinct from p_request.amount_before;
    when 'approved' then
      perform private.adjust_balance((private.account_of_request(p_request)).id, p_request.amount_after, now(), p_request.id);
  end case;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.book_move (
  p_movement_id uuid,
  p_from        public.accounts,
  p_to          public.accounts,
  p_amount      numeric,
  p_at          timestamp with time zone,
  p_reference   text                     DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  -- The rows are written before the accounts are locked, as those of a payment.
  insert into public.transactions (
    id, movement_id, user_id, created_at, amount, incoming, to_sort_code, to_account_number, to_account_holder_name,
    from_account_id, from_sort_code, from_account_number, from_account_holder_name, other_account_id, reference
  )
  values
    (
      p_movement_id, p_movement_id, p_from.user_id, p_at, p_amount, false, p_to.sort_code, p_to.account_number,
      private.own_name_of(p_to), p_from.id, null, null, null, p_to.id, p_reference
    ),
    (
      private.other_id(p_movement_id), p_movement_id, p_to.user_id, p_at, p_amount, true, p_to.sort_code, p_to.account_number,
      p_to.account_holder_name, null, p_from.sort_code, p_from.account_number, private.own_name_of(p_from), p_from.id, p_reference
    );
  perform private.move_money(p_movement_id, p_from.id, p_to.id, p_amount, p_at);
end
$function$;

CREATE OR REPLACE FUNCTION private.cancel_waiting_move (
  p_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  waiting private.waiting_moves;
begin
  perform private.require_approved();
  select w.* into waiting from private.waiting_moves w join public.accounts a on a.id = w.from_account_id
  where w.id = p_id and a.user_id = auth.uid()
  for update of w;
  if not found then
    raise exception 'We can''t find this move.' using errcode = 'PT404', hint = 'move-gone';
  elsif waiting.state in ('made', 'failed') then
    raise exception 'This move is no longer waiting.' using errcode = 'PT409', hint = 'move-finished';
  end if;
  update private.waiting_moves w set state = 'cancelled' where w.id = p_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.carry_out_reversal (
  p_payment    private.payment_sides,
  p_reason     text,
  p_request_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  reversal_id constant uuid := private.new_id();
  amount constant text := private.in_pounds(p_payment.amount);
  source_id constant uuid := private.account_now(p_payment.payee_account_id);
  payer public.accounts;
  payee public.accounts;
begin
  perform private.lock_payment_case(p_payment.movement_id);
  -- The rows first and then the accounts, as payments do.
  perform from public.transactions t
  where t.id in (p_payment.movement_id, p_payment.incoming_id) order by t.id for no key update;
  perform from public.accounts a
  where a.id in (p_payment.payer_account_id, source_id) order by a.id for no key update;
  perform private.require_reversible(p_payment);
  perform private.move_money(
    reversal_id, source_id, p_payment.payer_account_id, p_payment.amount, now()
  );
  update public.transactions t set reversed_at = now() where t.id in (p_payment.movement_id, p_payment.incoming_id);
  insert into private.payment_reversals (transaction_id, movement_id, reversed_at, reversed_by, request_id, reason)
  values (p_payment.movement_id, reversal_id, now(), auth.uid(), p_request_id, p_reason);
  perform private.take_back_refund(p_payment.movement_id, p_payment.amount, now());
  select a.* into payer from public.accounts a where a.id = p_payment.payer_account_id;
  select a.* into payee from public.accounts a where a.id = p_payment.payee_account_id;
  perform private.count_as_unpaid(p_payment.payer_id, payee.sort_code, payee.account_number, p_payment.amount);
  -- The owner of a closed account is told what came in.
  if not payer.is_closed then
    perform private.owe_mail('note', private.notify(
      p_payment.payer_id, 'payment', 'Payment reversed',
      'Your payment of ' || amount || ' to ' || payee.account_holder_name || ' was reversed. The money is back in your account.',
      p_transaction_id => p_payment.movement_id
    ));
  end if;
  perform private.owe_mail('note', private.notify(
    p_payment.payee_id, 'payment', 'Payment reversed',
    'The payment of ' || amount || ' from ' || payer.account_holder_name || ' was reversed. It was taken from '
      || case when (select a.is_closed from public.accounts a where a.id = source_id) then 'the money that waits for you.' else 'your balance.' end,
    p_transaction_id => p_payment.incoming_id
  ));
  perform private.audit('reverse_payment', 'payment', p_payment.movement_id, jsonb_strip_nulls(jsonb_build_object(
    'user_id', p_payment.payer_id, 'amount', p_payment.amount, 'movement_id', reversal_id, 'request_id', p_request_id
  )));
end
$function$;

CREATE OR REPLACE FUNCTION private.change_regular_payment (
  p_id            uuid,
  p_amount        text,
  p_ends_on       text DEFAULT NULL::text,
  p_payment_count text DEFAULT NULL::text
)
  RETURNS date
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.change_savings_account (
  p_id      uuid,
  p_name    text,
  p_colour  text,
  p_goal    text DEFAULT NULL::text,
  p_goal_on text DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  account constant public.accounts := private.my_open_savings(p_id);
  details constant private.savings_accounts := private.read_savings_details(
    p_name, p_colour, p_goal, p_goal_on, (select s.goal_on from private.savings_accounts s where s.account_id = account.id)
  );
begin
  perform private.name_regular_moves(account, details.name);
  update private.savings_accounts s
  set name = details.name, colour = details.colour, goal = details.goal, goal_on = details.goal_on
  where s.account_id = account.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_payee (
  p_check_id       uuid,
  p_name           text,
  p_sort_code      text,
  p_account_number text,
  p_account_type   text DEFAULT NULL::text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  payee_name constant text := btrim(p_name);
  payee_sort_code constant text := private.normalise_sort_code(p_sort_code);
  payee_number constant text := translate(p_account_number, ' -', '');
  payee record;
  most_an_hour constant integer := 1000;
  found_outcome text;
  is_counted boolean;
  saved_outcome text;
  other_bank text;
begin
  perform private.require_approved();
  perform private.require_valid_payee(payee_name, payee_sort_code, payee_number, null);
  if p_check_id is null or coalesce(p_account_type, 'personal') not in ('personal', 'business') then
    raise exception 'A check needs an id, and an account type is personal or business.' using errcode = 'PT400';
  end if;
  -- A repeated request, also with the id of another customer's check, changes nothing. It compares nothing either, because
  -- the time of a comparison that is not counted would tell something.
  if exists (select from private.payee_checks c where c.id = p_check_id) then
    return false;
  end if;
  select r.check_outcome into saved_outcome from public.recipients r
  where r.user_id = auth.uid() and r.account_number = payee_number and r.sort_code = payee_sort_code
    and r.paid_name = payee_name;
  is_counted := not found;
  -- Also those that match: each is stored.
  perform from private.payee_checks c
  where c.user_id = auth.uid() and c.created_at > now() - interval '1 hour' offset most_an_hour - 1 limit 1;
  if found then
    raise exception 'You''ve checked very many payees within an hour. Please try again later.' using errcode = 'PT429', hint = 'too-many-checks';
  end if;
  if is_counted then
    perform private.require_fewer_checks(auth.uid());
  end if;
  select a.id, a.user_id, a.account_type, a.account_holder_name into payee from public.accounts a
  where a.account_number = payee_number and a.sort_code = payee_sort_code and not a.is_closed;
  if payee.user_id = auth.uid() then
    raise exception '%', case payee.account_type
      when 'current' then 'You cannot pay into the account you are paying from.'
      else 'This is one of your own accounts. Move the money there instead.'
    end using errcode = 'PT400', hint = 'own-account';
  end if;
  found_outcome := private.payee_outcome(payee_name, p_account_type, payee_sort_code, payee.account_holder_name);
  -- A check that does not ask for the type does not make it right.
  if p_account_type is null and found_outcome = 'match' and saved_outcome = 'wrong_type' then
    found_outcome := 'wrong_type';
  end if;
  if payee.id is null and not private.is_own_sort_code(payee_sort_code) then
    select b.id into other_bank from private.banks b where b.id = private.bank_for(payee_sort_code) and b.is_on;
  end if;
  insert into private.payee_checks (id, user_id, details_hash, outcome, account_id, is_counted, bank_id, shows_name)
  values (
    p_check_id, auth.uid(), private.hash_payee(payee_name, payee_sort_code, payee_number), found_outcome, payee.id, is_counted,
    other_bank, found_outcome = 'close_match' and private.has_right_word(payee_name, payee.account_holder_name)
  )
  on conflict (id) do nothing;
  return other_bank is not null;
end
$function$;

CREATE OR REPLACE FUNCTION private.clear_card_payment (
  p_message jsonb,
  p_at      timestamp with time zone
)
  RETURNS text
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  amount constant numeric := private.plain_decimal(p_message ->> 'amount');
  payment constant public.card_payments := private.find_card_payment(p_message);
  payer_account_id uuid;
  held constant numeric := case payment.status when 'approved' then payment.amount else 0 end;
  paid numeric;
begin
  if payment.id is null then
    return private.clear_after_deletion(p_message, p_at);
  elsif payment.status = 'cleared' then
    return '94';
  elsif payment.status = 'reversed' then
    return '12';
  end if;
  select c.account_id into strict payer_account_id from public.cards c where c.id = payment.card_id;
  paid := least(held, amount);
  if paid > 0 then
    perform private.settle_hold(payment.id, payer_account_id, 'card holds', private.ledger_account('outside world'), paid, p_at);
  end if;
  if held > amount then
    perform private.settle_hold(payment.id, payer_account_id, 'card holds', payer_account_id, held - amount, p_at);
  elsif amount > held then
    paid := paid + private.take_card_money(
      payment.id, payer_account_id, amount - held, private.clearing_limit(payment.mcc, payment.amount) - held, p_at
    );
  end if;
  update public.card_payments p set
    status = 'cleared', amount = paid,
    rounds_up = paid > floor(paid) and exists (select from private.round_ups r where r.account_id = payer_account_id)
  where p.id = payment.id;
  -- A transaction has an amount above zero.
  update public.transactions t set
    status = case when paid > 0 then 'completed' else 'failed' end,
    amount = case when paid > 0 then paid else t.amount end
  where t.id = payment.id;
  if p_message ? 'merchantAmount' then
    perform private.set_merchant_amount(payment.id, p_message);
  end if;
  return '00';
end
$function$;

CREATE OR REPLACE FUNCTION private.close_account (
  p_user_id uuid,
  p_by      text,
  p_at      timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  account public.accounts;
  movement_id uuid;
  balance numeric;
  held numeric;
begin
  perform private.end_payments_of(p_user_id, p_at);
  perform private.lock_accounts_of(p_user_id);
  perform private.end_interest_of(p_user_id, p_at);
  select coalesce(sum(a.balance), 0), coalesce(sum(a.held), 0) into balance, held from public.accounts a where a.user_id = p_user_id;
  -- What the money that waits can still return is for staff to answer.
  perform private.refuse_recalls_of(p_user_id, balance);
  update public.profiles p set closed_at = p_at, closed_by = p_by, suspended_at = coalesce(p.suspended_at, p_at) where p.id = p_user_id;
  perform private.decide_account_cases(p_user_id, 'The account was closed.', p_at);
  for account in select a.* from public.accounts a where a.user_id = p_user_id and a.balance > 0 order by a.id loop
    movement_id := private.new_id();
    perform private.move_money(movement_id, account.id, private.ledger_account('closed accounts'), account.balance, p_at);
    insert into private.closed_money (user_id, movement_id, created_at, amount)
    values (p_user_id, movement_id, p_at, account.balance);
  end loop;
  update public.accounts a set is_frozen = true, is_closed = true where a.user_id = p_user_id;
  update auth.users u set banned_until = '2999-12-31' where u.id = p_user_id;
  delete from public.chat_conversations c where c.user_id = p_user_id;
  delete from private.trusted_contacts c where c.owner_id = p_user_id or c.contact_id = p_user_id;
  perform private.audit('close_account', 'person', p_user_id, jsonb_strip_nulls(jsonb_build_object(
    'by', p_by, 'paid_out', nullif(balance, 0)
  )));
  perform private.tell_owner(
    p_user_id, 'Your account is closed',
    'Your account was closed on ' || private.day_in_words(private.london_date(p_at)) || '.'
      || case when balance > 0 then ' We keep ' || private.in_pounds(balance)
        || ' for you. Tell us the account that it should go to.' else '' end
      || case when held > 0 then ' We keep ' || private.in_pounds(held)
        || ' for card payments that are not finished. What is left of it within 7 days is yours too.' else '' end
      || ' We keep your statements and letters until '
      || private.day_in_words(private.last_day_of('closed_months', private.london_date(p_at))) || '.'
  );
  perform private.forget_access_of(p_user_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.close_savings_account (
  p_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  current_account constant public.accounts := private.my_current_account();
  account public.accounts := private.my_account(p_id);
begin
  -- Waits for the moves and payments of the caller, and then for what others pay in.
  perform private.lock_payer(auth.uid());
  perform private.lock_outgoing_payments(auth.uid());
  perform from public.accounts a where a.id in (account.id, current_account.id) order by a.id for no key update;
  account := private.my_account(p_id);
  if account.account_type = 'savings' and account.is_closed then
    return;
  end if;
  account := private.my_open_savings(p_id);
  -- Not of the interest that is paid now: it comes each day, so that no protected account could be closed.
  if account.balance > 0 and private.waiting_hours(account.id, now()) > 0 then
    raise exception 'This account is protected. Move the money out first, or end the protection.'
      using errcode = 'PT409', hint = 'account-protected';
  end if;
  perform private.count_interest(account.id, private.london_date(now()));
  perform private.pay_interest(account.id, private.london_date(now()), now());
  account := private.my_open_savings(p_id);
  if account.balance > 0 then
    perform private.book_move(private.new_id(), account, current_account, account.balance, now());
  end if;
  perform private.end_regular_moves(account, now());
  delete from private.round_ups r where r.to_account_id = account.id;
  update public.accounts a set is_closed = true where a.id = account.id;
  update private.savings_accounts s set closed_at = now() where s.account_id = account.id;
  update private.waiting_moves w set state = 'cancelled' where w.from_account_id = account.id and w.state = 'waiting';
  perform private.audit('close_savings_account', 'account', account.id, jsonb_build_object('amount', account.balance));
end
$function$;

CREATE OR REPLACE FUNCTION private.closed_account (
  p_user_id    uuid,
  p_account_id uuid DEFAULT NULL::uuid
)
  RETURNS public.accounts
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  account public.accounts;
begin
  perform private.require_permission('approve_users');
  perform private.require_permission('view_transactions');
  -- The letters are about cases.
  perform private.require_permission('manage_cases');
  perform private.require_unconcerned(p_user_id);
  perform private.require_recorded('view_user', p_user_id, '61 minutes');
  select a.* into account from public.accounts a where a.user_id = p_user_id and a.is_closed
    and case when p_account_id is null then a.account_type = 'current' else a.id = p_account_id end
    -- A savings account that an open customer has closed is theirs to read.
    and exists (select from public.accounts c where c.user_id = p_user_id and c.account_type = 'current' and c.is_closed);
  if not found then
    raise exception 'This account is not closed.' using errcode = 'PT409', hint = 'account-open';
  end if;
  return account;
end
$function$;

CREATE OR REPLACE FUNCTION private.closing_facts (
  p_user_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  account public.accounts;
  saved numeric;
begin
  select a.* into account from public.accounts a where a.user_id = p_user_id and a.account_type = 'current';
  select coalesce(sum(a.balance), 0) into saved from public.accounts a
  where a.user_id = p_user_id and a.account_type = 'savings';
  return jsonb_build_object(
    'balance', coalesce(account.balance, 0) + saved,
    'saved', saved,
    'savings', (
      select count(*) from public.accounts a where a.user_id = p_user_id and a.account_type = 'savings' and not a.is_closed
    ),
    'can_send', least(coalesce(account.balance, 0), private.left_today(account, now())),
    'held', coalesce(account.held, 0),
    'held_payments', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'id', o.id, 'payee', o.to_account_holder_name, 'amount', o.amount, 'send_at', o.send_at,
          'review_until', private.due_day((private.payment_review_of(o.id)).due_at)
        ) order by o.send_at, o.id
      ), '[]')
      from public.outgoing_payments o where o.user_id = p_user_id and o.state = 'held'
    ),
    'card_payments', (
      select coalesce(jsonb_agg(
        jsonb_build_object('id', p.id, 'payee', p.merchant, 'amount', p.amount, 'send_at', null, 'review_until', null) order by p.created_at, p.id
      ), '[]')
      from public.card_payments p where p.user_id = p_user_id and p.status = 'approved'
    ),
    'regular', (select count(*) from public.regular_payments r where r.user_id = p_user_id and r.state in ('active', 'paused')),
    'scheduled', (
      select count(*) from public.outgoing_payments o
      where o.user_id = p_user_id and o.state = 'scheduled' and o.regular_payment_id is null
    ),
    'coming_in', (select count(*) from public.scheduled_payments s where s.user_id = p_user_id and not s.processed),
    'cards', (
      select count(*) from public.cards c where c.user_id = p_user_id and c.status in ('issued', 'active', 'frozen')
    ),
    'payees', (select count(*) from public.recipients r where r.user_id = p_user_id),
    'external_accounts', (select count(*) from public.external_accounts e where e.user_id = p_user_id),
    'cases', (
      select count(*) from private.cases c where c.user_id = p_user_id and c.state = 'open' and c.kind <> 'closing'
        and not private.is_kept_from(p_user_id, c)
    ),
    'has_chat', exists (select from public.chat_conversations c where c.user_id = p_user_id),
    'kept_months', private.case_rule('closed_months')
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.count_interest (
  p_account_id uuid,
  p_until      date
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  insert into private.interest_days (account_id, day, balance, rate, interest)
  select s.account_id, d.day, at_end.balance, private.interest_rate_on(d.day),
    private.daily_interest(at_end.balance, private.interest_rate_on(d.day), d.day)
  from private.savings_accounts s
  cross join lateral (
    select day::date from generate_series(s.interest_until, p_until - 1, interval '1 day') day
  ) d
  cross join lateral (
    -- A payment has the time at which it began, so the entries are not in the order of their times.
    select coalesce(sum(e.amount), 0) as balance from private.ledger_entries e
    where e.account_id = s.account_id and e.balance_after is not null and e.created_at < private.end_of_day(d.day)
  ) at_end
  where s.account_id = p_account_id;
  update private.savings_accounts s set interest_until = greatest(s.interest_until, p_until) where s.account_id = p_account_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_move (
  p_account_id uuid,
  p_at         timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  most_in_a_day constant integer := 100;
  day constant date := private.london_date(p_at);
  moves_today integer;
begin
  update private.savings_accounts s set moves = case when s.moved_on = day then s.moves + 1 else 1 end, moved_on = day
  where s.account_id = p_account_id
  returning s.moves into moves_today;
  if moves_today > most_in_a_day then
    raise exception 'You''ve moved money % times today. Please try again tomorrow.', most_in_a_day
      using errcode = 'PT429', hint = 'too-many-changes';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.create_regular_move (
  p_request_id    uuid,
  p_from_id       uuid,
  p_to_id         uuid,
  p_amount        text,
  p_frequency     text,
  p_starts_on     text,
  p_ends_on       text DEFAULT NULL::text,
  p_payment_count text DEFAULT NULL::text
)
  RETURNS TABLE (
    regular_payment_id uuid,
    next_on            date
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  source public.accounts := private.my_account(p_from_id);
  target public.accounts := private.my_account(p_to_id);
  pounds constant numeric(14, 2) := private.plain_decimal(p_amount);
  payload_hash constant bytea := sha256(convert_to(jsonb_build_array(
    'move', source.id, target.id, pounds, p_frequency, p_starts_on, p_ends_on, p_payment_count
  )::text, 'utf8'));
  terms private.regular_terms;
  evidence private.payment_evidence;
  regular public.regular_payments;
begin
  if source.id = target.id then
    raise exception 'Please choose two different accounts.' using errcode = 'PT400', hint = 'field:to';
  end if;
  perform private.require_valid_amount(pounds);
  -- A closing comes before or after.
  perform private.lock_payer(source.user_id);
  perform private.lock_outgoing_payments(source.user_id);
  regular_payment_id := private.first_future_request(source.user_id, p_request_id, payload_hash);
  if regular_payment_id is null then
    source := private.my_account(source.id);
    target := private.my_account(target.id);
    perform private.require_open_account(source);
    perform private.require_open_account(target);
    terms := private.read_regular_terms(
      p_frequency, p_starts_on, p_ends_on, p_payment_count, private.london_date(now()), p_is_move => true
    );
    perform private.require_room_for_regular(source.user_id);
    insert into public.regular_payments (
      user_id, from_account_id, to_account_holder_name, to_sort_code, to_account_number, amount, frequency, starts_on, ends_on,
      payments_left, next_occurrence, other_account_id
    )
    values (
      source.user_id, source.id, private.own_name_of(target), target.sort_code, target.account_number, pounds, terms.frequency,
      terms.starts_on, terms.ends_on, terms.payments_left, terms.first_occurrence, target.id
    )
    returning * into regular;
    regular_payment_id := regular.id;
    perform private.schedule_occurrence(regular.id, now());
    -- Nothing was checked, and no warning read.
    evidence.warnings := '{}';
    perform private.record_future_request(source.user_id, p_request_id, payload_hash, regular.id, evidence);
    perform private.audit_regular_payment('create_regular_payment', regular);
  end if;
  select private.london_date(o.send_at) into next_on from public.outgoing_payments o
  where o.regular_payment_id = create_regular_move.regular_payment_id and o.state = 'scheduled';
  return next;
end
$function$;

CREATE OR REPLACE FUNCTION private.create_regular_payment (
  p_request_id    uuid,
  p_payment       public.payment_request,
  p_frequency     text,
  p_starts_on     text,
  p_ends_on       text                   DEFAULT NULL::text,
  p_payment_count text                   DEFAULT NULL::text
)
  RETURNS TABLE (
    regular_payment_id uuid,
    next_on            date
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  payer_id constant uuid := auth.uid();
  payment private.payment_facts;
  terms private.regular_terms;
  evidence private.payment_evidence;
  payload_hash bytea;
  regular public.regular_payments;
begin
  perform private.require_approved();
  payment := private.read_payment(payer_id, p_payment);
  perform private.lock_outgoing_payments(payer_id);
  payload_hash := private.future_payload_hash(
    payment, jsonb_build_array(p_frequency, p_starts_on, p_ends_on, p_payment_count)
  );
  regular_payment_id := private.first_future_request(payer_id, p_request_id, payload_hash);
  if regular_payment_id is null then
    terms := private.read_regular_terms(p_frequency, p_starts_on, p_ends_on, p_payment_count, private.london_date(now()));
    perform private.require_room_for_regular(payer_id);
    payment.rest_of_year := private.rest_of_year(payment.amount, p_frequency, terms.payments_left);
    evidence := private.require_future_terms(payment, p_request_id, payload_hash, p_is_regular => true);
    insert into public.regular_payments (
      user_id, from_account_id, to_account_holder_name, to_sort_code, to_account_number, amount, reference, reason, check_id,
      frequency, starts_on, ends_on, payments_left, next_occurrence
    )
    values (
      payer_id, payment.payer_account_id, (payment.payee).name, (payment.payee).sort_code, (payment.payee).account_number,
      payment.amount, payment.reference, evidence.reason, evidence.check_id, terms.frequency, terms.starts_on, terms.ends_on,
      terms.payments_left, terms.first_occurrence
    )
    returning * into regular;
    regular_payment_id := regular.id;
    perform private.schedule_occurrence(regular.id, now());
    perform private.record_future_request(payer_id, p_request_id, payload_hash, regular.id, evidence);
    perform private.audit_regular_payment('create_regular_payment', regular);
  end if;
  select private.london_date(o.send_at) into next_on from public.outgoing_payments o
  where o.regular_payment_id = create_regular_payment.regular_payment_id and o.state = 'scheduled';
  return next;
end
$function$;

CREATE OR REPLACE FUNCTION private.credit_missing (
  p_payment public.transactions,
  p_missing private.missing_credit,
  p_at      timestamp with time zone
)
  RETURNS private.money
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  payer public.accounts;
  payee public.accounts;
begin
  if p_missing.source_id is null then
    -- The payer was charged and no account was credited: this adds the missing entry of the movement.
    with credited as (
      update public.accounts a set balance = a.balance + p_payment.amount
      where a.id = p_missing.account_id
      returning a.balance
    )
    insert into private.ledger_entries (movement_id, account_id, created_at, amount, balance_after)
    select p_payment.movement_id, p_missing.account_id, p_at, p_payment.amount, credited.balance from credited;
  else
    perform private.move_money(p_payment.movement_id, p_missing.source_id, p_missing.account_id, p_payment.amount, p_at);
  end if;
  delete from private.missing_credits m where m.transaction_id = p_payment.id;

  select a.* into strict payee from public.accounts a where a.id = p_missing.account_id;
  select a.* into payer from public.accounts a where a.id = p_payment.from_account_id;
  -- The payee's row may exist without the credit. It gets the time of the credit.
  update public.transactions t set created_at = p_at where t.id = private.other_id(p_payment.movement_id);
  if not found then
    perform private.record_incoming(
      private.other_id(p_payment.movement_id), p_payment.movement_id, payee,
      (coalesce(payer.account_holder_name, 'Account holder'), payer.sort_code, payer.account_number), p_payment.amount,
      p_payment.reference, p_at
    );
    -- Of a move between two accounts of the payer.
    update public.transactions t set other_account_id = p_payment.from_account_id
    where t.id = private.other_id(p_payment.movement_id) and p_payment.other_account_id is not null;
  end if;
  perform private.audit('repair_payment', 'payment', p_payment.id, jsonb_build_object(
    'account_id', payee.id, 'amount', p_payment.amount, 'from', payee.balance - p_payment.amount, 'to', payee.balance
  ));
  return payee.balance;
end
$function$;

CREATE OR REPLACE FUNCTION private.daily_interest (
  p_balance numeric,
  p_rate    numeric,
  p_day     date
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN
  round((((p_balance * p_rate) / (100)::numeric) / ((((date_trunc('year'::text, (p_day)::timestamp WITHOUT time zone) + '1 year'::interval))::date - (date_trunc('year'::text,
  (p_day)::timestamp WITHOUT time zone))::date))::numeric), 6);

CREATE OR REPLACE FUNCTION private.earn_interest (
  p_account_id uuid,
  p_at         timestamp with time zone DEFAULT now()
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '500ms'
  AS $function$
begin
  -- Serialises the runs and a closing. A closed account has been paid.
  perform from public.accounts a
  where a.id = p_account_id and a.account_type = 'savings' and not a.is_closed for no key update;
  if not found then
    return true;
  end if;
  perform private.count_interest(p_account_id, private.london_date(p_at));
  perform private.pay_interest(p_account_id, date_trunc('month', p_at at time zone 'Europe/London')::date, p_at);
  return true;
exception when lock_not_available or deadlock_detected or serialization_failure then
  raise warning 'interest of % was not counted: %', p_account_id, sqlstate;
  return false;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_interest_of (
  p_user_id uuid,
  p_at      timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  savings_id uuid;
begin
  for savings_id in
    select a.id from public.accounts a
    where a.user_id = p_user_id and a.account_type = 'savings' and not a.is_closed order by a.id
  loop
    perform private.count_interest(savings_id, private.london_date(p_at));
    perform private.pay_interest(savings_id, private.london_date(p_at), p_at);
    update private.savings_accounts s set closed_at = p_at where s.account_id = savings_id;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_regular_moves (
  p_account public.accounts,
  p_at      timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  regular public.regular_payments;
begin
  for regular in
    update public.regular_payments r set state = 'cancelled'
    where r.user_id = p_account.user_id and p_account.id in (r.from_account_id, r.other_account_id)
      and r.state in ('active', 'paused')
    returning r.*
  loop
    perform private.cancel_next_occurrence(regular.id, p_at);
    perform private.audit_regular_payment('cancel_regular_payment', regular);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.facts_of_user (
  p_user_id       uuid,
  p_sees_payments boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return jsonb_build_object(
    'savings', private.savings_of(p_user_id),
    'asked_back', private.asked_back_from(p_user_id),
    'card_shortfall', private.card_shortfall_of(p_user_id),
    'payments_to_come', case when p_sees_payments then private.payments_to_come_of(p_user_id) end,
    'cases', private.cases_beside(p_user_id, null)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.find_payday()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  account constant public.accounts := private.my_current_account();
begin
  return (
    select jsonb_build_object('payer', pay.payer, 'paid_on', pay.paid_on)
    from private.regular_pay(account.user_id, private.london_date(now()) - 40, now()) pay
    order by pay.paid_on desc
    limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.find_repairs (
  p_before    timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_before_id uuid                     DEFAULT NULL::uuid,
  p_run_id    uuid                     DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  run_id uuid;
  most_examined constant integer := 10000;
  most_found constant integer := 100;
  oldest constant timestamptz := (select min(t.created_at) from public.transactions t);
  payment public.transactions;
  missing private.missing_credit;
  repairs jsonb := '[]';
  examined integer := 0;
  is_complete boolean;
begin
  perform private.require_permission('repair_transactions');
  run_id := private.open_repair_run(p_run_id, false);
  for payment in
    select t.* from public.transactions t
    where (t.created_at, t.id)
      < (coalesce(p_before, 'infinity'), coalesce(p_before_id, '00000000-0000-0000-0000-000000000000'))
    order by t.created_at desc, t.id desc
    limit most_examined
  loop
    examined := examined + 1;
    missing := private.find_missing_credit(payment);
    if missing.account_id is not null then
      repairs := repairs || (
        select jsonb_build_object(
          'transaction_id', payment.id, 'paid_at', payment.created_at, 'recipient_name', a.account_holder_name,
          'amount', payment.amount, 'old_balance', a.balance, 'new_balance', a.balance + payment.amount,
          'account_type', a.account_type, 'is_own_move', payment.other_account_id is not null
        )
        from public.accounts a where a.id = missing.account_id
      );
      insert into private.repair_run_payments (run_id, transaction_id, amount)
      values (run_id, payment.id, payment.amount)
      on conflict do nothing;
      insert into private.missing_credits (transaction_id) values (payment.id) on conflict do nothing;
      exit when jsonb_array_length(repairs) = most_found;
    end if;
  end loop;

  is_complete := examined < most_examined and jsonb_array_length(repairs) < most_found;
  return jsonb_build_object(
    'repairs', repairs,
    'next_before', case when not is_complete then payment.created_at end,
    'next_before_id', case when not is_complete then payment.id end,
    'progress', case
      when is_complete or payment.created_at <= oldest then 1
      else round(extract(epoch from now() - payment.created_at) / extract(epoch from now() - oldest), 4)
    end
  );
end
$function$;

CREATE OR REPLACE FUNCTION private."freeze" (
  p_user_id    uuid,
  p_session_id uuid DEFAULT NULL::uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  person public.profiles;
begin
  person := private.lock_person(p_user_id);
  if person.frozen_at is null then
    perform private.require_part('freezing');
  end if;
  delete from auth.sessions s where s.user_id = p_user_id and s.id is distinct from p_session_id;
  perform private.forget_push(p_user_id, p_session_id);
  if person.frozen_at is not null and person.unfreezes_at is null then
    return false;
  end if;
  update public.profiles p set frozen_at = coalesce(p.frozen_at, now()), unfreezes_at = null where p.id = p_user_id;
  -- A higher limit that the thief has asked for must not apply after the freeze.
  update public.profiles p set next_limit = null, next_limit_from = null
  where p.id = p_user_id and p.next_limit_from > now();
  -- Nor the end of the protection of savings.
  perform private.keep_savings_protected(p_user_id);
  -- Waits for a payment that holds the lock. A payment that comes after it finds the account frozen.
  perform private.lock_accounts_of(p_user_id);
  update public.accounts a set is_frozen = true where a.user_id = p_user_id;
  perform private.audit('freeze_account', 'person', p_user_id);
  perform private.tell_owner(
    p_user_id, 'Your account is frozen',
    case when person.frozen_at is null
      then 'Your payments and your card are stopped, and other devices are signed out. Money still comes in.'
      else 'We''ve stopped the request to unfreeze your account. It stays frozen.'
    end || case
      when person.suspended_at is null then ' You can unfreeze it in Settings.'
      else ' It is also suspended. When that ends, it stays frozen until you unfreeze it in Settings.'
    end
  );
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.get_balance_after (
  p_transaction_id uuid
)
  RETURNS numeric
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  owner_id constant uuid := (private.my_current_account()).user_id;
  listed public.transactions;
  row_account_id uuid;
begin
  select t.* into listed from public.transactions t where t.id = p_transaction_id and t.user_id = owner_id;
  row_account_id := private.account_of_row(listed);
  return (
    select e.balance_after
    from private.ledger_entries e
    where e.account_id = row_account_id
      and e.movement_id = listed.movement_id
      and e.created_at >= listed.created_at
      -- A payment by card has another entry if it was cleared for another amount or released. What returns another payment
      -- is not part of its row.
      and (listed.mcc is not null or e.created_at = listed.created_at)
    order by e.created_at desc, e.id desc
    limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.get_chat_money (
  p_conversation_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  chat constant public.chat_conversations := private.require_own_chat(p_conversation_id);
begin
  perform private.require_money_permission();
  perform private.require_recorded('view_chat_money', chat.id, '61 minutes');
  return jsonb_build_object(
    -- Each of these needs the permission of the tool that shows it as well; null without it, or without an account.
    'account', case when private.has_permission('approve_users') then (
      select jsonb_build_object(
        'account_number', a.account_number, 'sort_code', a.sort_code, 'balance', a.balance,
        'pending', private.pending_of(a)
      )
      from public.accounts a where a.user_id = chat.user_id and a.account_type = 'current'
    ) end,
    'savings', case when private.has_permission('approve_users') then private.savings_of(chat.user_id) end,
    'payments', case when private.has_permission('view_transactions') then private.latest_payments(chat.user_id) end,
    'payments_to_come', case
      when private.has_permission('view_transactions') then private.payments_to_come_of(chat.user_id)
    end
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.get_closed_account (
  p_user_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  account constant public.accounts := private.closed_account(p_user_id);
begin
  return (
    select jsonb_build_object(
      'holder_name', account.account_holder_name, 'sort_code', account.sort_code, 'account_number', account.account_number,
      'address', to_jsonb(array_remove(array[p.address_line_1, p.address_line_2, p.town, p.postcode], null)),
      'months', array(select m.month from private.statement_months(account) m where m.transaction_count > 0 order by m.month),
      'savings', array(
        select jsonb_build_object(
          'id', s.id, 'name', private.own_name_of(s), 'sort_code', s.sort_code, 'account_number', s.account_number,
          'months', array(select m.month from private.statement_months(s) m where m.transaction_count > 0 order by m.month)
        )
        from public.accounts s where s.user_id = p_user_id and s.account_type = 'savings' order by s.place
      ),
      'letters', array(select l.letter from private.letters_to(p_user_id) l order by l.created_at, l.id)
    )
    from public.profiles p where p.id = p_user_id
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.get_closed_statement (
  p_user_id    uuid,
  p_from       date,
  p_until      date,
  p_account_id uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return private.statement_of(private.closed_account(p_user_id, p_account_id), p_from, p_until);
end
$function$;

CREATE OR REPLACE FUNCTION private.get_current_account()
  RETURNS TABLE (
    id                  uuid,
    balance             numeric,
    pending             numeric,
    account_number      text,
    sort_code           text,
    account_holder_name text,
    card_last_four      text,
    has_savings         boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require_approved();
  return query
    select
      a.id, a.balance, private.pending_of(a), a.account_number::text, a.sort_code::text, a.account_holder_name::text,
      a.card_last_four,
      exists (
        select from public.accounts s where s.user_id = a.user_id and s.account_type = 'savings' and not s.is_closed
      )
    from public.accounts a where a.user_id = auth.uid() and a.account_type = 'current';
end
$function$;

CREATE OR REPLACE FUNCTION private.get_interest (
  p_at timestamp with time zone DEFAULT now()
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  today constant date := private.london_date(p_at);
  owner_id constant uuid := (private.my_current_account()).user_id;
  rate constant numeric := private.interest_rate_on(today);
  next_rate private.interest_rates;
begin
  select r.* into next_rate from private.interest_rates r where r.starts_on > today order by r.starts_on limit 1;
  return jsonb_build_object(
    'rate', rate, 'aer', private.yearly_rate_with_interest(rate),
    'next_rate', next_rate.rate, 'next_aer', private.yearly_rate_with_interest(next_rate.rate), 'next_rate_from', next_rate.starts_on,
    'tax_year', private.tax_year_of(today),
    'accounts', private.interest_of(owner_id, private.tax_year_of(today)),
    'not_paid_yet', (
      select coalesce(jsonb_object_agg(unpaid.account_id, unpaid.interest), '{}')
      from (
        select d.account_id, round(sum(d.interest), 2) as interest
        from public.accounts a join private.interest_days d on d.account_id = a.id and d.movement_id is null
        where a.user_id = owner_id
        group by d.account_id
      ) unpaid
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.get_interest_certificate (
  p_tax_year integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  account constant public.accounts := private.my_current_account();
  accounts jsonb;
begin
  if (p_tax_year between 2000 and private.tax_year_of(private.london_date(now()))) is not true then
    raise exception 'There is no certificate for this tax year.' using errcode = 'PT404', hint = 'no-certificate';
  end if;
  accounts := private.interest_of(account.user_id, p_tax_year);
  return jsonb_build_object(
    'tax_year', p_tax_year, 'from', make_date(p_tax_year, 4, 6), 'until', make_date(p_tax_year + 1, 4, 5),
    'holder_name', account.account_holder_name, 'accounts', accounts,
    'total', (select coalesce(sum((a.value ->> 'interest')::numeric), 0) from jsonb_array_elements(accounts) a),
    'made_at', now()
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.get_statement (
  p_from       date,
  p_until      date,
  p_account_id uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return private.statement_of(private.my_statement_account(p_account_id), p_from, p_until);
end
$function$;

CREATE OR REPLACE FUNCTION private.get_statement_months (
  p_account_id uuid DEFAULT NULL::uuid
)
  RETURNS TABLE (
    month             date,
    transaction_count integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return query select * from private.statement_months(private.my_statement_account(p_account_id));
end
$function$;

CREATE OR REPLACE FUNCTION private.give_closing_notice (
  p_user_id uuid,
  p_reasons text,
  p_at      timestamp with time zone DEFAULT now()
)
  RETURNS uuid
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  given private.cases := private.open_case('closing', p_user_id, 'closing_days', 'closing_days', p_at);
  last_day constant text := private.day_in_words(private.due_day(given.due_at));
begin
  update private.cases c set letter = private.letter(
    given, 'We are closing your account', p_at,
    array[
      'We are ending our contract with you. Your account closes at the end of ' || last_day || '.',
      'Until then everything works as before: payments, your card, money that comes in.'
    ],
    array[
      ['Account', (
        select string_agg(a.sort_code || ' ' || a.account_number, ', ' order by a.account_type, a.place)
        from public.accounts a where a.user_id = p_user_id and not a.is_closed
      )],
      ['Notice given on', private.day_in_words(private.london_date(p_at))],
      ['Closes', 'At the end of ' || last_day],
      ['Why', p_reasons]
    ],
    array[
      'Before that day, tell those who pay you your new account, and move your regular payments and your money. Download your statements and letters before it too, in Settings under Close account. We keep them for six years, and money that is left: ask us for them by email.',
      'If you disagree, tell us in Chat or by email that you want to complain. It costs nothing, and we answer in writing.',
      'You can also ask the Financial Ombudsman Service, free, within six months of our answer: www.financial-ombudsman.org.uk, 0800 023 4567.',
      'Fernbank is a demonstration. No real money has moved, and the Ombudsman can''t help with it.'
    ]
  )
  where c.id = given.id;
  perform private.tell_customer_of_case(given, 'We''re closing your account',
    'We''re closing your account at the end of ' || last_day || '. Until then everything works. Why: ' || p_reasons
      || ' Our letter says how to complain.', p_at);
  perform private.audit('give_closing_notice', 'person', p_user_id, jsonb_build_object('case_id', given.id));
  return given.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_dealt_with (
  p_user_id  uuid,
  p_other_id uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return exists (
    select from public.accounts other
    join public.transactions t
      on t.user_id = p_user_id and other.account_number = case when t.incoming then t.from_account_number else t.to_account_number end
      and other.sort_code = case when t.incoming then t.from_sort_code else t.to_sort_code end
    where other.user_id = p_other_id
  ) or exists (
    select from public.accounts other
    join public.recipients r
      on r.user_id = p_user_id and r.account_number = other.account_number and r.sort_code = other.sort_code
    where other.user_id = p_other_id
  ) or exists (
    select from public.accounts other
    join public.outgoing_payments o
      on o.user_id = p_user_id and o.to_account_number = other.account_number and o.to_sort_code = other.sort_code
    where other.user_id = p_other_id
  ) or exists (
    select from private.cases c where c.user_id = p_user_id and private.is_kept_from(p_other_id, c)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.hide_sender (
  p_transaction_id uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  listed public.transactions;
begin
  perform private.require_approved();
  perform private.require_part('covered_texts');
  perform private.lock_person(auth.uid());
  select t.* into listed from public.transactions t
  where t.id = p_transaction_id and t.user_id = auth.uid() and t.incoming and t.from_account_number is not null
    and t.other_account_id is null;
  if not found then
    return false;
  end if;
  perform private.hide_messages(
    listed.user_id, (listed.from_account_holder_name, listed.from_sort_code, listed.from_account_number)
  );
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.interest_rate_request (
  p_step    text,
  p_request private.approval_requests,
  p_user_id uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  first_day constant date := p_request.decision::date;
begin
  case p_step
    when 'asked' then
      null;
    when 'listed' then
      return private.has_role('super_admin');
    when 'right' then
      return private.holds_super_admin(p_user_id);
    when 'lock' then
      perform pg_advisory_xact_lock(hashtextextended('interest rates', 0));
    when 'changed' then
      return first_day <= private.london_date(now())
        or exists (select from private.interest_rates r where r.starts_on = first_day)
        or private.interest_rate_on(first_day) <> p_request.amount_before;
    when 'approved' then
      insert into private.interest_rates (starts_on, rate) values (first_day, p_request.amount_after);
      perform private.audit('set_interest_rate', null, null, jsonb_build_object(
        'rate_before', p_request.amount_before, 'rate', p_request.amount_after, 'starts_on', first_day, 'request_id', p_request.id
      ));
  end case;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_own_sort_code (
  p_sort_code text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  -- add_account gives accounts these sort codes.
  return coalesce(p_sort_code ~ '^00-[1-9][0-9]-[1-9][0-9]$', false);
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_for_closed (
  p_movement_id uuid,
  p_account_id  uuid,
  p_amount      numeric,
  p_at          timestamp with time zone
)
  RETURNS uuid
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.least_balance_of (
  p_user_id uuid
)
  RETURNS numeric
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return coalesce((select c.low_balance from private.notification_choices c where c.user_id = p_user_id), 0);
end
$function$;

CREATE OR REPLACE FUNCTION private.ledger_events (
  p_listed   public.transactions,
  p_payment  private.payment_sides,
  p_outgoing public.outgoing_payments,
  p_bank     private.bank_payments,
  p_began_at timestamp with time zone
)
  RETURNS SETOF private.payment_event
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.list_approval_requests (
  p_waiting boolean DEFAULT true,
  p_after   uuid    DEFAULT NULL::uuid,
  p_limit   integer DEFAULT 50
)
  RETURNS TABLE (
    id              uuid,
    created_at      timestamp with time zone,
    kind            text,
    reason          text,
    asked_by        uuid,
    asked_by_name   text,
    user_id         uuid,
    user_name       text,
    user_email      text,
    transaction_id  uuid,
    amount_before   numeric,
    amount_after    numeric,
    state           text,
    problem         text,
    can_decide      boolean,
    decided_at      timestamp with time zone,
    decided_by_name text,
    decision_reason text,
    decision        text,
    case_kind       text,
    payee           jsonb,
    account_number  text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  perform private.require_approver();
  perform private.require_list_recorded('list_approvals');
  return query
  with page as (
    select r.*, r as request, r.state = 'waiting' and private.can_decide(r) as is_possible
    from private.approval_requests r
    where (r.state = 'waiting') = p_waiting
      and (
        r.asked_by = auth.uid()
        -- Nobody learns that colleagues are about to take their money back or to delete them.
        or (r.user_id = auth.uid() or r.other_user_id = auth.uid()) is not true and private.request_step('listed', r)
      )
      and (p_after is null or case when p_waiting then r.id > p_after else r.id < p_after end)
    order by case when p_waiting then r.id end, r.id desc
    limit private.page_size(p_limit)
  )
  select
    r.id, r.created_at, r.kind, r.reason, r.asked_by, asker.full_name::text, r.user_id, person.full_name::text, u.email::text,
    r.transaction_id, r.amount_before::numeric, r.amount_after::numeric, r.state,
    case when r.state = 'waiting' then coalesce(
      private.request_problem(r.request),
      case when r.is_possible and not private.is_independent(auth.uid(), r.request) then 'not-independent' end
    ) end,
    r.is_possible, r.decided_at, decider.full_name::text, r.decision_reason, r.decision, about.kind, r.payee, account.account_number::text
  from page r
  left join public.profiles asker on asker.id = r.asked_by
  left join public.profiles person on person.id = r.user_id
  left join auth.users u on u.id = r.user_id
  left join private.cases about on r.kind = 'case' and about.id = r.transaction_id
  left join public.accounts account on r.kind = 'balance' and account.id = r.transaction_id
  left join public.profiles decider on decider.id = r.decided_by
  order by case when p_waiting then r.id end, r.id desc;
end
$function$;

CREATE OR REPLACE FUNCTION private.list_interest_rates()
  RETURNS TABLE (
    starts_on  date,
    rate       numeric,
    aer        numeric,
    decided_at timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require_super_admin();
  return query
  select r.starts_on, r.rate::numeric, private.yearly_rate_with_interest(r.rate), r.decided_at
  from private.interest_rates r order by r.starts_on desc limit 100;
end
$function$;

CREATE OR REPLACE FUNCTION private.list_my_accounts()
  RETURNS TABLE (
    id                  uuid,
    account_type        text,
    name                text,
    colour              text,
    goal                numeric,
    goal_on             date,
    balance             numeric,
    pending             numeric,
    sort_code           text,
    account_number      text,
    account_holder_name text,
    opened_at           timestamp with time zone,
    closed_at           timestamp with time zone,
    wait_hours          integer,
    next_wait_hours     integer,
    next_wait_from      timestamp with time zone,
    takes_round_ups     boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.is_suspended_customer() then
    -- Their statements are of these accounts.
    perform private.my_statement_account();
  else
    perform private.require_approved();
  end if;
  return query
  select
    a.id, a.account_type::text, s.name, s.colour, s.goal, s.goal_on, a.balance, private.pending_of(a),
    a.sort_code::text, a.account_number::text, a.account_holder_name::text, a.created_at, s.closed_at,
    private.waiting_hours(a.id, now()), case when s.next_wait_from > now() then s.next_wait_hours::integer end,
    case when s.next_wait_from > now() then s.next_wait_from end,
    exists (select from private.round_ups r where r.to_account_id = a.id)
  from public.accounts a
  left join private.savings_accounts s on s.account_id = a.id
  where a.user_id = auth.uid()
  order by a.place;
end
$function$;

CREATE OR REPLACE FUNCTION private.list_upcoming_payments (
  p_days integer DEFAULT NULL::integer
)
  RETURNS TABLE (
    outgoing_payment_id uuid,
    regular_payment_id  uuid,
    to_name             text,
    to_sort_code        text,
    to_account_number   text,
    amount              numeric,
    reference           text,
    send_on             date,
    frequency           text,
    review_until        date,
    awaits_owner        boolean,
    other_account_id    uuid
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.list_waiting_moves (
  p_account_id uuid
)
  RETURNS TABLE (
    id            uuid,
    to_account_id uuid,
    amount        numeric,
    created_at    timestamp with time zone,
    due_at        timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  account constant public.accounts := private.my_account(p_account_id);
begin
  return query
  select w.id, w.to_account_id, w.amount, w.created_at, w.due_at from private.waiting_moves w
  where w.from_account_id = account.id and w.state = 'waiting'
  order by w.due_at, w.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_accounts_of (
  p_user_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform from public.accounts a where a.user_id = p_user_id order by a.id for no key update;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_calling_payer()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.lock_payer(auth.uid());
  if tg_table_name = 'accounts' then
    perform private.lock_accounts_of(auth.uid());
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_shown_account (
  p_user_id      uuid,
  p_seen_balance numeric,
  p_account_id   uuid
)
  RETURNS public.accounts
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  account public.accounts;
begin
  select a.* into account from public.accounts a
  where a.user_id = p_user_id
    and case when p_account_id is null then a.account_type = 'current' else a.id = p_account_id and not a.is_closed end
  for no key update;
  if not found then
    raise exception 'This person has no account yet.' using errcode = 'PT404', hint = 'no-account';
  elsif account.balance is distinct from p_seen_balance then
    -- Otherwise a payment made since the form was opened would be undone.
    raise exception 'The balance has changed. Please check it and try again.' using errcode = 'PT409', hint = 'balance-changed';
  end if;
  return account;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_facts (
  p_about_id uuid,
  p_kind     text
)
  RETURNS SETOF private.mail_facts
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  mail private.mail_facts;
begin
  if p_kind = 'note' then
    select n.user_id, n.title, n.message, n.created_at, n.type
    into mail.user_id, mail.title, mail.message, mail.created_at, mail.notification_type
    from public.user_notifications n where n.id = p_about_id;
  elsif p_kind = 'security' then
    select n.user_id, n.title, n.message, n.created_at
    into mail.user_id, mail.title, mail.message, mail.created_at
    from private.security_mails n where n.id = p_about_id;
  elsif p_kind = 'pin' then
    mail.title := 'Set your new PIN';
    mail.message := 'You asked for help with your security PIN, and our staff have agreed. Set a new PIN with this link. It works once, for one day.';
    select r.user_id, r.agreed_at into mail.user_id, mail.created_at
    from private.pin_reset_requests r
    where r.mail_id = p_about_id and r.used_by is null and r.agreed_at > now() - private.pin_link_life();
  elsif p_kind = 'sign_up' then
    select s.user_id, s.told_at, 'You already have an account', case
      when p.closed_at is not null
        then 'Somebody tried to sign up with this email address. Its account is closed, so it can''t open another one.'
      else 'Somebody tried to sign up with this email address, which already has an account. If it was you, sign in with your PIN, or choose Forgotten details? on the sign-in page.'
    end || ' If it wasn''t you, there is nothing to do: nothing in your account has changed.'
    into mail.user_id, mail.created_at, mail.title, mail.message
    from private.known_sign_ups s join public.profiles p on p.id = s.user_id where s.mail_id = p_about_id;
  elsif p_kind = 'rejection' then
    mail.title := 'We couldn''t open your Fernbank account';
    select r.user_id, 'Reason: ' || r.reason, r.rejected_at
    into mail.user_id, mail.message, mail.created_at
    from private.rejections r where r.user_id = p_about_id;
  elsif p_kind = 'event' then
    mail := private.mail_about_event(p_about_id);
  elsif p_kind = 'payment' then
    select
      t.user_id, t.created_at, case when t.incoming then 'recipient' else 'sender' end,
      case when t.incoming then t.from_account_holder_name else t.to_account_holder_name end, t.amount,
      case when t.incoming then t.from_sort_code else t.to_sort_code end,
      case when t.incoming then t.from_account_number else t.to_account_number end,
      case when t.incoming then nullif(t.reference, 'Payment from ' || t.from_account_holder_name) else t.reference end
    into
      mail.user_id, mail.created_at, mail.notification_type, mail.counterparty_name, mail.amount, mail.sort_code,
      mail.account_number, mail.reference
    from public.transactions t
    -- What was returned before the mail was sent has a note instead.
    where t.id = p_about_id and t.status = 'completed' and t.reversed_at is null and t.other_account_id is null
      and private.wants_payment_mail(t.user_id, t.incoming);
  end if;
  if mail.user_id is not null then
    return next mail;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.make_regular_move (
  p_payment public.outgoing_payments,
  p_to_id   uuid,
  p_at      timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  source public.accounts;
  target public.accounts;
  hours constant integer := private.waiting_hours(p_payment.from_account_id, p_at);
begin
  -- In the order in which movements lock accounts. What is read here stays so.
  perform from public.accounts a where a.id in (p_payment.from_account_id, p_to_id) order by a.id for no key update;
  select a.* into strict source from public.accounts a where a.id = p_payment.from_account_id;
  select a.* into strict target from public.accounts a where a.id = p_to_id;
  if source.is_frozen then
    perform private.raise_frozen();
  end if;
  perform private.require_open_account(source);
  perform private.require_open_account(target);
  if hours > 0 then
    perform private.wait_with_move(p_payment.id, source, target, p_payment.amount, hours, p_at);
  else
    perform private.book_move(p_payment.id, source, target, p_payment.amount, p_at);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.make_waiting_move (
  p_id uuid,
  p_at timestamp with time zone DEFAULT now()
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '500ms'
  AS $function$
declare
  due private.waiting_moves;
  source public.accounts;
  target public.accounts;
begin
  select w.* into due from private.waiting_moves w
  where w.id = p_id and w.state = 'waiting' and w.due_at <= p_at
  for update skip locked;
  if not found then
    return false;
  end if;
  -- In the order in which movements lock accounts. What is read here stays so.
  perform from public.accounts a where a.id in (due.from_account_id, due.to_account_id) order by a.id for no key update;
  select a.* into strict source from public.accounts a where a.id = due.from_account_id;
  select a.* into strict target from public.accounts a where a.id = due.to_account_id;
  if source.is_frozen then
    return false;
  elsif source.is_closed or target.is_closed or source.balance < due.amount then
    update private.waiting_moves w set state = 'failed' where w.id = due.id;
    perform private.notify(
      source.user_id, 'savings', 'A move was not made',
      'The move out of your protected savings was not made: there is not enough money in the account, or it is closed.', p_at
    );
    return true;
  end if;
  perform private.book_move(due.id, source, target, due.amount, p_at);
  update private.waiting_moves w set state = 'made' where w.id = due.id;
  return true;
exception when lock_not_available or deadlock_detected or serialization_failure then
  raise warning 'waiting move % was not made: %', p_id, sqlstate;
  return false;
end
$function$;

CREATE OR REPLACE FUNCTION private.move_own_money (
  p_request_id uuid,
  p_from_id    uuid,
  p_to_id      uuid,
  p_amount     text
)
  RETURNS TABLE (
    movement_id  uuid,
    amount       numeric,
    from_balance numeric,
    to_balance   numeric,
    created_at   timestamp with time zone,
    waits_until  timestamp with time zone
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  source constant public.accounts := private.my_account(p_from_id);
  target constant public.accounts := private.my_account(p_to_id);
  pounds constant numeric(14, 2) := private.plain_decimal(p_amount);
  payload_hash constant bytea := substr(sha256(convert_to(
    concat_ws(E'\n', 'move', source.id, target.id, pounds), 'utf8'
  )), 1, 16);
  -- As payments: a change of the customer's accounts waits for their moves.
  is_locked constant boolean := pg_advisory_xact_lock_shared(hashtextextended('payments by ' || auth.uid(), 0)) is not null;
  made private.payment_orders;
  hours integer;
begin
  if source.id = target.id then
    raise exception 'Please choose two different accounts.' using errcode = 'PT400', hint = 'field:to';
  elsif p_request_id is null then
    raise exception 'A move needs a request id.' using errcode = 'PT400';
  end if;
  perform private.require_valid_amount(pounds);
  -- The key of a payment, too: a request has one outcome, whatever it asks for.
  insert into private.payment_orders as o (user_id, request_id, created_at, payload_hash, movement_id)
  values (source.user_id, p_request_id, now(), payload_hash, private.new_id())
  on conflict do nothing
  returning o.* into made;
  if found then
    -- Read again: a closing may have waited for no move, and this one for the closing.
    perform private.require_open_account(private.my_account(source.id));
    perform private.require_open_account(private.my_account(target.id));
    hours := private.waiting_hours(source.id, made.created_at);
    if hours = 0 then
      perform private.book_move(made.movement_id, source, target, pounds, made.created_at);
    end if;
    -- After the accounts: interest and a closing lock them first, too.
    perform private.count_move(case when source.account_type = 'savings' then source.id else target.id end, made.created_at);
    if hours > 0 then
      perform private.wait_with_move(
        made.movement_id, private.my_account(source.id), target, pounds, hours, made.created_at
      );
    end if;
  else
    select o.* into strict made from private.payment_orders o
    where o.user_id = source.user_id and o.request_id = p_request_id;
    perform private.require_same_request(made.payload_hash = payload_hash);
  end if;
  return query
  select
    made.movement_id, pounds,
    coalesce(max(e.balance_after) filter (where e.account_id = source.id), source.balance),
    coalesce(max(e.balance_after) filter (where e.account_id = target.id), target.balance),
    made.created_at,
    -- Also once the move is made or taken back: a repeated request gets the first answer.
    (select w.due_at from private.waiting_moves w where w.id = made.movement_id)
  from private.ledger_entries e
  where e.account_id in (source.id, target.id) and e.created_at = made.created_at and e.movement_id = made.movement_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.my_account (
  p_id uuid
)
  RETURNS public.accounts
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  account public.accounts;
begin
  perform private.require_approved();
  select a.* into account from public.accounts a where a.id = p_id and a.user_id = auth.uid();
  if not found then
    raise exception 'We can''t find that account.' using errcode = 'PT404', hint = 'no-account';
  end if;
  return account;
end
$function$;

CREATE OR REPLACE FUNCTION private.my_open_savings (
  p_id uuid
)
  RETURNS public.accounts
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  account constant public.accounts := private.my_account(p_id);
begin
  if account.account_type <> 'savings' then
    raise exception 'We can''t find that account.' using errcode = 'PT404', hint = 'no-account';
  elsif account.is_closed then
    raise exception 'This account is closed.' using errcode = 'PT409', hint = 'account-closed';
  end if;
  return account;
end
$function$;

CREATE OR REPLACE FUNCTION private.my_statement_account (
  p_account_id uuid DEFAULT NULL::uuid
)
  RETURNS public.accounts
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  account public.accounts;
begin
  if not private.is_suspended_customer() then
    return case when p_account_id is null then private.my_current_account() else private.my_account(p_account_id) end;
  end if;
  perform private.require_suspended();
  if not private.may_read_while_suspended(auth.uid()) then
    raise exception 'You can read your statements when we know that it is you.' using errcode = 'PT403', hint = 'no-statements';
  end if;
  select a.* into account from public.accounts a where a.user_id = auth.uid()
    and case when p_account_id is null then a.account_type = 'current' else a.id = p_account_id end;
  if not found then
    raise exception 'You do not have an account yet.' using errcode = 'PT404', hint = 'no-account';
  end if;
  return account;
end
$function$;

CREATE OR REPLACE FUNCTION private.name_audit_row()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  subject record;
  colleague uuid;
begin
  select s.* into subject
  from (
    select a.account_number as name, a.user_id as person_id from public.accounts a
    where new.subject_kind in ('account', 'card') and a.id = new.subject_id
    union all
    select private.payment_in_words(t.amount, t.incoming, private.other_party_of(t)), t.user_id
    from public.transactions t where new.subject_kind = 'payment' and t.id = new.subject_id
    union all
    select
      private.payment_in_words(o.amount, false, private.name_for_staff(
        o.user_id, (o.to_account_holder_name, o.to_sort_code, o.to_account_number)
      )), o.user_id
    from public.outgoing_payments o where new.subject_kind = 'payment' and o.id = new.subject_id
    union all
    select
      private.payment_in_words(r.amount, false, private.name_for_staff(
        r.user_id, (r.to_account_holder_name, r.to_sort_code, r.to_account_number)
      )), r.user_id
    from public.regular_payments r where new.subject_kind = 'payment' and r.id = new.subject_id
    union all
    select null, c.user_id from public.chat_conversations c
    where new.subject_kind = 'chat' and c.id in (new.subject_id, (new.details ->> 'conversation_id')::uuid)
  ) s
  limit 1;
  new.subject_name := coalesce(new.subject_name, subject.name);
  new.person_id := coalesce(
    subject.person_id, (new.details ->> 'user_id')::uuid, case when new.subject_kind = 'person' then new.subject_id end
  );
  select p.full_name into new.actor_name from public.profiles p where p.id = new.actor_id;
  select p.full_name into new.person_name from public.profiles p where p.id = new.person_id;
  for colleague in select d.value from jsonb_each_text(new.details) d where d.key in ('to_admin_id', 'from_admin_id', 'asked_by') loop
    new.details := new.details || jsonb_build_object('colleague', (select p.full_name from public.profiles p where p.id = colleague));
  end loop;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.name_for_staff (
  p_user_id uuid,
  p_party   private.party
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return coalesce(
    (
      select a.account_holder_name from public.accounts a
      where a.user_id = p_user_id and a.sort_code = p_party.sort_code and a.account_number = p_party.account_number
    ),
    p_party.name
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.name_regular_moves (
  p_account public.accounts,
  p_name    text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.lock_outgoing_payments(p_account.user_id);
  update public.regular_payments r set to_account_holder_name = p_name
  where r.user_id = p_account.user_id and r.other_account_id = p_account.id and r.state in ('active', 'paused');
  update public.outgoing_payments o set to_account_holder_name = p_name
  from public.regular_payments r
  where r.user_id = p_account.user_id and r.other_account_id = p_account.id
    and o.regular_payment_id = r.id and o.state = 'scheduled';
end
$function$;

CREATE OR REPLACE FUNCTION private.next_payday (
  p_regular public.regular_payments,
  p_at      timestamp with time zone
)
  RETURNS date
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  last_due date;
begin
  select max(o.due_on) into last_due from public.outgoing_payments o
  where o.regular_payment_id = p_regular.id and o.occurrence < p_regular.next_occurrence;
  return (
    -- Five days after the last pay, which came the day before the move.
    select pay.paid_on + 1 from private.regular_pay(p_regular.user_id, greatest(p_regular.starts_on, last_due + 4), p_at) pay
    limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.note_closed_money()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.amount < 0 then
    -- A payment goes back whole or not at all.
    perform private.refuse_recalls_of(new.user_id, private.money_waiting_for(new.user_id));
  -- What was left at the closing is in the mail about it.
  elsif exists (select from public.accounts a where a.user_id = new.user_id and a.account_type = 'current' and a.is_closed) then
    perform private.owe_mail('note', private.notify(
      new.user_id, 'payment', 'Money came in after your account was closed',
      private.in_pounds(new.amount) || ' came in after your account was closed. Tell us the account that it should go to.',
      new.created_at
    ));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.open_account (
  p_user_id uuid,
  p_at      timestamp with time zone DEFAULT now()
)
  RETURNS uuid
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  opening_balance constant private.money := 5000.00;
  account_id uuid := private.add_account(p_user_id, 'current', 0, p_at);
begin
  if account_id is null then
    select a.id into account_id from public.accounts a where a.user_id = p_user_id and a.account_type = 'current';
  else
    perform private.move_money(account_id, private.ledger_account('opening balances'), account_id, opening_balance, p_at);
    perform private.account_opens(account_id, p_at);
  end if;
  return account_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.open_request (
  p_kind           text,
  p_reason         text,
  p_user_id        uuid,
  p_transaction_id uuid    DEFAULT NULL::uuid,
  p_before         numeric DEFAULT NULL::numeric,
  p_after          numeric DEFAULT NULL::numeric,
  p_other_user_id  uuid    DEFAULT NULL::uuid,
  p_decision       text    DEFAULT NULL::text,
  p_payee          jsonb   DEFAULT NULL::jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  request private.approval_requests;
begin
  -- A request that can no longer be approved makes way for a new one.
  update private.approval_requests r set state = 'expired', decided_at = now()
  where r.kind = p_kind and r.state = 'waiting'
    and (r.kind = 'rules' or coalesce(r.transaction_id, r.user_id) = coalesce(p_transaction_id, p_user_id))
    and private.request_problem(r) is not null;
  insert into private.approval_requests (
    kind, asked_by, reason, user_id, other_user_id, transaction_id, amount_before, amount_after, decision, payee
  )
  values (p_kind, auth.uid(), p_reason, p_user_id, p_other_user_id, p_transaction_id, p_before, p_after, p_decision, p_payee)
  on conflict do nothing
  returning * into request;
  if request.id is null then
    raise exception 'This change already waits for a second administrator.' using errcode = 'PT409', hint = 'approval-pending';
  end if;
  -- Also refuses a kind that request_step does not know.
  perform private.require_right(private.has_right_to(request.asked_by, request));
  perform private.audit('request_approval', 'person', p_user_id, jsonb_strip_nulls(jsonb_build_object(
    'request_id', request.id, 'kind', p_kind, 'transaction_id', p_transaction_id,
    -- The audit shows from and to as amounts.
    case p_kind when 'interest_rate' then 'rate_before' else 'from' end, p_before,
    case p_kind when 'interest_rate' then 'rate' else 'to' end, p_after
  )));
end
$function$;

CREATE OR REPLACE FUNCTION private.open_savings_account (
  p_name       text,
  p_colour     text,
  p_goal       text DEFAULT NULL::text,
  p_goal_on    text DEFAULT NULL::text,
  p_request_id uuid DEFAULT gen_random_uuid()
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  most_open constant integer := 10;
  most_in_a_day constant integer := 20;
  owner_id constant uuid := (private.my_current_account()).user_id;
  details constant private.savings_accounts := private.read_savings_details(p_name, p_colour, p_goal, p_goal_on);
  first private.savings_accounts;
  open_accounts integer;
  last_place integer;
  new_id uuid;
begin
  -- Serialises what one customer opens.
  perform private.lock_person(owner_id);
  select s.* into first from public.accounts a join private.savings_accounts s on s.account_id = a.id
  where a.user_id = owner_id and s.request_id = p_request_id;
  if found then
    perform private.require_same_request(
      (first.name, first.colour, first.goal, first.goal_on)
        is not distinct from (details.name, details.colour, details.goal, details.goal_on),
      'This account was already opened with different details. Please start again.'
    );
    return first.account_id;
  end if;
  select count(*) filter (where not a.is_closed), coalesce(max(a.place), 0) into open_accounts, last_place
  from public.accounts a where a.user_id = owner_id and a.account_type = 'savings';
  if open_accounts >= most_open then
    raise exception 'You can have up to % savings accounts. Close one to open another.', most_open
      using errcode = 'PT409', hint = 'too-many-savings';
  elsif private.times_done('open_savings_account', '1 day') >= most_in_a_day then
    raise exception 'You''ve opened % savings accounts today. Please try again tomorrow.', most_in_a_day
      using errcode = 'PT429', hint = 'too-many-changes';
  end if;
  new_id := private.add_account(owner_id, 'savings', last_place + 1, now());
  insert into private.savings_accounts (account_id, request_id, name, colour, goal, goal_on, interest_until)
  values (
    new_id, p_request_id, details.name, details.colour, details.goal, details.goal_on, private.london_date(now())
  );
  -- Who was reported as a scam is not trusted under another number.
  insert into private.payee_reports (sort_code, account_number, reporter_id, transaction_id, created_at)
  select a.sort_code, a.account_number, r.reporter_id, r.transaction_id, r.created_at
  from public.accounts a
  cross join public.accounts c
  join private.payee_reports r on r.sort_code = c.sort_code and r.account_number = c.account_number
  where a.id = new_id and c.user_id = owner_id and c.account_type = 'current';
  perform private.audit('open_savings_account', 'account', new_id);
  return new_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.other_party_of (
  p_row public.transactions
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return private.name_for_staff(p_row.user_id, case
    when p_row.incoming then (p_row.from_account_holder_name, p_row.from_sort_code, p_row.from_account_number)::private.party
    else (p_row.to_account_holder_name, p_row.to_sort_code, p_row.to_account_number)::private.party
  end);
end
$function$;

CREATE OR REPLACE FUNCTION private.owe_mails_of_incoming (
  p_ids uuid[],
  p_at  timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  flooded uuid[];
begin
  with incoming as (
    select t.id, t.user_id, earlier.count + row_number() over (partition by t.user_id order by t.id) as nth
    from public.transactions t
    cross join lateral (
      select count(*) from (
        select from public.transactions e
        where e.user_id = t.user_id and e.incoming and e.other_account_id is null
          and e.created_at > p_at - interval '1 day' and e.created_at < p_at
        -- In the order of the index, so that it stops at the limit.
        order by e.created_at desc
        limit 20
      ) counted
    ) earlier
    where t.id = any (p_ids)
  ),
  -- Without a limit another bank or customer could send a customer any number of mails, a penny each.
  mail as (
    insert into private.due_mails (kind, about_id) select 'payment', i.id from incoming i where i.nth <= 20
  )
  select array_agg(distinct i.user_id) into flooded from incoming i where i.nth > 20;
  perform private.owe_mail('note', private.notify(
    i.user_id, 'many_payments', 'Many payments today',
    'You''ve received more than 20 payments within a day. We won''t email you about each further one today. You find them all in your transactions.',
    p_at
  ))
  from unnest(flooded) i (user_id)
  where not exists (
    select from public.user_notifications n
    where n.user_id = i.user_id and n.type = 'many_payments' and n.created_at > p_at - interval '1 day'
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.owe_push_event (
  p_user_id    uuid,
  p_event      text,
  p_about_id   uuid,
  p_at         timestamp with time zone DEFAULT now(),
  p_not_before timestamp with time zone DEFAULT now()
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  with wanted as (
    -- What goes with a choice.
    select case p_event when 'card_refused' then 'card' when 'payment' then 'money_out' else p_event end as event
  ),
  push_event as (
    insert into private.push_events (user_id, subscription_id, event, about_id)
    select p_user_id, p.id, p_event, p_about_id
    from private.push_subscriptions p
    cross join wanted w
    join private.settings s on s.push_public_key = p.server_key
    -- What happened before belongs to nobody's screen.
    where p.user_id = p_user_id and p.is_on and p_at >= p.created_at
      and (p_event in ('security', 'savings') or (
        private.wants(p_user_id, 'push', w.event)
        -- One customer's many small payments must not make the messages of the others wait.
        and (
          select count(*) < 30 from private.push_events n
          where n.subscription_id = p.id and n.created_at > now() - interval '1 hour'
        )
      ))
    union all
    select p_user_id, null, p_event, p_about_id
    -- These have a mail already, or always have one.
    where p_event in ('card', 'card_refused', 'low_balance', 'agent')
      and private.wants(p_user_id, 'mail', (select w.event from wanted w))
    on conflict do nothing
    returning id, subscription_id
  )
  insert into private.due_mails (kind, about_id, taken_until)
  select case when n.subscription_id is null then 'event' else 'push' end, n.id, p_not_before from push_event n;
end
$function$;

CREATE OR REPLACE FUNCTION private.owe_push_events_to (
  p_user_id uuid,
  p_since   timestamp with time zone,
  p_at      timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.owe_push_event(
    t.user_id, case when t.incoming then 'money_in' when t.mcc is not null then 'card' else 'money_out' end, t.id, t.created_at
  )
  from public.transactions t
  where t.user_id = p_user_id and t.created_at > p_since
    and t.status <> 'failed' and t.reversed_at is null and t.other_account_id is null
    and (t.status = 'completed' or not t.incoming)
    and not exists (select from private.push_events n where n.about_id = t.id)
    -- It can still be undone.
    and not exists (select from public.outgoing_payments o where o.id = t.id and o.state = 'held');
  perform private.tell_of_low_balance(
    p_user_id,
    exists (
      select from public.transactions t
      where t.user_id = p_user_id and t.created_at > p_since and t.other_account_id is null
    ),
    p_at
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.owe_security_push_event()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- The mail about a sign-in waits for the id of a known browser, and is withdrawn for one. The message waits as long.
  perform private.owe_push_event(
    n.user_id, case when n.savings_id is null then 'security' else 'savings' end, n.id, p_not_before => new.taken_until
  )
  from private.security_mails n where n.id = new.about_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.own_name_of (
  p_account public.accounts
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return coalesce((select s.name from private.savings_accounts s where s.account_id = p_account.id), 'Current account');
end
$function$;

CREATE OR REPLACE FUNCTION private.pay_interest (
  p_account_id uuid,
  p_before     date,
  p_at         timestamp with time zone
)
  RETURNS numeric
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  new_id constant uuid := private.new_id();
  bank constant private.party := ('Fernbank', null, null);
  account public.accounts;
  due numeric;
begin
  with paid as (
    update private.interest_days d set movement_id = new_id
    where d.account_id = p_account_id and d.movement_id is null and d.day < p_before
    returning d.interest
  )
  select round(coalesce(sum(p.interest), 0), 2) into due from paid p;
  -- What is less than half a penny in a month is not paid.
  if due > 0 then
    perform private.move_money(new_id, private.ledger_account('interest paid'), p_account_id, due, p_at);
    select a.* into strict account from public.accounts a where a.id = p_account_id;
    perform private.record_incoming(new_id, new_id, account, bank, due, 'Interest', p_at);
    insert into private.interest_payments (movement_id, account_id, paid_on, amount)
    values (new_id, p_account_id, private.london_date(p_at), due);
  end if;
  return due;
end
$function$;

CREATE OR REPLACE FUNCTION private.pay_out (
  p_user_id    uuid,
  p_payee      jsonb,
  p_amount     numeric,
  p_request_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  payee constant private.party := jsonb_populate_record(null::private.party, p_payee);
  paid_at constant timestamptz := clock_timestamp();
  movement_id constant uuid := private.new_id();
  account_id uuid;
begin
  -- An ordinary payment: it is in the statement, and another bank can return it. No other transaction sees the account open.
  update public.accounts a set is_closed = false, is_frozen = false
  where a.user_id = p_user_id and a.account_type = 'current' returning a.id into account_id;
  insert into private.closed_money (user_id, movement_id, created_at, amount) values (p_user_id, movement_id, paid_at, -p_amount);
  perform private.move_money(movement_id, private.ledger_account('closed accounts'), account_id, p_amount, paid_at);
  -- No limit of the day: what a bank has sent back can be sent again at once.
  perform private.pay(
    p_user_id, p_request_id, private.payment_to(payee, p_amount::text, 'Closed account'), paid_at, 'Infinity'
  );
  update public.accounts a set is_closed = true, is_frozen = true where a.id = account_id;
  perform private.tell_owner(
    p_user_id, 'Your money is on its way',
    private.in_pounds(p_amount) || ' was sent to ' || payee.name || ', ' || payee.sort_code || ', account ending '
      || right(payee.account_number, 4) || '.'
  );
  perform private.audit('pay_closed_money', 'person', p_user_id, jsonb_build_object('amount', p_amount, 'request_id', p_request_id));
end
$function$;

CREATE OR REPLACE FUNCTION private.protect_savings (
  p_id    uuid,
  p_hours integer,
  p_at    timestamp with time zone DEFAULT now()
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  account constant public.accounts := private.my_open_savings(p_id);
  hours_now integer;
  known private.savings_accounts;
begin
  if (p_hours in (0, 24, 72)) is not true then
    raise exception 'Please choose 24 or 72 hours.' using errcode = 'PT400', hint = 'field:hours';
  end if;
  select s.* into strict known from private.savings_accounts s where s.account_id = account.id for update;
  hours_now := private.waiting_hours(account.id, p_at);
  if p_hours < hours_now and known.next_wait_from > p_at and known.next_wait_hours = p_hours
    or p_hours = hours_now and coalesce(known.next_wait_from <= p_at, true)
  then
    return;
  end if;
  update private.savings_accounts s set
    wait_hours = greatest(hours_now, p_hours),
    next_wait_hours = case when p_hours < hours_now then p_hours end,
    next_wait_from = case when p_hours < hours_now then p_at + hours_now * interval '1 hour' end
  where s.account_id = account.id;
  perform private.audit('protect_savings', 'account', account.id, jsonb_build_object('hours_before', hours_now, 'hours', p_hours));
  if p_hours < hours_now then
    perform private.tell_owner(
      account.user_id, 'The protection of your savings will change',
      'From ' || private.time_and_day(p_at + hours_now * interval '1 hour') || ', money can leave a protected account '
        || case p_hours when 0 then 'at once' else 'after 24 hours' end
        || '. Until then you can keep it as it is, on the account''s page in the app.', account.id
    );
    perform private.savings_may_leave(account.user_id, p_at);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.push_event_facts (
  p_user_id  uuid,
  p_event    text,
  p_about_id uuid
)
  RETURNS TABLE (
    amount       numeric,
    counterparty text,
    message      text,
    topic        uuid
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  if p_event in ('money_in', 'money_out', 'card') then
    return query
    select t.amount, case when t.incoming then t.from_account_holder_name else t.to_account_holder_name end::text, null::text, t.id
    from public.transactions t
    where t.id = p_about_id and t.user_id = p_user_id and t.status <> 'failed' and t.reversed_at is null;
  elsif p_event in ('card_refused', 'payment') then
    return query
    select null::numeric, null::text, n.message, n.id from public.user_notifications n where n.id = p_about_id;
  elsif p_event in ('security', 'savings') then
    return query
    select null::numeric, null::text, n.title, coalesce(n.savings_id, n.id) from private.security_mails n where n.id = p_about_id;
  elsif p_event = 'low_balance' then
    return query
    select c.low_balance, null::text, null::text, p_user_id from private.notification_choices c
    where c.user_id = p_user_id and c.is_low and c.low_balance is not null;
  else
    return query
    select null::numeric, null::text, null::text, m.conversation_id from public.chat_messages m where m.id = p_about_id;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_regular_terms (
  p_frequency     text,
  p_starts_on     text,
  p_ends_on       text,
  p_payment_count text,
  p_today         date,
  p_is_move       boolean DEFAULT false
)
  RETURNS private.regular_terms
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  starts_on constant date := private.plain_date(p_starts_on);
  -- Today's payment is made as a payment of its own.
  first_occurrence constant integer := case when starts_on = p_today and not p_is_move then 1 else 0 end;
  regular_end private.regular_end;
  terms private.regular_terms;
begin
  if (p_frequency in ('weekly', 'two_weekly', 'four_weekly', 'monthly', 'yearly') or p_is_move and p_frequency = 'payday') is not true then
    raise exception 'Choose how often to pay.' using errcode = 'PT400', hint = 'field:frequency';
  elsif (starts_on between p_today and p_today + interval '1 year') is not true then
    raise exception 'Choose a day from today to one year ahead.' using errcode = 'PT400', hint = 'field:day';
  end if;
  regular_end := private.read_regular_end(
    p_ends_on, p_payment_count, coalesce(private.regular_date(starts_on, p_frequency, first_occurrence), starts_on)
  );
  terms.frequency := p_frequency;
  terms.starts_on := starts_on;
  terms.first_occurrence := first_occurrence;
  terms.ends_on := regular_end.ends_on;
  terms.payments_left := regular_end.payments_left;
  return terms;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_savings_details (
  p_name          text,
  p_colour        text,
  p_goal          text,
  p_goal_on       text,
  p_known_goal_on date DEFAULT NULL::date
)
  RETURNS private.savings_accounts
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  details private.savings_accounts;
  most constant numeric := 1000000;
begin
  details.name := btrim(p_name);
  details.colour := p_colour;
  details.goal := private.plain_decimal(nullif(btrim(p_goal), ''));
  details.goal_on := private.plain_date(nullif(p_goal_on, ''));
  perform private.require_no_problem(case
    when coalesce(details.name, '') = '' then array['name', 'Enter a name for the account.']
    when char_length(details.name) > 30 then array['name', 'Name must be at most 30 characters.']
    when private.customer_name_problem(details.name) is not null then array['name', private.customer_name_problem(details.name)]
    when (p_colour in ('green', 'blue', 'purple', 'pink', 'orange', 'grey')) is not true then array['colour', 'Please choose a colour.']
    when btrim(p_goal) <> '' and (details.goal > 0 and details.goal <= most) is not true
      then array['goal', 'Enter an amount up to £1,000,000, or leave it empty.']
    when p_goal_on <> '' and details.goal is null then array['goal', 'Enter the amount that you save for.']
    when p_goal_on <> '' and (details.goal_on > private.london_date(now()) or details.goal_on = p_known_goal_on) is not true
      then array['goalOn', 'Please choose a day in the future.']
  end);
  return details;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_transaction_query (
  p_search text,
  p_min    numeric,
  p_max    numeric,
  p_from   date,
  p_until  date,
  p_status text
)
  RETURNS private.transaction_query
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  typed constant text := lower(btrim(coalesce(p_search, ''), E' \t\r\n\u00a0'));
  id_text constant text := substring(typed from '^(?:payment id:?\s*)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  account constant text[] := regexp_match(typed, '^(?:([0-9]{2}[ -]?[0-9]{2}[ -]?[0-9]{2})[ ,/]*)?([0-9]{4} ?[0-9]{4})$');
  words constant text[] := private.search_words(typed);
  wanted private.transaction_query;
begin
  wanted := private.transaction_filter(p_min, p_max, p_from, p_until, p_status);
  if id_text is not null then
    -- The transactions of both sides of a payment.
    wanted.ids := array[id_text::uuid, private.other_id(id_text::uuid)];
    wanted.candidates := wanted.candidates || ' and t.id = any (($1).ids)';
    return wanted;
  end if;

  wanted.sort_code := private.normalise_sort_code(account[1]);
  wanted.account_number := replace(account[2], ' ', '');
  wanted.person := case
    when account is not null then (
      select a.user_id from public.accounts a
      where a.account_number = wanted.account_number and a.sort_code = coalesce(wanted.sort_code, a.sort_code)
      order by a.sort_code limit 1
    )
    else (
      select private.find_by_sign_in_email(w.word) from unnest(words) w (word) where w.word ~ '^[^@]+@[^@]+$' order by 1 limit 1
    )
  end;
  -- The list of the owner has every row of an account.
  if wanted.person is not null then
    wanted.candidates := wanted.candidates || ' and t.user_id = ($1).person';
    if account is not null and exists (
      select from public.accounts a where a.user_id = wanted.person and a.account_type = 'savings'
    ) then
      -- Only a debit names the account by its id.
      wanted.matches := wanted.matches || $sql$ and case
        when t.from_account_id is null then t.to_account_number = ($1).account_number
        else t.from_account_id in (
          select a.id from public.accounts a where a.user_id = ($1).person and a.account_number = ($1).account_number
        )
      end$sql$;
    end if;
    if account is not null or cardinality(words) = 1 then
      return wanted;
    end if;
  end if;

  return case when account is null then private.match_words(wanted, words) else private.match_account(wanted, typed) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.receive_recall (
  p_bank    private.banks,
  p_message jsonb,
  p_at      timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  payment constant private.bank_payments := private.lock_known_payment(p_bank.id, false, p_message);
  payee public.accounts;
begin
  -- Waits for a closing of the account, and for a payout of what waits after it.
  select a.* into payee from public.accounts a where a.id = private.account_now(payment.account_id) for no key update;
  if payment.state <> 'accepted' or payment.recall = 'refused' or payee.id is null
    or payee.is_closed and private.money_waiting_for(payee.user_id) < payment.amount
  then
    return jsonb_build_object(
      'type', 'recall-answer', 'paymentId', p_message -> 'paymentId',
      'status', case when payment.state in ('returning', 'returned') then 'agreed' else 'refused' end
    );
  elsif payment.recall is null then
    update private.bank_payments p set recall = 'asked', recall_reason = p_message ->> 'reason', recalled_at = p_at
    where p.bank_id = p_bank.id and not p.is_outgoing and p.id = payment.id;
    -- For the owner of a closed account staff decide.
    if not payee.is_closed then
      perform private.tell_of_recall(payee.user_id, payment.amount, p_at);
    end if;
  end if;
  return jsonb_build_object('type', 'recall-answer', 'paymentId', p_message -> 'paymentId', 'status', 'pending');
end
$function$;

CREATE OR REPLACE FUNCTION private.record_removed_transaction()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.is_person_being_deleted() then
    return null;
  end if;
  perform private.audit('remove_transaction', 'payment', old.id, jsonb_build_object(
    'user_id', old.user_id, 'amount', old.amount, 'incoming', old.incoming, 'created_at', old.created_at,
    'to_sort_code', old.to_sort_code, 'to_account_number', old.to_account_number
  ), private.payment_in_words(old.amount, old.incoming, private.other_party_of(old)));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.refresh_directory (
  p_user_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  insert into private.user_directory as d (user_id, created_at, list, is_suspended, name_key, email_key, search_text)
  select
    p.id, p.created_at,
    case
      when p.approved then 'approved'
      when exists (select from private.rejections r where r.user_id = p.id) then 'rejected'
      else 'pending'
    end,
    p.suspended_at is not null, private.fold_text(coalesce(p.full_name, '')), lower(u.email),
    private.fold_text(concat_ws(E'\n', p.full_name, p.notification_email, u.email, accounts.numbers))
  from public.profiles p
  join auth.users u on u.id = p.id
  cross join lateral (
    select string_agg(concat_ws(E'\n', a.account_number, a.sort_code), E'\n' order by a.account_type, a.place) as numbers
    from public.accounts a where a.user_id = p.id
  ) accounts
  where p.id = p_user_id
  on conflict (user_id) do update set
    created_at = excluded.created_at, list = excluded.list, is_suspended = excluded.is_suspended,
    name_key = excluded.name_key, email_key = excluded.email_key, search_text = excluded.search_text;
end
$function$;

CREATE OR REPLACE FUNCTION private.regular_pay (
  p_user_id uuid,
  p_since   date,
  p_at      timestamp with time zone
)
  RETURNS TABLE (
    paid_on date,
    payer   text
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  -- A month and the days by which a weekend moves the pay.
  longest_gap constant integer := 40;
  -- Less than a week, so that a second payment for one period is no second payday.
  shortest_gap constant integer := 5;
  most_examined constant integer := 200;
  since constant date := greatest(p_since, private.london_date(p_at) - longest_gap);
begin
  return query
  with received as (
    select t.id, t.created_at, t.amount, t.from_account_holder_name::text as name, t.reference
    from public.accounts a
    join public.transactions t
      on t.user_id = a.user_id and t.to_account_number = a.account_number and t.to_sort_code = a.sort_code
    where a.user_id = p_user_id and a.account_type = 'current'
      and t.incoming and t.status = 'completed' and t.reversed_at is null and t.other_account_id is null
      and t.created_at >= private.london_instant(since - longest_gap, '00:00') and t.created_at <= p_at
    -- A shop receives thousands. Pay is among the largest.
    order by t.amount desc
    limit most_examined
  ),
  income as (
    select private.london_date(r.created_at) as day, r.amount, r.name, private.payee_key(r.name) as key
    from received r
    left join private.transaction_categories chosen on chosen.transaction_id = r.id
    left join private.payee_categories usual on usual.user_id = p_user_id and usual.payee = private.payee_key(r.name)
    where coalesce(chosen.category, usual.category, private.payee_category(concat_ws(' ', r.name, r.reference), true)) = 'income'
  )
  select i.day, i.name from income i
  where i.day >= since
    and exists (
      select from income e where e.key = i.key and e.day between i.day - longest_gap and i.day - shortest_gap
    )
    -- A benefit beside a salary is no pay.
    and i.amount * 2 >= (select max(e.amount) from income e where e.day between i.day - longest_gap and i.day)
  order by i.day;
end
$function$;

CREATE OR REPLACE FUNCTION private.release_version()
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
RETURN '1.1.0'::text;

CREATE OR REPLACE FUNCTION private.report_message (
  p_transaction_id uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reports_per_day constant integer := 5;
  reported public.transactions;
  opened private.cases;
begin
  perform private.require_approved();
  perform private.require_part('covered_texts');
  perform private.lock_person(auth.uid());
  select t.* into reported from public.transactions t
  where t.id = p_transaction_id and t.user_id = auth.uid() and t.incoming and t.from_account_number is not null
    and t.other_account_id is null;
  if not found then
    raise exception 'We could not find this payment.' using errcode = 'PT404', hint = 'transaction-gone';
  end if;
  select c.* into opened
  from private.cases c join private.message_cases m on m.id = c.id
  where c.user_id = auth.uid() and c.state = 'open'
    and m.sort_code = reported.from_sort_code and m.account_number = reported.from_account_number;
  if found then
    return opened.id;
  elsif (
    select count(*) >= reports_per_day from private.cases c
    where c.user_id = auth.uid() and c.kind = 'messages' and c.opened_at > now() - interval '1 day'
  ) then
    raise exception 'You''ve reported several messages today. Please try again tomorrow, or tell us in the chat.'
      using errcode = 'PT429', hint = 'too-many-reports';
  end if;
  opened := private.open_case(
    'messages', auth.uid(), 'messages_days', 'messages_days', now(), reported.amount, reported.from_account_holder_name,
    p_other_user_id => private.owner_of(reported.from_sort_code, reported.from_account_number)
  );
  insert into private.message_cases (id, sort_code, account_number, reported_at)
  values (opened.id, reported.from_sort_code, reported.from_account_number, reported.created_at);
  perform private.tell_customer_of_case(
    opened, 'You reported a message',
    'We''ll look at what ' || opened.subject || ' has written to you, and tell you by '
      || private.day_in_words(private.due_day(opened.due_at))
      || ' what we did. You can hide their messages yourself: open one of the payments.',
    now()
  );
  perform private.audit('open_case', 'payment', reported.id, jsonb_build_object('case_id', opened.id, 'kind', 'messages'));
  return opened.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.report_scam (
  p_transaction_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require_approved();
  insert into private.payee_reports (sort_code, account_number, reporter_id, transaction_id)
  select payee.sort_code, payee.account_number, t.user_id, t.id from public.transactions t
  cross join lateral (
    select t.to_sort_code, t.to_account_number
    union
    select a.sort_code, a.account_number from public.accounts a
    where a.user_id = private.owner_of(t.to_sort_code, t.to_account_number)
  ) payee (sort_code, account_number)
  -- A payment by card names no account.
  where t.id = p_transaction_id and t.user_id = auth.uid() and not t.incoming and t.to_account_number is not null
    and t.other_account_id is null
    -- A payment that came back costs nothing, and neither would the report.
    and t.status = 'completed' and t.reversed_at is null
  -- Also finds a report that exists, so that a repeated call succeeds.
  on conflict (sort_code, account_number, reporter_id) do update set transaction_id = excluded.transaction_id;
  if not found then
    raise exception 'We could not find this payment.' using errcode = 'PT404', hint = 'transaction-gone';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.request_approval (
  p_kind         text,
  p_user_id      uuid,
  p_reason       text,
  p_balance      text DEFAULT NULL::text,
  p_seen_balance text DEFAULT NULL::text,
  p_account_id   uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  asked private.approval_requests;
begin
  -- Each kind checks the right first.
  asked.kind := p_kind;
  asked.user_id := p_user_id;
  asked.reason := private.require_reason(p_reason);
  asked.amount_before := private.plain_decimal(p_seen_balance);
  asked.amount_after := private.plain_decimal(p_balance);
  asked.transaction_id := p_account_id;
  if private.request_step('asked', asked) is not true then
    raise exception 'This kind has a function of its own.' using errcode = 'PT400';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.request_interest_rate (
  p_rate      text,
  p_starts_on text,
  p_reason    text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  new_rate constant numeric := private.plain_decimal(p_rate);
  first_day constant date := private.plain_date(p_starts_on);
  today constant date := private.london_date(now());
  reason text;
begin
  perform private.require_super_admin();
  reason := private.require_reason(p_reason);
  perform private.lock_person(auth.uid());
  if (new_rate between 0 and 20) is not true then
    raise exception 'Enter a rate from 0 to 20 per cent.' using errcode = 'PT400', hint = 'field:rate';
  -- What was counted for a day stays.
  elsif (first_day > today and first_day <= today + 366) is not true then
    raise exception 'Choose a day from tomorrow to one year ahead.' using errcode = 'PT400', hint = 'field:startsOn';
  elsif exists (select from private.interest_rates r where r.starts_on = first_day) then
    raise exception 'Another rate starts on this day.' using errcode = 'PT409', hint = 'field:startsOn';
  end if;
  perform private.open_request(
    'interest_rate', reason, auth.uid(), p_before => private.interest_rate_on(first_day), p_after => new_rate,
    p_decision => first_day::text
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.request_step (
  p_step    text,
  p_request private.approval_requests,
  p_user_id uuid                      DEFAULT NULL::uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.require_nothing_pending (
  p_facts jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  if (p_facts ->> 'held')::numeric > 0 or jsonb_array_length(p_facts -> 'held_payments') > 0 then
    raise exception 'You have payments that aren''t finished yet. Wait until they are, or undo them.'
      using errcode = 'PT409', hint = 'payments-pending';
  elsif (p_facts ->> 'balance')::numeric > 0 then
    raise exception 'There is still money in your account. Send it to another account first.'
      using errcode = 'PT409', hint = 'balance-left';
  -- Their interest is paid when they are closed. Paid by the closing of everything, it would wait with the bank.
  elsif (p_facts ->> 'savings')::integer > 0 then
    raise exception 'Close your savings accounts first.' using errcode = 'PT409', hint = 'savings-open';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_open_account (
  p_account public.accounts
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  if p_account.is_closed then
    raise exception 'This account is closed.' using errcode = 'PT409', hint = 'account-closed';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_room_for_regular (
  p_user_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  most_regular constant integer := 50;
begin
  if (
    select count(*) from public.regular_payments r where r.user_id = p_user_id and r.state in ('active', 'paused')
  ) >= most_regular then
    raise exception 'You can have up to % regular payments at a time. Please cancel one first.', most_regular
      using errcode = 'PT409', hint = 'too-many-scheduled';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_valid_payment (
  p_payment   private.payment_facts,
  p_payee     private.party,
  p_amount    numeric,
  p_reference text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  perform private.require_short_texts(500, p_payee.name, p_payee.sort_code, p_payee.account_number, p_reference);
  perform private.require_valid_payee(p_payee.name, p_payee.sort_code, p_payee.account_number, p_reference);
  perform private.require_valid_amount(p_amount);
  if p_payment.payer_account_id is null then
    raise exception 'You do not have an account to pay from yet.' using errcode = 'PT404', hint = 'no-account';
  elsif p_payment.payee_account_id = p_payment.payer_account_id then
    raise exception 'You cannot pay into the account you are paying from.' using errcode = 'PT400', hint = 'own-account';
  elsif p_payment.payee_id = p_payment.payer_id then
    raise exception 'This is one of your own accounts. Move the money there instead.' using errcode = 'PT400', hint = 'own-account';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.restore (
  p_user_id uuid,
  p_at      timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  -- Before the account, as payments do.
  perform private.lock_outgoing_payments(p_user_id);
  update public.profiles p set suspended_at = null where p.id = p_user_id;
  -- What the owner has frozen stays frozen.
  perform private.lock_accounts_of(p_user_id);
  update public.accounts a set is_frozen = p.frozen_at is not null from public.profiles p
  where p.id = p_user_id and a.user_id = p_user_id;
  update auth.users u set banned_until = null where u.id = p_user_id;
  -- One that was mailed during the suspension: someone else may have had the mailbox.
  perform private.end_pin_link(p_user_id);
  perform private.lift_suspension(p_user_id, p_at);
  perform private.audit('restore_user', 'person', p_user_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.return_recalled (
  p_movement_id uuid,
  p_request_id  uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  payment private.bank_payments;
  account public.accounts;
begin
  select p.* into strict payment from private.bank_payments p where p.movement_id = p_movement_id and not p.is_outgoing;
  select a.* into strict account from public.accounts a where a.id = private.account_now(payment.account_id);
  begin
    perform private.send_back(payment, now());
  exception when sqlstate 'PT402' then
    raise exception 'The recipient''s balance is below the amount, so it cannot be returned.'
      using errcode = 'PT409', hint = 'recipient-short';
  end;
  perform private.owe_mail('note', private.notify(
    account.user_id, 'payment', 'Payment returned to the sender',
    'The sender''s bank asked for ' || private.in_pounds(payment.amount)
      || ' back, and we have returned it. It was taken from '
      || case when account.is_closed then 'the money that waits for you.' else 'your balance. Tell us in Chat if you disagree.' end,
    p_transaction_id => p_movement_id
  ));
  perform private.audit('return_payment', 'payment', p_movement_id, jsonb_build_object(
    'user_id', account.user_id, 'amount', payment.amount, 'request_id', p_request_id
  ));
end
$function$;

CREATE OR REPLACE FUNCTION private.reversal_refusal (
  p_payment private.payment_sides
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return case
    when exists (
      select from private.rows_of_movement(p_payment.movement_id) t where t.reversed_at is not null
    ) or exists (select from private.payment_reversals r where r.transaction_id = p_payment.movement_id)
      then 'already-reversed'
    when p_payment.payer_id = p_payment.payee_id then 'not-reversible'
    -- The entries also tell whether a held payment was sent, and whether a credit is missing.
    when not exists (
      select from private.ledger_entries e
      where e.account_id = p_payment.payee_account_id and e.movement_id = p_payment.movement_id
        and e.amount = p_payment.amount
    ) and not exists (
      -- What came in after the payee closed the account.
      select from private.closed_money m
      where m.user_id = p_payment.payee_id and m.movement_id = p_payment.movement_id and m.amount = p_payment.amount
    )
      then 'not-reversible'
    when not exists (
      select from public.accounts a
      where a.id = private.account_now(p_payment.payee_account_id)
        and case when a.is_closed then private.money_waiting_for(a.user_id) else a.balance end >= p_payment.amount
    )
      then 'recipient-short'
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.round_up_payment (
  p_id uuid,
  p_at timestamp with time zone DEFAULT now()
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '500ms'
  AS $function$
declare
  payment public.card_payments;
  way private.round_ups;
  source public.accounts;
  target public.accounts;
  lacking numeric;
begin
  update public.card_payments p set rounds_up = false
  where p.id = (select c.id from public.card_payments c where c.id = p_id and c.rounds_up for no key update skip locked)
  returning p.* into payment;
  if not found then
    return false;
  end if;
  select r.* into way from public.cards c join private.round_ups r on r.account_id = c.account_id where c.id = payment.card_id;
  if not found then
    return true;
  end if;
  -- In the order in which movements lock accounts. What is read here stays so.
  perform from public.accounts a where a.id in (way.account_id, way.to_account_id) order by a.id for no key update;
  select a.* into strict source from public.accounts a where a.id = way.account_id;
  select a.* into strict target from public.accounts a where a.id = way.to_account_id;
  lacking := ceil(payment.amount) - payment.amount;
  -- What cannot move now never does: money that leaves days after its payment would be a surprise.
  if not source.is_frozen and not source.is_closed and not target.is_closed
    and source.balance - lacking >= private.least_balance_of(source.user_id)
  then
    perform private.book_move(private.new_id(), source, target, lacking, p_at, 'Round-up');
  end if;
  return true;
exception when lock_not_available or deadlock_detected or serialization_failure then
  raise warning 'card payment % was not rounded up: %', p_id, sqlstate;
  return false;
end
$function$;

CREATE OR REPLACE FUNCTION private.savings_may_leave (
  p_user_id uuid,
  p_at      timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.tell_contact_of_savings(p_user_id, p_at);
end
$function$;

CREATE OR REPLACE FUNCTION private.savings_of (
  p_user_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', a.id, 'account_number', a.account_number, 'sort_code', a.sort_code, 'balance', a.balance,
      'created_at', a.created_at, 'closed_at', s.closed_at, 'wait_hours', private.waiting_hours(a.id, now())
    ) order by a.place), '[]')
    from public.accounts a join private.savings_accounts s on s.account_id = a.id where a.user_id = p_user_id
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.schedule_occurrence (
  p_regular_payment_id uuid,
  p_at                 timestamp with time zone
)
  RETURNS date
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  regular public.regular_payments;
  due_on date;
  send_on date;
begin
  select r.* into strict regular from public.regular_payments r where r.id = p_regular_payment_id for update;
  if regular.state <> 'active' then
    return null;
  end if;
  due_on := case regular.frequency
    when 'payday' then private.next_payday(regular, p_at)
    else private.regular_date(regular.starts_on, regular.frequency, regular.next_occurrence)
  end;
  if regular.payments_left = 0 or coalesce(due_on, private.london_date(p_at)) > regular.ends_on then
    update public.regular_payments r set state = 'finished' where r.id = regular.id;
    perform private.audit_regular_payment('finish_regular_payment', regular);
    return null;
  elsif due_on is null then
    return null;
  end if;
  send_on := case regular.frequency when 'payday' then due_on else private.next_working_day(due_on) end;
  insert into public.outgoing_payments (
    user_id, from_account_id, regular_payment_id, occurrence, created_at, to_account_holder_name, to_sort_code,
    to_account_number, amount, reference, reason, check_id, state, due_on, send_at, awaits_owner
  )
  values (
    regular.user_id, regular.from_account_id, regular.id, regular.next_occurrence, p_at, regular.to_account_holder_name,
    regular.to_sort_code, regular.to_account_number, regular.amount, regular.reference, regular.reason, regular.check_id,
    'scheduled', due_on, private.first_attempt(send_on),
    -- As the one before, which may have been skipped or have failed while it waited.
    coalesce((
      select o.awaits_owner from public.outgoing_payments o
      where o.regular_payment_id = regular.id order by o.occurrence desc, o.id desc limit 1
    ), false)
  );
  update public.regular_payments r set next_occurrence = regular.next_occurrence + 1 where r.id = regular.id;
  return send_on;
end
$function$;

CREATE OR REPLACE FUNCTION private.schedule_payday (
  p_regular_payment_id uuid,
  p_at                 timestamp with time zone DEFAULT now()
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  owner_id uuid;
begin
  select r.user_id into owner_id from public.regular_payments r where r.id = p_regular_payment_id;
  -- A customer whose payments another transaction changes is tried by the next run.
  if not found or not pg_try_advisory_xact_lock(hashtextextended('outgoing payments of ' || owner_id, 0)) then
    return false;
  end if;
  if not exists (
    select from public.outgoing_payments o where o.regular_payment_id = p_regular_payment_id and o.state = 'scheduled'
  ) then
    perform private.schedule_occurrence(p_regular_payment_id, p_at);
  end if;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.send_back (
  p_payment private.bank_payments,
  p_at      timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  -- The rows first and then the accounts, as payments do.
  update public.transactions t set reversed_at = p_at where t.id = p_payment.movement_id;
  update private.bank_payments p set state = 'returning', ask_at = p_at
  where p.bank_id = p_payment.bank_id and not p.is_outgoing and p.id = p_payment.id;
  perform private.move_money(
    p_payment.movement_id, private.account_now(p_payment.account_id), private.ledger_account('between banks'),
    p_payment.amount, p_at
  );
  perform private.queue_bank_message(p_payment.bank_id, 'return', p_payment.id, jsonb_build_object(
    'amount', to_char(p_payment.amount, 'FM9999990.00'), 'reason', 'FOCR'
  ));
end
$function$;

CREATE OR REPLACE FUNCTION private.send_outgoing_payment (
  p_id uuid,
  p_at timestamp with time zone DEFAULT now()
)
  RETURNS text
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '500ms'
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.sent_to_new_payee (
  p_user_id        uuid,
  p_sort_code      text,
  p_account_number text,
  p_at             timestamp with time zone
)
  RETURNS numeric
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    with payee as (
      select p_sort_code as sort_code, p_account_number as account_number
      union
      -- Another savings account of the same customer is no other payee.
      select a.sort_code, a.account_number from public.accounts a
      where a.user_id = private.owner_of(p_sort_code, p_account_number)
    )
    select coalesce(sum(sent.amount), 0)
    from payee
    cross join lateral (
      select p.paid_total as amount from private.saved_payees p
      where p.user_id = p_user_id and p.sort_code = payee.sort_code and p.account_number = payee.account_number and p.is_new
      union all
      select o.amount from public.outgoing_payments o
      where o.user_id = p_user_id and o.state = 'held' and o.to_sort_code = payee.sort_code
        and o.to_account_number = payee.account_number
      union all
      select r.paid_total from private.removed_payees r
      where r.user_id = p_user_id and r.sort_code = payee.sort_code and r.account_number = payee.account_number
        and r.removed_at > p_at - interval '7 days'
    ) sent
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.set_display_name (
  p_full_name text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  new_name constant text := btrim(p_full_name);
  problem constant text := case
    when coalesce(new_name, '') = '' then 'Enter your name.'
    else private.customer_name_problem(new_name)
  end;
begin
  perform private.require_approved();
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400', hint = 'field:fullName';
  end if;
  perform private.lock_payer(auth.uid());
  update public.profiles p set full_name = new_name where p.id = auth.uid();
  -- After the profile, as a freeze does.
  perform private.lock_accounts_of(auth.uid());
  update public.accounts a set account_holder_name = new_name where a.user_id = auth.uid() and a.account_type = 'current';
  return new_name;
end
$function$;

CREATE OR REPLACE FUNCTION private.set_regular_payment_state (
  p_id    uuid,
  p_state text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.set_round_ups (
  p_to_account_id uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  account constant public.accounts := private.my_current_account();
  target public.accounts;
begin
  if p_to_account_id is null then
    delete from private.round_ups r where r.account_id = account.id returning r.to_account_id into target.id;
  else
    -- A closing of the target comes before or after.
    perform private.lock_payer(account.user_id);
    target := private.my_open_savings(p_to_account_id);
    insert into private.round_ups as r (account_id, to_account_id) values (account.id, target.id)
    on conflict (account_id) do update set to_account_id = excluded.to_account_id
    where r.to_account_id <> excluded.to_account_id;
  end if;
  if found then
    perform private.audit('set_round_ups', 'account', target.id, jsonb_build_object('on', p_to_account_id is not null));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.share_holder_name()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.account_type = 'current' and old.account_holder_name is distinct from new.account_holder_name then
    update public.accounts a set account_holder_name = new.account_holder_name
    where a.user_id = new.user_id and a.account_type = 'savings';
    -- A thief who pays under another name.
    perform private.tell_owner(
      new.user_id, 'The name on your account has changed',
      'The name that people see who pay you, or whom you pay, has changed.'
    );
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.statement_entries (
  p_account public.accounts,
  p_from    timestamp with time zone,
  p_until   timestamp with time zone
)
  RETURNS TABLE (
    id          bigint,
    created_at  timestamp with time zone,
    description text,
    reference   text,
    amount      numeric,
    payment_id  uuid
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  return query
  select
    e.id, e.created_at,
    coalesce(
      -- A move between two accounts of the customer: To Holiday.
      case when t.other_account_id is null then '' when t.incoming then 'From ' else 'To ' end
        || case when t.incoming then t.from_account_holder_name else t.to_account_holder_name end,
      'Returned: ' || undone.to_account_holder_name,
      -- An amount that was cleared differs from the one that was held.
      by_card.merchant,
      private.describe_entry(p_account, e.movement_id, e.created_at, e.amount),
      'Removed from your list'
    ),
    coalesce(
      t.reference::text, undone.reference,
      case when by_card.id is not null then
        concat_ws(' · ', case when e.amount > 0 then 'Returned' else 'Card payment' end, by_card.place) end
    ),
    e.amount::numeric,
    coalesce(reversed.transaction_id, e.movement_id)
  from private.ledger_entries e
  -- A movement can have later entries, which return the money or correct the amount.
  left join public.transactions t
    on t.user_id = p_account.user_id and t.movement_id = e.movement_id and t.created_at = e.created_at
    and case when t.incoming then t.amount else -t.amount end = e.amount
  left join public.outgoing_payments undone
    on undone.id = e.movement_id and undone.user_id = p_account.user_id and e.amount > 0
  left join public.card_payments by_card on by_card.id = e.movement_id
  -- A reversal has a movement of its own.
  left join private.payment_reversals reversed on reversed.movement_id = e.movement_id
  where e.account_id = p_account.id and e.balance_after is not null and e.created_at >= p_from and e.created_at < p_until
    and e.movement_id <> p_account.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.sum_payments (
  p_at timestamp with time zone DEFAULT now()
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  today constant date := private.london_date(p_at);
  adjustments constant uuid := private.ledger_account('adjustments');
  -- 30 days, and the week before them.
  most_days constant integer := 36;
  starts_at timestamptz;
  ends_at timestamptz;
begin
  for back in 0..most_days loop
    starts_at := private.london_instant(today - back, '00:00');
    ends_at := private.london_instant(today - back + 1, '00:00');
    -- A day is final with the first sum after its end.
    continue when exists (select from private.payment_days known where known.day = today - back and known.summed_at >= ends_at);
    insert into private.payment_days as old (day, count, total, summed_at)
    select today - back, count(*), coalesce(sum(t.amount), 0), p_at
    from public.transactions t
    where t.created_at >= starts_at and t.created_at < ends_at and not t.incoming and t.status = 'completed' and t.reversed_at is null
      and t.other_account_id is null
      -- What is booked by hand pays nobody. A subquery without a value of the row is hashed: a customer can book thousands in a day.
      and t.movement_id not in (
        select e.movement_id from private.ledger_entries e
        where e.account_id = adjustments and e.created_at >= starts_at and e.created_at < ends_at
      )
    on conflict (day) do update set count = excluded.count, total = excluded.total, summed_at = excluded.summed_at;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.suspend (
  p_user_id     uuid,
  p_may_sign_in boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  update public.profiles p set suspended_at = now() where p.id = p_user_id;
  -- Waits for a payment that holds the lock. A payment that comes after it finds the account frozen.
  perform private.lock_accounts_of(p_user_id);
  update public.accounts a set is_frozen = true where a.user_id = p_user_id;
  if not p_may_sign_in then
    -- The auth server reads it. It cannot read infinity.
    update auth.users u set banned_until = '2999-12-31' where u.id = p_user_id;
  end if;
  -- Someone else may have the mailbox.
  perform private.end_pin_link(p_user_id);
  perform private.end_sessions(p_user_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.take_due_pushes (
  p_public_key text DEFAULT NULL::text
)
  RETURNS TABLE (
    push_event_id uuid,
    endpoint      text,
    p256dh        text,
    auth          text,
    event         text,
    amount        numeric,
    title         text,
    about_id      uuid,
    topic         uuid,
    created_at    timestamp with time zone
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update private.settings s set push_public_key = p_public_key
  where s.only_row and s.push_public_key is distinct from p_public_key;
  if p_public_key is null then
    return;
  end if;
  perform private.owe_push_events();
  return query
  select
    n.id, p.endpoint, p.p256dh, p.auth, n.event, case when (private.choices_of(n.user_id)).shows_amounts then f.amount end,
    case when n.event in ('security', 'savings') then f.message end, n.about_id, f.topic, n.created_at
  from private.take_due(true, 100) c
  join private.push_events n on n.id = c.about_id
  join private.push_subscriptions p on p.id = n.subscription_id and p.user_id = n.user_id and p.is_on
  join public.profiles person on person.id = n.user_id and person.approved and person.suspended_at is null
  cross join lateral private.push_event_facts(n.user_id, n.event, n.about_id) f
  where p.server_key = p_public_key;
end
$function$;

CREATE OR REPLACE FUNCTION private.tax_year_of (
  p_day date
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN ((EXTRACT(year FROM p_day))::integer - CASE WHEN (p_day < make_date((EXTRACT(year FROM p_day))::integer, 4, 6)) THEN 1 ELSE 0 END);

CREATE OR REPLACE FUNCTION private.tell_contact_of_savings (
  p_owner_id uuid,
  p_at       timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  -- As in ask_contact.
  most_told constant integer := 5;
  news constant text := 'Money may leave protected savings';
  contact constant private.trusted_contacts := private.trusted_contact_of(p_owner_id, p_at);
  story constant text := private.name_of(p_owner_id)
    || ' has asked to take money out of protected savings, or to protect it less. Nothing leaves today.'
    || ' Ask them if it was them. You can freeze their account in the app.';
begin
  if contact.contact_id is null or most_told <= (
    select count(*) from public.user_notifications n
    where n.user_id = contact.contact_id and n.title = news and n.created_at > p_at - interval '24 hours'
      -- Another customer who trusts the same person must not use up what is told about this one.
      and n.message = story
  ) then
    return;
  end if;
  perform private.owe_mail('note', private.notify(contact.contact_id, 'trusted_contact', news, story, p_at));
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_low_balance (
  p_user_id  uuid,
  p_has_paid boolean,
  p_at       timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  choice private.notification_choices;
begin
  update private.notification_choices c set is_low = a.balance < c.low_balance
  from public.accounts a
  where c.user_id = p_user_id and a.user_id = c.user_id and a.account_type = 'current' and c.is_low <> (a.balance < c.low_balance)
    -- Who moves money to their savings knows. A balance that is high again counts, wherever the money came from.
    and (c.is_low or p_has_paid)
  returning c.* into choice;
  if choice.is_low then
    if private.wants(p_user_id, 'mailbox', 'low_balance') then
      perform private.notify(
        p_user_id, 'low_balance', 'Low balance', 'Your balance is below ' || private.in_pounds(choice.low_balance) || '.', p_at
      );
    end if;
    perform private.owe_push_event(p_user_id, 'low_balance', private.new_id(), p_at);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_owner (
  p_user_id    uuid,
  p_title      text,
  p_message    text,
  p_savings_id uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  is_often constant boolean := private.is_told_often(p_user_id);
  most_of_one constant integer := 20;
  mail_id uuid;
begin
  -- More of the same are in the mail about further changes, and stored no more.
  if is_often and (
    select count(*) from private.security_mails n
    where n.user_id = p_user_id and n.created_at > now() - interval '1 hour' and n.title = p_title and n.message = p_message
  ) >= most_of_one then
    perform private.tell_owner_later(p_user_id, p_title);
    return;
  end if;
  insert into private.security_mails (user_id, title, message, savings_id) values (p_user_id, p_title, p_message, p_savings_id)
  returning id into mail_id;
  if is_often then
    perform private.tell_owner_later(p_user_id, p_title);
  else
    perform private.owe_mail('security', mail_id);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.type_of_account (
  p_id uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select a.account_type from public.accounts a where a.id = p_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.undo_skip (
  p_id uuid
)
  RETURNS date
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.unfreeze (
  p_user_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  update public.profiles p set frozen_at = null, unfreezes_at = null where p.id = p_user_id;
  perform private.lock_accounts_of(p_user_id);
  update public.accounts a set is_frozen = p.suspended_at is not null from public.profiles p
  where p.id = p_user_id and a.user_id = p_user_id;
  perform private.audit('unfreeze_account', 'person', p_user_id);
  perform private.tell_owner(
    p_user_id, 'Your account is unfrozen',
    case when exists (select from public.profiles p where p.id = p_user_id and p.suspended_at is not null)
      then 'The freeze that you asked for has ended. Your account is still suspended.'
    else 'You can pay and use your card again. Payments that have waited are sent now.' end
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.update_user (
  p_user_id            uuid,
  p_full_name          text DEFAULT NULL::text,
  p_notification_email text DEFAULT NULL::text,
  p_pin                text DEFAULT NULL::text,
  p_balance            text DEFAULT NULL::text,
  p_seen_balance       text DEFAULT NULL::text,
  p_account_id         uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  new_balance constant numeric := private.plain_decimal(p_balance);
  person public.profiles;
  account public.accounts;
  new_name text;
  new_email text;
  changed text[] := '{}';
begin
  person := private.lock_for_edit(p_user_id);
  -- Null keeps a field; an empty text clears it.
  new_name := nullif(btrim(coalesce(p_full_name, person.full_name)), '');
  new_email := nullif(btrim(coalesce(p_notification_email, person.notification_email)), '');
  perform private.require_valid_profile(new_name, new_email);

  if p_balance is not null then
    perform private.require_permission('financial_support');
    account := private.lock_shown_account(p_user_id, private.plain_decimal(p_seen_balance), p_account_id);
    if account.balance is distinct from new_balance then
      perform private.adjust_balance(account.id, new_balance, now());
    end if;
  end if;
  if p_pin is not null and private.change_pin(p_user_id, p_pin) then
    if p_pin = '' then
      perform private.audit('remove_pin', 'person', p_user_id);
    else
      perform private.require_new_pins_left();
      perform private.audit('choose_pin', 'person', p_user_id);
      changed := array_append(changed, 'pin');
    end if;
  end if;
  if new_name is distinct from person.full_name then
    changed := array_append(changed, 'full_name');
  end if;
  if new_email is distinct from person.notification_email then
    changed := array_append(changed, 'notification_email');
  end if;
  update public.profiles p set full_name = new_name, notification_email = new_email where p.id = p_user_id;
  -- A new balance has its own audit entry.
  if changed <> '{}' then
    perform private.audit('update_user', 'person', p_user_id, jsonb_build_object('changed', changed));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.wait_with_move (
  p_id     uuid,
  p_from   public.accounts,
  p_to     public.accounts,
  p_amount numeric,
  p_hours  integer,
  p_at     timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  most_waiting constant integer := 10;
  due_at constant timestamptz := p_at + p_hours * interval '1 hour';
begin
  if p_from.balance < p_amount then
    raise exception 'You don''t have enough balance for this transaction.' using errcode = 'PT402', hint = 'insufficient-funds';
  -- Serialised by count_move.
  elsif (select count(*) from private.waiting_moves w where w.from_account_id = p_from.id and w.state = 'waiting') >= most_waiting then
    raise exception 'Up to % moves out of an account can wait. Cancel one first.', most_waiting
      using errcode = 'PT409', hint = 'too-many-waiting';
  end if;
  insert into private.waiting_moves (id, from_account_id, to_account_id, created_at, due_at, amount)
  values (p_id, p_from.id, p_to.id, p_at, due_at, p_amount);
  -- Without the name of the account and the amount: the phone may be in other hands.
  perform private.tell_owner(
    p_from.user_id, 'Money will leave your protected savings',
    'Money will leave a protected account at ' || private.time_and_day(due_at)
      || '. Until then you can take it back with one tap, on the account''s page in the app.', p_from.id
  );
  perform private.savings_may_leave(p_from.user_id, p_at);
end
$function$;

CREATE OR REPLACE FUNCTION private.waiting_hours (
  p_account_id uuid,
  p_at         timestamp with time zone
)
  RETURNS integer
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return coalesce(
    (
      select case when s.next_wait_from <= p_at then s.next_wait_hours else s.wait_hours end
      from private.savings_accounts s where s.account_id = p_account_id
    ),
    0
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.where_paid (
  p_user_id uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
RETURN CASE WHEN (EXISTS (SELECT FROM public.accounts a
  WHERE ((a.user_id = where_paid.p_user_id) AND ((a.account_type)::text = 'current'::text) AND (NOT a.is_closed)))) THEN 'It is in your account.'::text ELSE
  'It waits for you: our email says how to get it.'::text END;

CREATE OR REPLACE FUNCTION private.yearly_rate_with_interest (
  p_rate numeric
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN round(((power(((1)::numeric + (p_rate / (1200)::numeric)), (12)::numeric) - (1)::numeric) * (100)::numeric), 2);

ALTER TABLE "private"."interest_days"
  ADD CONSTRAINT "interest_days_account_id_fkey" FOREIGN KEY (account_id) REFERENCES private.savings_accounts(account_id) ON DELETE CASCADE;

ALTER TABLE "private"."interest_payments"
  ADD CONSTRAINT "interest_payments_account_id_fkey" FOREIGN KEY (account_id) REFERENCES private.savings_accounts(account_id) ON DELETE CASCADE;

ALTER TABLE "private"."round_ups"
  ADD CONSTRAINT "round_ups_to_account_id_fkey" FOREIGN KEY (to_account_id) REFERENCES private.savings_accounts(account_id) ON DELETE CASCADE;

ALTER TABLE "private"."waiting_moves"
  ADD CONSTRAINT "waiting_moves_from_account_id_fkey" FOREIGN KEY (from_account_id) REFERENCES private.savings_accounts(account_id) ON DELETE CASCADE;

CREATE INDEX interest_days_unpaid_idx ON private.interest_days USING btree (account_id, day)
  WHERE (movement_id IS NULL);

CREATE INDEX interest_payments_account_id_idx ON private.interest_payments USING btree (account_id, paid_on);

CREATE INDEX round_ups_to_account_id_idx ON private.round_ups USING btree (to_account_id);

CREATE INDEX savings_accounts_interest_until_idx ON private.savings_accounts USING btree (interest_until)
  WHERE (closed_at IS NULL);

CREATE INDEX waiting_moves_due_at_idx ON private.waiting_moves USING btree (due_at)
  WHERE (state = 'waiting'::text);

CREATE INDEX waiting_moves_from_account_id_idx ON private.waiting_moves USING btree (from_account_id);

CREATE POLICY "No API role can access this table" ON "private"."interest_days"
  FOR ALL
  TO "anon", "authenticated"
  USING (false);

CREATE POLICY "No API role can access this table" ON "private"."interest_payments"
  FOR ALL
  TO "anon", "authenticated"
  USING (false);

CREATE POLICY "No API role can access this table" ON "private"."interest_rates"
  FOR ALL
  TO "anon", "authenticated"
  USING (false);

CREATE POLICY "No API role can access this table" ON "private"."round_ups"
  FOR ALL
  TO "anon", "authenticated"
  USING (false);

CREATE POLICY "No API role can access this table" ON "private"."savings_accounts"
  FOR ALL
  TO "anon", "authenticated"
  USING (false);

CREATE POLICY "No API role can access this table" ON "private"."waiting_moves"
  FOR ALL
  TO "anon", "authenticated"
  USING (false);

COMMENT ON COLUMN "private"."approval_requests"."transaction_id" IS 'The payer''s transaction of a payment to be reversed; the payee''s of one to be returned; the id of a case, of a passkey, of the savings account whose balance changes, or of the trial of payment rules.';

COMMENT ON COLUMN "private"."interest_days"."balance" IS 'At the end of the day in London.';

COMMENT ON COLUMN "private"."interest_days"."movement_id" IS 'The movement that paid it, or of the accounts whose interest was less than a penny, none of the ledger. Null until then.';

COMMENT ON COLUMN "private"."push_events"."event" IS 'What the customer chooses, or card_refused and payment, which go with a choice, or security and savings, which are always on.';

COMMENT ON COLUMN "private"."round_ups"."account_id" IS 'No foreign key, as in waiting_moves. Both accounts are deleted together.';

COMMENT ON COLUMN "private"."savings_accounts"."goal_on" IS 'The day by which the customer wants to have saved the goal.';

COMMENT ON COLUMN "private"."savings_accounts"."interest_until" IS 'The first day whose interest is not counted.';

COMMENT ON COLUMN "private"."savings_accounts"."moves" IS 'How often its customer moved money from or to it on moved_on, a day in London.';

COMMENT ON COLUMN "private"."savings_accounts"."next_wait_hours" IS 'How many it waits from then on.';

COMMENT ON COLUMN "private"."savings_accounts"."request_id" IS 'The idempotency key: a repeated request opens nothing.';

COMMENT ON COLUMN "private"."savings_accounts"."wait_hours" IS 'How many hours a move out of the account waits, until next_wait_from. Null without protection.';

COMMENT ON COLUMN "private"."waiting_moves"."id" IS 'Of the movement in the ledger, once it is made.';

COMMENT ON COLUMN "private"."waiting_moves"."to_account_id" IS 'Of the same customer. No foreign key: a payment would have to look at it.';

COMMENT ON FUNCTION "private"."account_now"(uuid) IS 'Where the money of this account is now: after its customer closed a savings account, in the current account. For what is returned later. Null without an account.';

COMMENT ON FUNCTION "private"."account_of_request"(private.approval_requests) IS 'The account of a request to set a balance. Null for a savings account that was closed.';

COMMENT ON FUNCTION "private"."account_of_row"(public.transactions) IS 'The account of the customer that a row of their list is about: the payer''s of a debit, the payee''s of a credit.';

COMMENT ON FUNCTION "private"."add_account"(uuid, text, integer, timestamp with time zone) IS 'Adds an account with new numbers and returns its id. Null if the user has one of this type at this place.';

COMMENT ON FUNCTION "private"."balance_request"(text, private.approval_requests, uuid) IS 'The steps of a request to set the balance of an account.';

COMMENT ON FUNCTION "private"."book_move"(uuid, public.accounts, public.accounts, numeric, timestamp with time zone, text) IS 'Writes both rows of a move between two accounts of one customer, and moves the money. The calling function has checked that they are.';

COMMENT ON FUNCTION "private"."closed_account"(uuid, uuid) IS 'A closed account whose statements the caller may read. Raises an error if the read of the user is not recorded.';

COMMENT ON FUNCTION "private"."count_interest"(uuid, date) IS 'Counts the days of a savings account before p_until that are not counted yet. The calling function has locked the account.';

COMMENT ON FUNCTION "private"."count_move"(uuid, timestamp with time zone) IS 'Counts a move by the customer from or to a savings account, and refuses the 101st of a day: each is kept in the ledger permanently, and moving to and fro costs nothing.';

COMMENT ON FUNCTION "private"."earn_interest"(uuid, timestamp with time zone) IS 'Counts the interest of a savings account until yesterday, and pays that of the months before. Repeated, it does nothing. False if another transaction has the account.';

COMMENT ON FUNCTION "private"."end_interest_of"(uuid, timestamp with time zone) IS 'Pays what the savings of a customer have earned until yesterday, before their accounts end, and counts no more. The calling function has locked the accounts.';

COMMENT ON FUNCTION "private"."end_regular_moves"(public.accounts, timestamp with time zone) IS 'Ends the regular moves from and to a savings account that is closed. The calling function has called lock_outgoing_payments.';

COMMENT ON FUNCTION "private"."interest_rate_request"(text, private.approval_requests, uuid) IS 'The steps of a request to change the interest on savings.';

COMMENT ON FUNCTION "private"."lock_accounts_of"(uuid) IS 'Locks the accounts of a customer in the order in which movements lock accounts. Called before a statement that writes all of them, which would lock them in another order.';

COMMENT ON FUNCTION "private"."lock_shown_account"(uuid, numeric, uuid) IS 'Locks the current account of a user, or another open one by its id. Raises an error unless its balance is the one that the caller has seen.';

COMMENT ON FUNCTION "private"."make_regular_move"(public.outgoing_payments, uuid, timestamp with time zone) IS 'Makes the due move of a regular one, or lets it wait if it leaves protected savings. Called by send_outgoing_payment.';

COMMENT ON FUNCTION "private"."make_waiting_move"(uuid, timestamp with time zone) IS 'Makes a move out of protected savings whose wait is over. False if it is not due, the account is frozen, or another transaction has it.';

COMMENT ON FUNCTION "private"."my_account"(uuid) IS 'This account of the caller. Raises an error if the caller has no access, or no account with this id.';

COMMENT ON FUNCTION "private"."my_current_account"() IS 'The caller''s current account. Raises an error if the caller has no access or no account.';

COMMENT ON FUNCTION "private"."my_open_savings"(uuid) IS 'This savings account of the caller. Raises an error unless it is one and open.';

COMMENT ON FUNCTION "private"."my_statement_account"(uuid) IS 'The caller''s current account, or another one by its id, also of a suspended customer unless someone else may have the account.';

COMMENT ON FUNCTION "private"."name_for_staff"(uuid, private.party) IS 'What staff and the audit call the other party of a customer. Of a move between two accounts it is the customer: what they call their savings is their own.';

COMMENT ON FUNCTION "private"."name_regular_moves"(public.accounts, text) IS 'The regular moves to a savings account have its new name.';

COMMENT ON FUNCTION "private"."next_payday"(public.regular_payments, timestamp with time zone) IS 'The day after the first pay for which a regular move is still to be made. Null until it comes in.';

COMMENT ON FUNCTION "private"."own_name_of"(public.accounts) IS 'What the lists of the customer call their other account.';

COMMENT ON FUNCTION "private"."pay_interest"(uuid, date, timestamp with time zone) IS 'Pays the counted interest of the days before p_before in one sum, rounded to the penny.';

COMMENT ON FUNCTION "private"."read_savings_details"(text, text, text, text, date) IS 'The details of a savings account as a customer typed them. Raises an error about the first field that is wrong. A day that the account has already can have passed.';

COMMENT ON FUNCTION "private"."regular_date"(date, text, integer) IS 'The day on which an occurrence of a regular payment is due, before it is moved to a working day. Null on payday, which no calendar has.';

COMMENT ON FUNCTION "private"."regular_pay"(uuid, date, timestamp with time zone) IS 'The days since p_since, at most of these weeks, on which a customer got regular pay: income, by its category, from a payer who paid income in the weeks before too, and at least half of the largest of these weeks.';

COMMENT ON FUNCTION "private"."round_up_payment"(uuid, timestamp with time zone) IS 'Moves what a cleared card payment lacks to the next pound, once. Nothing moves from a frozen account, or below the balance of the low balance message. False if it is done, or another transaction has it.';

COMMENT ON FUNCTION "private"."savings_of"(uuid) IS 'The savings accounts of a user as staff see them: without the names and goals, which are the customer''s own.';

COMMENT ON FUNCTION "private"."schedule_occurrence"(uuid, timestamp with time zone) IS 'Schedules the next payment of an active regular payment and returns its day. Null if no payment is left, which finishes it, or if it waits for the next payday.';

COMMENT ON FUNCTION "private"."schedule_payday"(uuid, timestamp with time zone) IS 'Schedules the next move of a regular one on payday if the pay has come in. False if another transaction has the payments of the customer.';

COMMENT ON FUNCTION "private"."sent_to_new_payee"(uuid, text, text, timestamp with time zone) IS 'What was sent to a new payee, on each of their accounts here, also before the customer deleted them, and what can still be undone: many small payments to a new payee are one large one. The calling function has called lock_outgoing_payments, so that of two payments at the same moment the second counts the first.';

COMMENT ON FUNCTION "private"."tax_year_of"(date) IS 'The year in which the tax year of a day began: on 6 April.';

COMMENT ON FUNCTION "private"."tell_contact_of_savings"(uuid, timestamp with time zone) IS 'Tells the trusted contact that money may leave protected savings, five times in a day: without the amount, the account and the balance.';

COMMENT ON FUNCTION "private"."tell_of_low_balance"(uuid, boolean, timestamp with time zone) IS 'Tells the customer if their balance has fallen below the amount that they chose, once until it is above it again. Not if they have only moved money to another account of theirs.';

COMMENT ON FUNCTION "private"."tell_owner"(uuid, text, text, uuid) IS 'Owes a mail to the user''s sign-in address, with a link that freezes the account. After ten in an hour, one mail names all further changes: a thief could otherwise bury a mail among others, and the mails of other users would wait.';

COMMENT ON FUNCTION "private"."wait_with_move"(uuid, public.accounts, public.accounts, numeric, integer, timestamp with time zone) IS 'Stores a move out of protected savings, and tells its owner and the trusted contact.';

COMMENT ON FUNCTION "private"."waiting_hours"(uuid, timestamp with time zone) IS 'How many hours a move out of this account waits; 0 without protection.';

COMMENT ON FUNCTION "private"."yearly_rate_with_interest"(numeric) IS 'The AER: what a rate earns in a year when each month''s interest earns, too.';

COMMENT ON FUNCTION "public"."close_my_account"() IS 'Closes the caller''s account, which must be empty, after enter_my_pin, and with the approval by a passkey if they have one. Ends every session, payment to come and card. The statements are kept. Refused while payments are pending, money is left or a savings account is open, and for staff.';

COMMENT ON FUNCTION "public"."get_balance_after"(uuid) IS 'The balance of the caller''s account that a transaction of theirs is about, after it. Null for a row that is not in the caller''s list.';

COMMENT ON FUNCTION "public"."get_chat_money"(uuid) IS 'The account and the savings accounts (with approve_users) and the latest payments and those to come (with view_transactions) of the customer of a chat of the caller, after record_chat_money_view.';

COMMENT ON FUNCTION "public"."get_closed_account"(uuid) IS 'Of a closed account, after record_user_view: whose it was, the months that have entries, the savings accounts beside it, and the bank''s letters. For admins with approve_users, view_transactions and manage_cases, not about a customer with whom they have dealt.';

COMMENT ON FUNCTION "public"."set_display_name"(text) IS 'Changes the caller''s name on the profile and the accounts. Returns the stored name.';

COMMENT ON TABLE "private"."interest_days" IS 'The interest of each day, to six places. A day is counted once.';

COMMENT ON TABLE "private"."interest_payments" IS 'The interest that an account was paid. paid_on decides the tax year.';

COMMENT ON TABLE "private"."interest_rates" IS 'What savings earn in a year from a day on, in per cent, before the interest on the interest. Without a row they earn nothing.';

COMMENT ON TABLE "private"."payee_reports" IS 'Payees that customers reported as a scam, once for each customer. A customer here is reported with all accounts: another savings account must not be a number without reports. No foreign keys and no names: rows outlive users.';

COMMENT ON TABLE "private"."round_ups" IS 'The current accounts whose card payments are rounded up, and the savings account to which the difference goes.';

COMMENT ON TABLE "private"."savings_accounts" IS 'What a customer calls a savings account, and what they save for. Beside accounts, whose rows payments copy.';

COMMENT ON TABLE "private"."waiting_moves" IS 'Moves out of protected savings. The money stays in the account, with its interest, until a job makes the move.';

REVOKE ALL ON FUNCTION "private"."account_now"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."account_now"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."account_now"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."account_of_request"(private.approval_requests) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."account_of_request"(private.approval_requests) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."account_of_request"(private.approval_requests) TO "postgres";

REVOKE ALL ON FUNCTION "private"."add_account"(uuid, text, integer, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_account"(uuid, text, integer, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_account"(uuid, text, integer, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."cancel_waiting_move"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."cancel_waiting_move"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."cancel_waiting_move"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."cancel_waiting_move"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."change_savings_account"(uuid, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."change_savings_account"(uuid, text, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."change_savings_account"(uuid, text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."change_savings_account"(uuid, text, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."close_savings_account"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."close_savings_account"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."close_savings_account"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."close_savings_account"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."closed_account"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."closed_account"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."closed_account"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_interest"(uuid, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_interest"(uuid, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_interest"(uuid, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_move"(uuid, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_move"(uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_move"(uuid, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."create_regular_move"(uuid, uuid, uuid, text, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."create_regular_move"(uuid, uuid, uuid, text, text, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."create_regular_move"(uuid, uuid, uuid, text, text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_regular_move"(uuid, uuid, uuid, text, text, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."daily_interest"(numeric, numeric, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."daily_interest"(numeric, numeric, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."daily_interest"(numeric, numeric, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."earn_interest"(uuid, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."earn_interest"(uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."earn_interest"(uuid, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_interest_of"(uuid, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_interest_of"(uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_interest_of"(uuid, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_payday"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_payday"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."find_payday"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_payday"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."get_closed_statement"(uuid, date, date, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."get_closed_statement"(uuid, date, date, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."get_closed_statement"(uuid, date, date, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."get_closed_statement"(uuid, date, date, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."get_current_account"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."get_current_account"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."get_current_account"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."get_current_account"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."get_interest"(timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."get_interest"(timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."get_interest"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."get_interest"(timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."get_interest_certificate"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."get_interest_certificate"(integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."get_interest_certificate"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."get_interest_certificate"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."get_statement"(date, date, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."get_statement"(date, date, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."get_statement"(date, date, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."get_statement"(date, date, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."get_statement_months"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."get_statement_months"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."get_statement_months"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."get_statement_months"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."interest_rate_request"(text, private.approval_requests, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."interest_rate_request"(text, private.approval_requests, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."interest_rate_request"(text, private.approval_requests, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."least_balance_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."least_balance_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."least_balance_of"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."list_approval_requests"(boolean, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_approval_requests"(boolean, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_approval_requests"(boolean, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_approval_requests"(boolean, uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."list_interest_rates"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_interest_rates"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_interest_rates"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_interest_rates"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."list_my_accounts"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_my_accounts"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_my_accounts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_my_accounts"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."list_upcoming_payments"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_upcoming_payments"(integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_upcoming_payments"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_upcoming_payments"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."list_waiting_moves"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_waiting_moves"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_waiting_moves"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_waiting_moves"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_accounts_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_accounts_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_accounts_of"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_shown_account"(uuid, numeric, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_shown_account"(uuid, numeric, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_shown_account"(uuid, numeric, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."make_regular_move"(public.outgoing_payments, uuid, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."make_regular_move"(public.outgoing_payments, uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."make_regular_move"(public.outgoing_payments, uuid, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."make_waiting_move"(uuid, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."make_waiting_move"(uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."make_waiting_move"(uuid, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_own_money"(uuid, uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."move_own_money"(uuid, uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."move_own_money"(uuid, uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_own_money"(uuid, uuid, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."my_account"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."my_account"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."my_account"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."my_open_savings"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."my_open_savings"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."my_open_savings"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."my_statement_account"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."my_statement_account"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."my_statement_account"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."name_for_staff"(uuid, private.party) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_for_staff"(uuid, private.party) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_for_staff"(uuid, private.party) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_savings_account"(text, text, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_savings_account"(text, text, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."open_savings_account"(text, text, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_savings_account"(text, text, text, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."pay_interest"(uuid, date, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pay_interest"(uuid, date, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pay_interest"(uuid, date, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."protect_savings"(uuid, integer, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."protect_savings"(uuid, integer, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."protect_savings"(uuid, integer, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."protect_savings"(uuid, integer, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."read_regular_terms"(text, text, text, text, date, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_regular_terms"(text, text, text, text, date, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_regular_terms"(text, text, text, text, date, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."read_savings_details"(text, text, text, text, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_savings_details"(text, text, text, text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_savings_details"(text, text, text, text, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."regular_pay"(uuid, date, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."regular_pay"(uuid, date, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."regular_pay"(uuid, date, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."request_approval"(text, uuid, text, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."request_approval"(text, uuid, text, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."request_approval"(text, uuid, text, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."request_approval"(text, uuid, text, text, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."request_interest_rate"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."request_interest_rate"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."request_interest_rate"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."request_interest_rate"(text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_room_for_regular"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_room_for_regular"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_room_for_regular"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."round_up_payment"(uuid, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."round_up_payment"(uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."round_up_payment"(uuid, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."savings_may_leave"(uuid, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."savings_may_leave"(uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."savings_may_leave"(uuid, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."savings_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."savings_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."savings_of"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."schedule_payday"(uuid, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."schedule_payday"(uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."schedule_payday"(uuid, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."set_round_ups"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_round_ups"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."set_round_ups"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_round_ups"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."share_holder_name"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."share_holder_name"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."share_holder_name"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."tax_year_of"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tax_year_of"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tax_year_of"(date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_contact_of_savings"(uuid, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_contact_of_savings"(uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_contact_of_savings"(uuid, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_of_low_balance"(uuid, boolean, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_of_low_balance"(uuid, boolean, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_of_low_balance"(uuid, boolean, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_owner"(uuid, text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_owner"(uuid, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_owner"(uuid, text, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."type_of_account"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."type_of_account"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."type_of_account"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."update_user"(uuid, text, text, text, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."update_user"(uuid, text, text, text, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."update_user"(uuid, text, text, text, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."update_user"(uuid, text, text, text, text, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."waiting_hours"(uuid, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."waiting_hours"(uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."waiting_hours"(uuid, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."yearly_rate_with_interest"(numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."yearly_rate_with_interest"(numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."yearly_rate_with_interest"(numeric) TO "postgres";

insert into private.ledger_accounts (id, name) values ('00000000-0000-0000-0000-00000000000d', 'interest paid');

select cron.schedule('earn-interest', '* 1 * * *', private.job_for_each($$
    select s.account_id as id, s.account_id as waits_for from private.savings_accounts s
    where s.closed_at is null and s.interest_until < private.london_date(now())
    order by s.interest_until
    limit 100000
$$, 'private.earn_interest(due.id)', 'savings accounts got no interest'));

select cron.schedule('make-waiting-moves', '* * * * *', private.job_for_each($$
    select w.id, w.from_account_id as waits_for
    from private.waiting_moves w join public.accounts a on a.id = w.from_account_id and not a.is_frozen
    where w.state = 'waiting' and w.due_at <= now()
    order by w.due_at, w.id
    limit 10000
$$, 'private.make_waiting_move(due.id)', 'moves out of protected savings were not made'));

select cron.schedule('schedule-paydays', '20 * * * *', private.job_for_each($$
    select r.id, r.user_id as waits_for from public.regular_payments r
    where r.frequency = 'payday' and r.state = 'active'
      and not exists (select from public.outgoing_payments o where o.regular_payment_id = r.id and o.state = 'scheduled')
      and (
        r.ends_on < private.london_date(now()) or exists (
          select from public.transactions t
          where t.user_id = r.user_id and t.incoming and t.created_at > now() - interval '3 days'
        )
      )
    limit 100000
$$, 'private.schedule_payday(due.id)', 'moves on payday were not scheduled'));

select cron.schedule('make-round-ups', '* * * * *', private.job_for_each($$
    select p.id, p.user_id as waits_for from public.card_payments p
    where p.rounds_up
    order by p.id
    limit 10000
$$, 'private.round_up_payment(due.id)', 'card payments were not rounded up'));

-- From here on payments wait: what locks their tables comes last, in the order in which payments lock them.
ALTER TABLE "public"."regular_payments"
  DROP CONSTRAINT "regular_payments_frequency_check";

ALTER TABLE "public"."regular_payments"
  ADD COLUMN "other_account_id" uuid;

ALTER TABLE "public"."regular_payments"
  ADD CONSTRAINT "regular_payments_frequency_check"
    CHECK ((frequency = ANY (ARRAY['weekly'::text, 'two_weekly'::text, 'four_weekly'::text, 'monthly'::text, 'yearly'::text, 'payday'::text])));

ALTER TABLE "public"."regular_payments"
  ADD CONSTRAINT "regular_payments_payday_check" CHECK (((frequency <> 'payday'::text) OR (other_account_id IS NOT NULL)));

CREATE INDEX regular_payments_payday_idx ON public.regular_payments USING btree (id)
  WHERE ((frequency = 'payday'::text) AND (state = 'active'::text));

ALTER TABLE "public"."card_payments"
  ADD COLUMN "rounds_up" boolean NOT NULL DEFAULT false;

CREATE INDEX card_payments_rounds_up_idx ON public.card_payments USING btree (id)
  WHERE rounds_up;

DROP POLICY "Customers rename their own account" ON "public"."accounts";

DROP TRIGGER "tell_owner_of_holder_name" ON "public"."accounts";

ALTER DOMAIN "public"."account_type"
  DROP CONSTRAINT "account_type_check";

ALTER TABLE "public"."accounts"
  DROP CONSTRAINT "accounts_user_id_account_type_key";

ALTER DOMAIN "public"."account_type"
  ADD CONSTRAINT "account_type_check" CHECK ((VALUE = ANY (ARRAY['current'::text, 'savings'::text])));

ALTER TABLE "public"."accounts"
  ADD COLUMN "place" smallint NOT NULL DEFAULT 0;

ALTER TABLE "private"."savings_accounts"
  ADD CONSTRAINT "savings_accounts_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;

ALTER TABLE "public"."accounts"
  ADD CONSTRAINT "accounts_user_id_account_type_place_key" UNIQUE (user_id, account_type, place);

CREATE TRIGGER share_holder_name
  AFTER UPDATE OF account_holder_name ON public.accounts
  FOR EACH ROW
  EXECUTE FUNCTION private.share_holder_name();

CREATE POLICY "Customers rename their own account" ON "public"."accounts"
  FOR UPDATE
  TO "authenticated"
  USING (((user_id = ( SELECT auth.uid() AS uid)) AND ((account_type)::text = 'current'::text) AND ( SELECT private.is_approved() AS is_approved)))
  WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ((account_type)::text = 'current'::text) AND ( SELECT private.is_approved() AS is_approved)));

ALTER TABLE "public"."transactions"
  ADD COLUMN "other_account_id" uuid;

ALTER TABLE "private"."security_mails"
  ADD COLUMN "savings_id" uuid;

CREATE OR REPLACE FUNCTION private.interest_of (
  p_user_id  uuid,
  p_tax_year integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT
   COALESCE(jsonb_agg(jsonb_build_object('id', a.id, 'name', s.name, 'sort_code', a.sort_code, 'account_number', a.account_number, 'interest', paid.total) ORDER BY a.place),
   '[]'::jsonb)
  AS "coalesce"
    FROM ((public.accounts a
      JOIN private.savings_accounts s ON ((s.account_id = a.id)))
      CROSS JOIN LATERAL ( SELECT COALESCE(sum(p.amount), (0)::numeric) AS total
            FROM private.interest_payments p
           WHERE ((p.account_id = a.id) AND (p.paid_on >= make_date(interest_of.p_tax_year, 4, 6)) AND (p.paid_on < make_date((interest_of.p_tax_year + 1), 4, 6)))) paid)
   WHERE ((a.user_id = interest_of.p_user_id) AND ((paid.total > (0)::numeric) OR (NOT a.is_closed)));
END;

CREATE OR REPLACE FUNCTION private.interest_rate_on (
  p_day date
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT COALESCE(( SELECT r.rate
            FROM private.interest_rates r
           WHERE (r.starts_on <= interest_rate_on.p_day)
           ORDER BY r.starts_on DESC
          LIMIT 1), (0)::numeric)
  AS "coalesce";
END;

CREATE OR REPLACE FUNCTION private.is_mailed_often (
  p_transaction_id uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT (count(*) = 20)
    FROM ( SELECT
            FROM (public.transactions t
              JOIN public.transactions e
                ON
                (((e.user_id = t.user_id) AND e.incoming AND (e.other_account_id IS NULL) AND (e.created_at > (t.created_at - '1 day'::interval)) AND (e.created_at <
                t.created_at))))
           WHERE (t.id = is_mailed_often.p_transaction_id)
          LIMIT 20) counted;
END;

CREATE OR REPLACE FUNCTION private.keep_savings_protected (
  p_user_id uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
BEGIN ATOMIC
 UPDATE private.savings_accounts s
  SET next_wait_hours = NULL::smallint, next_wait_from = NULL::timestamp WITH time zone
    FROM public.accounts a
   WHERE ((a.user_id = keep_savings_protected.p_user_id) AND (s.account_id = a.id) AND (s.next_wait_from > now()));
END;

CREATE OR REPLACE FUNCTION private.monthly_totals (
  p_user_id uuid,
  p_at      timestamp with time zone
)
  RETURNS TABLE (
    month         date,
    spent         numeric,
    received      numeric,
    average_spent numeric
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 WITH months
  AS (
          SELECT (m.start)::date AS month,
             (m.start AT TIME ZONE 'Europe/London'::text) AS starts_at,
             ((m.start + '1 mon'::interval) AT TIME ZONE 'Europe/London'::text) AS ends_at
            FROM (generate_series(0, 6) back(back)
              CROSS JOIN LATERAL ( SELECT (date_trunc('month'::text, (monthly_totals.p_at AT TIME ZONE 'Europe/London'::text)) - ((back.back)::double precision * '1 mon'::interval)) AS start) m)
         ), totals AS (
          SELECT m.month,
             sums.spent,
             sums.received
            FROM ((months m
              LEFT JOIN public.accounts own ON (((own.user_id = monthly_totals.p_user_id) AND ((own.account_type)::text = 'current'::text))))
              CROSS JOIN LATERAL ( SELECT COALESCE(sum(t_1.amount) FILTER (WHERE (NOT t_1.incoming)), (0)::numeric) AS spent,
                     COALESCE(sum(t_1.amount) FILTER (WHERE t_1.incoming), (0)::numeric) AS received
                    FROM public.transactions t_1
                   WHERE ((t_1.user_id = monthly_totals.p_user_id) AND (t_1.created_at >= m.starts_at) AND (t_1.created_at < m.ends_at) AND ((t_1.status)::text = 'completed'::text) AND (t_1.reversed_at IS NULL) AND (t_1.other_account_id IS NULL) AND (
                         CASE
                             WHEN t_1.incoming THEN ROW(t_1.from_sort_code, t_1.from_account_number)
                             ELSE ROW(t_1.to_sort_code, t_1.to_account_number)
                         END IS DISTINCT FROM ROW(own.sort_code, own.account_number)))) sums)
         )
  SELECT t.month,
     t.spent,
     t.received,
     round((( SELECT sum(full_month.spent) AS sum
            FROM totals full_month
           WHERE (full_month.month < ( SELECT max(totals.month) AS max
                    FROM totals))) / (6)::numeric), 2) AS round
    FROM totals t
   ORDER BY t.month DESC;
END;

CREATE OR REPLACE FUNCTION private.describe_payment_to_come (
  p_payment private.payments_to_come
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT jsonb_build_object('id', (p_payment).id, 'user_id', (p_payment).user_id, 'user_email', ( SELECT u.email
            FROM auth.users u
           WHERE (u.id = (describe_payment_to_come.p_payment).user_id)),
             'due_at',
             (p_payment).due_at,
             'state',
             (p_payment).state,
             'amount',
             (p_payment).amount,
             'recipient',
             private.name_for_staff((p_payment).user_id, ROW(((p_payment).to_account_holder_name)::text, ((p_payment).to_sort_code)::text, ((p_payment).to_account_number)::text)),
             'reference', (p_payment).reference, 'problem', (p_payment).problem, 'frequency', (p_payment).frequency, 'is_under_review', (EXISTS ( SELECT
            FROM private.payment_review_of((describe_payment_to_come.p_payment).id)
              c(id, kind, user_id, other_user_id, about_id, amount, subject, opened_at, due_at, last_at, stopped_at, days_left, expired_at, question, assigned_to, state, decision,
              decision_reason, decided_at, decided_by, letter, search_text, news, news_for)
           WHERE (c.id IS NOT NULL))))
  AS jsonb_build_object;
END;

CREATE OR REPLACE FUNCTION private.rows_of_movement (
  p_movement_id uuid
)
  RETURNS SETOF public.transactions
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT t.id,
     t.movement_id,
     t.user_id,
     t.created_at,
     t.amount,
     t.from_account_id,
     t.incoming,
     t.status,
     t.to_sort_code,
     t.to_account_number,
     t.to_account_holder_name,
     t.reference,
     t.from_sort_code,
     t.from_account_number,
     t.from_account_holder_name,
     t.reversed_at,
     t.mcc,
     t.other_account_id
    FROM public.transactions t
   WHERE ((t.id = ANY (ARRAY[rows_of_movement.p_movement_id, private.other_id(rows_of_movement.p_movement_id)])) AND (t.movement_id = rows_of_movement.p_movement_id));
END;

create or replace function private.spent_by_kind(p_user_id uuid, p_at timestamptz)
returns table (name text, mcc text, chosen_category text, spent numeric, spent_before numeric, is_external boolean)
language sql stable set search_path = ''
begin atomic
  with local_days as (
    select date_trunc('month', l.at) as month, l.at::date - date_trunc('month', l.at)::date + 1 as days
    from (select p_at at time zone 'Europe/London' as at) l
  ),
  limits as (
    select
      d.month - interval '1 month' as before_starts_on,
      least(d.month - interval '1 month' + d.days * interval '1 day', d.month) as before_ends_on,
      d.month as starts_on, d.month + interval '1 month' as ends_on
    from local_days d
  ),
  instants as (
    select
      l.before_starts_on at time zone 'Europe/London' as before_starts_at,
      l.before_ends_on at time zone 'Europe/London' as before_ends_at,
      l.starts_on at time zone 'Europe/London' as starts_at,
      l.ends_on at time zone 'Europe/London' as ends_at
    from limits l
  )
  select
    t.to_account_holder_name, t.mcc, c.category,
    coalesce(sum(t.amount) filter (where t.created_at >= l.starts_at), 0),
    coalesce(sum(t.amount) filter (where t.created_at < l.before_ends_at), 0),
    false
  from instants l
  left join public.accounts own on own.user_id = p_user_id and own.account_type = 'current'
  join public.transactions t
    on t.user_id = p_user_id and t.created_at >= l.before_starts_at and t.created_at < l.ends_at
    -- What monthly_totals counts as spent.
    and not t.incoming and t.status = 'completed' and t.reversed_at is null and t.other_account_id is null
    and (t.to_sort_code, t.to_account_number) is distinct from (own.sort_code, own.account_number)
  left join private.transaction_categories c on c.transaction_id = t.id
  group by t.to_account_holder_name, t.mcc, c.category
  union all
  -- Pending rows of a file are never imported.
  select
    e.description, null, null,
    coalesce(-sum(e.amount) filter (where e.day >= l.starts_on), 0),
    coalesce(-sum(e.amount) filter (where e.day < l.before_ends_on), 0),
    true
  from limits l
  join public.external_accounts a on a.user_id = p_user_id and a.in_insights
  join public.external_transactions e
    on e.account_id = a.id and e.amount < 0
    and (e.day >= l.before_starts_on and e.day < l.before_ends_on or e.day >= l.starts_on and e.day < l.ends_on)
  group by e.description;
end;

CREATE OR REPLACE FUNCTION private.staff_events (
  p_movement_id uuid
)
  RETURNS SETOF private.payment_event
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT private.event(c.opened_at, (19)::bigint, 'review'::text, array_to_string(h.rules, ','::text), by_id => h.placed_by, until =>
         CASE
             WHEN (c.state = 'open'::text) THEN c.due_at
             ELSE NULL::timestamp WITH time zone
         END)
  AS event
    FROM (private.payment_reviews h
      JOIN private.cases c ON ((c.id = h.id)))
   WHERE (h.payment_id = staff_events.p_movement_id)
 UNION ALL
  SELECT private.event(c.decided_at, (4)::bigint, 'review_decided'::text, c.decision, by_id => c.decided_by) AS event
    FROM (private.payment_reviews h
      JOIN private.cases c ON ((c.id = h.id)))
   WHERE ((h.payment_id = staff_events.p_movement_id) AND (c.state = 'decided'::text))
 UNION ALL
  SELECT private.event(min(r.created_at), (22)::bigint, 'reported'::text) AS event
    FROM private.payee_reports r
   WHERE (r.transaction_id = staff_events.p_movement_id)
   GROUP BY r.transaction_id
 UNION ALL
  SELECT private.event(r.created_at, (24)::bigint, 'reversal_asked'::text, r.reason, by_id => r.asked_by) AS event
    FROM private.approval_requests r
   WHERE ((r.kind = 'reversal'::text) AND (r.transaction_id = staff_events.p_movement_id));
END;

CREATE OR REPLACE FUNCTION private.describe_transaction (
  p_transaction public.transactions
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT jsonb_build_object('id', (p_transaction).id, 'created_at', (p_transaction).created_at, 'user_email', ( SELECT u.email
            FROM auth.users u
           WHERE (u.id = (describe_transaction.p_transaction).user_id)), 'from_account',
         CASE
             WHEN (p_transaction).incoming THEN (p_transaction).from_account_number
             ELSE ( SELECT a.account_number
                FROM public.accounts a
               WHERE (a.id = (describe_transaction.p_transaction).from_account_id))
         END, 'to_account', (p_transaction).to_account_number, 'sort_code', (p_transaction).to_sort_code, 'recipient',
         CASE
             WHEN (p_transaction).incoming THEN ((p_transaction).to_account_holder_name)::text
             ELSE private.other_party_of(p_transaction)
         END, 'reference',
         CASE
             WHEN ((NOT (p_transaction).incoming) AND (EXISTS ( SELECT
                FROM private.covered_texts c
               WHERE ((c.transaction_id = private.other_id((describe_transaction.p_transaction).movement_id)) AND (c.reference IS NOT NULL))))) THEN 'Covered message'::text
             ELSE ((p_transaction).reference)::text
         END,
           'amount',
           (p_transaction).amount,
           'incoming', (p_transaction).incoming, 'status', (p_transaction).status, 'reversed_at', (p_transaction).reversed_at, 'is_credit_missing', (EXISTS ( SELECT
            FROM private.missing_credits m
           WHERE (m.transaction_id = (describe_transaction.p_transaction).id))),
             'account_type', private.type_of_account(private.account_of_row(p_transaction)), 'is_own_move', ((p_transaction).other_account_id IS NOT NULL))
  AS jsonb_build_object;
END;

CREATE OR REPLACE FUNCTION private.latest_payments (
  p_user_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT COALESCE(jsonb_agg(p.payment ORDER BY p.created_at DESC, p.id DESC), '[]'::jsonb)
  AS "coalesce"
    FROM ( SELECT t.created_at,
             t.id,
             jsonb_build_object('id', t.id, 'created_at', t.created_at, 'other_party', private.other_party_of(t.*), 'amount', t.amount, 'incoming', t.incoming, 'is_card', (t.mcc IS NOT NULL), 'account_type', private.type_of_account(private.account_of_row(t.*)), 'is_own_move', (t.other_account_id IS NOT NULL), 'status',
                 CASE
                     WHEN (t.reversed_at IS NULL) THEN (t.status)::text
                     ELSE 'reversed'::text
                 END) AS payment
            FROM public.transactions t
           WHERE ((t.user_id = latest_payments.p_user_id) AND private.may_read_transaction(t.*))
           ORDER BY t.created_at DESC, t.id DESC
          LIMIT 5) p;
END;

CREATE OR REPLACE FUNCTION public.cancel_waiting_move (
  p_id uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_active()
  AS require_active;
 SELECT cancel_waiting_move.cancel_waiting_move
    FROM private.cancel_waiting_move(cancel_waiting_move.p_id) cancel_waiting_move(cancel_waiting_move);
END;

CREATE OR REPLACE FUNCTION public.change_savings_account (
  p_id      uuid,
  p_name    text,
  p_colour  text,
  p_goal    text DEFAULT NULL::text,
  p_goal_on text DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_short_texts(500, VARIADIC ARRAY[p_name, p_colour, p_goal, p_goal_on])
  AS require_short_texts;
 SELECT private.require_active() AS require_active;
 SELECT private.require_unfrozen() AS require_unfrozen;
 SELECT change_savings_account.change_savings_account
    FROM private.change_savings_account(change_savings_account.p_id, change_savings_account.p_name, change_savings_account.p_colour, change_savings_account.p_goal, change_savings_account.p_goal_on) change_savings_account(change_savings_account);
END;

CREATE OR REPLACE FUNCTION public.close_savings_account (
  p_id uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_active()
  AS require_active;
 SELECT private.require_unfrozen() AS require_unfrozen;
 SELECT close_savings_account.close_savings_account
    FROM private.close_savings_account(close_savings_account.p_id) close_savings_account(close_savings_account);
END;

CREATE OR REPLACE FUNCTION public.create_regular_move (
  p_request_id    uuid,
  p_from_id       uuid,
  p_to_id         uuid,
  p_amount        text,
  p_frequency     text,
  p_starts_on     text,
  p_ends_on       text DEFAULT NULL::text,
  p_payment_count text DEFAULT NULL::text
)
  RETURNS TABLE (
    regular_payment_id uuid,
    next_on            date
  )
  LANGUAGE sql
  SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_short_texts(500, VARIADIC ARRAY[p_amount, p_frequency, p_starts_on, p_ends_on, p_payment_count])
  AS require_short_texts;
 SELECT private.require_active() AS require_active;
 SELECT private.require_unfrozen() AS require_unfrozen;
 SELECT create_regular_move.regular_payment_id,
     create_regular_move.next_on
    FROM private.create_regular_move(create_regular_move.p_request_id, create_regular_move.p_from_id, create_regular_move.p_to_id, create_regular_move.p_amount, create_regular_move.p_frequency, create_regular_move.p_starts_on, create_regular_move.p_ends_on, create_regular_move.p_payment_count) create_regular_move(regular_payment_id, next_on);
END;

CREATE OR REPLACE FUNCTION public.find_payday()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT find_payday.find_payday
    FROM private.find_payday() find_payday(find_payday);
END;

CREATE OR REPLACE FUNCTION public.get_closed_statement (
  p_user_id    uuid,
  p_from       date,
  p_until      date,
  p_account_id uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  SET statement_timeout TO '8s'
BEGIN ATOMIC
 SELECT get_closed_statement.get_closed_statement
    FROM private.get_closed_statement(get_closed_statement.p_user_id, get_closed_statement.p_from, get_closed_statement.p_until, get_closed_statement.p_account_id)
      get_closed_statement(get_closed_statement);
END;

CREATE OR REPLACE FUNCTION public.get_current_account()
  RETURNS TABLE (
    id                  uuid,
    balance             numeric,
    pending             numeric,
    account_number      text,
    sort_code           text,
    account_holder_name text,
    card_last_four      text,
    has_savings         boolean
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT get_current_account.id,
     get_current_account.balance,
     get_current_account.pending,
     get_current_account.account_number,
     get_current_account.sort_code,
     get_current_account.account_holder_name,
     get_current_account.card_last_four,
     get_current_account.has_savings
    FROM private.get_current_account() get_current_account(id, balance, pending, account_number, sort_code, account_holder_name, card_last_four, has_savings);
END;

CREATE OR REPLACE FUNCTION public.get_interest()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT get_interest.get_interest
    FROM private.get_interest() get_interest(get_interest);
END;

CREATE OR REPLACE FUNCTION public.get_interest_certificate (
  p_tax_year integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT get_interest_certificate.get_interest_certificate
    FROM private.get_interest_certificate(get_interest_certificate.p_tax_year) get_interest_certificate(get_interest_certificate);
END;

CREATE OR REPLACE FUNCTION public.get_statement (
  p_from       date,
  p_until      date,
  p_account_id uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT get_statement.get_statement
    FROM private.get_statement(get_statement.p_from, get_statement.p_until, get_statement.p_account_id) get_statement(get_statement);
END;

CREATE OR REPLACE FUNCTION public.get_statement_months (
  p_account_id uuid DEFAULT NULL::uuid
)
  RETURNS TABLE (
    month             date,
    transaction_count integer
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT get_statement_months.month,
     get_statement_months.transaction_count
    FROM private.get_statement_months(get_statement_months.p_account_id) get_statement_months(month, transaction_count);
END;

CREATE OR REPLACE FUNCTION public.list_approval_requests (
  p_waiting boolean DEFAULT true,
  p_after   uuid    DEFAULT NULL::uuid,
  p_limit   integer DEFAULT 50
)
  RETURNS TABLE (
    id              uuid,
    created_at      timestamp with time zone,
    kind            text,
    reason          text,
    asked_by        uuid,
    asked_by_name   text,
    user_id         uuid,
    user_name       text,
    user_email      text,
    transaction_id  uuid,
    amount_before   numeric,
    amount_after    numeric,
    state           text,
    problem         text,
    can_decide      boolean,
    decided_at      timestamp with time zone,
    decided_by_name text,
    decision_reason text,
    decision        text,
    case_kind       text,
    payee           jsonb,
    account_number  text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  SET statement_timeout TO '8s'
BEGIN ATOMIC
 SELECT list_approval_requests.id,
     list_approval_requests.created_at,
     list_approval_requests.kind,
     list_approval_requests.reason,
     list_approval_requests.asked_by,
     list_approval_requests.asked_by_name,
     list_approval_requests.user_id,
     list_approval_requests.user_name,
     list_approval_requests.user_email,
     list_approval_requests.transaction_id,
     list_approval_requests.amount_before,
     list_approval_requests.amount_after,
     list_approval_requests.state,
     list_approval_requests.problem,
     list_approval_requests.can_decide,
     list_approval_requests.decided_at,
     list_approval_requests.decided_by_name,
     list_approval_requests.decision_reason,
     list_approval_requests.decision,
     list_approval_requests.case_kind,
     list_approval_requests.payee,
     list_approval_requests.account_number
    FROM private.list_approval_requests(COALESCE(list_approval_requests.p_waiting, true), list_approval_requests.p_after, COALESCE(list_approval_requests.p_limit, 50))
      list_approval_requests(id, created_at, kind, reason, asked_by, asked_by_name, user_id, user_name, user_email, transaction_id, amount_before, amount_after, state, problem,
      can_decide, decided_at, decided_by_name, decision_reason, decision, case_kind, payee, account_number);
END;

CREATE OR REPLACE FUNCTION public.list_interest_rates()
  RETURNS TABLE (
    starts_on  date,
    rate       numeric,
    aer        numeric,
    decided_at timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT list_interest_rates.starts_on,
     list_interest_rates.rate,
     list_interest_rates.aer,
     list_interest_rates.decided_at
    FROM private.list_interest_rates() list_interest_rates(starts_on, rate, aer, decided_at);
END;

CREATE OR REPLACE FUNCTION public.list_my_accounts()
  RETURNS TABLE (
    id                  uuid,
    account_type        text,
    name                text,
    colour              text,
    goal                numeric,
    goal_on             date,
    balance             numeric,
    pending             numeric,
    sort_code           text,
    account_number      text,
    account_holder_name text,
    opened_at           timestamp with time zone,
    closed_at           timestamp with time zone,
    wait_hours          integer,
    next_wait_hours     integer,
    next_wait_from      timestamp with time zone,
    takes_round_ups     boolean
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT list_my_accounts.id,
     list_my_accounts.account_type,
     list_my_accounts.name,
     list_my_accounts.colour,
     list_my_accounts.goal,
     list_my_accounts.goal_on,
     list_my_accounts.balance,
     list_my_accounts.pending,
     list_my_accounts.sort_code,
     list_my_accounts.account_number,
     list_my_accounts.account_holder_name,
     list_my_accounts.opened_at,
     list_my_accounts.closed_at,
     list_my_accounts.wait_hours,
     list_my_accounts.next_wait_hours,
     list_my_accounts.next_wait_from,
     list_my_accounts.takes_round_ups
    FROM private.list_my_accounts()
      list_my_accounts(id, account_type, name, colour, goal, goal_on, balance, pending, sort_code, account_number, account_holder_name, opened_at, closed_at, wait_hours,
      next_wait_hours, next_wait_from, takes_round_ups);
END;

CREATE OR REPLACE FUNCTION public.list_upcoming_payments (
  p_days integer DEFAULT NULL::integer
)
  RETURNS TABLE (
    outgoing_payment_id uuid,
    regular_payment_id  uuid,
    to_name             text,
    to_sort_code        text,
    to_account_number   text,
    amount              numeric,
    reference           text,
    send_on             date,
    frequency           text,
    review_until        date,
    awaits_owner        boolean,
    other_account_id    uuid
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT list_upcoming_payments.outgoing_payment_id,
     list_upcoming_payments.regular_payment_id,
     list_upcoming_payments.to_name,
     list_upcoming_payments.to_sort_code,
     list_upcoming_payments.to_account_number,
     list_upcoming_payments.amount,
     list_upcoming_payments.reference,
     list_upcoming_payments.send_on,
     list_upcoming_payments.frequency,
     list_upcoming_payments.review_until,
     list_upcoming_payments.awaits_owner,
     list_upcoming_payments.other_account_id
    FROM private.list_upcoming_payments(list_upcoming_payments.p_days)
      list_upcoming_payments(outgoing_payment_id, regular_payment_id, to_name, to_sort_code, to_account_number, amount, reference, send_on, frequency, review_until, awaits_owner,
      other_account_id);
END;

CREATE OR REPLACE FUNCTION public.list_waiting_moves (
  p_account_id uuid
)
  RETURNS TABLE (
    id            uuid,
    to_account_id uuid,
    amount        numeric,
    created_at    timestamp with time zone,
    due_at        timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT list_waiting_moves.id,
     list_waiting_moves.to_account_id,
     list_waiting_moves.amount,
     list_waiting_moves.created_at,
     list_waiting_moves.due_at
    FROM private.list_waiting_moves(list_waiting_moves.p_account_id) list_waiting_moves(id, to_account_id, amount, created_at, due_at);
END;

CREATE OR REPLACE FUNCTION public.move_own_money (
  p_request_id uuid,
  p_from_id    uuid,
  p_to_id      uuid,
  p_amount     text
)
  RETURNS TABLE (
    movement_id  uuid,
    amount       numeric,
    from_balance numeric,
    to_balance   numeric,
    created_at   timestamp with time zone,
    waits_until  timestamp with time zone
  )
  LANGUAGE sql
  SET search_path TO ''
  SET statement_timeout TO '8s'
BEGIN ATOMIC
 SELECT private.require_short_texts(500, VARIADIC ARRAY[p_amount])
  AS require_short_texts;
 SELECT private.require_active() AS require_active;
 SELECT private.require_unfrozen() AS require_unfrozen;
 SELECT move_own_money.movement_id,
     move_own_money.amount,
     move_own_money.from_balance,
     move_own_money.to_balance,
     move_own_money.created_at,
     move_own_money.waits_until
    FROM private.move_own_money(move_own_money.p_request_id, move_own_money.p_from_id, move_own_money.p_to_id, move_own_money.p_amount) move_own_money(movement_id, amount, from_balance, to_balance, created_at, waits_until);
END;

CREATE OR REPLACE FUNCTION public.open_savings_account (
  p_name       text,
  p_colour     text,
  p_goal       text DEFAULT NULL::text,
  p_goal_on    text DEFAULT NULL::text,
  p_request_id uuid DEFAULT gen_random_uuid()
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_short_texts(500, VARIADIC ARRAY[p_name, p_colour, p_goal, p_goal_on])
  AS require_short_texts;
 SELECT private.require_active() AS require_active;
 SELECT private.require_unfrozen() AS require_unfrozen;
 SELECT open_savings_account.open_savings_account
    FROM private.open_savings_account(open_savings_account.p_name, open_savings_account.p_colour, open_savings_account.p_goal, open_savings_account.p_goal_on, COALESCE(open_savings_account.p_request_id, gen_random_uuid())) open_savings_account(open_savings_account);
END;

CREATE OR REPLACE FUNCTION public.protect_savings (
  p_id    uuid,
  p_hours integer
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_active()
  AS require_active;
 SELECT private.require_unfrozen() AS require_unfrozen;
 SELECT protect_savings.protect_savings
    FROM private.protect_savings(protect_savings.p_id, protect_savings.p_hours) protect_savings(protect_savings);
END;

CREATE OR REPLACE FUNCTION public.request_approval (
  p_kind         text,
  p_user_id      uuid,
  p_reason       text,
  p_balance      text DEFAULT NULL::text,
  p_seen_balance text DEFAULT NULL::text,
  p_account_id   uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_short_texts(500, VARIADIC ARRAY[p_kind, p_reason, p_balance, p_seen_balance])
  AS require_short_texts;
 SELECT private.require_active() AS require_active;
 SELECT private.require_unfrozen() AS require_unfrozen;
 SELECT request_approval.request_approval
    FROM private.request_approval(request_approval.p_kind, request_approval.p_user_id, request_approval.p_reason, request_approval.p_balance, request_approval.p_seen_balance, request_approval.p_account_id) request_approval(request_approval);
END;

CREATE OR REPLACE FUNCTION public.request_interest_rate (
  p_rate      text,
  p_starts_on text,
  p_reason    text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_short_texts(500, VARIADIC ARRAY[p_rate, p_starts_on, p_reason])
  AS require_short_texts;
 SELECT private.require_active() AS require_active;
 SELECT private.require_unfrozen() AS require_unfrozen;
 SELECT request_interest_rate.request_interest_rate
    FROM private.request_interest_rate(request_interest_rate.p_rate, request_interest_rate.p_starts_on, request_interest_rate.p_reason) request_interest_rate(request_interest_rate);
END;

CREATE OR REPLACE FUNCTION public.search_transactions (
  p_text       text                     DEFAULT NULL::text,
  p_min        numeric                  DEFAULT NULL::numeric,
  p_max        numeric                  DEFAULT NULL::numeric,
  p_incoming   boolean                  DEFAULT NULL::boolean,
  p_from       date                     DEFAULT NULL::date,
  p_until      date                     DEFAULT NULL::date,
  p_before     timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_before_id  uuid                     DEFAULT NULL::uuid,
  p_category   text                     DEFAULT NULL::text,
  p_payee      text                     DEFAULT NULL::text,
  p_pending    boolean                  DEFAULT NULL::boolean,
  p_counted    boolean                  DEFAULT NULL::boolean,
  p_account_id uuid                     DEFAULT NULL::uuid
)
  RETURNS TABLE (
    id                       uuid,
    created_at               timestamp with time zone,
    amount                   numeric,
    incoming                 boolean,
    status                   text,
    to_account_holder_name   text,
    to_sort_code             text,
    to_account_number        text,
    from_account_holder_name text,
    from_sort_code           text,
    from_account_number      text,
    reference                text,
    reversed_at              timestamp with time zone,
    category                 text,
    other_account_id         uuid
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  SET enable_sort TO 'off'
BEGIN ATOMIC
 SELECT private.require_short_texts(500, VARIADIC ARRAY[p_text, p_category, p_payee])
  AS require_short_texts;
 SELECT private.require_category(p_category) AS require_category;
 WITH kinds AS MATERIALIZED (
          SELECT k.incoming,
             k.name,
             k.reference,
             k.mcc,
             k.payee,
             k.category
            FROM private.kinds_of_rows(search_transactions.p_from, search_transactions.p_until) k(incoming, name, reference, mcc, payee, category)
           WHERE ((search_transactions.p_category IS NOT NULL) OR (search_transactions.p_payee IS NOT NULL))
         ), wanted AS MATERIALIZED (
          SELECT
                 CASE
                     WHEN (search_transactions.p_account_id IS NULL) THEN false
                     ELSE ( SELECT ((a.account_type)::text = 'savings'::text)
                        FROM public.accounts a
                       WHERE ((a.id = search_transactions.p_account_id) AND (a.user_id = ( SELECT auth.uid() AS uid))))
                 END AS is_savings
         ), savings AS MATERIALIZED (
          SELECT a.id,
             a.sort_code,
             a.account_number
            FROM public.accounts a
           WHERE ((a.user_id = ( SELECT auth.uid() AS uid)) AND ((a.account_type)::text = 'savings'::text) AND ((a.id = search_transactions.p_account_id) OR ( SELECT (NOT w.is_savings)
                    FROM wanted w)))
         )
  SELECT t.id,
     t.created_at,
     t.amount,
     t.incoming,
     t.status,
     t.to_account_holder_name,
     t.to_sort_code,
     t.to_account_number,
     t.from_account_holder_name,
     t.from_sort_code,
     t.from_account_number,
     t.reference,
     t.reversed_at,
         CASE
             WHEN (t.other_account_id IS NULL) THEN private.category_of(t.incoming, other.name, (t.reference)::text, (t.mcc)::text, t.id)
             ELSE 'savings'::text
         END AS "case",
     t.other_account_id
    FROM (public.transactions t
      CROSS JOIN LATERAL ( SELECT (
                 CASE
                     WHEN t.incoming THEN t.from_account_holder_name
                     ELSE t.to_account_holder_name
                 END)::text AS name) other)
   WHERE ((t.user_id = ( SELECT auth.uid() AS uid)) AND (ROW(t.created_at, t.id) < ROW(( SELECT COALESCE(search_transactions.p_before, 'infinity'::timestamp with time zone) AS "coalesce"), ( SELECT COALESCE(search_transactions.p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) AS "coalesce"))) AND (t.created_at >= ( SELECT COALESCE(((search_transactions.p_from)::timestamp without time zone AT TIME ZONE 'Europe/London'::text), '-infinity'::timestamp with time zone) AS "coalesce")) AND (t.created_at < ( SELECT COALESCE((((search_transactions.p_until + 1))::timestamp without time zone AT TIME ZONE 'Europe/London'::text), 'infinity'::timestamp with time zone) AS "coalesce")) AND COALESCE((t.amount >= search_transactions.p_min), true) AND COALESCE((t.amount <= search_transactions.p_max), true) AND COALESCE((t.incoming = search_transactions.p_incoming), true) AND COALESCE((((t.status)::text = 'pending'::text) = search_transactions.p_pending), true) AND (((search_transactions.p_counted IS TRUE) AND (search_transactions.p_account_id IS NULL)) OR (COALESCE(
         CASE
             WHEN t.incoming THEN (((t.to_sort_code)::text, (t.to_account_number)::text) IN ( SELECT s.sort_code,
                 s.account_number
                FROM savings s))
             ELSE (t.from_account_id IN ( SELECT s.id
                FROM savings s))
         END, false) = ( SELECT w.is_savings
            FROM wanted w))) AND ((search_transactions.p_counted IS NOT TRUE) OR (((t.status)::text = 'completed'::text) AND (t.reversed_at IS NULL) AND (t.other_account_id IS NULL) AND (NOT COALESCE((((
         CASE
             WHEN t.incoming THEN t.from_sort_code
             ELSE t.to_sort_code
         END)::text, (
         CASE
             WHEN t.incoming THEN t.from_account_number
             ELSE t.to_account_number
         END)::text) IN ( SELECT own.sort_code,
             own.account_number
            FROM public.accounts own
           WHERE (own.user_id = ( SELECT auth.uid() AS uid)))), false)))) AND ((strpos(private.fold_text(((other.name || '
'::text) || COALESCE((t.reference)::text, ''::text))), ( SELECT private.fold_text(btrim(COALESCE(search_transactions.p_text, ''::text))) AS fold_text)) > 0) OR COALESCE((t.amount <@ ( SELECT private.searched_amounts(search_transactions.p_text) AS searched_amounts)), false)) AND ((search_transactions.p_payee IS NULL) OR (other.name IN ( SELECT k.name
            FROM kinds k
           WHERE (k.payee = ( SELECT private.payee_key(search_transactions.p_payee) AS payee_key))))) AND ((search_transactions.p_category IS NULL) OR ((t.other_account_id IS NOT NULL) AND (search_transactions.p_category = 'savings'::text)) OR ((t.other_account_id IS NULL) AND ((t.id IN ( SELECT c.transaction_id
            FROM private.chosen_categories() c(transaction_id, category)
           WHERE (c.category = search_transactions.p_category))) OR (((t.incoming, other.name,
         CASE
             WHEN t.incoming THEN COALESCE((t.reference)::text, ''::text)
             ELSE ''::text
         END, COALESCE((t.mcc)::text, ''::text)) IN ( SELECT k.incoming,
             k.name,
             k.reference,
             k.mcc
            FROM kinds k
           WHERE (k.category = search_transactions.p_category))) AND (NOT (t.id IN ( SELECT c.transaction_id
            FROM private.chosen_categories() c(transaction_id, category)))))))))
   ORDER BY t.created_at DESC, t.id DESC
  LIMIT 50;
END;

CREATE OR REPLACE FUNCTION public.set_round_ups (
  p_to_account_id uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_active()
  AS require_active;
 SELECT private.require_unfrozen() AS require_unfrozen;
 SELECT set_round_ups.set_round_ups
    FROM private.set_round_ups(set_round_ups.p_to_account_id) set_round_ups(set_round_ups);
END;

CREATE OR REPLACE FUNCTION public.update_user (
  p_user_id            uuid,
  p_full_name          text DEFAULT NULL::text,
  p_notification_email text DEFAULT NULL::text,
  p_pin                text DEFAULT NULL::text,
  p_balance            text DEFAULT NULL::text,
  p_seen_balance       text DEFAULT NULL::text,
  p_account_id         uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_short_texts(500, VARIADIC ARRAY[p_full_name, p_notification_email, p_pin, p_balance, p_seen_balance])
  AS require_short_texts;
 SELECT private.require_active() AS require_active;
 SELECT private.require_unfrozen() AS require_unfrozen;
 SELECT update_user.update_user
    FROM private.update_user(update_user.p_user_id, update_user.p_full_name, update_user.p_notification_email, update_user.p_pin, update_user.p_balance, update_user.p_seen_balance, update_user.p_account_id) update_user(update_user);
END;

CREATE OR REPLACE FUNCTION private.describe_side (
  p_account_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT jsonb_build_object('user_id', a.user_id, 'name', a.account_holder_name, 'sort_code', a.sort_code, 'account_number', a.account_number, 'account_type', a.account_type)
  AS jsonb_build_object
    FROM public.accounts a
   WHERE (a.id = describe_side.p_account_id);
END;

create or replace function private.letter(
  p_case private.cases, p_title text, p_at timestamptz, p_before text[], p_facts text[], p_after text[]
) returns jsonb
language sql stable set search_path = ''
begin atomic
  with fact as (
    select 0 as place, 'Customer' as name, (
      select a.account_holder_name::text from public.accounts a where a.user_id = p_case.user_id and a.account_type = 'current'
    ) as value
    union all
    select n, p_facts[n][1], p_facts[n][2] from generate_subscripts(p_facts, 1) n
    union all
    select 1000, 'Case', p_case.id::text
  )
  select jsonb_build_object(
    'title', p_title, 'day', private.london_date(p_at), 'before', p_before,
    'facts', (
      select jsonb_agg(jsonb_build_object('name', f.name, 'value', f.value) order by f.place) from fact f where f.value is not null
    ),
    'after', p_after
  );
end;

CREATE OR REPLACE FUNCTION private.money_data (
  p_user_id uuid,
  p_most    integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT jsonb_build_object('accounts', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT a.id,
                     a.created_at,
                     a.account_type,
                     a.sort_code,
                     a.account_number,
                     a.account_holder_name,
                     a.card_last_four,
                     a.balance,
                     a.held,
                     a.sent_on,
                     a.sent_today,
                     a.is_frozen,
                     a.is_closed,
                     a.place
                    FROM public.accounts a
                   WHERE (a.user_id = money_data.p_user_id)
                   ORDER BY a.created_at) r), 'savings_accounts', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT s.account_id,
                     s.name,
                     s.colour,
                     s.goal,
                     s.goal_on,
                     s.closed_at,
                     s.wait_hours,
                     s.next_wait_hours,
                     s.next_wait_from
                    FROM (public.accounts a
                      JOIN private.savings_accounts s ON ((s.account_id = a.id)))
                   WHERE (a.user_id = money_data.p_user_id)
                   ORDER BY a.place) r), 'interest_days', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT d.account_id,
                     d.day,
                     d.balance,
                     d.rate,
                     d.interest,
                     d.movement_id
                    FROM (public.accounts a
                      JOIN private.interest_days d ON ((d.account_id = a.id)))
                   WHERE (a.user_id = money_data.p_user_id)
                   ORDER BY d.day DESC
                  LIMIT money_data.p_most) r), 'interest_payments', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT i.account_id,
                     i.paid_on,
                     i.amount,
                     i.movement_id
                    FROM (public.accounts a
                      JOIN private.interest_payments i ON ((i.account_id = a.id)))
                   WHERE (a.user_id = money_data.p_user_id)
                   ORDER BY i.paid_on DESC
                  LIMIT money_data.p_most) r), 'round_ups', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT u.account_id,
                     u.to_account_id
                    FROM (public.accounts a
                      JOIN private.round_ups u ON ((u.account_id = a.id)))
                   WHERE (a.user_id = money_data.p_user_id)) r), 'waiting_moves', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT w.id,
                     w.from_account_id,
                     w.to_account_id,
                     w.created_at,
                     w.due_at,
                     w.amount,
                     w.state
                    FROM (public.accounts a
                      JOIN private.waiting_moves w ON ((w.from_account_id = a.id)))
                   WHERE (a.user_id = money_data.p_user_id)
                   ORDER BY w.created_at DESC
                  LIMIT money_data.p_most) r), 'ledger_entries', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT e.account_id,
                     e.created_at,
                     e.amount,
                     e.movement_id
                    FROM (public.accounts a
                      JOIN private.ledger_entries e ON ((e.account_id = a.id)))
                   WHERE ((a.user_id = money_data.p_user_id) AND (e.balance_after IS NOT NULL))
                   ORDER BY e.created_at DESC
                  LIMIT money_data.p_most) r), 'transactions', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT t.id,
                     t.movement_id,
                     t.created_at,
                     t.incoming,
                     t.amount,
                     t.status,
                     t.reference,
                     t.to_account_holder_name,
                     t.to_sort_code,
                     t.to_account_number,
                     t.from_account_holder_name,
                     t.from_sort_code,
                     t.from_account_number,
                     t.reversed_at,
                     t.mcc,
                     t.other_account_id
                    FROM public.transactions t
                   WHERE (t.user_id = money_data.p_user_id)
                   ORDER BY t.created_at DESC, t.id DESC
                  LIMIT money_data.p_most) r), 'categories', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT c.transaction_id,
                     c.category
                    FROM private.transaction_categories c
                   WHERE (c.user_id = money_data.p_user_id)
                  LIMIT money_data.p_most) r), 'payee_categories', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT c.payee,
                     c.category
                    FROM private.payee_categories c
                   WHERE (c.user_id = money_data.p_user_id)
                  LIMIT money_data.p_most) r), 'cards', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT c.id,
                     c.issued_at,
                     c.status,
                     c.last_four,
                     c.expires_on,
                     c.online,
                     c.contactless,
                     c.cash,
                     c.abroad,
                     c.gambling_from,
                     c.purchase_limit,
                     c.daily_limit
                    FROM public.cards c
                   WHERE (c.user_id = money_data.p_user_id)
                   ORDER BY c.issued_at) r), 'card_payments', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT c.id,
                     c.card_id,
                     c.created_at,
                     c.merchant,
                     c.mcc,
                     c.country,
                     c.entry,
                     c.status,
                     c.amount,
                     c.refunded,
                     c.merchant_currency,
                     c.merchant_amount,
                     c.place,
                     c.rounds_up
                    FROM public.card_payments c
                   WHERE (c.user_id = money_data.p_user_id)
                   ORDER BY c.created_at DESC
                  LIMIT money_data.p_most) r), 'payees', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT p.id,
                     p.created_at,
                     p.account_holder_name,
                     p.nickname,
                     p.sort_code,
                     p.account_number,
                     p.is_favourite,
                     p.last_payment_amount,
                     p.last_payment_date,
                     p.paid_total,
                     p.paid_count,
                     p.paid_name,
                     p.check_outcome,
                     p.warned_total
                    FROM public.recipients p
                   WHERE (p.user_id = money_data.p_user_id)
                   ORDER BY p.created_at
                  LIMIT money_data.p_most) r), 'removed_payees', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT p.created_at,
                     p.removed_at,
                     p.sort_code,
                     p.account_number,
                     p.paid_total
                    FROM private.removed_payees p
                   WHERE (p.user_id = money_data.p_user_id)
                  LIMIT money_data.p_most) r), 'payee_checks', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT c.created_at,
                     c.outcome
                    FROM private.payee_checks c
                   WHERE (c.user_id = money_data.p_user_id)
                   ORDER BY c.created_at DESC
                  LIMIT money_data.p_most) r), 'payment_orders', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT o.created_at,
                     o.movement_id,
                     o.evidence
                    FROM private.payment_orders o
                   WHERE (o.user_id = money_data.p_user_id)
                  LIMIT money_data.p_most) r), 'orders_for_later', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT f.created_id,
                     f.evidence
                    FROM private.future_requests f
                   WHERE (f.user_id = money_data.p_user_id)
                  LIMIT money_data.p_most) r), 'scheduled_payments', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT s.created_at,
                     s.scheduled_for,
                     s.processed,
                     s.amount,
                     s.from_name,
                     s.reference
                    FROM public.scheduled_payments s
                   WHERE (s.user_id = money_data.p_user_id)
                   ORDER BY s.created_at
                  LIMIT money_data.p_most) r), 'outgoing_payments', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT o.id,
                     o.created_at,
                     o.regular_payment_id,
                     o.occurrence,
                     o.to_account_holder_name,
                     o.to_sort_code,
                     o.to_account_number,
                     o.amount,
                     o.reference,
                     o.reason,
                     o.state,
                     o.due_on,
                     o.send_at,
                     o.closed_at,
                     o.awaits_owner,
                     o.failed_attempts,
                     o.problem
                    FROM public.outgoing_payments o
                   WHERE (o.user_id = money_data.p_user_id)
                   ORDER BY o.created_at DESC
                  LIMIT money_data.p_most) r), 'regular_payments', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT g.id,
                     g.created_at,
                     g.to_account_holder_name,
                     g.to_sort_code,
                     g.to_account_number,
                     g.amount,
                     g.reference,
                     g.reason,
                     g.frequency,
                     g.starts_on,
                     g.ends_on,
                     g.payments_left,
                     g.state,
                     g.next_occurrence,
                     g.failures,
                     g.other_account_id
                    FROM public.regular_payments g
                   WHERE (g.user_id = money_data.p_user_id)
                   ORDER BY g.created_at
                  LIMIT money_data.p_most) r), 'external_accounts', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT x.id,
                     x.created_at,
                     x.name,
                     x.transaction_count,
                     x.last_day,
                     x.balance,
                     x.balance_day,
                     x.in_insights
                    FROM public.external_accounts x
                   WHERE (x.user_id = money_data.p_user_id)) r), 'external_transactions', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT x.account_id,
                     x.day,
                     x.amount,
                     x.description
                    FROM public.external_transactions x
                   WHERE (x.user_id = money_data.p_user_id)
                  LIMIT money_data.p_most) r), 'money_after_closing', ( SELECT jsonb_agg(r.*) AS jsonb_agg
            FROM ( SELECT m.created_at,
                     m.amount,
                     m.movement_id
                    FROM private.closed_money m
                   WHERE (m.user_id = money_data.p_user_id)
                  LIMIT money_data.p_most) r))
  AS jsonb_build_object;
END;

REVOKE ALL ON FUNCTION "public"."cancel_waiting_move"(uuid) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."change_savings_account"(uuid, text, text, text, text) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."close_savings_account"(uuid) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."create_regular_move"(uuid, uuid, uuid, text, text, text, text, text) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."find_payday"() FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."get_closed_statement"(uuid, date, date, uuid) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."get_current_account"() FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."get_interest"() FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."get_interest_certificate"(integer) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."get_statement"(date, date, uuid) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."get_statement_months"(uuid) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."list_approval_requests"(boolean, uuid, integer) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."list_interest_rates"() FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."list_my_accounts"() FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."list_upcoming_payments"(integer) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."list_waiting_moves"(uuid) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."move_own_money"(uuid, uuid, uuid, text) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."open_savings_account"(text, text, text, text, uuid) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."protect_savings"(uuid, integer) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."request_approval"(text, uuid, text, text, text, uuid) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."request_interest_rate"(text, text, text) FROM PUBLIC, "anon", "service_role";

REVOKE ALL
  ON FUNCTION "public"."search_transactions"(text, numeric, numeric, boolean, date, date, timestamp WITH time zone, uuid, text, text, boolean, boolean, uuid)
  FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."set_round_ups"(uuid) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."update_user"(uuid, text, text, text, text, text, uuid) FROM PUBLIC, "anon", "service_role";

COMMENT ON COLUMN "private"."security_mails"."savings_id" IS 'The savings account that it is about, whose page its push message opens. No foreign key: the mail outlives the account.';

COMMENT ON COLUMN "public"."accounts"."card_last_four" IS 'Of the card that the customer uses now. A copy, so that the first screen reads one row. Empty for a savings account.';

COMMENT ON COLUMN "public"."accounts"."place" IS 'The order in the customer''s list: 0 for the current account, from 1 for savings accounts. No role may select it.';

COMMENT ON COLUMN "public"."card_payments"."rounds_up" IS 'Whether what the cleared payment lacks to the next pound is still to be moved to savings. In this row, which a clearing writes anyway.';

COMMENT ON COLUMN "public"."regular_payments"."other_account_id" IS 'The account of the same customer to which a regular move goes; null for a payment. No foreign key, as in transactions.';

COMMENT ON COLUMN "public"."regular_payments"."starts_on" IS 'The day from which all due days are counted, so that the 31st stays the 31st after a shorter month. On payday: the first day whose pay counts.';

COMMENT ON COLUMN "public"."transactions"."other_account_id" IS 'The other account of a move between two accounts of the customer, which has both rows; null for every payment.';

COMMENT ON DOMAIN "public"."account_type" IS 'Whether an account is the current account of its customer or a savings account.';

COMMENT ON FUNCTION "private"."keep_savings_protected"(uuid) IS 'Takes back the requests to protect the savings of a customer less that do not apply yet. Called before their accounts are locked, as a move locks its savings account first.';

COMMENT ON FUNCTION "public"."cancel_waiting_move"(uuid) IS 'Takes back a move out of protected savings of the caller that still waits. Idempotent.';

COMMENT ON FUNCTION "public"."change_savings_account"(uuid, text, text, text, text) IS 'Changes the name, the colour and the goal of a savings account of the caller. Without a goal the account has none.';

COMMENT ON FUNCTION "public"."close_savings_account"(uuid) IS 'Closes a savings account of the caller, unless it is protected and has money. Its money goes to the current account, with the interest until yesterday, its regular moves and round-ups end, and its statements stay. A closed account stays closed.';

COMMENT ON FUNCTION "public"."create_regular_move"(uuid, uuid, uuid, text, text, text, text, text) IS 'Creates a regular move between two accounts of the caller, from today or a later day on, with the frequencies of regular payments or payday: the day after regular pay has come in. No payee check, no warning, no limit. It is changed, paused and ended as a regular payment. p_request_id is the idempotency key. next_on is null until the pay comes in.';

COMMENT ON FUNCTION "public"."find_payday"() IS 'Who last paid the caller regularly, and on which day: a regular move on payday is made on the day after. Null if no regular pay has come in.';

COMMENT ON FUNCTION "public"."get_closed_statement"(uuid, date, date, uuid) IS 'A statement of a closed account or of one of the savings accounts beside it, as get_statement, for those who may call get_closed_account.';

COMMENT ON FUNCTION "public"."get_current_account"() IS 'The caller''s current account with what can be spent and what is pending, and whether list_my_accounts has an open savings account. No row before open_current_account.';

COMMENT ON FUNCTION "public"."get_interest"() IS 'What savings earn: the rate of today and the AER, a rate that is decided for a later day, what each savings account of the caller was paid in this tax year, and by account what is counted and paid on the first of the next month.';

COMMENT ON FUNCTION "public"."get_interest_certificate"(integer) IS 'The figures of a certificate: the interest that each savings account of the caller was paid in the tax year that began on 6 April of this year, and the total. Interest is paid without tax taken off.';

COMMENT ON FUNCTION "public"."get_statement"(date, date, uuid) IS 'The statement of the caller''s current account, or of another one by its id, from one UK day to another, both included: from, until, opening_balance, paid_in and paid_out without money that left and was returned on these days, closing_balance and entries, oldest first. One document, so that no row limit truncates it and all figures come from one snapshot.';

COMMENT ON FUNCTION "public"."get_statement_months"(uuid) IS 'The months that have a statement of the caller''s current account, or of another one by its id, newest first, with the number of entries in each.';

COMMENT ON FUNCTION "public"."list_approval_requests"(boolean, uuid, integer) IS 'The waiting requests, oldest first, or the decided ones, newest first: those that the caller made, and those about others for whose action the caller has the permission. At most 100 after the given id. For those who have a right to one of the actions. It must be recorded with record_list_view first.';

COMMENT ON FUNCTION "public"."list_interest_rates"() IS 'The rates of the interest on savings, the latest first. For super admins.';

COMMENT ON FUNCTION "public"."list_my_accounts"() IS 'The caller''s accounts: the current account first, which has no name, and then the savings accounts in the order in which they were opened, also the closed ones. wait_hours: how long what leaves a protected account waits, and how long from next_wait_from on. takes_round_ups: whether what card payments lack to the next pound goes to it.';

COMMENT ON FUNCTION "public"."list_upcoming_payments"(integer) IS 'What the caller''s account will send in the next p_days (at most 366), by day. Null: 30 days, or to the same day of the next month if that is later. Without an id of its own, a row is a later payment of a regular one. A payment under review has the day until which. awaits_owner: it is not sent before keep_payment. other_account_id: the account to which a move between two accounts of the caller goes.';

COMMENT ON FUNCTION "public"."list_waiting_moves"(uuid) IS 'The moves out of a protected savings account of the caller that wait, the next one first. Only for one account: its page alone shows them.';

COMMENT ON FUNCTION "public"."move_own_money"(uuid, uuid, uuid, text) IS 'Moves money between two accounts of the caller, at once: no payee check, no warning, no limit of the day, no undo window. What leaves protected savings waits until waits_until, with both balances as they are. Otherwise returns both balances after the move. p_request_id is the idempotency key: a repeated request returns the first answer and moves nothing.';

COMMENT ON FUNCTION "public"."open_savings_account"(text, text, text, text, uuid) IS 'Opens a savings account of the caller, with a sort code and an account number, and returns its id. At most ten are open at a time. p_goal: pounds, and p_goal_on: the day by which the caller wants to have them, as 2030-12-31; both can be left out. p_request_id is the idempotency key: a repeated request returns the first id and opens nothing.';

COMMENT ON FUNCTION "public"."protect_savings"(uuid, integer) IS 'Decides how many hours what leaves a savings account of the caller waits: 24, 72, or 0 for none. More hours apply at once. Fewer apply after the hours that hold now, and the owner and their trusted contact are told. The hours that hold now end such a wait.';

COMMENT ON FUNCTION "public"."request_approval"(text, uuid, text, text, text, uuid) IS 'Asks a second administrator to approve an action: balance (of the current account, or of the savings account p_account_id: the new balance, and the one that was shown), deletion, unfreeze, super_admin, or closing (90 days'' notice, with the reasons that the customer reads). For those who have the right to the action.';

COMMENT ON FUNCTION "public"."request_interest_rate"(text, text, text) IS 'Asks a second super admin to change the interest on savings: the rate in a year in per cent, as 4.25, and the first day on which it holds, from tomorrow on. For super admins.';

COMMENT ON FUNCTION "public"."search_transactions"(text, numeric, numeric, boolean, date, date, timestamp
  with time zone, uuid, text, text, boolean, boolean, uuid) IS 'The caller''s transactions with their category, newest first, 50 at a time: those whose other party, reference or amount matches the text, with the amount, direction, UK day, category, payee and state that are given, or only what the insights count, which is of all accounts. Of the current account unless another account of the caller is given. A move between two accounts of the caller has the id of the other. The next page starts after the last row''s created_at and id.';

COMMENT ON FUNCTION "public"."set_round_ups"(uuid) IS 'Turns round-ups of the caller''s card payments on, to this open savings account, or off without one. What a payment lacks to the next pound moves there once it is cleared, unless the balance would fall below the one of the low balance message.';

COMMENT ON FUNCTION "public"."update_user"(uuid, text, text, text, text, text, uuid) IS 'Changes the fields that are not null; an empty text clears a field. A new PIN changes the password and ends the sessions. The balance is that of the current account, or of the savings account p_account_id, and needs the balance that the form showed. For admins with approve_users; the balance also needs financial_support, and the details of other staff a super admin.';

COMMENT ON TABLE "public"."accounts" IS 'Current accounts and savings accounts. Only the ledger functions change balances.';

REVOKE ALL ON FUNCTION "private"."account_of_row"(public.transactions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."account_of_row"(public.transactions) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."account_of_row"(public.transactions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."book_move"(uuid, public.accounts, public.accounts, numeric, timestamp WITH time zone, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."book_move"(uuid, public.accounts, public.accounts, numeric, timestamp WITH time zone, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."book_move"(uuid, public.accounts, public.accounts, numeric, timestamp WITH time zone, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_regular_moves"(public.accounts, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_regular_moves"(public.accounts, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_regular_moves"(public.accounts, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."interest_of"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."interest_of"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."interest_of"(uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."interest_rate_on"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."interest_rate_on"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."interest_rate_on"(date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_savings_protected"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_savings_protected"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_savings_protected"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."name_regular_moves"(public.accounts, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_regular_moves"(public.accounts, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_regular_moves"(public.accounts, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."next_payday"(public.regular_payments, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."next_payday"(public.regular_payments, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."next_payday"(public.regular_payments, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."other_party_of"(public.transactions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."other_party_of"(public.transactions) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."other_party_of"(public.transactions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."own_name_of"(public.accounts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_name_of"(public.accounts) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_name_of"(public.accounts) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_open_account"(public.accounts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_open_account"(public.accounts) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_open_account"(public.accounts) TO "postgres";

REVOKE ALL ON FUNCTION "private"."wait_with_move"(uuid, public.accounts, public.accounts, numeric, integer, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wait_with_move"(uuid, public.accounts, public.accounts, numeric, integer, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."wait_with_move"(uuid, public.accounts, public.accounts, numeric, integer, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_waiting_move"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."cancel_waiting_move"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_waiting_move"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_savings_account"(uuid, text, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_savings_account"(uuid, text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_savings_account"(uuid, text, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."close_savings_account"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."close_savings_account"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."close_savings_account"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_regular_move"(uuid, uuid, uuid, text, text, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."create_regular_move"(uuid, uuid, uuid, text, text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_regular_move"(uuid, uuid, uuid, text, text, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_payday"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_payday"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_payday"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_closed_statement"(uuid, date, date, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_closed_statement"(uuid, date, date, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_closed_statement"(uuid, date, date, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_current_account"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_current_account"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_current_account"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_interest"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_interest"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_interest"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_interest_certificate"(integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_interest_certificate"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_interest_certificate"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_statement"(date, date, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_statement"(date, date, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_statement"(date, date, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_statement_months"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_statement_months"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_statement_months"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_approval_requests"(boolean, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_approval_requests"(boolean, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_approval_requests"(boolean, uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_interest_rates"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_interest_rates"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_interest_rates"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_my_accounts"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_my_accounts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_my_accounts"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_upcoming_payments"(integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_upcoming_payments"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_upcoming_payments"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_waiting_moves"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_waiting_moves"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_waiting_moves"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."move_own_money"(uuid, uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."move_own_money"(uuid, uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."move_own_money"(uuid, uuid, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_savings_account"(text, text, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."open_savings_account"(text, text, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_savings_account"(text, text, text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."protect_savings"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."protect_savings"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."protect_savings"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_approval"(text, uuid, text, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."request_approval"(text, uuid, text, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_approval"(text, uuid, text, text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_interest_rate"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."request_interest_rate"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_interest_rate"(text, text, text) TO "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."search_transactions"(text, numeric, numeric, boolean, date, date, timestamp WITH time zone, uuid, text, text, boolean, boolean, uuid)
  TO "authenticated";

REVOKE ALL
  ON FUNCTION "public"."search_transactions"(text, numeric, numeric, boolean, date, date, timestamp WITH time zone, uuid, text, text, boolean, boolean, uuid)
  FROM "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."search_transactions"(text, numeric, numeric, boolean, date, date, timestamp WITH time zone, uuid, text, text, boolean, boolean, uuid)
  TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_round_ups"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_round_ups"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_round_ups"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."update_user"(uuid, text, text, text, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."update_user"(uuid, text, text, text, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."update_user"(uuid, text, text, text, text, text, uuid) TO "postgres";
