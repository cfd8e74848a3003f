import { z } from 'zod'
import { findRunningStack } from '../runningStack'
import { keys, readStackSettings } from '../settings'
import { readEnvironment } from './environment'
import { messageOf, print, printProblems } from './print'
import { problemOfSince } from './since'

// npm run recover -- --since <time>: after a restore, posts what other banks sent and received since then and this bank has
// lost. Running it again posts nothing twice. It asks the running stack, or the project of SUPABASE_URL.

const pageSchema = z.object({
  bank: z.string().nullable(),
  results: z.array(
    z.object({
      paymentId: z.string(),
      direction: z.enum(['sent', 'received']),
      amount: z.string(),
      result: z.enum(['known', 'posted', 'returned', 'not-placed']),
      reason: z.string().nullable(),
    }),
  ),
  problem: z.string().nullable(),
  next: z.unknown(),
})
type Page = z.infer<typeof pageSchema>
type Result = Page['results'][number]

const reasons: Record<string, string | undefined> = {
  AC01: 'the account does not exist here',
  'payer-gone': 'the account does not exist here',
  'insufficient-funds': 'the account has not enough money',
  'no-message': 'the other bank no longer has its message',
  'not-signed': 'it has no signature of this bank, so the other bank may have invented it',
  'other-bank': 'its payee is at another bank',
}

const [flag, given = '', ...more] = process.argv.slice(2)
const mistake = flag === '--since' && more.length === 0 ? problemOfSince(given) : 'Name the time: --since.'
const server = await findServer()
if (mistake !== null) fail(['npm run recover -- --since 2026-11-23T12:00:00Z', mistake])
else if (server === null)
  fail(['No stack runs. Start it with npm run stack, or set SUPABASE_URL and SUPABASE_SECRET_KEY.'])
else await recover(server, given).catch((error: unknown) => fail([messageOf(error)]))

type Server = { url: string; secretKey: string }

async function findServer(): Promise<Server | null> {
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey } = process.env
  if (url && secretKey) return { url, secretKey }
  const { settings } = readStackSettings(readEnvironment())
  const stack = settings && (await findRunningStack(settings.dataDir))
  return stack ? { url: stack.apiUrl, secretKey: keys.secret } : null
}

async function recover({ url, secretKey }: Server, since: string): Promise<void> {
  const counts = { known: 0, posted: 0, returned: 0, 'not-placed': 0 }
  let place: unknown = null
  do {
    const response = await fetch(`${url}/functions/v1/recover-interbank`, {
      method: 'POST',
      headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ since, place }),
    })
    const body: unknown = await response.json()
    if (!response.ok) throw new Error(`The bank answered ${response.status}: ${JSON.stringify(body)}`)
    const page = pageSchema.parse(body)
    report(page)
    for (const { result } of page.results) counts[result] += 1
    place = page.next
  } while (place !== null && place !== undefined)
  print(
    `  ${counts.posted} posted, ${counts.returned} returned, ${counts.known} known already, ${counts['not-placed']} not placed.`,
  )
  if (counts['not-placed'] > 0) process.exitCode = 1
}

function report({ bank, results, problem }: Page): void {
  if (bank === null) print('  No other bank is connected.')
  if (problem !== null) {
    print(`  ${bank}: it gave no statement. Run this again when it answers.`)
    process.exitCode = 1
  }
  for (const entry of results) if (entry.result !== 'known') print(`  ${bank}: ${sentenceFor(entry)}`)
}

function sentenceFor({ paymentId, direction, amount, result, reason }: Result): string {
  const what = `£${amount} ${direction === 'received' ? 'that we had paid' : 'that we had received'} (${paymentId})`
  if (result === 'posted') return `${what} is posted again.`
  if (result === 'returned') return `${what} had been returned, and is again.`
  return `${what} could not be placed: ${reasons[reason ?? ''] ?? reason ?? 'no reason'}.`
}

function fail(reasonsWhy: string[]): void {
  printProblems('Nothing was recovered:', reasonsWhy)
  process.exitCode = 1
}
