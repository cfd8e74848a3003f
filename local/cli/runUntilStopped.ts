import { isDiskFull } from '../postgres/diskFull'
import { isStrayError } from '../postgres/strayErrors'
import { messageOf, print, printProblems } from './print'

type Running = { close(): Promise<void> }

const stopTimeoutMs = 10_000
const parentCheckMs = 500
const diskFull = 'The disk is full. Free some space. What is stored stays.'

/**
 * Runs until Ctrl-C, the end of the terminal or of npm, or a failure, then closes the started parts in reverse order. `start`
 * registers each part as soon as it has started.
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
    // A second signal exits at once. The guard stops the database.
    if (isStopping) process.exit(130)
    isStopping = true
    print('\n  Stopping …')
    setTimeout(() => process.exit(1), stopTimeoutMs).unref()
    await starting.catch(() => {})
    for (const part of parts.toReversed()) {
      await part
        .close()
        .catch((error: unknown) => printProblems('A part of the stack did not stop:', [messageOf(error)]))
    }
    process.exit(exitCode)
  }

  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(event, () => void stop(0))
  // A closed terminal takes no more output. Without listeners the error would end the process before the database stops.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  // npm passes a SIGTERM to the shell that it has started, and the shell ends without passing it on.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event !== undefined)
    setInterval(() => {
      if (process.ppid !== parent && !isStopping) void stop(0)
    }, parentCheckMs).unref()
  process.on('uncaughtException', (error) => {
    if (isStrayError(error)) return
    // Postgres has said so, or says so next. What could not be written is tried again.
    if (isDiskFull(error)) return print(`  ${diskFull}`)
    printProblems('An unexpected error stopped the stack:', [error.stack ?? error.message])
    void stop(1)
  })
  try {
    await starting
  } catch (error) {
    printProblems('The start failed:', [...(isDiskFull(error) ? [diskFull] : []), messageOf(error)])
    await stop(1)
  }
}
