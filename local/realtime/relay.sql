-- The functions that the relay calls. The relay applies this file as a superuser at each start.
create schema if not exists _stack;

-- `create or replace` cannot rename parameters, so the functions of an earlier version are dropped.
do $$
declare
  earlier regprocedure;
begin
  for earlier in
    select oid from pg_proc where pronamespace = '_stack'::regnamespace and starts_with(proname, 'realtime_')
  loop
    execute format('drop function %s', earlier);
  end loop;
end $$;

-- The relay reads broadcasts of realtime.send() from the write-ahead log, like the rows of published tables.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime_messages_publication') then
    create publication supabase_realtime_messages_publication for table realtime.messages
      with (publish = 'insert', publish_via_partition_root = true);
  end if;
end $$;
delete from realtime.messages where inserted_at < now() - interval '3 days';

-- Sets role and claims until the end of the transaction.
create function _stack.realtime_act_as(role_name text, claims text) returns void language sql as $$
  select set_config('request.jwt.claims', claims, true), set_config('role', role_name, true);
$$;

-- Whether a row, given as column texts, passes a filter. A null filter passes every row.
create function _stack.realtime_matches(filter jsonb, row_values jsonb, types jsonb) returns boolean
language plpgsql set search_path = public, extensions as $$
declare
  comparison text;
  passes boolean;
begin
  if filter is null or filter = 'null' then return true; end if;
  -- A DELETE has only the key, and an UPDATE may leave out long values: a missing value passes no filter.
  if not row_values ? (filter->>'column') or not types ? (filter->>'column') then return false; end if;
  comparison := case filter->>'operator'
    when 'eq' then '%1$L::%2$s = %3$L::%2$s'
    when 'neq' then '%1$L::%2$s <> %3$L::%2$s'
    when 'lt' then '%1$L::%2$s < %3$L::%2$s'
    when 'lte' then '%1$L::%2$s <= %3$L::%2$s'
    when 'gt' then '%1$L::%2$s > %3$L::%2$s'
    when 'gte' then '%1$L::%2$s >= %3$L::%2$s'
    when 'in' then '%1$L::%2$s = any (%3$L::%2$s[])'
  end;
  execute 'select ' || format(comparison, row_values->>(filter->>'column'), types->>(filter->>'column'), filter->>'value')
    into passes;
  return coalesce(passes, false);
end $$;

-- Column name → type without its length, so that the cast does not cut or round a filter's value.
create function _stack.realtime_types(relation regclass) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(attname, format_type(atttypid, -1)), '{}')
  from pg_attribute where attrelid = relation and attnum > 0 and not attisdropped;
$$;

create function _stack.realtime_readable(relation regclass, role_name text) returns text[] language sql stable as $$
  select coalesce(array_agg(attname::text order by attnum), '{}')
  from pg_attribute
  where attrelid = relation and attnum > 0 and not attisdropped and has_column_privilege(role_name, relation, attnum, 'select');
$$;

-- The reason for refusing a subscription: 'unpublished' or an invalid filter. Null allows it.
create function _stack.realtime_refusal(schema_name text, table_name text, filter jsonb, role_name text)
returns text language plpgsql set search_path = public, extensions as $$
declare
  relation regclass;
begin
  select format('%I.%I', schemaname, tablename)::regclass into relation from pg_publication_tables
  where pubname = 'supabase_realtime' and schema_name = schemaname and table_name = tablename;
  if relation is null then return 'unpublished'; end if;
  if filter is null then return null; end if;
  if not (filter->>'column') = any (_stack.realtime_readable(relation, role_name)) then
    return 'invalid column for filter ' || (filter->>'column');
  end if;
  -- A comparison with null raises an error when the column's type cannot read the filter's value.
  perform _stack.realtime_matches(
    filter, jsonb_build_object(filter->>'column', null), _stack.realtime_types(relation));
  return null;
exception when others then
  return sqlerrm;
end $$;

-- Waits until other transactions see the rows of this one: the log holds a commit shortly before they do.
create function _stack.realtime_await(xid text) returns void language plpgsql as $$
begin
  for attempt in 1..2000 loop
    exit when pg_xact_status(xid::xid8) is distinct from 'in progress';
    perform pg_sleep(0.0005);
  end loop;
end $$;

-- Returns the row as each role may read it, and the subscriptions that receive it. Values are column → text.
-- readers: [{role, claims, subscriptions: [{id, filter}]}], one for each distinct set of claims.
create function _stack.realtime_apply(
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
  -- An earlier policy check would find no row.
  perform _stack.realtime_await(xid);
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
      -- No policy can check a deleted row, so with row security a DELETE holds only the key.
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
      where _stack.realtime_matches(s->'filter', case when action = 'DELETE' then old_values else new_values end, types);
      continue when matching = '{}';
      is_visible := true;
      if row_check is not null and views->(reader->>'role')->>'refusal' is null then
        perform _stack.realtime_act_as(reader->>'role', reader->>'claims');
        execute row_check into is_visible;
        perform set_config('role', 'none', true);
      end if;
      if is_visible then visible := visible || matching; end if;
    exception when others then
      null; -- A failing filter or policy excludes only its own reader. The rollback also resets the role.
    end;
  end loop;
  return jsonb_build_object('views', views, 'visible', visible);
end $$;

-- Column texts as the JSON of the API, without columns that were dropped after the change.
create function _stack.realtime_record(row_values jsonb, types jsonb) returns jsonb
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

-- Whether the caller may read or write on a private channel. The policies are on realtime.messages, so the function
-- tries a message and rolls it back.
create function _stack.realtime_may(verb text, channel text, role_name text, claims text) returns boolean
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
