-- The money that comes in after a closing: the case in which two people decide about it, which what needs it opens, and until
-- when it is sent on.

create unique index cases_open_payout_idx on private.cases (user_id) where kind = 'payout' and state = 'open';

create function private.is_payout_checked(p_user_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (select from private.cases c where c.user_id = p_user_id and c.kind = 'payout' and c.state = 'open');
end;
comment on function private.is_payout_checked is 'Whether the money of a closed account waits for the decision of two people.';

create function private.lock_payout(p_user_id uuid) returns void
language sql volatile set search_path = ''
begin atomic
  select pg_advisory_xact_lock(hashtextextended('payout to ' || p_user_id, 0));
end;
comment on function private.lock_payout is 'Two payments that come in at the same moment open one case, whose amount is the sum.';

create function private.open_payout(p_user_id uuid, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  opened private.cases;
begin
  perform private.lock_payout(p_user_id);
  if not private.is_payout_checked(p_user_id) then
    opened := private.open_case('payout', p_user_id, 'payout_days', 'payout_days', p_at, private.money_waiting_for(p_user_id));
    perform private.audit('open_case', 'person', p_user_id, jsonb_build_object('case_id', opened.id, 'kind', 'payout'));
  end if;
end
$$;
comment on function private.open_payout is 'Opens the case in which two people decide about the money of a closed account, if it is not open. The customer does not learn of it.';

create function private.forwarding_ends_on(p_closed_at timestamptz) returns date
language sql immutable set search_path = ''
return (private.london_date(p_closed_at) + interval '3 years')::date;
comment on function private.forwarding_ends_on is
  'Until when payments to a closed account are sent on: as long as after a switch between UK banks.';

create function private.can_forward(p_user_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (
    select from public.profiles p
    where p.id = p_user_id and p.suspended_at = p.closed_at
      and private.forwarding_ends_on(p.closed_at) >= private.london_date(now())
  ) and not exists (select from public.accounts a where a.user_id = p_user_id and a.forwarding_refused)
    and not exists (select from private.cases c where c.user_id = p_user_id and c.kind = 'closing' and c.decision = 'closed');
end;
comment on function private.can_forward is
  'Whether payments to a closed account can be sent on: its owner closed it in the last three years, and staff have not ended it. Not one that the bank closed, had suspended or had given notice of.';

create function private.end_forwarding(p_account public.accounts, p_why text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update public.accounts a set forwards_to = null, takes_payments = false where a.id = p_account.id and a.forwards_to is not null;
  if found then
    perform private.tell_closed(
      p_account.user_id, 'We no longer send on your money',
      'What is paid to your closed account now goes back to the payer: ' || p_why
        || '. If money is waiting for you, the link shows how you get it.'
    );
    perform private.audit('end_forwarding', 'person', p_account.user_id);
  end if;
end
$$;

create function private.end_forwarding_to(p_account public.accounts, p_sort_code text, p_account_number text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if (p_sort_code, p_account_number) = ((p_account.forwards_to).sort_code, (p_account.forwards_to).account_number) then
    perform private.end_forwarding(p_account, 'a payment to the account that it was sent to came back');
  end if;
end
$$;
comment on function private.end_forwarding_to is
  'Ends the forwarding when a payment to the account that it goes to has come back: it would be sent there again.';
