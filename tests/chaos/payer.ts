import { randomUUID } from 'node:crypto'
import { type Order, type Outcome, settle } from './callServer'
import type { Books, Figures, PaymentFact } from './books'
import type { Client, Customer } from './people'
import type { Random } from './random'

type Payer = {
  customer: Customer
  client: Client
  /** The customers to pay. A customer who has left may still be paid: then the money goes to another bank. */
  payees: readonly Customer[]
  random: Random
  books: Books
  figures: Figures
  isOver: () => boolean
}

type Intention = { order: Order; payee: string | null }

/** Pays, and records each payment, until the time is over or the account is closed. */
export async function runPayer(payer: Payer): Promise<void> {
  const { customer, client, random, books, figures } = payer
  const session = { isGone: false }
  const paid: { fact: PaymentFact; order: Order }[] = []

  function complain(about: string, order: Order, outcome?: Outcome) {
    books.complaints.push(`${about}: ${JSON.stringify({ payer: customer.id, order, outcome })}`)
  }

  function newOrder(amount: number): Intention {
    const isOutside = random.chance(0.05)
    // Only the payments that are on their way meet an account that has gone: checks of such accounts are limited.
    const payee = isOutside ? null : random.pick(payer.payees.filter(({ id }) => !books.leavers.has(id)))
    const account = payee?.account ?? { sortCode: '12-34-56', accountNumber: `1234567${random.between(0, 9)}` }
    return { order: { requestId: randomUUID(), ...account, amount }, payee: payee?.id ?? null }
  }

  async function ask(order: Order, mayBePaid = false): Promise<Outcome> {
    // Sometimes a client aborts before the server can answer.
    const isImpatient = random.chance(0.05)
    const outcome = await settle(client, order, {
      random,
      mayBePaid,
      ...(isImpatient && { firstPatienceMs: random.between(0, 20) }),
    })
    if (books.leavers.has(customer.id) && (outcome.kind === 'unconfirmed' || isSessionGone(outcome)))
      session.isGone = true
    if (outcome.unanswered > 0) {
      figures.unanswered += outcome.unanswered
      figures.unknownOutcomes += 1
      if (outcome.kind !== 'unconfirmed') figures.resolvedByAsking += 1
    }
    return outcome
  }

  /** One payment, asked for `times` times at once. */
  async function pay(times: number) {
    const pence = random.chance(0.1) ? random.between(50_000, 300_000) : random.between(1, 3000)
    const { order, payee } = newOrder(pence / 100)
    const fact: PaymentFact = {
      payer: customer.id,
      requestId: order.requestId,
      pence,
      payee,
      outcome: 'unknown',
      transactionId: null,
      isInternal: false,
    }
    books.payments.push(fact)
    const outcomes = await Promise.all(Array.from({ length: times }, () => ask(order)))
    figures.repeats += times - 1
    for (const outcome of outcomes) enter(fact, order, outcome)
    if (fact.outcome === 'paid') {
      figures.payments += 1
      paid.push({ fact, order })
    } else if (fact.outcome === 'refused') figures.refused += 1
  }

  function enter(fact: PaymentFact, order: Order, outcome: Outcome) {
    if (outcome.kind === 'paid') {
      const { transactionId, pence, balance, isInternal } = outcome.receipt
      if (pence !== fact.pence || balance < 0) complain('A receipt is wrong', order, outcome)
      if (fact.outcome === 'paid' && fact.transactionId !== transactionId)
        complain('One key has two receipts', order, outcome)
      if (isInternal !== (fact.payee !== null) && !books.leavers.has(fact.payee ?? ''))
        complain('A payment went to the wrong bank', order, outcome)
      Object.assign(fact, { outcome: 'paid', transactionId, isInternal })
    } else if (outcome.kind === 'refused' && (outcome.code === 'PT402' || isAccountGone(outcome, fact.payee))) {
      // Of two that ask at once, one may be refused and the other find money that has just come.
      if (fact.outcome === 'unknown') fact.outcome = 'refused'
    } else if (!books.leavers.has(customer.id)) complain('A good payment was refused', order, outcome)
  }

  /** Closed in the very moment of the payment. A moment later, its number is one of another bank. */
  function isAccountGone(outcome: Outcome, payee: string | null): boolean {
    return outcome.kind === 'refused' && outcome.code === 'PT404' && payee !== null && books.leavers.has(payee)
  }

  async function repeat() {
    if (paid.length === 0) return
    const { fact, order } = random.pick(paid)
    const outcome = await ask(order, true)
    figures.repeats += 1
    if (outcome.kind === 'paid' && outcome.receipt.transactionId === fact.transactionId) return
    if (!books.leavers.has(customer.id)) complain('A repeat was not answered like the first', order, outcome)
  }

  async function mustBeRefused({ order, payee }: Intention, code: string) {
    const outcome = await ask(order, true)
    figures.refused += 1
    if ((outcome.kind === 'refused' && outcome.code === code) || isAccountGone(outcome, payee)) return
    if (!books.leavers.has(customer.id)) complain(`Should have been refused with ${code}`, order, outcome)
  }

  async function reuseForAnother() {
    if (paid.length === 0) return
    const { fact, order } = random.pick(paid)
    await mustBeRefused({ order: { ...order, amount: (fact.pence + 100) / 100 }, payee: fact.payee }, 'PT409')
  }

  const moves = [
    ...Array.from({ length: 7 }, () => () => pay(1)),
    ...Array.from({ length: 2 }, () => () => pay(2)),
    ...Array.from({ length: 2 }, () => repeat),
    reuseForAnother,
    () => mustBeRefused(newOrder(random.pick([0, -1, 0.001, 10.005, 1_000_000.01])), 'PT400'),
    () => mustBeRefused(newOrder(999_999.99), 'PT402'),
  ]
  while (!payer.isOver() && !session.isGone) await random.pick(moves)()
}

function isSessionGone(outcome: Outcome): boolean {
  return outcome.kind === 'refused' && outcome.code === 'PT401'
}
