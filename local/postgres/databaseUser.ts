import { execFileSync } from 'node:child_process'
import { lstatSync, statSync } from 'node:fs'
import path from 'node:path'

export type DatabaseUser = { uid: number; gid: number }

/**
 * The user that runs Postgres, which refuses to run as root: `postgres`, or `nobody` when that user does not exist. Null
 * means the current user.
 */
export function databaseUser(): DatabaseUser | null {
  if (found === undefined) found = process.getuid?.() === 0 ? userForRoot() : null
  return found
}

let found: DatabaseUser | null | undefined

function userForRoot(): DatabaseUser {
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) }
    } catch {
      // This user does not exist. Try the next.
    }
  }
  throw new Error(
    'Postgres does not run as root, and neither a user "postgres" nor "nobody" exists to run it. Start as another user.',
  )
}

function idOf(option: '-u' | '-g', name: string): number {
  return Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
}

/** Whether the user may enter every folder on the path to `target`. Folders below root's home are closed, for example. */
export function canReach(target: string, user: DatabaseUser | null): boolean {
  if (user === null) return true
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    if (exists(folder) && !maySearch(folder, user)) return false
    if (folder === path.dirname(folder)) return true
  }
}

function exists(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined
}

function maySearch(folder: string, { uid, gid }: DatabaseUser): boolean {
  const { mode, uid: owner, gid: group } = statSync(folder)
  if (owner === uid) return (mode & 0o100) !== 0
  if (group === gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}
