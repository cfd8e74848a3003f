import path from 'node:path'
import type { ISql, Sql } from 'postgres'
import { demoSignIns } from '../demoSignIns'
import { migrationFiles } from '../migrations/applyMigrations'
import { keys } from '../settings'
import { catalogueFindings, readCatalogue, type Catalogue } from './catalogue'
import { keyNames } from './vaultKeys'

/** What differs in this database from what the app needs. Reads only. `wanted` is what the migrations make, in the database `again`. */
export async function databaseFindings(
  sql: ISql,
  { root, wanted, again }: { root: string; wanted: Catalogue; again?: Sql },
): Promise<string[]> {
  const folder = path.join(root, 'supabase', 'migrations')
  const migrations = await migrationFindings(sql, folder)
  // Without the tables the other questions fail.
  if (migrations.length > 0) return migrations
  const extensions = await extensionFindings(sql)
  if (extensions.length > 0) return extensions
  const parts = [
    await catalogueFindings(wanted, await readCatalogue(sql, wanted), { again }),
    await settingFindings(sql),
    await keyFindings(sql),
    await healthFindings(sql),
    await mailJobFindings(sql),
    await bankFindings(sql),
    await peopleFindings(sql),
  ]
  return parts.flat()
}

async function migrationFindings(sql: ISql, folder: string): Promise<string[]> {
  const [history] = await sql<{ exists: boolean }[]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as exists`
  const applied =
    history?.exists === true
      ? await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`
      : []
  const versions = new Set(applied.map(({ version }) => version))
  const files = migrationFiles(folder)
  const missing = files.filter(({ version }) => !versions.has(version)).map(({ file }) => path.basename(file))
  const known = new Set(files.map(({ version }) => version))
  const unknown = [...versions].filter((version) => !known.has(version))
  return [
    ...missing.map((name) => `The migration ${name} is missing: npx supabase db push --remote`),
    ...unknown.map((version) => `The migration ${version} is applied and is not in supabase/migrations.`),
  ]
}

async function extensionFindings(sql: ISql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select needed.name from (values ('pgcrypto'), ('pg_trgm')) needed (name)
    where not exists (
      select from pg_extension e where e.extname = needed.name and e.extnamespace = 'extensions'::regnamespace)
    union all
    select needed.name from (values ('pg_cron', 'cron.job'), ('supabase_vault', 'vault.decrypted_secrets')) needed (name, relation)
    where to_regclass(needed.relation) is null`
  return rows.map(
    ({ name }) => `The extension ${name} is missing, or is in another schema than hosted Supabase has it in.`,
  )
}

const setting = (name: string, value: string) => `update private.settings set ${name} = ${value} where only_row;`

async function settingFindings(sql: ISql): Promise<string[]> {
  const [settings] = await sql<
    { header: string; cost: number; binding: string; idle: string | null }[]
  >`select client_address_header as header, password_hash_cost as cost, device_binding as binding, idle_money_minutes as idle
    from private.settings`
  if (settings === undefined) return ['private.settings has no row.']
  const { header, cost, binding, idle } = settings
  const findings: string[] = []
  if (header !== 'cf-connecting-ip')
    findings.push(
      `All clients count as one address, because client_address_header is ${header}: ${setting('client_address_header', "'cf-connecting-ip'")}`,
    )
  if (cost < 10) findings.push(`password_hash_cost is ${cost}: ${setting('password_hash_cost', '10')}`)
  if (binding !== 'all')
    findings.push(
      `device_binding is ${binding}, so a person who sees the five digits of ${binding === 'off' ? 'a' : "a customer's"} PIN has the account: ${setting('device_binding', "'all'")}`,
    )
  if (idle === null) findings.push(`idle_money_minutes is not set: ${setting('idle_money_minutes', '5.5')}`)
  return findings
}

/** A project that was restored from a backup cannot read the keys that it has. */
async function keyFindings(sql: ISql): Promise<string[]> {
  try {
    const unusable = await sql<{ name: string }[]>`
      select name from vault.decrypted_secrets where name in ${sql(keyNames)} and decrypted_secret !~ '^[0-9a-f]{64}$'`
    return unusable.map(({ name }) => `The vault key ${name} is no key of this app: npm run keys (docs/backups.md).`)
  } catch {
    return ['The keys of the Vault cannot be read: npm run keys (docs/backups.md).']
  }
}

/** What is wrong now: late, off, failing or given up. */
async function healthFindings(sql: ISql): Promise<string[]> {
  const problems = await sql<{ problem: string }[]>`select problem from private.health()`
  return problems.map(({ problem }) => problem)
}

/** Mails are sent while anyone has the app open. Only a job tells the operator of trouble at any time. */
async function mailJobFindings(sql: ISql): Promise<string[]> {
  const jobs = await sql`select from cron.job where active and command like '%/functions/v1/send-due-mails%' limit 1`
  return jobs.length > 0
    ? []
    : [
        'No cron job calls send-due-mails, so mails and reports of trouble wait until a customer opens the app: add the job (docs/deploy.md, step 3).',
      ]
}

/** Whether this bank exchanges messages with another one. False also where the migrations are missing. */
export async function hasOtherBanks(sql: ISql): Promise<boolean> {
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass('private.banks') is not null as exists`
  return table?.exists === true && (await sql`select from private.banks where is_on limit 1`).length > 0
}

/** Their private parts are in this repository. */
const publishedKeys = new Set([keys.ownBank.x, keys.otherBanks.x])

async function bankFindings(sql: ISql): Promise<string[]> {
  if (!(await hasOtherBanks(sql))) return []
  const jobs = await sql`
    select from cron.job where active and command like '%/functions/v1/send-interbank%' limit 1`
  const banks = await sql<{ name: string; address: string; key: string; isReached: boolean }[]>`
    select b.name, b.address, b.public_key ->> 'x' as key,
      exists (select from private.bank_routes r where r.bank_id = b.id) as "isReached"
    from private.banks b where b.is_on order by b.id`
  return [
    ...(jobs.length > 0
      ? []
      : [
          'Another bank is connected, and no cron job calls send-interbank, so no message to it leaves: add the job (docs/deploy.md, step 3).',
        ]),
    ...banks.flatMap(({ name, address, key, isReached }) => [
      ...(isReached ? [] : [`No sort code leads to ${name}, so its payments are rejected: private.add_bank.`]),
      ...(address.startsWith('https:') ? [] : [`Messages to ${name} are not encrypted: its address is no https.`]),
      ...(publishedKeys.has(key)
        ? [`The key of ${name} is one of the local stack, so anyone can pay in its name: private.add_bank.`]
        : []),
    ]),
  ]
}

async function peopleFindings(sql: ISql): Promise<string[]> {
  const demo = await sql<{ email: string }[]>`
    select email from auth.users where email in ${sql(demoSignIns.map(({ email }) => email))} order by email`
  const [without] = await sql<{ count: number }[]>`
    select count(*)::int as count from auth.users u
    where not exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified')`
  const open = without?.count ?? 0
  const [superAdmin] = await sql`select from public.user_roles where role = 'super_admin' limit 1`
  return [
    ...demo.map(({ email }) => `The demo user ${email} exists, and their PIN is public: delete the user.`),
    ...(open > 0
      ? [`${open} of the users have no second factor, so their sessions can change the password (record 0038).`]
      : []),
    ...(superAdmin === undefined ? ['There is no super administrator: make one (docs/deploy.md, step 4).'] : []),
  ]
}
