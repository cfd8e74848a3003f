-- How the jobs of pg_cron work through what is due.

create extension if not exists pg_cron;

-- A text and no procedure: a procedure with a search path of its own cannot commit.
create function private.job_for_each(p_due text, p_work text, p_failure text) returns text
language sql immutable set search_path = ''
return format($job$
do $$
declare
  due record;
  waiting uuid[] := '{}';
  failed integer := 0;
begin
  for due in
    %s
  loop
    continue when due.waits_for = any (waiting);
    -- One row that cannot be dealt with must not keep the others from it.
    begin
      if (%s) is not true then
        waiting := waiting || due.waits_for;
      end if;
    exception when others then
      failed := failed + 1;
    end;
    commit;
    exit when clock_timestamp() > statement_timestamp() + interval '50 seconds';
  end loop;
  -- What was committed stays. The failed run is in the list of jobs.
  if failed > 0 then
    raise exception '%% %s', failed;
  end if;
end
$$
$job$, btrim(p_due), p_work, p_failure);
comment on function private.job_for_each is
  'The command of a job that evaluates p_work for each due row, each in its own transaction, so that nothing is locked while the others are dealt with. What a run does not reach in 50 seconds, the next run does. If the result is not true, the rows with the same waits_for wait for the next run, because each try can take half a second.';

create function private.job_in_steps(p_step text) returns text
language sql immutable set search_path = ''
return format($job$
do $$
declare
  is_more boolean := true;
begin
  while is_more loop
    is_more := coalesce(%s, false) and clock_timestamp() < statement_timestamp() + interval '50 seconds';
    commit;
  end loop;
end
$$
$job$, p_step);
comment on function private.job_in_steps is
  'The command of a job that evaluates p_step, each time in its own transaction, while it is true. The step stores its place or removes its rows: what a run does not reach in 50 seconds, the next run does. A hosted project ends a run after two minutes.';
