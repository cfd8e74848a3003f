import postgres from 'postgres'
import { bookFileOf } from '../banks/book'
import { callRepeatedly, sendsToOtherBanks } from '../functions/callRepeatedly'
import { portProblem } from '../postgres/ports'
import { findRunningStack, recordStack } from '../runningStack'
import type { StackSettings } from '../settings'
import { startStack, type Stack } from '../stack'
import { endProgress, print, printProgress, printWarnings } from './print'

/** The reasons why the stack cannot start; empty when it can. */
export async function obstacles(settings: StackSettings, { withWeb }: { withWeb: boolean }): Promise<string[]> {
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

/** Starts the stack for development: it keeps its data, also after a power cut. */
export async function startLocalStack(settings: StackSettings): Promise<Stack> {
  const stack = await startStack({
    ...settings,
    env: { ...settings.assistant, APP_URL: `http://localhost:${settings.webPort}` },
    seed: true,
    // Every sort code that is not ours.
    otherBanks: '',
    bookFile: bookFileOf(settings.dataDir),
    isDurable: true,
    onProgress: printProgress,
    log(line) {
      endProgress()
      print(`  ${line}`)
    },
  }).finally(endProgress)
  printWarnings(stack.warnings)
  const sql = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} })
  // As the jobs of a hosted project do, which docs/deploy.md describes.
  const jobs = callRepeatedly({
    apiUrl: stack.apiUrl,
    jobs: [sendsToOtherBanks(sql), { name: 'send-due-mails', everyMs: 5000 }],
    log: (line) => print(`  ${line}`),
  })
  const removeRecord = recordStack(settings.dataDir, {
    pid: process.pid,
    apiUrl: stack.apiUrl,
    databaseUrl: stack.databaseUrl,
    mailboxUrl: stack.mailboxUrl,
  })
  return {
    ...stack,
    async stop() {
      removeRecord()
      await jobs.close()
      await sql.end()
      await stack.stop()
    },
  }
}
