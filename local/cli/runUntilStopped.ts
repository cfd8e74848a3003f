import { isLateWrite } from '../postgres/lateWrite'
import { print, printProblems } from './print'

type Running = { close(): Promise<void> }

const patienceMs = 10_000

/**
 * Starts something and keeps it until Ctrl-C, the terminal's end or a failure; then closes what has started, in reverse.
 * `start` registers each part as soon as it is there.
 */
export async function runUntilStopped(
  start: (keep: <Part extends Running>(part: Part) => Part) => Promise<void>,
): Promise<void> {
  const parts: Running[] = []
  let isStopping = false
  const starting = start((part) => {
    parts.push(part)
    return part
  })

  async function stop(exitCode: number): Promise<void> {
    // Asked twice: at once. The guard stops the database.
    if (isStopping) process.exit(130)
    isStopping = true
    print('\n  Stopping …')
    setTimeout(() => process.exit(1), patienceMs).unref()
    await starting.catch(() => {})
    for (const part of parts.toReversed()) {
      await part
        .close()
        .catch((error: unknown) => printProblems('Not everything stopped as it should:', [messageOf(error)]))
    }
    process.exit(exitCode)
  }

  // `disconnect`: the program that started us has died without a word.
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => void stop(0))
  process.on('uncaughtException', (error) => {
    if (isLateWrite(error)) return
    printProblems('Something broke:', [error.stack ?? error.message])
    void stop(1)
  })
  try {
    await starting
  } catch (error) {
    printProblems('The start failed:', [messageOf(error)])
    await stop(1)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
