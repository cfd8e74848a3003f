import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { z } from 'zod'
import { catalogueFindings, fromSchemas, readCatalogue } from '../hosted/catalogue'
import { applyMigrations, inMigration, migrationFiles, runStatements } from '../migrations/applyMigrations'
import { readReleases } from '../migrations/releases'
import { joinSchemas, loadSchemas, readSchemas } from '../migrations/schemas'
import { unexplainedDrops } from '../migrations/unexplainedDrops'
import { projectRoot } from '../settings'
import { startTemporaryDatabase } from '../temporaryDatabase'
import { messageOf, print, printProblems } from './print'
import { supabaseCli } from './supabaseCli'

// npm run migration -- <name>: writes what supabase/schemas has and the migrations lack into a new one, and says what a person
// has to add. A migration of this name that is in no release gets it at its end. The first of all is supabase/schemas itself, and is
// made again until it is released.

const [name = ''] = process.argv.slice(2)
const folder = path.join(projectRoot, 'supabase', 'migrations')
const all = migrationFiles(folder)
const existing = all.find((migration) => migration.name === name)

const reason = reasonAgainst()
if (reason === null) await writeMigration().catch((error: unknown) => refuse(messageOf(error)))
else refuse(reason)

function refuse(problem: string): void {
  printProblems('Nothing was written:', [problem])
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
    if (all.every((migration) => migration === existing)) return void write(joinSchemas(schemas, order))
    await withDatabase(async (target, targetUrl) => {
      await applyMigrations(target, all)
      const wanted = await readCatalogue(source)
      const findings = async () => catalogueFindings(wanted, await readCatalogue(target), { words: fromSchemas })
      if ((await findings()).length === 0)
        return print('  The migrations make what is in supabase/schemas. Nothing was written.')
      const script = await difference(targetUrl, sourceUrl)
      const file = write(existing === undefined ? script : `${readFileSync(existing.file, 'utf8')}\n${script}`)
      await target
        .begin(async (transaction) => {
          await inMigration(transaction)
          await runStatements(transaction, path.basename(file), script)
        })
        .then(findings)
        .then((missing) => tell('Write into it what the comparison still finds:', missing))
        .catch((error: unknown) =>
          tell('It does not run. Correct it: npm run check:schema then names what is missing.', [messageOf(error)]),
        )
      tell(
        "Write a line '-- Why: …' above each of these, or a rename in its place, which keeps the rows:",
        unexplainedDrops(script),
      )
      print('  Read the file. A diff knows neither a rename nor the values of a new column in old rows.')
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

function write(script: string): string {
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const file = existing?.file ?? path.join(folder, `${time}_${name}.sql`)
  // Git keeps no empty folder.
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, script)
  print(`  Wrote ${path.relative(projectRoot, file)}`)
  return file
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
