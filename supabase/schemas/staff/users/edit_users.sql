-- A user's name, address, balance and financial support, as administrators edit them.

create function private.require_valid_profile(p_full_name text, p_notification_email text) returns void
language plpgsql stable set search_path = '' as $$
declare
  problem constant text[] := case
    when private.customer_name_problem(p_full_name) is not null then array['fullName', private.customer_name_problem(p_full_name)]
    when not private.is_email(p_notification_email) then array['notificationEmail', 'Please enter a valid email address.']
  end;
begin
  perform private.require_no_problem(problem);
end
$$;

create function private.lock_shown_account(p_user_id uuid, p_seen_balance numeric, p_account_id uuid) returns public.accounts
language plpgsql volatile set search_path = '' as $$
declare
  account public.accounts;
begin
  select a.* into account from public.accounts a
  where a.user_id = p_user_id
    and case when p_account_id is null then a.account_type = 'current' else a.id = p_account_id and not a.is_closed end
  for no key update;
  if not found then
    raise exception 'This person has no account yet.' using errcode = 'PT404', hint = 'no-account';
  elsif account.balance is distinct from p_seen_balance then
    -- Otherwise a payment made since the form was opened would be undone.
    raise exception 'The balance has changed. Please check it and try again.' using errcode = 'PT409', hint = 'balance-changed';
  end if;
  return account;
end
$$;
comment on function private.lock_shown_account is
  'Locks the current account of a user, or another open one by its id. Raises an error unless its balance is the one that the caller has seen.';

create function private.update_user(
  p_user_id uuid, p_full_name text default null, p_notification_email text default null, p_pin text default null,
  p_balance text default null, p_seen_balance text default null, p_account_id uuid default null
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_balance constant numeric := private.plain_decimal(p_balance);
  person public.profiles;
  account public.accounts;
  new_name text;
  new_email text;
  changed text[] := '{}';
begin
  person := private.lock_for_edit(p_user_id);
  -- Null keeps a field; an empty text clears it.
  new_name := nullif(btrim(coalesce(p_full_name, person.full_name)), '');
  new_email := nullif(btrim(coalesce(p_notification_email, person.notification_email)), '');
  perform private.require_valid_profile(new_name, new_email);

  if p_balance is not null then
    perform private.require_permission('financial_support');
    account := private.lock_shown_account(p_user_id, private.plain_decimal(p_seen_balance), p_account_id);
    if account.balance is distinct from new_balance then
      perform private.adjust_balance(account.id, new_balance, now());
    end if;
  end if;
  if p_pin is not null and private.change_pin(p_user_id, p_pin) then
    if p_pin = '' then
      perform private.audit('remove_pin', 'person', p_user_id);
    else
      perform private.require_new_pins_left();
      perform private.audit('choose_pin', 'person', p_user_id);
      changed := array_append(changed, 'pin');
    end if;
  end if;
  if new_name is distinct from person.full_name then
    changed := array_append(changed, 'full_name');
  end if;
  if new_email is distinct from person.notification_email then
    changed := array_append(changed, 'notification_email');
  end if;
  update public.profiles p set full_name = new_name, notification_email = new_email where p.id = p_user_id;
  -- A new balance has its own audit entry.
  if changed <> '{}' then
    perform private.audit('update_user', 'person', p_user_id, jsonb_build_object('changed', changed));
  end if;
end
$$;
select private.expose('update_user',
  'Changes the fields that are not null; an empty text clears a field. A new PIN changes the password and ends the sessions. The balance is that of the current account, or of the savings account p_account_id, and needs the balance that the form showed. For admins with approve_users; the balance also needs financial_support, and the details of other staff a super admin.');

create function private.change_permission(p_user_id uuid, p_permission text, p_granted boolean) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  if p_granted then
    insert into public.admin_permissions (admin_id, permission) values (p_user_id, p_permission) on conflict do nothing;
  else
    delete from public.admin_permissions g where g.admin_id = p_user_id and g.permission = p_permission;
  end if;
  if not found then
    return false;
  end if;
  perform private.audit(
    case when p_granted then 'grant_permission' else 'revoke_permission' end, 'person', p_user_id,
    jsonb_build_object('permission', p_permission)
  );
  return true;
end
$$;
comment on function private.change_permission is 'False if nothing changes. The calling function has checked the right and locked the user.';

create function private.set_financial_support(p_user_id uuid, p_granted boolean) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  if p_user_id = auth.uid() then
    raise exception 'You cannot change your own rights.' using errcode = 'PT403', hint = 'own-rights';
  end if;
  perform private.lock_for_edit(p_user_id);
  if p_granted and not exists (select from public.user_roles r where r.user_id = p_user_id and r.role = 'admin') then
    raise exception 'Only administrators can have financial support.' using errcode = 'PT409', hint = 'not-admin';
  end if;
  return private.change_permission(p_user_id, 'financial_support', p_granted);
end
$$;
select private.expose('set_financial_support',
  'Grants or revokes financial_support of another user. False if nothing changes. Only admins can be given it, because nobody else can use it. For admins with approve_users; for other staff they must also be super admins, who can use set_permission as well.');
