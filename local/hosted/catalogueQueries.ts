// What can differ between two databases. Each query gives the name of an object, the object that it is a part of or null, and its
// facts as an object. Postgres prints expressions; a fact named `definition` is a statement that makes the object again.

const ours = (namespace = 'n') => `${namespace}.nspname in ('public', 'private', 'internal_api')`
const notOfAnExtension = (classId: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${classId}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

/** The roles that requests run as. The platform's own roles differ from project to project. They own the database, or back it up. */
const apiRoles = `'anon', 'authenticated', 'service_role', 'authenticator'`
const platformRoles = `'postgres', 'dashboard_user', 'supabase_admin', 'supabase_read_only_user', 'supabase_replication_admin',
  'supabase_etl_admin', 'supabase_privileged_role', 'supabase_superuser', 'pgbouncer'`

const notOfPlatform = (name: string) =>
  `${name} !~ '^(supabase_|pg_|cli_login_)' and ${name} not in (${platformRoles}, ${apiRoles})`

/** The effective grants: Postgres stores none for the defaults. */
const grants = (what: string, acl: string, kind: string, owner: string, parent: string, from: string) => `
  select format('grant %s on %s to %s', lower(g.privilege_type), ${what}, coalesce(r.rolname, 'public')), ${parent},
    jsonb_build_object('with grant option', g.is_grantable)
  from ${from}
    cross join lateral aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) g
    left join pg_roles r on r.oid = g.grantee
  where coalesce(r.rolname, 'public') not in (${platformRoles}) and g.grantee <> ${owner}`

const relations = `pg_class c join pg_namespace n on n.oid = c.relnamespace`
const functions = `pg_proc f join pg_namespace n on n.oid = f.pronamespace`
const types = `pg_type t join pg_namespace n on n.oid = t.typnamespace`

const relation = `format('%s %s', case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
  when 'c' then 'type' when 'f' then 'foreign table' else 'table' end, c.oid::regclass)`
const functionName = `'function ' || f.oid::regprocedure`
/** An array type and the row type of a table come with their elements and their table. */
const isOwnType = `${ours()} and t.typtype in ('c', 'd', 'e', 'r') and ${notOfAnExtension('pg_type', 't.oid')}
  and (t.typrelid = 0 or (select k.relkind from pg_class k where k.oid = t.typrelid) = 'c')`
const owner = (oid: string) => `'owner', pg_get_userbyid(${oid})`
const comment = (oid: string, classId: string) => `'comment', obj_description(${oid}, '${classId}')`

export const catalogueQueries = [
  `select 'schema ' || n.nspname, null, jsonb_build_object(${owner('n.nspowner')}, ${comment('n.oid', 'pg_namespace')})
   from pg_namespace n where ${ours()}`,
  `select ${relation}, null, jsonb_build_object(
     ${owner('c.relowner')}, ${comment('c.oid', 'pg_class')}, 'options', c.reloptions, 'persistence', c.relpersistence,
     'row security', case when c.relrowsecurity then 'on' else 'off' end, 'row security of its owner', c.relforcerowsecurity,
     'replica identity', c.relreplident, 'partition key', case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end,
     'bounds', pg_get_expr(c.relpartbound, c.oid), 'parents', (
       select jsonb_agg(i.inhparent::regclass::text) from pg_inherits i where i.inhrelid = c.oid
     ),
     'definition', case when c.relkind = 'v' then format('create or replace view %s as %s', c.oid::regclass, pg_get_viewdef(c.oid)) end,
     'options of its long values', (select t.reloptions from pg_class t where t.oid = c.reltoastrelid),
     'sequence', (
       select jsonb_build_array(s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcycle)
       from pg_sequence s where s.seqrelid = c.oid
     ),
     'owned by', case when c.relkind = 'S' then (
       select format('%s.%s', d.refobjid::regclass, a.attname)
       from pg_depend d join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
       where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.refclassid = 'pg_class'::regclass
     ) end
   )
   from ${relations} where ${ours()} and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
     and ${notOfAnExtension('pg_class', 'c.oid')}`,
  // Nobody reads the messages of others because of this row security.
  `select 'table ' || c.oid::regclass, null, jsonb_build_object('row security', case when c.relrowsecurity then 'on' else 'off' end)
   from ${relations} where n.nspname = 'realtime' and c.relname = 'messages'`,
  `select format('column %s of %s', a.attname, c.oid::regclass), ${relation}, jsonb_build_object(
     'type', format_type(a.atttypid, a.atttypmod), 'not null', a.attnotnull, 'default', pg_get_expr(d.adbin, d.adrelid),
     'identity', a.attidentity, 'generated', a.attgenerated, 'collation', a.attcollation::regcollation,
     'storage', a.attstorage, 'compression', a.attcompression, 'statistics', a.attstattarget, 'options', a.attoptions,
     'comment', col_description(c.oid, a.attnum)
   )
   from ${relations} join pg_attribute a on a.attrelid = c.oid
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where ${ours()} and c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and not a.attisdropped
   order by c.oid::regclass::text, a.attnum`,
  `select format('constraint %s of %s', k.conname, case when c.oid is null then t.oid::regtype::text else c.oid::regclass::text end),
     case when c.oid is null then 'type ' || t.oid::regtype else ${relation} end,
     jsonb_build_object(
       'rule', pg_get_constraintdef(k.oid), 'valid', k.convalidated, 'deferrable', k.condeferrable, 'deferred', k.condeferred,
       -- Postgres checks a foreign key by triggers.
       'checked', not exists (select from pg_trigger g where g.tgconstraint = k.oid and g.tgenabled <> 'O'),
       ${comment('k.oid', 'pg_constraint')}
     )
   from pg_constraint k join pg_namespace n on n.oid = k.connamespace
     left join pg_class c on c.oid = k.conrelid left join pg_type t on t.oid = k.contypid and t.oid <> 0
   -- Postgres 18 stores the not null of a column here too.
   where ${ours()} and k.contype <> 'n' and ${notOfAnExtension('pg_constraint', 'k.oid')}`,
  `select format('index %s of %s', i.indexrelid::regclass, c.oid::regclass), ${relation}, jsonb_build_object(
     'columns', pg_get_indexdef(i.indexrelid), 'valid', i.indisvalid, ${comment('i.indexrelid', 'pg_class')}
   )
   from ${relations} join pg_index i on i.indrelid = c.oid where ${ours()}`,
  // Statistics, operators, collations and the like. An extension in an exposed schema puts its functions into the API.
  `select concat_ws(' ', o.type, o.identity, case when d.classid = 'pg_extension'::regclass then 'in ' || n.nspname end), null,
     jsonb_build_object('of', case o.type when 'statistics object' then pg_get_statisticsobjdef(d.objid) end)
   from pg_depend d join pg_namespace n on n.oid = d.refobjid cross join lateral pg_identify_object(d.classid, d.objid, 0) o
   where d.refclassid = 'pg_namespace'::regclass and ${ours()} and d.classid not in (
     'pg_class'::regclass, 'pg_proc'::regclass, 'pg_type'::regclass, 'pg_constraint'::regclass, 'pg_default_acl'::regclass
   ) and not exists (select from pg_depend e where e.classid = d.classid and e.objid = d.objid and e.deptype = 'e')`,
  // The platform's own belong to other roles.
  `select 'event trigger ' || e.evtname, null, jsonb_build_object('on', e.evtevent, 'tags', e.evttags, 'enabled', e.evtenabled, 'calls', e.evtfoid::regproc)
   from pg_event_trigger e join ${functions} on f.oid = e.evtfoid where e.evtowner = 'postgres'::regrole or ${ours()}`,
  `select format('policy "%s" on %s.%s', p.policyname, p.schemaname, p.tablename), format('table %I.%I', p.schemaname, p.tablename),
     jsonb_build_object(
       'kind', p.permissive, 'of', p.cmd, 'roles', p.roles, 'rows', p.qual, 'new rows', p.with_check, 'comment', (
         select obj_description(y.oid, 'pg_policy') from pg_policy y
         where y.polrelid = format('%I.%I', p.schemaname, p.tablename)::regclass and y.polname = p.policyname
       )
     )
   from pg_policies p where p.schemaname in ('public', 'private', 'internal_api', 'realtime')`,
  `select format('trigger %s on %s', t.tgname, c.oid::regclass), case when ${ours()} then ${relation} end, jsonb_build_object(
     'enabled', t.tgenabled, 'when', pg_get_triggerdef(t.oid), ${comment('t.oid', 'pg_trigger')}
   )
   from pg_trigger t join ${relations} on c.oid = t.tgrelid
   where not t.tgisinternal and (${ours()} or n.nspname = 'auth')`,
  `select format('rule %s on %s.%s', r.rulename, r.schemaname, r.tablename), null, jsonb_build_object('is', r.definition)
   from pg_rules r where r.schemaname in ('public', 'private', 'internal_api')`,
  // The body is a text, or is parsed: then Postgres prints it.
  `select ${functionName}, null, jsonb_build_object(
     ${owner('f.proowner')}, ${comment('f.oid', 'pg_proc')}, 'body', encode(sha256(convert_to(f.prosrc, 'utf8')), 'hex'),
     'definition', case when f.prosqlbody is not null then pg_get_functiondef(f.oid) end,
     'arguments', pg_get_function_arguments(f.oid), 'result', pg_get_function_result(f.oid),
     'language', (select l.lanname from pg_language l where l.oid = f.prolang), 'kind', f.prokind,
     'security definer', f.prosecdef, 'leakproof', f.proleakproof, 'strict', f.proisstrict, 'volatility', f.provolatile,
     'parallel', f.proparallel, 'cost', f.procost, 'rows', f.prorows, 'settings', f.proconfig
   )
   from ${functions} where ${ours()} and ${notOfAnExtension('pg_proc', 'f.oid')}`,
  `select 'type ' || t.oid::regtype, null, jsonb_build_object(
     ${owner('t.typowner')}, ${comment('t.oid', 'pg_type')}, 'kind', t.typtype,
     'base', case when t.typbasetype <> 0 then format_type(t.typbasetype, t.typtypmod) end,
     'not null', t.typnotnull, 'default', t.typdefault,
     'values', (select jsonb_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid),
     -- In their order: a row is built by position.
     'fields', (
       select jsonb_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) order by a.attnum)
       from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
     )
   )
   from ${types} where ${isOwnType}`,
  `${grants(`'schema ' || n.nspname`, 'n.nspacl', 'n', 'n.nspowner', 'null', 'pg_namespace n')} and ${ours()}`,
  `${grants("'database'", 'd.datacl', 'd', 'd.datdba', 'null', 'pg_database d')}
     and d.datname = current_database() and g.privilege_type = 'CREATE' and coalesce(r.rolname, 'public') !~ '^supabase_'`,
  `${grants('c.oid::regclass', 'c.relacl', 'r', 'c.relowner', relation, relations)} and ${ours()} and c.relkind in ('r', 'p', 'v', 'm', 'f')`,
  // The users and the keys.
  `${grants('c.oid::regclass', 'c.relacl', 'r', 'c.relowner', 'null', relations)} and n.nspname in ('auth', 'vault')
     and coalesce(r.rolname, 'public') in ('public', 'anon', 'authenticated')`,
  `${grants('c.oid::regclass', 'c.relacl', 's', 'c.relowner', relation, relations)} and ${ours()} and c.relkind = 'S'`,
  `${grants(`format('%s (%s)', c.oid::regclass, a.attname)`, 'a.attacl', 'c', 'c.relowner', relation, `${relations} join pg_attribute a on a.attrelid = c.oid`)}
     and ${ours()} and a.attnum > 0`,
  `${grants(functionName, 'f.proacl', 'f', 'f.proowner', functionName, functions)} and ${ours()}
     and ${notOfAnExtension('pg_proc', 'f.oid')}`,
  `${grants(`'type ' || t.oid::regtype`, 't.typacl', 'T', 't.typowner', `'type ' || t.oid::regtype`, types)} and ${isOwnType}`,
  `select format('grant %s on parameter %s to %s', lower(g.privilege_type), p.parname, coalesce(r.rolname, 'public')), null,
     jsonb_build_object('with grant option', g.is_grantable)
   from pg_parameter_acl p cross join lateral aclexplode(p.paracl) g left join pg_roles r on r.oid = g.grantee
   where coalesce(r.rolname, 'public') not in (${platformRoles})`,
  `select format('default rights on %s%s', d.defaclobjtype, ' in ' || n.nspname), null,
     jsonb_build_object('rights', array(
       select format('%s to %s', lower(g.privilege_type), coalesce(r.rolname, 'public'))
       from aclexplode(d.defaclacl) g left join pg_roles r on r.oid = g.grantee
       where coalesce(r.rolname, 'public') not in (${platformRoles}) order by 1
     ))
   from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace
   where d.defaclrole = 'postgres'::regrole and (n.oid is null or n.nspname in ('private', 'internal_api') or exists (
     -- In public a new project has default rights, and those of the platform's own roles stay.
     select from aclexplode(d.defaclacl) g left join pg_roles r on r.oid = g.grantee
     where n.nspname = 'public' and coalesce(r.rolname, 'public') not in (${platformRoles})
   ))`,
  `select 'role ' || r.rolname, null, jsonb_build_object(
     'superuser', r.rolsuper, 'bypasses row security', r.rolbypassrls, 'inherits', r.rolinherit, 'creates roles', r.rolcreaterole,
     'creates databases', r.rolcreatedb, 'signs in', r.rolcanlogin, 'replication', r.rolreplication
   )
   from pg_roles r where r.rolname in (${apiRoles}) or (r.rolsuper or r.rolbypassrls) and ${notOfPlatform('r.rolname')}`,
  `select format('membership of %s in %s', m.rolname, g.rolname), null, jsonb_build_object('set', x.set_option, 'inherit', x.inherit_option)
   from (
     select member, roleid, bool_or(set_option) as set_option, bool_or(inherit_option) as inherit_option
     from pg_auth_members group by member, roleid
   ) x join pg_roles m on m.oid = x.member join pg_roles g on g.oid = x.roleid
   -- The platform's API also serves files, which this app does not use. That of the local stack reads the catalogue as authenticator.
   where m.rolname in (${apiRoles}) and g.rolname <> 'supabase_storage_admin' and (m.rolname, g.rolname) <> ('authenticator', 'pg_read_all_data')
     or g.rolname in (${apiRoles}, 'pg_read_all_data', 'pg_write_all_data') and ${notOfPlatform('m.rolname')}`,
  // Of a role, of a role in this database, or of the database. The platform keeps its own values as app.settings.
  `select format('setting %s of the %s', split_part(x.setting, '=', 1), concat_ws(' in the ', 'role ' || r.rolname, case when s.setdatabase <> 0 then 'database' end)), null,
     jsonb_build_object('value', substr(x.setting, strpos(x.setting, '=') + 1))
   from pg_db_role_setting s left join pg_roles r on r.oid = s.setrole cross join lateral unnest(s.setconfig) x (setting)
   where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
     and (s.setrole = 0 or r.rolname in (${apiRoles})) and x.setting !~ '^(session_preload_libraries|lock_timeout|app\\.settings\\..*)='`,
  `select format('published table %s.%s', p.schemaname, p.tablename) || case when p.pubname <> 'supabase_realtime' then ' in ' || p.pubname else '' end, null,
     jsonb_build_object('columns', array(select unnest(p.attnames) order by 1), 'rows', p.rowfilter)
   from pg_publication_tables p where p.schemaname in ('public', 'private', 'internal_api')`,
  `select 'publication ' || p.pubname, null, jsonb_build_object(
     'all tables', p.puballtables, 'inserts', p.pubinsert, 'updates', p.pubupdate, 'deletes', p.pubdelete
   )
   from pg_publication p where p.pubname = 'supabase_realtime' or p.puballtables`,
  // A new project has these two, and the app does without them.
  `select 'extension ' || e.extname, null, jsonb_build_object('schema', e.extnamespace::regnamespace)
   from pg_extension e join pg_namespace n on n.oid = e.extnamespace
   where not (${ours()}) and e.extname not in ('pg_stat_statements', 'uuid-ossp')`,
  `select format('cast from %s to %s', k.castsource::regtype, k.casttarget::regtype), null,
     jsonb_build_object('function', k.castfunc::regprocedure, 'context', k.castcontext)
   from pg_cast k join ${functions} on f.oid = k.castfunc
   where ${ours()} and ${notOfAnExtension('pg_cast', 'k.oid')}`,
  // The jobs of docs/deploy.md call edge functions, at the project's own address.
  `select 'cron job ' || j.jobname || case when j.username <> 'postgres' then ' of ' || j.username else '' end, null, jsonb_build_object(
     'schedule', j.schedule, 'active', j.active, 'database', j.database, 'command', j.command
   )
   from cron.job j where j.command !~ '/functions/v1/send-(due-mails|interbank)'`,
  `select 'vault key ' || s.name, null, jsonb_build_object('description', s.description) from vault.secrets s where s.name like '%\\_key%'`,
]
