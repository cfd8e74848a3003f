import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { findOrder, isMadeFrom, joinSchemas, readSchemas, schemaMigration } from '../migrations/schemas'
import { projectRoot } from '../settings'
import { startTemporaryDatabase } from '../temporaryDatabase'
import { print, printProblems } from './print'

// npm run schema: writes the migration from supabase/schemas, and src/lib/database.types.ts from the database that it makes.
// npm run schema -- --check: fails when one of them is out of date, or when the Supabase advisors warn.

const typesFile = path.join(projectRoot, 'src', 'lib', 'database.types.ts')
const isCheck = process.argv.includes('--check')

const files = readSchemas()
if (!isCheck) writeFile(schemaMigration, joinSchemas(files, await orderOf(files)))
else if (!isMadeFrom(files, readFileSync(schemaMigration, 'utf8'))) failOutdated(schemaMigration, 'supabase/schemas')

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
    if (advice.exitCode !== 0) fail('The Supabase advisors warn:', advice.output + advice.errors)
    else if (process.exitCode === undefined) print('  The types are up to date, and the advisors have no warnings.')
  }
} finally {
  await database.destroy()
}

async function orderOf(schemas: Map<string, string>): Promise<string[]> {
  // A folder without supabase/ gives a database without migrations.
  const empty = await startTemporaryDatabase({ root: import.meta.dirname })
  const sql = postgres(empty.adminUrl, { max: 1, onnotice: () => {} })
  try {
    return await findOrder(sql, schemas)
  } finally {
    await sql.end()
    await empty.destroy()
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
