-- The jobs of the database, for the back office: when they ran, and what failed.

-- pg_cron removes nothing, and its table has an index on the number of the run only: each look at the jobs reads it whole. A job of
-- every second adds 86,400 rows a day.
select cron.schedule('delete-old-job-runs', '19 * * * *', $job$
  delete from cron.job_run_details d
  where d.start_time < now() - case
    when exists (select from cron.job j where j.jobid = d.jobid and j.schedule ~ 'second')
      then case d.status when 'failed' then interval '1 day' else interval '1 hour' end
    else case d.status when 'failed' then interval '7 days' else interval '2 days' end
  end
$job$);

create function private.job_problem(p_message text) returns text
language sql immutable set search_path = ''
return case
  when p_message ~* 'statement timeout|canceling statement' then 'too-slow'
  when p_message ~* 'deadlock|lock timeout|could not serialize' then 'locked'
  when p_message ~* 'connection|server (closed|restarted)|terminating|startup timeout|shutting down' then 'connection'
  when p_message ~* 'does not exist' then 'missing'
  when p_message ~* 'permission denied|must be owner' then 'no-right'
  when p_message ~* 'violates|duplicate key|invalid input|out of range' then 'bad-data'
  when p_message ~* 'disk full|no space|out of (shared )?memory|too many' then 'no-room'
  else 'other'
end;
comment on function private.job_problem is
  'What kind of error ended a run. The message itself can contain values of rows, so it does not leave the database.';

create function private.list_jobs()
returns table (
  name text, schedule text, last_run_at timestamptz, last_success_at timestamptz, is_failing boolean, failures integer,
  failed_run bigint, problem text, is_off boolean, is_late boolean
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  return query
  select
    j.jobname::text, j.schedule::text, r.last_run_at, r.last_success_at, coalesce(r.failed_run > coalesce(r.good_run, 0), false),
    coalesce(r.failures, 0), failed.runid,
    case when failed.runid is not null then private.job_problem(failed.return_message) end, s.is_off, s.is_late
  from cron.job j
  join private.job_states(now()) s on s.job_id = j.jobid
  left join (
    select
      d.jobid, max(d.start_time) as last_run_at,
      max(d.start_time) filter (where d.status = 'succeeded') as last_success_at,
      max(d.runid) filter (where d.status = 'succeeded') as good_run,
      max(d.runid) filter (where d.status = 'failed') as failed_run,
      count(*) filter (where d.status = 'failed' and d.start_time > now() - interval '7 days')::integer as failures
    from cron.job_run_details d
    group by d.jobid
  ) r on r.jobid = j.jobid
  left join cron.job_run_details failed on r.failures > 0 and failed.runid = r.failed_run
  order by 5 desc, s.is_off or s.is_late desc, 1
  limit 100;
end
$$;
select private.expose('list_jobs', statement_timeout => '8s', description =>
  'The jobs of the database, those first whose newest finished run failed, then those that are off or late, with their failures of seven days, and the number and the kind of error of the newest of these. For super admins.');
