import path from 'node:path'
import { importDatabase } from '../backup'
import { readStackSettings } from '../settings'
import { readEnvironment } from './environment'
import { messageOf, print, printProblems } from './print'

// npm run stack:import -- <file>: restores a file of stack:export into an empty data folder.

const [file] = process.argv.slice(2)
const { settings, problems } = readStackSettings(readEnvironment())
if (settings === null || file === undefined) {
  printProblems(
    'Nothing was imported:',
    settings === null ? problems : ['The file name is missing: npm run stack:import -- backup.tgz'],
  )
  process.exitCode = 1
} else {
  try {
    await importDatabase(path.resolve(file), settings.dataDir)
    print(
      `  Imported ${file} into ${settings.dataDir}. npm run dev starts with this data, and upgrades it if it is older.`,
    )
  } catch (error) {
    printProblems('Nothing was imported:', [messageOf(error)])
    process.exitCode = 1
  }
}
