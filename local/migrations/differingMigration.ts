import { readFileSync } from 'node:fs'
import type { Sql } from 'postgres'
import { migrationFiles } from './applyMigrations'
import { splitStatements } from './splitStatements'

export type Difference = { migration: string; isNewer: boolean }

/**
 * The first applied migration that the folder does not have in this form, or null. It is a newer one when the folder has all that
 * were applied before it, and none after it: the data was used with a later version. Otherwise a migration was edited that is in no
 * release, or the data is from a time before the first one.
 */
export async function differingMigration(sql: Sql, folder: string): Promise<Difference | null> {
  const [recorded] = await sql<
    { exists: boolean }[]
  >`select to_regclass('supabase_migrations.schema_migrations') is not null as exists`
  if (recorded?.exists !== true) return null
  const files = migrationFiles(folder)
  const names = new Map(files.map((file) => [`${file.version}_${file.name}`, file.file]))
  const applied = await sql<{ name: string; version: string; statements: string[] }[]>`
    select version || '_' || name as name, version, statements from supabase_migrations.schema_migrations order by version`
  const differing = applied.find(({ name, statements }) => {
    const file = names.get(name)
    return file === undefined || !isSame(splitStatements(readFileSync(file, 'utf8')), statements)
  })
  if (differing === undefined) return null
  return { migration: differing.name, isNewer: files.every(({ version }) => version < differing.version) }
}

function isSame(statements: string[], others: string[]): boolean {
  return statements.length === others.length && statements.every((statement, index) => statement === others[index])
}
