-- 'Is it really you?': the app shows the customer that an agent calls them, and a code shows the agent that the person they
-- speak with has the customer's app open.

create function private.call_words() returns text[]
language sql immutable parallel safe set search_path = ''
return string_to_array(regexp_replace(btrim($words$
    acorn amber anchor apple apricot apron atlas autumn badge bagel bakery balcony ballet bamboo banjo barley basil
    basket bicycle birch biscuit blanket blossom bonnet bottle bracelet branch breeze brick bridge brook broom bubble
    bucket button cabin cactus camel canal candle canoe canvas caramel carpet carrot castle cedar celery cello chalk
    cherry chestnut cinema circle clay clock cloud clover cobalt coconut compass coral cotton cottage cradle crane
    crayon cricket cushion cycle daffodil daisy dolphin drawer dragon drum eagle easel ember falcon feather fern
    ferry finch flute forest fountain fox garden garlic ginger giraffe glacier globe glove goose granite grape guitar
    hammock harbour harp hazel heather hedge heron hill honey igloo indigo island ivory ivy jacket jasmine jigsaw
    jungle kayak kettle kitten kiwi ladder lake lantern lark lavender lemon lemur library lilac lily linen lizard
    llama lobster magnet magpie mango maple marble marigold meadow mint mirror mosaic moss muffin mustard napkin
    nectar nest nutmeg oasis oatmeal ocean olive onion opal orange orchard orchid otter oyster paddle palette pancake
    panda papaya parrot parsley pasta pebble pencil penguin pepper piano picnic pillow pine planet pocket pond poppy
    potato pottery pumpkin puzzle quilt rabbit radish rainbow raisin ribbon river robin rocket ruby saddle saffron
    salmon sandal saucer scarf seal shell silver skylark slipper snail snowdrop sparrow spinach spiral spoon sprout
    squirrel starling stream summer sunrise swan sycamore tambourine tangerine teapot thimble thistle tiger toast
    tomato topaz tortoise toucan tractor trumpet tulip tunnel turnip umbrella valley vanilla velvet violet violin
    waffle wagon walnut walrus waterfall whale whistle willow window winter woodland yoghurt
  $words$, E' \n'), '\s+', ' ', 'g'), ' ');
comment on function private.call_words is
  'The 256 words for calls: things, plants, animals and colours that are easy to say and to tell apart. None is about money, violence or people.';

create function private.random_call_words() returns text[]
language sql volatile set search_path = ''
begin atomic
  -- One random byte has as many values as there are words.
  select array_agg((private.call_words())[1 + get_byte(r.bytes, n)] order by n)
  from (select extensions.gen_random_bytes(2) as bytes) r cross join generate_series(0, 1) n;
end;

create table private.calls (
  user_id uuid primary key references auth.users (id) on delete cascade,
  id uuid not null unique default private.new_id(),
  agent_id uuid not null references auth.users (id) on delete cascade,
  agent_name text not null,
  words text[] not null constraint calls_words_check check (cardinality(words) = 2),
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_as text constraint calls_ended_as_check check (ended_as in ('agent', 'customer', 'right', 'app')),
  constraint calls_ended_check check ((ended_at is null) = (ended_as is null))
);
comment on table private.calls is
  'The latest call to each customer. It ends after ten minutes by itself. The audit keeps the earlier ones, without their words.';
comment on column private.calls.agent_name is 'As in the customer''s chat, if the agent has it.';
comment on column private.calls.ended_as is
  'What ended it before its time: the agent, the customer, the loss of the agent''s right, or that the customer cannot use the app any more.';

create index calls_agent_id_idx on private.calls (agent_id);

select private.keep_from_api('private.calls');

create table private.identity_codes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  session_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz,
  used_by text
);
comment on table private.identity_codes is 'The latest code of each customer, for two minutes and one use.';
comment on column private.identity_codes.session_id is 'The session that made it. No foreign key: the code of an ended session is refused as too old.';
comment on column private.identity_codes.used_by is 'The agent''s name, as the customer sees it.';

select private.keep_from_api('private.identity_codes');

create table private.identity_confirmations (
  agent_id uuid not null references auth.users (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  session_id uuid not null,
  outcome text not null constraint identity_confirmations_outcome_check check (outcome in ('confirmed', 'wrong', 'late')),
  entered_at timestamptz not null default now(),
  primary key (agent_id, user_id)
);
comment on table private.identity_confirmations is
  'What became of the latest code that an agent typed for a customer. Only the session of that agent sees it, for ten minutes.';

create index identity_confirmations_user_id_idx on private.identity_confirmations (user_id);

select private.keep_from_api('private.identity_confirmations');

create function private.can_use_app(p_user_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (select from public.profiles p where p.id = p_user_id and p.approved and p.suspended_at is null);
end;

create function private.require_contactable(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_permission('manage_chat');
  perform private.require_part('contact_confirmation');
  if p_user_id = auth.uid() then
    raise exception 'You can''t call or confirm yourself.' using errcode = 'PT403', hint = 'own-rights';
  elsif private.is_staff(p_user_id) then
    raise exception 'Calls and codes are for customers. Contact a colleague another way.' using errcode = 'PT403', hint = 'staff-account';
  elsif not private.can_use_app(p_user_id) then
    raise exception 'This customer can''t use the app, so it can''t show them a call.' using errcode = 'PT409', hint = 'no-app';
  end if;
end
$$;
comment on function private.require_contactable is
  'Raises an error unless the caller may answer chats and the user is a customer who can use the app. Staff are not called this way: a call that looks genuine would help to take over the account of a colleague.';

create function private.is_running(p_call private.calls) returns boolean
language sql stable set search_path = ''
begin atomic
  select p_call.ended_at is null and p_call.started_at > now() - interval '10 minutes'
    and private.holds_permission(p_call.agent_id, 'manage_chat');
end;
comment on function private.is_running is 'Whether the call has not ended, is at most ten minutes old, and its agent still has the right to call.';

create function private.contact_name(p_user_id uuid) returns text
language sql volatile set search_path = ''
begin atomic
  select coalesce(
    (
      select c.agent_name from public.chat_conversations c
      where c.user_id = p_user_id and c.assigned_admin_id = (select auth.uid())
    ),
    (
      select c.agent_name from private.calls c
      where c.user_id = p_user_id and c.agent_id = (select auth.uid()) and private.is_running(c)
    ),
    private.pick_agent_name()
  );
end;
comment on function private.contact_name is 'The caller''s name for a customer: the one in their chat or in the running call, or one of the same list.';

create function private.seconds_left(p_from timestamptz, p_lives interval) returns integer
language sql stable set search_path = ''
return greatest(0, ceil(extract(epoch from p_from + p_lives - clock_timestamp())))::integer;

create function private.announce_call() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}', 'changed', 'calls:' || topic.user_id, true)
  from (select distinct unnest(array[old.user_id, old.agent_id, new.user_id, new.agent_id]) as user_id) topic
  where topic.user_id is not null;
  return null;
end
$$;
comment on function private.announce_call is 'Tells the customer''s and the agents'' apps that a call has changed, without saying how. They ask.';

create trigger announce_call after insert or update or delete on private.calls
  for each row execute function private.announce_call();

create function private.announce_used_code() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}', 'changed', 'calls:' || new.user_id, true);
  perform private.notify(
    new.user_id, 'security', 'You confirmed it''s you', new.used_by || ' from our team typed the code from your app.'
  );
  perform private.tell_owner(
    new.user_id, 'Your code was used',
    'A member of our staff typed a code from your app, to see that it''s you. If you weren''t speaking with us, freeze your account.'
  );
  return null;
end
$$;
-- At commit: an agent who guesses, and has each call rolled back, must not see by its time whether the code was right.
create constraint trigger announce_used_code after update of used_by on private.identity_codes
  deferrable initially deferred
  for each row when (new.used_by is not null and old.used_by is null) execute function private.announce_used_code();

create function private.can_join_calls(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return p_topic = 'calls:' || auth.uid() and private.is_approved();
end
$$;
grant execute on function private.can_join_calls to authenticated;

create policy "Users are told that their calls have changed" on realtime.messages
  for select to authenticated
  using (extension = 'broadcast' and (select private.can_join_calls(realtime.topic())));

create function private.start_call(p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  calls_per_hour constant integer := 30;
  name text;
begin
  perform private.require_contactable(p_user_id);
  -- Parallel calls of the agent are serialised until commit. The lock of the customer's row decides between agents.
  perform pg_advisory_xact_lock(hashtextextended('calls of ' || auth.uid(), 0));
  if exists (select from private.calls c where c.user_id = p_user_id and c.agent_id = auth.uid() and private.is_running(c)) then
    -- A retry after a lost response.
    return;
  elsif private.times_done('start_call', '1 hour') >= calls_per_hour then
    raise exception 'You have marked % calls within an hour. Please try again later.', calls_per_hour
      using errcode = 'PT429', hint = 'too-many-calls';
  end if;
  -- An agent speaks with one customer at a time.
  update private.calls c set ended_at = now(), ended_as = 'agent'
  where c.agent_id = auth.uid() and c.user_id <> p_user_id and c.ended_at is null;
  name := private.contact_name(p_user_id);
  insert into private.calls as c (user_id, agent_id, agent_name, words)
  values (p_user_id, auth.uid(), name, private.random_call_words())
  on conflict (user_id) do update set
    id = excluded.id, agent_id = excluded.agent_id, agent_name = excluded.agent_name, words = excluded.words,
    started_at = excluded.started_at, ended_at = null, ended_as = null
  where not private.is_running(c);
  if not found then
    raise exception 'A colleague is calling this customer now.' using errcode = 'PT409', hint = 'taken';
  end if;
  perform private.audit('start_call', 'person', p_user_id, jsonb_build_object('agent_name', name));
  perform private.notify(
    p_user_id, 'security', name || ' from our team called you',
    'The app showed it while we called. If nobody spoke with you, tell us in the chat.'
  );
end
$$;
select private.expose('start_call',
  'Shows a customer in the app that the caller is calling them now, for ten minutes. Ends the caller''s other call. It gives no right to read anything. For agents with manage_chat, about customers.');

create function private.end_call(p_call_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  customer uuid;
begin
  perform private.require_permission('manage_chat');
  update private.calls c set ended_at = now(), ended_as = 'agent'
  where c.id = p_call_id and c.agent_id = auth.uid() and c.ended_at is null
  returning c.user_id into customer;
  if found then
    perform private.audit('end_call', 'person', customer, '{"ended_as": "agent"}');
  end if;
end
$$;
select private.expose('end_call', 'Ends a call of the caller. Nothing happens if it has ended.');

create function private.report_call(p_call_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  agent uuid;
begin
  perform private.require_approved();
  update private.calls c set ended_at = now(), ended_as = 'customer'
  where c.id = p_call_id and c.user_id = auth.uid() and c.ended_at is null
  returning c.agent_id into agent;
  if found then
    perform private.audit('report_call', 'person', auth.uid(), jsonb_build_object('from_admin_id', agent));
  end if;
end
$$;
select private.expose('report_call', while_frozen => true, description =>
  'The customer says that they are not on the phone: ends the call, tells its agent, and counts in the overview of super admins.');

create function private.end_calls(p_ended_as text, p_agent_id uuid, p_customer_id uuid default null) returns void
language plpgsql volatile set search_path = '' as $$
declare
  customer uuid;
begin
  for customer in
    update private.calls c set ended_at = now(), ended_as = p_ended_as
    where (c.agent_id = p_agent_id or c.user_id = p_customer_id)
      and c.ended_at is null and c.started_at > now() - interval '10 minutes'
    returning c.user_id
  loop
    perform private.audit('end_call', 'person', customer, jsonb_build_object('ended_as', p_ended_as));
  end loop;
end
$$;
comment on function private.end_calls is 'Ends the running calls of an agent, or that to a customer.';

create function private.end_calls_without_right() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_calls('right', (to_jsonb(old) ->> tg_argv[0])::uuid);
  return null;
end
$$;

create trigger end_calls_without_right after delete on public.admin_permissions
  for each row when (old.permission = 'manage_chat') execute function private.end_calls_without_right('admin_id');
create trigger end_calls_without_right after delete on public.user_roles
  for each row when (old.role = 'admin') execute function private.end_calls_without_right('user_id');

create function private.end_stopped_calls() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_calls('right', new.id);
  if not private.can_use_app(new.id) then
    perform private.end_calls('app', null, new.id);
  end if;
  -- An agent who has confirmed this customer sees at once that the code no longer counts.
  perform realtime.send('{}', 'changed', 'calls:' || k.agent_id, true)
  from private.identity_confirmations k
  where k.user_id = new.id and k.outcome = 'confirmed' and k.entered_at > now() - interval '10 minutes';
  return null;
end
$$;

create trigger end_stopped_calls after update of approved, suspended_at, frozen_at on public.profiles
  for each row when (
    (old.approved and not new.approved) or (old.suspended_at is null and new.suspended_at is not null)
    or (old.frozen_at is null and new.frozen_at is not null)
  ) execute function private.end_stopped_calls();

create function private.hash_identity_code(p_user_id uuid, p_code text) returns bytea
language sql stable set search_path = ''
begin atomic
  select extensions.hmac('identity:' || p_user_id || ':' || p_code, private.vault_key('device_code_key'), 'sha256');
end;
comment on function private.hash_identity_code is 'Keyed hash: without the key, a million codes could be tried.';

create function private.make_identity_code() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  codes_per_hour constant integer := 20;
  new_code constant text := private.random_digits(6);
begin
  perform private.require_approved();
  perform private.require_part('contact_confirmation');
  perform pg_advisory_xact_lock(hashtextextended('identity code of ' || auth.uid(), 0));
  if private.times_done('make_identity_code', '1 hour') >= codes_per_hour then
    raise exception 'You''ve asked for % codes within an hour. Please try again later.', codes_per_hour
      using errcode = 'PT429', hint = 'too-many-codes';
  end if;
  insert into private.identity_codes (user_id, session_id, code_hash)
  values (auth.uid(), private.my_session_id(), private.hash_identity_code(auth.uid(), new_code))
  on conflict (user_id) do update set
    session_id = excluded.session_id, code_hash = excluded.code_hash, created_at = excluded.created_at, used_at = null, used_by = null;
  perform private.audit('make_identity_code', 'person', auth.uid());
  return jsonb_build_object('code', new_code, 'seconds_left', 120);
end
$$;
select private.expose('make_identity_code',
  'A code of six digits that the caller tells an agent, for two minutes and one use. An earlier code ends. Not while the account is frozen: the thief may have the app.');

create function private.enter_identity_code(p_user_id uuid, p_code text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  agent_key constant text := 'code by:' || auth.uid();
  customer_key constant text := 'code of:' || p_user_id;
  name text;
  entered private.identity_codes;
  outcome text;
begin
  perform private.require_contactable(p_user_id);
  if private.is_locked(agent_key) then
    perform private.raise_too_many_attempts(agent_key);
  elsif private.is_locked(customer_key) then
    perform private.raise_too_many_attempts(customer_key);
  end if;
  name := private.contact_name(p_user_id);
  select c.* into entered from private.identity_codes c where c.user_id = p_user_id for update;
  outcome := case
    when (entered.code_hash = private.hash_identity_code(p_user_id, coalesce(p_code, ''))) is not true then 'wrong'
    when entered.used_at is null and entered.created_at > clock_timestamp() - interval '2 minutes'
      and exists (select from auth.sessions s where s.id = entered.session_id) and not private.is_stopped(p_user_id)
      then 'confirmed'
    else 'late'
  end;
  perform private.record_attempt(agent_key, outcome = 'wrong');
  perform private.record_attempt(customer_key, outcome = 'wrong');
  -- Written for each outcome, so that the duration reveals nothing.
  update private.identity_codes c set
    used_at = case when outcome = 'confirmed' then now() else c.used_at end,
    used_by = case when outcome = 'confirmed' then name else c.used_by end
  where c.user_id = p_user_id;
  insert into private.identity_confirmations (agent_id, user_id, session_id, outcome)
  values (auth.uid(), p_user_id, private.my_session_id(), outcome)
  on conflict (agent_id, user_id) do update set
    session_id = excluded.session_id, outcome = excluded.outcome, entered_at = excluded.entered_at;
  perform private.audit('enter_identity_code', 'person', p_user_id, jsonb_build_object('outcome', outcome));
end
$$;
select private.expose('enter_identity_code',
  'Records the code that a customer has told the caller. get_customer_contact tells what became of it, in another request: in one, a caller who guesses could have the count rolled back. Five wrong codes lock the agent and the customer for a minute, which doubles. For agents with manage_chat, about customers.');

create function private.get_bank_contact() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  return jsonb_build_object(
    'is_on', (select s.contact_confirmation from private.settings s),
    'call', (
      select jsonb_build_object(
        'id', c.id, 'agent_name', c.agent_name, 'words', c.words,
        'seconds_left', private.seconds_left(c.started_at, interval '10 minutes')
      )
      from private.calls c where c.user_id = auth.uid() and private.is_running(c)
    ),
    'code_used_by', (
      select c.used_by from private.identity_codes c
      where c.user_id = auth.uid() and c.session_id = private.my_session_id() and c.used_at > now() - interval '10 minutes'
    )
  );
end
$$;
select private.expose('get_bank_contact',
  'The call that an agent is making to the caller now, with its two words, and who has just typed the code that the caller''s session made. Null without.');

create function private.get_customer_contact(p_user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('manage_chat');
  return jsonb_build_object(
    'is_on', (select s.contact_confirmation from private.settings s) and p_user_id <> auth.uid() and not private.is_staff(p_user_id),
    'has_app', private.can_use_app(p_user_id),
    'call', (
      -- The words only for the agent who says them, and only while they prove something.
      select jsonb_build_object(
        'id', c.id, 'agent_name', c.agent_name, 'words', c.words,
        'seconds_left', private.seconds_left(c.started_at, interval '10 minutes')
      )
      from private.calls c where c.user_id = p_user_id and c.agent_id = auth.uid() and private.is_running(c)
    ),
    'is_colleague_calling', exists (
      select from private.calls c where c.user_id = p_user_id and c.agent_id <> auth.uid() and private.is_running(c)
    ),
    'was_reported', exists (
      select from private.calls c
      where c.user_id = p_user_id and c.agent_id = auth.uid() and c.ended_as = 'customer'
        and c.ended_at > now() - interval '10 minutes'
    ),
    'code', (
      select jsonb_build_object(
        -- Who freezes the account says that somebody else has the app.
        'outcome', case when k.outcome = 'confirmed' and private.is_stopped(p_user_id) then 'late' else k.outcome end,
        'entered_at', k.entered_at, 'seconds_left', private.seconds_left(k.entered_at, interval '10 minutes')
      )
      from private.identity_confirmations k
      where k.agent_id = auth.uid() and k.user_id = p_user_id and k.session_id = private.my_session_id()
        and k.entered_at > now() - interval '10 minutes'
    )
  );
end
$$;
select private.expose('get_customer_contact',
  'The caller''s call to a customer, and what became of the code that the caller typed for them, for ten minutes. has_app: whether the customer can use the app. Nothing else about the customer. For agents with manage_chat.');
