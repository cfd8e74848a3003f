import { startDatabase } from './database'
import type { Cluster } from './postgres/cluster'
import { freePort, retryTakenPort } from './postgres/ports'
import { projectRoot } from './settings'
import { withPreparedCopy } from './templateCopy'

export type TemporaryDatabase = {
  /** Connects as `postgres`. */
  databaseUrl: string
  /** Connects as `supabase_admin`, the superuser. */
  adminUrl: string
  databaseUrlAs(role: string): string
  killDatabase(): Promise<void>
  restartDatabase(): Promise<void>
  destroy(): Promise<void>
}

/**
 * Starts a separate database with every migration applied, without services, for tests that need only SQL.
 * `root` is the project's folder; a folder without supabase/ gives the database of a new project.
 * `isLarge` keeps its files on disk instead of in memory.
 */
export async function startTemporaryDatabase(
  options: { root?: string; seed?: boolean; isDurable?: boolean; isLarge?: boolean } = {},
): Promise<TemporaryDatabase> {
  const { root = projectRoot, seed = false, isDurable = false, isLarge = false } = options
  return withPreparedCopy({ root, seed, isLarge }, async (dataDir, removeData) => {
    let port = 0
    const open = () => startDatabase({ dataDir, port, isDurable })
    let database: Cluster = await retryTakenPort(async () => {
      port = await freePort()
      return open()
    })
    return {
      databaseUrl: database.url('postgres'),
      adminUrl: database.url('supabase_admin'),
      databaseUrlAs: (role) => database.url(role),
      killDatabase: () => database.kill(),
      async restartDatabase() {
        await database.stop()
        database = await open()
      },
      async destroy() {
        await database.stop()
        removeData()
      },
    }
  })
}
