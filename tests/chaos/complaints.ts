// Customers who complain, and staff who pay them redress at the same time as each other and the clock.
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { type Surroundings, untilAnswered } from './background'
import { withDatabase } from './database'
import type { Customer } from './people'

const idSchema = z.union([z.uuid(), z.object({ refused: z.literal('PT429') })])
const answerSchema = z.union([z.boolean(), z.object({ refused: z.literal('PT409') })])

/** What each member of staff pays, so that the sum of a complaint shows who has answered it. */
export const redressPence = [500, 700] as const

/** Each complaint is sent by both devices, answered by two members of staff at once, and some are reopened and answered again. */
export async function payRedress(
  { databaseUrl, customers, random, books, figures, isOver }: Surroundings,
  staff: readonly Customer[],
): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    await complain(random.pick(customers).clients, `Complaint ${n}`)
    await wait(random.between(50, 300))
  }

  async function complain(clients: Customer['clients'], said: string) {
    const sent = await Promise.all(
      clients.map((client) => untilAnswered(() => client.rpc('open_complaint', { p_topic: 'app', p_said: said }))),
    )
    const [id, ...same] = sent.map((each) => idSchema.safeParse(each).data)
    if (id === undefined || same.some((other) => typeof id === 'string' && other !== id))
      books.complaints.push(`A complaint was answered: ${JSON.stringify(sent)}`)
    if (typeof id !== 'string') return
    await answer(id)
    if (random.chance(0.5)) return
    await untilAnswered(() => clients[0].rpc('reopen_complaint', { p_case_id: id, p_said: 'Not enough' }))
    await answer(id)
  }

  async function answer(id: string) {
    const answers = await Promise.all([
      ...staff.map(({ clients: [client] }, n) =>
        untilAnswered(() =>
          client.rpc('decide_complaint', {
            p_case_id: id,
            p_outcome: 'upheld',
            p_response: 'A test',
            p_redress: String((redressPence[n] ?? 0) / 100),
          }),
        ),
      ),
      random.chance(0.3)
        ? withDatabase(
            databaseUrl,
            (sql) => sql`select private.expire_case(id, due_at) from private.cases where id = ${id}`,
          )
            .then(() => false)
            .catch(() => false)
        : false,
    ])
    for (const each of answers)
      if (!answerSchema.safeParse(each).success)
        books.complaints.push(`An answer was answered: ${JSON.stringify(each)}`)
    if (answers.filter((each) => each === true).length > 1)
      books.complaints.push(`A complaint was answered twice: ${id}`)
    figures.redress += 1
  }
}
