import { existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { exportDatabase } from '../backup'
import { userOfDataDir } from '../runningStack'
import { readStackSettings } from '../settings'
import { readEnvironment } from './environment'
import { print, printProblems } from './print'

// npm run stack:export -- <file>: saves the data of a stopped stack in one file.

const [file] = process.argv.slice(2)
const { settings, problems } = readStackSettings(readEnvironment())
const reasons = settings === null ? problems : await reasonsAgainst(settings.dataDir)
if (settings === null || file === undefined || reasons.length > 0) {
  printProblems('Nothing was exported:', reasons)
  process.exitCode = 1
} else if (existsSync(file) && !(await agreesTo(`${file} exists. Overwrite it? (y/N) `))) {
  printProblems('Nothing was exported:', [`${file} exists already. Name another file.`])
  process.exitCode = 1
} else {
  await exportDatabase(settings.dataDir, path.resolve(file))
  print(`  Exported ${settings.dataDir} to ${file}. The file holds every secret of the database: keep it safe.`)
}

async function reasonsAgainst(dataDir: string): Promise<string[]> {
  if (file === undefined) return ['The file name is missing: npm run stack:export -- backup.tgz']
  const pid = await userOfDataDir(dataDir)
  return pid === null ? [] : [`The data in ${dataDir} is in use (pid ${pid}). Stop that stack first.`]
}

/** The end of the input is a no. */
async function agreesTo(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin })
  process.stdout.write(`  ${question}`)
  const answer = await new Promise<string>((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(''))
  })
  lines.close()
  return /^y(es)?$/i.test(answer.trim())
}
