-- 'Forgotten details?': a user asks for help with the PIN, staff agree, and the owner of the sign-in address sets a new PIN with
-- a link that is mailed there.

create table private.pin_reset_requests (
  user_id uuid primary key references auth.users (id) on delete cascade,
  requested_at timestamptz not null default now(),
  told_at timestamptz,
  agreed_at timestamptz,
  mail_id uuid,
  token_hashes bytea[] not null default '{}',
  used_by uuid,
  agreed_by uuid,
  constraint pin_reset_requests_link_check check ((agreed_at is null) = (mail_id is null))
);
comment on table private.pin_reset_requests is
  'Users who requested help with their PIN; one request each. It is open until staff agree. Then a link for a new PIN is valid for a day, once.';
comment on column private.pin_reset_requests.told_at is
  'When a mail about the request was owed to the user. A job does so, because the request must take as long for an unknown address.';
comment on column private.pin_reset_requests.token_hashes is
  'Of the links that were mailed: a mail that is sent again has a link of its own. The token is in the mail only. 256 random bits cannot be guessed, so the hash needs no key.';
comment on column private.pin_reset_requests.used_by is
  'The id of the request that set the PIN, which the client chose: a retry after a lost answer gets the same answer.';
comment on column private.pin_reset_requests.agreed_by is 'The member of staff. No foreign key: the link ends if they are deleted.';

create index pin_reset_requests_requested_at_idx on private.pin_reset_requests (requested_at) where agreed_at is null;

create index pin_reset_requests_token_hashes_idx on private.pin_reset_requests using gin (token_hashes);

create index pin_reset_requests_mail_id_idx on private.pin_reset_requests (mail_id);
create index pin_reset_requests_agreed_at_idx on private.pin_reset_requests (agreed_at) where agreed_at is not null;

select private.keep_from_api('private.pin_reset_requests');

create function private.pin_link_life() returns interval
language sql immutable parallel safe set search_path = ''
return interval '1 day';

create function private.is_pin_link_valid(p_request private.pin_reset_requests) returns boolean
language sql stable set search_path = ''
begin atomic
  select p_request.agreed_at > now() - private.pin_link_life()
    and not private.was_suspended_since(p_request.agreed_by, p_request.agreed_at)
    -- Staff who are suspended have no screen to sign in to, and someone else may have the mailbox.
    and not exists (select from auth.users u where u.id = p_request.user_id and u.banned_until > now());
end;
comment on function private.is_pin_link_valid is
  'Whether a link for a new PIN works: for a day, unless the member of staff who agreed to it was suspended since, or its owner cannot sign in.';

create function private.request_pin_reset(p_email text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  attempt_key constant text := 'reset:' || private.client_address();
begin
  if private.is_locked(attempt_key) then
    perform private.raise_too_many_attempts(attempt_key);
  end if;
  -- Every request counts as a failure, so addresses cannot be tried one after another. Many customers can be behind one
  -- client address.
  perform private.record_attempt(attempt_key, true, 30);

  insert into private.pin_reset_requests as r (user_id)
  select p.id from public.profiles p where p.id = private.find_by_sign_in_email(p_email) and p.closed_at is null
  -- A stranger who knows the address must neither move the owner's request to the end of the list nor end the owner's link.
  on conflict (user_id) do update set
    requested_at = excluded.requested_at, told_at = null, agreed_at = null, agreed_by = null, mail_id = null, token_hashes = '{}',
    used_by = null
    where r.used_by is not null or r.agreed_at is not null and not private.is_pin_link_valid(r);
end
$$;
select private.expose('request_pin_reset', while_idle => true, to_roles => '{anon,authenticated}', description =>
  'Requests help with a PIN from the admins. The answer is the same for known and unknown addresses.');

create function private.agree_to_pin_requests(p_user_ids uuid[]) returns void
language sql volatile set search_path = ''
begin atomic
  with agreed as (
    update private.pin_reset_requests r
    set agreed_at = now(), agreed_by = (select auth.uid()), mail_id = private.new_id(), token_hashes = '{}'
    where r.user_id = any (p_user_ids) and r.used_by is null and (r.agreed_at is null or r.agreed_at > now() - private.pin_link_life())
      and not exists (select from auth.users u where u.id = r.user_id and u.banned_until > now())
    returning r.mail_id
  )
  select private.owe_mail('pin', agreed.mail_id) from agreed;
end;
comment on function private.agree_to_pin_requests is
  'Owes each of these users who have asked, and who can sign in, a mail to the sign-in address, with a link for a new PIN.';

create function private.new_pin_link(p_mail_id uuid) returns text
language plpgsql volatile set search_path = '' as $$
declare
  token constant text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  update private.pin_reset_requests r set token_hashes = r.token_hashes || sha256(convert_to(token, 'utf8')) where r.mail_id = p_mail_id and private.is_pin_link_valid(r);
  return case when found then token end;
end
$$;
comment on function private.new_pin_link is 'The token of a new link for this mail. Null if the request or its link has ended.';

create function private.end_pin_link(p_user_id uuid) returns void
language sql volatile set search_path = ''
begin atomic
  delete from private.pin_reset_requests r where r.user_id = p_user_id and r.agreed_at is not null and r.used_by is null;
end;
comment on function private.end_pin_link is
  'Ends a link that was mailed before the PIN changed or the user was suspended or restored. An open request stays: staff who set a PIN have not given it to its owner yet.';

create function private.choose_new_pin(p_token text, p_pin text, p_request_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  attempt_key constant text := 'new-pin:' || private.client_address();
  link constant bytea[] := array[sha256(convert_to(coalesce(p_token, ''), 'utf8'))];
  person uuid;
  asked private.pin_reset_requests;
begin
  if private.is_locked(attempt_key) then
    perform private.raise_too_many_attempts(attempt_key);
  end if;
  select r.user_id into person from private.pin_reset_requests r where r.token_hashes @> link;
  if person is not null then
    perform private.lock_devices_of(person);
    perform private.lock_person(person);
    select r.* into asked from private.pin_reset_requests r
    where r.user_id = person and r.token_hashes @> link and private.is_pin_link_valid(r) for update;
  end if;
  if asked is null then
    perform private.record_attempt(attempt_key, true, 30);
    return false;
  elsif asked.used_by is not null then
    return asked.used_by is not distinct from p_request_id;
  end if;
  -- The PIN of before is accepted: a refusal would tell what it is, untold, as often as asked.
  perform private.require_valid_pin(p_pin);
  update private.pin_reset_requests r set used_by = coalesce(p_request_id, gen_random_uuid()) where r.user_id = person;
  perform private.set_pin(person, p_pin);
  perform private.end_pin_use(person);
  -- Tries of the forgotten PIN must not lock out the owner of the new one.
  delete from private.attempts a
  where a.key in ('user:' || person, (select private.address_key(u.email) from auth.users u where u.id = person));
  perform private.audit('choose_new_pin', 'person', person);
  perform private.notify(
    person, 'security', 'Your PIN has changed',
    'You set a new security PIN with the link that we emailed you. If this wasn''t you, contact us in the chat at once.'
  );
  return true;
end
$$;
select private.expose('choose_new_pin', while_idle => true, to_roles => '{anon,authenticated}', statement_timeout => '8s', description =>
  'Sets this PIN of the user to whom the link with this token was mailed, ends their sessions and tells them. False for a token that is unknown, used or too old; a repeated request with the same id gets the first answer. A frozen or suspended account stays so. An address with 30 wrong tokens is locked.');

create function private.tell_of_pin_request(p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  update private.pin_reset_requests r set told_at = now()
  where r.user_id = p_user_id and r.told_at is null and r.agreed_at is null;
  if found then
    perform private.tell_owner(
      p_user_id, 'You asked for help with your PIN',
      'We''ve received a request for help with your security PIN. Our staff look at it next. If they agree, we email you a link to set a new PIN. Until then your PIN still works.'
    );
  end if;
  return found;
end
$$;
comment on function private.tell_of_pin_request is 'Owes a user the mail about their request. False if they have been told.';

select cron.schedule('tell-of-pin-requests', '* * * * *', private.job_for_each($$
    select r.user_id as id, null::uuid as waits_for from private.pin_reset_requests r
    where r.told_at is null and r.agreed_at is null
    order by r.requested_at, r.user_id
    limit 1000
$$, 'private.tell_of_pin_request(due.id) is not null', 'users who asked for help with their PIN could not be told'));
