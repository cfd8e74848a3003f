import { existsSync, readdirSync } from 'node:fs'
import { removeData } from '../database'
import { userOfDataDir } from '../runningStack'
import { readStackSettings } from '../settings'
import { readEnvironment } from './environment'
import { print, printProblems } from './print'

// npm run stack:reset: throws the data away; the next start makes it anew.

const ours = new Set(['database', 'database.unfinished', 'postgres.log', 'stack.json'])

const { settings, problems } = readStackSettings(readEnvironment())
const reasons = settings ? await reasonsAgainst(settings.dataDir) : problems
if (settings === null || reasons.length > 0) {
  printProblems('Nothing was removed:', reasons)
  process.exitCode = 1
} else {
  removeData(settings.dataDir)
  print(`  Removed ${settings.dataDir}`)
}

async function reasonsAgainst(dataDir: string): Promise<string[]> {
  if (!existsSync(dataDir)) return []
  const pid = await userOfDataDir(dataDir)
  if (pid !== null) return [`The data in ${dataDir} is in use (pid ${pid}). Stop that stack first.`]
  // STACK_DATA_DIR may name anything.
  const strangers = readdirSync(dataDir).filter((name) => !ours.has(name))
  return strangers.length > 0 ? [`${dataDir} holds more than a stack's data: ${strangers.slice(0, 5).join(', ')}`] : []
}
