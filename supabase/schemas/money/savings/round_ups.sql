-- Round-ups: what a card payment lacks to the next pound moves to savings after its clearing, never within it.

create table private.round_ups (
  account_id uuid primary key,
  to_account_id uuid not null references private.savings_accounts (account_id) on delete cascade
);
comment on table private.round_ups is
  'The current accounts whose card payments are rounded up, and the savings account to which the difference goes.';
comment on column private.round_ups.account_id is 'No foreign key, as in waiting_moves. Both accounts are deleted together.';

create index round_ups_to_account_id_idx on private.round_ups (to_account_id);

select private.keep_from_api('private.round_ups');

create function private.set_round_ups(p_to_account_id uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
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
$$;
select private.expose('set_round_ups',
  'Turns round-ups of the caller''s card payments on, to this open savings account, or off without one. What a payment lacks to the next pound moves there once it is cleared, unless the balance would fall below the one of the low balance message.');

create function private.round_up_payment(p_id uuid, p_at timestamptz default now()) returns boolean
language plpgsql volatile set search_path = ''
-- As credit_scheduled_payment.
set lock_timeout = '500ms' as $$
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
$$;
comment on function private.round_up_payment is
  'Moves what a cleared card payment lacks to the next pound, once. Nothing moves from a frozen account, or below the balance of the low balance message. False if it is done, or another transaction has it.';

select cron.schedule('make-round-ups', '* * * * *', private.job_for_each($$
    select p.id, p.user_id as waits_for from public.card_payments p
    where p.rounds_up
    order by p.id
    limit 10000
$$, 'private.round_up_payment(due.id)', 'card payments were not rounded up'));
