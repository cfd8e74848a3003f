// What a payment costs beside other transactions on the same server. All take turns: only the ratios count.
import postgres from 'postgres'
import { startTemporaryDatabase, type TemporaryDatabase } from '../local/temporaryDatabase'
import {
  checkPayees,
  makeCustomers,
  pay,
  payingPairs,
  pickOne,
  pickOther,
  savePayees,
  type Customer,
  type Pair,
} from './customers'
import { countInstructions, hasValgrind } from './instructions'
import { contestant, type Contestant, medianOf, ratioOf, takeTurns } from './load'
import { makePgledger, transferByPgledger } from './pgledger'
import { makePlainTransfer, transferPlainly } from './plainTransfer'

const customers = 1000
const firstPayments = 500
const logTurns = 4
const logPayments = 300

/** `cpuTime`: microseconds on the server for one transaction. */
type Timed = { perSecond: number; cpuTime: number }

export type PaymentFigures = {
  byClients: {
    clients: number
    payment: Timed
    plainTransfer: Timed
    /** `cpuTime` of a payment for each of a plain transfer, and for each transfer of pgledger. */
    forEachPlain: number
    pgledger: { timed: Timed; forEach: number } | null
  }[]
  /** All pay one payee. `speed`: for each payment to any payee. */
  popularPayee: { clients: number; payment: Timed; speed: number }
  /** As the app sends each payment: with the check of its payee. `cpu`: for each payment without one. */
  checked: { clients: number; payment: Timed; cpu: number }
  /** Bytes of write-ahead log for a payment. */
  log: { bytes: number; splitBytes: number }
  /** Millions for each transaction; null where Valgrind is not installed. */
  instructions: { payment: number; checkedPayment: number; plainTransfer: number } | null
}

/** `pgledgerFolder`: a checkout of pgledger, which is compared too. */
export async function measurePayments(pgledgerFolder: string | null): Promise<PaymentFigures> {
  const database = await startTemporaryDatabase()
  const sql = postgres(database.databaseUrl, {
    max: 16,
    onnotice: () => undefined,
    // The functions of pgledger name none.
    connection: { search_path: 'public, pgledger' },
  })
  try {
    const people = await makeCustomers(sql, customers)
    const pairs = payingPairs(people)
    const popular = inTheMiddle(people)
    await savePayees(sql, [...pairs, ...people.filter((from) => from !== popular).map((from): Pair => [from, popular])])
    const checks = await checkPayees(sql, pairs)
    await makePlainTransfer(sql, people)
    const ledgerAccounts = pgledgerFolder === null ? null : await makePgledger(sql, pgledgerFolder, people)
    const anyPair = () => pickOne(pairs)
    // As in a bank with payments: the plans for an empty table cost more.
    for (let paid = 0; paid < firstPayments; paid += 1) await pay(sql, anyPair())
    await sql`vacuum analyze`
    const payChecked = (db: postgres.Sql) => {
      const { pair, id } = pickOne(checks)
      return pay(db, pair, { check: id })
    }
    const byClients: PaymentFigures['byClients'] = []
    for (const clients of [1, 4, 8, 16]) {
      const payment = contestant(() => pay(sql, anyPair()))
      const plainTransfer = contestant(() => transferPlainly(sql, anyPair()))
      const pgledger = ledgerAccounts && contestant(() => transferByPgledger(sql, ledgerAccounts, anyPair()))
      await takeTurns(sql, clients, [payment, plainTransfer, ...(pgledger ? [pgledger] : [])])
      byClients.push({
        clients,
        payment: timed(payment),
        plainTransfer: timed(plainTransfer),
        forEachPlain: ratioOf('cpu', payment, plainTransfer),
        pgledger: pgledger && { timed: timed(pgledger), forEach: ratioOf('cpu', payment, pgledger) },
      })
    }
    const toPopular = contestant(() => pay(sql, [pickOther(people, popular), popular]))
    const toAny = contestant(() => pay(sql, anyPair()))
    await takeTurns(sql, 16, [toPopular, toAny])
    const checkedPayment = contestant(() => payChecked(sql))
    const unchecked = contestant(() => pay(sql, anyPair()))
    await takeTurns(sql, 4, [checkedPayment, unchecked])
    const log = await measureLog(database, sql, anyPair)
    await sql.end()
    return {
      byClients,
      popularPayee: { clients: 16, payment: timed(toPopular), speed: ratioOf('perSecond', toPopular, toAny) },
      checked: { clients: 4, payment: timed(checkedPayment), cpu: ratioOf('cpu', checkedPayment, unchecked) },
      log,
      instructions: hasValgrind() ? await countAll(database, anyPair, payChecked) : null,
    }
  } finally {
    await sql.end()
    await database.destroy()
  }
}

/** Accounts are locked in the order of their ids. A payee with the first or last id would be locked first or last by everybody. */
function inTheMiddle(people: Customer[]): Customer {
  const middle = people.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1))[people.length >> 1]
  if (middle === undefined) throw new Error('there is no customer')
  return middle
}

const timed = (one: Contestant): Timed => ({ perSecond: medianOf('perSecond', one), cpuTime: medianOf('cpu', one) })

async function countAll(
  database: TemporaryDatabase,
  anyPair: () => Pair,
  payChecked: (sql: postgres.Sql) => Promise<void>,
): Promise<PaymentFigures['instructions']> {
  const counts = await countInstructions(database, [
    (sql) => pay(sql, anyPair()),
    (sql) => transferPlainly(sql, anyPair()),
    payChecked,
  ])
  const [payment = Number.NaN, plainTransfer = Number.NaN, checkedPayment = Number.NaN] = counts
  return { payment, checkedPayment, plainTransfer }
}

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
  }
}
