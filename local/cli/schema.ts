import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { catalogueFindings, readCatalogue } from '../hosted/catalogue'
import { isMadeFrom, loadSchemas, joinSchemas, readSchemas, schemaMigration } from '../migrations/schemas'
import { projectRoot } from '../settings'
import { startTemporaryDatabase } from '../temporaryDatabase'
import { print, printProblems } from './print'

// npm run schema: writes the migration from supabase/schemas, and src/lib/database.types.ts from the database that it makes.
// npm run schema -- --check: fails when one of them is out of date, when the migrations make another database than these files, or
// when the Supabase advisors warn.

const typesFile = path.join(projectRoot, 'src', 'lib', 'database.types.ts')
const isCheck = process.argv.includes('--check')

const files = readSchemas()
// A folder without supabase/ gives a database without migrations.
const fromSchemas = await startTemporaryDatabase({ root: import.meta.dirname })
try {
  const sql = postgres(fromSchemas.adminUrl, { max: 1, onnotice: () => {} })
  const order = await loadSchemas(sql, files)
  if (!isCheck) writeFile(schemaMigration, joinSchemas(files, order))
  else if (!isMadeFrom(files, readFileSync(schemaMigration, 'utf8'))) failOutdated(schemaMigration, 'supabase/schemas')
  await finish(sql)
  await sql.end()
} finally {
  await fromSchemas.destroy()
}

/** With the database of the migrations. `made` is that of supabase/schemas. */
async function finish(made: postgres.Sql): Promise<void> {
  const database = await startTemporaryDatabase()
  try {
    const types = await supabase(['gen', 'types', `--remote=${database.databaseUrl}`, '--schema=public'])
    if (types.exitCode !== 0 || !types.output.startsWith('export type'))
      fail('The types could not be read from the database:', types.output + types.errors)
    else if (!isCheck) writeFile(typesFile, types.output)
    else {
      if (!existsSync(typesFile) || readFileSync(typesFile, 'utf8') !== types.output)
        failOutdated(typesFile, 'the database')
      const advice = await supabase([
        'db',
        'advisors',
        `--remote=${database.databaseUrl}`,
        '--level=warn',
        '--fail-on=warn',
      ])
      const migrated = postgres(database.databaseUrl, { max: 1, onnotice: () => {} })
      const differences = await catalogueFindings(await readCatalogue(made), await readCatalogue(migrated))
      await migrated.end()
      if (differences.length > 0)
        fail('The migrations do not make what is in supabase/schemas:', differences.join('\n'))
      if (advice.exitCode !== 0) fail('The Supabase advisors warn:', advice.output + advice.errors)
      else if (process.exitCode === undefined) print('  The types are up to date, and the advisors have no warnings.')
    }
  } finally {
    await database.destroy()
  }
}

function writeFile(file: string, content: string): void {
  writeFileSync(file, content)
  print(`  Wrote ${path.relative(projectRoot, file)}`)
}

function failOutdated(file: string, source: string): void {
  fail(
    'A generated file is out of date:',
    `${path.relative(projectRoot, file)} differs from ${source}. Run npm run schema.`,
  )
}

function fail(title: string, text: string): void {
  printProblems(title, [text.trim()])
  process.exitCode = 1
}

async function supabase(options: string[]): Promise<{ exitCode: number | null; output: string; errors: string }> {
  const child = spawn('npx', ['--no-install', 'supabase', ...options], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    // The database offers no TLS. Without this variable the CLI prints a notice into its output.
    env: { ...process.env, PGSSLMODE: 'disable' },
    shell: process.platform === 'win32',
  })
  const texts = { output: '', errors: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    texts.output += chunk.toString('utf8')
  })
  child.stderr.on('data', (chunk: Buffer) => {
    texts.errors += chunk.toString('utf8')
  })
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { exitCode, output: `${texts.output.trim()}\n`, errors: texts.errors }
}
