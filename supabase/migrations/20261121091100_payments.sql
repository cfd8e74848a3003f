-- Payments: one transaction from the idempotency key to the rows on both sides.

create table public.recipients (
  id uuid primary key default private.new_id(),
  user_id uuid not null,
  created_at timestamptz not null default now(),
  account_holder_name public.account_holder_name not null,
  sort_code public.sort_code not null,
  account_number public.account_number not null,
  last_payment_amount private.money,
  last_payment_date timestamptz,
  nickname public.account_holder_name,
  is_favourite boolean not null default false,
  paid_total numeric(14, 2) not null default 0,
  paid_name text,
  check_outcome text,
  checked_at timestamptz,
  unique (user_id, account_number, sort_code)
)
with (fillfactor = 80);
comment on table public.recipients is
  'The payees that a customer has paid. A payment writes them; the customer can name, favour and delete them.';
comment on column public.recipients.nickname is 'What the customer calls the payee. Shown to the customer alone.';
comment on column public.recipients.paid_total is 'Pounds that were paid to this payee in all. A payee of few pounds still counts as new.';
comment on column public.recipients.paid_name is
  'The name in the last payment, whose check the customer has seen. Only payments write it: a name that the customer can edit would be a way to try names.';
comment on column public.recipients.check_outcome is 'The outcome of the payee check of the last payment, made before it or inside it.';
comment on column public.recipients.user_id is 'The payer. No foreign key: only a payer with an account gets here, and accounts has the foreign key.';

create trigger count_changed_rows before delete on public.recipients
  for each statement when (current_user = 'authenticated') execute function private.limit_changed_rows();
create trigger limit_changed_rows before delete on public.recipients
  for each row when (current_user = 'authenticated') execute function private.limit_changed_rows();
create trigger require_active_session before delete on public.recipients
  for each statement when (current_user = 'authenticated') execute function private.require_active_session();

create trigger lock_calling_payer before delete on public.recipients
  for each statement when (current_user = 'authenticated') execute function private.lock_calling_payer();

alter table public.recipients enable row level security;
grant select, delete on public.recipients to authenticated;

create policy "Customers read their own recipients" on public.recipients
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "Customers delete their own recipients" on public.recipients
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

create function private.edit_recipient(p_id uuid, p_name text, p_nickname text, p_is_favourite boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_name constant text := btrim(p_name);
  new_nickname constant text := nullif(btrim(p_nickname), '');
  problem constant text[] := case
    when coalesce(new_name, '') = '' then array['name', 'Enter the name on the account.']
    when char_length(new_name) > 140 then array['name', 'Name must be at most 140 characters.']
    when not private.is_clean(new_name) then array['name', private.text_problem(new_name)]
    when char_length(new_nickname) > 140 then array['nickname', 'Nickname must be at most 140 characters.']
    when not private.is_clean(coalesce(new_nickname, '')) then array['nickname', private.text_problem(new_nickname)]
  end;
begin
  perform private.require_approved();
  perform private.require_no_problem(problem);
  update public.recipients r
  set account_holder_name = new_name, nickname = new_nickname, is_favourite = coalesce(p_is_favourite, false)
  where r.id = p_id and r.user_id = auth.uid();
  if not found then
    raise exception 'This recipient is no longer saved.' using errcode = 'PT404', hint = 'recipient-gone';
  end if;
end
$$;
select private.expose('edit_recipient',
  'Changes the name, nickname and favourite mark of one of the caller''s recipients. An empty nickname removes it.');

create table private.payee_reports (
  sort_code public.sort_code not null,
  account_number public.account_number not null,
  reporter_id uuid not null,
  transaction_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (sort_code, account_number, reporter_id)
);
comment on table private.payee_reports is
  'Payees that customers reported as a scam, once for each customer. No foreign keys and no names: rows outlive users.';

alter table private.payee_reports enable row level security;
create policy "No API role can access the payee reports" on private.payee_reports
  for all to anon, authenticated using (false);

create function private.report_scam(p_transaction_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_approved();
  insert into private.payee_reports (sort_code, account_number, reporter_id, transaction_id)
  select t.to_sort_code, t.to_account_number, t.user_id, t.id from public.transactions t
  -- A payment by card names no account.
  where t.id = p_transaction_id and t.user_id = auth.uid() and not t.incoming and t.to_account_number is not null
    -- A payment that came back costs nothing, and neither would the report.
    and t.status = 'completed' and t.reversed_at is null
  -- Also finds a report that exists, so that a repeated call succeeds.
  on conflict (sort_code, account_number, reporter_id) do update set transaction_id = excluded.transaction_id;
  if not found then
    raise exception 'We could not find this payment.' using errcode = 'PT404', hint = 'transaction-gone';
  end if;
end
$$;
select private.expose('report_scam',
  'Records that the caller calls the payee of one of their payments a scam. Idempotent.');

create table private.payment_orders (
  user_id uuid not null,
  request_id uuid not null,
  created_at timestamptz not null,
  payload_hash bytea not null,
  movement_id uuid not null,
  evidence private.payment_evidence,
  primary key (user_id, request_id)
);
comment on table private.payment_orders is
  'The idempotency key of each payment, so that a repeated request pays once. The first row that a payment writes. No foreign keys and no names: rows outlive users.';
comment on column private.payment_orders.evidence is 'What the payer chose and was shown; null if that was nothing.';

alter table private.payment_orders enable row level security;
create policy "No API role can access the payment orders" on private.payment_orders
  for all to anon, authenticated using (false);

-- A request can filter the answer of a function, and the filter runs while the function's locks are held. A regular
-- expression on text of the caller could hold the payee's lock for seconds. No such operator takes an enum, so Postgres
-- refuses the filter before it calls the function (0066).
create type public.payment_state as enum ('held', 'sent', 'cancelled');
comment on type public.payment_state is 'The state of a payment in the answers of functions that lock the payee. Not text.';

create type public.payment_answer as (
  transaction_id uuid, amount numeric, balance numeric, internal boolean, created_at timestamptz,
  outgoing_payment_id uuid, state public.payment_state, send_at timestamptz
);
comment on type public.payment_answer is 'What make_payment returns.';

create function private.require_valid_payee(p_name text, p_sort_code text, p_account_number text, p_reference text) returns void
language plpgsql stable set search_path = '' as $$
declare
  problem constant text[] := case
    when coalesce(p_name, '') = '' then array['recipient', 'Enter the name on the account.']
    when char_length(p_name) > 140 then array['recipient', 'Name must be at most 140 characters.']
    when p_sort_code is null or p_sort_code !~ '^[0-9]{2}-[0-9]{2}-[0-9]{2}$' then array['sortCode', 'Sort code must be 6 digits']
    when p_account_number is null or p_account_number !~ '^[0-9]{8}$' then array['accountNumber', 'Account number must be 8 digits']
    when char_length(p_reference) > 18 then array['reference', 'Reference must be at most 18 characters.']
    when not private.is_clean(p_name) then array['recipient', private.text_problem(p_name)]
    when not private.is_clean(coalesce(p_reference, '')) then array['reference', private.text_problem(p_reference)]
  end;
begin
  perform private.require_no_problem(problem);
end
$$;
comment on function private.require_valid_payee is 'Raises an error if the payee''s details are invalid.';

create function private.require_valid_amount(p_amount numeric) returns void
language plpgsql stable set search_path = '' as $$
declare
  highest_payment constant numeric := 1000000.00;
begin
  -- "is not true" also rejects null. NaN sorts above every number.
  if (p_amount > 0 and p_amount <= highest_payment and p_amount = round(p_amount, 2)) is not true then
    raise exception 'Please enter a valid amount.' using errcode = 'PT400', hint = 'field:amount';
  end if;
end
$$;
comment on function private.require_valid_amount is 'Raises an error unless the amount is above zero, in whole pence and within the Faster Payments limit.';

create function private.read_payment(p_payer_id uuid, p_request private.payment_request) returns private.payment_facts
language plpgsql volatile set search_path = '' as $$
declare
  payee private.party := (
    btrim((p_request.payee).name), (p_request.payee).sort_code, translate((p_request.payee).account_number, ' -', '')
  );
  amount constant numeric := private.plain_decimal(p_request.amount);
  reference constant text := nullif(btrim(p_request.reference), '');
  -- The lock of lock_payer: payments by one customer share it. An expression, because perform runs a query.
  is_locked constant boolean := pg_advisory_xact_lock_shared(hashtextextended('payments by ' || p_payer_id, 0)) is not null;
  payment private.payment_facts;
begin
  if payee.sort_code not like '__-__-__' then
    payee.sort_code := private.normalise_sort_code(payee.sort_code);
  end if;
  select
    p_request, payee, round(amount, 2), reference,
    payer.user_id, payer.id, payer.account_holder_name, payer.sort_code, payer.account_number, payer.balance,
    here.user_id, here.id, here.account_holder_name, here.sort_code, here.account_number,
    saved.id is not null, private.is_new_payee(saved.created_at, saved.paid_total), saved.paid_name, saved.check_outcome,
    exists (
      select from private.payee_reports r where r.sort_code = payee.sort_code and r.account_number = payee.account_number
    )
  into payment
  from public.accounts payer
  -- An account here matches both numbers. Any other payee is at another bank.
  left join public.accounts here on here.account_number = payee.account_number and here.sort_code = payee.sort_code
  left join public.recipients saved
    on saved.user_id = payer.user_id and saved.account_number = payee.account_number and saved.sort_code = payee.sort_code
  where payer.user_id = p_payer_id and payer.account_type = 'current';
  -- Fast path: the details of a saved payee were checked when this name was paid. What passes here, passes all checks below.
  if (
    payee.name = payment.paid_name
    and coalesce(char_length(reference) <= 18 and reference ~ '^[ -;=?-~]*$', true)
    and amount > 0 and amount <= 1000000.00 and amount = round(amount, 2)
  ) is not true then
    perform private.require_short_texts(payee.name, payee.sort_code, payee.account_number, reference);
    perform private.require_valid_payee(payee.name, payee.sort_code, payee.account_number, reference);
    perform private.require_valid_amount(amount);
  end if;
  if payment.payer_account_id is null then
    raise exception 'You do not have an account to pay from yet.' using errcode = 'PT404', hint = 'no-account';
  elsif payment.payee_account_id = payment.payer_account_id then
    raise exception 'You cannot pay into the account you are paying from.' using errcode = 'PT400', hint = 'own-account';
  end if;
  -- What the name is without a check of exactly these details. A name that the customer has not paid before is not compared
  -- for them: the time of the comparison would tell something, and nothing would count it. A job has no terms.
  payment.outcome := case
    when payment.payee_account_id is null then 'unavailable'
    when payee.name = payment.payee_name then 'match'
    when payee.name = payment.paid_name or p_request.terms is not distinct from null
      then private.match_names(payee.name, payment.payee_name)
  end;
  -- Most payments are like the one before, and do not call the function.
  payment.needs_check := payment.payee_account_id is not null
    and (payee.name = payment.paid_name and payment.outcome = payment.saved_outcome) is not true
    and private.needs_payee_check(
      payment.is_saved, payee.name, payment.paid_name, payment.outcome, payment.saved_outcome
    );
  return payment;
end
$$;
comment on function private.read_payment is
  'Reads what a payment needs to know in one query. Raises an error if the payment is invalid. The calling function has authorised the payer.';

create function private.replay_payment(p_payment private.payment_facts, p_request_id uuid, p_payload_hash bytea)
returns public.payment_answer
language plpgsql stable set search_path = '' as $$
declare
  first private.payment_orders;
  -- A record, because outgoing_payments is created later.
  held record;
  balance_then numeric;
begin
  select o.* into strict first from private.payment_orders o
  where o.user_id = p_payment.payer_id and o.request_id = p_request_id;
  perform private.require_same_request(first.payload_hash = p_payload_hash);
  select o.* into held from public.outgoing_payments o where o.id = first.movement_id;
  select e.balance_after into balance_then from private.ledger_entries e
  where e.account_id = p_payment.payer_account_id and e.created_at = first.created_at and e.movement_id = first.movement_id;
  return (
    first.movement_id, p_payment.amount, balance_then, private.is_own_sort_code((p_payment.payee).sort_code),
    first.created_at, held.id, coalesce(held.state, 'sent')::public.payment_state, held.send_at
  );
end
$$;
comment on function private.replay_payment is
  'Returns the answer of the first request with this key, with the state that a held payment has now. Raises an error if the payment differs.';

create function private.require_known_payee(p_payment private.payment_facts) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_payment.payee_account_id is null and private.is_own_sort_code((p_payment.payee).sort_code) then
    raise exception 'There is no Fernbank account with this sort code and account number.'
      using errcode = 'PT404', hint = 'payee-not-found';
  end if;
end
$$;

create function private.pay(
  p_payer_id uuid, p_request_id uuid, p_request private.payment_request, p_at timestamptz,
  p_daily_limit numeric default null, p_undo_seconds integer default 0
) returns public.payment_answer
language plpgsql volatile set search_path = '' as $$
declare
  daily_limit constant numeric := coalesce(p_daily_limit, private.daily_limit_of(p_payer_id, p_at));
  terms constant private.payment_terms := p_request.terms;
  movement_id constant uuid := private.new_id();
  payment private.payment_facts := private.read_payment(p_payer_id, p_request);
  payload_hash bytea;
  shown private.payment_evidence;
  new_balance numeric;
begin
  if p_request_id is null then
    raise exception 'A payment needs a request id.' using errcode = 'PT400';
  end if;
  -- 16 bytes are enough to tell the payments of one customer apart, and every payment stores them permanently.
  -- None of the texts can contain the separator, and only the last can be null.
  payload_hash := substr(sha256(convert_to(concat_ws(
    E'\n', (payment.payee).name, (payment.payee).sort_code, (payment.payee).account_number, payment.amount, payment.reference
  ), 'utf8')), 1, 16);
  -- A concurrent request with the same key waits here for the first, and then returns its answer.
  insert into private.payment_orders (user_id, request_id, created_at, payload_hash, movement_id)
  values (p_payer_id, p_request_id, p_at, payload_hash, movement_id)
  on conflict do nothing;
  if not found then
    return private.replay_payment(payment, p_request_id, payload_hash);
  end if;
  if payment.payee_account_id is null then
    perform private.require_known_payee(payment);
  end if;
  -- A payment to a saved payee by the same name, of whom there is no check, no report and no news, needs no warning.
  if terms is distinct from null and (
    payment.is_new or payment.needs_check or payment.is_reported or payment.payee_account_id is null
    or terms.check_id is not null or terms.reason is not null
  ) then
    -- A payment that cannot be made needs no warning.
    if payment.amount > payment.balance then
      raise exception 'You don''t have enough balance for this transaction.' using errcode = 'PT402', hint = 'insufficient-funds';
    end if;
    shown := private.require_terms(payment, p_at);
    payment.outcome := coalesce(shown.outcome, payment.outcome);
    update private.payment_orders o set evidence = shown
    where o.user_id = p_payer_id and o.request_id = p_request_id;
  end if;
  if p_undo_seconds > 0 then
    return private.hold_payment(payment, movement_id, p_request_id, shown, p_at, daily_limit, p_undo_seconds);
  end if;
  new_balance := private.book_payment(payment, movement_id, p_at, daily_limit);
  return (
    movement_id, payment.amount, new_balance, payment.payee_account_id is not null, p_at, null::uuid,
    'sent'::public.payment_state, null::timestamptz
  );
end
$$;
comment on function private.pay is
  'Makes a payment, or holds it with an undo window. Without terms it is not assessed. The calling function has authorised the payer.';

create function private.book_payment(
  p_payment private.payment_facts, p_movement_id uuid, p_at timestamptz, p_daily_limit numeric, p_is_held boolean default false
) returns numeric
language plpgsql volatile set search_path = '' as $$
declare
  payee constant private.party := p_payment.payee;
  new_balance numeric;
begin
  -- The rows are written before the accounts are locked, to keep the locks short.
  if p_is_held then
    perform private.settle_held_payment(p_payment, p_movement_id, p_at);
  elsif p_payment.payee_account_id is null then
    insert into public.transactions (
      id, movement_id, user_id, created_at, amount, from_account_id, to_sort_code, to_account_number, to_account_holder_name,
      reference
    )
    values (
      p_movement_id, p_movement_id, p_payment.payer_id, p_at, p_payment.amount, p_payment.payer_account_id,
      payee.sort_code, payee.account_number, payee.name, p_payment.reference
    );
  else
    insert into public.transactions (
      id, movement_id, user_id, created_at, amount, incoming, from_account_id, to_sort_code, to_account_number,
      to_account_holder_name, reference, from_sort_code, from_account_number, from_account_holder_name
    )
    values
      (
        p_movement_id, p_movement_id, p_payment.payer_id, p_at, p_payment.amount, false, p_payment.payer_account_id,
        p_payment.payee_sort_code, p_payment.payee_account_number, payee.name, p_payment.reference, null, null, null
      ),
      (
        private.other_id(p_movement_id), p_movement_id, p_payment.payee_id, p_at, p_payment.amount, true, null,
        p_payment.payee_sort_code, p_payment.payee_account_number, p_payment.payee_name,
        coalesce(p_payment.reference, 'Payment from ' || p_payment.payer_name),
        p_payment.payer_sort_code, p_payment.payer_account_number, p_payment.payer_name
      );
  end if;
  if not p_is_held then
    new_balance := private.move_money(
      p_movement_id, p_payment.payer_account_id,
      coalesce(p_payment.payee_account_id, private.ledger_account('outside world')), p_payment.amount, p_at, p_daily_limit
    );
  end if;
  -- The payer's account is locked, so no concurrent payment inserts the same recipient.
  update public.recipients r set
    paid_total = r.paid_total + p_payment.amount, last_payment_amount = p_payment.amount, last_payment_date = p_at, paid_name = payee.name,
    check_outcome = p_payment.outcome, checked_at = p_at
  where r.user_id = p_payment.payer_id and r.account_number = payee.account_number and r.sort_code = payee.sort_code;
  if not found then
    insert into public.recipients (
      user_id, created_at, account_holder_name, sort_code, account_number, paid_total, last_payment_amount,
      last_payment_date, paid_name, check_outcome, checked_at
    )
    values (
      p_payment.payer_id, p_at, payee.name, payee.sort_code, payee.account_number, p_payment.amount, p_payment.amount, p_at,
      payee.name, p_payment.outcome, p_at
    );
  end if;
  return new_balance;
end
$$;
comment on function private.book_payment is
  'Writes the rows of a payment in both lists, moves the money and saves the payee. Returns the payer''s new balance. Held money is moved to the payee instead.';

create function internal_api.make_payment(p_request_id uuid, p_request private.payment_request) returns public.payment_answer
language plpgsql volatile security definer set search_path = ''
-- A plan cached while the tables are small would scan whole tables later.
set enable_seqscan = off as $$
declare
  -- Each call of auth.uid parses the claims again.
  claims constant jsonb := auth.jwt();
  payer_id constant uuid := (claims ->> 'sub')::uuid;
  session constant uuid := (claims ->> 'session_id')::uuid;
  terms constant private.payment_terms := p_request.terms;
  caller record;
  mark text;
begin
  -- Not in the wrapper, which cannot name functions in private.
  if terms.warnings is not null then
    perform private.require_short_list(terms.warnings);
  end if;
  if terms.reason is not null then
    perform private.require_short_texts(terms.reason);
  end if;
  -- With what private.is_idle and private.daily_limit_of answer, in one query.
  select
    s.is_approved, s.signed_in_at, s.undo_seconds, now() - s.idle_money_minutes * interval '1 minute' as oldest,
    coalesce(case when l.next_limit_from <= now() then l.next_limit else l.daily_limit end, s.daily_payment_limit) as daily_limit
  into caller
  from private.live_sessions s
  left join private.payment_limits l on l.user_id = s.user_id
  where s.session_id = session and s.user_id = payer_id;
  if caller.is_approved is not true then
    perform private.require_approved();
  end if;
  -- The mark for require_active_session, which otherwise queries the activity again.
  if caller.oldest is null or caller.signed_in_at >= caller.oldest or private.has_activity_since(session, caller.oldest) then
    mark := set_config('fernbank.active_session', current_setting('request.jwt.claims'), true);
  end if;
  return private.pay(payer_id, p_request_id, p_request, now(), caller.daily_limit, caller.undo_seconds);
end
$$;

-- PL/pgSQL, because Postgres 17 plans an SQL function again for each call.
create function public.make_payment(
  p_request_id uuid, p_to_name text, p_to_sort_code text, p_to_account_number text, p_amount text,
  p_reference text default null, p_check_id uuid default null, p_reason text default null,
  p_warnings text[] default null, p_warnings_version integer default null, p_warnings_shown_at timestamptz default null
)
returns setof public.payment_answer
-- A payment can wait for the other payments of the same payee.
language plpgsql volatile security invoker set search_path = '' set statement_timeout = '8s' as $$
begin
  return next internal_api.make_payment(
    p_request_id,
    (
      (p_to_name, p_to_sort_code, p_to_account_number), p_amount, p_reference,
      (p_check_id, p_reason, p_warnings, p_warnings_version, p_warnings_shown_at)
    )
  );
end
$$;
comment on function public.make_payment is
  'Pays from the caller''s account. p_request_id is the idempotency key: a repeated request returns the first answer and pays nothing. With an undo window the state is held until send_at. p_check_id is the payee check, and p_warnings names the rules whose warning the customer has ticked.';
grant execute on function internal_api.make_payment, public.make_payment to authenticated;

create function private.receive_from_outside(
  p_account_id uuid, p_payer private.party, p_amount numeric, p_reference text, p_at timestamptz
) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  account public.accounts;
  movement_id constant uuid := private.new_id();
begin
  perform private.require_valid_amount(p_amount);
  perform private.move_money(movement_id, private.ledger_account('outside world'), p_account_id, p_amount, p_at);
  select a.* into strict account from public.accounts a where a.id = p_account_id;
  perform private.record_incoming(movement_id, movement_id, account, p_payer, p_amount, p_reference, p_at);
  return movement_id;
end
$$;
comment on function private.receive_from_outside is 'Credits an account with money from another bank.';

create table private.payment_notifications (
  transaction_id uuid primary key,
  claimed_at timestamptz not null default now()
);
comment on table private.payment_notifications is
  'Payment emails that have been claimed for sending, by the transaction of their recipient. A payment writes nothing here.';

alter table private.payment_notifications enable row level security;
create policy "No API role can access the payment notifications" on private.payment_notifications
  for all to anon, authenticated using (false);

create function private.claim_payment_notifications(p_user_id uuid, p_request_id uuid, p_notification_type text)
returns table (
  notification_id uuid, notification_type text, recipient_email text, recipient_name text, counterparty_name text,
  amount numeric, sort_code text, account_number text, reference text, created_at timestamptz
)
language sql volatile security definer set search_path = ''
begin atomic
  with mail as (
    select
      t.*,
      -- Only the payer's email falls back to the sign-in address.
      coalesce(p.notification_email, case when not t.incoming then u.email end) as email,
      p.full_name
    from private.payment_orders o
    join lateral private.rows_of_movement(o.movement_id) t
      on case p_notification_type when 'sender' then not t.incoming when 'recipient' then t.incoming end
    join public.profiles p on p.id = t.user_id
    join auth.users u on u.id = t.user_id
    where o.user_id = p_user_id
      and o.request_id = p_request_id
      and o.created_at > now() - interval '1 day'
      -- A held payment has not been sent, and its row is pending.
      and t.status = 'completed'
  ),
  claimed as (
    insert into private.payment_notifications (transaction_id)
    select mail.id from mail where mail.email is not null
    on conflict do nothing
    returning transaction_id
  )
  select
    mail.id, p_notification_type, mail.email, coalesce(mail.full_name, 'Customer'),
    case when mail.incoming then mail.from_account_holder_name else mail.to_account_holder_name end,
    mail.amount,
    case when mail.incoming then mail.from_sort_code else mail.to_sort_code end,
    case when mail.incoming then mail.from_account_number else mail.to_account_number end,
    case when mail.incoming then nullif(mail.reference, 'Payment from ' || mail.from_account_holder_name) else mail.reference end,
    mail.created_at
  from mail join claimed on claimed.transaction_id = mail.id;
end;
select private.expose('claim_payment_notifications', to_roles => '{service_role}', description =>
  'Claims the unsent email of this type (sender or recipient) about a payment that the user made within the last day. Each email is claimed once.');

create function private.release_payment_notification(p_notification_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.payment_notifications n where n.transaction_id = p_notification_id;
  return found;
end
$$;
select private.expose('release_payment_notification', to_roles => '{service_role}', description =>
  'Releases an email that could not be sent, so that it can be claimed again.');
