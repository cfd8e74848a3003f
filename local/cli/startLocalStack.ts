import { bookFileOf } from '../banks/book'
import { webUrlOf, type LocalCell } from '../cells/localCells'
import { callRepeatedly } from '../functions/callRepeatedly'
import { portProblem } from '../postgres/ports'
import { findRunningStack, recordStack } from '../runningStack'
import type { StackSettings } from '../settings'
import { startStack, type Stack } from '../stack'
import { endProgress, print, printProgress, printWarnings } from './print'

/** The reasons why the stacks cannot start; empty when they can. */
export async function obstacles(cells: LocalCell[], { withWeb }: { withWeb: boolean }): Promise<string[]> {
  return (await Promise.all(cells.map(({ settings }) => obstaclesOf(settings, withWeb)))).flat()
}

async function obstaclesOf(settings: StackSettings, withWeb: boolean): Promise<string[]> {
  const running = await findRunningStack(settings.dataDir)
  if (running)
    return [
      `The data in ${settings.dataDir} is in use by a stack that runs already (pid ${running.pid}, ${running.apiUrl}). ` +
        'Stop that one first, or start another on its own data and ports: STACK_DATA_DIR, STACK_API_PORT, ' +
        'STACK_DB_PORT, STACK_MAIL_PORT and WEB_PORT.',
    ]
  const ports: [number, string][] = [
    [settings.apiPort, 'STACK_API_PORT'],
    [settings.databasePort, 'STACK_DB_PORT'],
    [settings.mailPort, 'STACK_MAIL_PORT'],
    [settings.smtpPort, 'STACK_MAIL_PORT (SMTP uses the port after it)'],
  ]
  if (withWeb) ports.push([settings.webPort, 'WEB_PORT'])
  const problems = await Promise.all(ports.map(([port, variable]) => portProblem(port, variable)))
  return problems.filter((problem) => problem !== null)
}

/** Starts all stacks at once, and keeps each as soon as it has started. */
export async function startLocalStacks(
  cells: LocalCell[],
  keep: (part: { close(): Promise<void> }) => unknown,
): Promise<Stack[]> {
  const starting = cells.map(async (cell) => {
    const stack = await startLocalStack(cell)
    keep({ close: () => stack.stop() })
    printWarnings(stack.warnings)
    return stack
  })
  // When one fails, the others must have started before they can be stopped.
  await Promise.allSettled(starting)
  return Promise.all(starting)
}

/** Starts the stack for development: it keeps its data, also after a power cut. */
async function startLocalStack({ settings, cell, adaptSeed }: LocalCell): Promise<Stack> {
  const prefix = cell ? `${cell.name}: ` : ''
  const stack = await startStack({
    ...settings,
    cell,
    env: { ...settings.assistant, APP_URL: webUrlOf(settings) },
    seed: true,
    adaptSeed,
    // Every sort code that is not ours.
    otherBanks: [''],
    bookFile: bookFileOf(settings.dataDir),
    isDurable: true,
    onProgress: (step) => printProgress(prefix + step),
    log: (line) => print(`  ${prefix}${line}`),
  }).finally(endProgress)
  // As the jobs of a hosted project do, which the README describes.
  const jobs = callRepeatedly({
    apiUrl: stack.apiUrl,
    names: ['send-interbank', 'send-due-mails'],
    log: (line) => print(`  ${prefix}${line}`),
  })
  const removeRecord = recordStack(settings.dataDir, {
    pid: process.pid,
    apiUrl: stack.apiUrl,
    databaseUrl: stack.databaseUrl,
    mailboxUrl: stack.mailboxUrl,
    bankId: cell?.bank.id,
  })
  return {
    ...stack,
    async stop() {
      removeRecord()
      await jobs.close()
      await stack.stop()
    },
  }
}
