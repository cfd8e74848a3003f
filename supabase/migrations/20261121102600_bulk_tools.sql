-- What user administrators do to everybody at once.

create function private.clear_all_notifications() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  cleared integer;
begin
  perform private.refuse_unless_permitted('approve_users');
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
comment on function public.clear_all_notifications is 'Empties everybody''s mailbox of the bank''s notes and returns how many there were. For admins with approve_users.';

create function private.send_all_pins() returns table (successful integer, failed integer)
language plpgsql volatile security definer set search_path = '' as $$
declare
  pin_storage_key text;
begin
  perform private.refuse_unless_permitted('approve_users');
  -- Two at the same moment would not see each other's notes, and leave two in each mailbox.
  perform pg_advisory_xact_lock(hashtextextended('sending of all PINs', 0));
  pin_storage_key := private.pin_key('pin_storage_key');

  with outdated as (
    delete from public.user_notifications n
    where n.type = 'security' and n.title = private.pin_note_title()
      and exists (select from private.pins p where p.user_id = n.user_id)
  ),
  sent as (
    insert into public.user_notifications (user_id, type, title, message)
    select
      p.user_id, 'security', private.pin_note_title(),
      private.pin_note(extensions.pgp_sym_decrypt(p.pin_encrypted, pin_storage_key))
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
  'Puts everybody''s PIN into their mailbox, in place of an earlier one, and returns how many got theirs and how many have none. For admins with approve_users.';

create index pins_without_known_password_idx on private.pins (user_id) where password_fingerprint is null;

create function private.sync_passwords(p_batch integer) returns table (changed integer, remaining integer)
language plpgsql volatile security definer set search_path = '' as $$
declare
  people uuid[];
  person uuid;
begin
  perform private.refuse_unless_permitted('approve_users');
  perform pg_advisory_xact_lock(hashtextextended('synchronising of passwords', 0));

  select coalesce(array_agg(p.user_id order by p.user_id), '{}') into people
  from private.pins p join auth.users u on u.id = p.user_id
  where p.password_fingerprint is distinct from private.fingerprint(u.encrypted_password);

  changed := least(cardinality(people), greatest(p_batch, 1), 1000);
  remaining := cardinality(people) - changed;
  foreach person in array people[:changed] loop
    -- Locked, as by whoever changes the PIN: it must still be this one when the password is set.
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
  'Makes passwords match the PINs again, for so many people at a time: hashing is slow on purpose. Returns how many were changed and how many are left. For admins with approve_users.';

grant execute on function private.clear_all_notifications, public.clear_all_notifications,
  private.send_all_pins, public.send_all_pins, private.sync_passwords, public.sync_passwords to authenticated;
