-- User administration: the user list, PINs, profiles, bulk actions and deletion. No admin can raise their own rights.

create function private.can_see_pin(p_user_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select p_user_id = (select auth.uid()) or not private.is_staff(p_user_id) or private.has_role('super_admin');
end;
comment on function private.can_see_pin is
  'Whether the calling admin may see or set this user''s PIN. A PIN signs its holder in, so the PIN of other staff would give the admin more rights.';

create function private.list_users(
  p_approved boolean, p_search text, p_before_created_at timestamptz, p_before_id uuid, p_limit integer
)
returns table (
  id uuid, created_at timestamptz, approved boolean, full_name text, notification_email text, sign_in_email text,
  pin_visible boolean, balance numeric, financial_support boolean, is_staff boolean, can_delete boolean,
  pin_requested_at timestamptz
)
language plpgsql volatile security definer set search_path = ''
-- The best plan depends on whether a search is given.
set plan_cache_mode = force_custom_plan as $$
declare
  pattern constant text := private.contains_pattern(p_search);
  sign_in_id constant uuid := private.find_by_sign_in_email(p_search);
  people uuid[];
  sees_all_staff boolean;
begin
  perform private.require_permission('approve_users');
  sees_all_staff := private.has_role('super_admin');

  select array_agg(page.id) into people
  from (
    select p.id
    from public.profiles p
    where p.approved = p_approved
      and (p_before_created_at is null
        or (p.created_at, p.id) < (p_before_created_at, coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff')))
      and (
        pattern is null
        or lower(coalesce(p.full_name, '') || E'\n' || coalesce(p.notification_email, '')) like pattern
        or p.id = sign_in_id
      )
    order by p.created_at desc, p.id desc
    limit private.page_size(p_limit)
  ) page;

  return query
  select
    p.id, p.created_at, p.approved, p.full_name, p.notification_email, u.email::text,
    p.id = auth.uid() or staff.roles = '{}' or sees_all_staff, a.balance,
    exists (select from public.admin_permissions g where g.admin_id = p.id and g.permission = 'financial_support'),
    staff.roles <> '{}',
    p.id <> auth.uid() and 'super_admin' <> all (staff.roles) and (sees_all_staff or 'admin' <> all (staff.roles)),
    requests.requested_at
  from public.profiles p
  join auth.users u on u.id = p.id
  left join public.accounts a on a.user_id = p.id and a.account_type = 'current'
  left join private.pin_reset_requests requests on requests.user_id = p.id
  cross join lateral (select array(select r.role from public.user_roles r where r.user_id = p.id) as roles) staff
  where p.id = any (people)
  order by p.created_at desc, p.id desc;

  perform private.audit('list_users', null, jsonb_build_object(
    'approved', p_approved, 'searched', pattern is not null, 'people', coalesce(people, '{}')
  ));
end
$$;

create function public.list_users(
  p_approved boolean, p_search text default null,
  p_before_created_at timestamptz default null, p_before_id uuid default null, p_limit integer default 50
)
returns table (
  id uuid, created_at timestamptz, approved boolean, full_name text, notification_email text, sign_in_email text,
  pin_visible boolean, balance numeric, financial_support boolean, is_staff boolean, can_delete boolean,
  pin_requested_at timestamptz
)
language sql volatile security invoker set search_path = '' set statement_timeout = '8s'
begin atomic
  select private.require_short_texts(p_search);
  select
    u.id, u.created_at, u.approved, u.full_name, u.notification_email, u.sign_in_email, u.pin_visible, u.balance,
    u.financial_support, u.is_staff, u.can_delete, u.pin_requested_at
  from private.list_users(p_approved, p_search, p_before_created_at, p_before_id, p_limit) u;
end;
comment on function public.list_users is
  'Users, newest first, at most 100 before a row''s created_at and id. The search finds parts of names and notification addresses, and whole sign-in addresses. Each call is audited and allows read_pins for the listed users. For admins with approve_users.';
grant execute on function private.list_users, public.list_users to authenticated;

create function private.read_pins(p_user_ids uuid[]) returns table (user_id uuid, pin text)
language plpgsql stable security definer set search_path = '' as $$
declare
  pin_storage_key text;
begin
  perform private.require_permission('approve_users');
  pin_storage_key := private.vault_key('pin_storage_key');
  return query
  select p.user_id, extensions.pgp_sym_decrypt(p.pin_encrypted, pin_storage_key)
  from private.pins p
  where p.user_id = any (p_user_ids)
    and private.can_see_pin(p.user_id)
    and p.user_id::text in (
      select jsonb_array_elements_text(l.details -> 'people')
      from private.audit_log l
      where l.actor_id = auth.uid() and l.action = 'list_users' and l.created_at > now() - interval '1 minute'
    );
end
$$;

create function public.read_pins(p_user_ids uuid[]) returns table (user_id uuid, pin text)
language sql stable security invoker set search_path = ''
begin atomic
  select r.user_id, r.pin from private.read_pins(p_user_ids) r;
end;
comment on function public.read_pins is
  'The PINs of users whom the caller has listed within the last minute, according to the audit log. A separate call, so that the audit entry is committed before a PIN is read. For admins with approve_users.';
grant execute on function private.read_pins, public.read_pins to authenticated;

create function private.count_users() returns table (pending bigint, approved bigint, pin_requests bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  return query
  select
    count(*) filter (where not p.approved), count(*) filter (where p.approved),
    (select count(*) from private.pin_reset_requests)
  from public.profiles p;
end
$$;

create function public.count_users() returns table (pending bigint, approved bigint, pin_requests bigint)
language sql stable security invoker set search_path = '' set statement_timeout = '8s'
begin atomic
  select c.pending, c.approved, c.pin_requests from private.count_users() c;
end;
comment on function public.count_users is 'The number of users who wait for approval, are approved, and have an open PIN request. For admins with approve_users.';
grant execute on function private.count_users, public.count_users to authenticated;

create function private.require_can_edit(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.can_see_pin(p_user_id) then
    raise exception 'Only a super admin can change the details of staff.' using errcode = 'PT403', hint = 'no-permission';
  end if;
end
$$;
comment on function private.require_can_edit is
  'Raises an error if the user is other staff and the caller is not a super admin. Every function that changes a field of a user calls it.';

create function private.approve_user(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  if p_user_id = auth.uid() then
    raise exception 'You cannot approve yourself.' using errcode = 'PT403', hint = 'own-rights';
  end if;
  if (private.lock_person(p_user_id)).approved then
    return false;
  end if;
  perform private.require_can_edit(p_user_id);
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
comment on function public.approve_user is 'Approves a user. False if they were approved already. For admins with approve_users.';
grant execute on function private.approve_user, public.approve_user to authenticated;

create function private.require_valid_profile(p_full_name text, p_notification_email text) returns void
language plpgsql stable set search_path = '' as $$
declare
  -- The field of the form, and what is wrong with it.
  problem constant text[] := case
    when char_length(p_full_name) > 140 then array['fullName', 'Name must be at most 140 characters.']
    when not private.is_clean(p_full_name) then array['fullName', 'Please remove special characters such as < and >.']
    when private.is_reserved_name(p_full_name) then array['fullName', 'Please choose a name without the name of the bank.']
    -- The same rule as the check constraint of the table.
    when char_length(p_notification_email) > 254 or not private.is_clean(p_notification_email)
      or p_notification_email
        !~ '^[^ \u00a0\u1680\u2000-\u200a\u3000@",;]+@[^ \u00a0\u1680\u2000-\u200a\u3000@.",;]+(\.[^ \u00a0\u1680\u2000-\u200a\u3000@.",;]+)+$'
      then array['notificationEmail', 'Please enter a valid email address.']
  end;
begin
  if problem is not null then
    raise exception '%', problem[2] using errcode = 'PT400', hint = 'field:' || problem[1];
  end if;
end
$$;

create table private.pin_choices (
  admin_id uuid not null references auth.users (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  pin_hmac bytea not null,
  chosen_at timestamptz not null default now(),
  primary key (admin_id, user_id, pin_hmac)
);
comment on table private.pin_choices is
  'The PINs that admins chose for users within the last hour. update_user sets only a PIN that is in here.';

create index pin_choices_user_id_idx on private.pin_choices (user_id);

alter table private.pin_choices enable row level security;
create policy "No API role can access the PIN choices" on private.pin_choices
  for all to anon, authenticated using (false);

create function private.choose_pin(p_user_id uuid, p_pin text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  choices_per_hour constant integer := 5;
begin
  perform private.require_permission('approve_users');
  perform private.lock_person(p_user_id);
  perform private.require_can_edit(p_user_id);
  if (p_pin ~ '^[0-9]{5}$') is not true then
    raise exception 'PIN must be exactly 5 digits' using errcode = 'PT400', hint = 'field:pin';
  end if;
  -- Parallel calls of an admin are serialised until commit, so each counts the previous one.
  perform pg_advisory_xact_lock(hashtextextended('choice of a PIN by ' || auth.uid(), 0));
  delete from private.pin_choices c where c.admin_id = auth.uid() and c.chosen_at <= now() - interval '1 hour';
  insert into private.pin_choices (admin_id, user_id, pin_hmac)
  values (auth.uid(), p_user_id, private.pin_hmac(p_pin))
  on conflict do nothing;
  if (select count(*) > choices_per_hour from private.pin_choices c where c.admin_id = auth.uid()) then
    raise exception 'You can choose 5 PINs an hour. Please use a random PIN.' using errcode = 'PT429', hint = 'field:pin';
  end if;
  perform private.audit('choose_pin', p_user_id);
end
$$;

create function public.choose_pin(p_user_id uuid, p_pin text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_short_texts(p_pin);
  select private.choose_pin(p_user_id, p_pin);
end;
comment on function public.choose_pin is
  'Counts and audits that the caller chooses this PIN for a user, at most 5 an hour. Within the hour update_user can set it. A separate call, so that the count is committed before the caller learns whether the PIN is taken. For admins with approve_users.';
grant execute on function private.choose_pin, public.choose_pin to authenticated;

create function private.end_pin_use(p_user_id uuid) returns void
language sql volatile set search_path = ''
begin atomic
  select private.end_sessions(p_user_id);
  delete from private.pin_reset_requests r where r.user_id = p_user_id;
end;
comment on function private.end_pin_use is 'Ends the sessions and the PIN request of a user whose PIN has changed.';

create function private.change_pin(p_user_id uuid, p_pin text) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  if coalesce(private.read_pin(p_user_id), '') = p_pin then
    return false;
  elsif p_pin = '' then
    perform private.remove_pin(p_user_id);
  elsif p_pin ~ '^[0-9]{5}$' and not exists (
    select from private.pin_choices c
    where c.admin_id = auth.uid() and c.user_id = p_user_id and c.pin_hmac = private.pin_hmac(p_pin)
      and c.chosen_at > now() - interval '1 hour'
  ) then
    -- The words of set_pin for a PIN that is taken: the answer must not tell which it is.
    raise exception 'This PIN cannot be used. Please choose another one.' using errcode = 'PT409', hint = 'field:pin';
  else
    perform private.set_pin(p_user_id, p_pin);
  end if;
  perform private.end_pin_use(p_user_id);
  return true;
end
$$;
comment on function private.change_pin is
  'Sets a PIN that the caller has chosen with choose_pin, or removes it if the text is empty. Ends the user''s sessions. False if nothing changes.';

create function private.give_random_pin(p_user_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  pin text;
begin
  perform private.require_permission('approve_users');
  perform private.lock_person(p_user_id);
  perform private.require_can_edit(p_user_id);
  pin := private.set_random_pin(p_user_id);
  perform private.end_pin_use(p_user_id);
  perform private.audit('give_random_pin', p_user_id);
  return pin;
end
$$;

create function public.give_random_pin(p_user_id uuid) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.give_random_pin(p_user_id);
end;
comment on function public.give_random_pin is
  'Gives a user an unused random PIN, ends their sessions and returns the PIN. If the call is rolled back, the returned PIN is worthless. For admins with approve_users.';
grant execute on function private.give_random_pin, public.give_random_pin to authenticated;

create function private.set_balance_of(p_user_id uuid, p_balance numeric, p_seen_balance numeric) returns void
language plpgsql volatile set search_path = '' as $$
declare
  account public.accounts;
begin
  perform private.require_permission('financial_support');
  select a.* into account from public.accounts a where a.user_id = p_user_id and a.account_type = 'current' for no key update;
  if not found then
    raise exception 'This person has no account yet.' using errcode = 'PT404', hint = 'no-account';
  elsif account.balance is distinct from p_seen_balance then
    -- Otherwise a payment made since the form was opened would be undone.
    raise exception 'The balance has changed. Please check it and try again.' using errcode = 'PT409', hint = 'balance-changed';
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
  perform private.require_permission('approve_users');
  person := private.lock_person(p_user_id);
  perform private.require_can_edit(p_user_id);
  -- Null keeps a field; an empty text clears it.
  new_name := nullif(btrim(coalesce(p_full_name, person.full_name)), '');
  new_email := nullif(btrim(coalesce(p_notification_email, person.notification_email)), '');
  perform private.require_valid_profile(new_name, new_email);

  if p_balance is not null then
    perform private.set_balance_of(p_user_id, p_balance, p_seen_balance);
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
  -- A new balance has its own audit entry.
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
  select private.require_short_texts(p_full_name, p_notification_email, p_pin);
  select private.update_user(p_user_id, p_full_name, p_notification_email, p_pin, p_balance, p_seen_balance);
end;
comment on function public.update_user is
  'Changes the fields that are not null; an empty text clears a field. A new PIN must be chosen with choose_pin first; it changes the password and ends the sessions. The balance needs the balance that the form showed. For admins with approve_users; the balance also needs financial_support, and the details of other staff a super admin.';
grant execute on function private.update_user, public.update_user to authenticated;

create function private.set_financial_support(p_user_id uuid, p_granted boolean) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  has_changed boolean;
begin
  perform private.require_permission('approve_users');
  if p_user_id = auth.uid() then
    raise exception 'You cannot change your own rights.' using errcode = 'PT403', hint = 'own-rights';
  end if;
  perform private.lock_person(p_user_id);
  perform private.require_can_edit(p_user_id);
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
  'Grants or revokes financial_support of another user. False if nothing changes. It has an effect for admins only. For admins with approve_users; for other staff they must also be super admins.';
grant execute on function private.set_financial_support, public.set_financial_support to authenticated;

create function private.require_can_see_pin(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.can_see_pin(p_user_id) then
    raise exception 'Only a super admin can see the PIN of staff.' using errcode = 'PT403', hint = 'no-permission';
  end if;
end
$$;

create function private.record_pin_copy(p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  perform private.lock_person(p_user_id);
  perform private.require_can_see_pin(p_user_id);
  perform private.audit('copy_pin', p_user_id);
end
$$;

create function public.record_pin_copy(p_user_id uuid) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.record_pin_copy(p_user_id);
end;
comment on function public.record_pin_copy is 'Audits that a PIN is copied. The client calls it before it writes to the clipboard. For admins with approve_users.';
grant execute on function private.record_pin_copy, public.record_pin_copy to authenticated;

create function private.pin_notification_title() returns text
language sql immutable parallel safe set search_path = ''
return 'Your Security PIN';

create function private.pin_notification_text(p_pin text) returns text
language sql immutable parallel safe set search_path = ''
return 'Your 5-digit Security PIN is ' || p_pin || '. Keep it to yourself: we never ask for it.';

create function private.send_pin_to_inbox(p_user_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.profiles;
  pin text;
begin
  perform private.require_permission('approve_users');
  person := private.lock_person(p_user_id);
  pin := private.read_pin(p_user_id);
  if pin is null then
    raise exception 'This person has no PIN.' using errcode = 'PT409', hint = 'no-pin';
  end if;
  -- A new notification replaces the previous one, so that no outdated PIN stays in the mailbox.
  delete from public.user_notifications n
  where n.user_id = p_user_id and n.type = 'security' and n.title = private.pin_notification_title();
  perform private.notify(p_user_id, 'security', private.pin_notification_title(), private.pin_notification_text(pin));
  delete from private.pin_reset_requests r where r.user_id = p_user_id;
  perform private.audit('send_pin', p_user_id);
  return coalesce(person.full_name, 'No name');
end
$$;

create function public.send_pin_to_inbox(p_user_id uuid) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.send_pin_to_inbox(p_user_id);
end;
comment on function public.send_pin_to_inbox is 'Sends a user''s PIN to their mailbox and returns the user''s name. For admins with approve_users.';
grant execute on function private.send_pin_to_inbox, public.send_pin_to_inbox to authenticated;

create function private.send_all_pins() returns table (successful integer, failed integer)
language plpgsql volatile security definer set search_path = '' as $$
declare
  pin_storage_key text;
begin
  perform private.require_permission('approve_users');
  -- Concurrent calls would not see each other's notifications and leave two in each mailbox.
  perform pg_advisory_xact_lock(hashtextextended('sending of all PINs', 0));
  pin_storage_key := private.vault_key('pin_storage_key');

  with outdated as (
    delete from public.user_notifications n
    where n.type = 'security' and n.title = private.pin_notification_title()
      and exists (select from private.pins p where p.user_id = n.user_id)
  ),
  sent as (
    insert into public.user_notifications (user_id, type, title, message)
    select
      p.user_id, 'security', private.pin_notification_title(),
      private.pin_notification_text(extensions.pgp_sym_decrypt(p.pin_encrypted, pin_storage_key))
    from private.pins p join public.profiles person on person.id = p.user_id
    returning user_id
  )
  select (select count(*) from sent), (select count(*) from public.profiles) - (select count(*) from sent)
  into successful, failed;

  perform private.audit('send_all_pins', null, jsonb_build_object('successful', successful, 'failed', failed));
  return next;
end
$$;

create function public.send_all_pins() returns table (successful integer, failed integer)
language sql volatile security invoker set search_path = '' set statement_timeout = '10min'
begin atomic
  select s.successful, s.failed from private.send_all_pins() s;
end;
comment on function public.send_all_pins is
  'Sends every user''s PIN to their mailbox, replacing an earlier notification. Returns how many were sent and how many users have no PIN. For admins with approve_users.';
grant execute on function private.send_all_pins, public.send_all_pins to authenticated;

create function private.sync_passwords(p_batch integer) returns table (changed integer, remaining integer)
language plpgsql volatile security definer set search_path = '' as $$
declare
  people uuid[];
  person uuid;
begin
  perform private.require_permission('approve_users');
  perform pg_advisory_xact_lock(hashtextextended('synchronising of passwords', 0));

  select coalesce(array_agg(p.user_id order by p.user_id), '{}') into people
  from private.pins p join auth.users u on u.id = p.user_id
  where p.password_fingerprint is distinct from private.fingerprint(u.encrypted_password);

  changed := least(cardinality(people), greatest(p_batch, 1), 1000);
  remaining := cardinality(people) - changed;
  foreach person in array people[:changed] loop
    -- Locked, so that the PIN does not change before the password is set.
    perform from private.pins p where p.user_id = person for update;
    if found then
      perform private.set_password_from_pin(person, private.read_pin(person));
    end if;
  end loop;
  perform private.audit('sync_passwords', null, jsonb_build_object('changed', changed, 'remaining', remaining));
  return next;
end
$$;

create function public.sync_passwords(p_batch integer default 25) returns table (changed integer, remaining integer)
language sql volatile security invoker set search_path = '' set statement_timeout = '10min'
begin atomic
  select s.changed, s.remaining from private.sync_passwords(p_batch) s;
end;
comment on function public.sync_passwords is
  'Sets passwords from PINs where they differ, a batch of users at a time because bcrypt is slow. Returns how many were changed and how many remain. For admins with approve_users.';
grant execute on function private.sync_passwords, public.sync_passwords to authenticated;

create function private.clear_all_notifications() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  cleared integer;
begin
  perform private.require_permission('approve_users');
  delete from public.user_notifications n where n.id is not null;
  get diagnostics cleared = row_count;
  perform private.audit('clear_all_notifications', null, jsonb_build_object('count', cleared));
  return cleared;
end
$$;

create function public.clear_all_notifications() returns integer
language sql volatile security invoker set search_path = '' set statement_timeout = '10min'
begin atomic
  select private.clear_all_notifications();
end;
comment on function public.clear_all_notifications is 'Deletes all notifications of all users and returns their number. For admins with approve_users.';
grant execute on function private.clear_all_notifications, public.clear_all_notifications to authenticated;

create function private.list_pin_reset_requests()
returns table (user_id uuid, full_name text, sign_in_email text, approved boolean, requested_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  return query
  select r.user_id, p.full_name, u.email::text, p.approved, r.requested_at
  from private.pin_reset_requests r
  join public.profiles p on p.id = r.user_id
  join auth.users u on u.id = r.user_id
  order by r.requested_at
  limit 100;
end
$$;

create function public.list_pin_reset_requests()
returns table (user_id uuid, full_name text, sign_in_email text, approved boolean, requested_at timestamptz)
language sql stable security invoker set search_path = ''
begin atomic
  select r.user_id, r.full_name, r.sign_in_email, r.approved, r.requested_at from private.list_pin_reset_requests() r;
end;
comment on function public.list_pin_reset_requests is
  'The hundred oldest PIN requests, oldest first. For admins with approve_users.';
grant execute on function private.list_pin_reset_requests, public.list_pin_reset_requests to authenticated;

create function private.resolve_pin_reset_request(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  delete from private.pin_reset_requests r where r.user_id = p_user_id;
  if not found then
    return false;
  end if;
  perform private.audit('resolve_pin_reset_request', p_user_id);
  return true;
end
$$;

create function public.resolve_pin_reset_request(p_user_id uuid) returns boolean
language sql volatile security invoker set search_path = ''
begin atomic
  select private.resolve_pin_reset_request(p_user_id);
end;
comment on function public.resolve_pin_reset_request is 'Closes a user''s PIN request. False if there is none. For admins with approve_users.';
grant execute on function private.resolve_pin_reset_request, public.resolve_pin_reset_request to authenticated;

create function private.require_can_delete(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
declare
  roles constant text[] := array(select r.role from public.user_roles r where r.user_id = p_user_id);
begin
  if p_user_id = auth.uid() then
    raise exception 'You cannot delete yourself.' using errcode = 'PT403', hint = 'own-rights';
  elsif 'super_admin' = any (roles) then
    raise exception 'A super admin cannot be deleted.' using errcode = 'PT403', hint = 'no-permission';
  elsif 'admin' = any (roles) and not private.has_role('super_admin') then
    raise exception 'Only a super admin can delete an admin.' using errcode = 'PT403', hint = 'no-permission';
  end if;
end
$$;

-- All functions take these locks in this order: a chat before its messages, a scheduled payment before its account, an
-- account before its user (a payment writes the recipient last).
create function private.lock_records_of(p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  perform from public.profiles p where p.id = p_user_id for update;
  if not found then
    return false;
  end if;
  perform from public.chat_conversations c
  where c.user_id = p_user_id or c.assigned_admin_id = p_user_id
    or c.id in (select m.conversation_id from public.chat_messages m where m.sender_id = p_user_id)
  order by c.id for update;
  perform from public.scheduled_payments s where s.user_id = p_user_id order by s.id for update;
  perform from public.accounts a where a.user_id = p_user_id order by a.id for update;
  -- From here no foreign key to this user can be inserted.
  perform from auth.users u where u.id = p_user_id for update;
  return true;
end
$$;

create function private.close_accounts(p_user_id uuid) returns numeric
language plpgsql volatile set search_path = '' as $$
declare
  account record;
  paid_out numeric := 0;
begin
  for account in select a.id, a.balance from public.accounts a where a.user_id = p_user_id and a.balance > 0 order by a.id loop
    perform private.move_money(
      gen_random_uuid(), account.id, private.ledger_account('closed accounts'), account.balance, now()
    );
    paid_out := paid_out + account.balance;
  end loop;
  return paid_out;
end
$$;

create function private.delete_person(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  paid_out numeric;
begin
  perform private.require_permission('approve_users');
  if not private.lock_records_of(p_user_id) then
    return false;
  end if;
  perform private.require_can_delete(p_user_id);
  paid_out := private.close_accounts(p_user_id);

  perform set_config('fernbank.deleting_person', 'yes', true);
  delete from public.chat_messages m where m.sender_id = p_user_id;
  delete from public.chat_conversations c where c.user_id = p_user_id;
  delete from public.agent_requests r where r.user_id = p_user_id;
  delete from public.transactions t where t.user_id = p_user_id;
  delete from public.recipients r where r.user_id = p_user_id;
  delete from public.scheduled_payments s where s.user_id = p_user_id;
  delete from public.accounts a where a.user_id = p_user_id;
  delete from public.user_roles r where r.user_id = p_user_id;
  delete from public.admin_permissions g where g.admin_id = p_user_id;
  delete from public.profiles p where p.id = p_user_id;
  -- Sessions, PIN, notifications and requests cascade.
  delete from auth.users u where u.id = p_user_id;
  delete from private.attempts t where t.key = 'user:' || p_user_id;
  perform set_config('fernbank.deleting_person', '', true);

  perform private.audit('delete_person', p_user_id, jsonb_build_object('paid_out', paid_out));
  return true;
end
$$;

create function public.delete_person(p_user_id uuid) returns boolean
language sql volatile security invoker set search_path = '' set statement_timeout = '10min'
begin atomic
  select private.delete_person(p_user_id);
end;
comment on function public.delete_person is
  'Deletes a user with all their data and ends their sessions. False if there is no such user. The remaining balance goes to the bank''s account for closed accounts. For admins with approve_users.';
grant execute on function private.delete_person, public.delete_person to authenticated;
