import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { indexFile, migrationIndex } from '../migrations/migrationIndex'
import { projectRoot } from '../settings'
import { startTemporaryDatabase } from '../temporaryDatabase'
import { print, printProblems } from './print'

// npm run types: writes src/lib/database.types.ts and supabase/migrations/README.md from the migrations.
// npm run types -- --check: fails when one of them is out of date, or when the Supabase advisors warn.

const typesFile = path.join(projectRoot, 'src', 'lib', 'database.types.ts')
const isCheck = process.argv.includes('--check')

if (!isCheck) writeFile(indexFile, migrationIndex())
else if (!isCurrent(indexFile, migrationIndex())) failOutdated(indexFile)

const database = await startTemporaryDatabase()
try {
  const types = await supabase(['gen', 'types', `--remote=${database.databaseUrl}`, '--schema=public'])
  if (types.exitCode !== 0 || !types.output.startsWith('export type'))
    fail('The types could not be read from the database:', types.output + types.errors)
  else if (!isCheck) writeFile(typesFile, types.output)
  else {
    if (!isCurrent(typesFile, types.output)) failOutdated(typesFile)
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

function writeFile(file: string, content: string): void {
  writeFileSync(file, content)
  print(`  Wrote ${path.relative(projectRoot, file)}`)
}

function isCurrent(file: string, content: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8') === content
}

function failOutdated(file: string): void {
  fail(
    'A generated file is out of date:',
    `${path.relative(projectRoot, file)} differs from the migrations. Run npm run types.`,
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
