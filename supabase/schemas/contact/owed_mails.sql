-- The mails and push messages that the bank owes for what happens without the customer's app, and the security mails to the sign-in
-- address.

create table private.due_mails (
  about_id uuid primary key,
  user_id uuid,
  kind text not null constraint due_mails_kind_check check (kind in ('note', 'payment', 'rejection', 'security', 'pin', 'sign_up', 'event', 'push')),
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  taken_until timestamptz not null default now(),
  sent_at timestamptz
);
comment on table private.due_mails is
  'Mails and push messages about what happens without the customer''s app. A mail''s row is written in the transaction of what it is about. The edge function send-due-mails sends them.';
comment on column private.due_mails.about_id is
  'The note in the mailbox, the transaction of the mail''s recipient, the rejected user, the security notice, the agreement to a PIN request, the report of a sign-up (mail_id of both), or the row of private.push_events. No foreign key: without what it is about, a mail is not sent.';
comment on column private.due_mails.user_id is 'Whose mail it is. The mails of one run go to different users in turn. No foreign key: as about_id.';
comment on column private.due_mails.taken_until is 'Until then, only the caller that has taken the mail may send it. The mail about a sign-in waits two minutes for the id of a known browser.';

create index due_mails_created_at_idx on private.due_mails ((kind in ('payment', 'note', 'event', 'sign_up')), created_at, about_id)
  where sent_at is null and (attempts < 12 or kind in ('security', 'pin')) and kind <> 'push';
create index due_mails_push_idx on private.due_mails (created_at, about_id)
  where sent_at is null and attempts < 5 and kind = 'push';
-- For the job that deletes old ones. The rows are in the order of their times, and this index costs a new row next to nothing.
create index due_mails_age_idx on private.due_mails using brin (created_at);
create index due_mails_given_up_idx on private.due_mails (taken_until)
  where sent_at is null and attempts >= 12 and kind not in ('push', 'security', 'pin');

select private.keep_from_api('private.due_mails');

create function private.name_owner_of_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.user_id := case new.kind
    when 'note' then (select n.user_id from public.user_notifications n where n.id = new.about_id)
    when 'payment' then (select t.user_id from public.transactions t where t.id = new.about_id)
    when 'security' then (select m.user_id from private.security_mails m where m.id = new.about_id)
    when 'pin' then (select r.user_id from private.pin_reset_requests r where r.mail_id = new.about_id)
    when 'sign_up' then (select s.user_id from private.known_sign_ups s where s.mail_id = new.about_id)
    when 'rejection' then new.about_id
    else (select e.user_id from private.push_events e where e.id = new.about_id)
  end;
  return new;
end
$$;

create trigger name_owner_of_mail before insert on private.due_mails
  for each row execute function private.name_owner_of_mail();

create function private.owe_mail(p_kind text, p_about_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.due_mails (kind, about_id) values (p_kind, p_about_id);
end
$$;

create table private.security_mails (
  id uuid primary key default private.new_id(),
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  title text not null,
  message text not null,
  address text,
  savings_id uuid
);
comment on column private.security_mails.address is 'Where the mail goes, if not to the sign-in address of the moment at which it is sent.';
comment on column private.security_mails.savings_id is
  'The savings account that it is about, whose page its push message opens. No foreign key: the mail outlives the account.';
comment on table private.security_mails is
  'What a mail to the sign-in address says: what a thief would change, because the thief may have the app and the notification address, and the owner no longer.';

create index security_mails_user_id_created_at_idx on private.security_mails (user_id, created_at);
create index security_mails_age_idx on private.security_mails using brin (created_at);

select private.keep_from_api('private.security_mails');

create table private.freeze_links (
  token_hash bytea primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table private.freeze_links is
  'The links in mails that freeze the account. They are valid for 30 days, because mails wait for people who are on holiday and a link can only freeze.';
comment on column private.freeze_links.token_hash is 'The token is in the mail only. 256 random bits cannot be guessed, so the hash needs no key.';

create index freeze_links_user_id_idx on private.freeze_links (user_id);
create index freeze_links_age_idx on private.freeze_links using brin (created_at);

select private.keep_from_api('private.freeze_links');

create function private.owner_of_freeze_link(p_token text) returns uuid
language sql stable set search_path = ''
begin atomic
  -- Wrong tokens lock no address: 256 random bits cannot be guessed, and a thief behind the owner's address would stop the owner.
  select l.user_id from private.freeze_links l
  where l.token_hash = sha256(convert_to(coalesce(p_token, ''), 'utf8')) and l.created_at > now() - interval '30 days';
end;
comment on function private.owner_of_freeze_link is 'The user to whom the link with this token was mailed, if it still freezes. Null without.';

create function private.is_told_often(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return count(*) = 10 from (
    select from private.security_mails n
    where n.user_id = p_user_id and n.created_at > now() - interval '1 hour' limit 10
  ) recent;
end
$$;
comment on function private.is_told_often is 'Whether a user had ten security mails in an hour. Then one mail names all further ones.';

create function private.tell_owner_later(p_user_id uuid, p_title text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  told constant text := 'More changes to your account';
  mail_id uuid;
begin
  select m.about_id into mail_id
  from private.security_mails n join private.due_mails m on m.about_id = n.id
  where n.user_id = p_user_id and n.title = told and m.attempts = 0
  -- A mail that is taken meanwhile says what it says.
  for update of m;
  if found then
    update private.security_mails n set message = n.message || ' ' || p_title || '.'
    where n.id = mail_id and position(p_title || '.' in n.message) = 0;
  else
    insert into private.security_mails (user_id, title, message) values (p_user_id, told, p_title || '.') returning id into mail_id;
    insert into private.due_mails (kind, about_id, taken_until) values ('security', mail_id, now() + interval '10 minutes');
  end if;
end
$$;
comment on function private.tell_owner_later is 'Names a change in the mail that goes to the user''s sign-in address ten minutes after the first such change.';

create function private.tell_owner(p_user_id uuid, p_title text, p_message text, p_savings_id uuid default null) returns void
language plpgsql volatile set search_path = '' as $$
declare
  is_often constant boolean := private.is_told_often(p_user_id);
  most_of_one constant integer := 20;
  mail_id uuid;
begin
  -- More of the same are in the mail about further changes, and stored no more.
  if is_often and (
    select count(*) from private.security_mails n
    where n.user_id = p_user_id and n.created_at > now() - interval '1 hour' and n.title = p_title and n.message = p_message
  ) >= most_of_one then
    perform private.tell_owner_later(p_user_id, p_title);
    return;
  end if;
  insert into private.security_mails (user_id, title, message, savings_id) values (p_user_id, p_title, p_message, p_savings_id)
  returning id into mail_id;
  if is_often then
    perform private.tell_owner_later(p_user_id, p_title);
  else
    perform private.owe_mail('security', mail_id);
  end if;
end
$$;
comment on function private.tell_owner is
  'Owes a mail to the user''s sign-in address, with a link that freezes the account. After ten in an hour, one mail names all further changes: a thief could otherwise bury a mail among others, and the mails of other users would wait.';

create function private.tell_address(p_user_id uuid, p_title text, p_message text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  mail_id uuid;
begin
  insert into private.security_mails (user_id, title, message, address)
  select u.id, p_title, p_message, u.email from auth.users u where u.id = p_user_id
  returning id into mail_id;
  perform private.owe_mail('security', mail_id);
end
$$;
comment on function private.tell_address is
  'As tell_owner, to the sign-in address of now: the address changes before the mail is sent. Staff cause it, so it waits for no others.';

create function private.tell_owner_of_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_owner((to_jsonb(new) ->> tg_argv[0])::uuid, tg_argv[1], tg_argv[2]);
  return null;
end
$$;
comment on function private.tell_owner_of_change is
  'Trigger function that tells a user of a change: the column with the id of the user, and the title and the text of the mail.';

create function private.tell_owner_of_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- At the sign-in address the owner still gets them.
  if new.notification_email is distinct from (select u.email from auth.users u where u.id = new.id) then
    perform private.tell_owner(
      new.id, 'Your notification email address has changed', 'The address for emails about your payments has changed.'
    );
  end if;
  return null;
end
$$;

create trigger tell_owner_of_address after update of notification_email on public.profiles
  for each row when (old.notification_email is distinct from new.notification_email and new.notification_email is not null)
  execute function private.tell_owner_of_address();
