-- Closing an account: what it ends, what it keeps, and for how long. Unlike remove_person it deletes no statement.

create function private.closing_facts(p_user_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
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
$$;
comment on function private.closing_facts is 'What a closing would end, what it would keep, and the payments that must finish first.';

create function private.preview_closing() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  return private.closing_facts(auth.uid()) || jsonb_build_object('is_staff', private.is_staff(auth.uid()));
end
$$;
select private.expose('preview_closing',
  'What close_my_account would end and keep, and what must finish first: the money and the payments that wait.');

-- In the order of lock_records_of, which the calling function has called.
create function private.end_payments_of(p_user_id uuid, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  regular public.regular_payments;
begin
  perform private.return_held_payment(o.id, p_at) from public.outgoing_payments o
  where o.user_id = p_user_id and o.state = 'held';
  perform private.close_outgoing_payment(o.id, 'cancelled', 'cancel_payment', p_at) from public.outgoing_payments o
  where o.user_id = p_user_id and o.state = 'scheduled';
  for regular in
    update public.regular_payments r set state = 'cancelled'
    where r.user_id = p_user_id and r.state in ('active', 'paused') returning r.*
  loop
    perform private.audit_regular_payment('cancel_regular_payment', regular);
  end loop;
  update public.cards c set status = 'closed' where c.user_id = p_user_id and c.status in ('issued', 'active', 'frozen');
end
$$;
comment on function private.end_payments_of is 'Ends the payments that are still to be made, returns what they hold, and cancels the cards of a customer whose account is closed. What the cards were approved for stays held, because the network can still clear it.';

create function private.forget_access_of(p_user_id uuid) returns void
language sql volatile set search_path = ''
begin atomic
  delete from private.passkeys k where k.user_id = p_user_id;
  delete from private.devices d where d.user_id = p_user_id;
  delete from private.seen_browsers b where b.user_id = p_user_id;
  delete from private.confirmed_devices d where d.user_id = p_user_id;
  delete from private.device_codes c where c.user_id = p_user_id;
  delete from private.push_subscriptions p where p.user_id = p_user_id;
  delete from private.freeze_links l where l.user_id = p_user_id;
  delete from private.pin_reset_requests r where r.user_id = p_user_id;
  -- Last: what the caller changes after it is refused as that of an ended session.
  delete from auth.sessions s where s.user_id = p_user_id;
end;
comment on function private.forget_access_of is 'Removes all by which a user signs in and is reached in the app, and ends every session, also the caller''s.';

create function private.close_account(p_user_id uuid, p_by text, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
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
$$;
comment on function private.close_account is
  'Closes the account of a user, and everything that pays from it, receives on it or signs in to it. What is left waits for them. The calling function has called lock_records_of, and has checked that the account may be closed.';

create function private.require_nothing_pending(p_facts jsonb) returns void
language plpgsql immutable set search_path = '' as $$
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
$$;

create function private.close_my_account(p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  account constant public.accounts := private.my_current_account();
begin
  if private.is_staff(auth.uid()) then
    raise exception 'A super admin must end your staff rights first.' using errcode = 'PT409', hint = 'staff-account';
  end if;
  perform private.require_entered_pin();
  perform private.lock_payer(auth.uid());
  perform private.lock_records_of(auth.uid());
  -- The caller may have closed it on another device while this one waited for the locks.
  perform private.require_approved();
  perform private.require_unfrozen();
  perform private.require_nothing_pending(private.closing_facts(auth.uid()));
  perform private.require_passkey_approval('close_account', account.id::text);
  perform private.close_account(auth.uid(), 'owner', p_at);
end
$$;
-- As in suspend_user.
select private.expose('close_my_account', statement_timeout => '55s', description =>
  'Closes the caller''s account, which must be empty, after enter_my_pin, and with the approval by a passkey if they have one. Ends every session, payment to come and card. The statements are kept. Refused while payments are pending, money is left or a savings account is open, and for staff.');

create function private.delete_closed_user(p_user_id uuid, p_at timestamptz default now()) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  if not private.lock_records_of(p_user_id) or not exists (
    select from public.profiles p
    where p.id = p_user_id
      and private.last_day_of('closed_months', private.london_date(p.closed_at)) < private.london_date(p_at)
      and not exists (select from private.cases c where c.user_id = p.id and c.state = 'open')
  ) then
    return false;
  end if;
  perform private.remove_person(p_user_id);
  return true;
end
$$;
comment on function private.delete_closed_user is 'Deletes a user whose account was closed when the statements are no longer kept. Money that still waits stays in "closed accounts".';

create index profiles_closed_at_idx on public.profiles (closed_at) where closed_at is not null;

-- Every two minutes of one hour. Users with an open case would be tried before all others, in each run.
select cron.schedule('delete-closed-users', '*/2 1 * * *', private.job_for_each($$
    select p.id, null::uuid as waits_for from public.profiles p
    where p.closed_at < now() - private.case_rule('closed_months') * interval '1 month'
      and not exists (select from private.cases c where c.user_id = p.id and c.state = 'open')
    order by p.closed_at
    limit 1000
$$, 'private.delete_closed_user(due.id)', 'closed users could not be deleted'));
