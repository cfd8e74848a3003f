-- Each row of the audit carries the hash of the one before it: what was changed or taken out afterwards shows.

alter table private.audit_log
  add column place bigint unique check (place > 0),
  add column previous_hash bytea,
  add column hash bytea,
  add check (num_nulls(place, previous_hash, hash) in (0, 3));
comment on column private.audit_log.place is 'Place in the chain, from 1 without gaps. Null only until the deed''s transaction commits.';
comment on column private.audit_log.previous_hash is 'The hash of the place before; empty for the first.';

create function private.audit_hash(p_row private.audit_log) returns bytea
language sql stable set search_path = ''
begin atomic
  select sha256(p_row.previous_hash || convert_to(
    jsonb_build_array(
      p_row.place, p_row.id, extract(epoch from p_row.created_at), p_row.actor_id, p_row.action, p_row.subject_id, p_row.details
    )::text, 'utf8'
  ));
end;
comment on function private.audit_hash is 'What the row must carry as its hash. jsonb has one way to write each value, so the text is always the same.';

create function private.refuse_audit_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.hash is null and new.hash is not null
    and (new.id, new.created_at, new.actor_id, new.action, new.subject_id, new.details)
      is not distinct from (old.id, old.created_at, old.actor_id, old.action, old.subject_id, old.details)
  then
    return new;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'PT403';
end
$$;
comment on function private.refuse_audit_change is 'The only change that a row ever sees is its way into the chain.';

drop trigger audit_log_is_append_only on private.audit_log;
create trigger audit_log_is_append_only before delete or truncate on private.audit_log
  for each statement execute function private.refuse_change();
create trigger audit_log_is_never_rewritten before update on private.audit_log
  for each row execute function private.refuse_audit_change();
-- Replication mode switches ordinary triggers off.
alter table private.audit_log enable always trigger audit_log_is_append_only;
alter table private.audit_log enable always trigger audit_log_is_never_rewritten;

create function private.append_to_audit_chain(p_id bigint) returns void
language plpgsql volatile set search_path = ''
-- A connection keeps its plans: one made while the table was small would read all of it for each row later.
set enable_seqscan = off as $$
declare
  entry private.audit_log;
  previous private.audit_log;
begin
  perform pg_advisory_xact_lock(hashtextextended('chain of the audit log', 0));
  select l.* into strict entry from private.audit_log l where l.id = p_id;
  select l.* into previous from private.audit_log l where l.place is not null order by l.place desc limit 1;
  entry.place := coalesce(previous.place, 0) + 1;
  entry.previous_hash := coalesce(previous.hash, '');
  update private.audit_log l set
    place = entry.place, previous_hash = entry.previous_hash, hash = private.audit_hash(entry)
  where l.id = p_id;
end
$$;
comment on function private.append_to_audit_chain is 'Takes the next place in the chain. One at a time, until commit.';

create function private.chain_audit_row() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.append_to_audit_chain(new.id);
  return null;
end
$$;

-- At commit, when every other lock has been taken: a deed that waits for an account never keeps another waiting here.
create constraint trigger chain_audit_row after insert on private.audit_log
  deferrable initially deferred
  for each row when (new.hash is null) execute function private.chain_audit_row();
alter table private.audit_log enable always trigger chain_audit_row;

do $$
declare
  existing bigint;
begin
  for existing in select l.id from private.audit_log l where l.hash is null order by l.id loop
    perform private.append_to_audit_chain(existing);
  end loop;
end
$$;

create function private.refuse_unless_super_admin() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.refuse_unless_approved();
  if not private.has_role('super_admin') then
    raise exception 'Only super admins can do this.' using errcode = 'PT403';
  end if;
end
$$;
comment on function private.refuse_unless_super_admin is 'Ends the call unless the caller is an approved super admin.';

create function private.first_broken_audit_row() returns bigint
language sql stable set search_path = ''
begin atomic
  select (chain.entry).id
  from (
    select l as entry, row_number() over (order by l.place) as nth, lag(l.hash) over (order by l.place) as hash_before
    from private.audit_log l
  ) chain
  where (chain.entry).place is distinct from chain.nth
    or (chain.entry).previous_hash is distinct from coalesce(chain.hash_before, '')
    or (chain.entry).hash is distinct from private.audit_hash(chain.entry)
  order by chain.nth
  limit 1;
end;
comment on function private.first_broken_audit_row is 'Where the chain no longer holds; null when it does. Rows missing at its end do not show: compare the last hash with a copy kept elsewhere.';

create function private.verify_audit() returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_unless_super_admin();
  return private.first_broken_audit_row();
end
$$;

create function public.verify_audit() returns bigint
language sql stable security invoker set search_path = '' set statement_timeout = '10min'
begin atomic
  select private.verify_audit();
end;
comment on function public.verify_audit is 'The id of the first row of the audit that was tampered with; null when the chain is whole. For super admins.';

grant execute on function private.verify_audit, public.verify_audit to authenticated;
