-- The objects of the extension pg_cron, which is not available here. local/cron runs the jobs of cron.job.

create schema cron;

create table cron.job (
  jobid bigint generated always as identity primary key,
  schedule text not null,
  command text not null,
  nodename text not null default 'localhost',
  nodeport int not null default 5432,
  database text not null default current_database(),
  username text not null default current_user,
  active boolean not null default true,
  jobname text,
  unique (jobname, username)
);

create table cron.job_run_details (
  jobid bigint,
  runid bigint generated always as identity primary key,
  job_pid int,
  database text,
  username text,
  command text,
  status text,
  return_message text,
  start_time timestamptz,
  end_time timestamptz
);

create function cron.schedule(job_name text, schedule text, command text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  id bigint;
begin
  -- Checks the form only: five fields, or seconds. local/cron reads the fields.
  if schedule !~ '^(\s*[0-9*/,-]+\s+([0-9*/,-]+\s+){3}[0-9*/,-]+\s*|[1-5]?[0-9] seconds?)$' then
    raise exception 'invalid schedule: %', schedule
      using hint = 'Use cron format (e.g. 5 4 * * *), or interval format ''[1-59] seconds''';
  end if;
  -- In a definer function, current_user is the owner. session_user is the caller.
  insert into cron.job as existing (schedule, command, jobname, username)
  values (schedule, command, job_name, session_user)
  on conflict on constraint job_jobname_username_key
    do update set schedule = excluded.schedule, command = excluded.command, active = true
  returning jobid into id;
  return id;
end $$;

create function cron.schedule(schedule text, command text) returns bigint
language sql security definer set search_path = '' as $$
  select cron.schedule(null, schedule, command)
$$;

create function cron.unschedule(job_name text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from cron.job j where j.jobname = job_name and j.username = session_user;
  if not found then raise exception 'could not find valid entry for job ''%''', job_name; end if;
  return true;
end $$;

create function cron.unschedule(job_id bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from cron.job j where j.jobid = job_id and j.username = session_user;
  if not found then raise exception 'could not find valid entry for job %', job_id; end if;
  return true;
end $$;

revoke execute on all functions in schema cron from public;

-- Runs instead of `create extension pg_cron` in a migration. Before it, no role may schedule jobs, as on the platform.
create function _stack.enable_pg_cron() returns void language sql set search_path = '' as $$
  grant usage on schema cron to postgres with grant option;
  grant execute on all functions in schema cron to postgres with grant option;
  grant select on cron.job to postgres with grant option;
  grant select, insert, update, delete on cron.job_run_details to postgres with grant option;
$$;
