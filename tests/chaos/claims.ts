// Customers who claim for payments, and staff who refund them at the same time as the clock.
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { type Surroundings, untilAnswered } from './background'
import { withDatabase } from './database'
import type { Customer } from './people'

/** A customer sends at most so many claims in a day, and has at most so many open. */
const isLimit = (answer: unknown) => z.object({ refused: z.literal('PT429') }).safeParse(answer).success
const decisionSchema = z.union([z.boolean(), z.object({ refused: z.enum(['PT404', 'PT409']) })])

/** Each claim is decided by two members of staff at once, and some by the clock as well. The others are left to the clock. */
export async function claimRefunds(
  { databaseUrl, customers, random, books, figures, isOver }: Surroundings,
  staff: readonly Customer[],
): Promise<void> {
  while (!isOver()) {
    const { id, clients } = random.pick(customers)
    const paid = books.payments.filter(({ payer, outcome }) => payer === id && outcome === 'paid')
    if (paid.length > 0) await claim(clients, random.pick(paid).transactionId ?? '')
    await wait(random.between(50, 300))
  }

  async function claim(clients: Customer['clients'], payment: string) {
    const about = { p_transaction_id: payment }
    const answers = { p_kind: 'unauthorised', p_who: '', p_reached: 'safe', p_said: 'A test' }
    await untilAnswered(() => clients[0].rpc('save_claim', { ...about, ...answers }))
    const sent = await Promise.all(clients.map((client) => untilAnswered(() => client.rpc('send_claim', about))))
    if (sent.every(isLimit)) return
    const [caseId, ...same] = sent.filter((answer) => typeof answer === 'string')
    if (caseId === undefined || same.some((other) => other !== caseId)) {
      books.complaints.push(`A claim was answered: ${JSON.stringify(sent)}`)
      return
    }
    if (random.chance(0.3)) return
    const decisions = staff.map(({ clients: [client] }) =>
      untilAnswered(() => client.rpc('decide_claim', { p_case_id: caseId, p_refuses: false, p_reason: 'A test' })),
    )
    if (random.chance(0.3)) await endClaims(databaseUrl, caseId).catch(() => undefined)
    const decided = (await Promise.all(decisions)).map((answer) => {
      const known = decisionSchema.safeParse(answer)
      if (!known.success) books.complaints.push(`A decision was answered: ${JSON.stringify(answer)}`)
      return known.data === true
    })
    if (decided.every(Boolean)) books.complaints.push(`A claim was decided twice: ${caseId}`)
    figures.claims += 1
  }
}

/**
 * Ends the clock of every open claim, or of this one, as the job does at its end: the customer is refunded. After one that
 * the clock alone has refunded, the next ones wait for a person, at most until their latest end.
 */
export function endClaims(databaseUrl: string, caseId: string | null = null): Promise<void> {
  return withDatabase(databaseUrl, async (sql) => {
    for (const { id, due_at: end, last_at: latest } of await sql<{ id: string; due_at: string; last_at: string }[]>`
      select id, due_at::text, last_at::text from private.cases
      where kind = 'unauthorised' and state = 'open' and id = coalesce(${caseId}, id)`) {
      await sql`select private.expire_case(${id}, ${end})`
      await sql`select private.expire_case(${id}, ${latest})`
    }
  })
}
