// Payments between two cells beside payments within one: the work of both databases, and all of it through the edge functions.
import postgres from 'postgres'
import { cellsAt } from '../local/cells/cell'
import { connectCells } from '../local/cells/connectCells'
import { startTemporaryCells } from '../local/cells/temporaryCells'
import { startTemporaryDatabase } from '../local/temporaryDatabase'
import { makeCustomers, pay, pickOne, savePayees, type Customer, type Pair } from './customers'
import { contestant, medianOf, ratioOf, takeTurns } from './load'

const customersEach = 200
const clients = 8
/** What one call of the sender claims. */
const batch = 20
const throughFunctions = 600

export type CellFigures = {
  within: number
  across: number
  /** Payments across for each payment within. */
  ratio: number
  goal: number
  /** Payments a second with signatures, HTTP and edge functions. */
  delivered: number
}

type Side = { sql: postgres.Sql; bankId: string; people: Customer[] }

export async function measureCells(): Promise<CellFigures> {
  return { ...(await measureDatabases()), goal: 0.6, delivered: await measureDelivery() }
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
    const within = contestant(() => {
      const { side, pairs } = pickOne(pairsWithin)
      return pay(side.sql, pickOne(pairs))
    })
    const across = contestant(async () => {
      const { from, pairs } = pickOne(pairsAcross)
      await pay(from.sql, pickOne(pairs))
      paid += 1
      if (paid % batch === 0) {
        await deliver(first, second)
        await deliver(second, first)
      }
    })
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

/** How many payments a second both senders deliver, when many are due. */
async function measureDelivery(): Promise<number> {
  const [first, second] = await startTemporaryCells()
  const clientsOf = [first, second].map(({ databaseUrl }) =>
    postgres(databaseUrl, { max: 4, onnotice: () => undefined }),
  )
  try {
    const people = await Promise.all(clientsOf.map((sql) => makeCustomers(sql, customersEach)))
    const send = async ({ apiUrl, keys }: typeof first) =>
      fetch(`${apiUrl}/functions/v1/send-interbank`, {
        method: 'POST',
        headers: { apikey: keys.secret, authorization: `Bearer ${keys.secret}` },
      }).then((response) => response.arrayBuffer())
    // Starts the processes of the functions.
    await payEach(clientsOf, people, batch)
    await Promise.all([first, second].map(send))
    await payEach(clientsOf, people, throughFunctions)
    const startedAt = performance.now()
    const isDue = async () => {
      const left = await Promise.all(
        clientsOf.map((sql) => sql`select from private.bank_messages where is_outgoing and answer is null limit 1`),
      )
      return left.flat().length > 0
    }
    while (await isDue()) await Promise.all([first, first, second, second].map(send))
    return (throughFunctions * 1000) / (performance.now() - startedAt)
  } finally {
    for (const sql of clientsOf) await sql.end()
    for (const cell of [first, second]) await cell.destroy()
  }
}

/** Half of them from each side. */
async function payEach([first, second]: postgres.Sql[], [here, there]: Customer[][], count: number): Promise<void> {
  if (!first || !second || !here || !there) throw new Error('a cell is missing')
  const pairs = [
    { sql: first, pairs: pairsOf(here, there) },
    { sql: second, pairs: pairsOf(there, here) },
  ]
  await savePayees(first, pairs[0]?.pairs ?? [], 'unavailable')
  await savePayees(second, pairs[1]?.pairs ?? [], 'unavailable')
  for (let paid = 0; paid < count; paid += 1) {
    const side = pairs[paid % 2]
    if (side) await pay(side.sql, pickOne(side.pairs))
  }
}
