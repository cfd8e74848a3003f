import { literal } from './quoting'

/** Returns one row with one JSON value, of the type `SchemaFacts` in schemaCache.ts. */
export function schemaQuery(schemas: string[]): string {
  return `
with relations as (
  select c.oid, n.nspname, c.relname
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in (${schemas.map(literal).join(', ')})
    and c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
),
column_names as (
  select k.oid as constraint_id,
    json_agg(a.attname order by u.position) filter (where u.side = 'own') as own_columns,
    json_agg(a.attname order by u.position) filter (where u.side = 'target') as target_columns
  from pg_constraint k
  cross join lateral (
    select 'own' as side, k.conrelid as relation, number, position from unnest(k.conkey) with ordinality x(number, position)
    union all
    select 'target', k.confrelid, number, position from unnest(k.confkey) with ordinality x(number, position)
  ) u
  join pg_attribute a on a.attrelid = u.relation and a.attnum = u.number
  where k.contype in ('p', 'f')
  group by k.oid
)
select json_build_object(
  'relations', (
    select coalesce(json_agg(json_build_object(
      'oid', r.oid::int8, 'schema', r.nspname, 'name', r.relname,
      'primaryKey', coalesce((
        select n.own_columns from pg_constraint k join column_names n on n.constraint_id = k.oid
        where k.conrelid = r.oid and k.contype = 'p'), '[]'),
      'columns', coalesce((
        select json_agg(json_build_object(
          'name', a.attname,
          'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a
        where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped), '[]')
    )), '[]') from relations r),
  'foreignKeys', (
    select coalesce(json_agg(json_build_object(
      'name', k.conname, 'from', k.conrelid::int8, 'to', k.confrelid::int8,
      'fromColumns', n.own_columns, 'toColumns', n.target_columns,
      'oneToOne', exists (
        select from pg_constraint u
        where u.conrelid = k.conrelid and u.contype in ('p', 'u') and u.conkey <@ k.conkey and u.conkey @> k.conkey)
    )), '[]')
    from pg_constraint k join column_names n on n.constraint_id = k.oid
    where k.contype = 'f' and k.conparentid = 0
      and k.conrelid in (select oid from relations) and k.confrelid in (select oid from relations)),
  'functions', (
    select coalesce(json_agg(json_build_object(
      'schema', n.nspname, 'name', p.proname,
      'changesNothing', p.provolatile <> 'v',
      'timeout', (
        select split_part(setting, '=', 2) from unnest(p.proconfig) setting where setting like 'statement_timeout=%'),
      'returnsSet', p.proretset,
      'returnsVoid', p.prorettype = 'void'::regtype,
      'returnsRows', t.typtype = 'c' or p.prorettype = 'record'::regtype or coalesce(p.proargmodes && '{o,b,t}', false),
      'relation', t.typrelid::int8,
      'parameters', (
        select coalesce(json_agg(json_build_object(
          'name', coalesce(p.proargnames[x.position], ''),
          'type', format_type(x.type, null),
          'required', x.given_position <= p.pronargs - p.pronargdefaults) order by x.position), '[]')
        from (
          select type, position, row_number() over (order by position) as given_position
          from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality a(type, position)
          where p.proargmodes is null or p.proargmodes[position] in ('i', 'b', 'v')
        ) x)
    )), '[]')
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type t on t.oid = p.prorettype
    where n.nspname in (${schemas.map(literal).join(', ')})
      and p.prokind = 'f' and p.provariadic = 0
      and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)),
  'timeouts', (
    select coalesce(json_agg(json_build_array(r.rolname, split_part(setting, '=', 2))), '[]')
    from pg_db_role_setting s join pg_roles r on r.oid = s.setrole, unnest(s.setconfig) setting
    where s.setdatabase = 0 and setting like 'statement_timeout=%'),
  'preRequest', (
    select split_part(setting, '=', 2)
    from pg_db_role_setting s, unnest(s.setconfig) setting
    where s.setdatabase = 0 and s.setrole = to_regrole('authenticator') and setting like 'pgrst.db_pre_request=%')
)::text as facts`
}
