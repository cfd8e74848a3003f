// Moves between two accounts of a customer, each asked for by two devices at once or repeated, and the interest of years.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { penceToPounds } from '../../src/lib/money'
import { runJob } from '../../supabase/tests/fixtures/jobs'
import { type Surroundings, untilAnswered } from './background'
import { withDatabase } from './database'
import type { Customer } from './people'

export type Saver = Customer & { accountId: string; savingsId: string }

const answersSchema = z.tuple([
  z.object({ movement_id: z.uuid(), amount: z.number(), from_balance: z.number(), to_balance: z.number() }),
])
const refusalSchema = z.object({ refused: z.string() })

/** Opens a savings account for each, before the faults begin. */
export async function openSavings(databaseUrl: string, customers: readonly Customer[]): Promise<Saver[]> {
  const savers: Saver[] = []
  for (const customer of customers) {
    const {
      clients: [client],
    } = customer
    const { data: savingsId } = await client
      .rpc('open_savings_account', { p_name: 'Holiday', p_colour: 'green' })
      .throwOnError()
    const [account] = await withDatabase(
      databaseUrl,
      (sql) => sql<{ id: string }[]>`
        select id from public.accounts where user_id = ${customer.id} and account_type = 'current'`,
    )
    savers.push({ ...customer, accountId: String(account?.id), savingsId: String(savingsId) })
  }
  for (const { clients, savingsId } of savers)
    await clients[0].rpc('set_round_ups', { p_to_account_id: savingsId }).throwOnError()
  await withDatabase(
    databaseUrl,
    (sql) => sql`insert into private.interest_rates (starts_on, rate) values ('2020-01-01', 20)`,
  )
  return savers
}

export async function moveOwnMoney(
  { databaseUrl, random, books, figures, isOver, undisturbed }: Surroundings,
  { id: owner, clients, accountId, savingsId }: Saver,
): Promise<void> {
  const session = { isGone: false }
  while (!isOver() && !session.isGone) {
    await move()
    await wait(random.between(100, 500))
  }

  async function move() {
    const pence = random.between(1, 20_000)
    const fact: (typeof books.moves)[number] = { owner, requestId: randomUUID(), pence, movementId: null }
    books.moves.push(fact)
    const [from, to] = random.chance(0.6) ? [accountId, savingsId] : [savingsId, accountId]
    const order = { p_request_id: fact.requestId, p_from_id: from, p_to_id: to, p_amount: penceToPounds(pence) }
    const answers = await Promise.all(clients.map((client) => untilAnswered(() => client.rpc('move_own_money', order))))
    if (random.chance(0.3)) answers.push(await untilAnswered(() => clients[0].rpc('move_own_money', order)))
    for (const answer of answers) {
      const { success, data } = answersSchema.safeParse(answer)
      if (!success) await enterRefusal(answer)
      else {
        const [{ movement_id: movementId, amount, from_balance: left, to_balance: has }] = data
        if (
          Math.round(amount * 100) !== pence ||
          left < 0 ||
          has < amount ||
          (fact.movementId ?? movementId) !== movementId
        )
          books.complaints.push(`A move was answered: ${JSON.stringify({ order, answer })}`)
        fact.movementId = movementId
      }
    }
    if (fact.movementId !== null) figures.moves += 1
  }

  async function enterRefusal(answer: unknown) {
    const code = refusalSchema.safeParse(answer).data?.refused
    if (code === 'PT402') return
    if (books.leavers.has(owner)) session.isGone = true
    // The limit of a day.
    else if (code === 'PT429')
      await undisturbed(() =>
        withDatabase(
          databaseUrl,
          (sql) => sql`update private.savings_accounts set moves = 0 where account_id = ${savingsId}`,
        ),
      )
    else books.complaints.push(`A move was refused: ${JSON.stringify(answer)}`)
  }
}

/** Rounds card payments up, in the job twice at once. The next run completes an interrupted one. */
export async function roundUp({ databaseUrl, random, isOver }: Surroundings): Promise<void> {
  while (!isOver()) {
    const run = () => withDatabase(databaseUrl, (sql) => runJob(sql, 'make-round-ups'))
    await Promise.allSettled([run(), run()])
    await wait(random.between(200, 800))
  }
}

/** A month in each turn, twice at once. The next turn completes an interrupted one. */
export async function earnInterest(
  { databaseUrl, random, isOver }: Surroundings,
  savers: readonly Saver[],
): Promise<void> {
  for (let months = 1; !isOver(); months += 1) {
    const earn = () =>
      withDatabase(databaseUrl, async (sql) => {
        for (const { savingsId } of savers)
          await sql`select private.earn_interest(${savingsId}, now() + make_interval(months => ${months}))`
      })
    await Promise.allSettled([earn(), earn()])
    await wait(random.between(300, 900))
  }
}
