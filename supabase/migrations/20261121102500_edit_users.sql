-- Approving and editing people. Nobody does to themselves what would raise their own rights.

create function private.approve_user(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.refuse_unless_permitted('approve_users');
  if p_user_id = auth.uid() then
    raise exception 'You cannot approve yourself.' using errcode = 'PT403';
  end if;
  if (private.lock_person(p_user_id)).approved then
    return false;
  end if;
  update public.profiles p set approved = true where p.id = p_user_id;
  perform private.audit('approve_user', p_user_id);
  return true;
end
$$;

create function public.approve_user(p_user_id uuid) returns boolean
language sql volatile security invoker set search_path = ''
begin atomic
  select private.approve_user(p_user_id);
end;
comment on function public.approve_user is 'Lets a person use the bank; false when they could already. For admins with approve_users.';

create function private.refuse_profile(p_full_name text, p_notification_email text) returns void
language plpgsql stable set search_path = '' as $$
declare
  problem constant text := case
    when char_length(p_full_name) > 140 then 'Name must be at most 140 characters.'
    when not private.is_clean(p_full_name) then 'Please remove special characters such as < and >.'
    -- As the table checks it.
    when char_length(p_notification_email) > 254 or not private.is_clean(p_notification_email)
      or p_notification_email !~ '^[^@[:space:],;]+@[^@[:space:],;]+$' then 'Please enter a valid email address.'
  end;
begin
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400';
  end if;
end
$$;

create function private.end_sessions(p_user_id uuid) returns void
language sql volatile set search_path = ''
begin atomic
  delete from auth.sessions s
  where s.user_id = p_user_id and s.id is distinct from (select auth.jwt() ->> 'session_id')::uuid;
end;
comment on function private.end_sessions is 'Signs a person out everywhere, except where they are the caller.';

create function private.change_pin(p_user_id uuid, p_pin text) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  if not private.may_see_pin(p_user_id) then
    raise exception 'Only a super admin can change the PIN of staff.' using errcode = 'PT403';
  end if;
  if coalesce(private.read_pin(p_user_id), '') = p_pin then
    return false;
  elsif p_pin = '' then
    perform private.remove_pin(p_user_id);
  else
    perform private.set_pin(p_user_id, p_pin);
  end if;
  -- Whoever signed in with the old PIN is out.
  perform private.end_sessions(p_user_id);
  delete from private.pin_reset_requests r where r.user_id = p_user_id;
  return true;
end
$$;
comment on function private.change_pin is 'Sets a PIN, or takes it away when it is empty. False when that changes nothing.';

create function private.change_balance_of(p_user_id uuid, p_balance numeric, p_seen_balance numeric) returns void
language plpgsql volatile set search_path = '' as $$
declare
  account public.accounts;
begin
  perform private.refuse_unless_permitted('financial_support');
  select a.* into account from public.accounts a where a.user_id = p_user_id and a.account_type = 'current' for no key update;
  if not found then
    raise exception 'This person has no account yet.' using errcode = 'PT404';
  elsif account.balance <> p_seen_balance then
    -- A payment since the form was opened would be undone.
    raise exception 'The balance has changed meanwhile. Please check it again.' using errcode = 'PT409';
  elsif account.balance is distinct from p_balance then
    perform private.adjust_balance(account.id, p_balance, now());
  end if;
end
$$;

create function private.update_user(
  p_user_id uuid, p_full_name text, p_notification_email text, p_pin text, p_balance numeric, p_seen_balance numeric
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.profiles;
  new_name text;
  new_email text;
  changed text[] := '{}';
begin
  perform private.refuse_unless_permitted('approve_users');
  person := private.lock_person(p_user_id);
  -- Null leaves a field as it is; an empty text empties it.
  new_name := nullif(btrim(coalesce(p_full_name, person.full_name)), '');
  new_email := nullif(btrim(coalesce(p_notification_email, person.notification_email)), '');
  perform private.refuse_profile(new_name, new_email);

  if p_balance is not null then
    perform private.change_balance_of(p_user_id, p_balance, p_seen_balance);
  end if;
  if p_pin is not null and private.change_pin(p_user_id, p_pin) then
    changed := array_append(changed, 'pin');
  end if;
  if new_name is distinct from person.full_name then
    changed := array_append(changed, 'full_name');
  end if;
  if new_email is distinct from person.notification_email then
    changed := array_append(changed, 'notification_email');
  end if;
  update public.profiles p set full_name = new_name, notification_email = new_email where p.id = p_user_id;
  -- A new balance has a row of its own.
  if changed <> '{}' then
    perform private.audit('update_user', p_user_id, jsonb_build_object('changed', changed));
  end if;
end
$$;

create function public.update_user(
  p_user_id uuid, p_full_name text default null, p_notification_email text default null, p_pin text default null,
  p_balance numeric default null, p_seen_balance numeric default null
) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.update_user(p_user_id, p_full_name, p_notification_email, p_pin, p_balance, p_seen_balance);
end;
comment on function public.update_user is
  'Changes what is not null of a person, all or nothing; an empty text empties the field. A new PIN changes the password and ends the sessions. For admins with approve_users; the balance for those who have financial_support, too.';

create function private.set_financial_support(p_user_id uuid, p_granted boolean) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  has_changed boolean;
begin
  perform private.refuse_unless_permitted('approve_users');
  if p_user_id = auth.uid() then
    raise exception 'You cannot change your own rights.' using errcode = 'PT403';
  end if;
  perform private.lock_person(p_user_id);
  if p_granted then
    insert into public.admin_permissions (admin_id, permission) values (p_user_id, 'financial_support')
    on conflict do nothing;
  else
    delete from public.admin_permissions g where g.admin_id = p_user_id and g.permission = 'financial_support';
  end if;
  has_changed := found;
  if has_changed then
    perform private.audit(
      case when p_granted then 'grant_permission' else 'revoke_permission' end, p_user_id,
      jsonb_build_object('permission', 'financial_support')
    );
  end if;
  return has_changed;
end
$$;

create function public.set_financial_support(p_user_id uuid, p_granted boolean) returns boolean
language sql volatile security invoker set search_path = ''
begin atomic
  select private.set_financial_support(p_user_id, p_granted);
end;
comment on function public.set_financial_support is
  'Gives somebody else financial_support or takes it away; false when that changes nothing. It gives admins a right and others none. For admins with approve_users.';

grant execute on function private.approve_user, public.approve_user, private.update_user, public.update_user,
  private.set_financial_support, public.set_financial_support to authenticated;
