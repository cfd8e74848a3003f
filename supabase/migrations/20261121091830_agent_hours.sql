-- When agents answer, and how long customers wait for one.

create table private.chat_answers (
  request_id uuid primary key,
  asked_at timestamptz not null,
  answered_at timestamptz not null
);
comment on table private.chat_answers is 'How long customers have waited for an agent. Requests are deleted with their chat. A job keeps thirty days.';
comment on column private.chat_answers.request_id is 'No foreign key: the figures outlive the request.';

create index chat_answers_answered_at_idx on private.chat_answers (answered_at desc);

alter table private.chat_answers enable row level security;
create policy "No API role can access the answer times" on private.chat_answers
  for all to anon, authenticated using (false);

select cron.schedule('remove-old-answer-times', '23 3 * * *', $job$
  delete from private.chat_answers a where a.answered_at < now() - interval '30 days'
$job$);

create function private.next_chat_opening(p_at timestamptz) returns timestamptz
language sql stable set search_path = ''
begin atomic
  select min(opening.at)
  from private.settings s
  cross join generate_series(0, 7) ahead (days)
  cross join lateral (
    select (p_at at time zone 'Europe/London')::date + ahead.days as day
  ) local
  cross join lateral (select (local.day + s.chat_opens) at time zone 'Europe/London' as at) opening
  where opening.at > p_at and (s.chat_on_weekends or extract(isodow from local.day) < 6);
end;
comment on function private.next_chat_opening is 'When agents next begin to answer after this time, by the hours of the settings in UK time.';

create function private.get_agent_hours() returns table (is_open boolean, opens_at timestamptz, wait_minutes integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  is_open := private.is_chat_open(now());
  if is_open then
    select ceil(percentile_cont(0.5) within group (order by extract(epoch from recent.answered_at - recent.asked_at)) / 60)
    into wait_minutes
    from (
      select a.asked_at, a.answered_at from private.chat_answers a
      where a.answered_at > now() - interval '2 hours'
      order by a.answered_at desc
      limit 20
    ) recent;
  else
    opens_at := private.next_chat_opening(now());
  end if;
  return next;
end
$$;

create function public.get_agent_hours() returns table (is_open boolean, opens_at timestamptz, wait_minutes integer)
language sql stable security invoker set search_path = ''
begin atomic
  select h.is_open, h.opens_at, h.wait_minutes from private.get_agent_hours() h;
end;
comment on function public.get_agent_hours is
  'Whether agents answer now. If so, how many minutes customers have waited lately (the median of the last 20 in two hours; null without any); if not, when they begin.';
grant execute on function private.get_agent_hours, public.get_agent_hours to authenticated;
