// Time from a payment's commit until the other bank has decided it, at a low and at a high rate.
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { callRepeatedly, sendsToOtherBanks } from '../local/functions/callRepeatedly'
import { startTemporaryStack } from '../local/template'
import { makeCustomers, pay, pickOne } from './customers'

const seconds = 30
const customers = 200

/** Delays in ms, one number for each payment. `messages` is how many left for the bank in the busiest second. */
export type Settled = { perSecond: number; delays: number[]; messages: number }

export async function measureSettled(rates = [1, 50]): Promise<Settled[]> {
  const stack = await startTemporaryStack({ otherBanks: '30' })
  const sql = postgres(stack.databaseUrl, { max: 10, onnotice: () => {} })
  const jobs = callRepeatedly({ apiUrl: stack.apiUrl, jobs: [sendsToOtherBanks(sql)], log: () => {} })
  try {
    const people = await makeCustomers(sql, customers)
    const payOne = () =>
      pay(sql, [pickOne(people), { sortCode: '30-00-01', accountNumber: '12345677' }], { amount: '1.01' })
    // The first call starts the function.
    await payOne()
    await untilDecided(sql)
    const settled: Settled[] = []
    for (const perSecond of rates) {
      const [start] = await sql<{ at: Date }[]>`select clock_timestamp() as at`
      const payments: Promise<void>[] = []
      for (let made = 0; made < perSecond * seconds; made += 1) {
        payments.push(payOne())
        await pause(1000 / perSecond)
      }
      await Promise.all(payments)
      await untilDecided(sql)
      settled.push({ perSecond, ...(await figures(sql, start?.at ?? new Date())) })
    }
    return settled
  } finally {
    await jobs.close()
    await sql.end()
    await stack.destroy()
  }
}

async function untilDecided(sql: postgres.Sql) {
  const open = () => sql`select from private.bank_payments where state = 'sent' limit 1`
  while ((await open()).length > 0) await pause(100)
}

async function figures(sql: postgres.Sql, since: Date) {
  const rows = await sql<{ delay: number }[]>`
    select (extract(epoch from decided_at - created_at) * 1000)::float as delay
    from private.bank_payments where created_at >= ${since}`
  const [busiest] = await sql<{ count: number }[]>`
    select count(*)::integer as count from private.bank_messages
    where is_outgoing and type = 'payment' and created_at >= ${since}
    group by date_trunc('second', created_at) order by 1 desc limit 1`
  return { delays: rows.map(({ delay }) => delay), messages: busiest?.count ?? 0 }
}
