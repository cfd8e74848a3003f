-- What customers are told about, and how: on their devices (push messages), by mail and in the mailbox.

create table private.push_subscriptions (
  id uuid primary key default private.new_id(),
  user_id uuid not null references auth.users (id) on delete cascade,
  endpoint text not null
    constraint push_subscriptions_endpoint_check check (char_length(endpoint) <= 1000),
  p256dh text not null constraint push_subscriptions_p256dh_check check (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  auth text not null constraint push_subscriptions_auth_check check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  server_key text not null,
  token_hash bytea not null,
  session_id uuid not null,
  device_id uuid,
  name text not null,
  is_on boolean not null default true,
  created_at timestamptz not null default now(),
  registered_at timestamptz not null default now(),
  unique (user_id, endpoint)
);
comment on table private.push_subscriptions is
  'The browsers that get push messages. The customer who signed in last gets those of a browser; a browser that its user has signed out gets none.';
comment on column private.push_subscriptions.endpoint is 'The address at the push service. A person who knows it and the keys can send messages to the device, so no API role reads them.';
comment on column private.push_subscriptions.server_key is 'The public key that the browser accepts messages of.';
comment on column private.push_subscriptions.token_hash is 'The browser, as in private.devices.';
comment on column private.push_subscriptions.session_id is 'The session that registered it last. No foreign key: messages arrive after the session has ended by itself.';
comment on column private.push_subscriptions.device_id is
  'The known device of that session: a browser says itself which id it has. No foreign key: the devices are of a later file.';
comment on column private.push_subscriptions.is_on is 'False after a sign-out, until the same user signs in again, and while another user has the browser.';

create unique index push_subscriptions_endpoint_idx on private.push_subscriptions (endpoint) where is_on;

select private.keep_from_api('private.push_subscriptions');

create function private.forget_push(p_user_id uuid, p_except_session uuid) returns void
language sql volatile set search_path = ''
begin atomic
  delete from private.push_subscriptions p
  where p.user_id = p_user_id and p.session_id is distinct from p_except_session;
end;

create function private.push_choices() returns text[]
language sql immutable parallel safe set search_path = ''
return array['money_in', 'money_out', 'card', 'low_balance', 'agent'];
comment on function private.push_choices is 'The events about which a customer chooses whether and how they are told.';

create table private.notification_choices (
  user_id uuid primary key references auth.users (id) on delete cascade,
  push text[] not null,
  mail text[] not null,
  mailbox text[] not null,
  shows_amounts boolean not null,
  low_balance numeric(14, 2)
    constraint notification_choices_low_balance_check check (low_balance > 0 and low_balance <= 1000000),
  is_low boolean not null,
  constraint notification_choices_events_check check (
    push || mail || mailbox <@ private.push_choices()
  )
);
comment on table private.notification_choices is
  'About which events a customer is told in each way. Customers without a row have default_choices. Security is always on.';
comment on column private.notification_choices.low_balance is 'The customer is told when the balance is below it. Null: never.';
comment on column private.notification_choices.is_low is 'Whether the balance was below it when the bank last looked: the customer is told once.';

select private.keep_from_api('private.notification_choices');

create function private.choices_of(p_user_id uuid) returns private.notification_choices
language plpgsql stable set search_path = '' as $$
declare
  choices private.notification_choices;
begin
  select c.* into choices from private.notification_choices c where c.user_id = p_user_id;
  if not found then
    choices.user_id := p_user_id;
    choices.push := private.push_choices();
    choices.mail := array['money_in', 'money_out', 'low_balance'];
    choices.mailbox := private.push_choices();
    choices.shows_amounts := false;
    choices.is_low := false;
  end if;
  return choices;
end
$$;

create function private.wants(p_user_id uuid, p_way text, p_event text) returns boolean
language sql stable set search_path = ''
begin atomic
  select p_event = any (case p_way when 'push' then c.push when 'mail' then c.mail else c.mailbox end)
  from private.choices_of(p_user_id) c;
end;

create table private.push_events (
  id uuid primary key default private.new_id(),
  user_id uuid not null references auth.users (id) on delete cascade,
  subscription_id uuid references private.push_subscriptions (id) on delete cascade,
  event text not null,
  about_id uuid not null,
  created_at timestamptz not null default now(),
  unique nulls not distinct (about_id, subscription_id)
);
comment on table private.push_events is
  'Who is told about an event: one row for each browser, and one without a browser for the mail. Their rows in private.due_mails have the state.';
comment on column private.push_events.event is 'What the customer chooses, or card_refused and payment, which go with a choice, or security and savings, which are always on.';
comment on column private.push_events.about_id is 'The transaction, note, security mail or chat. No foreign key: without what it is about, the customer is not told.';

create index push_events_user_id_created_at_idx on private.push_events (user_id, created_at);
create index push_events_subscription_id_created_at_idx on private.push_events (subscription_id, created_at);

select private.keep_from_api('private.push_events');

create function private.owe_push_event(
  p_user_id uuid, p_event text, p_about_id uuid, p_at timestamptz default now(), p_not_before timestamptz default now()
) returns void
language plpgsql volatile set search_path = '' as $$
begin
  with wanted as (
    -- What goes with a choice.
    select case p_event when 'card_refused' then 'card' when 'payment' then 'money_out' else p_event end as event
  ),
  push_event as (
    insert into private.push_events (user_id, subscription_id, event, about_id)
    select p_user_id, p.id, p_event, p_about_id
    from private.push_subscriptions p
    cross join wanted w
    join private.settings s on s.push_public_key = p.server_key
    -- What happened before belongs to nobody's screen.
    where p.user_id = p_user_id and p.is_on and p_at >= p.created_at
      and (p_event in ('security', 'savings') or (
        private.wants(p_user_id, 'push', w.event)
        -- One customer's many small payments must not make the messages of the others wait.
        and (
          select count(*) < 30 from private.push_events n
          where n.subscription_id = p.id and n.created_at > now() - interval '1 hour'
        )
      ))
    union all
    select p_user_id, null, p_event, p_about_id
    -- These have a mail already, or always have one.
    where p_event in ('card', 'card_refused', 'low_balance', 'agent')
      and private.wants(p_user_id, 'mail', (select w.event from wanted w))
    on conflict do nothing
    returning id, subscription_id
  )
  insert into private.due_mails (kind, about_id, taken_until)
  select case when n.subscription_id is null then 'event' else 'push' end, n.id, p_not_before from push_event n;
end
$$;
comment on function private.owe_push_event is 'Owes the push messages, and the mail where the event has no other, about an event. A repeated call owes nothing. A browser gets 30 messages in an hour, and security always.';

create function private.push_event_facts(p_user_id uuid, p_event text, p_about_id uuid)
returns table (amount numeric, counterparty text, message text, topic uuid)
language plpgsql stable set search_path = '' as $$
begin
  if p_event in ('money_in', 'money_out', 'card') then
    return query
    select t.amount, case when t.incoming then t.from_account_holder_name else t.to_account_holder_name end::text, null::text, t.id
    from public.transactions t
    where t.id = p_about_id and t.user_id = p_user_id and t.status <> 'failed' and t.reversed_at is null;
  elsif p_event in ('card_refused', 'payment') then
    return query
    select null::numeric, null::text, n.message, n.id from public.user_notifications n where n.id = p_about_id;
  elsif p_event in ('security', 'savings') then
    return query
    select null::numeric, null::text, n.title, coalesce(n.savings_id, n.id) from private.security_mails n where n.id = p_about_id;
  elsif p_event = 'low_balance' then
    return query
    select c.low_balance, null::text, null::text, p_user_id from private.notification_choices c
    where c.user_id = p_user_id and c.is_low and c.low_balance is not null;
  else
    return query
    select null::numeric, null::text, null::text, m.conversation_id from public.chat_messages m where m.id = p_about_id;
  end if;
end
$$;
comment on function private.push_event_facts is
  'What a message says about an event. No row for what is no longer so. Of two messages with one topic, a device shows the later one.';

create function private.owe_security_push_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The mail about a sign-in waits for the id of a known browser, and is withdrawn for one. The message waits as long.
  perform private.owe_push_event(
    n.user_id, case when n.savings_id is null then 'security' else 'savings' end, n.id, p_not_before => new.taken_until
  )
  from private.security_mails n where n.id = new.about_id;
  return null;
end
$$;

create trigger owe_security_push_event after insert on private.due_mails
  for each row when (new.kind = 'security') execute function private.owe_security_push_event();
