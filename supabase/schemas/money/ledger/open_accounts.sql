-- Opening an account, with its opening balance.

create function private.add_account(p_user_id uuid, p_type text, p_place integer, p_at timestamptz) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  account_id uuid;
begin
  for attempt in 1..10 loop
    insert into public.accounts (
      user_id, account_type, place, created_at, is_frozen, sort_code, account_number, card_last_four, account_holder_name
    )
    select
      p_user_id, p_type, p_place, p_at, p.frozen_at is not null,
      '00-' || (10 + get_byte(r.bytes, 0) % 90)::text || '-' || (10 + get_byte(r.bytes, 1) % 90)::text,
      (1 + get_byte(r.bytes, 2) % 9)::text || private.random_digits(7),
      -- Until it has a card.
      '',
      coalesce(p.full_name, 'Account holder')
    from public.profiles p, (select extensions.gen_random_bytes(3) as bytes) r
    where p.id = p_user_id
    on conflict do nothing
    returning id into account_id;
    -- Either one of the numbers is taken, or a concurrent call has opened the account.
    if found or exists (
      select from public.accounts a where a.user_id = p_user_id and a.account_type = p_type and a.place = p_place
    ) then
      return account_id;
    end if;
  end loop;
  raise exception 'No account number is available.' using errcode = 'PT503';
end
$$;
comment on function private.add_account is 'Adds an account with new numbers and returns its id. Null if the user has one of this type at this place.';

create function private.open_account(p_user_id uuid, p_at timestamptz default now()) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  opening_balance constant private.money := 5000.00;
  account_id uuid := private.add_account(p_user_id, 'current', 0, p_at);
begin
  if account_id is null then
    select a.id into account_id from public.accounts a where a.user_id = p_user_id and a.account_type = 'current';
  else
    perform private.move_money(account_id, private.ledger_account('opening balances'), account_id, opening_balance, p_at);
    perform private.account_opens(account_id, p_at);
  end if;
  return account_id;
end
$$;
comment on function private.open_account is 'The id of the user''s current account. Opens it if there is none.';

create function private.open_current_account() returns uuid
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_approved();
  return private.open_account(auth.uid());
end
$$;
select private.expose('open_current_account', while_frozen => true, description =>
  'The id of the caller''s current account. Opens it with 5,000.00 if there is none.');
