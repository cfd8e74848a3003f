import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { canReach, databaseUser } from './databaseUser'

// Files here survive a restart of the machine, unlike those in the folder for temporary files.
const persistentFolder = existsSync('/var/tmp') ? '/var/tmp' : tmpdir()

/**
 * The folder itself, or a substitute when the user that runs Postgres may not enter it (started by root, with a project
 * below root's closed home). A folder always has the same substitute.
 */
export function reachableFolder(folder: string): string {
  if (canReach(folder, databaseUser())) return folder
  const name = createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 16)
  const substitute = path.join(persistentFolder, `fernbank-${name}`)
  mkdirSync(substitute, { recursive: true, mode: 0o755 })
  // Any user may write in that folder. Do not run what another user has put there.
  if (lstatSync(substitute).uid !== process.getuid?.())
    throw new Error(`${substitute} belongs to another user. Remove it.`)
  return substitute
}
