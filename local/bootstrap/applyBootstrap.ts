import { createHash } from 'node:crypto'
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
 * Gives a new cluster the roles, schemas and tables of a new hosted project, in one transaction. `sql` must be connected
 * as supabase_admin.
 */
export async function applyBootstrap(sql: Sql): Promise<void> {
  if ((await appliedBootstrap(sql)) !== null) return
  await sql.begin(async (transaction) => {
    for (const file of bootstrapFiles()) await transaction.unsafe(readFileSync(file, 'utf8')).simple()
    await transaction.unsafe(`comment on schema _stack is '${fingerprint()}'`)
  })
}

/** The bootstrap is applied once: existing data does not get changes of these files. */
export async function bootstrapWarnings(sql: Sql): Promise<string[]> {
  if ((await appliedBootstrap(sql)) === fingerprint()) return []
  return ['This data was made by another version of the local stack. If something is missing: npm run stack:reset']
}

async function appliedBootstrap(sql: Sql): Promise<string | null> {
  const [schema] = await sql<{ comment: string | null }[]>`
    select coalesce(obj_description(oid, 'pg_namespace'), '') as comment from pg_namespace where nspname = '_stack'`
  return schema?.comment ?? null
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of bootstrapFiles()) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}
