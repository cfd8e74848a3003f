import type postgres from 'postgres'
import { type Books, openingPence, type PaymentFact } from './books'
import { redressPence } from './complaints'
import { compareOutgoing, readOutgoing } from './compareOutgoing'
import type { Problem } from './snapshot'

type Db = postgres.Sql | postgres.TransactionSql
type Order = { user_id: string; request_id: string; movement_id: string; pence: number; is_internal: boolean }

/** The differences between the clients' records and the server, once no request is pending. */
export async function compareBooks(sql: Db, books: Books): Promise<Problem[]> {
  const problems: Problem[] = books.complaints.map((complaint) => ({ problem: 'seen by a client', subject: complaint }))
  const orders = new Map(
    (
      await sql<Order[]>`
        select o.user_id, o.request_id, o.movement_id, (-e.amount * 100)::int as pence,
          not exists (
            select from private.ledger_entries x
            where x.movement_id = o.movement_id and x.account_id = private.ledger_account('outside world')
          ) as is_internal
        from private.payment_orders o
        join private.ledger_entries e on e.movement_id = o.movement_id and e.created_at = o.created_at and e.amount < 0`
    ).map((order) => [`${order.user_id} ${order.request_id}`, order]),
  )
  const outgoing = await readOutgoing(sql)
  problems.push(...(await compareOutgoing(sql, books, outgoing)))
  const known = new Set([
    ...books.payments.map(keyOf),
    ...books.moves.map(keyOfMove),
    ...outgoing.map(({ user_id: payer, request_id: requestId }) => `${payer} ${requestId}`),
  ])
  for (const key of orders.keys())
    if (!known.has(key)) problems.push({ problem: 'the server has a payment that no client sent', subject: key })
  for (const fact of books.payments) {
    const problem = compareFact(fact, orders.get(keyOf(fact)), books.leavers.has(fact.payer))
    if (problem !== null) problems.push({ problem, subject: keyOf(fact) })
  }
  for (const move of books.moves) {
    const order = orders.get(keyOfMove(move))
    // Of a customer who has left, the stored result counts.
    if (move.movementId === null && books.leavers.has(move.owner)) continue
    if (order?.movement_id !== (move.movementId ?? undefined) || (order !== undefined && order.pence !== move.pence))
      problems.push({ problem: 'the server stored another move than it confirmed', subject: keyOfMove(move) })
  }
  const sent = outgoing.filter(({ state }) => state === 'sent')
  return [...problems, ...(await compareBalances(sql, books, orders, sent))]
}

const keyOf = (fact: PaymentFact) => `${fact.payer} ${fact.requestId}`
const keyOfMove = ({ owner, requestId }: Books['moves'][number]) => `${owner} ${requestId}`

function compareFact(fact: PaymentFact, order: Order | undefined, hasLeft: boolean): string | null {
  // A deleted user cannot retry, so the stored result counts.
  if (fact.outcome === 'unknown') return hasLeft ? null : 'an outcome has stayed unknown'
  if (fact.outcome === 'refused') return order === undefined ? null : 'the server has a payment that it refused'
  if (order === undefined) return 'the server lost a payment that it confirmed'
  const isSame =
    order.movement_id === fact.transactionId && order.pence === fact.pence && order.is_internal === fact.isInternal
  return isSame ? null : 'the server stored a payment with other details'
}

async function compareBalances(
  sql: Db,
  books: Books,
  orders: Map<string, Order>,
  sentLater: { user_id: string; pence: number; payee: string | null }[],
): Promise<Problem[]> {
  const problems: Problem[] = []
  const refunds = new Map<string, { claims: number; times: number }>()
  const redress = new Map<string, { paid: number; moved: number }>()
  const expected = new Map(books.customers.map((id) => [id, openingPence]))
  const change = (id: string, pence: number) => expected.set(id, (expected.get(id) ?? 0) + pence)

  for (const fact of books.payments) {
    const order = fact.outcome === 'unknown' ? orders.get(keyOf(fact)) : undefined
    if (fact.outcome !== 'paid' && order === undefined) continue
    change(fact.payer, -fact.pence)
    if (fact.payee !== null && (order?.is_internal ?? fact.isInternal)) change(fact.payee, fact.pence)
  }

  for (const { user_id: payer, pence, payee } of sentLater) {
    change(payer, -pence)
    if (payee !== null) change(payee, pence)
  }

  // The ledger keeps them also when their owner has been deleted.
  const credits = await sql<{ id: string; pence: number }[]>`
    select e.movement_id as id, (-e.amount * 100)::int as pence from private.ledger_entries e
    where e.account_id = private.ledger_account('cheques in clearing')`
  const cheques = new Map(books.cheques.map((cheque) => [cheque.id, cheque]))
  for (const { id } of await sql<{ id: string }[]>`select id from public.scheduled_payments`)
    if (!cheques.has(id))
      problems.push({ problem: 'the server has a scheduled payment that no client made', subject: id })
  for (const { id } of credits)
    if (!cheques.has(id))
      problems.push({ problem: 'a scheduled payment was credited that no client made', subject: id })
  for (const { id, owner, pence } of books.cheques) {
    const found = credits.filter((credit) => credit.id === id)
    if (found.length === 0 && books.leavers.has(owner)) continue
    if (found.length !== 1 || found[0]?.pence !== pence)
      problems.push({ problem: 'a scheduled payment was not credited exactly once', subject: id })
    change(owner, pence)
  }

  const repaired = new Set(
    (
      await sql<{ id: string }[]>`
        select transaction_id as id from private.repair_run_payments where repaired_at is not null`
    ).map(({ id }) => id),
  )
  for (const { transactionId, payer, payee, pence } of books.lostCredits) {
    if (!repaired.has(transactionId))
      problems.push({ problem: 'a lost credit was not repaired', subject: transactionId })
    change(payer, -pence)
    change(payee, pence)
  }

  for (const { owner, pence } of books.cardPayments) change(owner, -pence)

  const paid = new Map(books.payments.map((fact) => [fact.transactionId, fact]))
  for (const { id, owner, pence, times } of await sql<{ id: string; owner: string; pence: number; times: number }[]>`
    select c.movement_id as id, c.user_id as owner, (c.refunded * 100)::int as pence,
      (
        select count(*)::int from private.ledger_entries e
        join public.transactions t on t.movement_id = e.movement_id and t.user_id = c.user_id
        where e.account_id = private.ledger_account('reimbursements') and t.reference = 'Refund for your claim'
      ) as times
    from private.claims c join private.cases sent on sent.id = c.id`) {
    const fact = paid.get(id)
    if (fact?.payer !== owner || fact.pence !== pence)
      problems.push({ problem: `a claim was refunded by ${pence} pence`, subject: id })
    refunds.set(owner, { claims: (refunds.get(owner)?.claims ?? 0) + 1, times })
    change(owner, pence)
  }
  for (const [owner, { claims, times }] of refunds)
    if (claims !== times) problems.push({ problem: `${claims} claims were refunded ${times} times`, subject: owner })

  for (const { id, owner, pence, answers, moved } of await sql<
    { id: string; owner: string; pence: number; answers: number; moved: number }[]
  >`
    select c.id, sent.user_id as owner, (c.redress_paid * 100)::int as pence,
      (select count(*)::int from private.case_events e where e.case_id = c.id and e.message like 'We agree with your complaint.%') as answers,
      (
        select coalesce(sum(-e.amount * 100), 0)::int from private.ledger_entries e
        join public.transactions t on t.movement_id = e.movement_id and t.user_id = sent.user_id
        where e.account_id = private.ledger_account('redress')
      ) as moved
    from private.complaints c join private.cases sent on sent.id = c.id`) {
    const sums =
      answers === 0
        ? [0]
        : redressPence.flatMap((first) => (answers === 1 ? first : redressPence.map((second) => first + second)))
    if (!sums.includes(pence)) problems.push({ problem: `${answers} answers paid ${pence} pence`, subject: id })
    redress.set(owner, { paid: (redress.get(owner)?.paid ?? 0) + pence, moved })
    change(owner, pence)
  }
  for (const [owner, { paid: told, moved }] of redress)
    if (told !== moved) problems.push({ problem: `redress of ${told} pence was paid as ${moved}`, subject: owner })

  // The ledger keeps it also when the owner has been deleted. Then nobody knows whose it was.
  let earnedByDeleted = 0
  for (const { owner, pence } of await sql<{ owner: string | null; pence: number }[]>`
    select a.user_id as owner, (sum(-e.amount) * 100)::int as pence
    from private.ledger_entries e
    left join private.interest_payments p on p.movement_id = e.movement_id left join public.accounts a on a.id = p.account_id
    where e.account_id = private.ledger_account('interest paid')
    group by 1`) {
    if (owner === null) earnedByDeleted = pence
    else change(owner, pence)
  }

  const accounts = await sql<{ user_id: string; pence: number }[]>`
    select user_id, (sum(balance) * 100)::int as pence from public.accounts group by user_id`
  const balances = new Map(accounts.map(({ user_id: id, pence }) => [id, pence]))
  const owed = await sql<{ user_id: string; pence: number }[]>`
    select user_id, (sum(amount) * 100)::int as pence from private.closed_money group by user_id`
  const waiting = new Map(owed.map(({ user_id: id, pence }) => [id, pence]))
  let leftBehind = earnedByDeleted
  for (const [id, pence] of expected) {
    if (books.leavers.has(id)) leftBehind += pence
    if (books.closed.has(id)) {
      const waits = waiting.get(id) ?? 0
      if (balances.get(id) !== 0 || waits !== pence)
        problems.push({
          problem: `a closed account has ${balances.get(id)} pence, ${waits} wait and should be ${pence}`,
          subject: id,
        })
    } else if (books.leavers.has(id) && balances.has(id))
      problems.push({ problem: 'a person was not deleted', subject: id })
    else if (!books.leavers.has(id) && balances.get(id) !== pence)
      problems.push({ problem: `a balance is ${balances.get(id)} pence and should be ${pence}`, subject: id })
  }
  const [closed] = await sql<{ pence: number }[]>`
    select coalesce(sum(e.amount * 100), 0)::int as pence from private.ledger_entries e
    where e.account_id = private.ledger_account('closed accounts')`
  if (closed?.pence !== leftBehind)
    problems.push({
      problem: `the deleted and the closed have left ${closed?.pence} pence, not ${leftBehind}`,
      subject: 'closed accounts',
    })
  return problems
}
