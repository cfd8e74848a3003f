-- What the assistant says. Only the edge function that runs it may write in its name.

create function private.add_assistant_message(p_user_id uuid, p_conversation_id uuid, p_message text) returns uuid
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
  return message_id;
end
$$;

create function public.add_assistant_message(p_user_id uuid, p_conversation_id uuid, p_message text) returns uuid
language sql volatile security invoker set search_path = ''
begin atomic
  select private.add_assistant_message(p_user_id, p_conversation_id, p_message);
end;
comment on function public.add_assistant_message is
  'Adds the assistant''s answer to this person''s chat and returns its id; null when the chat has ended or is no longer the assistant''s.';

grant execute on function private.add_assistant_message, public.add_assistant_message to service_role;
