-- The nightly verification of the audit chain, and the alarm that staff see until a super admin has looked.

create table private.audit_verifications (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default now(),
  verified_at timestamptz,
  verified_until bigint not null default 0,
  broken_rows bigint[] not null default '{}',
  last_row bigint,
  last_hash bytea
);
comment on table private.audit_verifications is 'One row per verification of the whole audit chain by the nightly job.';
comment on column private.audit_verifications.verified_at is 'When the end of the chain was reached. Null while it runs.';
comment on column private.audit_verifications.verified_until is 'The place in the chain up to which the rows are verified. The next step starts after it.';
comment on column private.audit_verifications.broken_rows is 'The first hundred rows that break the chain.';
comment on column private.audit_verifications.last_row is 'The end of the chain. The next verification finds it again, so that rows cut off the end, or hashed again, are detected.';

create table private.audit_acknowledgements (
  row_id bigint primary key,
  acknowledged_at timestamptz not null default now(),
  acknowledged_by uuid not null
);
comment on table private.audit_acknowledgements is 'The broken rows that a super admin has looked at.';
comment on column private.audit_acknowledgements.acknowledged_by is 'No foreign key: the record outlives the user.';

select private.keep_from_api('private.audit_verifications');
select private.keep_from_api('private.audit_acknowledgements');

create function private.verify_audit_chain(p_rows bigint default 10000) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  most_named constant integer := 100;
  running private.audit_verifications;
  before private.audit_verifications;
  is_end boolean;
begin
  select v.* into running from private.audit_verifications v where v.verified_at is null for update;
  if not found then
    insert into private.audit_verifications as v default values returning v.* into running;
  end if;
  is_end := coalesce((select max(l.place) from private.audit_log l), 0) <= running.verified_until + p_rows;
  running.broken_rows := running.broken_rows || array(
    select b.id
    from private.broken_audit_rows(
      most_named - cardinality(running.broken_rows), running.verified_until, case when not is_end then running.verified_until + p_rows end
    ) b
  );
  running.verified_until := running.verified_until + p_rows;
  if is_end then
    select v.* into before from private.audit_verifications v where v.verified_at is not null order by v.id desc limit 1;
    if before.last_row is not null and not exists (
      select from private.audit_log l where l.id = before.last_row and l.hash = before.last_hash
    ) then
      running.broken_rows := array_append(array_remove(running.broken_rows, before.last_row), before.last_row);
    end if;
    running.verified_at := now();
    select l.id, l.hash, l.place into running.last_row, running.last_hash, running.verified_until
    from (select 1) one
    left join lateral (
      select l.id, l.hash, l.place from private.audit_log l where l.place is not null order by l.place desc limit 1
    ) l on true;
  end if;
  update private.audit_verifications v set
    verified_at = running.verified_at, verified_until = coalesce(running.verified_until, 0), broken_rows = running.broken_rows,
    last_row = running.last_row, last_hash = running.last_hash
  where v.id = running.id;
  return not is_end;
end
$$;
comment on function private.verify_audit_chain is
  'Verifies the next rows of the chain, from its start if no verification is running. With the last rows the verification ends. Returns whether rows are left.';

create function private.is_audit_check_due() returns boolean
language sql stable set search_path = ''
return not exists (
  select from private.audit_verifications v where v.verified_at is not null and v.started_at > now() - interval '12 hours'
);
comment on function private.is_audit_check_due is 'Whether the verification of this night is not at the end of the chain.';

create function private.open_audit_alarm() returns table (row_id bigint, found_at timestamptz)
language sql stable set search_path = ''
begin atomic
  select b.row_id, min(coalesce(c.verified_at, c.started_at))
  -- The last verification that has ended, and the running one.
  from (
    (select * from private.audit_verifications v where v.verified_at is not null order by v.id desc limit 1)
    union all
    select * from private.audit_verifications v where v.verified_at is null
  ) c
  cross join lateral unnest(c.broken_rows) with ordinality b (row_id, place)
  where not exists (select from private.audit_acknowledgements a where a.row_id = b.row_id)
  group by b.row_id
  order by min(b.place), b.row_id;
end;
comment on function private.open_audit_alarm is
  'The broken rows of the last verification, and those that the running one has found, that no super admin has looked at.';

create function private.get_audit_alarm() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return (
    select jsonb_build_object('row_id', a.row_id, 'found_at', a.found_at) from private.open_audit_alarm() a limit 1
  );
end
$$;
select private.expose('get_audit_alarm',
  'The first broken row of the audit chain and when the nightly job found it; null if there is none or a super admin has looked. For all staff.');

create function private.acknowledge_audit_alarm(p_row_id bigint) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  alarm bigint[];
begin
  perform private.require_super_admin();
  alarm := array(select a.row_id from private.open_audit_alarm() a);
  -- Another super admin was faster, or the row is not the one of the alarm.
  if (alarm[1] = p_row_id) is not true then
    return false;
  end if;
  insert into private.audit_acknowledgements (row_id, acknowledged_by)
  select broken.row_id, auth.uid() from unnest(alarm) broken (row_id)
  on conflict do nothing;
  if not found then
    return false;
  end if;
  perform private.audit('acknowledge_broken_audit', p_details => jsonb_build_object('rows', to_jsonb(alarm)));
  return true;
end
$$;
select private.expose('acknowledge_audit_alarm',
  'Ends the alarm about this broken row and those after it, and audits that the caller has looked. False if it was ended already. For super admins.');

-- Each minute of one hour: a run reads half a million rows, and the next one goes on after them.
select cron.schedule(
  'verify-audit-chain', '* 3 * * *', private.job_in_steps('case when private.is_audit_check_due() then private.verify_audit_chain() end')
);
