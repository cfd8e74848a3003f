-- What is said in a chat, by the customer, the assistant and agents.

create function private.strip_hidden(value text) returns text
language sql immutable parallel safe set search_path = ''
return regexp_replace(
  value,
  -- As in strip_forbidden, but a chat has lines, < and >, and the joiner that holds composed emoji together.
  '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u2028-\u202f\u205f-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\uffff\U000e0000-\U000e0fff]',
  '', 'g'
);
comment on function private.strip_hidden is 'Chat text without characters that hide or reorder what a person reads.';

create function private.is_chat_text(value text) returns boolean
language sql immutable parallel safe set search_path = ''
return char_length(value) between 1 and 2000 and btrim(value, E' \n\u200d') <> '' and value = private.strip_hidden(value);
comment on function private.is_chat_text is 'Whether text can be a chat message. Screens show it as text, so < and > are harmless.';

-- The check runs with the rights of whoever writes the message.
grant execute on function private.strip_hidden, private.is_chat_text to authenticated;

create table public.chat_messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.chat_conversations (id) on delete cascade,
  sender_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  sender_type text not null check (sender_type in ('user', 'assistant', 'agent')),
  message text not null check (private.is_chat_text(message)),
  check (sender_type <> 'assistant' or sender_id is null)
);
comment on table public.chat_messages is 'Chat messages. Customers and agents insert their own; the assistant''s come from a function.';
comment on column public.chat_messages.id is 'May be made by the client, so that sending again after a lost answer cannot say it twice.';
comment on column public.chat_messages.sender_id is 'Null for the assistant, and for people who have been deleted.';

create index chat_messages_conversation_id_created_at_id_idx on public.chat_messages (conversation_id, created_at, id);
create index chat_messages_sender_id_idx on public.chat_messages (sender_id);

alter table public.chat_messages enable row level security;
grant select, delete on public.chat_messages to authenticated;
grant insert (id, conversation_id, sender_id, sender_type, message) on public.chat_messages to authenticated;
grant update (message) on public.chat_messages to authenticated;

create policy "Customers read their own chat, chat staff all" on public.chat_messages
  for select to authenticated using (
    (
      conversation_id in (select c.id from public.chat_conversations c where c.user_id = (select auth.uid()))
      and (select private.is_approved())
    )
    or (select private.has_permission('manage_chat'))
  );

create policy "Customers write in their own chat, chat staff as agents" on public.chat_messages
  for insert to authenticated with check (
    sender_id = (select auth.uid())
    and (
      (
        sender_type = 'user'
        and conversation_id in (select c.id from public.chat_conversations c where c.user_id = (select auth.uid()))
        and (select private.is_approved())
      )
      or (sender_type = 'agent' and (select private.has_permission('manage_chat')))
    )
  );

create policy "Chat staff edits what agents said" on public.chat_messages
  for update to authenticated
  using (sender_type = 'agent' and (select private.has_permission('manage_chat')))
  with check (sender_type = 'agent' and (select private.has_permission('manage_chat')));

create policy "Chat staff removes what agents and customers said" on public.chat_messages
  for delete to authenticated using (
    sender_type in ('agent', 'user') and (select private.has_permission('manage_chat'))
  );

create function private.receive_chat_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  previous text;
begin
  -- Also the lock: of two messages sent at the same moment, the second sees the first below.
  update public.chat_conversations c set updated_at = clock_timestamp() where c.id = new.conversation_id;

  if new.sender_type = 'user' then
    select m.message into previous from public.chat_messages m
    where m.conversation_id = new.conversation_id and m.sender_type = 'user' and m.id <> new.id
    order by m.created_at desc, m.id desc
    limit 1;
    if previous = new.message then
      raise exception 'You cannot send the same message twice in a row.' using errcode = 'PT409';
    end if;
  end if;
  return null;
end
$$;
comment on function private.receive_chat_message is
  'After the insert, so that only somebody who may write in this chat learns whether a text is already there.';

create trigger receive_chat_message after insert on public.chat_messages
  for each row execute function private.receive_chat_message();

create function private.record_changed_chat_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Together with the whole chat, a message is not a deed of its own.
  if exists (select from public.chat_conversations c where c.id = old.conversation_id) then
    perform private.audit(
      case tg_op when 'UPDATE' then 'edit_chat_message' else 'delete_chat_message' end,
      old.id, jsonb_build_object('conversation_id', old.conversation_id, 'sender_type', old.sender_type)
    );
  end if;
  return null;
end
$$;
comment on function private.record_changed_chat_message is 'Records edits and removals by staff, without the text.';

create trigger record_removed_chat_message after delete on public.chat_messages
  for each row execute function private.record_changed_chat_message();
create trigger record_edited_chat_message after update of message on public.chat_messages
  for each row when (old.message <> new.message) execute function private.record_changed_chat_message();

alter publication supabase_realtime add table public.chat_messages;
