-- Protected savings: what leaves such an account waits a day or three and can be taken back, and ending the protection waits as
-- long. So a thief or a caller who presses the customer cannot empty it today.

create table private.waiting_moves (
  id uuid primary key,
  from_account_id uuid not null references private.savings_accounts (account_id) on delete cascade,
  to_account_id uuid not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  amount numeric(14, 2) not null constraint waiting_moves_amount_check check (amount > 0),
  state text not null default 'waiting'
    constraint waiting_moves_state_check check (state in ('waiting', 'made', 'cancelled', 'failed'))
);
comment on table private.waiting_moves is
  'Moves out of protected savings. The money stays in the account, with its interest, until a job makes the move.';
comment on column private.waiting_moves.id is 'Of the movement in the ledger, once it is made.';
comment on column private.waiting_moves.to_account_id is 'Of the same customer. No foreign key: a payment would have to look at it.';

create index waiting_moves_from_account_id_idx on private.waiting_moves (from_account_id);
create index waiting_moves_due_at_idx on private.waiting_moves (due_at) where state = 'waiting';

select private.keep_from_api('private.waiting_moves');

create function private.waiting_hours(p_account_id uuid, p_at timestamptz) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (
      select case when s.next_wait_from <= p_at then s.next_wait_hours else s.wait_hours end
      from private.savings_accounts s where s.account_id = p_account_id
    ),
    0
  );
end
$$;
comment on function private.waiting_hours is 'How many hours a move out of this account waits; 0 without protection.';

create function private.protect_savings(p_id uuid, p_hours integer, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
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
$$;
select private.expose('protect_savings',
  'Decides how many hours what leaves a savings account of the caller waits: 24, 72, or 0 for none. More hours apply at once. Fewer apply after the hours that hold now, and the owner and their trusted contact are told. The hours that hold now end such a wait.');

create function private.keep_savings_protected(p_user_id uuid) returns void
language sql volatile set search_path = ''
begin atomic
  update private.savings_accounts s set next_wait_hours = null, next_wait_from = null
  from public.accounts a
  where a.user_id = p_user_id and s.account_id = a.id and s.next_wait_from > now();
end;
comment on function private.keep_savings_protected is
  'Takes back the requests to protect the savings of a customer less that do not apply yet. Called before their accounts are locked, as a move locks its savings account first.';

create function private.wait_with_move(
  p_id uuid, p_from public.accounts, p_to public.accounts, p_amount numeric, p_hours integer, p_at timestamptz
) returns void
language plpgsql volatile set search_path = '' as $$
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
$$;
comment on function private.wait_with_move is 'Stores a move out of protected savings, and tells its owner and the trusted contact.';

create function private.cancel_waiting_move(p_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
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
$$;
select private.expose('cancel_waiting_move', while_frozen => true, description =>
  'Takes back a move out of protected savings of the caller that still waits. Idempotent.');

create function private.list_waiting_moves(p_account_id uuid)
returns table (id uuid, to_account_id uuid, amount numeric, created_at timestamptz, due_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  account constant public.accounts := private.my_account(p_account_id);
begin
  return query
  select w.id, w.to_account_id, w.amount, w.created_at, w.due_at from private.waiting_moves w
  where w.from_account_id = account.id and w.state = 'waiting'
  order by w.due_at, w.id;
end
$$;
select private.expose('list_waiting_moves',
  'The moves out of a protected savings account of the caller that wait, the next one first. Only for one account: its page alone shows them.');

create function private.make_waiting_move(p_id uuid, p_at timestamptz default now()) returns boolean
language plpgsql volatile set search_path = ''
-- As credit_scheduled_payment.
set lock_timeout = '500ms' as $$
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
$$;
comment on function private.make_waiting_move is
  'Makes a move out of protected savings whose wait is over. False if it is not due, the account is frozen, or another transaction has it.';

select cron.schedule('make-waiting-moves', '* * * * *', private.job_for_each($$
    select w.id, w.from_account_id as waits_for
    from private.waiting_moves w join public.accounts a on a.id = w.from_account_id and not a.is_frozen
    where w.state = 'waiting' and w.due_at <= now()
    order by w.due_at, w.id
    limit 10000
$$, 'private.make_waiting_move(due.id)', 'moves out of protected savings were not made'));
