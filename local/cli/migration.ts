import { writeFileSync } from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { z } from 'zod'
import { catalogueFindings, fromSchemas, readCatalogue } from '../hosted/catalogue'
import { applyMigrations, migrationFiles, type Migration } from '../migrations/applyMigrations'
import { readReleases } from '../migrations/releases'
import { joinSchemas, loadSchemas, readSchemas } from '../migrations/schemas'
import { unexplainedDrops } from '../migrations/unexplainedDrops'
import { projectRoot } from '../settings'
import { startTemporaryDatabase } from '../temporaryDatabase'
import { print, printProblems } from './print'
import { supabaseCli } from './supabaseCli'

// npm run migration -- <name>: writes what supabase/schemas has and the migrations lack into a new one, and says what a person
// has to add. A migration of this name that is in no release is made again. The first of all is supabase/schemas itself.

const [name = ''] = process.argv.slice(2)
const folder = path.join(projectRoot, 'supabase', 'migrations')
const all = migrationFiles(folder)
const existing = all.find((migration) => migration.name === name)
const history = all.filter((migration) => migration !== existing)

const reason = reasonAgainst()
if (reason === null) await writeMigration()
else {
  printProblems('Nothing was written:', [reason])
  process.exitCode = 1
}

function reasonAgainst(): string | null {
  if (!/^[a-z][a-z0-9_]*$/.test(name))
    return 'Name the change in lower case, with underscores: npm run migration -- nicknames'
  const release = readReleases(projectRoot).find(({ migrations }) =>
    migrations.some(({ file }) => existing !== undefined && file === path.basename(existing.file)),
  )
  return release === undefined ? null : `${name} is part of release ${release.version}. Choose another name.`
}

async function writeMigration(): Promise<void> {
  const schemas = readSchemas()
  await withDatabase(async (source, sourceUrl) => {
    const order = await loadSchemas(source, schemas)
    if (history.length === 0) return void write(joinSchemas(schemas, order))
    await withDatabase(async (target, targetUrl) => {
      await applyMigrations(target, history)
      const wanted = await readCatalogue(source)
      const findings = async () => catalogueFindings(wanted, await readCatalogue(target), { words: fromSchemas })
      if ((await findings()).length === 0)
        return print('  The migrations make what is in supabase/schemas. Nothing was written.')
      const script = await difference(targetUrl, sourceUrl)
      const file = write(script)
      await applyMigrations(target, [file])
        .then(findings)
        .then((missing) => tell('The comparison with supabase/schemas still finds:', missing))
        .catch((error: unknown) => tell('It does not run:', [error instanceof Error ? error.message : String(error)]))
      tell(
        "Write a line '-- Why: …' above each of these, or a rename in its place, which keeps the rows:",
        unexplainedDrops(script),
      )
      print(
        '  A diff knows no rename, no backfill of a new column and no order of the rows that it changes: read the file.',
      )
    })
  })
}

/** The statements that make one database like another. */
async function difference(from: string, to: string): Promise<string> {
  const options = ['db', 'diff', '--use-pg-delta', `--from=${from}`, `--to=${to}`, '--output-format=json']
  const { exitCode, output, errors } = await supabaseCli(options)
  if (exitCode !== 0) throw new Error(`The Supabase CLI could not compare the databases: ${output}${errors}`)
  const { diff } = z.object({ diff: z.string() }).parse(JSON.parse(output))
  // What the CLI does not see, such as a cron job, is for a person to write.
  return diff === '' ? '-- Written by hand.\n' : diff
}

function write(script: string): Migration {
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const file = existing?.file ?? path.join(folder, `${time}_${name}.sql`)
  writeFileSync(file, script)
  print(`  Wrote ${path.relative(projectRoot, file)}`)
  return { file, name, version: path.basename(file).split('_')[0] ?? '' }
}

function tell(title: string, problems: string[]): void {
  if (problems.length > 0) printProblems(title, problems)
}

/** With a database of a new project. A folder without supabase/ has no migrations. */
async function withDatabase(work: (sql: postgres.Sql, url: string) => Promise<void>): Promise<void> {
  const database = await startTemporaryDatabase({ root: import.meta.dirname })
  const sql = postgres(database.adminUrl, { max: 1, onnotice: () => {} })
  try {
    await work(sql, database.databaseUrl)
  } finally {
    await sql.end()
    await database.destroy()
  }
}
