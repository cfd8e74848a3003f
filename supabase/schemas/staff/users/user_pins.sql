-- What administrators do with the PINs of users: set, read, send and synchronise them, and answer requests for them.

create function private.give_random_pin(p_user_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  pin text;
begin
  perform private.lock_for_edit(p_user_id);
  perform private.require_new_pins_left();
  pin := private.set_random_pin(p_user_id);
  perform private.end_pin_use(p_user_id);
  perform private.audit('give_random_pin', 'person', p_user_id);
  return pin;
end
$$;
select private.expose('give_random_pin',
  'Gives a user a random PIN, ends their sessions and returns the PIN, at most 20 times an hour. If the call is rolled back, the returned PIN is worthless. For admins with approve_users.');

create function private.require_can_see_pin(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.can_see_pin(p_user_id) then
    raise exception 'Only a super admin can see the PIN of staff.' using errcode = 'PT403', hint = 'no-permission';
  end if;
end
$$;

create function private.record_pin_view(p_user_id uuid, p_is_copied boolean default false) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  perform private.lock_person(p_user_id);
  perform private.require_can_see_pin(p_user_id);
  perform private.record_read(
    case when p_is_copied then 'copy_pin' else 'view_pin' end, 'person', p_user_id,
    jsonb_build_object('user_id', p_user_id) || private.look_reason(p_user_id)
  );
end
$$;
select private.expose('record_pin_view',
  'Audits that the caller reads or copies a user''s PIN. For a minute, get_user_pin then returns it. For admins with approve_users.');

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
  'A user''s PIN, null without one, which the caller has recorded with record_pin_view within the last minute. For admins with approve_users.');

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
  person := private.lock_for_edit(p_user_id);
  pin := private.read_pin(p_user_id);
  if private.must_choose_pin(p_user_id) then
    -- Someone else may have the mailbox too.
    raise exception 'This customer sets a new PIN when they sign in. Check who they are, then tell them the PIN that this page shows.'
      using errcode = 'PT409', hint = 'awaits-pin';
  elsif pin is null then
    raise exception 'This person has no PIN.' using errcode = 'PT409', hint = 'no-pin';
  end if;
  -- A new notification replaces the previous one, so that no outdated PIN stays in the mailbox.
  delete from public.user_notifications n
  where n.user_id = p_user_id and n.expires_at is not null;
  insert into public.user_notifications (user_id, type, title, message, expires_at)
  values (
    p_user_id, 'security', private.pin_notification_title(), private.pin_notification_text(pin), now() + interval '1 day'
  );
  -- A user who has forgotten the PIN cannot open the mailbox.
  perform private.agree_to_pin_requests(array[p_user_id]);
  perform private.audit('send_pin', 'person', p_user_id);
  return coalesce(person.full_name, 'No name');
end
$$;
select private.expose('send_pin_to_inbox',
  'Sends a user''s PIN to their mailbox, where it stays for a day, or for an hour once it is read. Agrees to the request for help with it of a user who can sign in: a link for a new PIN is mailed to the sign-in address. Returns the user''s name. For admins with approve_users; of other staff, for super admins.');

select cron.schedule('delete-expired-pin-notes', '*/10 * * * *', $job$
  delete from public.user_notifications n where n.expires_at <= now();
  delete from private.pin_reset_requests r where r.agreed_at <= now() - private.pin_link_life();
  -- Other staff decide again what someone agreed to who was suspended since.
  update private.pin_reset_requests r
  set told_at = null, agreed_at = null, agreed_by = null, mail_id = null, token_hashes = '{}'
  where r.agreed_at is not null and r.used_by is null and private.was_suspended_since(r.agreed_by, r.agreed_at)
$job$);

create function private.send_all_pins(p_after uuid default null)
returns table (successful integer, failed integer, failed_names text[], sent_until uuid)
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Short enough that a page shows progress, and that stopping is soon.
  step constant integer := 1000;
  most_named constant integer := 100;
  people uuid[];
  pin_storage_key text;
begin
  perform private.require_permission('approve_users');
  -- Concurrent calls would not see each other's notifications and leave two in each mailbox.
  perform pg_advisory_xact_lock(hashtextextended('sending of all PINs', 0));
  pin_storage_key := private.vault_key('pin_storage_key');

  people := array(
    select p.id from public.profiles p where p_after is null or p.id > p_after order by p.id limit step
  );
  with outdated as (
    delete from public.user_notifications n
    where n.user_id = any (people) and n.expires_at is not null
      and exists (select from private.pins p where p.user_id = n.user_id)
  ),
  sent as (
    insert into public.user_notifications (user_id, type, title, message, expires_at)
    select
      p.user_id, 'security', private.pin_notification_title(),
      private.pin_notification_text(extensions.pgp_sym_decrypt(p.pin_encrypted, pin_storage_key)), now() + interval '1 day'
    from private.pins p where p.user_id = any (people)
    returning user_id
  )
  select count(*) into successful from sent;
  perform private.agree_to_pin_requests(array(
    select p.user_id from private.pins p where p.user_id = any (people) and not private.must_choose_pin(p.user_id) and private.can_see_pin(p.user_id)
  ));
  failed := cardinality(people) - successful;
  sent_until := people[step];
  failed_names := array(
    select coalesce(p.full_name, 'No name') || ' (' || u.email || ')'
    from public.profiles p join auth.users u on u.id = p.id
    where p.id = any (people) and not exists (select from private.pins pin where pin.user_id = p.id)
    order by 1
    limit most_named
  );

  perform private.audit('send_all_pins', p_details => jsonb_build_object('successful', successful, 'failed', failed));
  return next;
end
$$;
select private.expose('send_all_pins', statement_timeout => '55s', description =>
  'Sends the PINs of up to 1,000 users after this one to their mailboxes, replacing earlier notifications, and agrees to their requests for help with them. Returns how many were sent, how many of the users have no PIN, the names and addresses of the first hundred of these, and the user to go on after; null at the end. For admins with approve_users.');

create function private.sync_passwords(p_batch integer default 25) returns table (changed integer, remaining integer)
language plpgsql volatile security definer set search_path = '' as $$
declare
  people uuid[];
  person uuid;
begin
  perform private.require_permission('approve_users');
  perform pg_advisory_xact_lock(hashtextextended('synchronising of passwords', 0));

  people := array(
    select p.user_id from private.pins p where p.password_fingerprint is null
    order by p.user_id limit least(greatest(p_batch, 1), 200)
  );
  changed := cardinality(people);
  select count(*) - changed into remaining from private.pins p where p.password_fingerprint is null;
  foreach person in array people loop
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
select private.expose('sync_passwords', statement_timeout => '55s', description =>
  'Sets passwords from PINs where they differ, a batch of users at a time because bcrypt is slow. Returns how many were changed and how many remain. For admins with approve_users.');

create function private.record_pin_request_list(p_list_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  perform private.record_list(
    'list_pin_requests', p_list_id,
    array(select r.user_id from private.pin_reset_requests r where r.agreed_at is null order by r.requested_at limit 100)
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
  where r.user_id = any (people) and r.agreed_at is null
  order by r.requested_at;
end
$$;
select private.expose('list_pin_reset_requests',
  'The PIN requests of a list that the caller has recorded with record_pin_request_list within the last minute, oldest first. For admins with approve_users.');

create function private.resolve_pin_reset_request(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  perform private.require_can_edit(p_user_id);
  delete from private.pin_reset_requests r where r.user_id = p_user_id and r.agreed_at is null;
  if not found then
    return false;
  end if;
  perform private.tell_owner(
    p_user_id, 'Your request for help with your PIN is closed',
    'Our staff have marked it as done. If you still can''t sign in, choose Forgotten details? on the sign-in screen again.'
  );
  perform private.audit('resolve_pin_reset_request', 'person', p_user_id);
  return true;
end
$$;
select private.expose('resolve_pin_reset_request',
  'Closes a user''s PIN request, and tells the user. False if there is none. For admins with approve_users.');
