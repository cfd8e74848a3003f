import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { applyMigrations, migrationFiles } from '../../../local/migrations/applyMigrations'
import { upgradedRelease } from '../../../local/migrations/releases'
import { loadData } from '../../../local/releases/data'
import { readPeople } from '../../../local/releases/people'
import { projectRoot } from '../../../local/settings'
import { startTemporaryDatabase, type TemporaryDatabase } from '../../../local/temporaryDatabase'
import { setCaller } from '../fixtures/database'
import { signInAgain } from '../fixtures/devices'
import { externalPayee, makePayment } from '../fixtures/payments'

const migrations = path.join(projectRoot, 'supabase', 'migrations')

/** Starts a database of the release that is upgraded, with its people. */
export async function startRelease(): Promise<TemporaryDatabase> {
  const release = upgradedRelease(projectRoot)
  const root = mkdtempSync(path.join(tmpdir(), 'fernbank-release-'))
  const folder = path.join(root, 'supabase', 'migrations')
  mkdirSync(folder, { recursive: true })
  for (const { file } of release.migrations) copyFileSync(path.join(migrations, file), path.join(folder, file))
  const database = await startTemporaryDatabase({ root })
  rmSync(root, { recursive: true })
  const admin = postgres(database.adminUrl, { max: 1, onnotice: () => undefined })
  await loadData(admin, readPeople(projectRoot, release.version))
  await admin.end()
  return database
}

/** Applies migrations while a customer pays every 20 ms. Returns the ids of the payments, and what kept others. */
export async function upgrade(database: TemporaryDatabase, newer = migrationFiles(migrations)) {
  const admin = postgres(database.adminUrl, { max: 1, onnotice: () => undefined })
  const stopPaying = await startPaying(database.databaseUrl)
  await applyMigrations(admin, newer)
  await admin.end()
  return stopPaying()
}

/** A migration must not hold a lock that a payment waits for longer than this. */
const longestLock = '1s'

async function startPaying(url: string) {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  const paid: string[] = []
  const failures = new Set<string>()
  const [payer] = await sql<{ id: string; email: string }[]>`
    select p.id, u.email from public.profiles p join auth.users u on u.id = p.id where p.full_name = 'Ada Archer'`
  if (payer === undefined) throw new Error('There is no customer who pays.')
  const session = await signInAgain(sql, { ...payer, sessionId: '' })
  const pay = () =>
    sql
      .begin(async (db) => {
        await setCaller(db, session)
        await db`select set_config('lock_timeout', ${longestLock}, true)`
        return makePayment(db, { ...externalPayee, amount: '0.01' })
      })
      .then(
        ({ transaction_id: id }) => paid.push(id),
        (error: unknown) => failures.add(String(error)),
      )
  await pay()
  const end = new AbortController()
  const paying = (async () => {
    while (!end.signal.aborted) {
      await pay()
      await pause(20)
    }
  })()
  return async () => {
    end.abort()
    await paying
    await pay()
    await sql.end()
    return { paid, failures: [...failures] }
  }
}

/** Moves every time into the past, apart from those that the hashes of the audit seal. */
export async function makeOlder(sql: postgres.Sql, age: string): Promise<void> {
  const tables = await sql<{ table: string; older: string }[]>`
    select c.oid::regclass::text as table, string_agg(format(
      case when a.atttypid = 'date'::regtype then '%1$I = (%1$I - %2$L::interval)::date' else '%1$I = %1$I - %2$L::interval' end,
      a.attname, ${age}::text
    ), ', ') as older
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and a.atttypid in ('timestamptz'::regtype, 'date'::regtype)
      and (c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) or c.oid = 'auth.sessions'::regclass)
      and c.relname not in ('audit_log', 'bank_holidays')
    group by c.oid`
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    for (const { table, older } of tables) await transaction.unsafe(`update ${table} set ${older} where true`)
  })
}
