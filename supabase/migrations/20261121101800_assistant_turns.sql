-- Each message of a customer is answered by the assistant once, and nobody gets answers without end: a model costs money.

create table private.assistant_turns (
  user_id uuid primary key references auth.users (id) on delete cascade,
  message_id uuid not null,
  taken_until timestamptz not null,
  counted_since timestamptz not null,
  answers integer not null check (answers > 0)
);
comment on table private.assistant_turns is
  'The message of each customer that the assistant answers or has answered last. By person, so that a new chat is no new start.';
comment on column private.assistant_turns.taken_until is 'Until then nobody else answers the message; infinity when it has been answered.';
comment on column private.assistant_turns.answers is 'Answers begun in the minute from counted_since, also those that failed: they cost, too.';

alter table private.assistant_turns enable row level security;
create policy "Nobody reaches the assistant's turns through the API" on private.assistant_turns
  for all to anon, authenticated using (false);

create function private.claim_assistant_turn(p_user_id uuid, p_conversation_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  answers_per_minute constant integer := 20;
  -- Longer than the function can take: a turn that was cut off can be taken again.
  longest_turn constant interval := '1 minute';
  asked_at timestamptz;
  question uuid;
  last_turn private.assistant_turns;
  is_same_minute boolean;
begin
  -- Of two tabs that ask at once, the second sees the turn of the first.
  perform from public.chat_conversations c
  where c.id = p_conversation_id and c.user_id = p_user_id and c.status = 'active'
  for no key update;
  if not found then
    return null;
  end if;
  asked_at := clock_timestamp();

  select m.id into question from public.chat_messages m
  where m.conversation_id = p_conversation_id and m.sender_type = 'user'
  order by m.created_at desc, m.id desc
  limit 1;
  select t.* into last_turn from private.assistant_turns t where t.user_id = p_user_id;
  is_same_minute := coalesce(last_turn.counted_since > asked_at - interval '1 minute', false);
  if question is null or (last_turn.message_id = question and last_turn.taken_until > asked_at) then
    return null;
  elsif is_same_minute and last_turn.answers >= answers_per_minute then
    raise exception 'Please wait a minute before you write again.' using errcode = 'PT429';
  end if;

  insert into private.assistant_turns (user_id, message_id, taken_until, counted_since, answers)
  values (
    p_user_id, question, asked_at + longest_turn,
    case when is_same_minute then last_turn.counted_since else asked_at end,
    case when is_same_minute then last_turn.answers else 0 end + 1
  )
  on conflict (user_id) do update set
    message_id = excluded.message_id,
    taken_until = excluded.taken_until,
    counted_since = excluded.counted_since,
    answers = excluded.answers;
  return question;
end
$$;

create function public.claim_assistant_turn(p_user_id uuid, p_conversation_id uuid) returns uuid
language sql volatile security invoker set search_path = ''
begin atomic
  select private.claim_assistant_turn(p_user_id, p_conversation_id);
end;
comment on function public.claim_assistant_turn is
  'Takes this person''s newest message for the assistant to answer and returns its id; null when there is none, it has been taken, or the chat is no longer the assistant''s.';

create function private.release_assistant_turn(p_user_id uuid, p_message_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update private.assistant_turns t set taken_until = '-infinity'
  where t.user_id = p_user_id and t.message_id = p_message_id and t.taken_until <> 'infinity';
  return found;
end
$$;

create function public.release_assistant_turn(p_user_id uuid, p_message_id uuid) returns boolean
language sql volatile security invoker set search_path = ''
begin atomic
  select private.release_assistant_turn(p_user_id, p_message_id);
end;
comment on function public.release_assistant_turn is 'Gives a message back that could not be answered, so that the customer can ask again at once.';

create or replace function private.add_assistant_message(p_user_id uuid, p_conversation_id uuid, p_message text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  message_id uuid;
begin
  -- Locked, so that an answer cannot slip in behind a request for an agent.
  perform from public.chat_conversations c
  where c.id = p_conversation_id and c.user_id = p_user_id and c.status = 'active'
  for no key update;
  if not found then
    return null;
  end if;
  -- Models write what they like: what a person could not have sent is taken out instead of refused.
  insert into public.chat_messages (conversation_id, sender_type, message)
  values (p_conversation_id, 'assistant', left(private.strip_hidden(p_message), 2000))
  returning id into message_id;
  update private.assistant_turns t set taken_until = 'infinity' where t.user_id = p_user_id;
  return message_id;
end
$$;

grant execute on function private.claim_assistant_turn, public.claim_assistant_turn,
  private.release_assistant_turn, public.release_assistant_turn to service_role;
