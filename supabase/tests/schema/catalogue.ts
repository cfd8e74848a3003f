import path from 'node:path'
import postgres from 'postgres'
import { projectRoot } from '../../../local/settings'
import { startTemporaryDatabase } from '../../../local/temporaryDatabase'

// npx tsx supabase/tests/schema/catalogue.ts [project folder] > catalogue.txt
// Prints everything the migrations create, one block per object in a stable order. Two schemas are compared with diff.

const currentSchemas = `n.nspname not in ('pg_catalog', 'information_schema', 'supabase_migrations') and n.nspname !~ '^(pg_|_)'`
const isExtensionMember = (classId: string, oid: string) =>
  `exists (select from pg_depend d where d.classid = '${classId}'::regclass and d.objid = ${oid} and d.deptype = 'e')`
const grants = (acl: string) => `
  (select string_agg(format('grant %s to %s%s', lower(g.privilege_type), coalesce(r.rolname, 'public'),
      case when g.is_grantable then ' with grant option' else '' end), E'\\n' order by coalesce(r.rolname, 'public'), g.privilege_type)
   from aclexplode(${acl}) g left join pg_roles r on r.oid = g.grantee)`
const comment = (oid: string, classId: string, part = '0') =>
  `case when ${part} = 0 then obj_description(${oid}, '${classId}') else col_description(${oid}, ${part}) end`

/** Each query gives the name of an object and its lines. */
const queries = [
  `select 'schema ' || n.nspname, pg_get_userbyid(n.nspowner), ${comment('n.oid', 'pg_namespace')}, ${grants('n.nspacl')}
   from pg_namespace n where ${currentSchemas}`,
  `select 'extension ' || e.extname, n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace`,
  `select format('function %s.%s(%s)', n.nspname, f.proname, pg_get_function_identity_arguments(f.oid)),
     'owner ' || pg_get_userbyid(f.proowner), ${comment('f.oid', 'pg_proc')}, ${grants('f.proacl')},
     case when f.prokind in ('f', 'p') then pg_get_functiondef(f.oid) end
   from pg_proc f join pg_namespace n on n.oid = f.pronamespace
   where ${currentSchemas} and not ${isExtensionMember('pg_proc', 'f.oid')}`,
  `select format('relation %s.%s', n.nspname, c.relname),
     format('kind %s, owner %s, persistence %s, partition of %s, by %s, bounds %s, row security %s %s, replica identity %s, tablespace %s',
       c.relkind::text, pg_get_userbyid(c.relowner), c.relpersistence,
       (select i.inhparent::regclass from pg_inherits i where i.inhrelid = c.oid),
       case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end, pg_get_expr(c.relpartbound, c.oid),
       c.relrowsecurity, c.relforcerowsecurity, c.relreplident, c.reltablespace),
     'options ' || array_to_string(c.reloptions, ', '), ${comment('c.oid', 'pg_class')}, ${grants('c.relacl')},
     case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end,
     case when c.relkind = 'i' or c.relkind = 'I' then pg_get_indexdef(c.oid) end,
     (select row_to_json(s)::text from pg_sequences s where s.schemaname = n.nspname and s.sequencename = c.relname and c.relkind = 'S')
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where ${currentSchemas} and not ${isExtensionMember('pg_class', 'c.oid')} and c.relkind <> 't'`,
  `select format('column %s.%s.%s', n.nspname, c.relname, a.attname),
     format('%s not null %s default %s identity %s generated %s storage %s compression %s statistics %s collation %s', format_type(a.atttypid, a.atttypmod),
       a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, a.attstorage, a.attcompression, a.attstattarget, a.attcollation::regcollation),
     ${comment('c.oid', 'pg_class', 'a.attnum')}, array_to_string(a.attoptions, ', '), ${grants('a.attacl')}
   from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where ${currentSchemas} and not ${isExtensionMember('pg_class', 'c.oid')}
     and c.relkind in ('r', 'p', 'v', 'm', 'f', 'c') and a.attnum > 0 and not a.attisdropped`,
  `select format('column order %s.%s', n.nspname, c.relname), string_agg(a.attname, ', ' order by a.attnum)
   from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   where ${currentSchemas} and c.relkind in ('r', 'p', 'c') and a.attnum > 0 and not a.attisdropped
   group by n.nspname, c.relname`,
  `select format('constraint %s.%s %s', n.nspname, case when k.conrelid <> 0 then k.conrelid::regclass::text else k.contypid::regtype::text end, k.conname),
     pg_get_constraintdef(k.oid), ${comment('k.oid', 'pg_constraint')}, case when not k.convalidated then 'not valid' end
   from pg_constraint k join pg_namespace n on n.oid = k.connamespace where ${currentSchemas}`,
  `select format('policy %s.%s %s', p.schemaname, p.tablename, p.policyname),
     format('%s for %s to %s', p.permissive, p.cmd, array_to_string(p.roles, ', ')), 'using ' || p.qual, 'with check ' || p.with_check
   from pg_policies p`,
  `select format('trigger %s %s', t.tgrelid::regclass, t.tgname), pg_get_triggerdef(t.oid), 'enabled ' || t.tgenabled::text,
     ${comment('t.oid', 'pg_trigger')}
   from pg_trigger t where not t.tgisinternal`,
  `select 'event trigger ' || e.evtname, format('%s %s %s %s', e.evtevent, e.evtfoid::regproc, e.evtenabled, e.evttags) from pg_event_trigger e`,
  `select format('rule %s %s', r.tablename, r.rulename), r.definition from pg_rules r where r.schemaname in ('public', 'private')`,
  `select format('type %s.%s', n.nspname, t.typname),
     format('kind %s, owner %s, base %s, not null %s, default %s', t.typtype, pg_get_userbyid(t.typowner),
       format_type(t.typbasetype, t.typtypmod), t.typnotnull, t.typdefault),
     ${comment('t.oid', 'pg_type')}, ${grants('t.typacl')},
     (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)
   from pg_type t join pg_namespace n on n.oid = t.typnamespace
   where ${currentSchemas} and not ${isExtensionMember('pg_type', 't.oid')} and t.typcategory <> 'A'`,
  `select format('publication %s %s.%s', p.pubname, p.schemaname, p.tablename), array_to_string(p.attnames, ', '), p.rowfilter
   from pg_publication_tables p`,
  `select format('publication %s', p.pubname), (to_jsonb(p) - 'oid' - 'pubowner')::text from pg_publication p`,
  `select format('statistics %s.%s', n.nspname, s.stxname), pg_get_statisticsobjdef(s.oid)
   from pg_statistic_ext s join pg_namespace n on n.oid = s.stxnamespace`,
  `select format('default privileges %s %s %s', d.defaclrole::regrole, coalesce(n.nspname, 'everywhere'), d.defaclobjtype),
     ${grants('d.defaclacl')}
   from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace`,
  `select format('role settings %s', coalesce(r.rolname, 'all')), array_to_string(s.setconfig, ', ')
   from pg_db_role_setting s left join pg_roles r on r.oid = s.setrole`,
  `select 'job ' || j.jobname, j.schedule, j.command, j.database, j.username, j.active from cron.job j`,
  `select 'vault secret ' || s.name, s.description from vault.secrets s`,
]

/** Ids and times differ from one database to the next. */
function withoutChance(row: string): string {
  return row
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*[+\-\d:]*/g, '<time>')
}

async function readCatalogue(root: string): Promise<string[]> {
  const database = await startTemporaryDatabase({ root })
  const sql = postgres(database.adminUrl, { max: 1, onnotice: () => undefined })
  try {
    const objects: string[] = []
    for (const query of queries) {
      const rows = await sql.unsafe(query).values()
      for (const [name, ...lines] of rows) {
        const texts = lines.filter((line) => line !== null && line !== '').map((line) => String(line))
        objects.push([String(name), ...texts.flatMap((text) => text.split('\n').map((line) => `  ${line}`))].join('\n'))
      }
    }
    const tables = await sql<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private') and c.relkind in ('r', 'p')`
    for (const { name } of tables) {
      const rows = await sql.unsafe(`select to_jsonb(t)::text from ${name} t`).values()
      const texts = rows.map(([row]) => `  ${withoutChance(String(row))}`).toSorted()
      if (texts.length > 0) objects.push([`rows ${name}`, ...texts].join('\n'))
    }
    return objects
  } finally {
    await sql.end()
    await database.destroy()
  }
}

const root = path.resolve(process.argv[2] ?? projectRoot)
// Objects that an empty project has do not come from the migrations.
const platform = new Set(await readCatalogue(path.join(projectRoot, 'supabase', 'tests', 'schema')))
const created = (await readCatalogue(root)).filter((object) => !platform.has(object))
process.stdout.write(`${created.toSorted().join('\n\n')}\n`)
