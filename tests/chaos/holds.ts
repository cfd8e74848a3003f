// Staff who hold payments for a check, and decide about them at the same time as the clock and the customers.
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { type Surroundings, untilAnswered } from './background'
import { withDatabase } from './database'
import type { Customer } from './people'

const readIds = z.array(z.object({ id: z.uuid() }))
const answerSchema = z.union([z.uuid(), z.boolean(), z.object({ refused: z.enum(['PT404', 'PT409']) })])

/** Two members of staff hold what is not sent yet, and decide about it twice, while the clock ends it too. */
export async function checkPayments(around: Surroundings, staff: readonly Customer[]): Promise<void> {
  const { databaseUrl, random, books, figures, isOver, undisturbed } = around
  while (!isOver()) {
    const open = await undisturbed(() =>
      withDatabase(
        databaseUrl,
        (sql) => sql`
          select id from public.outgoing_payments where state in ('held', 'scheduled') order by random() limit 2`,
      ),
    )
    for (const { id } of readIds.parse(open)) await check(id)
    await wait(random.between(20, 200))
  }

  async function check(payment: string) {
    const held = await both('start_payment_check', () => ({
      p_transaction_id: payment,
      p_reason: 'A test',
      p_told: 'A test',
    }))
    const id = held.find((answer) => typeof answer === 'string')
    if (id === undefined) return
    figures.checks += 1
    // The rest is left to the clock and to the customers.
    if (random.chance(0.4)) return
    const decided = await Promise.all([
      both('decide_payment_check', () => ({ p_case_id: id, p_refuses: random.chance(0.5), p_reason: 'A test' })),
      random.chance(0.3) ? endChecks(databaseUrl).catch(() => undefined) : undefined,
    ])
    const times = decided[0].filter((answer) => answer === true).length
    if (times > 1) books.complaints.push(`A check was decided twice: ${id}`)
    figures.checksDecided += times
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

/** Ends the clock of every check, as the job does at its end. */
export function endChecks(databaseUrl: string): Promise<void> {
  return withDatabase(databaseUrl, async (sql) => {
    for (const { id, due_at: end } of await sql<{ id: string; due_at: string }[]>`
      select id, due_at::text from private.cases where kind = 'hold' and state = 'open'`)
      await sql`select private.end_case(${id}, ${end})`
  })
}
