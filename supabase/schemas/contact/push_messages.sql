-- Push messages: which events are due, sending them, and the customer's choices.

create table private.push_event_scan (
  only_row boolean primary key default true constraint push_event_scan_only_row_check check (only_row),
  scanned_to timestamptz not null
);
comment on table private.push_event_scan is
  'Up to where owe_push_events has read the transactions. A payment writes nothing for its messages: they are found in its rows.';

select private.keep_from_api('private.push_event_scan');

insert into private.push_event_scan (scanned_to) values (now());

create function private.event_mail(p_id uuid) returns private.mail_facts
language plpgsql stable set search_path = '' as $$
declare
  mail private.mail_facts;
begin
  -- The type is the event.
  select n.user_id, f.message, n.created_at, n.event, f.counterparty, f.amount
  into mail.user_id, mail.message, mail.created_at, mail.notification_type, mail.counterparty_name, mail.amount
  from private.push_events n cross join lateral private.push_event_facts(n.user_id, n.event, n.about_id) f
  where n.id = p_id and n.subscription_id is null;
  return mail;
end
$$;
comment on function private.event_mail is 'What a mail about an event says. All null for what is no longer so.';

create function private.tell_of_low_balance(p_user_id uuid, p_has_paid boolean, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  choice private.notification_choices;
begin
  update private.notification_choices c set is_low = a.balance < c.low_balance
  from public.accounts a
  where c.user_id = p_user_id and a.user_id = c.user_id and a.account_type = 'current' and c.is_low <> (a.balance < c.low_balance)
    -- Who moves money to their savings knows. A balance that is high again counts, wherever the money came from.
    and (c.is_low or p_has_paid)
  returning c.* into choice;
  if choice.is_low then
    if private.wants(p_user_id, 'mailbox', 'low_balance') then
      perform private.notify(
        p_user_id, 'low_balance', 'Low balance', 'Your balance is below ' || private.in_pounds(choice.low_balance) || '.', p_at
      );
    end if;
    perform private.owe_push_event(p_user_id, 'low_balance', private.new_id(), p_at);
  end if;
end
$$;
comment on function private.tell_of_low_balance is
  'Tells the customer if their balance has fallen below the amount that they chose, once until it is above it again. Not if they have only moved money to another account of theirs.';

create function private.owe_push_events_to(p_user_id uuid, p_since timestamptz, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.owe_push_event(
    t.user_id, case when t.incoming then 'money_in' when t.mcc is not null then 'card' else 'money_out' end, t.id, t.created_at
  )
  from public.transactions t
  where t.user_id = p_user_id and t.created_at > p_since
    and t.status <> 'failed' and t.reversed_at is null and t.other_account_id is null
    and (t.status = 'completed' or not t.incoming)
    and not exists (select from private.push_events n where n.about_id = t.id)
    -- It can still be undone.
    and not exists (select from public.outgoing_payments o where o.id = t.id and o.state = 'held');
  perform private.tell_of_low_balance(
    p_user_id,
    exists (
      select from public.transactions t
      where t.user_id = p_user_id and t.created_at > p_since and t.other_account_id is null
    ),
    p_at
  );
end
$$;

create function private.owe_push_events(p_at timestamptz default now()) returns integer
language plpgsql volatile set search_path = '' as $$
declare
  -- Longer than a transaction that pays. Its rows have the time of its start and are seen at its end.
  overlap constant interval := '2 minutes';
  longest constant interval := '1 hour';
  scanned_from timestamptz;
  person uuid;
  failed integer := 0;
begin
  -- Another call reads the same rows.
  if not pg_try_advisory_xact_lock(hashtextextended('owe push events', 0)) then
    return 0;
  end if;
  select greatest(s.scanned_to - overlap, p_at - longest) into scanned_from from private.push_event_scan s;
  for person in
    select paid.user_id from (select distinct t.user_id from public.transactions t where t.created_at > scanned_from) paid
    -- Looked up for each of them: most customers have not paid in these minutes.
    cross join lateral (
      select from private.push_subscriptions p where p.user_id = paid.user_id and p.is_on
      union all
      select from private.notification_choices c
      where c.user_id = paid.user_id and ('card' = any (c.mail) or c.low_balance is not null)
      limit 1
    ) told
  loop
    -- One customer who cannot be told must not keep the messages of the others. The job fails for the same rows.
    begin
      perform private.owe_push_events_to(person, scanned_from, p_at);
    exception when others then
      failed := failed + 1;
    end;
  end loop;
  update private.push_event_scan s set scanned_to = greatest(s.scanned_to, p_at) where s.only_row;
  return failed;
end
$$;
comment on function private.owe_push_events is
  'Owes what customers are told about the transactions since the last call, and about a low balance. A row is looked at again for two minutes. Returns how many customers could not be told.';

-- What is owed to the others stays. The failed run is in the list of jobs.
select cron.schedule('owe-push-events', '* * * * *', $job$
do $$
declare
  failed constant integer := private.owe_push_events();
begin
  commit;
  if failed > 0 then
    raise exception '% customers could not be told', failed;
  end if;
end
$$
$job$);
select cron.schedule('delete-old-push-events', '17 3 * * *', $job$delete from private.push_events n where n.created_at < now() - interval '30 days'$job$);

create function private.event_of_note(p_type text) returns text
language sql immutable parallel safe set search_path = ''
return case
  when p_type like 'declined\_%' then 'card_refused'
  when p_type in ('payment', 'recall', 'many_payments') then 'payment'
end;
comment on function private.event_of_note is 'The event that devices are told with a note of this type. Null: they are told nothing.';

create function private.owe_note_push_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.owe_push_event(new.user_id, private.event_of_note(new.type), new.id);
  return null;
end
$$;

create trigger owe_note_push_event after insert on public.user_notifications
  for each row when (private.event_of_note(new.type) is not null) execute function private.owe_note_push_event();

create function private.owe_chat_push_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An agent writes several messages in a row.
  perform private.owe_push_event(c.user_id, 'agent', new.id)
  from public.chat_conversations c
  where c.id = new.conversation_id and not exists (
    select from private.push_events n
    where n.user_id = c.user_id and n.event = 'agent' and n.created_at > now() - interval '1 minute'
  );
  return null;
end
$$;

create trigger zz_owe_chat_push_event after insert on public.chat_messages
  for each row when (new.sender_type = 'agent') execute function private.owe_chat_push_event();

create function private.take_due_pushes(p_public_key text default null)
returns table (
  push_event_id uuid, endpoint text, p256dh text, auth text, event text, amount numeric, title text, about_id uuid, topic uuid,
  created_at timestamptz
)
language plpgsql volatile security definer set search_path = '' as $$
begin
  update private.settings s set push_public_key = p_public_key
  where s.only_row and s.push_public_key is distinct from p_public_key;
  if p_public_key is null then
    return;
  end if;
  perform private.owe_push_events();
  return query
  select
    n.id, p.endpoint, p.p256dh, p.auth, n.event, case when (private.choices_of(n.user_id)).shows_amounts then f.amount end,
    case when n.event in ('security', 'savings') then f.message end, n.about_id, f.topic, n.created_at
  from private.take_due(true, 100) c
  join private.push_events n on n.id = c.about_id
  join private.push_subscriptions p on p.id = n.subscription_id and p.user_id = n.user_id and p.is_on
  join public.profiles person on person.id = n.user_id and person.approved and person.suspended_at is null
  cross join lateral private.push_event_facts(n.user_id, n.event, n.about_id) f
  where p.server_key = p_public_key;
end
$$;
select private.expose('take_due_pushes', to_roles => '{service_role}', description =>
  'Takes up to 100 push messages to send, as take_due_mails does. The caller names the public key that it signs with, or null if it has none: then the app does not offer push messages.');

create function private.forget_push_subscription(p_push_event_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  gone uuid;
begin
  select n.subscription_id into gone from private.push_events n where n.id = p_push_event_id;
  delete from private.due_mails m
  where m.about_id in (select n.id from private.push_events n where n.subscription_id = gone) and m.sent_at is null;
  delete from private.push_subscriptions p where p.id = gone;
end
$$;
select private.expose('forget_push_subscription', to_roles => '{service_role}', description =>
  'Removes the browser that a message was for, because its push service does not know it any more.');

create function private.is_push_service(p_endpoint text) returns boolean
language sql stable set search_path = ''
begin atomic
  select coalesce(p_endpoint ~ '^https?://([a-z0-9-]+[.])*[a-z0-9-]+(:[0-9]+)?/[A-Za-z0-9_.~:/?=&%+,;-]*$', false) and exists (
    select from private.settings s cross join lateral unnest(s.push_services) origin
    where substring(p_endpoint from '^https?://[^/]+') like replace(replace(origin, '_', '\_'), '*', '%')
  );
end;
comment on function private.is_push_service is
  'Whether an address is at a known push service, so that no caller makes the bank call a server of their choice.';

create function private.save_push_subscription(p_device_token text, p_subscription jsonb, p_server_key text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_browsers constant integer := 10;
  most_new_in_a_day constant integer := 10;
  told constant text := 'Notifications on a new device';
  person constant uuid := auth.uid();
  device_hash constant bytea := private.hash_device_token(person, p_device_token);
  address constant text := p_subscription ->> 'endpoint';
  device constant uuid := (select d.device_id from private.session_devices d where d.session_id = private.my_session_id());
begin
  perform private.require_approved();
  if not exists (select from private.settings s where s.push_public_key = p_server_key) then
    raise exception 'We can''t send notifications to this device. Please try again.' using errcode = 'PT409', hint = 'push-key';
  elsif not private.is_push_service(address) or char_length(address) > 1000
    or (p_subscription #>> '{keys,p256dh}' ~ '^B[A-Za-z0-9_-]{86}$' and p_subscription #>> '{keys,auth}' ~ '^[A-Za-z0-9_-]{22}$') is not true
  then
    raise exception 'Your browser uses a notification service that we don''t know.' using errcode = 'PT400', hint = 'push-service';
  end if;
  perform private.lock_devices_of(person);
  -- The customer who signs in last gets the messages of a shared browser.
  update private.push_subscriptions p set is_on = false where p.endpoint = address and p.is_on and p.user_id <> person;
  update private.push_subscriptions p set
    is_on = true, p256dh = p_subscription #>> '{keys,p256dh}', auth = p_subscription #>> '{keys,auth}', server_key = p_server_key,
    token_hash = device_hash, session_id = private.my_session_id(), device_id = device, name = private.device_name(), registered_at = now()
  where p.user_id = person and p.endpoint = address;
  if not found then
    -- By the mails: a browser can be removed again.
    if (
      select count(*) >= most_new_in_a_day from private.security_mails n
      where n.user_id = person and n.title = told and n.created_at > now() - interval '1 day'
    ) then
      raise exception 'You''ve switched on notifications too often today. Please try again tomorrow.'
        using errcode = 'PT429', hint = 'too-many-attempts';
    end if;
    insert into private.push_subscriptions (user_id, endpoint, p256dh, auth, server_key, token_hash, session_id, device_id, name)
    values (
      person, address, p_subscription #>> '{keys,p256dh}', p_subscription #>> '{keys,auth}', p_server_key, device_hash,
      private.my_session_id(), device, private.device_name()
    );
    perform private.tell_owner(
      person, told,
      'Notifications about your account now also appear on a device: ' || private.device_name()
        || '. You can stop them in Settings, Sign-in and devices.'
    );
  end if;
  -- A browser has one address at a time.
  update private.push_subscriptions p set is_on = false
  where p.user_id = person and p.token_hash = device_hash and p.endpoint <> address and p.is_on;
  delete from private.push_subscriptions p
  where p.user_id = person and p.id in (
    select o.id from private.push_subscriptions o where o.user_id = person
    order by o.is_on desc, o.registered_at desc, o.id
    offset most_browsers
  );
end
$$;
select private.expose('save_push_subscription',
  'Sends the caller''s push messages to this browser, and nobody else''s. Mails the owner if it is new. Above 10 browsers the one that was registered longest ago gets none.');

create function private.stop_push(p_device_token text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  device_hash constant bytea := private.hash_device_token(auth.uid(), p_device_token);
begin
  update private.push_subscriptions p set is_on = false
  where p.user_id = auth.uid() and p.token_hash = device_hash and p.is_on and private.has_live_session();
end
$$;
select private.expose('stop_push', while_idle => true, description =>
  'Stops the caller''s push messages to this browser: at a sign-out, or because the caller switches them off.');

create function private.list_push_devices(p_device_token text)
returns table (id uuid, name text, created_at timestamptz, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  device_hash constant bytea := private.hash_device_token(auth.uid(), p_device_token);
begin
  perform private.require_approved();
  return query
  select p.id, p.name, p.created_at, p.token_hash = device_hash
  from private.push_subscriptions p
  where p.user_id = auth.uid() and p.is_on
  order by 4 desc, p.registered_at desc, p.id;
end
$$;
select private.expose('list_push_devices', 'The browsers that get the caller''s push messages: the current one first.');

create function private.remove_push_device(p_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  told constant text := 'Notifications were stopped on a device';
  removed private.push_subscriptions;
begin
  perform private.require_approved();
  delete from private.push_subscriptions p where p.id = p_id and p.user_id = auth.uid() returning p.* into removed;
  -- A thief would remove the owner's device. One mail an hour, for a customer who removes several.
  if removed.session_id <> private.my_session_id() and not exists (
    select from private.security_mails n
    where n.user_id = auth.uid() and n.title = told and n.created_at > now() - interval '1 hour'
  ) then
    perform private.tell_owner(auth.uid(), told, 'Notifications about your account do not appear any more on a device: ' || removed.name || '.');
  end if;
  return removed.id is not null;
end
$$;
select private.expose('remove_push_device', while_frozen => true, description =>
  'Stops the push messages to one of the caller''s browsers, and mails the owner if it is not that of this session. False if it does not exist.');

create function private.get_notification_choices()
returns table (
  push_key text, push text[], mail text[], mailbox text[], shows_amounts boolean, low_balance numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  return query
  select s.push_public_key, c.push, c.mail, c.mailbox, c.shows_amounts, c.low_balance
  from private.settings s cross join lateral private.choices_of(auth.uid()) c;
end
$$;
select private.expose('get_notification_choices',
  'What the caller is told about, and the public key for push messages. The key is null where the bank sends none.');

-- A computed column of profiles, so the app reads it in its first request.
create function private.mailbox_events(p_profile public.profiles) returns text[]
language sql stable security definer set search_path = ''
begin atomic
  select c.mailbox from private.choices_of(auth.uid()) c;
end;
select private.expose('mailbox_events',
  'The events that the caller''s mailbox shows. It describes the caller, also on another user''s profile.');

create function private.choose_notifications(
  p_push text[], p_mail text[], p_mailbox text[], p_shows_amounts boolean, p_low_balance text default null
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  told constant text := 'Your notifications have changed';
  person constant uuid := auth.uid();
  before private.notification_choices;
  least_balance constant numeric := private.plain_decimal(p_low_balance);
begin
  perform private.require_approved();
  if p_push is null or p_mail is null or p_mailbox is null or p_shows_amounts is null
    or not (p_push || p_mail || p_mailbox) <@ private.push_choices()
  then
    raise exception 'These notifications can''t be chosen.' using errcode = 'PT400', hint = 'unknown-choice';
  elsif p_low_balance is not null and (least_balance > 0 and least_balance <= 1000000) is not true then
    raise exception 'Enter an amount up to £1,000,000, or leave it empty.' using errcode = 'PT400', hint = 'field:lowBalance';
  end if;
  perform private.lock_person(person);
  before := private.choices_of(person);
  insert into private.notification_choices as c (user_id, push, mail, mailbox, shows_amounts, low_balance, is_low)
  values (
    person, p_push, p_mail, p_mailbox, p_shows_amounts, least_balance,
    -- The customer sees it now, and is told the next time.
    coalesce((select a.balance < least_balance from public.accounts a where a.user_id = person and a.account_type = 'current'), false)
  )
  on conflict (user_id) do update set
    push = excluded.push, mail = excluded.mail, mailbox = excluded.mailbox, shows_amounts = excluded.shows_amounts,
    low_balance = excluded.low_balance,
    is_low = case when c.low_balance is distinct from excluded.low_balance then excluded.is_low else c.is_low end;
  -- A thief would switch off what tells the owner. One mail an hour, for a customer who changes several.
  if not (before.push <@ p_push and before.mail <@ p_mail) and not exists (
    select from private.security_mails n
    where n.user_id = person and n.title = told and n.created_at > now() - interval '1 hour'
  ) then
    perform private.tell_owner(person, told, 'Some notifications about your account are switched off.');
  end if;
end
$$;
select private.expose('choose_notifications',
  'Changes what the caller is told about in each way. p_low_balance: below which balance, in pounds; null for never. Mails the owner if something is switched off.');
