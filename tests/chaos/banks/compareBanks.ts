import type postgres from 'postgres'
import { openingPence } from '../books'
import type { Problem } from '../snapshot'
import { onDatabase, type Side } from './side'

type Row = { id: string; is_outgoing: boolean; pence: number; state: string; problem: string | null; rows: number }

/** What is wrong at one bank at one moment, also while payments are running. */
export async function findBankProblems(side: Side): Promise<Problem[]> {
  return onDatabase(side, (sql) =>
    sql.begin('isolation level repeatable read read only', async (db) => [
      ...(await db<Problem[]>`
        select problem, subject_id::text as subject from private.verify_ledger()
        union all
        select problem, coalesce(subject_id::text, '') from private.verify_between_banks()
        union all
        select 'money was made or lost', sum(amount)::text from private.ledger_entries having sum(amount) <> 0
        union all
        select 'a balance is not what the list of transactions adds up to', a.id::text
        from public.accounts a
        where a.balance <> 5000 + coalesce((
          select sum(case when t.incoming then t.amount else -t.amount end) from public.transactions t
          where t.user_id = a.user_id and t.reversed_at is null and t.status <> 'failed'
        ), 0)`),
    ]),
  )
}

/** The differences between both banks, and between them and what the clients remember, once nothing is on its way. */
export async function compareBanks([first, second]: [Side, Side], { isRestored = false } = {}): Promise<Problem[]> {
  const [a, b] = [await onDatabase(first, readBank), await onDatabase(second, readBank)]
  if (isRestored) {
    // Idempotency keys do not come back, nor payments that moved no money.
    for (const bank of [a, b]) bank.payments = bank.payments.filter(({ state }) => state !== 'rejected')
  }
  return [
    ...compareDirection(a.payments, b.payments),
    ...compareDirection(b.payments, a.payments),
    ...(a.settlement === -b.settlement
      ? []
      : [{ problem: 'the settlement accounts do not mirror each other', subject: `${a.settlement} ${b.settlement}` }]),
    ...[a, b]
      .filter(({ between }) => between !== 0)
      .map(({ between }) => ({ problem: 'money has stayed between the banks', subject: `${between}` })),
    ...(isRestored ? [] : [...compareFacts(first, a), ...compareFacts(second, b)]),
    ...compareBalances(first, a, second),
    ...compareBalances(second, b, first),
  ]
}

type Bank = Awaited<ReturnType<typeof readBank>>

async function readBank(sql: postgres.Sql) {
  const payments = await sql<Row[]>`
    select p.id, p.is_outgoing, (p.amount * 100)::int as pence, p.state, p.problem,
      (select count(*)::int from public.transactions t where t.movement_id = p.movement_id) as rows
    from private.bank_payments p`
  const orders = await sql<{ key: string; id: string }[]>`
    select user_id || ' ' || request_id as key, movement_id as id from private.payment_orders`
  const balances = await sql<{ id: string; pence: number }[]>`
    select user_id as id, (balance * 100)::int as pence from public.accounts`
  const [sums] = await sql<{ settlement: number; between: number }[]>`
    select
      coalesce(sum(e.amount * 100) filter (where e.account_id in (select settlement_account_id from private.banks)), 0)::int as settlement,
      coalesce(sum(e.amount * 100) filter (where e.account_id = private.ledger_account('between banks')), 0)::int as between
    from private.ledger_entries e`
  return {
    payments: [...payments],
    orders: new Map(orders.map(({ key, id }) => [key, id])),
    balances: new Map(balances.map(({ id, pence }) => [id, pence])),
    settlement: sums?.settlement ?? Number.NaN,
    between: sums?.between ?? Number.NaN,
  }
}

/** Every payment that one side sent must be at the other side, once, with the same amount and the same end. */
function compareDirection(senders: Row[], receivers: Row[]): Problem[] {
  const problems: Problem[] = []
  const report = (problem: string, subject: string) => problems.push({ problem, subject })
  const received = new Map(receivers.filter(({ is_outgoing: isOut }) => !isOut).map((row) => [row.id, row]))
  for (const row of senders.filter(({ is_outgoing: isOut }) => isOut)) {
    const there = received.get(row.id)
    received.delete(row.id)
    if (!there) report('a payment was never received', row.id)
    else if (there.pence !== row.pence) report('a payment arrived with another amount', row.id)
    else if (there.state !== row.state) report(`a payment is ${row.state} here and ${there.state} there`, row.id)
    else if (there.rows !== (row.state === 'rejected' ? 0 : 1)) report('the payee has not one row', row.id)
    if (row.rows !== 1) report('the payer has not one row', row.id)
    if (!['accepted', 'rejected', 'returned'].includes(row.state)) report(`a payment has stayed ${row.state}`, row.id)
    if (row.problem ?? there?.problem) report('the banks contradict each other', row.id)
  }
  for (const id of received.keys()) report('a payment was received that was never sent', id)
  return problems
}

function compareFacts({ facts }: Side, { orders, payments }: Bank): Problem[] {
  const problems: Problem[] = []
  const sent = new Set(payments.filter(({ is_outgoing: isOut }) => isOut).map(({ id }) => id))
  const known = new Set<string>()
  for (const { payer, requestId, outcome, id, payee } of facts) {
    const key = `${payer} ${requestId}`
    known.add(key)
    const stored = orders.get(key)
    if (outcome === 'unknown') problems.push({ problem: 'an outcome has stayed unknown', subject: key })
    if (outcome === 'refused' && stored !== undefined)
      problems.push({ problem: 'a refused payment was made', subject: key })
    if (outcome === 'paid' && (stored !== id || id === null || !sent.has(id)))
      problems.push({ problem: 'a confirmed payment was lost', subject: key })
    const end = payments.find((row) => row.is_outgoing && row.id === id)?.state
    if (outcome === 'paid' && (payee === null) !== (end === 'rejected'))
      problems.push({ problem: `a payment to ${payee === null ? 'nobody' : 'a customer'} is ${end}`, subject: key })
  }
  for (const key of orders.keys())
    if (!known.has(key)) problems.push({ problem: 'a payment was made that no client sent', subject: key })
  return problems
}

function compareBalances(side: Side, { balances, payments }: Bank, other: Side): Problem[] {
  const accepted = new Set(payments.filter(({ state }) => state === 'accepted').map(({ id }) => id))
  const expected = new Map(side.customers.map(({ id }) => [id, openingPence]))
  const change = (id: string | null, pence: number) => id !== null && expected.set(id, (expected.get(id) ?? 0) + pence)
  for (const { id, payer, pence } of side.facts) if (id !== null && accepted.has(id)) change(payer, -pence)
  for (const { id, payee, pence } of other.facts) if (id !== null && accepted.has(id)) change(payee, pence)
  return Array.from(expected).flatMap(([id, pence]) =>
    balances.get(id) === pence
      ? []
      : [{ problem: `a balance is ${balances.get(id)} pence and should be ${pence}`, subject: id }],
  )
}
