import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { clusterFolder } from './database'
import { clusterExists } from './postgres/cluster'
import { databaseUser } from './postgres/databaseUser'

const run = promisify(execFile)

/**
 * Packs a stopped stack's database into one file, which only its owner may read: it holds everything. The file appears
 * whole or not at all.
 */
export async function exportDatabase(dataDir: string, file: string): Promise<void> {
  const folder = clusterFolder(dataDir)
  if (!clusterExists(folder)) throw new Error(`There is no database in ${dataDir}.`)
  const unfinished = `${file}.unfinished`
  try {
    // Made before tar fills it, so that it is closed to others from the beginning.
    writeFileSync(unfinished, '', { mode: 0o600 })
    await run('tar', ['-czf', unfinished, '-C', path.dirname(folder), path.basename(folder)])
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** Unpacks such a file where no database is yet. */
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
    // Packed elsewhere, it may belong to somebody whom this machine does not know.
    if (user !== null) await run('chown', ['-R', `${user.uid}:${user.gid}`, unfinished])
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
