-- What an owner decides about the changes that were made while someone else may have had the account.

create function private.take_back_contact(p_change private.access_changes, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  -- Later the caller may be a stranger again.
  days_at_once constant integer := 7;
  contact constant private.trusted_contacts := private.lock_contact_of(p_change.user_id);
  is_at_once constant boolean := exists (
    select from private.cases c where c.id = p_change.case_id and c.decided_at > p_at - make_interval(days => days_at_once)
  );
begin
  if contact.asked_at is distinct from (p_change.earlier #>> '{}')::timestamptz then
    return;
  elsif contact.accepted_at is null then
    perform private.drop_contact_request(contact.owner_id);
  elsif is_at_once or contact.ends_at is null then
    perform private.end_contact(contact, is_at_once);
  end if;
end
$$;
comment on function private.take_back_contact is
  'Removes the trusted contact who was named: at once within a week after the suspension, when the bank has just checked who the caller is, and in 48 hours later. Tells both.';

create function private.take_back_change(p_change private.access_changes, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  me constant uuid := p_change.user_id;
  before constant jsonb := p_change.earlier;
begin
  case p_change.name
    when 'payment_limit' then
      update public.profiles p set
        daily_limit = least((before #>> '{}')::numeric, private.daily_limit_of(me, p_at)), next_limit = null, next_limit_from = null
      where p.id = me;
    when 'approval_amount' then
      update public.profiles p set approve_above = least((before #>> '{}')::numeric, p.approve_above) where p.id = me;
    when 'notification_email' then
      update public.profiles p set notification_email = null where p.id = me;
    when 'contact' then
      perform private.take_back_contact(p_change, p_at);
    when 'contact_removal' then
      -- Not one that the contact has asked for since.
      perform private.keep_contact(c) from private.trusted_contacts c
      where c.owner_id = me and c.ends_at is not null and c.asked_at = (before #>> '{}')::timestamptz
        and private.asked_for_removal(me, p_at) = me;
    when 'contact_threshold' then
      update private.trusted_contacts c set
        threshold = least((before #>> '{}')::numeric, c.threshold), next_threshold = null, next_threshold_from = null
      where c.owner_id = me;
    when 'card' then
      perform from public.cards c where c.user_id = me order by c.id for no key update;
      update public.cards c set
        online = coalesce((before ->> 'online')::boolean, c.online),
        contactless = coalesce((before ->> 'contactless')::boolean, c.contactless),
        cash = coalesce((before ->> 'cash')::boolean, c.cash),
        abroad = coalesce((before ->> 'abroad')::boolean, c.abroad),
        gambling_from = case when before ? 'gambling' then null else c.gambling_from end,
        purchase_limit = least((before ->> 'purchase_limit')::numeric, c.purchase_limit),
        daily_limit = least((before ->> 'daily_limit')::numeric, c.daily_limit)
      where c.user_id = me and c.status in ('active', 'frozen');
    when 'card_seen' then
      -- Nothing for a card that has a replacement by now.
      perform private.replace_card((before #>> '{}')::uuid, 'stolen', p_at);
  end case;
end
$$;
comment on function private.take_back_change is 'Sets what was changed to what was before. What its owner has lowered since stays lower. The calling function has locked the customer and the contact.';

create function private.settle_access_change(p_name text, p_takes_back boolean, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  change private.access_changes;
begin
  perform private.require_approved();
  if p_takes_back is null then
    raise exception 'Choose what happens.' using errcode = 'PT400', hint = 'field:change';
  end if;
  -- The contact first, as a contact who freezes the account does.
  perform private.lock_contact_of(auth.uid());
  perform private.lock_person(auth.uid());
  delete from private.access_changes a where a.user_id = auth.uid() and a.name = p_name returning a.* into change;
  if not found then
    return;
  end if;
  if p_takes_back then
    perform private.take_back_change(change, p_at);
  end if;
  perform private.audit('settle_access_change', 'person', auth.uid(), jsonb_build_object('change', p_name, 'taken_back', p_takes_back));
end
$$;
select private.expose('settle_access_change',
  'Takes back or keeps one change that was made while someone else may have had the caller''s account. get_my_case of the suspension lists them. A decided one stays as it is.');
