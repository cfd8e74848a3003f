-- The end of the clock of a case: what follows without a decision.

create function private.expire_case(p_case_id uuid, p_at timestamptz default now()) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  due_case private.cases;
begin
  -- The customer before the case, as staff do: claims about payments to one account count each other.
  perform private.lock_people((select c.user_id from private.cases c where c.id = p_case_id));
  perform private.case_step('lock', c, p_at) from private.cases c where c.id = p_case_id;
  due_case := private.lock_case(p_case_id);
  if private.is_due(due_case, p_at) is not true then
    return false;
  end if;
  perform private.case_step('expired', due_case, p_at);
  return true;
end
$$;
comment on function private.expire_case is
  'What follows when the clock of a case ends without a decision, which its kind says. False if it was decided or is not due.';

select cron.schedule('expire-due-cases', '* * * * *', private.job_for_each($$
    select c.id, null::uuid as waits_for from private.cases c
    where c.state = 'open' and (c.expired_at is null and c.due_at <= now() or c.expired_at is not null and c.last_at <= now())
      and private.is_due(c, now())
    order by c.due_at, c.id
    limit 1000
$$, 'private.expire_case(due.id)', 'cases whose time has ended could not be decided'));
