import { findRunningStack } from '../runningStack'
import { keys, readStackSettings } from '../settings'
import { readEnvironment } from './environment'
import { print, printProblems } from './print'

// npm run --silent stack:status: prints the same variables as `supabase status -o env`.

const { settings, problems } = readStackSettings(readEnvironment())
const stack = settings && (await findRunningStack(settings.dataDir))
if (settings === null) fail(problems)
else if (!stack) fail([`No stack runs on the data in ${settings.dataDir}. Start it with npm run dev or npm run stack.`])
else if (new URL(stack.apiUrl).port !== String(settings.apiPort))
  fail([`The stack on ${settings.dataDir} runs at ${stack.apiUrl}, not on STACK_API_PORT ${settings.apiPort}.`])
else {
  print(`API_URL=${stack.apiUrl}`)
  print(`DB_URL=${stack.databaseUrl}`)
  print(`PUBLISHABLE_KEY=${keys.publishable}`)
  print(`SECRET_KEY=${keys.secret}`)
  print(`JWT_SECRET=${keys.jwtSecret}`)
  print(`MAILBOX_URL=${stack.mailboxUrl}`)
}

function fail(reasons: string[]): void {
  printProblems('There is no status:', reasons)
  process.exitCode = 1
}
