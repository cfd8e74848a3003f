-- Whether the bank works: what is late, off, failing or given up. Staff see it on the overview, `npm run hosted:check` reads it, and
-- the function send-due-mails reports it to the operator when it changes.

create function private.longest_pause(p_schedule text) returns interval
language sql immutable set search_path = ''
return case
  when p_schedule ~ '^[0-9]+ seconds?$' then interval '5 minutes'
  when p_schedule ~ '^(\*|\*/[0-9]+) \* \* \* \*$'
    then interval '1 minute' * (coalesce(substring(p_schedule from '^\*/([0-9]+)'), '1')::integer + 5)
  when p_schedule ~ '^[0-9,]+ \* \* \* \*$' then interval '75 minutes'
  when p_schedule ~ '^\S+ [0-9]+ \* \* \*$' then interval '26 hours'
  else interval '32 days'
end;
comment on function private.longest_pause is 'How long ago a job with this schedule has last begun, with time to spare. After that it is late.';

create function private.job_states(p_at timestamptz)
returns table (job_id bigint, last_run_at timestamptz, is_off boolean, is_late boolean, is_failing boolean)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with runs as materialized (
    select d.jobid, d.runid, d.status, d.start_time from cron.job_run_details d
  ),
  -- A job that has never run is late when the bank is older than its pause: its first run, or else its first approved user.
  known as (
    select coalesce(
      (select min(r.start_time) from runs r), (select min(d.created_at) from private.user_directory d where d.list = 'approved'), p_at
    ) as since
  )
  select
    j.jobid, r.last_run_at, not j.active,
    j.active and coalesce(r.last_run_at, k.since) < p_at - private.longest_pause(j.schedule),
    coalesce(r.failed_run > coalesce(r.good_run, 0), false)
  from cron.job j
  cross join known k
  left join (
    select
      all_runs.jobid, max(all_runs.start_time) as last_run_at,
      max(all_runs.runid) filter (where all_runs.status = 'failed') as failed_run,
      max(all_runs.runid) filter (where all_runs.status = 'succeeded') as good_run
    from runs all_runs
    group by all_runs.jobid
  ) r on r.jobid = j.jobid
  where j.jobname is not null;
end
$$;

create function private.mails_in_trouble(p_at timestamptz, p_is_given_up boolean) returns bigint
language sql stable set search_path = ''
begin atomic
  select count(*) from (
    select
    from (
      -- Each part has its index: the mails of a month stay in the table.
      select m from private.due_mails m
      where m.sent_at is null and (m.attempts < 12 or m.kind in ('security', 'pin')) and m.kind <> 'push'
      union all
      select m from private.due_mails m
      where p_is_given_up and m.sent_at is null and m.attempts >= 12 and m.kind not in ('push', 'security', 'pin')
        and m.taken_until >= p_at - interval '1 day'
    ) unsent (mail)
    cross join lateral (select (unsent.mail).*) m
    -- Without a mail server none is tried.
    where exists (select from private.due_mails tried where tried.attempts > 0)
      and case
        when p_is_given_up then private.mail_given_up_at(unsent.mail) between p_at - interval '1 day' and p_at
        else m.created_at < p_at - interval '15 minutes' and private.mail_given_up_at(unsent.mail) > p_at
      end
      -- What is no longer so is not sent, and no mail goes to a payee without an address for it.
      and exists (
        select from private.mail_facts(m.about_id, m.kind) f join public.profiles p on p.id = f.user_id
        where m.kind in ('security', 'pin', 'sign_up') or private.mail_address(p, f.notification_type) is not null
      )
    limit 1000
  ) troubled;
end;

create function private.health(p_at timestamptz default now()) returns table (id text, problem text)
language plpgsql stable set search_path = '' as $$
declare
  figure bigint;
  last_end timestamptz;
  verification private.audit_verifications;
begin
  return query
  select said.id, said.problem
  from private.job_states(p_at) s join cron.job j on j.jobid = s.job_id
  cross join lateral (values
    (s.is_off, 'job-off ' || j.jobname, format('The job %s is switched off.', j.jobname)),
    (
      s.is_late, 'job-late ' || j.jobname,
      format('The job %s is late: %s.', j.jobname, coalesce('it last ran at ' || private.time_and_day(s.last_run_at), 'it has not run'))
    ),
    (s.is_failing, 'job-failing ' || j.jobname, format('The last run of the job %s failed.', j.jobname))
  ) said (is_so, id, problem)
  where said.is_so
  order by 1;

  figure := private.mails_in_trouble(p_at, false);
  if figure > 0 then
    return query select 'mails-owed', format('Emails wait for more than 15 minutes: %s.', figure);
  end if;
  figure := private.mails_in_trouble(p_at, true);
  if figure > 0 then
    return query select 'mails-given-up', format('Emails were given up within a day: %s.', figure);
  end if;

  figure := (
    select count(*) from public.outgoing_payments o
    where o.state in ('held', 'scheduled') and o.send_at < p_at - interval '15 minutes' and not o.awaits_owner
      -- The payments of a frozen or suspended customer wait.
      and not private.is_stopped(o.user_id)
  ) + (
    select count(*) from public.scheduled_payments s where not s.processed and s.scheduled_for < p_at - interval '15 minutes'
  );
  if figure > 0 then
    return query select 'payments-overdue', format('Payments are due for more than 15 minutes: %s.', figure);
  end if;

  select v.* into verification from private.audit_verifications v order by v.id desc limit 1;
  last_end := (select max(v.verified_at) from private.audit_verifications v);
  if coalesce(last_end, verification.started_at) < p_at - interval '26 hours' then
    return query select 'audit-late', format(
      'The whole audit was last checked at %s.%s', coalesce(private.time_and_day(last_end), 'no time'),
      case when verification.verified_at is null then
        format(' The check of %s has reached row %s.', private.time_and_day(verification.started_at), verification.verified_until)
      end
    );
  end if;
  if exists (select from private.open_audit_alarm()) then
    return query select 'audit-broken', 'The audit chain is broken, and no super admin has looked at it.';
  end if;

  select coalesce(nullif(s.finished_at, '-infinity'), nullif(s.started_at, '-infinity')) into last_end
  from private.credit_search s;
  if last_end < p_at - interval '26 hours' then
    return query select 'credits-late', format('The search for payments without their credit has not ended since %s.', private.time_and_day(last_end));
  end if;

  figure := (
    select count(*) from private.bank_payments p
    where p.state in ('sent', 'returning') and private.waits_since(p) < p_at - interval '2 hours'
  );
  if figure > 0 then
    return query select 'banks-late', format('Payments wait for another bank for more than 2 hours: %s.', figure);
  end if;
end
$$;
comment on function private.health is 'What is wrong now, in a sentence each, without personal data. No row if the bank is well.';

create table private.health_state (
  only_row boolean primary key default true constraint health_state_only_row_check check (only_row),
  checked_at timestamptz not null default '-infinity',
  red_at timestamptz not null default '-infinity',
  reported text[] not null default '{}',
  taken_until timestamptz not null default '-infinity'
);
comment on table private.health_state is 'What the operator was last told about the health of the bank, in one row.';
comment on column private.health_state.red_at is 'The last check that found a problem.';
comment on column private.health_state.reported is 'The ids of the problems that the operator was told of. Empty: that all is well.';
comment on column private.health_state.taken_until is 'No other report before: at most one in ten minutes.';

select private.keep_from_api('private.health_state');

insert into private.health_state default values;

create function private.take_health_report(p_at timestamptz default now()) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  state private.health_state;
  ids text[];
  problems text[];
begin
  -- Many callers of the function send mails. One of them looks, once a minute.
  select h.* into state from private.health_state h where h.checked_at < p_at - interval '1 minute' for update skip locked;
  if not found then
    return null;
  end if;
  select coalesce(array_agg(h.id), '{}'), coalesce(array_agg(h.problem), '{}') into ids, problems from private.health(p_at) h;
  update private.health_state h
  set checked_at = p_at, red_at = case when ids = '{}' then h.red_at else p_at end
  where h.only_row;
  if state.taken_until > p_at
    or ids <> '{}' and ids <@ state.reported
    or ids = '{}' and (state.reported = '{}' or state.red_at > p_at - interval '10 minutes')
  then
    return null;
  end if;
  update private.health_state h set taken_until = p_at + interval '10 minutes' where h.only_row;
  return jsonb_build_object('ids', to_jsonb(ids), 'problems', to_jsonb(problems));
end
$$;
select private.expose('take_health_report', to_roles => '{service_role}', description =>
  'What to tell the operator: the problems when there is one that they were not told of, an empty list when all has been well for ten minutes after a problem, null otherwise. Looks once a minute, and returns at most one report in ten minutes.');

create function private.mark_health_report_sent(p_ids text[]) returns void
language sql volatile security definer set search_path = ''
begin atomic
  update private.health_state h set reported = p_ids where h.only_row;
end;
select private.expose('mark_health_report_sent', to_roles => '{service_role}', description =>
  'The operator was told of these problems. A report that is not marked is taken again.');
