import { openDatabase } from './database'
import type { Cluster } from './postgres/cluster'
import { freePort, retryTakenPort } from './postgres/ports'
import { projectRoot } from './settings'
import { testBcryptCost, withPreparedCopy } from './templateCopy'

export type TemporaryDatabase = {
  /** As `postgres`. */
  databaseUrl: string
  /** As `supabase_admin`, the superuser. */
  adminUrl: string
  databaseUrlAs(role: string): string
  killDatabase(): Promise<void>
  restartDatabase(): Promise<void>
  destroy(): Promise<void>
}

/** A database of its own with every migration applied, and no service: for tests that speak SQL only. */
export async function startTemporaryDatabase(
  options: { seed?: boolean; isDurable?: boolean } = {},
): Promise<TemporaryDatabase> {
  const { seed = false, isDurable = false } = options
  return withPreparedCopy(seed, async (dataDir, removeData) => {
    let port = 0
    const open = () =>
      openDatabase({ root: projectRoot, dataDir, port, isDurable, seed, passwordHashCost: testBcryptCost })
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
