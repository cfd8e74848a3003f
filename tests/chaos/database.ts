import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'

export const ownName = 'chaos test'

const patienceMs = 30_000

/**
 * Runs `work` on a separate connection. The server may die at any moment, and the library may then leave a query
 * without an end: after `patienceMs` it counts as failed.
 */
export async function withDatabase<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, {
    max: 1,
    // This query would run outside `work`, where no code can catch its failure.
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: ownName },
  })
  const giveUp = new AbortController()
  const working = work(sql)
  try {
    return await Promise.race([
      working,
      pause(patienceMs, undefined, { signal: giveUp.signal }).then(() => {
        throw new Error('The database did not answer.')
      }),
    ])
  } finally {
    giveUp.abort()
    await sql.end({ timeout: 0 })
  }
}

/** As Postgres writes a list: the library could only write one that it has asked the types for. */
export function listOf(items: readonly string[]): string {
  return `{${items.join(',')}}`
}
