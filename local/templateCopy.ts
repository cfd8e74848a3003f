import { spawn } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { clusterFolder, removeData } from './database'
import { isAlive, runningServer } from './postgres/cluster'
import { preparedDatabase } from './templateCache'

/** The cheapest that bcrypt knows: tests hash many passwords. */
export const testBcryptCost = 4
const folderPrefix = 'fernbank-test-'

/** Starts something on a copy of the prepared database. Whoever gets it removes the data in the end. */
export async function withPreparedCopy<T>(
  recipe: { root: string; seed: boolean },
  start: (dataDir: string, removeData: () => void) => Promise<T>,
): Promise<T> {
  const prepared = await preparedDatabase({ ...recipe, passwordHashCost: testBcryptCost })
  removeLeftovers()
  // The process id in its name tells later runs whether anybody still needs it.
  const dataDir = mkdtempSync(path.join(tmpdir(), `${folderPrefix}${process.pid}-`))
  try {
    openToDatabaseUser(dataDir)
    await copyFolder(prepared, clusterFolder(dataDir))
    return await start(dataDir, () => removeData(dataDir))
  } catch (error) {
    removeData(dataDir)
    throw error
  }
}

/** Postgres runs as another user when we are root, and temporary folders are closed to others. */
function openToDatabaseUser(folder: string): void {
  chmodSync(folder, 0o711)
}

async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') return cpSync(from, to, { recursive: true })
  // Keeps owners, and is several times as fast as Node's own.
  const child = spawn('cp', ['-a', from, to], { stdio: 'ignore' })
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`cp ended with exit code ${code}`))))
  })
}

/** What tests that were killed could not remove. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${folderPrefix}(\\d+)-`).exec(name)?.[1]
    const dataDir = path.join(tmpdir(), name)
    if (pid === undefined || isAlive(Number(pid))) continue
    // The guard of that process may still be stopping the database.
    if (lstatSync(dataDir).uid === process.getuid?.() && runningServer(clusterFolder(dataDir)) === null)
      removeData(dataDir)
  }
}
