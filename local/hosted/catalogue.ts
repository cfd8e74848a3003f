import type { ISql } from 'postgres'

/** What the migrations make, by kind and name: 'grant select on public.accounts to authenticated'. */
export type Catalogue = Map<string, string>

const ours = `n.nspname in ('public', 'private', 'internal_api')`
const notOfAnExtension = (classId: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${classId}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

/** The platform's own roles differ from project to project. They own the database, or back it up. */
const platformRoles = `'postgres', 'dashboard_user', 'supabase_admin', 'supabase_read_only_user', 'supabase_replication_admin',
  'supabase_etl_admin', 'supabase_privileged_role', 'supabase_superuser', 'pgbouncer'`

/** The effective grants: Postgres stores none for the defaults. */
const grants = (what: string, acl: string, kind: string, owner: string, from: string) => `
  select format('grant %s on %s to %s', lower(g.privilege_type), ${what}, coalesce(r.rolname, 'public')),
    case when g.is_grantable then 'with grant option' else '' end
  from ${from}
    cross join lateral aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) g
    left join pg_roles r on r.oid = g.grantee
  where coalesce(r.rolname, 'public') not in (${platformRoles})`

const tables = `pg_class c join pg_namespace n on n.oid = c.relnamespace`
const functions = `pg_proc f join pg_namespace n on n.oid = f.pronamespace`

const queries = [
  `select format('row security of %s.%s', n.nspname, c.relname), case when c.relrowsecurity then 'on' else 'off' end
   from ${tables} where ${ours} and c.relkind in ('r', 'p')`,
  `select format('policy "%s" on %s.%s', p.policyname, p.schemaname, p.tablename),
     concat_ws(' ', p.permissive, p.cmd, p.roles, 'using', p.qual, 'check', p.with_check)
   from pg_policies p where p.schemaname in ('public', 'private', 'realtime')`,
  `select format('trigger %s on %s.%s', t.tgname, n.nspname, c.relname),
     case t.tgenabled when 'D' then 'disabled' else concat(t.tgenabled, ' ', pg_get_triggerdef(t.oid)) end
   from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
   where not t.tgisinternal and (${ours} or n.nspname = 'auth')`,
  `select 'function ' || f.oid::regprocedure, pg_get_functiondef(f.oid)
   from ${functions} where ${ours} and f.prokind <> 'a' and ${notOfAnExtension('pg_proc', 'f.oid')}`,
  `${grants(`'schema ' || n.nspname`, 'n.nspacl', 'n', 'n.nspowner', 'pg_namespace n')} and ${ours}`,
  `${grants(`c.oid::regclass`, 'c.relacl', 'r', 'c.relowner', tables)} and ${ours} and c.relkind in ('r', 'p', 'v', 'm')`,
  `${grants(`format('%s (%s)', c.oid::regclass, a.attname)`, 'a.attacl', 'c', 'c.relowner', `${tables} join pg_attribute a on a.attrelid = c.oid`)}
     and ${ours} and a.attnum > 0`,
  `${grants(`'function ' || f.oid::regprocedure`, 'f.proacl', 'f', 'f.proowner', functions)} and ${ours}
     and ${notOfAnExtension('pg_proc', 'f.oid')}`,
  `select 'published table ' || p.tablename, '' from pg_publication_tables p
   where p.pubname = 'supabase_realtime' and p.schemaname = 'public'`,
  // The jobs of docs/deploy.md call edge functions, at the project's own address.
  `select 'cron job ' || j.jobname,
     concat_ws(', ', j.schedule, case when j.active then 'active' else 'not active' end, 'as ' || j.username, j.command)
   from cron.job j where j.command !~ '/functions/v1/send-(due-mails|interbank)'`,
  `select 'vault key ' || s.name, '' from vault.secrets s where s.name like '%\\_key'`,
]

export async function readCatalogue(sql: ISql): Promise<Catalogue> {
  const catalogue: Catalogue = new Map()
  // With an empty path every name has its schema.
  await sql`select set_config('search_path', '', false)`
  for (const query of queries) {
    const rows = await sql.unsafe(query).values()
    for (const [name, value] of rows) catalogue.set(String(name), String(value))
  }
  return catalogue
}

/** Longer ones are definitions. */
const longestShown = 60

export function catalogueFindings(wanted: Catalogue, found: Catalogue): string[] {
  const missing = [...wanted.keys()].filter((name) => !found.has(name)).map((name) => `Missing: the ${name}.`)
  const more = [...found].flatMap(([name, value]) => {
    const right = wanted.get(name)
    if (right === undefined) return [`Not from a migration: the ${name}.`]
    if (right === value) return []
    const short = value.length <= longestShown && right.length <= longestShown ? `: ${value}, not ${right}` : ''
    return [`Not as the migrations make it: the ${name}${short}.`]
  })
  return [...missing, ...more]
}
