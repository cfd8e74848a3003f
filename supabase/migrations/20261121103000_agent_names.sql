-- The agent who joins a chat gets a first name, says hello by it, and is shown by it.

alter table public.chat_conversations add column agent_name text check (char_length(agent_name) between 1 and 40);
comment on column public.chat_conversations.agent_name is 'The first name that the agent got on joining. Not the one of the person behind it.';

create function private.pick_agent_name() returns text
language sql volatile set search_path = ''
begin atomic
  select first_name
  from unnest(array['Amelia', 'Daniel', 'Fatima', 'George', 'Hannah', 'Imran', 'Leah', 'Marcus', 'Priya', 'Sam']) as first_name
  order by random()
  limit 1;
end;
comment on function private.pick_agent_name is 'One of ten first names, by chance.';

create or replace function private.accept_agent_request(p_request_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  chat_id uuid;
  request public.agent_requests;
  name constant text := private.pick_agent_name();
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
  update public.chat_conversations c set status = 'agent_assigned', assigned_admin_id = auth.uid(), agent_name = name
  where c.id = chat_id;
  insert into public.chat_messages (conversation_id, sender_id, sender_type, message)
  values (chat_id, auth.uid(), 'agent', 'Hello, you''re now chatting with ' || name || '. How can I help you today?');
  perform private.audit('accept_agent_request', p_request_id, jsonb_build_object('user_id', request.user_id));
  return chat_id;
end
$$;

comment on function public.accept_agent_request is
  'Makes the caller the agent of the chat that waits, gives them a name and says hello in it, and returns the chat. One agent gets it.';
