import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { canReach, databaseUser } from './databaseUser'

// Unlike the folder for temporary files, this one outlives a restart of the machine.
const lastingFolder = existsSync('/var/tmp') ? '/var/tmp' : tmpdir()

/**
 * The folder itself, or a stand-in outside when the user that runs Postgres may not enter it
 * (as root, with a project below root's closed home). The same folder always has the same stand-in.
 */
export function reachableFolder(folder: string): string {
  if (canReach(folder, databaseUser())) return folder
  const name = createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 16)
  const standIn = path.join(lastingFolder, `fernbank-${name}`)
  mkdirSync(standIn, { recursive: true, mode: 0o755 })
  // Everybody may write in that folder: what somebody else has put there under this name is not ours to run.
  if (lstatSync(standIn).uid !== process.getuid?.()) throw new Error(`${standIn} belongs to somebody else. Remove it.`)
  return standIn
}
