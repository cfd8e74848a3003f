import { retryTakenPort } from './postgres/ports'
import { projectRoot } from './settings'
import { startStack, type Stack } from './stack'
import { testBcryptCost, withPreparedCopy } from './templateCopy'

export type TemporaryStack = Stack & {
  /** Stops everything and removes the data. */
  destroy(): Promise<void>
}

/** Starts a separate stack on free ports, from a copy of a prepared database with every migration applied. */
export async function startTemporaryStack(
  options: {
    seed?: boolean
    cron?: boolean
    isDurable?: boolean
    otherBanks?: string
    bankAddress?: string
    env?: Record<string, string>
    log?: (line: string) => void
  } = {},
): Promise<TemporaryStack> {
  const { seed = false, cron = false, ...others } = options
  return withPreparedCopy({ root: projectRoot, seed }, async (dataDir, removeData) => {
    const stack = await retryTakenPort(() =>
      startStack({
        ...others,
        dataDir,
        apiPort: 0,
        databasePort: 0,
        mailPort: 0,
        smtpPort: 0,
        seed,
        isPrepared: true,
        cron,
        bcryptCost: testBcryptCost,
      }),
    )
    return {
      ...stack,
      async destroy() {
        await stack.stop()
        removeData()
      },
    }
  })
}
