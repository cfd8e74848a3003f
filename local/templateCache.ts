import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { bootstrapFiles } from './bootstrap/applyBootstrap'
import { clusterFolder, openDatabase } from './database'
import { migrationFiles } from './migrations/applyMigrations'
import { postgresBinaries } from './postgres/binaries'
import { isAlive, type Cluster } from './postgres/cluster'
import { freePort, retryTakenPort } from './postgres/ports'

type Recipe = { root: string; seed: boolean; passwordHashCost: number }

const keptUnusedMs = 24 * 60 * 60 * 1000

/**
 * The folder of a stopped cluster with all migrations applied, for copies. It is built once for each state of the
 * migrations, the bootstrap and the code that applies them, with the seed once a day, and cached in the folder for temporary files.
 */
export async function preparedDatabase(recipe: Recipe): Promise<string> {
  const cache = cacheFolder()
  const template = path.join(cache, fingerprint(recipe))
  for (;;) {
    if (existsSync(template)) {
      utimesSync(template, new Date(), new Date())
      return clusterFolder(template)
    }
    if (takeLock(`${template}.lock`)) break
    await pause(50)
  }
  try {
    removeUnused(cache)
    await build(recipe, template)
  } finally {
    rmSync(`${template}.lock`, { force: true })
  }
  return clusterFolder(template)
}

function cacheFolder(): string {
  const folder = path.join(tmpdir(), `fernbank-templates-${userInfo().username}`)
  mkdirSync(folder, { recursive: true })
  // Any user may write in the folder for temporary files. Do not run what another user has put there.
  if (process.getuid && lstatSync(folder).uid !== process.getuid())
    throw new Error(`${folder} belongs to another user.`)
  chmodSync(folder, 0o711)
  return folder
}

async function build({ root, seed, passwordHashCost }: Recipe, template: string): Promise<void> {
  const unfinished = `${template}.${process.pid}`
  try {
    const database = await retryTakenPort(async () =>
      openDatabase({ root, dataDir: unfinished, port: await freePort(), isDurable: false, seed, passwordHashCost }),
    )
    await dropTemplates(database)
    await database.stop()
    renameSync(unfinished, template)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** template0 and template1 hold half of a cluster's files. No test creates a database, and each test file copies the cluster. */
async function dropTemplates(database: Cluster): Promise<void> {
  const sql = postgres(database.url('supabase_admin'), { max: 1, onnotice: () => {} })
  try {
    for (const name of ['template0', 'template1']) {
      await sql.unsafe(`alter database ${name} is_template false`)
      await sql.unsafe(`drop database ${name}`)
    }
  } finally {
    await sql.end()
  }
}

function fingerprint({ root, seed, passwordHashCost }: Recipe): string {
  const here = import.meta.dirname
  const code = ['bootstrap', 'migrations', 'postgres'].flatMap((folder) =>
    readdirSync(path.join(here, folder))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => path.join(here, folder, name)),
  )
  const seedFile = path.join(root, 'supabase', 'seed.sql')
  const files = [
    ...bootstrapFiles(),
    ...migrationFiles(path.join(root, 'supabase', 'migrations')).map(({ file }) => file),
    ...(seed && existsSync(seedFile) ? [seedFile] : []),
    ...code,
    path.join(here, 'database.ts'),
    import.meta.filename,
  ]
  // The seed's history ends today.
  const seededOn = seed ? new Date().toISOString().slice(0, 10) : null
  const hash = createHash('sha256').update(`${postgresBinaries().version} ${seededOn} ${passwordHashCost}`)
  for (const file of files) hash.update(`\0${path.basename(file)}\0`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** The lock only saves work: two processes may build the same template, because each moves its result into place. */
function takeLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const owner = Number(existsSync(file) ? readFileSync(file, 'utf8') : process.pid)
    if (owner > 0 && !isAlive(owner)) rmSync(file, { force: true })
    return false
  }
}

function removeUnused(cache: string): void {
  for (const name of readdirSync(cache)) {
    const entry = path.join(cache, name)
    const lastUse = statSync(entry, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - lastUse > keptUnusedMs) rmSync(entry, { recursive: true, force: true })
  }
}
