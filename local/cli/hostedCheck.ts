import { readFileSync } from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { parse } from 'smol-toml'
import { projectRef, readHostedConfig } from '../hosted/configFindings'
import { databaseFindings } from '../hosted/databaseFindings'
import { projectRoot } from '../settings'
import { print, printProblems } from './print'

// npm run hosted:check -- <database url>: what differs in a hosted project from what the app needs. Changes nothing.

const [address] = process.argv.slice(2)
const ref = address !== undefined && URL.canParse(address) ? projectRef(address) : null
if (address === undefined || ref === null)
  fail('Nothing was checked:', [
    'Give the database address of a hosted project, from its dashboard under Connect: ' +
      'npm run hosted:check -- postgresql://postgres.<ref>:<password>@….pooler.supabase.com:5432/postgres',
  ])
else await check(address, ref)

async function check(databaseUrl: string, projectReference: string): Promise<void> {
  const toml = parse(readFileSync(path.join(projectRoot, 'supabase', 'config.toml'), 'utf8'))
  const { findings, callsPasswordHook } = readHostedConfig(toml, projectReference)
  const sql = postgres(databaseUrl, { max: 1, ssl: 'require', prepare: false, onnotice: () => {} })
  try {
    const all = [...findings, ...(await databaseFindings(sql, { root: projectRoot, callsPasswordHook }))]
    if (all.length > 0) fail('The project differs from what the app needs:', all)
    else print('  The database and supabase/config.toml are as the app needs them.')
  } catch (error) {
    fail('The database could not be read:', [error instanceof Error ? error.message : String(error), ...findings])
  } finally {
    await sql.end()
  }
}

function fail(title: string, reasons: string[]): void {
  printProblems(title, reasons)
  process.exitCode = 1
}
