import { setTimeout as wait } from 'node:timers/promises'
import type { Stack } from '../../local/stack'
import { withDatabase } from './database'
import { countDeadlocks } from './faults'
import type { takeTurns } from './takeTurns'

export type IsOver = () => boolean

/** On a busy machine, for what is rare. */
const extensionMs = 30_000

type Length = { seconds: number; isEnough?: () => boolean }

/**
 * Runs everything that `start` begins until the time is over and `isEnough`, or until the extension is over too. When a part
 * fails, the others end and the first error is thrown.
 */
export async function runParts(
  { seconds, isEnough = () => true }: Length,
  start: (isOver: IsOver) => Promise<unknown>[],
): Promise<void> {
  const endsAt = performance.now() + seconds * 1000
  // In the order of time: a database that does not start again makes the parts that wait for it fail later.
  const errors: unknown[] = []
  const isOver = () => performance.now() > (isEnough() ? endsAt : endsAt + extensionMs)
  const parts = start(() => errors.length > 0 || isOver())
  await Promise.all(parts.map((part) => part.catch((error: unknown) => errors.push(error))))
  if (errors.length > 0) throw errors[0]
}

/** What is killed, and the turns of those that must not meet a kill. */
export type Victim = { stack: Stack; undisturbed: ReturnType<typeof takeTurns> }

/** Kills a database and starts it again, after `whileDown`. */
export async function killOnce(
  { stack, undisturbed }: Victim,
  figures: { deadlocks: number },
  whileDown: () => Promise<unknown>,
): Promise<void> {
  await undisturbed(async () => {
    figures.deadlocks += await withDatabase(stack.databaseUrl, countDeadlocks)
    await stack.killDatabase()
    await whileDown()
    await stack.restartDatabase()
  })
}

/** Verifies again and again, between kills. */
export async function takeSnapshots(
  { undisturbed }: Victim,
  isOver: IsOver,
  pauseMs: number,
  takeOne: () => Promise<void>,
): Promise<void> {
  while (!isOver()) {
    await undisturbed(takeOne)
    await wait(pauseMs)
  }
}
