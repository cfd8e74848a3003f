// How long each job of pg_cron takes when nothing is due, and which tables it reads whole.
import postgres from 'postgres'
import type { PeopleDatabase } from './peopleDatabase'

/** A smaller table is read whole by any plan. */
const manyRows = 5000

/** `wholeTables`: those of many rows that it read without an index, in how many rows. */
export type JobFigures = { name: string; ms: number; wholeTables: string[]; problem: string | null }

export async function measureJobs({ sql }: PeopleDatabase): Promise<JobFigures[]> {
  const jobs = await sql<{ name: string; command: string }[]>`select jobname as name, command from cron.job order by 1`
  const figures: JobFigures[] = []
  // The first run deals with what the making of the database has left due.
  for (const isTimed of [false, true]) {
    for (const { name, command } of jobs) {
      const before = await wholeReads(sql)
      const start = performance.now()
      const problem = await runJob(sql, command)
      const ms = performance.now() - start
      if (!isTimed) continue
      const after = await wholeReads(sql)
      const wholeTables = [...after].flatMap(([table, rows]) => {
        const read = rows - (before.get(table) ?? 0)
        return read >= manyRows ? [`${table} (${read} rows)`] : []
      })
      figures.push({ name, ms, wholeTables, problem })
    }
  }
  return figures
}

/** As pg_cron does: as `postgres`, outside a transaction. */
async function runJob(sql: postgres.Sql, command: string): Promise<string | null> {
  const db = await sql.reserve()
  try {
    await db.unsafe(`set session authorization postgres; set statement_timeout = '2min'`)
    await db.unsafe(command)
    return null
  } catch (error) {
    if (error instanceof postgres.PostgresError) return error.message
    throw error
  } finally {
    await db.unsafe('reset session authorization; reset all')
    await db`select pg_stat_force_next_flush()`
    db.release()
  }
}

async function wholeReads(sql: postgres.Sql): Promise<Map<string, number>> {
  const rows = await sql<{ name: string; read: string }[]>`
    select relid::regclass::text as name, seq_tup_read::text as read from pg_stat_user_tables`
  return new Map(rows.map(({ name, read }) => [name, Number(read)]))
}
