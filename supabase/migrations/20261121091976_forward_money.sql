-- What comes in to a closed account is sent on to its owner's new account, for three years, if the owner asked for it (0094).

create function private.set_forwarding(p_key text, p_name text, p_sort_code text, p_account_number text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  account constant public.accounts := private.closed_account(p_key);
  payee constant private.party := private.read_payout_payee(p_name, p_sort_code, p_account_number);
begin
  perform private.require_checked_payee(p_key, payee);
  perform private.lock_payout_accounts(account.id, payee);
  if not private.can_forward(account.user_id) then
    raise exception 'We can''t send on what is paid to this account.'
      using errcode = 'PT409', hint = 'not-forwarded';
  elsif private.is_own_sort_code(payee.sort_code) and not exists (
    -- A closed one that sends on could send it back.
    select from public.accounts a
    where a.sort_code = payee.sort_code and a.account_number = payee.account_number and not a.is_closed
  ) then
    perform private.require_no_missing_terms('payee-not-found');
  end if;
  update public.accounts a set forwards_to = payee, takes_payments = true
  where a.id = account.id and a.forwards_to is distinct from payee;
  -- A request that is sent again has no second mail.
  if not found then
    return;
  end if;
  perform private.tell_closed(
    account.user_id, 'We send on what is paid to your closed account',
    'It goes to ' || payee.name || ', ' || payee.sort_code || ', account ending ' || right(payee.account_number, 4) || ', until '
      || private.day_in_words(private.forwarding_ends_on((select p.closed_at from public.profiles p where p.id = account.user_id)))
      || '. If this wasn''t you, call us at once.'
  );
  perform private.audit('set_forwarding', 'person', account.user_id);
end
$$;
select private.expose('set_forwarding', to_roles => '{anon,authenticated}', while_idle => true, description =>
  'From now on what is paid to the closed account of a key from enter_closed_code is sent on to the payee who was checked last with check_closed_payee, until three years after the closing. Only for an account that its owner closed.');

create function private.stop_forwarding(p_key text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.end_forwarding(private.closed_account(p_key), 'you asked us to stop');
end
$$;
select private.expose('stop_forwarding', to_roles => '{anon,authenticated}', while_idle => true, description =>
  'Ends what set_forwarding began. What is paid to the account then goes back to the payer.');

create function private.end_user_forwarding(p_user_id uuid, p_reason text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason text;
  account public.accounts;
begin
  perform private.require_can_protect(p_user_id);
  reason := private.require_reason(p_reason);
  perform private.lock_for_edit(p_user_id);
  update public.accounts a set forwarding_refused = true
  where a.user_id = p_user_id and a.is_closed and not a.forwarding_refused returning a.* into account;
  if not found then
    return false;
  end if;
  perform private.end_forwarding(account, 'our staff have ended it');
  perform private.audit('refuse_forwarding', 'person', p_user_id, jsonb_build_object('reason', reason));
  return true;
end
$$;
select private.expose('end_user_forwarding', description =>
  'Ends what set_forwarding began, with a reason for the audit, and tells the owner, who cannot begin it again. False if the account is open, or staff have ended it before. For admins with approve_users.');

create function private.forward_money(p_account_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  account public.accounts;
begin
  perform private.lock_payout_accounts(a.id, a.forwards_to) from public.accounts a where a.id = p_account_id;
  select a.* into account from public.accounts a where a.id = p_account_id and a.forwards_to is not null;
  if not found then
    return true;
  elsif not private.can_forward(account.user_id) then
    perform private.end_forwarding(account, 'three years have passed since the closing');
  elsif private.is_own_sort_code((account.forwards_to).sort_code) and not exists (
    select from public.accounts a
    where a.sort_code = (account.forwards_to).sort_code and a.account_number = (account.forwards_to).account_number and a.takes_payments
  ) then
    perform private.end_forwarding(account, 'the account that it was sent to is closed');
  elsif private.money_waiting_for(account.user_id) > 0 and not private.is_payout_checked(account.user_id) then
    perform private.pay_out(account, account.forwards_to, private.new_id());
  end if;
  return true;
end
$$;
comment on function private.forward_money is
  'Sends on what waits for the owner of a closed account, or ends the forwarding when its time is over or the account that it goes to is closed.';

select cron.schedule('forward-money', '7 * * * *', private.job_for_each($$
    select a.id, null::uuid as waits_for from public.accounts a where (a.forwards_to).account_number is not null order by a.id
$$, 'private.forward_money(due.id)', 'payments to closed accounts could not be sent on'));
