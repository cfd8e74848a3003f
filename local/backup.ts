import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { clusterFolder } from './database'
import { clusterExists } from './postgres/cluster'
import { databaseUser } from './postgres/databaseUser'

const run = promisify(execFile)

/**
 * Packs the database of a stopped stack into one file. The file holds every secret, so only its owner may read it. A
 * failed export leaves no file.
 */
export async function exportDatabase(dataDir: string, file: string): Promise<void> {
  const folder = clusterFolder(dataDir)
  if (!clusterExists(folder)) throw new Error(`There is no database in ${dataDir}.`)
  const unfinished = `${file}.unfinished`
  try {
    // Created before tar writes to it, so that other users can never read it.
    writeFileSync(unfinished, '', { mode: 0o600 })
    await run('tar', ['-czf', unfinished, '-C', path.dirname(folder), path.basename(folder)])
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** Unpacks an exported file into a folder without a database. */
export async function importDatabase(file: string, dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const folder = clusterFolder(dataDir)
  if (existsSync(folder)) throw new Error(`There is a database in ${dataDir} already. npm run stack:reset removes it.`)
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  try {
    await run('tar', ['-xzf', file, '-C', unfinished, '--strip-components=1'])
    if (!clusterExists(unfinished)) throw new Error(`${file} holds no database.`)
    const user = databaseUser()
    // The file may name an owner that does not exist on this machine.
    if (user !== null) await run('chown', ['-R', `${user.uid}:${user.gid}`, unfinished])
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
