import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { penceToPounds } from '../../../src/lib/money'
import { untilAnswered } from '../background'
import { holderName } from '../people'
import { onDatabase, sendMessages, type Around, type Fact, type Side } from './side'

const paymentsPerConnection = 25

type Payment = { fact: Fact; account: { sortCode: string; accountNumber: string } }

/** Pays customers of the other side. A payment without an answer is asked again under its key, also after the end. */
export async function payAcross(from: Side, to: Side, { figures, random, isOver }: Around): Promise<void> {
  const unanswered: Payment[] = []

  function newPayment(): Payment {
    const payee = random.chance(0.05) ? null : random.pick(to.customers)
    const account = payee?.account ?? { sortCode: `${to.prefix}-99-99`, accountNumber: '00000001' }
    const fact: Fact = {
      payer: random.pick(from.customers).id,
      payee: payee?.id ?? null,
      requestId: randomUUID(),
      pence: random.between(1, 2000),
      outcome: 'unknown',
      id: null,
    }
    from.facts.push(fact)
    figures.payments += 1
    if (payee === null) figures.toNobody += 1
    return { fact, account }
  }

  async function send(sql: postgres.Sql, { fact, account }: Payment) {
    try {
      const [row] = await sql<{ id: string }[]>`
        select transaction_id as id from private.pay(
          ${fact.payer}, ${fact.requestId},
          private.payment_to(
            (${holderName}, ${account.sortCode}, ${account.accountNumber}), ${penceToPounds(fact.pence)}, 'Across'
          ),
          now()
        )`
      fact.outcome = 'paid'
      fact.id = row?.id ?? null
    } catch (error) {
      if (!(error instanceof postgres.PostgresError && error.code.startsWith('PT'))) throw error
      fact.outcome = 'refused'
    }
  }

  while (!isOver() || unanswered.length > 0) {
    try {
      await onDatabase(from, async (sql) => {
        for (let count = 0; count < paymentsPerConnection && (!isOver() || unanswered.length > 0); count += 1) {
          if (unanswered.length === 0) unanswered.push(newPayment())
          const [payment] = unanswered
          if (payment) await send(sql, payment)
          unanswered.length = 0
          await wait(random.between(5, 120))
        }
      })
    } catch {
      figures.unknownOutcomes += unanswered.length
      await wait(random.between(50, 300))
    }
  }
}

/** Calls the sender again and again, sometimes twice at once. */
export async function sendAgainAndAgain(side: Side, { random, isOver }: Around): Promise<void> {
  while (!isOver()) {
    await Promise.all(Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => sendMessages(side)))
    await wait(random.between(20, 200))
  }
}

/** Asks for payments back, and lets the payees return or keep them. */
export async function recallSome(from: Side, to: Side, { figures, random, isOver }: Around): Promise<void> {
  while (!isOver()) {
    await wait(random.between(300, 1200))
    const paid = from.facts.filter(({ outcome }) => outcome === 'paid')
    if (paid.length === 0) continue
    const fact = random.pick(paid)
    const payer = from.customers.find(({ id }) => id === fact.payer)
    if (payer)
      await untilAnswered(() =>
        payer.clients[0].rpc('recall_payment', { p_transaction_id: fact.id, p_reason: 'mistake' }),
      )
    figures.recalls += 1
    await answerRecalls(to, random.chance(0.7)).catch(() => {})
  }
}

async function answerRecalls(side: Side, returns: boolean): Promise<void> {
  const asked = await onDatabase(
    side,
    (sql) => sql<{ id: string; owner: string }[]>`
      select p.movement_id as id, a.user_id as owner from private.bank_payments p
      join public.accounts a on a.id = p.account_id
      where p.recall = 'asked' and p.state = 'accepted' and not p.is_outgoing`,
  )
  for (const { id, owner } of asked) {
    const customer = side.customers.find((one) => one.id === owner)
    if (customer)
      await untilAnswered(() => customer.clients[0].rpc('answer_recall', { p_transaction_id: id, p_returns: returns }))
  }
}
