// How long each job of pg_cron takes when nothing is due and when much is, and which tables it reads whole.
import postgres from 'postgres'
import { dueRows } from './dueRows'
import type { PeopleDatabase } from './peopleDatabase'

/** A smaller table is read whole by any plan. */
const manyRows = 5000

type Run = { ms: number; wholeTables: string[]; problem: string | null }
/** `wholeTables`: those of many rows that it read without an index. `due`: the run with `rows` that are due, of which `left` stay. */
export type JobFigures = Run & { name: string; due: Run & { rows: number; left: number } }
type Options = { due?: number; settings?: string; many?: number; log?: (line: string) => void }

export async function measureJobs(
  { sql }: PeopleDatabase,
  { due = 10_000, settings = '', many = manyRows, log = () => undefined }: Options = {},
): Promise<JobFigures[]> {
  const db = await sql.reserve()
  try {
    const jobs = await db<{ name: string; command: string }[]>`
      select jobname as name, command from cron.job order by jobname = 'delete-closed-users', 1`
    const without = jobs.filter(({ name }) => dueRows[name] === undefined)
    if (without.length > 0) throw new Error(`not measured: ${without.map(({ name }) => name).join(', ')}`)
    const run = (command: string) => runJob(db, command, settings, many)
    // A connection counts what it has read up to ten seconds later, or at its end.
    await db`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`
    // The first run deals with what the making of the database has left due.
    for (const { command } of jobs) await run(command)
    const figures: JobFigures[] = []
    for (const { name, command } of jobs) {
      const atRest = await run(command)
      await makeDue(db, name, due)
      await analyzeChanged(db)
      const rows = (await countDue(db, name)) ?? due
      const busy = { rows, ...(await run(command)), left: (await countDue(db, name)) ?? 0 }
      log(
        `${name}: ${atRest.ms.toFixed(0)} ms, ${busy.ms.toFixed(0)} ms with ${rows} due rows, of which ${busy.left} are left`,
      )
      figures.push({ name, ...atRest, due: busy })
    }
    return figures
  } finally {
    db.release()
  }
}

/** As the server does by itself between runs of a job. */
async function analyzeChanged(db: postgres.ReservedSql) {
  await db`select pg_stat_force_next_flush()`
  const changed = await db<{ name: string }[]>`
    select relid::regclass::text as name from pg_stat_user_tables where n_mod_since_analyze > 0`
  for (const { name } of changed) await db.unsafe(`vacuum analyze ${name}`)
}

type Db = Pick<postgres.Sql, 'unsafe'>

/** Makes so many rows due for a job. `db` connects as the superuser, who can turn the triggers off. */
export async function makeDue(db: Db, job: string, rows: number) {
  await db.unsafe('set session_replication_role = replica')
  for (const statement of dueRows[job]?.(rows) ?? []) await db.unsafe(statement)
  await db.unsafe('set session_replication_role = origin')
}

/** How many rows the loop of a job finds due. Null: it has no loop. */
export async function countDue(db: Db, job: string): Promise<number | null> {
  const [found] = await db.unsafe<{ command: string }[]>(`select command from cron.job where jobname = '${job}'`)
  const query = /for due in\n([\s\S]*?)\n {2}loop\n/.exec(found?.command ?? '')?.[1]
  if (query === undefined) return null
  const [row] = await db.unsafe<{ count: string }[]>(`select count(*) from (${query.replace(/limit \d+/, '')}\n) due`)
  return Number(row?.count)
}

/** As pg_cron does: as `postgres`, outside a transaction. `many`: the rows of a table that counts. */
async function runJob(db: postgres.ReservedSql, command: string, settings: string, many: number): Promise<Run> {
  const before = await wholeReads(db)
  let problem: string | null = null
  await db.unsafe(`set session authorization postgres; set statement_timeout = '2min'; ${settings}`)
  const start = performance.now()
  try {
    await db.unsafe(command)
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error
    problem = error.message
  }
  const ms = performance.now() - start
  await db.unsafe('reset session authorization; reset all')
  const wholeTables = [...(await wholeReads(db))].flatMap(([table, { scans, rows, length }]) => {
    const earlier = before.get(table)
    return scans > (earlier?.scans ?? 0) && length >= many ? [`${table} (${rows - (earlier?.rows ?? 0)} rows)`] : []
  })
  return { ms, wholeTables, problem }
}

type Reads = { scans: number; rows: number; length: number }

async function wholeReads(db: postgres.ReservedSql): Promise<Map<string, Reads>> {
  // What this connection has read is counted at its next pause.
  await db`select pg_stat_force_next_flush()`
  const rows = await db<{ name: string; scans: string; read: string; length: string }[]>`
    select relid::regclass::text as name, seq_scan::text as scans, seq_tup_read::text as read, n_live_tup::text as length
    from pg_stat_user_tables`
  return new Map(
    rows.map(({ name, scans, read, length }) => [
      name,
      { scans: Number(scans), rows: Number(read), length: Number(length) },
    ]),
  )
}
