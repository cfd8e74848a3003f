import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type postgres from 'postgres'
import type { Stack } from '../../local/stack'
import { ownName, withDatabase } from './database'

/** Ends the connections of some who are just being served, as an administrator or a failover would. */
export async function terminateBackends(stack: Stack, most: number): Promise<number> {
  return withDatabase(stack.adminUrl, async (sql) => {
    const ended = await sql`
      select pg_terminate_backend(pid) from (
        select pid from pg_stat_activity
        where backend_type = 'client backend' and application_name <> ${ownName}
        order by (state = 'active') desc, random() limit ${most}
      ) victims`
    return ended.length
  })
}

/** Deadlocks since the server started: it forgets them when it is killed. */
export async function countDeadlocks(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ deadlocks: number }[]>`
    select coalesce(sum(deadlocks), 0)::int as deadlocks from pg_stat_database`
  return row?.deadlocks ?? Number.NaN
}

/** What the server has written down of deadlocks, also of those that a function has caught. */
export async function deadlocksInLog(sql: postgres.Sql): Promise<string[]> {
  const [row] = await sql<{ folder: string }[]>`select current_setting('data_directory') as folder`
  const log = await readFile(path.join(path.dirname(row?.folder ?? ''), 'postgres.log'), 'utf8')
  return log.split('\n').filter((line) => /deadlock detected|40P01/.test(line))
}
