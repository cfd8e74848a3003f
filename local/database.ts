import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
// Playwright loads this file as Node does, which gives a JSON file as its default export only.
import packageJson from '../package.json' with { type: 'json' }
import { applyBootstrap } from './bootstrap/applyBootstrap'
import { applyMigrations, migrationFiles } from './migrations/applyMigrations'
import { differingMigration, type Difference } from './migrations/differingMigration'
import { seed } from './migrations/seed'
import { clusterExists, createCluster, runningServer, startCluster, type Cluster } from './postgres/cluster'
import { reachableFolder } from './postgres/reachableFolder'

export type DatabaseOptions = {
  /** The project's folder, which holds supabase/. */
  root: string
  dataDir: string
  port: number
  /** Data survives a power cut. Otherwise it survives only crashed programs, and writes are faster. */
  isDurable: boolean
  seed: boolean
  /** Bcrypt cost of PINs. Tests use the lowest, and their staff sign in without a code by email. */
  passwordHashCost?: number
  onProgress?: (step: string) => void
  log?: (line: string) => void
}

/** The guard of a killed stack stops its database within this time. */
const leftoverTimeoutMs = 8000

export function clusterFolder(dataDir: string): string {
  return path.join(reachableFolder(dataDir), 'database')
}

/** Removes the data of a stopped stack. */
export function removeData(dataDir: string): void {
  rmSync(clusterFolder(dataDir), { recursive: true, force: true })
  for (const folder of [reachableFolder(dataDir), dataDir]) rmSync(folder, { recursive: true, force: true })
}

/**
 * Starts Postgres and applies the bootstrap, the missing migrations and the seed. Creates the database when there is none, and says
 * when the data of an earlier version was upgraded.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Cluster> {
  const { root, dataDir, port, isDurable, onProgress = () => {}, log = () => {} } = options
  mkdirSync(dataDir, { recursive: true })
  // Whatever the folder is called, Git must not take what is in it.
  writeFileSync(path.join(dataDir, '.gitignore'), '*\n')
  const folder = clusterFolder(dataDir)
  const isNew = !clusterExists(folder)
  if (isNew) {
    onProgress('creating a database')
    await createCluster(folder, { isDurable })
  }
  onProgress('starting Postgres')
  const cluster = await startDatabase({ dataDir, port, isDurable, log: options.log })
  try {
    await asRole(cluster, 'supabase_admin', async (sql) => {
      onProgress('checking migrations')
      const migrations = path.join(root, 'supabase', 'migrations')
      const differing = await differingMigration(sql, migrations)
      if (differing !== null) throw new Error(otherMigrations(dataDir, differing))
      await applyBootstrap(sql)
      const applied = await applyMigrations(sql, migrationFiles(migrations), (name) =>
        onProgress(`applied ${name}`),
      ).catch((error: unknown) => {
        throw isNew ? error : notUpgraded(dataDir, error)
      })
      if (applied > 0 && !isNew)
        log(
          `Upgraded the local data to ${packageJson.version}: ${applied} ${applied === 1 ? 'migration' : 'migrations'}`,
        )
      if (options.passwordHashCost !== undefined) await setTestSettings(sql, options.passwordHashCost)
    })
    if (options.seed) {
      const file = path.join(root, 'supabase', 'seed.sql')
      await asRole(cluster, 'postgres', (sql) => seed(sql, file, () => onProgress('adding the demo users')))
    }
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** Starts Postgres on a folder that openDatabase has filled, and applies nothing. */
export async function startDatabase({
  dataDir,
  port,
  isDurable,
  log,
}: Pick<DatabaseOptions, 'dataDir' | 'port' | 'isDurable' | 'log'>): Promise<Cluster> {
  const folder = clusterFolder(dataDir)
  await waitForLeftover(folder)
  return startCluster(folder, { port, isDurable, logFile: path.join(dataDir, 'postgres.log'), log })
}

function otherMigrations(dataDir: string, { migration, isNewer }: Difference): string {
  const reason = isNewer
    ? `The data in ${dataDir} is newer than this checkout, which lacks ${migration}. There is no way back.`
    : `The data in ${dataDir} was made with other migrations than those of this checkout: ${migration} differs. It is older than release 1, or of a migration that was changed before its release. This version cannot update it.`
  return [
    `${reason} Nothing was changed. You can:`,
    '  - start with new data: npm run stack:reset removes the old data,',
    '  - keep the old data and start beside it: set STACK_DATA_DIR to another folder,',
    '  - go on with the old data: check out the version that made it.',
    'npm run stack:export -- backup.tgz saves the old data to a file first.',
  ].join('\n')
}

const notUpgraded = (dataDir: string, error: unknown) =>
  new Error(
    `The data in ${dataDir} could not be upgraded to ${packageJson.version}, and is as it was. ${error instanceof Error ? error.message : String(error)}`,
    { cause: error },
  )

async function waitForLeftover(folder: string): Promise<void> {
  const deadline = Date.now() + leftoverTimeoutMs
  // After the timeout, Postgres itself checks whether the folder is in use: another process may have the pid by now.
  while (runningServer(folder) !== null && Date.now() < deadline) await pause(50)
}

async function asRole<T>(cluster: Cluster, role: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(cluster.url(role), { max: 1, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

async function setTestSettings(sql: Sql, cost: number): Promise<void> {
  const [settings] = await sql`
    select from information_schema.columns
    where table_schema = 'private' and table_name = 'settings' and column_name = 'password_hash_cost'`
  if (settings) await sql`update private.settings set password_hash_cost = ${cost}, device_binding = 'off' where true`
}
