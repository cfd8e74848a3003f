import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Sql } from 'postgres'
import { projectRoot } from '../settings'
import { inMigration, runStatements } from './applyMigrations'

// supabase/schemas is what people read and edit. The Supabase CLI and the local stack run the migrations that are made from it.

const folder = path.join(projectRoot, 'supabase', 'schemas')

type SchemaFiles = Map<string, string>

/** The text of each file by its path below supabase/schemas, such as 'money/ledger/accounts.sql', in alphabetical order. */
export function readSchemas(): SchemaFiles {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.replaceAll('\\', '/'))
    .toSorted()
  return new Map(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]))
}

/** The first migration: these files in this order. */
export function joinSchemas(files: SchemaFiles, order: string[]): string {
  return order.map((name) => `-- File: ${name}\n${files.get(name) ?? ''}`).join('\n')
}

/**
 * Runs the files and returns the order in which they load: the alphabetical one, where a file that needs a later one is tried
 * again after it. `sql` is connected as supabase_admin to a database without migrations. Throws the first error of the files
 * that never load.
 */
export async function loadSchemas(sql: Sql, files: SchemaFiles): Promise<string[]> {
  const order: string[] = []
  await sql.begin(async (transaction) => {
    await inMigration(transaction)
    // The first of all sets the default privileges of the functions and tables that follow.
    const first = 'base/foundations.sql'
    let waiting = [first, ...[...files.keys()].filter((name) => name !== first)]
    while (waiting.length > 0) {
      const failures = new Map<string, unknown>()
      for (const name of waiting) {
        try {
          await transaction.savepoint((attempt) => runStatements(attempt, name, files.get(name) ?? ''))
          order.push(name)
        } catch (error) {
          failures.set(name, error)
        }
      }
      if (failures.size === waiting.length) throw [...failures.values()][0]
      waiting = [...failures.keys()]
    }
  })
  return order
}
