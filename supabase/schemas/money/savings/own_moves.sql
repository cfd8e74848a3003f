-- Moving money between two accounts of one customer: no payee, so no check, no warning, no limit of the day and nothing to undo.

create function private.own_name_of(p_account public.accounts) returns text
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((select s.name from private.savings_accounts s where s.account_id = p_account.id), 'Current account');
end
$$;
comment on function private.own_name_of is 'What the lists of the customer call their other account.';

create function private.book_move(
  p_movement_id uuid, p_from public.accounts, p_to public.accounts, p_amount numeric, p_at timestamptz,
  p_reference text default null
) returns void
language plpgsql volatile set search_path = '' as $$
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
$$;
comment on function private.book_move is
  'Writes both rows of a move between two accounts of one customer, and moves the money. The calling function has checked that they are.';

create function private.require_open_account(p_account public.accounts) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_account.is_closed then
    raise exception 'This account is closed.' using errcode = 'PT409', hint = 'account-closed';
  end if;
end
$$;

create function private.count_move(p_account_id uuid, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
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
$$;
comment on function private.count_move is
  'Counts a move by the customer from or to a savings account, and refuses the 101st of a day: each is kept in the ledger permanently, and moving to and fro costs nothing.';

create function private.move_own_money(p_request_id uuid, p_from_id uuid, p_to_id uuid, p_amount text)
returns table (
  movement_id uuid, amount numeric, from_balance numeric, to_balance numeric, created_at timestamptz, waits_until timestamptz
)
language plpgsql volatile security definer set search_path = '' as $$
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
$$;
-- A move can wait for the payments to the account.
select private.expose('move_own_money', statement_timeout => '8s', description =>
  'Moves money between two accounts of the caller, at once: no payee check, no warning, no limit of the day, no undo window. What leaves protected savings waits until waits_until, with both balances as they are. Otherwise returns both balances after the move. p_request_id is the idempotency key: a repeated request returns the first answer and moves nothing.');
