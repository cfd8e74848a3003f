-- Renewing cards: a new one before the old one ends, and its activation by its owner.

create function private.is_renewal_due(p_card public.cards, p_at timestamptz) returns boolean
language sql stable set search_path = ''
begin atomic
  select p_card.status in ('active', 'frozen')
    and p_card.expires_on <= (p_at at time zone 'Europe/London')::date + 42
    and not exists (select from public.cards c where c.account_id = p_card.account_id and c.status = 'issued')
    and exists (select from public.profiles p where p.id = p_card.user_id and p.approved and p.suspended_at is null);
end;
comment on function private.is_renewal_due is
  'Whether a card ends within six weeks and has no renewal. A customer without access gets none until the access is restored.';

create function private.renew_card(p_card_id uuid, p_at timestamptz default now()) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  card public.cards;
  new_card_id uuid;
begin
  -- Replacing a card takes this lock.
  select c.* into card from public.cards c where c.id = p_card_id for no key update;
  if private.is_renewal_due(card, p_at) is not true then
    return null;
  end if;
  -- The owner knows the PIN, and nobody else has learnt it.
  new_card_id := private.issue_card(
    card.account_id, private.new_card_number(), private.expiry_after_four_years(p_at), p_at, 'issued', private.read_card_pin(card.id)
  );
  perform private.owe_mail('note', private.notify(
    card.user_id, 'card_issued', 'Your new card',
    format(
      'Your card ending in %s expires on %s. Your new card ends in %s and has the same PIN. The old one works until you activate the new one.',
      card.last_four, to_char(card.expires_on, 'FMDD FMMonth YYYY'), (select c.last_four from public.cards c where c.id = new_card_id)
    ),
    p_at
  ));
  return new_card_id;
end
$$;
comment on function private.renew_card is
  'Issues the card that follows one that ends soon, with a note by email too. Null if that is not due (any more).';

create function private.activate_card(p_card_id uuid, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  card constant public.cards := private.lock_my_card(p_card_id);
  old public.cards;
begin
  if card.status in ('active', 'frozen') then
    -- A repeated request.
    return;
  elsif card.status <> 'issued' then
    perform private.require_usable_card(card.status);
  elsif (p_at at time zone 'Europe/London')::date > card.expires_on then
    raise exception 'This card has expired. You can order a new one in Card Settings.' using errcode = 'PT409', hint = 'card-expired';
  end if;
  select c.* into strict old from public.cards c where c.account_id = card.account_id and c.status in ('active', 'frozen');
  update public.cards c set status = 'replaced' where c.id = old.id;
  -- Also a freeze stays: its reason may be the account.
  perform private.continue_with_card(card.id, old, old.status);
  perform private.audit(
    'activate_card', 'card', card.account_id, jsonb_build_object('card_id', card.id, 'old_card_id', old.id)
  );
  perform private.tell_owner(
    card.user_id, 'Your new card is active',
    format('Your card ending in %s was activated. Your card ending in %s no longer works.', card.last_four, old.last_four)
  );
end
$$;
select private.expose('activate_card',
  'Activates the card that renews the caller''s card, and blocks the old one permanently. The controls, a freeze and the PIN stay. A repeated request changes nothing.');

-- Every two minutes of one hour, because a run must end within a minute and many cards can end on one day.
select cron.schedule('renew-cards', '*/2 2 * * *', private.job_for_each($$
    select c.id, null::uuid as waits_for from public.cards c
    where c.status in ('active', 'frozen') and c.expires_on <= (now() at time zone 'Europe/London')::date + 42
      and private.is_renewal_due(c, now())
    order by c.expires_on, c.id
    limit 10000
$$, 'private.renew_card(due.id) is not null', 'cards were not renewed'));
