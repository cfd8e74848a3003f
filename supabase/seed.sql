-- Demo users for local use. Hosted projects do not run this file. All writes go through the functions of the migrations, so
-- the ledger balances. A second run changes nothing.

create or replace function pg_temp.add_person(p_id uuid, p_email text, p_full_name text, p_pin text, p_joined_at timestamptz) returns void
language plpgsql as $$
begin
  insert into auth.users (
    instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, created_at, updated_at,
    raw_app_meta_data, raw_user_meta_data,
    -- The auth server fails to read users whose tokens are null.
    confirmation_token, recovery_token, email_change_token_new, email_change, email_change_token_current,
    phone_change, phone_change_token, reauthentication_token
  )
  values (
    '00000000-0000-0000-0000-000000000000', p_id, 'authenticated', 'authenticated', p_email, '', p_joined_at, p_joined_at, p_joined_at,
    '{"provider": "email", "providers": ["email"]}', jsonb_build_object('full_name', p_full_name, 'email_verified', true),
    '', '', '', '', '', '', '', ''
  );
  insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  values (
    p_id::text, p_id, jsonb_build_object('sub', p_id, 'email', p_email, 'email_verified', true, 'phone_verified', false),
    'email', p_joined_at, p_joined_at, p_joined_at
  );
  perform private.set_pin(p_id, p_pin);
end
$$;

create or replace function pg_temp.approve(p_id uuid) returns void
language sql as $$
  update public.profiles set approved = true where id = p_id;
$$;

create or replace function pg_temp.schedule(p_account public.accounts, p_from_name text, p_reference text, p_amount numeric, p_for timestamptz, p_at timestamptz) returns void
language sql as $$
  insert into public.scheduled_payments (user_id, to_account_id, from_name, reference, amount, scheduled_for, created_at)
  values (p_account.user_id, p_account.id, p_from_name, p_reference, p_amount, p_for, p_at);
$$;

create or replace function pg_temp.open_account(p_id uuid, p_sort_code text, p_account_number text, p_at timestamptz) returns void
language plpgsql as $$
declare
  account_id constant uuid := private.open_account(p_id, p_at);
  card_start constant text := '4659' || left(p_account_number || p_account_number, 11);
  card_number constant text := card_start || private.luhn_digit(card_start);
begin
  -- Fixed numbers replace the random ones, so that the README can name them.
  update public.accounts
  set sort_code = p_sort_code, account_number = p_account_number, card_last_four = right(card_number, 4)
  where id = account_id;
  delete from public.cards c where c.user_id = p_id;
  perform private.issue_card(account_id, card_number, private.first_card_expiry(now()), p_at);
end
$$;

create or replace function pg_temp.party_of(p_account public.accounts) returns private.party
language sql as $$
  select (p_account.account_holder_name, p_account.sort_code, p_account.account_number)::private.party;
$$;

-- A deterministic pseudo-random integer from low to high for a word.
create or replace function pg_temp.pick(word text, low integer, high integer) returns integer
language sql immutable as $$
  select low + (('x' || left(md5(word), 8))::bit(32)::bigint % (high - low + 1))::integer;
$$;

-- A card payment, cleared unless it is of the last two days.
create or replace function pg_temp.pay_by_card(p_account public.accounts, p_merchant text, p_mcc text, p_entry text, p_amount numeric, p_at timestamptz, p_abroad jsonb) returns void
language plpgsql as $$
declare
  original constant text := gen_random_uuid()::text;
begin
  perform private.process_card_message(
    jsonb_build_object(
      'id', original, 'type', 'authorise', 'card', c.id, 'amount', p_amount::numeric(14, 2)::text, 'merchant', p_merchant,
      'mcc', p_mcc, 'country', 'GB', 'entry', p_entry
    ) || p_abroad,
    p_at
  )
  from public.cards c where c.account_id = p_account.id;
  if p_at < now() - interval '2 days' then
    perform private.process_card_message(
      jsonb_build_object(
        'id', gen_random_uuid(), 'type', 'clear', 'original', original, 'amount', p_amount::numeric(14, 2)::text
      ),
      p_at
    );
  end if;
end
$$;

-- The demo transactions from the first month until now. The number of a card payment is its merchant category.
create or replace function pg_temp.history(p_first_month date) returns table (kind text, at timestamptz, name text, sort_code text, number text, amount numeric, reference text)
language sql stable as $$
  with months as (
    select m::date as month from generate_series(p_first_month, current_date, interval '1 month') m
  ),
  days as (
    select d::date as day, extract(isodow from d) as weekday from generate_series(p_first_month, current_date, interval '1 day') d
  ),
  monthly (kind, day, name, sort_code, number, low, high, reference) as (
    values
      ('pays', 1, 'Mill Lane Lettings', '20-01-14', '40318826', 92500, 92500, 'RENT FLAT 4'),
      ('pays', 2, 'Rainy Day Savings', '40-02-31', '77410053', 45000, 45000, 'SAVINGS'),
      ('pays', 3, 'Northgate Gym', '30-04-09', '22906415', 2499, 2499, 'MEMBERSHIP'),
      ('pays', 5, 'Elmbridge Council', '50-03-77', '10045518', 14200, 14200, 'COUNCIL TAX'),
      ('pays', 8, 'Brightwater Energy', '20-05-20', '63117740', 7800, 12900, 'GAS AND ELECTRIC'),
      ('pays', 12, 'Lanternfish Broadband', '20-05-62', '90551203', 3199, 3199, 'BROADBAND'),
      ('pays', 18, 'Pocket Mobile', '07-06-18', '31874466', 1400, 1400, 'SIM ONLY'),
      ('pays', 20, 'Payee', '', '', 1850, 4600, 'Half the shopping'),
      ('receives', 14, 'Payee', '', '', 1200, 5200, 'Dinner and taxi'),
      ('earns', 25, 'Harbour and Vale Ltd', '60-07-41', '58820917', 245000, 245000, 'SALARY'),
      ('payee earns', 26, 'Foxglove Books Ltd', '60-07-88', '14470236', 198000, 198000, 'SALARY'),
      ('payee pays', 27, 'Quayside Homes', '20-01-92', '66125590', 78000, 78000, 'RENT')
  ),
  some_day (kind, weekday, name, sort_code, number, low, high, reference) as (
    values
      ('pays', 6, 'Larkspur Supermarket', '11-08-15', '45509031', 4210, 8790, 'GROCERIES'),
      ('pays', 2, 'The Copper Kettle', '11-08-44', '20771658', 340, 1180, 'COFFEE'),
      ('pays', 4, 'Riverside Trains', '77-09-03', '83340172', 620, 2480, 'TRAVEL'),
      ('pays', 5, 'Saffron Kitchen', '77-09-51', '51962847', 1460, 4325, 'DINNER')
  ),
  once (kind, months_ago, day, name, sort_code, number, pence, reference) as (
    values
      ('pays', 5, 16, 'Juniper Furniture', '77-09-66', '70213345', 64900, 'SOFA'),
      ('pays', 3, 9, 'Seabird Holidays', '77-09-70', '28804519', 118600, 'SUMMER HOLIDAY'),
      ('receives', 3, 22, 'Payee', '', '', 31000, 'My half of hotel'),
      ('earns', 2, 6, 'Tax Refund Office', '60-07-02', '36600148', 21436, 'TAX REFUND'),
      ('pays', 1, 11, 'Payee', '', '', 7500, 'Birthday present')
  ),
  by_card (days_ago, name, mcc, entry, pence) as (
    values
      (19, 'Larkspur Supermarket', '5411', 'contactless', 3418),
      (16, 'Riverside Trains', '4111', 'online', 2860),
      (13, 'Oakleaf Books', '5942', 'online', 1799),
      (11, 'Café Lumière', '5814', 'chip', 1087),
      (9, 'Cash machine, Mill Lane', '6011', 'cash', 4000),
      (6, 'Saffron Kitchen', '5812', 'chip', 3150),
      (4, 'Tilehurst Motors', '5541', 'contactless', 4612),
      (1, 'The Copper Kettle', '5814', 'contactless', 485)
  ),
  events as (
    select 'card ' || e.entry as kind, current_date - e.days_ago as day, e.name, null as sort_code, e.mcc as number, e.pence,
      null as reference
    from by_card e
    union all
    select e.kind, m.month + (e.day - 1) as day, e.name, e.sort_code, e.number,
      pg_temp.pick(e.name || to_char(m.month, 'MM'), e.low, e.high) as pence, e.reference
    from months m, monthly e
    union all
    select e.kind, d.day, e.name, e.sort_code, e.number, pg_temp.pick(e.name || to_char(d.day, 'MMDD'), e.low, e.high), e.reference
    -- In most weeks.
    from days d join some_day e on e.weekday = d.weekday and pg_temp.pick(e.reference || to_char(d.day, 'DDMM'), 1, 10) <= 8
    union all
    select e.kind, (date_trunc('month', current_date) - e.months_ago * interval '1 month')::date + (e.day - 1),
      e.name, e.sort_code, e.number, e.pence, e.reference
    from once e
  ),
  timed as (
    select e.*, (e.day + make_time(pg_temp.pick(e.name || e.day, 7, 21), pg_temp.pick(e.day || e.name, 0, 59), 0)) at time zone 'Europe/London' as at
    from events e
  )
  select t.kind, t.at, t.name, t.sort_code, t.number, t.pence / 100.0, t.reference
  from timed t
  -- Only transactions after the opening balance and before now.
  where t.at > p_first_month + interval '6 hours' and t.at < now()
  order by t.at, t.name;
$$;

do $$
declare
  first_month constant date := (date_trunc('month', current_date) - interval '7 months')::date;
  joined_at constant timestamptz := first_month + interval '5 hours';
  customer constant uuid := '00000000-0000-4000-8000-000000024680';
  payee constant uuid := '00000000-0000-4000-8000-000000013579';
  pending constant uuid := '00000000-0000-4000-8000-000000055221';
  admin constant uuid := '00000000-0000-4000-8000-000000073310';
  super constant uuid := '00000000-0000-4000-8000-000000091827';
  second constant uuid := '00000000-0000-4000-8000-000000060417';
  cheque_due constant timestamptz := (first_month + 100 + time '12:00') at time zone 'Europe/London';
  usual_hash_cost smallint;
  customer_account public.accounts;
  payee_account public.accounts;
  event record;
  payer uuid;
  paid private.party;
  facts private.rule_facts;
  request public.payment_request;
  key uuid;
begin
  if exists (select from auth.users where id = customer) then
    return;
  end if;

  -- So that the sign-ins of the README need no code by email.
  update private.settings set device_binding = 'off' where only_row;
  update private.settings set four_eyes_above = 1000 where only_row;
  -- A low cost, because bcrypt would take most of the time of this file. Sign-in works with any cost.
  select password_hash_cost into usual_hash_cost from private.settings;
  update private.settings set password_hash_cost = 4 where only_row;
  perform pg_temp.add_person(customer, 'customer@fernbank.example', 'Customer Carter', '24680', joined_at);
  perform pg_temp.add_person(payee, 'payee@fernbank.example', 'Payee Patel', '13579', joined_at);
  perform pg_temp.add_person(pending, 'pending@fernbank.example', 'Pending Price', '55221', now() - interval '1 day');
  perform pg_temp.add_person(admin, 'admin@fernbank.example', 'Admin Adams', '73310', joined_at);
  perform pg_temp.add_person(super, 'super@fernbank.example', 'Super Singh', '91827', joined_at);
  perform pg_temp.add_person(second, 'second@fernbank.example', 'Second Sato', '60417', joined_at);
  update private.settings set password_hash_cost = usual_hash_cost where only_row;

  perform pg_temp.approve(person) from unnest(array[customer, payee, admin, super, second]) person;
  update public.profiles set notification_email = 'payee@fernbank.example' where id = payee;
  insert into public.user_roles (user_id, role) values (admin, 'admin'), (super, 'super_admin'), (second, 'admin'), (second, 'super_admin');
  insert into public.admin_permissions (admin_id, permission)
  select person, permission
  from unnest(array[admin, second]) person,
    unnest(array['manage_chat', 'view_transactions', 'repair_transactions', 'approve_users', 'financial_support']) permission;
  insert into public.admin_permissions (admin_id, permission)
  values (second, 'read_transcripts'), (admin, 'manage_cases'), (second, 'manage_cases');

  perform pg_temp.open_account(customer, '00-24-68', '24682468', joined_at);
  perform pg_temp.open_account(payee, '00-13-57', '13571357', joined_at);
  perform pg_temp.open_account(admin, '00-73-31', '73317331', joined_at);
  perform pg_temp.open_account(super, '00-91-82', '91829182', joined_at);
  perform pg_temp.open_account(second, '00-60-41', '60416041', joined_at);

  select * into customer_account from public.accounts where user_id = customer;
  select * into payee_account from public.accounts where user_id = payee;

  perform private.notify(
    customer, 'welcome', 'Welcome to Fernbank', 'Your current account is open. Have a look around, and ask us anything in the chat.', joined_at
  );
  perform private.notify(
    customer, 'security', 'Keep your PIN to yourself', 'We will never ask for your security PIN: not by phone, not by email, not in the chat.',
    now() - interval '2 days'
  );
  perform pg_temp.schedule(customer_account, 'Grandma Carter', 'BIRTHDAY', 120, cheque_due, cheque_due - interval '9 days');
  perform pg_temp.schedule(
    customer_account, 'Seabird Holidays', 'DEPOSIT REFUND', 86.40,
    (current_date + 7 + time '12:00') at time zone 'Europe/London', now() - interval '1 day'
  );

  for event in select * from pg_temp.history(first_month) loop
    perform private.credit_scheduled_payment(s.id, event.at)
    from public.scheduled_payments s where not s.processed and s.scheduled_for <= event.at;
    if event.kind in ('earns', 'payee earns') then
      perform private.receive_from_outside(
        case event.kind when 'earns' then customer_account.id else payee_account.id end,
        (event.name, event.sort_code, event.number), event.amount, event.reference, event.at
      );
    elsif event.kind like 'card %' then
      perform pg_temp.pay_by_card(
        customer_account, event.name, event.number, substring(event.kind from 6), event.amount, event.at,
        case when event.name = 'Café Lumière' then
          jsonb '{"country": "FR", "merchantCurrency": "EUR", "merchantAmount": "12.50"}' else '{}' end
      );
    else
      payer := case when event.kind in ('receives', 'payee pays') then payee else customer end;
      paid := case
        when event.kind = 'receives' then pg_temp.party_of(customer_account)
        when event.name = 'Payee' then pg_temp.party_of(payee_account)
        else (event.name, event.sort_code, event.number)::private.party
      end;
      request := private.payment_to(paid, round(event.amount, 2)::text, event.reference);
      facts := (private.rules_for(
        private.read_payment(payer, request),
        case when private.is_own_sort_code(paid.sort_code) then 'match' else 'unavailable' end, event.at
      )).facts;
      key := gen_random_uuid();
      perform private.pay(payer, key, request, event.at);
      -- So that a change of the payment rules can be tried on this history.
      update private.payment_orders o set evidence.facts = facts
      where o.user_id = payer and o.request_id = key and (facts.is_new or facts.is_unconfirmed);
    end if;
  end loop;
  -- They ticked the warnings about names that are not confirmed.
  update public.recipients r set warned_total = r.paid_total where true;
end
$$;
