-- The page behind the link in the mail about a closed account: a code by mail opens the statements, and the money that waits.

create function private.ask_closed_code(p_token text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  codes_per_day constant integer := 10;
  person constant uuid := private.owner_of_link('statements', p_token);
  visit_id uuid;
begin
  if person is null then
    return;
  end if;
  perform private.lock_devices_of(person);
  -- The answer is the same: it must not tell who has a right link.
  if exists (select from private.closed_visits v where v.user_id = person and v.created_at > clock_timestamp() - interval '1 minute')
    or (
      select count(*) >= codes_per_day from private.closed_visits v
      where v.user_id = person and v.created_at > clock_timestamp() - interval '1 day'
    )
  then
    return;
  end if;
  insert into private.closed_visits as v (user_id, created_at) values (person, clock_timestamp()) returning v.id into visit_id;
  perform private.owe_mail('closed_code', visit_id);
end
$$;
select private.expose('ask_closed_code', to_roles => '{anon,authenticated}', while_idle => true, description =>
  'Mails a code to the owner of the closed account to which the link with this token belongs: at most one a minute and ten a day. The answer is the same for unknown tokens.');

create function private.enter_closed_code(p_token text, p_code text, p_key text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  person constant uuid := private.owner_of_link('statements', p_token);
  visit private.closed_visits;
begin
  if (p_key ~ '^[0-9a-f]{64}$') is not true then
    raise exception 'The key is not valid.' using errcode = 'PT400';
  end if;
  if person is null then
    return;
  end if;
  -- Parallel attempts are serialised, so each sees the count of the previous one.
  perform private.lock_devices_of(person);
  select v.* into visit from private.closed_visits v where v.user_id = person order by v.created_at desc limit 1;
  if visit.entered_at is null and visit.wrong_tries < 5 and visit.sent_at > clock_timestamp() - interval '10 minutes'
    and visit.code_hash = private.hash_device_code(visit.id, p_code)
  then
    update private.closed_visits v set entered_at = clock_timestamp(), key_hash = sha256(convert_to(p_key, 'utf8'))
    where v.id = visit.id;
  else
    update private.closed_visits v set wrong_tries = least(v.wrong_tries + 1, 5) where v.id = visit.id;
  end if;
end
$$;
select private.expose('enter_closed_code', to_roles => '{anon,authenticated}', while_idle => true, description =>
  'Counts an attempt to enter the code for a closed account, with a key of 256 random bits that the page has made. After the right code, within ten minutes and five attempts, the key opens the account for 30 minutes. get_closed_account says so, in a separate call, so that the count cannot be rolled back with the answer.');

create function private.closed_visit(p_key text) returns private.closed_visits
language plpgsql stable set search_path = '' as $$
declare
  visit private.closed_visits;
begin
  select v.* into visit from private.closed_visits v
  where v.key_hash = sha256(convert_to(coalesce(p_key, ''), 'utf8')) and v.entered_at > clock_timestamp() - interval '30 minutes';
  if not found then
    raise exception 'That code isn''t right, or it''s too old. Ask for a new one.' using errcode = 'PT403', hint = 'visit-ended';
  end if;
  return visit;
end
$$;

create function private.closed_account(p_key text) returns public.accounts
language plpgsql stable set search_path = '' as $$
declare
  account public.accounts;
begin
  select a.* into account from public.accounts a
  where a.user_id = (private.closed_visit(p_key)).user_id and a.account_type = 'current' and a.is_closed;
  if not found then
    raise exception 'There are no statements.' using errcode = 'PT404', hint = 'no-account';
  end if;
  return account;
end
$$;

create function private.get_closed_account(p_key text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  visit constant private.closed_visits := private.closed_visit(p_key);
  account constant public.accounts := private.closed_account(p_key);
  person public.profiles;
begin
  select p.* into strict person from public.profiles p where p.id = account.user_id;
  return jsonb_build_object(
    'holder_name', account.account_holder_name, 'sort_code', account.sort_code, 'account_number', account.account_number,
    'address', to_jsonb(array_remove(array[person.address_line_1, person.address_line_2, person.town, person.postcode], null)),
    'closed_at', person.closed_at,
    'kept_until', private.last_day_of('closed_months', private.london_date(person.closed_at)),
    'waiting', private.money_waiting_for(account.user_id),
    'payout_waits', private.is_payout_checked(account.user_id),
    'outcome', visit.outcome,
    'forwards_to', case when account.forwards_to is not null then to_jsonb(account.forwards_to) end,
    'can_forward', private.can_forward(account.user_id),
    'forwards_until', private.forwarding_ends_on(person.closed_at),
    'months', (
      select coalesce(jsonb_agg(
        jsonb_build_object('month', m.month, 'transaction_count', m.transaction_count) order by m.month desc
      ), '[]')
      from private.statement_months(account) m
      where m.transaction_count > 0 or m.month <= private.london_date(person.closed_at)
    ),
    'letters', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'decided_at', c.decided_at, 'letter', c.letter) order by c.id desc), '[]')
      from private.cases c where c.user_id = account.user_id and c.letter is not null
    )
  );
end
$$;
select private.expose('get_closed_account', to_roles => '{anon,authenticated}', statement_timeout => '8s', description =>
  'The closed account of a key from enter_closed_code: the months that have a statement, the bank''s letters, until when they are kept, the money that waits for its owner, whether it can be sent, where what comes in is sent on to, and the outcome of the last payee check.');

create function private.get_closed_statement(p_key text, p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.statement_of(private.closed_account(p_key), p_from, p_until);
end
$$;
select private.expose('get_closed_statement', to_roles => '{anon,authenticated}', statement_timeout => '8s', description =>
  'A statement of the closed account of a key from enter_closed_code, as get_statement.');

create function private.read_payout_payee(p_name text, p_sort_code text, p_account_number text) returns private.party
language plpgsql volatile set search_path = '' as $$
declare
  payee constant private.party := (btrim(p_name), private.normalise_sort_code(p_sort_code), translate(p_account_number, ' -', ''));
begin
  perform private.require_valid_payee(payee.name, payee.sort_code, payee.account_number, null);
  return payee;
end
$$;

create function private.check_closed_payee(p_key text, p_name text, p_sort_code text, p_account_number text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_checks constant integer := 10;
  visit private.closed_visits := private.closed_visit(p_key);
  payee constant private.party := private.read_payout_payee(p_name, p_sort_code, p_account_number);
begin
  perform private.lock_devices_of(visit.user_id);
  visit := private.closed_visit(p_key);
  if visit.checks >= most_checks then
    raise exception 'You''ve checked % payees. Ask for a new code to check another one.', most_checks
      using errcode = 'PT429', hint = 'too-many-checks';
  end if;
  update private.closed_visits v set
    checks = v.checks + 1,
    checked_hash = private.hash_payee(payee.name, payee.sort_code, payee.account_number),
    outcome = private.payee_outcome(payee.name, null, payee.sort_code, (
      select a.account_holder_name from public.accounts a
      where a.sort_code = payee.sort_code and a.account_number = payee.account_number and a.takes_payments
    ))
  where v.id = visit.id;
end
$$;
select private.expose('check_closed_payee', to_roles => '{anon,authenticated}', while_idle => true, description =>
  'Checks and counts the name of the account to which the money of a closed account is to go: ten in a visit. get_closed_account has the outcome, so the count cannot be rolled back with it.');

create function private.require_checked_payee(p_key text, p_payee private.party) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (private.closed_visit(p_key)).checked_hash
    is distinct from private.hash_payee(p_payee.name, p_payee.sort_code, p_payee.account_number)
  then
    raise exception 'The payee has not been checked.' using errcode = 'PT409', hint = 'check-needed';
  end if;
end
$$;

create function private.lock_payout_accounts(p_account_id uuid, p_payee private.party) returns void
language sql volatile set search_path = ''
begin atomic
  -- In the order in which movements lock accounts.
  select from public.accounts a
  where a.id = p_account_id or (a.sort_code = p_payee.sort_code and a.account_number = p_payee.account_number)
  order by a.id for no key update;
end;

create function private.payers_since_payout(p_account public.accounts) returns text
language sql stable set search_path = ''
begin atomic
  with payer as (
    select distinct t.from_account_holder_name::text as name
    from private.closed_money m
    -- A refund to a card has no account of a payer, and what went back needs no new numbers.
    join lateral private.rows_of_movement(m.movement_id) t
      on t.user_id = m.user_id and t.incoming and t.from_account_number is not null and t.reversed_at is null
    where m.user_id = p_account.user_id and m.amount > 0 and m.created_at > coalesce(
      (
        -- What the bank takes from the money that waits has no entry of the account.
        select max(o.created_at)
        from private.closed_money o
        join private.ledger_entries e
          on e.account_id = p_account.id and e.created_at = o.created_at and e.movement_id = o.movement_id and e.amount > 0
        where o.user_id = p_account.user_id and o.amount < 0
      ),
      '-infinity'
    )
  )
  select string_agg(n.name, ', ' order by n.name) || case when (select count(*) > 20 from payer) then ' and others' else '' end
  from (select p.name from payer p order by p.name limit 20) n;
end;
comment on function private.payers_since_payout is
  'Who has paid to a closed account since its owner was last paid: those who do not know the new account yet. At most 20 names, because another bank could send any number of pennies. Null if there is none.';

create function private.pay_out(p_account public.accounts, p_payee private.party, p_request_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
declare
  most constant numeric := 1000000;
  paid constant numeric := least(private.money_waiting_for(p_account.user_id), most);
  payers constant text := private.payers_since_payout(p_account);
  paid_at constant timestamptz := clock_timestamp();
  movement_id constant uuid := private.new_id();
begin
  if paid <= 0 then
    raise exception 'There is no money waiting.' using errcode = 'PT409', hint = 'nothing-waits';
  -- After the sum: what came in before it has its case by now.
  elsif private.is_payout_checked(p_account.user_id) then
    raise exception 'We can''t send this money yet. We''ll email you when we can.' using errcode = 'PT409', hint = 'payout-waits';
  end if;
  -- An ordinary payment: it is in the statement, and another bank can return it. No other transaction sees the account open.
  update public.accounts a set is_closed = false, is_frozen = false where a.id = p_account.id;
  insert into private.closed_money (user_id, movement_id, created_at, amount)
  values (p_account.user_id, movement_id, paid_at, -paid);
  perform private.move_money(movement_id, private.ledger_account('closed accounts'), p_account.id, paid, paid_at);
  -- No limit of the day: what a bank has sent back can be sent again at once.
  perform private.pay(
    p_account.user_id, p_request_id, private.payment_to(p_payee, paid::text, 'Closed account'), paid_at, 'Infinity'
  );
  update public.accounts a set is_closed = true, is_frozen = true where a.id = p_account.id;
  perform private.tell_closed(
    p_account.user_id, 'Your money is on its way',
    private.in_pounds(paid) || ' was sent to ' || p_payee.name || ', ' || p_payee.sort_code || ', account ending '
      || right(p_payee.account_number, 4) || '.' || coalesce(' It was paid by: ' || payers || '. Please tell them your new numbers.', '')
      || ' If this wasn''t you, call us at once.'
  );
  perform private.audit('pay_closed_money', 'person', p_account.user_id, jsonb_build_object('amount', paid));
end
$$;
comment on function private.pay_out is
  'Pays the money that waits for the owner of a closed account to this payee, at most £1,000,000 at once, and tells the owner. The calling function has locked both accounts.';

create function private.pay_closed_money(p_key text, p_request_id uuid, p_name text, p_sort_code text, p_account_number text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  account constant public.accounts := private.closed_account(p_key);
  payee constant private.party := private.read_payout_payee(p_name, p_sort_code, p_account_number);
  first public.transactions;
begin
  perform private.lock_payout_accounts(account.id, payee);
  select t.* into first from private.payment_orders o join public.transactions t on t.id = o.movement_id
  where o.user_id = account.user_id and o.request_id = p_request_id;
  if found then
    perform private.require_same_request((first.to_sort_code, first.to_account_number) = (payee.sort_code, payee.account_number));
    return;
  end if;
  perform private.require_checked_payee(p_key, payee);
  perform private.pay_out(account, payee, p_request_id);
end
$$;
select private.expose('pay_closed_money', to_roles => '{anon,authenticated}', while_idle => true, statement_timeout => '8s', description =>
  'Pays the money that waits for the owner of a closed account to the payee who was checked last with check_closed_payee, at most £1,000,000 at once. p_request_id is the idempotency key: a repeated request pays nothing.');

select cron.schedule('delete-old-closed-visits', '19 3 * * *', $job$
  delete from private.closed_visits v where v.created_at < now() - interval '2 days'
$job$);
