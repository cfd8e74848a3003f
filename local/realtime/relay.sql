-- The relay's questions to the database, one round trip each. Applied by the relay whenever it starts, as a superuser.
create schema if not exists _stack;

-- Broadcasts sent with realtime.send() reach the relay through the log, as the rows of published tables do.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime_messages_publication') then
    create publication supabase_realtime_messages_publication for table realtime.messages
      with (publish = 'insert', publish_via_partition_root = true);
  end if;
end $$;
delete from realtime.messages where inserted_at < now() - interval '3 days';

-- Everything until the end of the transaction is asked with the rights of this person.
create or replace function _stack.realtime_act_as(role_name text, claims text) returns void language sql as $$
  select set_config('request.jwt.claims', claims, true), set_config('role', role_name, true);
$$;

-- Does a row, given as column texts, pass every filter of a subscription?
create or replace function _stack.realtime_matches(filters jsonb, row_values jsonb, types jsonb) returns boolean
language plpgsql set search_path = public, extensions as $$
declare
  filter jsonb;
  comparison text;
  passes boolean;
begin
  for filter in select * from jsonb_array_elements(filters) loop
    -- A DELETE carries the key alone, an UPDATE may leave out long values: what is not there matches nothing.
    if not row_values ? (filter->>'column') or not types ? (filter->>'column') then return false; end if;
    comparison := case filter->>'operator'
      when 'eq' then '%1$L::%2$s = %3$L::%2$s'
      when 'neq' then '%1$L::%2$s <> %3$L::%2$s'
      when 'lt' then '%1$L::%2$s < %3$L::%2$s'
      when 'lte' then '%1$L::%2$s <= %3$L::%2$s'
      when 'gt' then '%1$L::%2$s > %3$L::%2$s'
      when 'gte' then '%1$L::%2$s >= %3$L::%2$s'
      when 'in' then '%1$L::%2$s = any (%3$L::%2$s[])'
      when 'like' then '%1$L::%2$s like %3$L'
      when 'ilike' then '%1$L::%2$s ilike %3$L'
      when 'match' then '%1$L::%2$s ~ %3$L'
      when 'imatch' then '%1$L::%2$s ~* %3$L'
      when 'isdistinct' then '%1$L::%2$s is distinct from %3$L::%2$s'
      when 'is' then case lower(filter->>'value')
        when 'null' then '%1$L::%2$s is null'
        when 'true' then '%1$L::%2$s is true'
        when 'false' then '%1$L::%2$s is false'
        when 'unknown' then '%1$L::%2$s is unknown'
      end
    end;
    if comparison is null then raise exception 'invalid filter on %', filter->>'column'; end if;
    execute 'select ' || format(comparison, row_values->>(filter->>'column'), types->>(filter->>'column'), filter->>'value')
      into passes;
    if (filter->>'negated')::boolean then passes := not passes; end if;
    if passes is not true then return false; end if;
  end loop;
  return true;
end $$;

-- Column name → type, without length: a filter's value must not be cut or rounded to the column's.
create or replace function _stack.realtime_types(relation regclass) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(attname, format_type(atttypid, -1)), '{}')
  from pg_attribute where attrelid = relation and attnum > 0 and not attisdropped;
$$;

create or replace function _stack.realtime_readable(relation regclass, role_name text) returns text[] language sql stable as $$
  select coalesce(array_agg(attname::text order by attnum), '{}')
  from pg_attribute
  where attrelid = relation and attnum > 0 and not attisdropped and has_column_privilege(role_name, relation, attnum, 'select');
$$;

-- Why a subscription cannot be had: 'unpublished', what is wrong with a filter, or null when nothing is.
create or replace function _stack.realtime_refusal(schema_name text, table_name text, filters jsonb, role_name text)
returns text language plpgsql set search_path = public, extensions as $$
declare
  relation regclass;
  filter jsonb;
  is_published boolean := false;
begin
  for relation in
    select format('%I.%I', schemaname, tablename)::regclass from pg_publication_tables
    where pubname = 'supabase_realtime' and schema_name in ('*', schemaname) and table_name in ('*', tablename)
  loop
    is_published := true;
    for filter in select * from jsonb_array_elements(filters) loop
      if not (filter->>'column') = any (_stack.realtime_readable(relation, role_name)) then
        return 'invalid column for filter ' || (filter->>'column');
      end if;
      -- A trial shows whether operator and value fit the column. Patterns are only read when there is a text to hold them against.
      perform _stack.realtime_matches(
        jsonb_build_array(filter),
        jsonb_build_object(filter->>'column', case when filter->>'operator' in ('like', 'ilike', 'match', 'imatch') then '' end),
        _stack.realtime_types(relation));
    end loop;
  end loop;
  return case when not is_published then 'unpublished' end;
exception when others then
  return sqlerrm;
end $$;

-- What becomes of one change: the row as each role may see it, and the subscriptions that may see it at all.
-- Values are column → text. readers: [{role, claims, subscriptions: [{id, filters}]}], one for each distinct set of claims.
create or replace function _stack.realtime_apply(
  schema_name text, table_name text, action text, new_values jsonb, old_values jsonb, readers jsonb, xid text
) returns jsonb language plpgsql set search_path = public, extensions as $$
declare
  relation regclass;
  is_secured boolean;
  key_columns text[];
  readable text[];
  types jsonb;
  role_name text;
  reader jsonb;
  new_record jsonb;
  old_record jsonb;
  row_check text;
  is_visible boolean;
  matching int[];
  visible int[] := '{}';
  views jsonb := '{}';
begin
  -- The commit is in the log a moment before other transactions see its rows; asking too early would lose the change.
  for attempt in 1..2000 loop
    exit when pg_xact_status(xid::xid8) is distinct from 'in progress';
    perform pg_sleep(0.0005);
  end loop;

  relation := to_regclass(format('%I.%I', schema_name, table_name));
  if relation is null then return null; end if;
  types := _stack.realtime_types(relation);
  select relrowsecurity into is_secured from pg_class where oid = relation;
  select coalesce(array_agg(a.attname::text order by a.attnum), '{}') into key_columns
  from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
  where i.indrelid = relation and i.indisprimary;

  new_record := _stack.realtime_record(new_values, types);
  old_record := _stack.realtime_record(old_values, types);

  for role_name in select distinct r->>'role' from jsonb_array_elements(readers) r loop
    readable := _stack.realtime_readable(relation, role_name);
    views := views || jsonb_build_object(role_name, jsonb_build_object(
      'refusal', case
        when action = 'DELETE' then null
        when key_columns = '{}' then 'Error 400: Bad Request, no primary key'
        when not key_columns <@ readable then 'Error 401: Unauthorized' end,
      'columns', (
        select jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname) order by a.attnum)::text
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = relation and a.attname = any (readable)),
      'record', (
        select coalesce(jsonb_object_agg(key, value), '{}')::text from jsonb_each(new_record) where key = any (readable)),
      -- Nobody can ask a policy about a row that is gone, so under row security a DELETE tells no more than the key.
      'old_record', (
        select coalesce(jsonb_object_agg(key, value), '{}')::text from jsonb_each(old_record)
        where key = any (readable) and (action = 'UPDATE' or not is_secured or key = any (key_columns)))));
  end loop;

  if is_secured and action <> 'DELETE' then
    select format('select exists (select from %s where %s)', relation,
      string_agg(format('%I = %L::%s', k, new_values->>k, types->>k), ' and ')) into row_check
    from unnest(key_columns) k;
  end if;

  for reader in select * from jsonb_array_elements(readers) loop
    begin
      select coalesce(array_agg((s->>'id')::int), '{}') into matching
      from jsonb_array_elements(reader->'subscriptions') s
      where _stack.realtime_matches(s->'filters', case when action = 'DELETE' then old_values else new_values end, types);
      continue when matching = '{}';
      is_visible := true;
      if row_check is not null and views->(reader->>'role')->>'refusal' is null then
        perform _stack.realtime_act_as(reader->>'role', reader->>'claims');
        execute row_check into is_visible;
        perform set_config('role', 'none', true);
      end if;
      if is_visible then visible := visible || matching; end if;
    exception when others then
      null; -- A filter or policy that fails shuts out its own reader and nobody else; the role falls back with it.
    end;
  end loop;
  return jsonb_build_object('views', views, 'visible', visible);
end $$;

-- Column texts as the JSON that the API would answer. Columns dropped since the change are left out.
create or replace function _stack.realtime_record(row_values jsonb, types jsonb) returns jsonb
language plpgsql set search_path = public, extensions as $$
declare
  columns text;
  record jsonb;
begin
  select string_agg(format('%L::%s as %I', value, types->>key, key), ', ') into columns
  from jsonb_each_text(row_values) where types ? key;
  if columns is not null then execute format('select to_jsonb(r) from (select %s) r', columns) into record; end if;
  return record;
end $$;

-- May this person read (or write) on a private channel? Tried with a message that is taken back, as the policies are about messages.
create or replace function _stack.realtime_may(verb text, channel text, role_name text, claims text) returns boolean
language plpgsql as $$
declare
  probe uuid := gen_random_uuid();
  is_allowed boolean := false;
begin
  perform set_config('realtime.topic', channel, true);
  if verb = 'read' then insert into realtime.messages (id, topic, extension) values (probe, channel, 'broadcast'); end if;
  perform _stack.realtime_act_as(role_name, claims);
  if verb = 'read' then
    select exists (select from realtime.messages where id = probe) into is_allowed;
  else
    insert into realtime.messages (id, topic, extension) values (probe, channel, 'broadcast');
    is_allowed := true;
  end if;
  raise exception using errcode = 'RT000';
exception
  when sqlstate 'RT000' then return is_allowed;
  when insufficient_privilege then return false;
end $$;
