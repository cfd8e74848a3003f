-- The nightly verification of the audit chain, and the alarm that staff see until a super admin has looked.

create table private.audit_verifications (
  id bigint generated always as identity primary key,
  verified_at timestamptz not null default now(),
  broken_rows bigint[] not null,
  last_row bigint,
  last_hash bytea
);
comment on table private.audit_verifications is 'One row per verification of the audit chain by the nightly job.';
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

create function private.verify_audit_chain() returns void
language plpgsql volatile set search_path = '' as $$
declare
  before private.audit_verifications;
  broken bigint[];
begin
  select c.* into before from private.audit_verifications c order by c.id desc limit 1;
  broken := array(select b.id from private.broken_audit_rows(100) b);
  if before.last_row is not null and not exists (
    select from private.audit_log l where l.id = before.last_row and l.hash = before.last_hash
  ) then
    broken := array_append(array_remove(broken, before.last_row), before.last_row);
  end if;
  insert into private.audit_verifications (broken_rows, last_row, last_hash)
  select broken, l.id, l.hash
  from (select 1) one
  left join lateral (
    select l.id, l.hash from private.audit_log l where l.place is not null order by l.place desc limit 1
  ) l on true;
end
$$;

create function private.open_audit_alarm() returns table (row_id bigint, found_at timestamptz)
language sql stable set search_path = ''
begin atomic
  select b.row_id, c.verified_at
  from (select * from private.audit_verifications order by id desc limit 1) c
  cross join lateral unnest(c.broken_rows) with ordinality b (row_id, place)
  where not exists (select from private.audit_acknowledgements a where a.row_id = b.row_id)
  order by b.place;
end;
comment on function private.open_audit_alarm is 'The broken rows of the last verification that no super admin has looked at.';

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

select cron.schedule('verify-audit-chain', '20 3 * * *', $job$select private.verify_audit_chain()$job$);
