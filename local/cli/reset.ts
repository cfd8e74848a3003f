import { existsSync, readdirSync } from 'node:fs'
import { removeBook } from '../banks/book'
import { removeData } from '../database'
import { userOfDataDir } from '../runningStack'
import { readStackSettings } from '../settings'
import { readEnvironment } from './environment'
import { print, printProblems } from './print'

// npm run stack:reset: removes the data. The next start creates a new database.

const stackFiles = new Set(['.gitignore', 'database', 'database.unfinished', 'postgres.log', 'stack.json'])

const { settings, problems } = readStackSettings(readEnvironment())
const reasons = settings ? await reasonsAgainst(settings.dataDir) : problems
if (settings === null || reasons.length > 0) {
  printProblems('Nothing was removed:', reasons)
  process.exitCode = 1
} else {
  removeData(settings.dataDir)
  removeBook(settings.dataDir)
  print(`  Removed ${settings.dataDir}`)
}

async function reasonsAgainst(dataDir: string): Promise<string[]> {
  if (!existsSync(dataDir)) return []
  const pid = await userOfDataDir(dataDir)
  if (pid !== null) return [`The data in ${dataDir} is in use (pid ${pid}). Stop that stack first.`]
  // STACK_DATA_DIR may name a folder with other files.
  const others = readdirSync(dataDir).filter((name) => !stackFiles.has(name))
  return others.length > 0 ? [`${dataDir} holds more than a stack's data: ${others.slice(0, 5).join(', ')}`] : []
}
