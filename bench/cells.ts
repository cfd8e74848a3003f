// Payments between two cells beside payments within one: the work of both databases, and all of it through the edge functions.
import postgres from 'postgres'
import { cellsAt } from '../local/cells/cell'
import { connectCells } from '../local/cells/connectCells'
import { startTemporaryCells } from '../local/cells/temporaryCells'
import { startTemporaryDatabase } from '../local/temporaryDatabase'
import { makeCustomers, pay, pickOne, savePayees, type Customer, type Pair } from './customers'
import { median } from './figures'
import { contestant, medianOf, ratioOf, takeTurns } from './load'
import { processTimes, timesSince, type ProcessTimes } from './processTimes'

const customersEach = 200
const clients = 8
/** After so many payments, what is due is delivered. */
const batch = 50
const throughFunctions = 1000
const rounds = 3

export type CellFigures = {
  within: number
  across: number
  /** Payments across for each payment within. */
  ratio: number
  goal: number
  /** Payments a second with signatures, HTTP and edge functions, from the customers' orders to both banks' records. */
  delivered: number
  /** Processor time of one payment, in milliseconds, with the same client and gateway for both. */
  cpuWithin: ProcessTimes
  cpuAcross: ProcessTimes
}

type Side = { sql: postgres.Sql; bankId: string; people: Customer[] }

export async function measureCells(): Promise<CellFigures> {
  return { ...(await measureDatabases()), goal: 0.6, ...(await measureDelivery()) }
}

async function measureDatabases(): Promise<Pick<CellFigures, 'within' | 'across' | 'ratio'>> {
  const databases = await Promise.all([startTemporaryDatabase(), startTemporaryDatabase()])
  const clientsOf = databases.map(({ databaseUrl }) =>
    postgres(databaseUrl, { max: clients, onnotice: () => undefined }),
  )
  try {
    const sides: Side[] = []
    for (const [index, cell] of cellsAt(['http://first.invalid', 'http://second.invalid']).entries()) {
      const sql = clientsOf[index]
      if (!sql) throw new Error('a database is missing')
      await connectCells(sql, cell)
      sides.push({ sql, bankId: cell.bank.id, people: await makeCustomers(sql, customersEach) })
    }
    const [first, second] = sides
    if (!first || !second) throw new Error('a cell is missing')
    const pairsWithin = sides.map((side) => ({ side, pairs: pairsOf(side.people, side.people) }))
    const pairsAcross = [
      { from: first, pairs: pairsOf(first.people, second.people) },
      { from: second, pairs: pairsOf(second.people, first.people) },
    ]
    for (const { side, pairs } of pairsWithin) await savePayees(side.sql, pairs)
    for (const { from, pairs } of pairsAcross) await savePayees(from.sql, pairs, 'unavailable')
    for (const { sql } of sides) await sql`vacuum analyze`

    let paid = 0
    const payWithin = () => {
      const { side, pairs } = pickOne(pairsWithin)
      return pay(side.sql, pickOne(pairs))
    }
    const payAcross = async () => {
      const { from, pairs } = pickOne(pairsAcross)
      await pay(from.sql, pickOne(pairs))
      paid += 1
      if (paid % batch === 0) await Promise.all([deliver(first, second), deliver(second, first)])
    }
    // Plans of tables without payments would scan them whole later.
    await takeTurns(first.sql, clients, [contestant(payWithin), contestant(payAcross)])
    for (const { sql } of sides) await sql`vacuum analyze`
    const [within, across] = [contestant(payWithin), contestant(payAcross)]
    await takeTurns(first.sql, clients, [within, across])
    return {
      within: medianOf('perSecond', within),
      across: medianOf('perSecond', across),
      ratio: ratioOf('perSecond', across, within),
    }
  } finally {
    for (const sql of clientsOf) await sql.end()
    for (const database of databases) await database.destroy()
  }
}

/** Each with ten payees. */
const pairsOf = (payers: Customer[], payees: Customer[]): Pair[] =>
  payers.flatMap((from, place) =>
    Array.from({ length: 10 }, (_, step): Pair => [from, payees[(place + step + 1) % payees.length] ?? from]),
  )

/** What the edge functions of both sides do in their databases for what is due. */
async function deliver(from: Side, to: Side): Promise<void> {
  const due = await from.sql<{ message: postgres.JSONValue & { id: string } }[]>`
    select message from public.claim_bank_messages()`
  await Promise.all(
    due.map(async ({ message }) => {
      const [row] = await to.sql<{ answer: postgres.JSONValue }[]>`
        select public.receive_bank_message(${from.bankId}, ${to.sql.json(message)}) as answer`
      await from.sql`select public.record_bank_answer(${to.bankId}, ${message.id}, ${from.sql.json(row?.answer ?? null)})`
    }),
  )
}

/** Customers of two stacks pay, and both senders deliver, again and again. */
async function measureDelivery(): Promise<Pick<CellFigures, 'delivered' | 'cpuWithin' | 'cpuAcross'>> {
  const [first, second] = await startTemporaryCells()
  const clientsOf = [first, second].map(({ databaseUrl }) =>
    postgres(databaseUrl, { max: 4, onnotice: () => undefined }),
  )
  try {
    const people = await Promise.all(clientsOf.map((sql) => makeCustomers(sql, customersEach)))
    const [here = [], there = []] = people
    const across = sidesOf(clientsOf, [pairsOf(here, there), pairsOf(there, here)])
    const within = sidesOf(clientsOf, [pairsOf(here, here), pairsOf(there, there)])
    for (const { sql, pairs } of across) await savePayees(sql, pairs, 'unavailable')
    for (const { sql, pairs } of within) await savePayees(sql, pairs)
    const send = async ({ apiUrl, keys }: typeof first) =>
      fetch(`${apiUrl}/functions/v1/send-interbank`, {
        method: 'POST',
        headers: { apikey: keys.secret, authorization: `Bearer ${keys.secret}` },
      }).then((response) => response.arrayBuffer())
    const isOpen = async () => {
      const open = clientsOf.map((sql) => sql`select from private.bank_payments where state = 'sent' limit 1`)
      return (await Promise.all(open)).flat().length > 0
    }
    const payAcross = async () => {
      await payFrom(across)
      while (await isOpen()) await Promise.all([first, second].map(send))
    }
    // Starts the processes of the functions, and compiles those of the databases.
    await payFrom(within)
    await payAcross()
    const taken = []
    for (let round = 0; round < rounds; round += 1) {
      const cpuWithin = await timed(() => payFrom(within))
      taken.push({ within: cpuWithin, across: await timed(payAcross) })
    }
    return {
      delivered: median(taken.map((round) => round.across.perSecond)),
      cpuWithin: middleOf(taken.map((round) => round.within.cpu)),
      cpuAcross: middleOf(taken.map((round) => round.across.cpu)),
    }
  } finally {
    for (const sql of clientsOf) await sql.end()
    for (const cell of [first, second]) await cell.destroy()
  }
}

type Payers = { sql: postgres.Sql; pairs: Pair[] }

const sidesOf = (clientsOf: postgres.Sql[], pairs: Pair[][]): Payers[] =>
  clientsOf.map((sql, index) => ({ sql, pairs: pairs[index] ?? [] }))

async function payFrom(payers: Payers[]): Promise<void> {
  let left = throughFunctions
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (left > 0) {
        left -= 1
        const { sql, pairs } = pickOne(payers)
        await pay(sql, pickOne(pairs))
      }
    }),
  )
}

async function timed(act: () => Promise<void>) {
  const [before, startedAt] = [processTimes(), performance.now()]
  await act()
  return {
    perSecond: (throughFunctions * 1000) / (performance.now() - startedAt),
    cpu: timesSince(before, throughFunctions),
  }
}

const middleOf = (times: ProcessTimes[]): ProcessTimes => ({
  own: median(times.map(({ own }) => own)),
  databases: median(times.map(({ databases }) => databases)),
  functions: median(times.map(({ functions }) => functions)),
})
