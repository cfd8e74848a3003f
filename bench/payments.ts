// What a payment costs beside other transactions on the same server. All take turns: only the ratios count.
import postgres from 'postgres'
import { startTemporaryDatabase, type TemporaryDatabase } from '../local/temporaryDatabase'
import { checkPayees, makeCustomers, pay, payingPairs, pickOne, pickOther, savePayees, type Pair } from './customers'
import { countInstructions, hasValgrind } from './instructions'
import { contestant, type Contestant, medianOf, ratioOf, takeTurns } from './load'
import { makePlainTransfer, makeTpcB, transactTpcB, transferPlainly, updateTwice } from './references'

const customers = 1000
const firstPayments = 500
const logTurns = 4
const logPayments = 300

/** `speed` and `cpu`: of one transaction for each of the reference. `cpuTime`: microseconds on the server. */
export type Compared = { perSecond: number; speed: number; cpuTime: number; cpu: number }

export type PaymentFigures = {
  /** Beside a TPC-B-like transaction. */
  byClients: { clients: number; payment: Compared; plainTransfer: Compared; goals: { speed: number; cpu?: number } }[]
  /** Beside two bare updates, all paying one payee. */
  popularPayee: { clients: number; payment: Compared; goal: number }
  /** As the app sends each payment: with the check of its payee. */
  checked: { clients: number; payment: Compared }
  /** Bytes of write-ahead log for a payment. */
  log: { bytes: number; splitBytes: number; goal: number }
  /** Millions for each transaction; null where Valgrind is not installed. */
  instructions: {
    payment: number
    checkedPayment: number
    tpcB: number
    plainTransfer: number
    goal: number
    checkedGoal: number
  } | null
}

/** The CPU time is that of a transfer of pgledger in the same role, which checks nothing about the caller. */
const goals = [
  { clients: 1, speed: 0.8 },
  { clients: 4, speed: 0.57, cpu: 3.8 },
  { clients: 8, speed: 0.56, cpu: 4 },
  { clients: 16, speed: 0.58, cpu: 3.8 },
]

export async function measurePayments(): Promise<PaymentFigures> {
  const database = await startTemporaryDatabase()
  const sql = postgres(database.databaseUrl, { max: 16, onnotice: () => undefined })
  try {
    const people = await makeCustomers(sql, customers)
    const pairs = payingPairs(people)
    const [popular] = people
    if (popular === undefined) throw new Error('there is no customer')
    await savePayees(sql, [...pairs, ...people.slice(1).map((from): Pair => [from, popular])])
    const checks = await checkPayees(sql, pairs)
    await makeTpcB(sql, customers)
    await makePlainTransfer(sql, people)
    const anyPair = () => pickOne(pairs)
    // As in a bank with payments: the plans for an empty table cost more.
    for (let paid = 0; paid < firstPayments; paid += 1) await pay(sql, anyPair())
    await sql`vacuum analyze`
    const payChecked = (db: postgres.Sql) => {
      const { pair, id } = pickOne(checks)
      return pay(db, pair, { check: id })
    }
    const byClients: PaymentFigures['byClients'] = []
    for (const { clients, ...goalsThere } of goals) {
      const payment = contestant(() => pay(sql, anyPair()))
      const plainTransfer = contestant(() => transferPlainly(sql, anyPair()))
      const tpcB = contestant(() => transactTpcB(sql, customers))
      await takeTurns(sql, clients, [payment, tpcB, plainTransfer])
      byClients.push({
        clients,
        payment: compare(payment, tpcB),
        plainTransfer: compare(plainTransfer, tpcB),
        goals: goalsThere,
      })
    }
    const toPopular = (): Pair => [pickOther(people, popular), popular]
    const payment = contestant(() => pay(sql, toPopular()))
    const twoUpdates = contestant(() => updateTwice(sql, toPopular()))
    await takeTurns(sql, 16, [payment, twoUpdates])
    const checkedPayment = contestant(() => payChecked(sql))
    const tpcB = contestant(() => transactTpcB(sql, customers))
    await takeTurns(sql, 4, [checkedPayment, tpcB])
    const log = await measureLog(database, sql, anyPair)
    await sql.end()
    return {
      byClients,
      checked: { clients: 4, payment: compare(checkedPayment, tpcB) },
      popularPayee: { clients: 16, payment: compare(payment, twoUpdates), goal: 0.48 },
      log,
      instructions: hasValgrind() ? await countAll(database, anyPair, payChecked) : null,
    }
  } finally {
    await sql.end()
    await database.destroy()
  }
}

async function countAll(
  database: TemporaryDatabase,
  anyPair: () => Pair,
  payChecked: (sql: postgres.Sql) => Promise<void>,
): Promise<PaymentFigures['instructions']> {
  const counts = await countInstructions(database, [
    (sql) => pay(sql, anyPair()),
    (sql) => transactTpcB(sql, customers),
    (sql) => transferPlainly(sql, anyPair()),
    payChecked,
  ])
  const [payment = Number.NaN, tpcB = Number.NaN, plainTransfer = Number.NaN, checkedPayment = Number.NaN] = counts
  return { payment, checkedPayment, tpcB, plainTransfer, goal: 1.95, checkedGoal: 2.4 }
}

const compare = (one: Contestant, reference: Contestant): Compared => ({
  perSecond: medianOf('perSecond', one),
  speed: ratioOf('perSecond', one, reference),
  cpuTime: medianOf('cpu', one),
  cpu: ratioOf('cpu', one, reference),
})

/**
 * Bytes of write-ahead log for a payment. Apart: what splits of index pages write. They come in waves, because pages that fill
 * at the same rate are full at the same time, so their share depends on how many payments the rounds before have made. The
 * rest is the least of several turns: a vacuum in the background writes too.
 */
async function measureLog({ adminUrl }: TemporaryDatabase, sql: postgres.Sql, anyPair: () => Pair) {
  const admin = postgres(adminUrl, { max: 1, onnotice: () => undefined })
  await admin`create extension pg_walinspect`
  const turns: { own: number; splits: number }[] = []
  for (let turn = 0; turn < logTurns; turn += 1) {
    const [start] = await admin<{ at: string }[]>`select pg_current_wal_insert_lsn()::text as at`
    for (let paid = 0; paid < logPayments; paid += 1) await pay(sql, anyPair())
    // Without whole pages: the first change of a page after a checkpoint writes one.
    const [total] = await admin<{ own: number; splits: number }[]>`
      select
        sum(record_size) filter (where record not like 'Btree/SPLIT%')::float8 as own,
        coalesce(sum(record_size) filter (where record like 'Btree/SPLIT%'), 0)::float8 as splits
      from pg_get_wal_stats(${start?.at ?? ''}::pg_lsn, pg_current_wal_insert_lsn(), true) w (record, count, share, record_size)`
    if (total) turns.push({ own: total.own / logPayments, splits: total.splits / logPayments })
  }
  await admin.end()
  return {
    bytes: Math.min(...turns.map(({ own }) => own)),
    splitBytes: turns.reduce((sum, { splits }) => sum + splits, 0) / turns.length,
    goal: 2300,
  }
}
