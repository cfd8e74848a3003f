-- Who did what to whom. Written in the transaction of the deed; never changed.

create table private.audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  action text not null check (action ~ '^[a-z_]{3,60}$'),
  subject_id uuid,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object')
);
comment on table private.audit_log is 'Append-only record of deeds. Holds ids and figures, never names, addresses, PINs or messages.';
comment on column private.audit_log.actor_id is 'The signed-in person; null for the system. No foreign key: the record outlives people.';

alter table private.audit_log enable row level security;
create policy "Nobody reaches the audit log through the API" on private.audit_log
  for all to anon, authenticated using (false);

create trigger audit_log_is_append_only before update or delete or truncate on private.audit_log
  for each statement execute function private.refuse_change();

create function private.audit(p_action text, p_subject_id uuid, p_details jsonb default '{}') returns void
language sql volatile set search_path = ''
begin atomic
  insert into private.audit_log (actor_id, action, subject_id, details)
  values ((select auth.uid()), p_action, p_subject_id, p_details);
end;
comment on function private.audit is 'Records a deed of the signed-in person.';
