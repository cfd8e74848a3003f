-- 'Typing…' travels as a broadcast on the private channel typing:<conversation id>.

create function private.may_join_typing(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Also keeps anything else from reaching the cast.
  if p_topic is null or p_topic !~ '^typing:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return false;
  end if;
  return private.is_approved() and exists (
    select from public.chat_conversations c
    where c.id = substr(p_topic, 8)::uuid and (c.user_id = auth.uid() or private.has_permission('manage_chat'))
  );
end
$$;
comment on function private.may_join_typing is 'Whether the caller is the customer of the chat in this channel''s name, or chat staff.';

grant execute on function private.may_join_typing to authenticated;

create policy "Customers and chat staff see typing in a chat" on realtime.messages
  for select to authenticated
  using (extension = 'broadcast' and (select private.may_join_typing(realtime.topic())));

create policy "Customers and chat staff show typing in a chat" on realtime.messages
  for insert to authenticated
  with check (extension = 'broadcast' and (select private.may_join_typing(realtime.topic())));
