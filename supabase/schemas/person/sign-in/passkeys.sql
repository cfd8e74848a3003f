-- Passkeys: the keys that users have added, the challenges that a key signs once, and what a key must approve. The edge
-- functions add-passkey and use-passkey verify the signatures; everything else is decided here.

create table private.passkeys (
  id uuid primary key default private.new_id(),
  user_id uuid not null references auth.users (id) on delete cascade,
  credential_id text not null unique constraint passkeys_credential_id_check check (credential_id ~ '^[A-Za-z0-9_-]+$'),
  public_key text not null constraint passkeys_public_key_check check (public_key ~ '^[A-Za-z0-9_-]+$'),
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
comment on table private.passkeys is 'The public keys of the passkeys that users have added. The private keys are on their devices.';
comment on column private.passkeys.credential_id is 'The id by which the device finds the key: base64url, as in all messages of WebAuthn.';
comment on column private.passkeys.public_key is 'The public key in COSE form, base64url.';
comment on column private.passkeys.counter is 'How often the device says that it has signed. Stays zero for keys that are on several devices.';

create index passkeys_user_id_idx on private.passkeys (user_id);

select private.keep_from_api('private.passkeys');

create table private.passkey_challenges (
  challenge text primary key default translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/=', '-_'),
  purpose text not null constraint passkey_challenges_purpose_check check (purpose in ('add', 'sign_in', 'approve')),
  subject text not null default '',
  user_id uuid references auth.users (id) on delete cascade,
  session_id uuid references auth.sessions (id) on delete cascade,
  address text,
  created_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz,
  passkey_id uuid references private.passkeys (id) on delete cascade,
  spent_at timestamptz,
  constraint passkey_challenges_caller_check check (purpose = 'sign_in' or num_nulls(user_id, session_id) = 0)
);
comment on table private.passkey_challenges is
  'What a passkey signs: 256 random bits, answered once within five minutes. An answered challenge with a passkey is an approval, which what it approves uses up once, within the same five minutes. Ending the session or removing the passkey deletes it.';
comment on column private.passkey_challenges.subject is
  'What is approved, from private.passkey_subject; of a new passkey its name; empty for a sign-in.';
comment on column private.passkey_challenges.address is 'The client address that asked for the challenge of a sign-in: they are counted there.';
comment on column private.passkey_challenges.passkey_id is 'The passkey that has signed it. Null: none has, or the signature was wrong.';

create index passkey_challenges_user_id_idx on private.passkey_challenges (user_id);
create index passkey_challenges_age_idx on private.passkey_challenges using brin (created_at);
create index passkey_challenges_session_id_idx on private.passkey_challenges (session_id);
create index passkey_challenges_passkey_id_idx on private.passkey_challenges (passkey_id);
create index passkey_challenges_address_idx on private.passkey_challenges (address, created_at) where address is not null;

select private.keep_from_api('private.passkey_challenges');

create function private.passkeys_are_on() returns boolean
language sql stable set search_path = ''
begin atomic
  select s.passkeys from private.settings s;
end;

create function private.require_passkeys_on() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.passkeys_are_on() then
    raise exception 'Passkeys can''t be used at the moment.' using errcode = 'PT404', hint = 'passkeys-off';
  end if;
end
$$;

create function private.has_passkey(p_user_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (select from private.passkeys k where k.user_id = p_user_id) and private.passkeys_are_on();
end;
comment on function private.has_passkey is 'Whether a user has a passkey that can approve what is dangerous.';

create function private.new_address_wait() returns interval
language sql immutable parallel safe set search_path = ''
return interval '24 hours';

create function private.is_new_address(p_changed_at timestamptz) returns boolean
language sql stable set search_path = ''
return coalesce(p_changed_at > now() - private.new_address_wait(), false);

create function private.passkey_approval_wait_until(p_user_id uuid) returns timestamptz
language sql stable set search_path = ''
begin atomic
  select greatest(
    case when p.passkey_removed_at > now() - interval '24 hours' and private.passkeys_are_on()
      and not exists (select from private.passkeys k where k.user_id = p.id)
    then p.passkey_removed_at + interval '24 hours' end,
    -- Who has the new mailbox may be a thief, who adds a passkey with a code from there.
    case when private.is_new_address(p.address_changed_at) and not (
      private.passkeys_are_on()
      and exists (select from private.passkeys k where k.user_id = p.id and k.created_at < p.address_changed_at)
    ) then p.address_changed_at + private.new_address_wait() end
  )
  from public.profiles p where p.id = p_user_id;
end;
comment on function private.passkey_approval_wait_until is
  'Until when what a passkey approves is refused, because the user removed the only one with the PIN, or staff changed the sign-in address: a thief with the PIN, or who deceived staff, could otherwise pay at once. Null: nothing is.';

-- A computed column of profiles, so the app reads it in its first request.
create function private.passkey_state(p_profile public.profiles) returns text
language sql stable security definer set search_path = ''
begin atomic
  select case when not private.passkeys_are_on() then 'off' when private.has_passkey(auth.uid()) then 'some' else 'none' end;
end;
select private.expose('passkey_state',
  'Whether the caller has passkeys: off, none or some. It describes the caller, also on another user''s profile.');

create function private.is_fresh(p_created_at timestamptz) returns boolean
language sql stable set search_path = ''
return p_created_at > clock_timestamp() - interval '5 minutes';
comment on function private.is_fresh is 'Whether a challenge with this time can still be answered, and the approval of it used up.';

create function private.new_passkey_challenge(p_purpose text, p_subject text default '', p_address text default null) returns text
language plpgsql volatile set search_path = '' as $$
declare
  caller constant uuid := case when p_purpose <> 'sign_in' then auth.uid() end;
  -- Many customers can be behind one address, and a sign-in page makes a challenge whenever it opens.
  most constant integer := case when caller is null then 600 else 30 end;
  new_challenge text;
begin
  -- Parallel calls are serialised until commit, so each counts the previous one.
  perform pg_advisory_xact_lock(hashtextextended('passkey challenges for ' || coalesce(caller::text, p_address), 0));
  if most <= (
    select count(*) from private.passkey_challenges c
    where (c.user_id = caller or c.address = p_address) and private.is_fresh(c.created_at)
  ) then
    raise exception 'Too many attempts. Please try again later.' using
      errcode = 'PT429', hint = 'too-many-attempts', detail = 'minutes:5';
  end if;
  insert into private.passkey_challenges as c (purpose, subject, user_id, session_id, address)
  values (p_purpose, p_subject, caller, case when caller is not null then private.my_session_id() end, p_address)
  returning c.challenge into new_challenge;
  return new_challenge;
end
$$;
comment on function private.new_passkey_challenge is
  'Makes a challenge: in five minutes at most 30 for a user, and 600 for an address whose users are not known yet.';

-- Sign-in.

create function private.start_passkey_sign_in() returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_passkeys_on();
  return private.new_passkey_challenge('sign_in', p_address => private.client_address());
end
$$;
select private.expose('start_passkey_sign_in', to_roles => '{anon,authenticated}', while_idle => true, description =>
  'A challenge for a sign-in with a passkey. It names no user: the device offers its keys. At most 600 in five minutes for a client address.');

-- Approvals.

create function private.passkey_subject(p_action text, variadic p_facts text[]) returns text
language sql immutable parallel safe set search_path = ''
return p_action || ' ' || encode(sha256(convert_to(to_jsonb(p_facts)::text, 'utf8')), 'hex');
comment on function private.passkey_subject is
  'What an approval is bound to: an action and the hash of its facts. The facts can be names and addresses, which belong in no error text.';

create function private.can_passkey_approve(p_passkey private.passkeys) returns boolean
language sql stable set search_path = ''
begin atomic
  select not exists (
    select from public.profiles p
    where p.id = p_passkey.user_id and (
      p.frozen_at < p_passkey.created_at + interval '1 day'
      or private.is_new_address(p.address_changed_at) and p.address_changed_at <= p_passkey.created_at
    )
  );
end;
comment on function private.can_passkey_approve is
  'Whether a passkey may approve something: not one that a thief may have added, in a frozen account in the day before the freeze, or in the day after staff changed the sign-in address.';

create function private.spend_passkey_approval(p_subject text, p_not_by uuid default null) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  used_passkey uuid;
begin
  -- Of two transactions with one approval, the second waits here, and then finds it used up.
  update private.passkey_challenges c set spent_at = now()
  where c.session_id = private.my_session_id() and c.user_id = auth.uid() and c.purpose = 'approve'
    and c.subject = p_subject and c.passkey_id is distinct from p_not_by
    and c.spent_at is null and private.is_fresh(c.created_at)
    and exists (select from private.passkeys k where k.id = c.passkey_id and private.can_passkey_approve(k))
  returning c.passkey_id into used_passkey;
  if used_passkey is null then
    return false;
  end if;
  perform private.audit('use_passkey', 'person', auth.uid(), jsonb_build_object(
    'passkey_id', used_passkey, 'approved', split_part(p_subject, ' ', 1)
  ));
  return true;
end
$$;
comment on function private.spend_passkey_approval is
  'Uses up the approval of this subject that a passkey, other than p_not_by, has given in the caller''s session. False if there is none.';

create function private.require_passkey_approval(p_action text, variadic p_facts text[]) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  subject constant text := private.passkey_subject(p_action, variadic p_facts);
  has_passkey boolean;
  wait_until timestamptz;
begin
  -- In one statement: a passkey that is removed between two would be in neither.
  select private.has_passkey(auth.uid()), private.passkey_approval_wait_until(auth.uid()) into has_passkey, wait_until;
  if wait_until is not null then
    perform private.require_unfrozen();
    if exists (select from public.profiles p where p.id = auth.uid() and private.is_new_address(p.address_changed_at)) then
      raise exception '%', 'Your sign-in email has changed, so this has to wait until ' || private.time_and_day(wait_until) || '.'
        using errcode = 'PT409', hint = 'address-changed';
    end if;
    raise exception '%', 'You removed your passkey with your PIN, so this has to wait until '
      || private.time_and_day(wait_until) || '. To do it now, add a passkey in Settings.'
      using errcode = 'PT409', hint = 'passkey-removed';
  elsif has_passkey and not private.spend_passkey_approval(subject) then
    perform private.require_unfrozen();
    raise exception 'Please approve this with your passkey.' using errcode = 'PT409', hint = 'passkey-needed', detail = subject;
  end if;
  return has_passkey;
end
$$;
comment on function private.require_passkey_approval is
  'Raises an error unless a passkey has approved exactly this (true), or the caller has no passkey, has not just removed it with the PIN and has no new sign-in address (false). The detail is what start_passkey_approval takes. An approval is used up in the transaction of what it approves.';

create function private.start_passkey_approval(p_subject text)
returns table (challenge text, credentials jsonb)
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_passkeys_on();
  if p_subject = 'confirm_device' then
    perform private.require_signed_in();
  else
    perform private.require_approved();
    if (p_subject ~ '^(unfreeze$|remove_passkey )') is not true then
      perform private.require_unfrozen();
    end if;
  end if;
  if (p_subject ~ '^[a-z_]{3,40}( [0-9a-f]{64})?$') is not true then
    raise exception 'There is nothing to approve.' using errcode = 'PT400';
  end if;
  credentials := (
    select jsonb_agg(jsonb_build_object('id', k.credential_id, 'transports', k.transports) order by k.created_at)
    from private.passkeys k where k.user_id = auth.uid() and private.can_passkey_approve(k)
  );
  if credentials is null then
    raise exception '%', case
      when private.has_passkey(auth.uid())
        then 'Your passkey was added shortly before the freeze. Please use a code from your email.'
      else 'Your passkey has been removed. Please start again.'
    end using errcode = 'PT404', hint = 'no-passkey';
  end if;
  challenge := private.new_passkey_challenge('approve', p_subject);
  return next;
end
$$;
select private.expose('start_passkey_approval', while_frozen => true, description =>
  'A challenge for the approval of what a refusal with the hint passkey-needed has in its detail, or of confirm_device and unfreeze, and the caller''s passkeys that can sign it.');

create function private.require_passkey_for_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.id = auth.uid() then
    perform private.require_passkey_approval('notification_email', new.notification_email);
  end if;
  return new;
end
$$;

create trigger require_passkey_for_address before update of notification_email on public.profiles
  for each row when (old.notification_email is distinct from new.notification_email and new.notification_email is not null)
  execute function private.require_passkey_for_address();

-- What the edge function use-passkey does with an answer. The challenge is looked up before the signature is verified, so
-- that only what has been asked for costs that work.

create function private.find_passkey(p_challenge text, p_credential_id text, p_user_id uuid default null, p_session_id uuid default null)
returns text
language sql stable security definer set search_path = ''
begin atomic
  select k.public_key
  from private.passkey_challenges c
  join private.passkeys k on k.credential_id = p_credential_id
  where c.challenge = p_challenge and c.answered_at is null and private.is_fresh(c.created_at) and private.passkeys_are_on()
    and case c.purpose
      when 'sign_in' then p_user_id is null
      when 'approve' then c.user_id = p_user_id and c.session_id = p_session_id and k.user_id = p_user_id
    end;
end;
select private.expose('find_passkey', to_roles => '{service_role}', description =>
  'The public key that has to have signed this challenge: for a sign-in without a user, for an approval with the user and session that asked. Null for any other.');

create function private.refuse_passkey(p_challenge text) returns void
language sql volatile security definer set search_path = ''
begin atomic
  update private.passkey_challenges c set answered_at = now() where c.challenge = p_challenge and c.answered_at is null;
end;
select private.expose('refuse_passkey', to_roles => '{service_role}', description =>
  'Uses up a challenge whose answer was wrong. It locks nobody: a signature cannot be guessed, and the challenges of a user and of an address are limited.');

create function private.use_passkey(
  p_challenge text, p_credential_id text, p_counter bigint, p_user_handle text default null, p_device_token text default null
) returns table (is_accepted boolean, email text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  used private.passkeys;
  answered private.passkey_challenges;
begin
  is_accepted := false;
  -- Removing the passkey waits here, or has removed it.
  select k.* into used from private.passkeys k where k.credential_id = p_credential_id for no key update;
  update private.passkey_challenges c set answered_at = now()
  where c.challenge = p_challenge and c.answered_at is null and private.is_fresh(c.created_at)
  returning c.* into answered;
  if used.id is null or answered.challenge is null then
    return next;
    return;
  end if;
  if p_counter <= used.counter and (p_counter, used.counter) <> (0, 0) then
    -- The key has signed elsewhere since: it was copied out of its device.
    perform private.tell_owner(
      used.user_id, 'We refused a passkey', 'A passkey of yours may have been copied: ' || used.name || '. Please remove it in Settings.'
    );
    return next;
    return;
  end if;
  if answered.purpose = 'sign_in' then
    if p_user_handle is distinct from private.passkey_user_handle(used.user_id) then
      return next;
      return;
    end if;
    select u.email::text into email
    from auth.users u join public.profiles p on p.id = u.id and p.approved where u.id = used.user_id;
  end if;
  is_accepted := answered.purpose = 'approve' or email is not null;
  if is_accepted then
    update private.passkeys k set counter = p_counter, last_used_at = now() where k.id = used.id;
    update private.passkey_challenges c set passkey_id = used.id where c.challenge = answered.challenge;
    if p_device_token is not null and (answered.purpose = 'sign_in' or answered.subject = 'confirm_device') then
      insert into private.confirmed_devices as d (user_id, token_hash)
      values (used.user_id, private.hash_device_token(used.user_id, p_device_token))
      on conflict (user_id, token_hash) do update set confirmed_at = excluded.confirmed_at;
    end if;
  end if;
  return next;
end
$$;
select private.expose('use_passkey', to_roles => '{service_role}', description =>
  'Accepts a signature that find_passkey''s key has made and the edge function has verified: once for a challenge, and not with a counter that went back. For a sign-in it returns the user''s address, to start a session. A sign-in and the approval of confirm_device confirm the device with this token.');

-- Adding and removing.

create function private.passkey_user_handle(p_user_id uuid) returns text
language sql immutable parallel safe set search_path = ''
return translate(encode(uuid_send(p_user_id), 'base64'), '+/=', '-_');
comment on function private.passkey_user_handle is 'How a device names the user of a key: the id, base64url.';

create function private.may_add_passkey(p_user_id uuid, p_session_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select private.has_entered_pin(p_session_id)
    and (private.usable_device_code(p_user_id, p_session_id, 'passkey')).entered_device_hash is not null;
end;

create function private.start_adding_passkey()
returns table (challenge text, user_handle text, user_name text, display_name text, known_credentials text[])
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 10;
begin
  perform private.require_approved();
  perform private.require_passkeys_on();
  known_credentials := array(select k.credential_id from private.passkeys k where k.user_id = auth.uid());
  if cardinality(known_credentials) >= most then
    raise exception 'You can have % passkeys. Please remove one first.', most using errcode = 'PT409', hint = 'too-many-passkeys';
  elsif not private.may_add_passkey(auth.uid(), private.my_session_id()) then
    perform private.require_entered_pin();
    perform private.raise_wrong_code();
  end if;
  challenge := private.new_passkey_challenge('add', private.device_name());
  user_handle := private.passkey_user_handle(auth.uid());
  select u.email, coalesce(p.full_name, 'Customer') into user_name, display_name
  from auth.users u join public.profiles p on p.id = u.id where u.id = auth.uid();
  return next;
end
$$;
select private.expose('start_adding_passkey',
  'A challenge for a new passkey of the caller, who has entered their PIN (enter_my_pin) and the code from the mail (enter_device_code) in this session, and what the browser needs to know of the user.');

create function private.add_passkey(
  p_user_id uuid, p_session_id uuid, p_challenge text, p_credential_id text, p_public_key text, p_counter bigint,
  p_transports text[]
) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  passkey_name text;
begin
  perform private.lock_devices_of(p_user_id);
  update private.passkey_challenges c set answered_at = now()
  where c.challenge = p_challenge and c.purpose = 'add' and c.user_id = p_user_id and c.session_id = p_session_id
    and c.answered_at is null and private.is_fresh(c.created_at)
  returning c.subject into passkey_name;
  -- Under the lock of the user, which a freeze takes too.
  if passkey_name is null or not private.passkeys_are_on() or (private.lock_person(p_user_id)).frozen_at is not null
    or not private.may_add_passkey(p_user_id, p_session_id)
  then
    return false;
  end if;
  perform private.spend_device_code(p_user_id, p_session_id, 'passkey');
  perform private.spend_entered_pin(p_session_id);
  insert into private.passkeys (user_id, credential_id, public_key, counter, transports, name)
  values (p_user_id, p_credential_id, p_public_key, p_counter, coalesce(p_transports, '{}'), passkey_name)
  on conflict (credential_id) do nothing;
  if not found then
    return false;
  end if;
  perform private.audit('add_passkey', 'person', p_user_id, jsonb_build_object('name', passkey_name));
  perform private.tell_owner(
    p_user_id, 'A new passkey', 'A passkey was added to your account: ' || passkey_name || '. It can sign in and approve payments.'
  );
  return true;
end
$$;
select private.expose('add_passkey', to_roles => '{service_role}', description =>
  'Stores a passkey whose answer to the challenge of start_adding_passkey the edge function has verified, uses up the code, and mails the owner. False if the challenge is not of this session, is used up or too old, or the account is frozen.');

create function private.lower_passkey_amount() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  usual_amount constant numeric := 250;
begin
  -- A thief can have raised the amount while no passkey was needed for it.
  if not exists (select from private.passkeys k where k.user_id = new.user_id and k.id <> new.id) then
    update public.profiles p set approve_above = usual_amount where p.id = new.user_id and p.approve_above > usual_amount;
  end if;
  return null;
end
$$;

create trigger lower_passkey_amount after insert on private.passkeys
  for each row execute function private.lower_passkey_amount();

create function private.list_passkeys()
returns table (id uuid, name text, created_at timestamptz, last_used_at timestamptz, credential_id text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  return query
  select k.id, k.name, k.created_at, k.last_used_at, k.credential_id
  from private.passkeys k where k.user_id = auth.uid() order by k.created_at desc, k.id;
end
$$;
select private.expose('list_passkeys',
  'The caller''s passkeys, newest first. The ids of the keys let a browser forget those that were removed.');

create function private.forget_passkey(p_passkey private.passkeys, p_reason text default null) returns void
language plpgsql volatile set search_path = '' as $$
declare
  wait_until timestamptz;
begin
  delete from private.passkeys k where k.id = p_passkey.id;
  wait_until := private.passkey_approval_wait_until(p_passkey.user_id);
  -- The device may be in other hands, and signed in.
  perform private.end_sessions(p_passkey.user_id);
  perform private.audit('remove_passkey', 'person', p_passkey.user_id, jsonb_strip_nulls(jsonb_build_object(
    'name', p_passkey.name, 'reason', p_reason
  )));
  perform private.tell_owner(
    p_passkey.user_id, 'A passkey was removed',
    'A passkey was removed from your account: ' || p_passkey.name || '. Other devices were signed out.' || coalesce(
      ' What it approved has to wait until ' || private.time_and_day(wait_until) || ', or for a new passkey.', ''
    )
  );
end
$$;

create function private.remove_passkey(p_id uuid, p_by_passkey boolean default false) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  person constant uuid := auth.uid();
  subject constant text := private.passkey_subject('remove_passkey', p_id::text);
  passkey private.passkeys;
  is_frozen boolean;
  is_approved boolean;
begin
  perform private.require_approved();
  perform private.lock_devices_of(person);
  is_frozen := (private.lock_person(person)).frozen_at is not null;
  select k.* into passkey from private.passkeys k where k.id = p_id and k.user_id = person for update;
  if not found then
    return false;
  end if;
  is_approved := private.spend_passkey_approval(subject, p_id);
  -- In a frozen account a thief with the PIN must not remove what the owner has. The owner must be able to remove what a
  -- thief has added.
  if not is_approved and not (
    case
      when p_by_passkey then false
      when is_frozen then private.spend_device_code(person, private.my_session_id(), 'unfreeze')
      else private.spend_entered_pin(private.my_session_id())
    end
  ) then
    raise exception '%', case
      when is_frozen then 'That code isn''t right. Try again, or ask for a new code.'
      else 'That isn''t your current PIN.'
    end using errcode = 'PT403', hint = case when is_frozen then 'field:code' else 'field:currentPin' end, detail = subject;
  end if;
  if not is_approved and not is_frozen then
    update public.profiles p set passkey_removed_at = now() where p.id = person;
  end if;
  perform private.forget_passkey(passkey);
  return true;
end
$$;
select private.expose('remove_passkey', while_frozen => true, description =>
  'Removes one of the caller''s passkeys and ends their other sessions. They have approved the detail of the refusal with another passkey, or entered their PIN for this with enter_my_pin; p_by_passkey: not by a PIN or code that were entered before. While the account is frozen a code from the mail with enter_device_code instead, and the other passkey is a day older than the freeze. After a removal with the PIN, what a passkey approves is refused for 24 hours to a caller without another one. False if it does not exist.');

create function private.set_passkey_amount(p_amount text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_amount constant numeric := private.plain_decimal(p_amount);
  old_amount numeric;
begin
  perform private.require_approved();
  if (new_amount between 0 and 1000000) is not true then
    raise exception 'Please enter an amount from £0 to £1,000,000.' using errcode = 'PT400', hint = 'field:amount';
  end if;
  old_amount := (private.lock_person(auth.uid())).approve_above;
  if new_amount > old_amount then
    perform private.require_passkey_approval('approval_amount', new_amount::text);
  end if;
  if new_amount = old_amount then
    return;
  end if;
  update public.profiles p set approve_above = new_amount where p.id = auth.uid();
  perform private.audit('set_passkey_amount', 'person', auth.uid(), jsonb_build_object('from', old_amount, 'to', new_amount));
  if new_amount > old_amount then
    perform private.tell_owner(
      auth.uid(), 'Fewer payments need your passkey',
      'Payments to new payees up to ' || private.in_pounds(new_amount) || ' no longer need a passkey. Before, it was '
        || private.in_pounds(old_amount) || '.'
    );
  end if;
end
$$;
select private.expose('set_passkey_amount',
  'Sets the amount above which the caller approves payments to new payees with a passkey. A higher amount needs an approval, and the owner is told. The first passkey lowers it to the usual amount.');
