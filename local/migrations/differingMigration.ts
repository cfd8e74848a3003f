import { readFileSync } from 'node:fs'
import type { Sql } from 'postgres'
import { migrationFiles } from './applyMigrations'
import { splitStatements } from './splitStatements'

/**
 * The first applied migration that the folder does not have in this form, or null. Until the first hosted release the
 * migrations are edited in place, so a kept database can come from an earlier version of them.
 */
export async function differingMigration(sql: Sql, folder: string): Promise<string | null> {
  const [recorded] = await sql<
    { exists: boolean }[]
  >`select to_regclass('supabase_migrations.schema_migrations') is not null as exists`
  if (recorded?.exists !== true) return null
  const files = new Map(migrationFiles(folder).map((file) => [`${file.version}_${file.name}`, file.file]))
  const applied = await sql<{ name: string; statements: string[] }[]>`
    select version || '_' || name as name, statements from supabase_migrations.schema_migrations order by version`
  const differing = applied.find(({ name, statements }) => {
    const file = files.get(name)
    return file === undefined || !isSame(splitStatements(readFileSync(file, 'utf8')), statements)
  })
  return differing?.name ?? null
}

function isSame(statements: string[], others: string[]): boolean {
  return statements.length === others.length && statements.every((statement, index) => statement === others[index])
}
