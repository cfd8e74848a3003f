-- When agents answer, and how long customers wait for one.

create table private.chat_times (
  request_id uuid primary key,
  conversation_id uuid not null,
  asked_at timestamptz not null,
  answered_at timestamptz not null,
  left_message boolean not null,
  is_first boolean not null,
  ended_at timestamptz,
  agent_id uuid
);
comment on table private.chat_times is
  'When each customer who asked for an agent got one, and when the chat ended. No foreign keys: an ended chat is deleted with its requests. A job keeps thirty days.';
comment on column private.chat_times.left_message is 'The customer asked outside the agents'' hours: the time until an agent joins is no wait.';
comment on column private.chat_times.is_first is 'The answer is by the first agent of the chat, not by one who took it from the queue again.';

comment on column private.chat_times.agent_id is 'The agent who joined. No foreign key: the times outlive them.';

create index chat_times_conversation_id_idx on private.chat_times (conversation_id);
create index chat_times_answered_at_idx on private.chat_times (answered_at);
create index chat_times_ended_at_idx on private.chat_times (ended_at);

select private.keep_from_api('private.chat_times');

create function private.record_chat_times() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    insert into private.chat_times (request_id, conversation_id, asked_at, answered_at, left_message, is_first, agent_id)
    select
      new.id, new.conversation_id, new.created_at, new.resolved_at, new.left_message,
      not exists (select from private.chat_times t where t.conversation_id = new.conversation_id), new.assigned_admin_id;
  else
    update private.chat_times t set ended_at = now() where t.conversation_id = old.id;
  end if;
  return null;
end
$$;

create trigger record_chat_times after update of status on public.agent_requests
  for each row when (old.status = 'pending' and new.status = 'accepted') execute function private.record_chat_times();
create trigger record_chat_times after delete on public.chat_conversations
  for each row execute function private.record_chat_times();

select cron.schedule('remove-old-chat-times', '24 3 * * *', $job$
  delete from private.chat_times t where t.ended_at < now() - interval '30 days'
$job$);

create function private.get_agent_hours() returns table (is_open boolean, opens_at timestamptz, wait_minutes integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  is_open := private.is_chat_open(now());
  if is_open then
    select ceil(percentile_cont(0.5) within group (order by extract(epoch from recent.answered_at - recent.asked_at)) / 60)
    into wait_minutes
    from (
      select t.asked_at, t.answered_at from private.chat_times t
      where t.answered_at > now() - interval '2 hours' and not t.left_message
      order by t.answered_at desc
      limit 20
    ) recent;
  else
    opens_at := private.next_chat_opening(now());
  end if;
  return next;
end
$$;
select private.expose('get_agent_hours',
  'Whether agents answer now. If so, how many minutes customers have waited lately (the median of the last 20 in two hours; null without any); if not, when they begin.');
