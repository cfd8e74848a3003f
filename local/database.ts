import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { applyBootstrap } from './bootstrap/applyBootstrap'
import { applyMigrations } from './migrations/applyMigrations'
import { differingMigration } from './migrations/differingMigration'
import { seed } from './migrations/seed'
import { clusterExists, createCluster, runningServer, startCluster, type Cluster } from './postgres/cluster'
import { reachableFolder } from './postgres/reachableFolder'

export type DatabaseOptions = {
  /** The project's folder, which holds supabase/. */
  root: string
  dataDir: string
  port: number
  /** Survives a power cut. Without it everything is faster, and data is safe from crashed programs only. */
  isDurable: boolean
  seed: boolean
  /** Tests make PINs cheap to hash. */
  passwordHashCost?: number
  onProgress?: (step: string) => void
}

/** How long the guard of a killed stack may take to stop the database that it left behind. */
const leftoverPatienceMs = 8000

export function clusterFolder(dataDir: string): string {
  return path.join(reachableFolder(dataDir), 'database')
}

/** Throws the data away. Nothing may be running on it. */
export function removeData(dataDir: string): void {
  rmSync(clusterFolder(dataDir), { recursive: true, force: true })
  for (const folder of [reachableFolder(dataDir), dataDir]) rmSync(folder, { recursive: true, force: true })
}

/** A running Postgres with everything applied: made on the first start, brought up to date on later ones. */
export async function openDatabase(options: DatabaseOptions): Promise<Cluster> {
  const { root, dataDir, port, isDurable, onProgress = () => {} } = options
  mkdirSync(dataDir, { recursive: true })
  const folder = clusterFolder(dataDir)
  if (!clusterExists(folder)) {
    onProgress('making a database')
    await createCluster(folder, { isDurable })
  }
  onProgress('starting Postgres')
  await waitForLeftover(folder)
  const cluster = await startCluster(folder, { port, isDurable, logFile: path.join(dataDir, 'postgres.log') })
  try {
    await asRole(cluster, 'supabase_admin', async (sql) => {
      onProgress('checking migrations')
      const migrations = path.join(root, 'supabase', 'migrations')
      const differing = await differingMigration(sql, migrations)
      if (differing !== null) throw new Error(otherMigrations(dataDir, differing))
      await applyBootstrap(sql)
      await applyMigrations(sql, migrations, (name) => onProgress(`applied ${name}`))
      if (options.passwordHashCost !== undefined) await setPasswordHashCost(sql, options.passwordHashCost)
    })
    if (options.seed) {
      const file = path.join(root, 'supabase', 'seed.sql')
      await asRole(cluster, 'postgres', (sql) => seed(sql, file, () => onProgress('filling in the demo people')))
    }
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

function otherMigrations(dataDir: string, migration: string): string {
  return (
    `The data in ${dataDir} was made by another version of the migrations (${migration} differs). To keep it for that ` +
    'version, run npm run stack:export -- backup.tgz. Then run npm run stack:reset and start again.'
  )
}

async function waitForLeftover(folder: string): Promise<void> {
  const deadline = Date.now() + leftoverPatienceMs
  // Later, Postgres itself tells whether the folder is really in use: the pid may be somebody else's by now.
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

async function setPasswordHashCost(sql: Sql, cost: number): Promise<void> {
  const [settings] = await sql`
    select from information_schema.columns
    where table_schema = 'private' and table_name = 'settings' and column_name = 'password_hash_cost'`
  if (settings) await sql`update private.settings set password_hash_cost = ${cost} where true`
}
