-- Debit cards: their secrets, their states, and what the customer allows them to do.

select vault.create_secret(encode(extensions.gen_random_bytes(32), 'hex'), 'card_lookup_key', 'Finds a card by its number');

select vault.create_secret(encode(extensions.gen_random_bytes(32), 'hex'), 'card_storage_key', 'Encrypts card numbers and card PINs');

select vault.create_secret(encode(extensions.gen_random_bytes(32), 'hex'), 'card_code_key', 'Computes the security codes of cards');

create table public.cards (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  account_id uuid not null references public.accounts (id) on delete cascade,
  issued_at timestamptz not null default now(),
  status text not null default 'active'
    constraint cards_status_check check (status in ('issued', 'active', 'frozen', 'lost', 'stolen', 'replaced', 'closed')),
  last_four text not null constraint cards_last_four_check check (last_four ~ '^[0-9]{4}$'),
  expires_on date not null,
  online boolean not null default true,
  contactless boolean not null default true,
  cash boolean not null default true,
  abroad boolean not null default true,
  gambling_from timestamptz default '2000-01-01',
  purchase_limit numeric(14, 2) not null default 2500
    constraint cards_purchase_limit_check check (purchase_limit between 1 and 10000),
  daily_limit numeric(14, 2) not null default 5000
    constraint cards_daily_limit_check check (daily_limit between 1 and 10000)
);
comment on table public.cards is 'The cards of an account. One of them is active or frozen. One more can be issued: it renews the first and pays after its owner has activated it. The others are blocked permanently. Only functions write it.';
comment on column public.cards.user_id is 'The customer. No foreign key: the account has it.';
comment on column public.cards.expires_on is 'The last day on which the card pays.';
comment on column public.cards.gambling_from is 'Gambling payments are allowed from this time on; null means blocked.';
comment on column public.cards.purchase_limit is 'The most that one purchase may cost.';
comment on column public.cards.daily_limit is 'The most that the purchases of one day in UK time may cost.';

create unique index cards_current_idx on public.cards (account_id) where status in ('active', 'frozen');
create unique index cards_issued_idx on public.cards (account_id) where status = 'issued';
create index cards_expires_on_idx on public.cards (expires_on, id) where status in ('active', 'frozen');
create index cards_account_id_idx on public.cards (account_id);
create index cards_user_id_idx on public.cards (user_id);

select private.let_customers_read('public.cards');

alter publication supabase_realtime add table public.cards;

create table private.card_secrets (
  card_id uuid primary key references public.cards (id) on delete cascade,
  number_hmac bytea not null unique,
  number_encrypted bytea not null,
  pin_encrypted bytea not null
);
comment on table private.card_secrets is
  'The number and the PIN of each card. get_my_card_secret returns them after an audit entry. The security code is stored nowhere: it is computed from the number.';

select private.keep_from_api('private.card_secrets');

create function private.luhn_digit(digits text) returns text
language sql immutable parallel safe set search_path = ''
begin atomic
  -- Every second digit from the right is doubled; a result above 9 is reduced by 9.
  select ((10 - sum(case when d.place % 2 = 1 then d.value * 2 - case when d.value > 4 then 9 else 0 end else d.value end) % 10) % 10)::text
  from (
    select place, substr(reverse(digits), place, 1)::integer as value from generate_series(1, length(digits)) as place
  ) d;
end;
comment on function private.luhn_digit is 'The check digit that completes a card number (Luhn).';

create function private.card_number_hmac(p_number text) returns bytea
language sql stable set search_path = ''
begin atomic
  select extensions.hmac(p_number, private.vault_key('card_lookup_key'), 'sha256');
end;

create function private.read_card_number(p_card_id uuid) returns text
language sql stable set search_path = ''
begin atomic
  select extensions.pgp_sym_decrypt(s.number_encrypted, private.vault_key('card_storage_key'))
  from private.card_secrets s where s.card_id = p_card_id;
end;

create function private.read_card_pin(p_card_id uuid) returns text
language sql stable set search_path = ''
begin atomic
  select extensions.pgp_sym_decrypt(s.pin_encrypted, private.vault_key('card_storage_key'))
  from private.card_secrets s where s.card_id = p_card_id;
end;

create function private.read_security_code(p_card_id uuid) returns text
language sql stable set search_path = ''
begin atomic
  -- 48 bits of the hash onto 1,000 values, as for a PIN.
  select lpad((('x' || left(encode(extensions.hmac(
    private.read_card_number(c.id) || to_char(c.expires_on, 'YYMM'), private.vault_key('card_code_key'), 'sha256'
  ), 'hex'), 12))::bit(48)::bigint % 1000)::text, 3, '0')
  from public.cards c where c.id = p_card_id;
end;
comment on function private.read_security_code is
  'The three digits that an online shop asks for, from the number and the expiry, as card issuers compute them.';

create function private.new_card_number() returns text
language plpgsql volatile set search_path = '' as $$
declare
  start text;
  card_number public.card_number;
begin
  for attempt in 1..10 loop
    start := '4659' || private.random_digits(11);
    card_number := start || private.luhn_digit(start);
    if not exists (select from private.card_secrets s where s.number_hmac = private.card_number_hmac(card_number)) then
      return card_number;
    end if;
  end loop;
  raise exception 'No card number is available.' using errcode = 'PT503';
end
$$;

create function private.expiry_after_four_years(p_at timestamptz) returns date
language sql immutable parallel safe set search_path = ''
return (date_trunc('month', p_at at time zone 'Europe/London') + interval '4 years 1 month' - interval '1 day')::date;

create function private.first_card_expiry(p_at timestamptz) returns date
language sql immutable parallel safe set search_path = ''
return case when p_at < '2026-12-01' then '2026-12-31'::date else private.expiry_after_four_years(p_at) end;
comment on function private.first_card_expiry is 'The specified 12/26, for as long as a card with that date is of use.';

create function private.issue_card(
  p_account_id uuid, p_number text, p_expires_on date, p_at timestamptz, p_status text default 'active',
  p_pin text default private.random_digits(4)
) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  new_card_id uuid;
begin
  insert into public.cards (user_id, account_id, issued_at, last_four, expires_on, status)
  select a.user_id, a.id, p_at, right(p_number, 4), p_expires_on, p_status from public.accounts a where a.id = p_account_id
  returning id into strict new_card_id;
  insert into private.card_secrets (card_id, number_hmac, number_encrypted, pin_encrypted)
  values (
    new_card_id, private.card_number_hmac(p_number), private.encrypt_with('card_storage_key', p_number),
    private.encrypt_with('card_storage_key', p_pin)
  );
  return new_card_id;
end
$$;
comment on function private.issue_card is 'Gives an account a card with this number. The account has no other card in this status.';

create function private.issue_first_card(p_account_id uuid, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  card_number constant text := private.new_card_number();
begin
  perform private.issue_card(p_account_id, card_number, private.first_card_expiry(p_at), p_at);
  update public.accounts a set card_last_four = right(card_number, 4) where a.id = p_account_id;
end
$$;

create function private.continue_with_card(p_card_id uuid, p_old public.cards, p_status text) returns void
language sql volatile set search_path = ''
begin atomic
  update public.cards c set
    status = p_status, online = p_old.online, contactless = p_old.contactless, cash = p_old.cash, abroad = p_old.abroad,
    gambling_from = p_old.gambling_from, purchase_limit = p_old.purchase_limit, daily_limit = p_old.daily_limit
  where c.id = p_card_id;
  update public.accounts a set card_last_four = c.last_four
  from public.cards c where c.id = p_card_id and a.id = c.account_id;
end;
comment on function private.continue_with_card is
  'Lets a card take the place of one that is blocked already, with what its owner allowed that one to do.';

create function private.my_card() returns public.cards
language plpgsql stable set search_path = '' as $$
declare
  card public.cards;
begin
  perform private.require_approved();
  -- Also for the reads, because a reveal can be recorded in the minute before the freeze.
  perform private.require_unfrozen();
  select c.* into card from public.cards c where c.user_id = auth.uid() and c.status in ('active', 'frozen');
  if not found then
    raise exception 'You do not have an account yet.' using errcode = 'PT404', hint = 'no-account';
  end if;
  return card;
end
$$;
comment on function private.my_card is 'The card that the caller uses now. Raises an error if the caller has no access or no account, or it is frozen. Only what reveals calls it.';

create function private.record_card_reveal(p_secret text, p_security_pin text default null) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  card constant public.cards := private.my_card();
  action constant text := 'reveal_' || p_secret;
begin
  if (p_secret in ('card_number', 'card_pin', 'security_code')) is not true then
    raise exception 'Choose what to show.' using errcode = 'PT400', hint = 'field:secret';
  elsif not private.require_passkey_approval(action, card.id::text)
    and p_secret <> 'card_number' and not private.is_own_pin(p_security_pin)
  then
    return false;
  end if;
  perform private.record_read(action, 'card', card.account_id, jsonb_build_object('card_id', card.id), card.id);
  return true;
end
$$;
select private.expose('record_card_reveal',
  'Audits that the caller reveals a secret of their card (card_number, card_pin, security_code), which the passkey of a caller who has one approves, and otherwise, but for the number, the security PIN. False, without an entry, for a wrong PIN, which counts as any wrong PIN. For a minute, get_my_card_secret then returns the secret to this session.');

create function private.get_my_card_secret(p_secret text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  card constant public.cards := private.my_card();
begin
  return case when private.is_recorded('reveal_' || p_secret, card.id) then
    case p_secret
      when 'card_number' then private.read_card_number(card.id)
      when 'card_pin' then private.read_card_pin(card.id)
      when 'security_code' then private.read_security_code(card.id)
    end
  end;
end
$$;
select private.expose('get_my_card_secret',
  'The number, the PIN or the security code of the caller''s debit card; null unless record_card_reveal has recorded it in the minute before.');

create function private.lock_card(p_user_id uuid, p_card_id uuid) returns public.cards
language plpgsql volatile set search_path = '' as $$
declare
  card public.cards;
begin
  -- The card network takes this lock too: what it decides later sees the change that is committed.
  -- Replacing and activating change two cards. In one order, so that they do not wait in a circle.
  perform from public.cards c where c.user_id = p_user_id order by c.id for no key update;
  select c.* into card from public.cards c where c.id = p_card_id and c.user_id = p_user_id;
  if not found then
    raise exception 'This card does not exist.' using errcode = 'PT404', hint = 'card-gone';
  end if;
  return card;
end
$$;

create function private.lock_my_card(p_card_id uuid) returns public.cards
language plpgsql volatile set search_path = '' as $$
begin
  perform private.require_approved();
  return private.lock_card(auth.uid(), p_card_id);
end
$$;

create function private.require_usable_card(p_status text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_status = 'issued' then
    raise exception 'Please activate this card first.' using errcode = 'PT409', hint = 'card-not-activated';
  elsif p_status not in ('active', 'frozen') then
    raise exception 'This card is blocked. Please use your new card.' using errcode = 'PT409', hint = 'card-blocked';
  end if;
end
$$;

create function private.change_card_status(p_card public.cards, p_status text, p_details jsonb) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  if p_card.status = p_status then
    return false;
  end if;
  update public.cards c set status = p_status where c.id = p_card.id;
  perform private.audit(
    case p_status when 'frozen' then 'freeze_card' else 'unfreeze_card' end, 'card', p_card.account_id, p_details
  );
  return true;
end
$$;
comment on function private.change_card_status is 'False if it was so before. The calling function has locked the card.';

create function private.set_card_frozen(p_card_id uuid, p_frozen boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  card constant public.cards := private.lock_my_card(p_card_id);
  new_status constant text := case when p_frozen then 'frozen' else 'active' end;
begin
  if p_frozen is null then
    raise exception 'Choose whether the card is frozen.' using errcode = 'PT400', hint = 'field:frozen';
  end if;
  perform private.require_usable_card(card.status);
  if private.change_card_status(card, new_status, jsonb_build_object('card_id', card.id)) and not p_frozen then
    perform private.tell_owner(
      card.user_id, 'Your card is unfrozen', format('Your card ending in %s can be used again.', card.last_four)
    );
  end if;
end
$$;
select private.expose('set_card_frozen',
  'Freezes or unfreezes a card of the caller. A frozen card pays nothing; refunds still arrive.');

create function private.card_limit(p_limit text, p_field text) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  amount constant numeric := private.plain_decimal(p_limit);
begin
  if p_limit is not null and (amount between 1 and 10000) is not true then
    raise exception 'Enter an amount from £1 to £10,000.' using errcode = 'PT400', hint = 'field:' || p_field;
  end if;
  return amount;
end
$$;

create function private.set_card_controls(
  p_card_id uuid, p_online boolean default null, p_contactless boolean default null, p_cash boolean default null,
  p_abroad boolean default null, p_gambling boolean default null, p_purchase_limit text default null, p_daily_limit text default null,
  p_at timestamptz default now()
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_purchase_limit constant numeric := private.card_limit(p_purchase_limit, 'purchaseLimit');
  new_daily_limit constant numeric := private.card_limit(p_daily_limit, 'dailyLimit');
  card constant public.cards := private.lock_my_card(p_card_id);
  changed public.cards;
begin
  perform private.require_usable_card(card.status);
  if new_purchase_limit > card.purchase_limit or new_daily_limit > card.daily_limit then
    perform private.require_passkey_approval('card_limit', card.id::text, new_purchase_limit::text, new_daily_limit::text);
  end if;
  update public.cards c set
    online = coalesce(p_online, c.online),
    contactless = coalesce(p_contactless, c.contactless),
    cash = coalesce(p_cash, c.cash),
    abroad = coalesce(p_abroad, c.abroad),
    gambling_from = case p_gambling
      -- A block that ends at once would not help in the moment that it is made for.
      when true then coalesce(c.gambling_from, p_at + interval '48 hours')
      when false then null
      else c.gambling_from
    end,
    purchase_limit = coalesce(new_purchase_limit, c.purchase_limit),
    daily_limit = coalesce(new_daily_limit, c.daily_limit)
  where c.id = card.id
  returning c.* into changed;
  if changed = card then
    return;
  end if;
  perform private.audit('change_card_controls', 'card', card.account_id, jsonb_strip_nulls(jsonb_build_object(
    'card_id', card.id, 'online', p_online, 'contactless', p_contactless, 'cash', p_cash, 'abroad', p_abroad, 'gambling', p_gambling,
    'purchase_limit', new_purchase_limit, 'daily_limit', new_daily_limit
  )));
  if p_online and not card.online or p_contactless and not card.contactless or p_cash and not card.cash
    or p_abroad and not card.abroad or p_gambling and card.gambling_from is null
    or new_purchase_limit > card.purchase_limit or new_daily_limit > card.daily_limit
  then
    perform private.tell_owner(
      card.user_id, 'Your card can do more',
      format('Your card ending in %s can now be used in more ways, or for larger amounts.', card.last_four)
    );
  end if;
end
$$;
select private.expose('set_card_controls',
  'Changes what a card of the caller may do. What is null stays. A higher limit needs an approval. Gambling is blocked at once, and allowed again after 48 hours.');

create function private.replace_card(p_card_id uuid, p_reason text, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_per_day constant integer := 5;
  blocked_status constant text := case p_reason when 'damaged' then 'replaced' else p_reason end;
  card public.cards;
  new_card_id uuid;
begin
  if (p_reason in ('lost', 'stolen', 'damaged')) is not true then
    raise exception 'Please choose what happened to your card.' using errcode = 'PT400', hint = 'field:reason';
  end if;
  card := private.lock_my_card(p_card_id);
  if card.status in ('lost', 'stolen', 'replaced') then
    -- A repeated request: this card has its replacement.
    return;
  end if;
  perform private.require_usable_card(card.status);
  if (
    select count(*) from public.cards c where c.account_id = card.account_id and c.issued_at > p_at - interval '1 day'
  ) > most_per_day then
    raise exception 'You have replaced your card several times today. Please contact us.'
      using errcode = 'PT429', hint = 'too-many-attempts';
  end if;

  -- A renewal that is on its way has the PIN of the old card, so it is blocked too.
  update public.cards c set status = case c.status when 'issued' then 'replaced' else blocked_status end
  where c.account_id = card.account_id and c.status in ('issued', 'active', 'frozen');
  new_card_id := private.issue_card(card.account_id, private.new_card_number(), private.expiry_after_four_years(p_at), p_at);
  perform private.continue_with_card(new_card_id, card, 'active');
  perform private.audit(
    'replace_card', 'card', card.account_id,
    jsonb_build_object('card_id', card.id, 'reason', p_reason, 'new_card_id', new_card_id)
  );
  perform private.tell_owner(
    card.user_id, 'Your new card',
    format('Your card ending in %s was replaced, and a new card was issued.', card.last_four)
  );
  perform private.notify(
    card.user_id, 'card', 'Your new card',
    format(
      'Your card ending in %s is blocked. Your new card ends in %s and has a new PIN.',
      card.last_four, (select c.last_four from public.cards c where c.id = new_card_id)
    ),
    p_at
  );
end
$$;
select private.expose('replace_card',
  'Blocks a card of the caller permanently (lost, stolen or damaged) and issues a new one with the same controls. A repeated request issues no other.');
