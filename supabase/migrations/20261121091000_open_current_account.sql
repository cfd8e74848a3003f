-- A customer without an account gets one, with numbers chosen by the bank and 5,000 pounds to start with.

create function private.luhn_digit(digits text) returns text
language sql immutable parallel safe set search_path = ''
begin atomic
  -- Every second digit from the right counts double; the sum of a doubled digit's digits is minus 9 above 9.
  select ((10 - sum(case when d.place % 2 = 1 then d.value * 2 - case when d.value > 4 then 9 else 0 end else d.value end) % 10) % 10)::text
  from (
    select place, substr(reverse(digits), place, 1)::integer as value from generate_series(1, length(digits)) as place
  ) d;
end;
comment on function private.luhn_digit is 'The check digit that completes a card number.';

create function private.open_account(p_user_id uuid, p_at timestamptz default now()) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  opening_balance constant private.money := 5000.00;
  card_start text;
  account_id uuid;
begin
  for attempt in 1..10 loop
    card_start := '4659' || private.random_digits(11);
    insert into public.accounts (user_id, created_at, sort_code, account_number, card_number, account_holder_name)
    select
      p_user_id, p_at,
      -- Sort codes that begin with 00 are allocated to no bank.
      '00-' || (10 + get_byte(r.bytes, 0) % 90)::text || '-' || (10 + get_byte(r.bytes, 1) % 90)::text,
      (1 + get_byte(r.bytes, 2) % 9)::text || private.random_digits(7),
      card_start || private.luhn_digit(card_start),
      coalesce(p.full_name, 'Fernbank customer')
    from public.profiles p, (select extensions.gen_random_bytes(3) as bytes) r
    where p.id = p_user_id
    on conflict do nothing
    returning id into account_id;
    if found then
      perform private.move_money(account_id, private.ledger_account('opening balances'), account_id, opening_balance, p_at);
      return account_id;
    end if;
    -- Either somebody has one of the numbers, or a second tab was quicker.
    select a.id into account_id from public.accounts a where a.user_id = p_user_id and a.account_type = 'current';
    if found then
      return account_id;
    end if;
  end loop;
  raise exception 'No account number is free.' using errcode = 'PT503';
end
$$;
comment on function private.open_account is 'The person''s current account, opened if there is none.';

create function private.refuse_unless_approved() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.has_live_session() then
    raise exception 'Your session has ended. Please sign in again.' using errcode = 'PT401';
  end if;
  if not private.is_approved() then
    raise exception 'Your account is pending approval. Please wait for an administrator to approve your account.'
      using errcode = 'PT403';
  end if;
end
$$;
comment on function private.refuse_unless_approved is 'Ends the call unless the caller is signed in and approved.';

create function private.open_current_account() returns uuid
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.refuse_unless_approved();
  return private.open_account(auth.uid());
end
$$;

create function public.open_current_account() returns uuid
language sql volatile security invoker set search_path = ''
begin atomic
  select private.open_current_account();
end;
comment on function public.open_current_account is 'The caller''s current account; opens it with 5,000.00 when there is none.';

grant execute on function private.open_current_account, public.open_current_account to authenticated;
