// Staff who put payments under review, and decide about them at the same time as the clock and the customers.
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { type Surroundings, untilAnswered } from './background'
import { withDatabase } from './database'
import type { Customer } from './people'

const readIds = z.array(z.object({ id: z.uuid() }))
const answerSchema = z.union([z.uuid(), z.boolean(), z.object({ refused: z.enum(['PT404', 'PT409']) })])

/** Two members of staff put what is not sent yet under review, and decide about it twice, while the clock ends it too. */
export async function reviewPayments(around: Surroundings, staff: readonly Customer[]): Promise<void> {
  const { databaseUrl, random, books, figures, isOver, undisturbed } = around
  while (!isOver()) {
    const open = await undisturbed(() =>
      withDatabase(
        databaseUrl,
        (sql) => sql`
          select id from public.outgoing_payments where state in ('held', 'scheduled') order by random() limit 2`,
      ),
    )
    for (const { id } of readIds.parse(open)) await review(id)
    await wait(random.between(20, 200))
  }

  async function review(payment: string) {
    const held = await both('start_payment_review', () => ({
      p_transaction_id: payment,
      p_reason: 'A test',
      p_told: 'A test',
    }))
    const id = held.find((answer) => typeof answer === 'string')
    if (id === undefined) return
    figures.reviews += 1
    // The rest is left to the clock and to the customers.
    if (random.chance(0.4)) return
    const decided = await Promise.all([
      both('decide_payment_review', () => ({ p_case_id: id, p_refuses: random.chance(0.5), p_reason: 'A test' })),
      random.chance(0.3) ? expireReviews(databaseUrl).catch(() => undefined) : undefined,
    ])
    const times = decided[0].filter((answer) => answer === true).length
    if (times > 1) books.complaints.push(`A review was decided twice: ${id}`)
    figures.reviewsDecided += times
  }

  async function both(name: string, args: () => object) {
    const answers = await Promise.all(
      staff.map(({ clients: [client] }) => untilAnswered(() => client.rpc(name, args()))),
    )
    return answers.map((answer) => {
      const known = answerSchema.safeParse(answer)
      if (!known.success) books.complaints.push(`${name} was answered: ${JSON.stringify(answer)}`)
      return known.data
    })
  }
}

/** Ends the clock of every payment review, as the job does at its end. */
export function expireReviews(databaseUrl: string): Promise<void> {
  return withDatabase(databaseUrl, async (sql) => {
    for (const { id, due_at: end } of await sql<{ id: string; due_at: string }[]>`
      select id, due_at::text from private.cases where kind = 'payment_review' and state = 'open'`)
      await sql`select private.expire_case(${id}, ${end})`
  })
}
