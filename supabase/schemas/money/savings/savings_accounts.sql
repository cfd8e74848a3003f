-- Savings accounts: opening, changing and closing them, and the list of a customer's accounts.

-- Tables about savings reference this one: each foreign key to accounts adds two triggers to every payment.
create table private.savings_accounts (
  account_id uuid primary key references public.accounts (id) on delete cascade,
  request_id uuid not null,
  name text not null
    constraint savings_accounts_name_check check (name <> '' and char_length(name) <= 30 and private.customer_name_problem(name) is null),
  colour text not null constraint savings_accounts_colour_check check (
    colour in ('green', 'blue', 'purple', 'pink', 'orange', 'grey')
  ),
  goal numeric(14, 2) constraint savings_accounts_goal_check check (goal > 0 and goal <= 1000000),
  goal_on date,
  closed_at timestamptz,
  moved_on date,
  moves integer not null default 0,
  wait_hours smallint constraint savings_accounts_wait_hours_check check (wait_hours in (24, 72)),
  next_wait_hours smallint constraint savings_accounts_next_wait_hours_check check (next_wait_hours in (0, 24)),
  next_wait_from timestamptz,
  interest_until date not null,
  constraint savings_accounts_goal_on_check check (goal_on is null or goal is not null)
);
comment on table private.savings_accounts is
  'What a customer calls a savings account, and what they save for. Beside accounts, whose rows payments copy.';
comment on column private.savings_accounts.request_id is 'The idempotency key: a repeated request opens nothing.';
comment on column private.savings_accounts.moves is 'How often its customer moved money from or to it on moved_on, a day in London.';
comment on column private.savings_accounts.wait_hours is
  'How many hours a move out of the account waits, until next_wait_from. Null without protection.';
comment on column private.savings_accounts.next_wait_hours is 'How many it waits from then on.';
comment on column private.savings_accounts.interest_until is 'The first day whose interest is not counted.';
comment on column private.savings_accounts.goal_on is 'The day by which the customer wants to have saved the goal.';

create index savings_accounts_interest_until_idx on private.savings_accounts (interest_until) where closed_at is null;

select private.keep_from_api('private.savings_accounts');

create function private.read_savings_details(
  p_name text, p_colour text, p_goal text, p_goal_on text, p_known_goal_on date default null
) returns private.savings_accounts
language plpgsql stable set search_path = '' as $$
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
$$;
comment on function private.read_savings_details is
  'The details of a savings account as a customer typed them. Raises an error about the first field that is wrong. A day that the account has already can have passed.';

create function private.open_savings_account(
  p_name text, p_colour text, p_goal text default null, p_goal_on text default null, p_request_id uuid default gen_random_uuid()
) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
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
$$;
select private.expose('open_savings_account',
  'Opens a savings account of the caller, with a sort code and an account number, and returns its id. At most ten are open at a time. p_goal: pounds, and p_goal_on: the day by which the caller wants to have them, as 2030-12-31; both can be left out. p_request_id is the idempotency key: a repeated request returns the first id and opens nothing.');

create function private.my_open_savings(p_id uuid) returns public.accounts
language plpgsql stable set search_path = '' as $$
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
$$;
comment on function private.my_open_savings is 'This savings account of the caller. Raises an error unless it is one and open.';

create function private.change_savings_account(
  p_id uuid, p_name text, p_colour text, p_goal text default null, p_goal_on text default null
) returns void
language plpgsql volatile security definer set search_path = '' as $$
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
$$;
select private.expose('change_savings_account',
  'Changes the name, the colour and the goal of a savings account of the caller. Without a goal the account has none.');

create function private.close_savings_account(p_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
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
$$;
select private.expose('close_savings_account',
  'Closes a savings account of the caller, unless it is protected and has money. Its money goes to the current account, with the interest until yesterday, its regular moves and round-ups end, and its statements stay. A closed account stays closed.');

create function private.list_my_accounts()
returns table (
  id uuid, account_type text, name text, colour text, goal numeric, goal_on date, balance numeric, pending numeric,
  sort_code text, account_number text, account_holder_name text, opened_at timestamptz, closed_at timestamptz,
  wait_hours integer, next_wait_hours integer, next_wait_from timestamptz, takes_round_ups boolean
)
language plpgsql stable security definer set search_path = '' as $$
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
$$;
select private.expose('list_my_accounts',
  'The caller''s accounts: the current account first, which has no name, and then the savings accounts in the order in which they were opened, also the closed ones. wait_hours: how long what leaves a protected account waits, and how long from next_wait_from on. takes_round_ups: whether what card payments lack to the next pound goes to it.');

create function private.savings_of(p_user_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', a.id, 'account_number', a.account_number, 'sort_code', a.sort_code, 'balance', a.balance,
      'created_at', a.created_at, 'closed_at', s.closed_at, 'wait_hours', private.waiting_hours(a.id, now())
    ) order by a.place), '[]')
    from public.accounts a join private.savings_accounts s on s.account_id = a.id where a.user_id = p_user_id
  );
end
$$;
comment on function private.savings_of is
  'The savings accounts of a user as staff see them: without the names and goals, which are the customer''s own.';
