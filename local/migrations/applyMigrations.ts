import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Sql, TransactionSql } from 'postgres'
import { executionOf } from './delegatedStatements'
import { splitStatements } from './splitStatements'
import { statementError } from './statementError'

type Migration = { file: string; version: string; name: string }

export function migrationFiles(folder: string): Migration[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => {
      const match = /^(\d+)_(.+)\.sql$/.exec(name)
      return match?.[1] && match[2] ? [{ file: path.join(folder, name), version: match[1], name: match[2] }] : []
    })
}

/**
 * Applies the missing ones, and records them as the Supabase CLI does. All are in one transaction, so that a failure leaves the
 * data as it was. `sql` must be connected as supabase_admin; the statements run as postgres.
 */
export async function applyMigrations(
  sql: Sql,
  migrations: Migration[],
  onApplied: (name: string) => void = () => {},
): Promise<number> {
  await sql
    .unsafe(
      `create schema if not exists supabase_migrations authorization postgres;
       create table if not exists supabase_migrations.schema_migrations (
         version text primary key, statements text[], name text);
       alter table supabase_migrations.schema_migrations owner to postgres;`,
    )
    .simple()
  const applied = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`
  const known = new Set(applied.map(({ version }) => version))
  const missing = migrations.filter(({ version }) => !known.has(version))
  await sql.begin(async (transaction) => {
    for (const migration of missing) {
      await applyMigration(transaction, migration)
      onApplied(path.basename(migration.file))
    }
  })
  return missing.length
}

async function applyMigration(sql: TransactionSql, { file, version, name }: Migration): Promise<void> {
  await inMigration(sql)
  const statements = await runStatements(sql, path.basename(file), readFileSync(file, 'utf8'))
  await sql`
    insert into supabase_migrations.schema_migrations (version, name, statements)
    values (${version}, ${name}, ${statements})`
}

/** Makes a transaction of supabase_admin one of postgres, with the search path that postgres has. */
export async function inMigration(sql: TransactionSql): Promise<void> {
  await sql.unsafe('set local search_path = "$user", public, extensions')
  await becomePostgres(sql)
}

/** Runs a script in a transaction that is in a migration, and returns its statements. An error names the statement. */
export async function runStatements(sql: TransactionSql, file: string, script: string): Promise<string[]> {
  const statements = splitStatements(script)
  for (const [index, statement] of statements.entries()) {
    try {
      await runStatement(sql, statement)
    } catch (error) {
      throw statementError({ file, number: index + 1, statement }, error)
    }
  }
  return statements
}

async function runStatement(sql: TransactionSql, statement: string): Promise<void> {
  const execution = executionOf(statement)
  if (execution.as === 'skipped') return
  if (execution.as === 'refused') throw new Error(execution.reason)
  if (execution.as === 'supabase_admin') await sql.unsafe('reset session authorization')
  await sql.unsafe(execution.sql).simple()
  if (execution.as === 'supabase_admin') await becomePostgres(sql)
}

// After `set role`, a migration could become the superuser by `reset role`. Session authorization prevents that.
async function becomePostgres(sql: TransactionSql): Promise<void> {
  await sql.unsafe('set local session authorization postgres')
}
