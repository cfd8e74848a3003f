import { spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { clusterFolder, removeData } from './database'
import { isAlive, runningServer } from './postgres/cluster'
import { preparedDatabase } from './templateCache'

/** The lowest cost of bcrypt, because tests hash many passwords. */
export const testBcryptCost = 4
const folderPrefix = 'fernbank-test-'
/** Linux keeps the files of this folder in memory. */
const memoryFolder = '/dev/shm'
const spareBytes = 2 * 1024 ** 3

/**
 * Calls `start` with a copy of the prepared database. The caller removes the data when it is done.
 * `isLarge` keeps the copy on disk: millions of rows would fill the memory.
 */
export async function withPreparedCopy<T>(
  { isLarge = false, ...recipe }: { root: string; seed: boolean; isLarge?: boolean },
  start: (dataDir: string, removeData: () => void) => Promise<T>,
): Promise<T> {
  const prepared = await preparedDatabase({ ...recipe, passwordHashCost: testBcryptCost })
  removeLeftovers()
  // The process id in the name tells later runs whether the folder is still in use.
  const dataDir = mkdtempSync(path.join(isLarge ? tmpdir() : copiesFolder(), `${folderPrefix}${process.pid}-`))
  try {
    openToDatabaseUser(dataDir)
    await copyFolder(prepared, clusterFolder(dataDir))
    return await start(dataDir, () => removeData(dataDir))
  } catch (error) {
    removeData(dataDir)
    throw error
  }
}

/** In memory a copy takes a tenth of the time. Containers often have only a few megabytes there. */
function copiesFolder(): string {
  if (!existsSync(memoryFolder)) return tmpdir()
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize >= spareBytes ? memoryFolder : tmpdir()
}

/** Started by root, Postgres runs as another user, who cannot enter temporary folders by default. */
function openToDatabaseUser(folder: string): void {
  chmodSync(folder, 0o711)
}

async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') return cpSync(from, to, { recursive: true })
  // `cp -a` keeps owners and is several times as fast as Node's cpSync.
  const child = spawn('cp', ['-a', from, to], { stdio: 'ignore' })
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`cp ended with exit code ${code}`))))
  })
}

/** Removes the folders of test processes that were killed. */
function removeLeftovers(): void {
  for (const folder of new Set([tmpdir(), copiesFolder()]))
    for (const name of readdirSync(folder)) {
      const pid = new RegExp(`^${folderPrefix}(\\d+)-`).exec(name)?.[1]
      const dataDir = path.join(folder, name)
      if (pid === undefined || isAlive(Number(pid))) continue
      // Another process may remove the folder at the same time.
      const isOwn = lstatSync(dataDir, { throwIfNoEntry: false })?.uid === process.getuid?.()
      // The guard of a killed process may still be stopping its database.
      if (isOwn && runningServer(clusterFolder(dataDir)) === null) removeData(dataDir)
    }
}
