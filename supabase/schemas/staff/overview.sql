-- The first screen of the back office: a few figures, each for the staff whose tool it belongs to.

create function private.chat_figures() returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_build_object(
    'answers_due', (
      select count(*) from public.chat_conversations c
      where c.assigned_admin_id = auth.uid() and c.status = 'agent_assigned' and private.count_unread(c.id) > 0
    ),
    'waiting', count(*), 'waiting_since', min(r.waiting_since) filter (where not r.left_message)
  )
  from public.agent_requests r where r.status = 'pending' and r.turn < 2;
end;

create table private.payment_days (
  day date primary key,
  count integer not null,
  total numeric(16, 2) not null,
  summed_at timestamptz not null
);
comment on table private.payment_days is
  'How many payments customers sent on each day in London, and for how much. A job adds up today each minute, so that no look at the overview does. A payment that is reversed after its day stays in the sum of the day.';

select private.keep_from_api('private.payment_days');

create function private.sum_payments(p_at timestamptz default now()) returns void
language plpgsql volatile set search_path = '' as $$
declare
  today constant date := private.london_date(p_at);
  adjustments constant uuid := private.ledger_account('adjustments');
  -- 30 days, and the week before them.
  most_days constant integer := 36;
  starts_at timestamptz;
  ends_at timestamptz;
begin
  for back in 0..most_days loop
    starts_at := private.london_instant(today - back, '00:00');
    ends_at := private.london_instant(today - back + 1, '00:00');
    -- A day is final with the first sum after its end.
    continue when exists (select from private.payment_days known where known.day = today - back and known.summed_at >= ends_at);
    insert into private.payment_days as old (day, count, total, summed_at)
    select today - back, count(*), coalesce(sum(t.amount), 0), p_at
    from public.transactions t
    where t.created_at >= starts_at and t.created_at < ends_at and not t.incoming and t.status = 'completed' and t.reversed_at is null
      and t.other_account_id is null
      -- What is booked by hand pays nobody. A subquery without a value of the row is hashed: a customer can book thousands in a day.
      and t.movement_id not in (
        select e.movement_id from private.ledger_entries e
        where e.account_id = adjustments and e.created_at >= starts_at and e.created_at < ends_at
      )
    on conflict (day) do update set count = excluded.count, total = excluded.total, summed_at = excluded.summed_at;
  end loop;
end
$$;

select cron.schedule('sum-payments', '* * * * *', $job$select private.sum_payments()$job$);

create function private.figures_between(p_first date, p_last date) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  starts_at constant timestamptz := private.london_instant(p_first, '00:00');
  ends_at constant timestamptz := private.london_instant(p_last + 1, '00:00');
begin
  return jsonb_build_object(
    'chats', case when private.has_permission('manage_chat') then (
      select jsonb_build_object(
        'answered', count(*) filter (where t.answered_at >= starts_at and t.answered_at < ends_at),
        'first_answer_seconds', round(extract(epoch from percentile_cont(0.5) within group (order by t.answered_at - t.asked_at)
          filter (where t.answered_at >= starts_at and t.answered_at < ends_at and not t.left_message))),
        'handling_seconds', round(extract(epoch from percentile_cont(0.5) within group (order by t.ended_at - t.answered_at)
          filter (where t.ended_at >= starts_at and t.ended_at < ends_at)))
      )
      from private.chat_times t
      where t.is_first
        and (t.answered_at >= starts_at and t.answered_at < ends_at or t.ended_at >= starts_at and t.ended_at < ends_at)
    ) end,
    'users', case when private.has_permission('approve_users') then (
      select jsonb_build_object('signed_up', count(*)) from public.profiles p
      where p.created_at >= starts_at and p.created_at < ends_at
    ) end,
    'payments', case when private.has_permission('view_transactions') then (
      select jsonb_build_object('count', coalesce(sum(d.count), 0), 'total', coalesce(sum(d.total), 0))
      from private.payment_days d where d.day between p_first and p_last
    ) end,
    'cases', case when private.has_permission('manage_cases') then (
      select jsonb_build_object('decided', count(*)) from private.cases c
      where c.state = 'decided' and c.decided_at >= starts_at and c.decided_at < ends_at
        and not private.is_kept_from(auth.uid(), c)
    ) end
  );
end
$$;
comment on function private.figures_between is
  'What is counted over time, from one day to another in London: chats for staff with manage_chat, sign-ups with approve_users, payments with view_transactions, decided cases with manage_cases. A part is null without the right.';

create function private.case_figures() returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  tonight constant timestamptz := private.end_of_day(private.london_date(now()));
begin
  return (
    -- Those that the caller may not work on count too: they are due all the same, and the figure names nobody. But the
    -- other side of a payment would learn from the list, which has one fewer, that there is a case about it.
    select jsonb_build_object(
      'open', count(*), 'due_today', count(*) filter (where c.due_at <= tonight),
      'overdue', count(*) filter (where c.due_at <= now()),
      'summaries_due_today', count(*) filter (where complaint.summary_due_at > now() and complaint.summary_due_at <= tonight)
    )
    from private.cases c left join private.complaints complaint on complaint.id = c.id
    where c.state = 'open' and not private.is_kept_from(auth.uid(), c)
  );
end
$$;

create function private.failed_jobs() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object('name', f.jobname, 'count', f.count, 'week', f.week, 'failed_at', f.failed_at, 'is_failing', f.is_failing)
      order by f.jobname
    ), '[]')
    from (
      select
        j.jobname,
        count(*) filter (where d.status = 'failed' and d.start_time > now() - interval '24 hours') as count,
        -- The job delete-old-job-runs keeps what failed for so long.
        count(*) filter (where d.status = 'failed' and d.start_time > now() - interval '7 days') as week,
        max(d.start_time) filter (where d.status = 'failed') as failed_at,
        -- The newest finished run failed.
        max(d.runid) filter (where d.status = 'failed') > coalesce(max(d.runid) filter (where d.status = 'succeeded'), 0)
          as is_failing
      from cron.job_run_details d join cron.job j on j.jobid = d.jobid
      group by j.jobname
    ) f
    where f.week > 0 or f.is_failing
  );
end
$$;

create function private.first_day_of(p_days integer) returns date
language sql stable set search_path = ''
return private.london_date(now()) - least(greatest(coalesce(p_days, 1), 1), 30) + 1;
comment on function private.first_day_of is 'The first day of the last days, at most 30 with today.';

create function private.get_staff_overview(p_days integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.london_date(now());
  first_day constant date := private.first_day_of(p_days);
  is_super_admin constant boolean := private.has_role('super_admin');
  can_repair constant boolean := private.has_permission('repair_transactions');
  sees_payments constant boolean := private.has_permission('view_transactions');
  holidays_end constant date := private.holidays_known_until();
begin
  perform private.require_staff();
  return jsonb_build_object(
    'chats', case when private.has_permission('manage_chat') then private.chat_figures() end,
    'users', case when private.has_permission('approve_users') then (
      select jsonb_build_object('pending', count(*)) from private.user_directory d where d.list = 'pending'
    ) end,
    'approvals', case when private.is_approver() then jsonb_build_object('waiting', private.count_approval_requests()) end,
    'period', private.figures_between(first_day, today),
    'week_before', private.figures_between(first_day - 7, first_day - 1),
    'missing_credits', case when sees_payments or can_repair then (
      select jsonb_build_object('count', count(t.id), 'total', coalesce(sum(t.amount), 0))
      from private.missing_credits m join public.transactions t on t.id = m.transaction_id
    ) end,
    'late_bank_payments', case when is_super_admin or can_repair then (
      select jsonb_build_object('count', count(*), 'total', coalesce(sum(p.amount), 0))
      from private.bank_payments p
      where p.state in ('sent', 'returning') and private.waits_since(p) < now() - interval '2 hours'
    ) end,
    'cases', case when private.has_permission('manage_cases') then private.case_figures() end,
    'holidays_until', case when is_super_admin and holidays_end < today + 366 then holidays_end end,
    'problems', case when is_super_admin then (select coalesce(jsonb_agg(h.problem), '[]') from private.health() h) end,
    'jobs', case when is_super_admin then private.failed_jobs() end,
    'audit', case when is_super_admin then (
      select jsonb_build_object(
        'verified_at', max(c.verified_at), 'broken_rows', coalesce(max(cardinality(c.broken_rows)), 0)
      )
      from (select * from private.audit_verifications where verified_at is not null order by id desc limit 1) c
    ) end,
    'refused_calls', case when is_super_admin then (
      select count(*) from private.audit_log l where l.action = 'report_call' and l.created_at > now() - interval '7 days'
    ) end,
    'device_binding', case when is_super_admin then (select s.device_binding from private.settings s) end,
    'database_version', case when is_super_admin then private.release_version() end
  );
end
$$;
select private.expose('get_staff_overview', statement_timeout => '8s', description =>
  'The overview. What is so now: chats that wait for staff with manage_chat, users to approve with approve_users, approvals for those who decide them, payments that were not credited with view_transactions or repair_transactions, payments that other banks have not decided about for two hours with repair_transactions and for super admins, open cases with manage_cases; for super admins until when bank holidays are known, what is wrong (private.health), jobs that failed within a week, the last check of the audit, the calls of a week that customers refused, whose devices must be known, and the release of the database. And the figures of the last days (at most 30, with today) and of the seven days before them (private.figures_between), payments as the job sum-payments has added them up within the last minute. A part is null without the right.');

create function private.list_figures_by_day(p_days integer default 7) returns table (day date, figures jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query
  select d.day::date, private.figures_between(d.day::date, d.day::date)
  from generate_series(private.first_day_of(p_days), private.london_date(now()), interval '1 day') d (day)
  order by 1 desc;
end
$$;
select private.expose('list_figures_by_day', statement_timeout => '8s', description =>
  'The figures of the overview for each of the last days (at most 30, with today), newest first. A part is null without the right, as in get_staff_overview.');

create function private.list_agent_figures(p_days integer default 7, p_by_day boolean default false)
returns table (day date, agent_id uuid, agent_name text, answered integer, wait_seconds integer, handling_seconds integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  sees_all constant boolean := private.has_role('super_admin');
  since timestamptz;
begin
  perform private.require_right(sees_all or private.has_permission('manage_chat'));
  since := private.london_instant(private.first_day_of(p_days), '00:00');
  return query
  select
    case when p_by_day then private.london_date(t.answered_at) end, t.agent_id, coalesce(p.full_name, 'Agent')::text, count(*)::integer,
    round(extract(epoch from percentile_cont(0.5) within group (order by t.answered_at - t.asked_at) filter (where not t.left_message)))::integer,
    round(extract(epoch from percentile_cont(0.5) within group (order by t.ended_at - t.answered_at)))::integer
  from private.chat_times t left join public.profiles p on p.id = t.agent_id
  where t.answered_at >= since and t.agent_id is not null and (sees_all or t.agent_id = auth.uid())
  group by 1, t.agent_id, p.full_name
  order by 1 desc, 3, 2
  limit 5000;
end
$$;
select private.expose('list_agent_figures', statement_timeout => '8s', description =>
  'How many requests each agent answered in the last days (at most 30, with today), the median wait of these customers without messages left out of hours, and the median time until the chat ended; in all, or for each day. Super admins see every agent, those with manage_chat themselves.');
