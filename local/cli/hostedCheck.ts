import { readFileSync } from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { parse } from 'smol-toml'
import { readCatalogue } from '../hosted/catalogue'
import { configFindings, projectRef } from '../hosted/configFindings'
import { connectionOptions } from '../hosted/connection'
import { databaseFindings, hasOtherBanks } from '../hosted/databaseFindings'
import { addressProblems } from '../hosted/hostedDatabase'
import { readHostedSecrets, secretFindings } from '../hosted/secretFindings'
import { readSettingsDiff, settingsFindings } from '../hosted/settingsFindings'
import { projectRoot } from '../settings'
import { startTemporaryDatabase } from '../temporaryDatabase'
import { messageOf, print, printProblems } from './print'

// npm run hosted:check -- <database url> <certificate file>: what differs in a hosted project from what the app needs.
// Changes nothing. The address of the local stack needs no certificate: a way to try the command.

const [address = '', certificateFile] = process.argv.slice(2)
const problems = addressProblems('npm run hosted:check --', address, certificateFile)
if (problems.length > 0) fail('Nothing was checked:', problems)
else await check(address)

async function check(databaseUrl: string): Promise<void> {
  const toml = parse(readFileSync(path.join(projectRoot, 'supabase', 'config.toml'), 'utf8'))
  const ref = projectRef(databaseUrl)
  const findings = ref === null ? [] : configFindings(toml, ref)
  const local = await startTemporaryDatabase()
  const again = postgres(local.databaseUrl, connectionOptions(local.databaseUrl))
  const sql = postgres(databaseUrl, connectionOptions(databaseUrl, certificateFile))
  try {
    if (ref !== null) {
      const { missing, off } = await secretFindings(() => readHostedSecrets(ref), {
        hasBanks: await hasOtherBanks(sql),
      })
      findings.push(...missing, ...(await settingsFindings(() => readSettingsDiff(ref))))
      for (const part of off) print(`  ${part}`)
    }
    const inDatabase = await databaseFindings(sql, { root: projectRoot, wanted: await readCatalogue(again), again })
    const all = [...findings, ...inDatabase]
    if (all.length > 0) fail('The project differs from what the app needs:', all)
    else print('  The database and supabase/config.toml are as the app needs them.')
  } catch (error) {
    fail('The database could not be read:', [messageOf(error), ...findings])
  } finally {
    await Promise.all([sql.end(), again.end()])
    await local.destroy()
  }
}

function fail(title: string, reasons: string[]): void {
  printProblems(title, reasons)
  process.exitCode = 1
}
