-- What user administrators do with PINs: copy one, send one to its owner, answer 'Forgotten details?'.

create function private.lock_person(p_user_id uuid) returns public.profiles
language plpgsql volatile set search_path = '' as $$
declare
  person public.profiles;
begin
  select p.* into person from public.profiles p where p.id = p_user_id for no key update;
  if not found then
    raise exception 'This person no longer exists.' using errcode = 'PT404';
  end if;
  return person;
end
$$;
comment on function private.lock_person is 'The profile, locked. Whoever changes a person locks it before anything else of theirs.';

create function private.refuse_unless_pin_may_be_seen(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.may_see_pin(p_user_id) then
    raise exception 'Only a super admin can see the PIN of staff.' using errcode = 'PT403';
  end if;
end
$$;

create function private.record_pin_copy(p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.refuse_unless_permitted('approve_users');
  perform private.lock_person(p_user_id);
  perform private.refuse_unless_pin_may_be_seen(p_user_id);
  perform private.audit('copy_pin', p_user_id);
end
$$;

create function public.record_pin_copy(p_user_id uuid) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.record_pin_copy(p_user_id);
end;
comment on function public.record_pin_copy is 'To be called before a PIN is copied to the clipboard: the audit says so. For admins with approve_users.';

create function private.pin_note_title() returns text
language sql immutable parallel safe set search_path = ''
return 'Your Security PIN';

create function private.pin_note(p_pin text) returns text
language sql immutable parallel safe set search_path = ''
return 'Your 5-digit Security PIN is ' || p_pin || '. Keep it to yourself: we never ask for it.';

create function private.send_pin_to_inbox(p_user_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.profiles;
  pin text;
begin
  perform private.refuse_unless_permitted('approve_users');
  person := private.lock_person(p_user_id);
  pin := private.read_pin(p_user_id);
  if pin is null then
    raise exception 'This person has no PIN.' using errcode = 'PT409';
  end if;
  -- Sent again, it replaces the note before: no mailbox fills with PINs, and no old one lies about.
  delete from public.user_notifications n
  where n.user_id = p_user_id and n.type = 'security' and n.title = private.pin_note_title();
  perform private.notify(p_user_id, 'security', private.pin_note_title(), private.pin_note(pin));
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
comment on function public.send_pin_to_inbox is 'Puts a person''s PIN into their mailbox and returns the person''s name. For admins with approve_users.';

create index pin_reset_requests_requested_at_idx on private.pin_reset_requests (requested_at);

create function private.list_pin_reset_requests()
returns table (user_id uuid, full_name text, sign_in_email text, approved boolean, requested_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_unless_permitted('approve_users');
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
  'The first hundred people who wait for help with their PIN, in the order in which they asked. For admins with approve_users.';

create function private.resolve_pin_reset_request(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.refuse_unless_permitted('approve_users');
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
comment on function public.resolve_pin_reset_request is 'Takes a person off the list of PIN requests; false when they were not on it. For admins with approve_users.';

grant execute on function private.record_pin_copy, public.record_pin_copy, private.send_pin_to_inbox, public.send_pin_to_inbox,
  private.list_pin_reset_requests, public.list_pin_reset_requests,
  private.resolve_pin_reset_request, public.resolve_pin_reset_request to authenticated;
