import type postgres from 'postgres'
import type { Books } from './books'
import { regularCount } from './outgoing'
import type { Problem } from './snapshot'

type Db = postgres.Sql | postgres.TransactionSql
type Row = {
  id: string
  user_id: string
  regular_payment_id: string | null
  request_id: string | null
  state: string
  pence: number
  payee: string | null
}

/** The outgoing payments of the server, and what each has changed. */
export async function readOutgoing(sql: Db): Promise<Row[]> {
  return sql<Row[]>`
    select o.id, o.user_id, o.regular_payment_id, o.request_id, o.state, (o.amount * 100)::int as pence, a.user_id as payee
    from public.outgoing_payments o
    left join public.accounts a on a.account_number = o.to_account_number and a.sort_code = o.to_sort_code`
}

/** The differences between the clients' records of payments that are sent later and the server's rows. */
export async function compareOutgoing(sql: Db, books: Books, rows: Row[]): Promise<Problem[]> {
  const problems: Problem[] = []
  const report = (problem: string, subject: string) => problems.push({ problem, subject })
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const { id, requestId, pence, states } of books.heldPayments) {
    const row = byId.get(id)
    if (row?.request_id !== requestId || row.pence !== pence) report('the server lost a held payment', id)
    else if (row.state === 'held') report('a held payment was never sent', id)
    else if ([...states].some((state) => state !== row.state))
      report(`a held payment is ${row.state} after another answer`, id)
  }
  for (const { id, isCancelled } of books.futurePayments) {
    const state = byId.get(id)?.state ?? 'lost'
    if (!(isCancelled ? ['cancelled'] : ['sent', 'failed', 'cancelled']).includes(state))
      report(`a payment for another day is ${state}`, id)
  }
  const known = new Set([...books.heldPayments, ...books.futurePayments].map(({ id }) => id))
  const regular = new Set(books.regularPayments)
  for (const row of rows)
    if (row.regular_payment_id === null ? !known.has(row.id) : !regular.has(row.regular_payment_id))
      report('the server has an outgoing payment that no client made', row.id)
  const found = await sql<{ id: string; state: string; left: number; made: number }[]>`
    select r.id, r.state, r.payments_left as left,
      (select count(*)::int from public.outgoing_payments o where o.regular_payment_id = r.id and o.state = 'sent') as made
    from public.regular_payments r`
  for (const { id, state, left, made } of found) {
    if (left + made !== regularCount) report(`a regular payment has made ${made} and has ${left} left`, id)
    if (state === 'active') report('a regular payment was not continued', id)
    regular.delete(id)
  }
  for (const id of regular) report('the server lost a regular payment', id)
  return problems
}
