import { portProblem } from '../postgres/ports'
import type { StackSettings } from '../settings'
import { chooseBackend, localVariables, readEnvironment } from './environment'
import { print, printAddresses, printProblems, printStack } from './print'
import { runUntilStopped } from './runUntilStopped'
import { obstacles, startLocalStack } from './startLocalStack'

// npm run dev: the stack and the web app, or only the web app when the variables name a Supabase project.

const { backend, problems } = chooseBackend(readEnvironment())
if (backend === null) refuse('These variables are missing or wrong (see .env.example):', problems)
else if (backend.kind === 'local stack') await runStackAndWebApp(backend.settings)
else await runWebApp(backend.web, backend.webPort)

async function runStackAndWebApp(settings: StackSettings): Promise<void> {
  const found = await obstacles(settings, { withWeb: true })
  if (found.length > 0) return refuse('Fernbank cannot start:', found)
  await runUntilStopped(async (keep) => {
    const variables = localVariables(settings.apiPort, `http://127.0.0.1:${settings.mailPort}`)
    const starting = [
      startLocalStack(settings).then((stack) => keep({ ...stack, close: () => stack.stop() })),
      startWebServer(settings.webPort, variables).then(keep),
    ] as const
    // When one fails, the other must have started before it can be stopped.
    await Promise.allSettled(starting)
    const [stack, web] = await Promise.all(starting)
    print(`\n  Fernbank is ready after ${secondsSinceStart()} s\n`)
    printAddresses([['Web app', web.url]])
    printStack(stack)
    print('\n  Ctrl-C stops everything.\n')
  })
}

/** Vite takes a second to load, which a start that is refused does without. */
async function startWebServer(port: number, variables: Record<string, string>) {
  return (await import('./webServer')).startWebServer(port, variables)
}

async function runWebApp(project: { supabaseUrl: string; publishableKey: string }, port: number): Promise<void> {
  const taken = await portProblem(port, 'WEB_PORT')
  if (taken) return refuse('The web app cannot start:', [taken])
  await runUntilStopped(async (keep) => {
    const web = keep(
      await startWebServer(port, {
        VITE_SUPABASE_URL: project.supabaseUrl,
        VITE_SUPABASE_PUBLISHABLE_KEY: project.publishableKey,
      }),
    )
    print(`\n  Fernbank's web app is ready after ${secondsSinceStart()} s, with your Supabase project\n`)
    printAddresses([
      ['Web app', web.url],
      ['API', project.supabaseUrl],
    ])
    print('\n  Ctrl-C stops it.\n')
  })
}

function secondsSinceStart(): string {
  return (performance.now() / 1000).toFixed(1)
}

function refuse(title: string, reasons: string[]): void {
  printProblems(title, reasons)
  process.exitCode = 1
}
