import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Sql } from 'postgres'
import { splitStatements } from './splitStatements'
import { statementError } from './statementError'

/**
 * Runs the seed once for each database, in one transaction, and records it as the Supabase CLI does. `sql` must be
 * connected as postgres.
 */
export async function seed(sql: Sql, file: string, onStart: () => void = () => {}): Promise<void> {
  if (!existsSync(file)) return
  await sql
    .unsafe(`create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null)`)
    .simple()
  const [known] = await sql`select from supabase_migrations.seed_files`
  if (known) return

  onStart()
  const script = readFileSync(file, 'utf8')
  await sql.begin(async (transaction) => {
    for (const [index, statement] of splitStatements(script).entries()) {
      try {
        await transaction.unsafe(statement).simple()
      } catch (error) {
        throw statementError({ file: path.basename(file), number: index + 1, statement }, error)
      }
    }
    await transaction`
      insert into supabase_migrations.seed_files (path, hash)
      values (${`supabase/${path.basename(file)}`}, ${createHash('sha256').update(script).digest('hex')})`
  })
}
