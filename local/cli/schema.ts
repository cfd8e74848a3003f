import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { catalogueFindings, fromSchemas, readCatalogue } from '../hosted/catalogue'
import { migrationFiles } from '../migrations/applyMigrations'
import { releaseProblems } from '../migrations/releases'
import { loadSchemas, readSchemas } from '../migrations/schemas'
import { unexplainedDrops } from '../migrations/unexplainedDrops'
import { projectRoot } from '../settings'
import { startTemporaryDatabase } from '../temporaryDatabase'
import { messageOf, print, printProblems } from './print'
import { supabaseCli } from './supabaseCli'

// npm run schema: writes src/lib/database.types.ts from the database that supabase/schemas makes.
// npm run schema -- --check: fails when the types are out of date, when the migrations make another database, drop something
// without a reason or differ from those of a release, or when the Supabase advisors warn.

const typesFile = path.join(projectRoot, 'src', 'lib', 'database.types.ts')
const typesName = path.relative(projectRoot, typesFile)
const isCheck = process.argv.includes('--check')

// A folder without supabase/ gives a database without migrations.
const source = await startTemporaryDatabase({ root: import.meta.dirname })
try {
  const sql = postgres(source.adminUrl, { max: 1, onnotice: () => {} })
  await loadSchemas(sql, readSchemas())
  const types = await readTypes()
  if (!isCheck) {
    writeFileSync(typesFile, types)
    print(`  Wrote ${typesName}`)
  } else {
    const isCurrent = existsSync(typesFile) && readFileSync(typesFile, 'utf8') === types
    refuse(
      'The types are out of date:',
      isCurrent ? [] : [`${typesName} differs from the database. Run npm run schema.`],
    )
    refuse('The migrations cannot be released:', fileProblems())
    refuse(
      'The migrations do not make what is in supabase/schemas. Run npm run migration -- <name>, and complete the file:',
      await differences(sql).catch((error: unknown) => [messageOf(error)]),
    )
    refuse('The Supabase advisors warn:', await advice())
    if (process.exitCode === undefined)
      print(
        '  The migrations make what is in supabase/schemas, the types are up to date, and the advisors have no warnings.',
      )
  }
  await sql.end()
} catch (error) {
  refuse('supabase/schemas could not be read:', [messageOf(error)])
} finally {
  await source.destroy()
}

async function readTypes(): Promise<string> {
  const types = await supabaseCli(['gen', 'types', `--remote=${source.databaseUrl}`, '--schema=public'])
  if (types.exitCode === 0 && types.output.startsWith('export type')) return types.output
  throw new Error(`The types could not be read from the database: ${types.output}${types.errors}`)
}

function fileProblems(): string[] {
  const migrations = migrationFiles(path.join(projectRoot, 'supabase', 'migrations'))
  return [
    ...releaseProblems(projectRoot),
    ...migrations.flatMap(({ file }) =>
      unexplainedDrops(readFileSync(file, 'utf8')).map(
        (statement) => `${path.basename(file)}: write a line '-- Why: …' directly above: ${statement}`,
      ),
    ),
  ]
}

async function differences(sql: postgres.Sql): Promise<string[]> {
  const history = await startTemporaryDatabase()
  const migrated = postgres(history.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    return await catalogueFindings(await readCatalogue(sql), await readCatalogue(migrated), { words: fromSchemas })
  } finally {
    await migrated.end()
    await history.destroy()
  }
}

async function advice(): Promise<string[]> {
  const { exitCode, output, errors } = await supabaseCli([
    'db',
    'advisors',
    `--remote=${source.databaseUrl}`,
    '--level=warn',
    '--fail-on=warn',
  ])
  return exitCode === 0 ? [] : [output + errors]
}

function refuse(title: string, reasons: string[]): void {
  if (reasons.length === 0) return
  printProblems(title, reasons)
  process.exitCode = 1
}
