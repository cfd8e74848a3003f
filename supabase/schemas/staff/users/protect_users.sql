-- What staff do on a user's page when a thief may be using the account. Each only lowers the risk: the owner undoes it in the app.

create function private.require_can_protect(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  if p_user_id = auth.uid() then
    raise exception 'You cannot do this to yourself here. Use the app.' using errcode = 'PT403', hint = 'own-rights';
  end if;
end
$$;

create function private.tell_of_protection(p_user_id uuid, p_title text, p_message text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.notify(p_user_id, 'security', p_title, p_message);
  perform private.tell_owner(p_user_id, p_title, p_message);
end
$$;

create function private.freeze_user_card(p_user_id uuid, p_card_id uuid, p_reason text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason text;
  card public.cards;
begin
  perform private.require_can_protect(p_user_id);
  reason := private.require_reason(p_reason);
  perform private.lock_for_edit(p_user_id);
  card := private.lock_card(p_user_id, p_card_id);
  if card.status not in ('active', 'frozen') then
    raise exception 'Only an active card can be frozen.' using errcode = 'PT409', hint = 'card-not-active';
  end if;
  if not private.change_card_status(card, 'frozen', jsonb_build_object('card_id', card.id, 'reason', reason)) then
    return false;
  end if;
  perform private.tell_of_protection(
    p_user_id, 'Your card is frozen',
    format('Our staff froze your card ending in %s to protect you. You can unfreeze it in the app, under Cards.', card.last_four)
  );
  return true;
end
$$;
-- As in suspend_user.
select private.expose('freeze_user_card', statement_timeout => '55s', description =>
  'Freezes a card of another user, with a reason for the audit, and tells the user, who alone can unfreeze it. False if it was frozen already. For admins with approve_users; for other staff they must also be super admins.');

create function private.remove_user_device(p_user_id uuid, p_device_id uuid, p_reason text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason text;
  device_name text;
begin
  perform private.require_can_protect(p_user_id);
  reason := private.require_reason(p_reason);
  perform private.lock_devices_of(p_user_id);
  perform private.lock_for_edit(p_user_id);
  select d.name into device_name from private.devices d where d.id = p_device_id and d.user_id = p_user_id;
  if not found then
    return false;
  end if;
  perform private.forget_devices(array[p_device_id]);
  perform private.audit('remove_device', 'person', p_user_id, jsonb_build_object('device', device_name, 'reason', reason));
  perform private.tell_of_protection(
    p_user_id, 'A device was removed',
    format('Our staff removed %s from your devices to protect you, and signed it out.', device_name)
  );
  return true;
end
$$;
-- As in suspend_user.
select private.expose('remove_user_device', statement_timeout => '55s', description =>
  'Removes a device of another user and ends its sessions, with a reason for the audit, and tells the user. False if it does not exist. For admins with approve_users; for other staff they must also be super admins.');

create function private.unfreeze_request(p_step text, p_request private.approval_requests, p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  person public.profiles;
begin
  case p_step
    when 'asked' then
      perform private.require_permission('approve_users');
      person := private.lock_person(p_request.user_id);
      perform private.require_can_delete(p_request.user_id);
      if person.frozen_at is null or person.unfreezes_at is not null then
        raise exception 'This account is not frozen, or will be unfrozen within an hour.' using errcode = 'PT409', hint = 'not-frozen';
      end if;
      -- Somebody else may have told staff that they are the owner.
      perform private.tell_owner(
        p_request.user_id, 'We were asked to unfreeze your account',
        'Our staff were told that you have frozen your account and can''t read your email. It stays frozen until two of them have agreed, and for an hour after that.'
      );
      perform private.open_request('unfreeze', p_request.reason, p_request.user_id);
      return true;
    when 'listed' then
      return private.has_permission('approve_users');
    when 'right' then
      return private.holds_permission(p_user_id, 'approve_users')
        and private.deletion_refusal(p_user_id, p_request.user_id) is null;
    when 'lock' then
      null;
    when 'changed' then
      return not exists (
        select from public.profiles p where p.id = p_request.user_id and p.frozen_at is not null and p.unfreezes_at is null
      );
    when 'approved' then
      perform private.begin_unfreezing(p_request.user_id, 'Two members of our staff have agreed to unfreeze your account.');
  end case;
  return null;
end
$$;
comment on function private.unfreeze_request is 'The steps of a request to unfreeze an account.';

create function private.is_unfreeze_withdrawn(p_user_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (
    select from (
      select r.* from private.approval_requests r
      where r.user_id = p_user_id and r.kind = 'unfreeze' and r.state = 'approved' order by r.decided_at desc limit 1
    ) r
    where (private.was_suspended_since(r.asked_by, r.created_at) or private.was_suspended_since(r.decided_by, r.decided_at))
      -- The owner has not begun it again with their own proof.
      and (
        select l.actor_id from private.audit_log l where l.person_id = p_user_id and l.action = 'ask_to_unfreeze'
        order by l.created_at desc, l.id desc limit 1
      ) = r.decided_by
  );
end;
comment on function private.is_unfreeze_withdrawn is
  'Whether two administrators began to unfreeze this account, and one of them was suspended since or deleted.';
