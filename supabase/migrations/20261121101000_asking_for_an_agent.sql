-- From the assistant to a person: the customer asks and waits, an agent accepts.
-- Whoever changes a chat locks the conversation first, so that asking, accepting, answering and ending take turns.

create function private.refuse_unless_permitted(p_permission text) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.refuse_unless_approved();
  if not private.has_permission(p_permission) then
    raise exception 'You do not have permission to do this.' using errcode = 'PT403';
  end if;
end
$$;
comment on function private.refuse_unless_permitted is 'Ends the call unless the caller is an approved admin with this permission.';

create function private.request_agent(p_conversation_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  chat public.chat_conversations;
begin
  perform private.refuse_unless_approved();
  select c.* into chat from public.chat_conversations c where c.id = p_conversation_id and c.user_id = auth.uid()
  for no key update;
  if not found then
    raise exception 'This chat has ended.' using errcode = 'PT404';
  elsif chat.status = 'agent_assigned' then
    raise exception 'An agent is already in this chat.' using errcode = 'PT409';
  end if;

  insert into public.agent_requests (conversation_id, user_id) values (chat.id, chat.user_id)
  on conflict (conversation_id) where status = 'pending' do nothing;
  if not found then
    raise exception 'Your request for an agent is already in queue.' using errcode = 'PT409';
  end if;
  update public.chat_conversations c set status = 'waiting_for_agent' where c.id = chat.id;
end
$$;

create function public.request_agent(p_conversation_id uuid) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.request_agent(p_conversation_id);
end;
comment on function public.request_agent is 'Puts the caller''s chat into the queue for an agent, once.';

create function private.get_queue_position(p_conversation_id uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_unless_approved();
  return (
    select count(*)::integer
    from public.agent_requests mine
    join public.agent_requests waiting
      on waiting.status = 'pending' and (waiting.created_at, waiting.id) <= (mine.created_at, mine.id)
    where mine.conversation_id = p_conversation_id and mine.user_id = auth.uid() and mine.status = 'pending'
    having count(*) > 0
  );
end
$$;

create function public.get_queue_position(p_conversation_id uuid) returns integer
language sql stable security invoker set search_path = ''
begin atomic
  select private.get_queue_position(p_conversation_id);
end;
comment on function public.get_queue_position is 'The place of the caller''s chat in the queue, from 1; null when it does not wait.';

create function private.accept_agent_request(p_request_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  chat_id uuid;
  request public.agent_requests;
begin
  perform private.refuse_unless_permitted('manage_chat');
  select c.id into chat_id
  from public.agent_requests r join public.chat_conversations c on c.id = r.conversation_id
  where r.id = p_request_id
  for no key update of c;
  select r.* into request from public.agent_requests r where r.id = p_request_id for update;
  if not found then
    raise exception 'The customer no longer waits for an agent.' using errcode = 'PT404';
  elsif request.assigned_admin_id = auth.uid() then
    -- Asked again after a lost answer.
    return chat_id;
  elsif request.status = 'accepted' then
    raise exception 'Another agent has already taken this request.' using errcode = 'PT409';
  end if;

  update public.agent_requests r set status = 'accepted', assigned_admin_id = auth.uid(), resolved_at = now()
  where r.id = p_request_id;
  update public.chat_conversations c set status = 'agent_assigned', assigned_admin_id = auth.uid() where c.id = chat_id;
  perform private.audit('accept_agent_request', p_request_id, jsonb_build_object('user_id', request.user_id));
  return chat_id;
end
$$;

create function public.accept_agent_request(p_request_id uuid) returns uuid
language sql volatile security invoker set search_path = ''
begin atomic
  select private.accept_agent_request(p_request_id);
end;
comment on function public.accept_agent_request is 'Makes the caller the agent of the chat that waits and returns the chat. One agent gets it.';

grant execute on function private.request_agent, public.request_agent, private.get_queue_position, public.get_queue_position,
  private.accept_agent_request, public.accept_agent_request to authenticated;
