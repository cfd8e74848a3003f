// Customers who hold, undo, schedule and repeat payments, and the jobs that send them, with the job's clock moved.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { dayFromToday, sendDue } from '../../supabase/tests/fixtures/outgoingPayments'
import { type Surroundings, untilAnswered } from './background'
import { checkOf, readWarnings } from './callServer'
import { withDatabase } from './database'
import { type Client, type Customer, holderName } from './people'

const heldSchema = z.tuple([z.object({ state: z.string(), transaction_id: z.uuid() })])
const scheduledSchema = z.tuple([z.object({ outgoing_payment_id: z.uuid() })])
const regularSchema = z.tuple([z.object({ regular_payment_id: z.uuid() })])
const refusalSchema = z.object({ refused: z.string() })

/** More than a customer has, and less than the daily limit. */
const unaffordablePence = 2_000_000

/** How many payments each regular payment makes. */
export const regularCount = 3

export async function letUndo(customers: readonly Customer[]): Promise<void> {
  for (const { clients } of customers) await clients[0].rpc('set_undo_window', { p_seconds: '10' }).throwOnError()
}

/** Makes one kind of payment after the other, and changes what was made, at the same time from two devices. */
export async function payLater(
  { random, books, figures, isOver }: Surroundings,
  customer: Customer,
  payees: readonly Customer[],
) {
  const moves = [hold, hold, schedule, repeat]
  while (!isOver()) {
    await random.pick(moves)()
    await wait(random.between(10, 150))
  }

  function somePence() {
    return random.chance(0.2) ? random.between(200_000, 400_000) : random.between(1, 3000)
  }

  async function newOrder(pence = somePence()) {
    const isOutside = random.chance(0.1)
    const account = isOutside ? { sortCode: '12-34-56', accountNumber: '12345678' } : random.pick(payees).account
    const checkId = randomUUID()
    await untilAnswered(() => customer.clients[0].rpc('check_payee', checkOf(checkId, account)))
    return {
      pence,
      args: {
        p_request_id: randomUUID(),
        p_payment: {
          to_name: holderName,
          to_sort_code: account.sortCode,
          to_account_number: account.accountNumber,
          amount: (pence / 100).toFixed(2),
          check_id: checkId,
          ...readWarnings(),
        },
      },
    }
  }

  /** Asks from both devices at once. Both must get the same answer. */
  async function askTwice(ask: (client: Client) => ReturnType<typeof untilAnswered>) {
    return Promise.all(customer.clients.map(ask))
  }

  function complain(about: string, answer: unknown) {
    books.complaints.push(`${about}: ${JSON.stringify({ customer: customer.id, answer })}`)
  }

  async function hold() {
    const { pence, args } = await newOrder()
    const answers = await askTwice((client) => untilAnswered(() => client.rpc('make_payment', args)))
    const held = answers.flatMap((answer) => heldSchema.safeParse(answer).data ?? [])
    for (const answer of answers)
      if (!heldSchema.safeParse(answer).success && !isRefused(answer, 'PT402', 'PT409')) complain('Not held', answer)
    const [first] = held
    if (first === undefined) return
    const fact = {
      id: first.transaction_id,
      payer: customer.id,
      requestId: args.p_request_id,
      pence,
      states: new Set<string>(),
    }
    books.heldPayments.push(fact)
    figures.heldPayments += 1
    if (held.some(({ transaction_id: id }) => id !== fact.id)) complain('One key has two held payments', held)
    if (random.chance(0.3)) return
    await wait(random.between(0, 300))
    const [undone, sent] = await Promise.all([
      untilAnswered(() => customer.clients[0].rpc('undo_payment', { p_id: fact.id })),
      untilAnswered(() => customer.clients[1].rpc('send_held_payment', { p_id: fact.id })),
    ])
    for (const answer of [undone, sent]) {
      if (answer === 'cancelled' || answer === 'sent') fact.states.add(answer)
      else if (answer !== 'held') complain('An undo was answered', answer)
    }
    if (undone === 'cancelled') figures.undoneInTime += 1
    if (undone === 'sent') figures.undoneTooLate += 1
  }

  async function schedule() {
    const { args } = await newOrder(random.chance(0.3) ? unaffordablePence : somePence())
    const answers = await askTwice((client) =>
      untilAnswered(() => client.rpc('schedule_outgoing_payment', { ...args, p_send_on: dayFromToday(1) })),
    )
    const ids = answers.flatMap((answer) => scheduledSchema.safeParse(answer).data?.[0].outgoing_payment_id ?? [])
    if (ids.length < answers.length && !answers.every((answer) => isRefused(answer, 'PT409')))
      complain('Not scheduled', answers)
    const [id] = ids
    if (id === undefined) return
    if (ids.some((other) => other !== id)) complain('One key has two scheduled payments', ids)
    const fact = { id, payer: customer.id, isCancelled: false }
    books.futurePayments.push(fact)
    if (!random.chance(0.3)) return
    const cancelled = await untilAnswered(() => customer.clients[0].rpc('cancel_outgoing_payment', { p_id: id }))
    // False: a request without an answer has cancelled it.
    if (typeof cancelled === 'boolean') fact.isCancelled = true
    else if (!isRefused(cancelled, 'PT409')) complain('A cancellation was answered', cancelled)
  }

  async function repeat() {
    const { args } = await newOrder()
    const terms = { p_frequency: 'weekly', p_starts_on: dayFromToday(1), p_payment_count: regularCount }
    const answers = await askTwice((client) =>
      untilAnswered(() => client.rpc('create_regular_payment', { ...args, ...terms })),
    )
    const ids = answers.flatMap((answer) => regularSchema.safeParse(answer).data?.[0].regular_payment_id ?? [])
    if (ids.length < answers.length && !answers.every((answer) => isRefused(answer, 'PT409')))
      complain('Not made regular', answers)
    const [id] = ids
    if (id === undefined) return
    if (ids.some((other) => other !== id)) complain('One key has two regular payments', ids)
    books.regularPayments.push(id)
    figures.regularPayments += 1
    const state = random.pick(['paused', 'active', 'active', 'cancelled'])
    const answer = await untilAnswered(() =>
      customer.clients[1].rpc('set_regular_payment_state', { p_id: id, p_state: state }),
    )
    if (typeof answer !== 'string' && !isRefused(answer, 'PT409')) complain('A change was answered', answer)
  }
}

function isRefused(answer: unknown, ...codes: string[]): boolean {
  return codes.includes(refusalSchema.safeParse(answer).data?.refused ?? '')
}

/** Runs the jobs, two at once, at a time that is now, or 06:00 or 14:00 of a later day. */
export async function sendPayments({ databaseUrl, random, isOver }: Surroundings): Promise<void> {
  while (!isOver()) {
    const at = random.chance(0.3)
      ? new Date().toISOString()
      : momentOf(random.between(1, 20), random.pick(['06', '14']))
    const send = () => withDatabase(databaseUrl, (sql) => sendDue(sql, at))
    await Promise.allSettled([send(), send()])
    await wait(random.between(50, 300))
  }
}

/** Ends every undo window, and makes both attempts of every scheduled payment. */
export async function sendAll(databaseUrl: string): Promise<void> {
  for (const day of [30, 60, 90, 120])
    for (const hour of ['06', '14']) await withDatabase(databaseUrl, (sql) => sendDue(sql, momentOf(day, hour)))
}

const momentOf = (days: number, hour: string) => `${dayFromToday(days)} ${hour}:00 Europe/London`
