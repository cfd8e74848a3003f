-- User administration: approval, suspension, PINs, profiles, bulk actions and deletion. No admin can raise their own rights.

create function private.can_see_pin(p_user_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select p_user_id = (select auth.uid()) or not private.is_staff(p_user_id) or private.has_role('super_admin');
end;
comment on function private.can_see_pin is
  'Whether the calling admin may see or set this user''s PIN. A PIN signs its holder in, so the PIN of other staff would give the admin more rights.';

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

create function private.lock_for_edit(p_user_id uuid) returns public.profiles
language plpgsql volatile set search_path = '' as $$
declare
  person public.profiles;
begin
  perform private.require_permission('approve_users');
  person := private.lock_person(p_user_id);
  perform private.require_can_edit(p_user_id);
  return person;
end
$$;
comment on function private.lock_for_edit is 'Locks and returns the profile of a user whom the calling admin may edit. Raises an error for another caller.';

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
  delete from private.rejections r where r.user_id = p_user_id;
  update public.profiles p set approved = true where p.id = p_user_id;
  perform private.audit('approve_user', 'person', p_user_id);
  return true;
end
$$;
select private.expose('approve_user',
  'Approves a user. False if they were approved already. For admins with approve_users.');

create function private.approve_users(p_user_ids uuid[]) returns integer
language sql volatile security definer set search_path = ''
begin atomic
  -- In one order, so that two admins who approve the same users cannot deadlock.
  select count(*) filter (where private.approve_user(chosen.id))::integer
  from (select distinct id from unnest(p_user_ids) as id order by id) chosen;
end;
select private.expose('approve_users',
  'Approves up to 100 users, all or none, and returns how many were not approved before. For admins with approve_users.');

create function private.require_reason(p_reason text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  reason constant text := nullif(btrim(p_reason), '');
begin
  if (char_length(reason) <= 300 and private.is_clean(reason)) is not true then
    raise exception 'Enter a reason of at most 300 characters.' using errcode = 'PT400', hint = 'field:reason';
  end if;
  return reason;
end
$$;

create function private.reject_users(p_user_ids uuid[], p_reason text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason text;
  person uuid;
  rejected integer := 0;
begin
  perform private.require_permission('approve_users');
  reason := private.require_reason(p_reason);
  for person in select distinct id from unnest(p_user_ids) as id order by id loop
    if (private.lock_person(person)).approved then
      raise exception 'An approved user cannot be rejected.' using errcode = 'PT409', hint = 'already-approved';
    end if;
    perform private.require_can_edit(person);
    insert into private.rejections (user_id, reason) values (person, reason) on conflict do nothing;
    if found then
      rejected := rejected + 1;
      perform private.audit('reject_user', 'person', person);
    end if;
  end loop;
  return rejected;
end
$$;
select private.expose('reject_users',
  'Rejects up to 100 users who are not approved, all or none, and returns how many were not rejected before. Nothing is deleted: they can still be approved. The edge function reject-users calls it and sends the reason. For admins with approve_users.');

create function private.claim_rejection_mails(p_user_ids uuid[])
returns table (user_id uuid, recipient_email text, recipient_name text, reason text)
language plpgsql volatile security definer set search_path = '' as $$
begin
  return query
  with claimed as (
    update private.rejections r set mail_claimed_at = now()
    where r.user_id = any (p_user_ids) and r.mail_claimed_at is null
    returning r.user_id, r.reason
  )
  select c.user_id, coalesce(p.notification_email, u.email)::text, coalesce(p.full_name, 'customer'), c.reason
  from claimed c join public.profiles p on p.id = c.user_id join auth.users u on u.id = c.user_id;
end
$$;

create function private.release_rejection_mail(p_user_id uuid) returns void
language sql volatile security definer set search_path = ''
begin atomic
  update private.rejections r set mail_claimed_at = null where r.user_id = p_user_id;
end;

select private.expose('claim_rejection_mails', to_roles => '{service_role}', description =>
  'The mails that tell these users why they were rejected, each returned once. For the edge function reject-users.');
select private.expose('release_rejection_mail', to_roles => '{service_role}', description =>
  'Lets claim_rejection_mails return a mail again that could not be sent.');

create function private.require_valid_profile(p_full_name text, p_notification_email text) returns void
language plpgsql stable set search_path = '' as $$
declare
  problem constant text[] := case
    when char_length(p_full_name) > 140 then array['fullName', 'Name must be at most 140 characters.']
    when not private.is_clean(p_full_name) then array['fullName', private.text_problem(p_full_name)]
    when private.is_reserved_name(p_full_name) then array['fullName', 'Please choose a name without the name of the bank.']
    -- The same rule as the check constraint of the table.
    when char_length(p_notification_email) > 254 or not private.is_clean(p_notification_email)
      or p_notification_email
        !~ '^[^ \u00a0\u1680\u2000-\u200a\u3000@",;]+@[^ \u00a0\u1680\u2000-\u200a\u3000@.",;]+(\.[^ \u00a0\u1680\u2000-\u200a\u3000@.",;]+)+$'
      then array['notificationEmail', 'Please enter a valid email address.']
  end;
begin
  perform private.require_no_problem(problem);
end
$$;

create function private.choose_pin(p_user_id uuid, p_pin text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.lock_for_edit(p_user_id);
  perform private.record_pin_choice(p_user_id, p_pin);
end
$$;
select private.expose('choose_pin',
  'Counts and audits that the caller chooses this PIN for a user, at most 5 an hour. Within the hour update_user can set it. A separate call, so that the count is committed before the caller learns whether the PIN is taken. For admins with approve_users.');

create function private.give_random_pin(p_user_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  pins_per_hour constant integer := 20;
  pin text;
begin
  perform private.lock_for_edit(p_user_id);
  -- Parallel calls of an admin are serialised until commit, so each counts the previous one.
  perform pg_advisory_xact_lock(hashtextextended('random PIN by ' || auth.uid(), 0));
  if (
    select count(*) >= pins_per_hour from private.audit_log l
    where l.actor_id = auth.uid() and l.action = 'give_random_pin' and l.created_at > now() - interval '1 hour'
  ) then
    raise exception 'You can set % random PINs an hour.', pins_per_hour using errcode = 'PT429', hint = 'too-many-attempts';
  end if;
  pin := private.set_random_pin(p_user_id);
  perform private.end_pin_use(p_user_id);
  perform private.audit('give_random_pin', 'person', p_user_id);
  return pin;
end
$$;
select private.expose('give_random_pin',
  'Gives a user an unused random PIN, ends their sessions and returns the PIN, at most 20 times an hour. If the call is rolled back, the returned PIN is worthless. For admins with approve_users.');

create function private.lock_shown_account(p_user_id uuid, p_seen_balance text) returns public.accounts
language plpgsql volatile set search_path = '' as $$
declare
  account public.accounts;
begin
  select a.* into account from public.accounts a where a.user_id = p_user_id and a.account_type = 'current' for no key update;
  if not found then
    raise exception 'This person has no account yet.' using errcode = 'PT404', hint = 'no-account';
  elsif account.balance is distinct from private.plain_decimal(p_seen_balance) then
    -- Otherwise a payment made since the form was opened would be undone.
    raise exception 'The balance has changed. Please check it and try again.' using errcode = 'PT409', hint = 'balance-changed';
  end if;
  return account;
end
$$;
comment on function private.lock_shown_account is 'Locks and returns a user''s account. Raises an error unless its balance is the one that the caller saw.';

create function private.set_balance_of(p_user_id uuid, p_balance text, p_seen_balance text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  account public.accounts;
  new_balance constant numeric := private.plain_decimal(p_balance);
begin
  perform private.require_permission('financial_support');
  account := private.lock_shown_account(p_user_id, p_seen_balance);
  if account.balance is distinct from new_balance then
    perform private.adjust_balance(account.id, new_balance, now());
  end if;
end
$$;

create function private.update_user(
  p_user_id uuid, p_full_name text default null, p_notification_email text default null, p_pin text default null,
  p_balance text default null, p_seen_balance text default null
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.profiles;
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
    perform private.audit('update_user', 'person', p_user_id, jsonb_build_object('changed', changed));
  end if;
end
$$;
select private.expose('update_user',
  'Changes the fields that are not null; an empty text clears a field. A new PIN must be chosen with choose_pin first; it changes the password and ends the sessions. The balance needs the balance that the form showed. For admins with approve_users; the balance also needs financial_support, and the details of other staff a super admin.');

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
      case when p_granted then 'grant_permission' else 'revoke_permission' end, 'person', p_user_id,
      jsonb_build_object('permission', 'financial_support')
    );
  end if;
  return has_changed;
end
$$;
select private.expose('set_financial_support',
  'Grants or revokes financial_support of another user. False if nothing changes. It has an effect for admins only. For admins with approve_users; for other staff they must also be super admins, who can use set_permission as well.');

create function private.require_can_see_pin(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.can_see_pin(p_user_id) then
    raise exception 'Only a super admin can see the PIN of staff.' using errcode = 'PT403', hint = 'no-permission';
  end if;
end
$$;

create function private.record_pin_read(p_user_id uuid, p_action text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  perform private.lock_person(p_user_id);
  perform private.require_can_see_pin(p_user_id);
  perform private.record_read(p_action, 'person', p_user_id, jsonb_build_object('user_id', p_user_id));
end
$$;

create function private.record_pin_view(p_user_id uuid) returns void
language sql volatile security definer set search_path = ''
begin atomic
  select private.record_pin_read(p_user_id, 'view_pin');
end;
select private.expose('record_pin_view',
  'Audits that the caller reads a user''s PIN. For a minute, get_user_pin then returns it. For admins with approve_users.');

create function private.record_pin_copy(p_user_id uuid) returns void
language sql volatile security definer set search_path = ''
begin atomic
  select private.record_pin_read(p_user_id, 'copy_pin');
end;
select private.expose('record_pin_copy',
  'Audits that the caller copies a user''s PIN. For a minute, get_user_pin then returns it. For admins with approve_users.');

create function private.get_user_pin(p_user_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  perform private.require_can_see_pin(p_user_id);
  if not private.is_recorded('copy_pin', p_user_id) then
    perform private.require_recorded('view_pin', p_user_id);
  end if;
  return private.read_pin(p_user_id);
end
$$;
select private.expose('get_user_pin',
  'A user''s PIN, null without one, which the caller has recorded with record_pin_view or record_pin_copy within the last minute. For admins with approve_users.');

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
  perform private.audit('send_pin', 'person', p_user_id);
  return coalesce(person.full_name, 'No name');
end
$$;
select private.expose('send_pin_to_inbox',
  'Sends a user''s PIN to their mailbox and returns the user''s name. For admins with approve_users.');

create function private.send_all_pins() returns table (successful integer, failed integer, failed_names text[])
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_named constant integer := 100;
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
  failed_names := array(
    select coalesce(p.full_name, 'No name') || ' (' || u.email || ')'
    from public.profiles p join auth.users u on u.id = p.id
    where not exists (select from private.pins pin where pin.user_id = p.id)
    order by 1
    limit most_named
  );

  perform private.audit('send_all_pins', p_details => jsonb_build_object('successful', successful, 'failed', failed));
  return next;
end
$$;
select private.expose('send_all_pins', statement_timeout => '10min', description =>
  'Sends every user''s PIN to their mailbox, replacing an earlier notification. Returns how many were sent, how many users have no PIN, and the names and addresses of the first hundred of these. For admins with approve_users.');

create function private.sync_passwords(p_batch integer default 25) returns table (changed integer, remaining integer)
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
  perform private.audit('sync_passwords', p_details => jsonb_build_object('changed', changed, 'remaining', remaining));
  return next;
end
$$;
select private.expose('sync_passwords', statement_timeout => '10min', description =>
  'Sets passwords from PINs where they differ, a batch of users at a time because bcrypt is slow. Returns how many were changed and how many remain. For admins with approve_users.');

create function private.clear_all_notifications() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  cleared integer;
begin
  perform private.require_permission('approve_users');
  delete from public.user_notifications n where n.id is not null;
  get diagnostics cleared = row_count;
  perform private.audit('clear_all_notifications', p_details => jsonb_build_object('count', cleared));
  return cleared;
end
$$;
select private.expose('clear_all_notifications', statement_timeout => '10min', description =>
  'Deletes all notifications of all users and returns their number. For admins with approve_users.');

create function private.record_pin_request_list(p_list_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  perform private.record_list(
    'list_pin_requests', p_list_id,
    array(select r.user_id from private.pin_reset_requests r order by r.requested_at limit 100)
  );
end
$$;
select private.expose('record_pin_request_list',
  'Audits that the caller reads the hundred oldest PIN requests. list_pin_reset_requests returns them by the list id, which the caller chooses. For admins with approve_users.');

create function private.list_pin_reset_requests(p_list_id uuid)
returns table (user_id uuid, full_name text, sign_in_email text, approved boolean, requested_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  people uuid[];
begin
  perform private.require_permission('approve_users');
  people := private.require_recorded('list_pin_requests', p_list_id, p_what => 'list');
  return query
  select r.user_id, p.full_name, u.email::text, p.approved, r.requested_at
  from private.pin_reset_requests r
  join public.profiles p on p.id = r.user_id
  join auth.users u on u.id = r.user_id
  where r.user_id = any (people)
  order by r.requested_at;
end
$$;
select private.expose('list_pin_reset_requests',
  'The PIN requests of a list that the caller has recorded with record_pin_request_list within the last minute, oldest first. For admins with approve_users.');

create function private.resolve_pin_reset_request(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  delete from private.pin_reset_requests r where r.user_id = p_user_id;
  if not found then
    return false;
  end if;
  perform private.audit('resolve_pin_reset_request', 'person', p_user_id);
  return true;
end
$$;
select private.expose('resolve_pin_reset_request',
  'Closes a user''s PIN request. False if there is none. For admins with approve_users.');

create function private.require_can_delete(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
declare
  refusal constant text := private.deletion_refusal(auth.uid(), p_user_id);
begin
  if refusal is not null then
    raise exception '%', refusal
      using errcode = 'PT403', hint = case when p_user_id = auth.uid() then 'own-rights' else 'no-permission' end;
  end if;
end
$$;

create function private.suspend_user(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  if (private.lock_person(p_user_id)).suspended_at is not null then
    return false;
  end if;
  perform private.require_can_delete(p_user_id);
  update public.profiles p set suspended_at = now() where p.id = p_user_id;
  -- Waits for a payment that holds the lock. A payment that comes after it finds the account frozen.
  update public.accounts a set is_frozen = true where a.user_id = p_user_id;
  -- The auth server reads it. It cannot read infinity.
  update auth.users u set banned_until = '2999-12-31' where u.id = p_user_id;
  perform private.end_sessions(p_user_id);
  perform private.audit('suspend_user', 'person', p_user_id);
  return true;
end
$$;

-- The user can keep their own rows locked with several slow requests at once. This waits for those before it.
select private.expose('suspend_user', statement_timeout => '1min', description =>
  'Ends a user''s sessions and stops them from signing in, until restore_user. Nothing is deleted; scheduled and held payments wait. False if they were suspended already. For admins with approve_users, about the users they may delete.');

create function private.restore_user(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  if (private.lock_person(p_user_id)).suspended_at is null then
    return false;
  end if;
  perform private.require_can_delete(p_user_id);
  update public.profiles p set suspended_at = null where p.id = p_user_id;
  update public.accounts a set is_frozen = false where a.user_id = p_user_id;
  update auth.users u set banned_until = null where u.id = p_user_id;
  perform private.audit('restore_user', 'person', p_user_id);
  return true;
end
$$;
select private.expose('restore_user',
  'Lets a suspended user sign in again. False if they are not suspended. For admins with approve_users, about the users they may delete.');

create function private.deletion_needs_approval(p_user_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select coalesce(bool_or(private.needs_approval(a.id, a.balance + a.held)), false)
  from public.accounts a where a.user_id = p_user_id;
end;

create function private.preview_deletion(p_user_id uuid)
returns table (
  balance numeric, held numeric, has_open_chat boolean, scheduled_payments bigint, regular_payments bigint,
  needs_approval boolean
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  perform private.require_can_delete(p_user_id);
  perform private.require_recorded('view_user', p_user_id);
  return query
  select
    coalesce(sum(a.balance), 0), coalesce(sum(a.held), 0),
    exists (select from public.chat_conversations c where c.user_id = p_user_id),
    (select count(*) from public.outgoing_payments o where o.user_id = p_user_id and o.state in ('scheduled', 'held'))
      + (select count(*) from public.scheduled_payments s where s.user_id = p_user_id and not s.processed),
    (select count(*) from public.regular_payments r where r.user_id = p_user_id and r.state = 'active'),
    private.deletion_needs_approval(p_user_id)
  from public.accounts a where a.user_id = p_user_id;
end
$$;
select private.expose('preview_deletion',
  'What delete_person would delete of a user, after record_user_view, as figures: their money, an open chat, and the payments that are still to be made; and whether the deletion needs an approval. For admins with approve_users, about the users they may delete.');

-- All functions take these locks in this order: a chat before its messages, a scheduled payment or a card before its account,
-- the outgoing payments of a customer before the account, an account before its user (a payment writes the recipient last).
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
  perform private.lock_outgoing_payments(p_user_id);
  perform from public.cards c where c.user_id = p_user_id order by c.id for update;
  perform from public.card_payments p where p.user_id = p_user_id order by p.id for update;
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
  perform private.return_held_payment(o.id, now()) from public.outgoing_payments o
  where o.user_id = p_user_id and o.state = 'held';
  perform private.return_card_hold(p, 'reversed', now()) from public.card_payments p
  where p.user_id = p_user_id and p.status = 'approved';
  for account in select a.id, a.balance from public.accounts a where a.user_id = p_user_id and a.balance > 0 order by a.id loop
    perform private.move_money(
      gen_random_uuid(), account.id, private.ledger_account('closed accounts'), account.balance, now()
    );
    paid_out := paid_out + account.balance;
  end loop;
  return paid_out;
end
$$;

create function private.remove_person(p_user_id uuid, p_request_id uuid default null) returns void
language plpgsql volatile set search_path = '' as $$
declare
  paid_out numeric;
begin
  paid_out := private.close_accounts(p_user_id);
  -- Before the profile is deleted, because the audit keeps the name.
  perform private.audit(
    'delete_person', 'person', p_user_id, jsonb_strip_nulls(jsonb_build_object('paid_out', paid_out, 'request_id', p_request_id))
  );

  perform set_config('fernbank.deleting_person', 'yes', true);
  delete from public.chat_messages m where m.sender_id = p_user_id;
  delete from public.chat_conversations c where c.user_id = p_user_id;
  delete from public.agent_requests r where r.user_id = p_user_id;
  delete from public.transactions t where t.user_id = p_user_id;
  delete from public.recipients r where r.user_id = p_user_id;
  delete from public.scheduled_payments s where s.user_id = p_user_id;
  delete from public.outgoing_payments o where o.user_id = p_user_id;
  delete from public.regular_payments r where r.user_id = p_user_id;
  delete from public.external_accounts e where e.user_id = p_user_id;
  delete from public.accounts a where a.user_id = p_user_id;
  delete from public.user_roles r where r.user_id = p_user_id;
  delete from public.admin_permissions g where g.admin_id = p_user_id;
  delete from public.profiles p where p.id = p_user_id;
  -- Sessions, PIN, notifications and requests cascade.
  delete from auth.users u where u.id = p_user_id;
  delete from private.attempts t where t.key = 'user:' || p_user_id;
  perform set_config('fernbank.deleting_person', '', true);
end
$$;
comment on function private.remove_person is 'Deletes a user with all their data. The calling function has checked the right and holds the locks of lock_records_of.';

create function private.delete_person(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  if not private.lock_records_of(p_user_id) then
    return false;
  end if;
  perform private.require_can_delete(p_user_id);
  if private.deletion_needs_approval(p_user_id) then
    perform private.raise_approval_needed();
  end if;
  perform private.remove_person(p_user_id);
  return true;
end
$$;
select private.expose('delete_person', statement_timeout => '10min', description =>
  'Deletes a user with all their data and ends their sessions. False if there is no such user. The remaining balance goes to the bank''s account for closed accounts. For admins with approve_users.');
