import path from 'node:path'
import { exportDatabase } from '../backup'
import { userOfDataDir } from '../runningStack'
import { readStackSettings } from '../settings'
import { readEnvironment } from './environment'
import { print, printProblems } from './print'

// npm run stack:export -- <file>: packs the data of a stopped stack into one file.

const [file] = process.argv.slice(2)
const { settings, problems } = readStackSettings(readEnvironment())
const reasons = settings === null ? problems : await reasonsAgainst(settings.dataDir)
if (settings === null || file === undefined || reasons.length > 0) {
  printProblems('Nothing was exported:', reasons)
  process.exitCode = 1
} else {
  await exportDatabase(settings.dataDir, path.resolve(file))
  print(`  Exported ${settings.dataDir} to ${file}. It holds every secret of this bank: keep it safe.`)
}

async function reasonsAgainst(dataDir: string): Promise<string[]> {
  if (file === undefined) return ['Say where to: npm run stack:export -- backup.tgz']
  const pid = await userOfDataDir(dataDir)
  return pid === null ? [] : [`The data in ${dataDir} is in use (pid ${pid}). Stop that stack first.`]
}
