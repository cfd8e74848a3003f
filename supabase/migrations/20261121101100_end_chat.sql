-- Ending a chat: nothing of it remains.

create function private.end_chat(p_conversation_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.refuse_unless_approved();
  -- Its messages and requests go with it; a trigger records what staff has ended.
  delete from public.chat_conversations c
  where c.id = p_conversation_id and (c.user_id = auth.uid() or private.has_permission('manage_chat'));
  return found;
end
$$;

create function public.end_chat(p_conversation_id uuid) returns boolean
language sql volatile security invoker set search_path = ''
begin atomic
  select private.end_chat(p_conversation_id);
end;
comment on function public.end_chat is
  'Deletes the caller''s chat, or any chat for staff with manage_chat, with its messages and requests. False when there was none.';

grant execute on function private.end_chat, public.end_chat to authenticated;
