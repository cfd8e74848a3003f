import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sql } from 'postgres'

const folder = fileURLToPath(new URL('.', import.meta.url))

export function bootstrapFiles(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => path.join(folder, name))
}

/**
 * Makes a new cluster what a new hosted project is, in one transaction: an interrupted start leaves nothing half made.
 * `sql` must be connected as supabase_admin.
 */
export async function applyBootstrap(sql: Sql): Promise<void> {
  const [state] = await sql<{ isDone: boolean }[]>`select to_regnamespace('_stack') is not null as "isDone"`
  if (state?.isDone) return
  await sql.begin(async (transaction) => {
    for (const file of bootstrapFiles()) await transaction.unsafe(readFileSync(file, 'utf8')).simple()
  })
}
