import { setTimeout as wait } from 'node:timers/promises'
import { startTemporaryStack, type TemporaryStack } from '../../local/template'
import { creditDue } from '../../supabase/tests/fixtures/scheduledPayments'
import { deletePeople, loseAndRepair, payInCheques, processCheques, type Surroundings } from './background'
import { type Figures, newFigures, openBooks } from './books'
import { sendCardTraffic } from './cards'
import { closeAccounts } from './closings'
import { claimRefunds, endClaims } from './claims'
import { compareBooks } from './compareBooks'
import { payRedress } from './complaints'
import { withDatabase } from './database'
import { reviewPayments, expireReviews } from './paymentReviews'
import { earnInterest, moveOwnMoney, openSavings, roundUp } from './savings'
import { letUndo, payLater, sendAll, sendPayments } from './outgoing'
import { countDeadlocks, deadlocksInLog, terminateBackends } from './faults'
import { runPayer } from './payer'
import { makeCustomers, makeStaff } from './people'
import { createRandom, type Random } from './random'
import { findProblems, type Problem } from './snapshot'
import { killOnce, runParts, takeSnapshots, type IsOver, type Victim } from './runParts'
import { takeTurns } from './takeTurns'

const customerCount = 8
/** Customers whose payments are sent later. */
const deferringCount = 3
const cardholderCount = 3
/** The first customers, who have savings beside their cards, as those who leave have. */
const saverCount = 2
const secondsPerKill = 12
const snapshotPauseMs = 1500

export type ChaosReport = { figures: Figures; problems: Problem[]; seconds: number }

/** Customers pay each other over HTTP while the database is killed again and again. Nothing may be wrong, ever. */
export async function runChaosTest(options: {
  seconds: number
  seed: number
  isDurable: boolean
}): Promise<ChaosReport> {
  const stack = await startTemporaryStack({ isDurable: options.isDurable })
  try {
    return await run(stack, options)
  } finally {
    await stack.destroy()
  }
}

async function run(stack: TemporaryStack, { seconds, seed }: { seconds: number; seed: number }) {
  const random = createRandom(seed)
  const kills = Math.max(1, Math.round(seconds / secondsPerKill))
  const customers = await makeCustomers(stack, customerCount)
  const leavers = await makeCustomers(stack, Math.max(1, Math.round(kills / 2)))
  const closers = await makeCustomers(stack, Math.max(2, Math.round(kills / 2)))
  const staff = await makeStaff(stack, ['approve_users', 'financial_support', 'repair_transactions', 'manage_cases'])
  const deferring = await makeCustomers(stack, deferringCount)
  await letUndo(deferring)
  const everybody = [...customers, ...leavers, ...closers]
  const savers = await openSavings(stack.databaseUrl, [...customers.slice(0, saverCount), ...leavers, ...closers])
  const books = openBooks([...everybody, ...staff, ...deferring].map(({ id }) => id))
  const figures = newFigures()
  const problems: Problem[] = []
  const startedAt = performance.now()
  const victim: Victim = { stack, undisturbed: takeTurns() }

  async function takeSnapshot() {
    const lost = books.lostCredits.map(({ transactionId }) => transactionId)
    problems.push(...(await withDatabase(stack.databaseUrl, (sql) => findProblems(sql, lost))))
    figures.snapshots += 1
  }

  const isEnough = () => hasAllHappened(figures)

  await runParts({ seconds, isEnough }, (isOver) => {
    const shared = { books, figures, isOver }
    const around = (): Surroundings => ({
      ...shared,
      databaseUrl: stack.databaseUrl,
      customers,
      random: random.fork(),
      undisturbed: victim.undisturbed,
    })
    const faults = { ...victim, figures, isOver }
    return [
      ...everybody.flatMap((customer) =>
        customer.clients.map((client) =>
          runPayer({
            ...shared,
            customer,
            client,
            payees: everybody.filter((other) => other !== customer),
            random: random.fork(),
          }),
        ),
      ),
      ...deferring.map((customer) => payLater(around(), customer, customers)),
      ...savers.map((saver) => moveOwnMoney(around(), saver)),
      earnInterest(around(), savers),
      roundUp(around()),
      sendPayments(around()),
      reviewPayments(around(), staff),
      claimRefunds(around(), staff),
      payRedress(around(), staff),
      ...customers.slice(0, cardholderCount).map((customer) => sendCardTraffic(around(), stack.apiUrl, customer)),
      payInCheques({ ...around(), customers: everybody }),
      processCheques(around()),
      loseAndRepair(around(), staff),
      deletePeople(around(), staff[0].clients[0], leavers, (seconds * 900) / (leavers.length + 1)),
      closeAccounts(around(), staff, closers, (seconds * 900) / (closers.length + 1)),
      takeSnapshots(victim, isOver, snapshotPauseMs, takeSnapshot),
      killAgainAndAgain(faults, random.fork(), (seconds * 1000) / kills, kills),
      terminateAgainAndAgain(faults, random.fork()),
    ]
  })

  await withDatabase(stack.databaseUrl, (sql) => creditDue(sql, new Date(Date.now() + 3_600_000).toISOString()))
  await expireReviews(stack.databaseUrl)
  await endClaims(stack.databaseUrl)
  await sendAll(stack.databaseUrl)
  await withDatabase(stack.databaseUrl, async (sql) => {
    const [interest] = await sql<{ times: number }[]>`select count(*)::int as times from private.interest_payments`
    figures.interest = interest?.times ?? 0
    const [roundUps] = await sql<{ times: number }[]>`
      select count(*)::int as times from public.transactions where reference = 'Round-up' and incoming`
    figures.roundUps = roundUps?.times ?? 0
    for (const { state, times } of await sql<{ state: string; times: number }[]>`
      select state, count(*)::int as times from public.outgoing_payments where request_id is null group by state`) {
      if (state === 'sent') figures.sentLater = times
      if (state === 'failed') figures.failedLater = times
    }
  })
  await takeSnapshot()
  problems.push(...(await withDatabase(stack.databaseUrl, (sql) => compareBooks(sql, books))))
  await withDatabase(stack.databaseUrl, async (sql) => {
    figures.deadlocks += await countDeadlocks(sql)
    const lines = await deadlocksInLog(sql)
    if (figures.deadlocks > 0 || lines.length > 0)
      problems.push({ problem: `there were ${figures.deadlocks} deadlocks`, subject: lines.join('\n') })
  })
  return { figures, problems, seconds: (performance.now() - startedAt) / 1000 }
}

const countedAtEnd = new Set(['deadlocks', 'sentLater', 'failedLater', 'interest', 'roundUps'])

function hasAllHappened(figures: Figures): boolean {
  return Object.entries(figures).every(([name, times]) => times > 0 || countedAtEnd.has(name))
}

type Faults = Victim & { figures: Figures; isOver: IsOver }

async function killAgainAndAgain(
  { figures, isOver, ...victim }: Faults,
  random: Random,
  slotMs: number,
  kills: number,
) {
  for (let n = 0; n < kills && !isOver(); n += 1) {
    const before = random.between(0, Math.round(slotMs * 0.8))
    await wait(before)
    await killOnce(victim, figures, () => wait(random.between(0, 500)))
    figures.kills += 1
    await wait(slotMs * 0.8 - before)
  }
}

async function terminateAgainAndAgain({ stack, undisturbed, figures, isOver }: Faults, random: Random) {
  while (!isOver()) {
    figures.terminatedBackends += await undisturbed(() => terminateBackends(stack, random.between(1, 4)))
    await wait(random.between(200, 1500))
  }
}
