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
  paid_name text,
  check_outcome text,
  checked_at timestamptz,
  unique (user_id, account_number, sort_code)
)
with (fillfactor = 80);
comment on table public.recipients is
  'The payees that a customer has paid. A payment writes them; the customer can name, favour and delete them.';
comment on column public.recipients.nickname is 'What the customer calls the payee. Shown to the customer alone.';
comment on column public.recipients.paid_name is
  'The name in the last payment, whose check the customer has seen. Only payments write it: a name that the customer can edit would be a way to try names.';
comment on column public.recipients.check_outcome is 'The outcome of the payee check of the last payment, made before it or inside it.';
comment on column public.recipients.user_id is 'The payer. No foreign key: only a payer with an account gets here, and accounts has the foreign key.';

create trigger count_changed_rows before delete on public.recipients
  for each statement when (current_user = 'authenticated') execute function private.limit_changed_rows();
create trigger limit_changed_rows before delete on public.recipients
  for each row when (current_user = 'authenticated') execute function private.limit_changed_rows();

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
  transaction_id uuid not null,
  incoming_transaction_id uuid,
  evidence private.payment_evidence,
  primary key (user_id, request_id)
);
comment on table private.payment_orders is
  'The idempotency key of each payment, so that a repeated request pays once. The first row that a payment writes. No foreign keys and no names: rows outlive users.';
comment on column private.payment_orders.evidence is 'What the payer chose and was shown; null if that was nothing.';
comment on column private.payment_orders.incoming_transaction_id is 'The payee''s transaction; null if the payee is at another bank.';

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

create function private.pay(
  p_payer_id uuid, p_request_id uuid, p_to_name text, p_to_sort_code text, p_to_account_number text,
  p_amount numeric, p_reference text, p_at timestamptz,
  p_outgoing_payment_id uuid default null, p_undo_seconds integer default 0, p_terms private.payment_terms default null,
  p_daily_limit numeric default null
) returns public.payment_answer
language plpgsql volatile set search_path = ''
-- A plan cached while the tables are small would scan whole tables later.
set enable_seqscan = off as $$
declare
  to_name constant text := btrim(p_to_name);
  to_sort_code text := p_to_sort_code;
  to_number constant text := translate(p_to_account_number, ' -', '');
  payment_reference constant text := nullif(btrim(p_reference), '');
  daily_limit constant numeric := coalesce(p_daily_limit, private.daily_limit_of(p_payer_id, p_at));
  payload_hash bytea;
  transaction_id uuid;
  incoming_transaction_id uuid;
  new_balance numeric;
  -- Records with the few columns that are used. Their numbers have the domains of the columns and are not checked again.
  payer record;
  payee record;
  saved record;
  is_reported boolean;
  needs_check boolean := false;
  is_held boolean := false;
  shown private.payment_evidence;
  checked_outcome text;
  outcome text;
begin
  -- The lock of lock_payer: payments by one customer share it.
  perform pg_advisory_xact_lock_shared(hashtextextended('payments by ' || p_payer_id, 0));
  select r.id, r.paid_name, r.check_outcome into saved from public.recipients r
  where r.user_id = p_payer_id and r.account_number = to_number and r.sort_code = to_sort_code;
  -- Fast path: the details of a saved payee were checked when this name was paid. What passes here, passes all checks below.
  if (
    p_request_id is not null and to_name = saved.paid_name
    and coalesce(char_length(payment_reference) <= 18 and payment_reference ~ '^[ -;=?-~]*$', true)
    and p_amount > 0 and p_amount <= 1000000.00 and p_amount = round(p_amount, 2)
  ) is not true then
    perform private.require_short_texts(p_to_name, p_to_sort_code, p_to_account_number, p_reference);
    if p_request_id is null then
      raise exception 'A payment needs a request id.' using errcode = 'PT400';
    end if;
    to_sort_code := private.normalise_sort_code(p_to_sort_code);
    perform private.require_valid_payee(to_name, to_sort_code, to_number, payment_reference);
    perform private.require_valid_amount(p_amount);
    select r.id, r.paid_name, r.check_outcome into saved from public.recipients r
    where r.user_id = p_payer_id and r.account_number = to_number and r.sort_code = to_sort_code;
  end if;

  select a.id, a.account_holder_name, a.sort_code, a.account_number, a.balance into payer
  from public.accounts a where a.user_id = p_payer_id and a.account_type = 'current';
  if not found then
    raise exception 'You do not have an account to pay from yet.' using errcode = 'PT404', hint = 'no-account';
  end if;
  -- An account here matches both numbers. Any other payee is at another bank.
  select a.id, a.user_id, a.account_holder_name, a.sort_code, a.account_number into payee
  from public.accounts a where a.account_number = to_number and a.sort_code = to_sort_code;
  if payee.id = payer.id then
    raise exception 'You cannot pay into the account you are paying from.' using errcode = 'PT400', hint = 'own-account';
  end if;

  if p_outgoing_payment_id is not null then
    select o.transaction_id is not null, c.outcome into is_held, checked_outcome
    from public.outgoing_payments o
    left join private.payee_checks c on c.id = o.check_id
    where o.id = p_outgoing_payment_id;
  end if;
  transaction_id := case when is_held then p_outgoing_payment_id else private.new_id() end;
  if payee.id is not null and p_undo_seconds = 0 then
    incoming_transaction_id := private.other_id(transaction_id);
  end if;
  -- 16 bytes are enough to tell the payments of one customer apart, and every payment stores them permanently.
  -- None of the texts can contain the separator, and only the last can be null.
  payload_hash := substr(
    sha256(convert_to(concat_ws(E'\n', to_name, to_sort_code, to_number, round(p_amount, 2), payment_reference), 'utf8')), 1, 16
  );
  -- A concurrent request with the same key waits here for the first, and then returns its answer.
  insert into private.payment_orders (user_id, request_id, created_at, payload_hash, transaction_id, incoming_transaction_id)
  values (p_payer_id, p_request_id, p_at, payload_hash, transaction_id, incoming_transaction_id)
  on conflict do nothing;
  if not found then
    return private.replay_payment_answer(p_payer_id, p_request_id, payload_hash, p_amount);
  end if;

  if payee.id is null then
    if private.is_own_sort_code(to_sort_code) then
      raise exception 'There is no Fernbank account with this sort code and account number.'
        using errcode = 'PT404', hint = 'payee-not-found';
    end if;
    outcome := 'unavailable';
  else
    -- What the name is without a check of exactly these details.
    outcome := case
      when to_name = payee.account_holder_name then 'match' else private.match_names(to_name, payee.account_holder_name)
    end;
    -- Most payments are like the one before, and do not call the function.
    needs_check := (to_name = saved.paid_name and outcome = saved.check_outcome) is not true
      and private.needs_payee_check(saved.id is not null, to_name, saved.paid_name, outcome, saved.check_outcome);
  end if;
  -- A payment that was scheduled or held is sent without terms: it was assessed when the customer made it. A payment to a
  -- saved payee by the same name, of whom there is no check, no report and no news, needs no warning.
  if p_terms is distinct from null then
    is_reported := exists (select from private.payee_reports r where r.sort_code = to_sort_code and r.account_number = to_number);
  end if;
  if p_terms is distinct from null
    and (saved.id is null or needs_check or is_reported or p_terms.check_id is not null or p_terms.reason is not null)
  then
    -- A payment that cannot be made needs no warning.
    if p_amount > payer.balance then
      raise exception 'You don''t have enough balance for this transaction.' using errcode = 'PT402', hint = 'insufficient-funds';
    end if;
    shown := private.accept_terms(
      p_payer_id, to_name, to_sort_code, to_number, payee.id is not null, needs_check, p_amount, p_terms, p_at
    );
    outcome := coalesce(shown.outcome, outcome);
    update private.payment_orders o set evidence = shown
    where o.user_id = p_payer_id and o.request_id = p_request_id;
  end if;

  if p_undo_seconds > 0 then
    return private.hold_payment(
      p_payer_id, p_request_id, transaction_id, payer.id, to_name, to_sort_code, to_number, p_amount, payment_reference,
      payee.id is not null, p_undo_seconds, p_at, daily_limit, shown
    );
  elsif p_outgoing_payment_id is not null then
    if not is_held then
      perform private.require_no_new_reason(p_outgoing_payment_id, outcome, p_amount, p_at);
    end if;
    -- Names do not tell the type of the account.
    if outcome = 'match' and checked_outcome = 'wrong_type' then
      outcome := checked_outcome;
    end if;
  end if;

  -- These rows are written before the accounts are locked, to keep the locks short.
  if is_held then
    perform private.settle_held_payment(
      p_outgoing_payment_id, payee.id, incoming_transaction_id, payer.account_holder_name, payer.sort_code,
      payer.account_number, p_at
    );
  elsif payee.id is null then
    insert into public.transactions (
      id, user_id, created_at, amount, from_account_id, to_sort_code, to_account_number, to_account_holder_name, reference
    )
    values (transaction_id, p_payer_id, p_at, p_amount, payer.id, to_sort_code, to_number, to_name, payment_reference);
  else
    insert into public.transactions (
      id, user_id, created_at, amount, incoming, from_account_id, to_sort_code, to_account_number, to_account_holder_name,
      reference, from_sort_code, from_account_number, from_account_holder_name
    )
    values
      (
        transaction_id, p_payer_id, p_at, p_amount, false, payer.id, payee.sort_code, payee.account_number, to_name,
        payment_reference, null, null, null
      ),
      (
        incoming_transaction_id, payee.user_id, p_at, p_amount, true, null, payee.sort_code, payee.account_number,
        payee.account_holder_name, coalesce(payment_reference, 'Payment from ' || payer.account_holder_name),
        payer.sort_code, payer.account_number, payer.account_holder_name
      );
  end if;
  if not is_held then
    new_balance := private.move_money(
      transaction_id, payer.id, coalesce(payee.id, private.ledger_account('outside world')), p_amount, p_at,
      daily_limit
    );
  end if;

  -- The payer's account is locked, so no concurrent payment inserts the same recipient.
  update public.recipients r
  set
    last_payment_amount = p_amount, last_payment_date = p_at, paid_name = to_name, check_outcome = outcome, checked_at = p_at
  where r.user_id = p_payer_id and r.account_number = to_number and r.sort_code = to_sort_code;
  if not found then
    insert into public.recipients (
      user_id, created_at, account_holder_name, sort_code, account_number, last_payment_amount, last_payment_date,
      paid_name, check_outcome, checked_at
    )
    values (p_payer_id, p_at, to_name, to_sort_code, to_number, p_amount, p_at, to_name, outcome, p_at);
  end if;

  return (
    transaction_id, round(p_amount, 2), new_balance, payee.id is not null, p_at,
    p_outgoing_payment_id, 'sent'::public.payment_state, null::timestamptz
  );
end
$$;
comment on function private.pay is
  'Moves the money and writes all records of the payment. With an undo window the money is held instead. With an outgoing payment, what was held or scheduled is sent. The calling function has authorised the payer.';

create function private.replay_payment_answer(
  p_payer_id uuid, p_request_id uuid, p_payload_hash bytea, p_amount numeric
) returns public.payment_answer
language plpgsql stable set search_path = '' as $$
declare
  first private.payment_orders;
  -- A record, because outgoing_payments is created later.
  held record;
  balance_then numeric;
begin
  select o.* into strict first from private.payment_orders o
  where o.user_id = p_payer_id and o.request_id = p_request_id;
  if first.payload_hash <> p_payload_hash then
    raise exception 'This payment was already sent with different details. Please start again.' using errcode = 'PT409', hint = 'idempotency-key-reused';
  end if;
  select o.* into held from public.outgoing_payments o where o.user_id = p_payer_id and o.request_id = p_request_id;
  select e.balance_after into balance_then
  from public.accounts a
  join private.ledger_entries e
    on e.account_id = a.id and e.created_at = first.created_at and e.movement_id = first.transaction_id
  where a.user_id = p_payer_id;
  return (
    first.transaction_id, round(p_amount, 2), balance_then,
    first.incoming_transaction_id is not null or exists (
      select from public.accounts a
      where a.account_number = held.to_account_number and a.sort_code = held.to_sort_code
    ),
    first.created_at, held.id, coalesce(held.state, 'sent')::public.payment_state, held.send_at
  );
end
$$;
comment on function private.replay_payment_answer is 'Returns the stored answer of a repeated request, with the state that a held payment has now. Raises an error if the payment differs.';

create function internal_api.make_payment(
  p_request_id uuid, p_to_name text, p_to_sort_code text, p_to_account_number text, p_amount text, p_reference text,
  p_terms private.payment_terms
) returns public.payment_answer
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Each call of auth.uid parses the claims again.
  claims constant jsonb := auth.jwt();
  payer_id constant uuid := (claims ->> 'sub')::uuid;
  session constant uuid := (claims ->> 'session_id')::uuid;
  device_binding text;
  idle_after interval;
  daily_limit numeric;
  own_limit numeric;
  signed_in_at timestamptz;
  is_approved boolean;
  undo_seconds integer;
  mark text;
begin
  -- Not in the wrapper, which cannot name functions in private.
  if p_terms.warnings is not null then
    perform private.require_short_list(p_terms.warnings);
  end if;
  if p_terms.reason is not null then
    perform private.require_short_texts(p_terms.reason);
  end if;
  select st.device_binding, st.idle_money_minutes * interval '1 minute', st.daily_payment_limit
  into device_binding, idle_after, daily_limit
  from private.settings st;
  -- What private.is_approved, private.is_idle and private.daily_limit_of answer, in one query.
  select
    p.approved and p.suspended_at is null, s.created_at, p.undo_seconds,
    case when l.next_limit_from <= now() then l.next_limit else l.daily_limit end
  into is_approved, signed_in_at, undo_seconds, own_limit
  from auth.sessions s
  join public.profiles p on p.id = s.user_id
  left join private.payment_limits l on l.user_id = s.user_id
  where s.id = session and s.user_id = payer_id and (s.not_after is null or s.not_after > now());
  if (is_approved and (device_binding = 'off' or private.device_state_of(payer_id, session) <> 'unknown')) is not true then
    perform private.require_approved();
  end if;
  -- The mark for require_active_session, which otherwise queries the activity again.
  if idle_after is null or signed_in_at >= now() - idle_after or private.has_activity_since(session, now() - idle_after) then
    mark := set_config('fernbank.active_session', current_setting('request.jwt.claims'), true);
  end if;
  return private.pay(
    payer_id, p_request_id, p_to_name, p_to_sort_code, p_to_account_number, private.plain_decimal(p_amount), p_reference,
    now(), null, undo_seconds, p_terms, coalesce(own_limit, daily_limit)
  );
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
    p_request_id, p_to_name, p_to_sort_code, p_to_account_number, p_amount, p_reference,
    (p_check_id, p_reason, p_warnings, p_warnings_version, p_warnings_shown_at)
  );
end
$$;
comment on function public.make_payment is
  'Pays from the caller''s account. p_request_id is the idempotency key: a repeated request returns the first answer and pays nothing. With an undo window the state is held until send_at. p_check_id is the payee check, and p_warnings names the rules whose warning the customer has ticked.';
grant execute on function internal_api.make_payment, public.make_payment to authenticated;

create function private.receive_from_outside(
  p_account_id uuid, p_from_name text, p_from_sort_code text, p_from_account_number text,
  p_amount numeric, p_reference text, p_at timestamptz
) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  account public.accounts;
  transaction_id constant uuid := gen_random_uuid();
begin
  perform private.require_valid_amount(p_amount);
  perform private.move_money(transaction_id, private.ledger_account('outside world'), p_account_id, p_amount, p_at);
  select a.* into strict account from public.accounts a where a.id = p_account_id;
  perform private.record_incoming(
    transaction_id, account, p_from_name, p_from_sort_code, p_from_account_number, p_amount, p_reference, p_at
  );
  return transaction_id;
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
    join public.transactions t
      on t.id = case p_notification_type when 'sender' then o.transaction_id when 'recipient' then o.incoming_transaction_id end
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
