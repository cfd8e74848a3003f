import { bankEnvironment, connectBank, otherBank, ownBank, type Bank } from '../../../local/banks/banks'
import { startTemporaryStack, type TemporaryStack } from '../../../local/template'
import { becomeOtherBank } from '../../../supabase/tests/fixtures/banks'
import { countDeadlocks } from '../faults'
import { makeCustomers } from '../people'
import { createRandom } from '../random'
import { runParts, takeSnapshots } from '../runParts'
import type { Problem } from '../snapshot'
import { compareBanks, findBankProblems } from './compareBanks'
import { newBankFigures, type BankFigures } from './figures'
import { killDatabases, killFunctions } from './kills'
import { createLine } from './line'
import { payAcross, recallSome, sendAgainAndAgain } from './payAcross'
import { copyDatabase, restoreAndRecover, type Copy } from './restore'
import { newSide, onDatabase, sendMessages, type Around, type Side } from './side'

const customersEach = 5
const payersEach = 2
const msPerDatabaseKill = 12_000
const snapshotPauseMs = 2000
/** After the faults, everything that is open must have an end within this time. */
const settleMs = 120_000

export type BanksReport = { figures: BankFigures; problems: Problem[]; seconds: number }

/** Two banks pay each other over lines that lose messages, while their databases and functions are killed. */
export async function runBanksTest(options: {
  seconds: number
  seed: number
  isDurable: boolean
}): Promise<BanksReport> {
  const random = createRandom(options.seed)
  const figures = newBankFigures()
  const state = { isCalm: true }
  const stops: (() => Promise<void>)[] = []
  async function newLine() {
    const line = await createLine({ random: random.fork(), figures, isCalm: () => state.isCalm })
    stops.push(() => line.close())
    return line
  }
  async function newBank(bank: Bank, toOther: string): Promise<TemporaryStack> {
    const stack = await startTemporaryStack({
      isDurable: options.isDurable,
      env: bankEnvironment(bank),
      bankAddress: toOther,
    })
    stops.push(() => stack.destroy())
    return stack
  }
  try {
    const [toFirst, toSecond] = [await newLine(), await newLine()]
    const first = await newBank(ownBank, toSecond.address)
    const second = await newBank(otherBank, toFirst.address)
    toFirst.leadTo(first.apiUrl)
    toSecond.leadTo(second.apiUrl)
    const sides: [Side, Side] = [
      newSide(first, '00', await makeCustomers(first, customersEach)),
      newSide(second, '20', await makeCustomers(second, customersEach)),
    ]
    await connect(sides, [toFirst.address, toSecond.address])
    return await run(sides, { ...options, random, figures, state })
  } finally {
    for (const stop of stops) await stop()
  }
}

/** Tells each bank the key and the sort codes of the other. */
async function connect([first, second]: [Side, Side], [toFirst, toSecond]: [string, string]): Promise<void> {
  await onDatabase(first, (sql) => connectBank(sql, otherBank, toSecond, second.prefix))
  await onDatabase(second, async (sql) => {
    await becomeOtherBank(sql)
    await connectBank(sql, ownBank, toFirst, first.prefix)
  })
  for (const { account } of second.customers) account.sortCode = second.prefix + account.sortCode.slice(2)
}

async function run(
  sides: [Side, Side],
  {
    seconds,
    random,
    figures,
    state,
  }: { seconds: number; random: Around['random']; figures: BankFigures; state: { isCalm: boolean } },
): Promise<BanksReport> {
  const problems: Problem[] = []
  const startedAt = performance.now()
  const [first, second] = sides
  const both = [
    [first, second],
    [second, first],
  ] as const

  async function takeSnapshot(side: Side) {
    problems.push(...(await findBankProblems(side)))
    figures.snapshots += 1
  }

  state.isCalm = false
  let copy: Copy | undefined
  await runParts({ seconds }, (isOver) => {
    const around = (): Around => ({ figures, random: random.fork(), isOver })
    return [
      ...both.flatMap(([from, to]) => [
        ...Array.from({ length: payersEach }, () => payAcross(from, to, around())),
        sendAgainAndAgain(from, around()),
        recallSome(from, to, around()),
        takeSnapshots(from, isOver, snapshotPauseMs, () => takeSnapshot(from)),
      ]),
      killDatabases(sides, msPerDatabaseKill, around()),
      killFunctions(around()),
      copyDatabase(first, seconds * 500, figures).then((made) => (copy = made)),
    ]
  })

  state.isCalm = true
  figures.undecided = (await countOpen(sides)).payments
  await settle(sides)
  for (const side of sides) {
    problems.push(...(await findBankProblems(side)))
    figures.deadlocks += await onDatabase(side, countDeadlocks)
    for (const { state: end, times } of await onDatabase(
      side,
      (sql) => sql<{ state: string; times: number }[]>`
        select state, count(*)::int as times from private.bank_payments where is_outgoing group by state`,
    ))
      if (end === 'accepted' || end === 'rejected' || end === 'returned') figures[end] += times
  }
  problems.push(...(await compareBanks(sides)))
  if (copy) await restoreAndRecover(first, copy, figures)
  await settle(sides)
  for (const side of sides) problems.push(...(await findBankProblems(side)))
  problems.push(...(await compareBanks(sides, { isRestored: true })))
  if (figures.deadlocks > 0) problems.push({ problem: 'there were deadlocks', subject: `${figures.deadlocks}` })
  return { figures, problems, seconds: (performance.now() - startedAt) / 1000 }
}

/** Sends until every payment is decided and every message answered. Moves the times, so that no pause has to be waited for. */
async function settle(sides: Side[]): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    const open = await countOpen(sides)
    if (open.payments + open.messages === 0) return
    if (performance.now() - startedAt > settleMs)
      throw new Error(`After the faults, ${open.payments} payments and ${open.messages} messages have stayed open.`)
    for (const side of sides) {
      await onDatabase(side, async (sql) => {
        await sql`update private.bank_messages set taken_until = now() where is_outgoing and answer is null`
        await sql`update private.bank_payments set ask_at = now() where state = 'sent' and message_id is not null`
      })
      await sendMessages(side)
    }
  }
}

async function countOpen(sides: Side[]): Promise<{ payments: number; messages: number }> {
  const counts = await Promise.all(
    sides.map((side) =>
      onDatabase(
        side,
        (sql) => sql<{ payments: number; messages: number }[]>`
          select
            (select count(*)::int from private.bank_payments where state in ('sent', 'returning')) as payments,
            (select count(*)::int from private.bank_messages where is_outgoing and answer is null) as messages`,
      ),
    ),
  )
  const rows = counts.flat()
  return {
    payments: rows.reduce((sum, row) => sum + row.payments, 0),
    messages: rows.reduce((sum, row) => sum + row.messages, 0),
  }
}
