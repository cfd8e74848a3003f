// How long the trial of other payment rules takes: all payments up to 100,000, and a sample of so many above.
import postgres from 'postgres'
import { startTemporaryDatabase } from '../local/temporaryDatabase'
import { median } from './figures'

const rounds = 3
/** One payment in so many has facts that the rules ask: the others were usual ones. */
const everyAssessed = 3

/** Seconds. */
export type RuleTrialFigures = { payments: number; tried: number; seconds: number }[]

export async function measureRuleTrials(): Promise<RuleTrialFigures> {
  const database = await startTemporaryDatabase()
  const sql = postgres(database.databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    const figures: RuleTrialFigures = []
    let payments = 0
    for (const wanted of [100_000, 1_000_000]) {
      await addPayments(sql, wanted - payments)
      payments = wanted
      await sql`vacuum analyze private.payment_orders`
      const seconds: number[] = []
      let tried = 0
      for (let round = 0; round < rounds; round += 1) {
        const began = performance.now()
        const [trial] = await sql<{ tried: number }[]>`
          select (private.try_rules(private.rules_in_force(), private.rules_in_force(), now()) ->> 'tried')::integer as tried`
        seconds.push((performance.now() - began) / 1000)
        tried = trial?.tried ?? Number.NaN
      }
      figures.push({ payments, tried, seconds: median(seconds) })
    }
    return figures
  } finally {
    await sql.end()
    await database.destroy()
  }
}

const addPayments = (sql: postgres.Sql, count: number) => sql`
  insert into private.payment_orders (user_id, request_id, created_at, payload_hash, movement_id, evidence)
  select
    gen_random_uuid(), gen_random_uuid(), now() - n * interval '80 days' / ${count}::integer, decode(md5(n::text), 'hex'),
    gen_random_uuid(),
    case when n % ${everyAssessed}::integer = 0 then row(
      null, null, 'unavailable', '{}'::text[], null, null, null,
      row(n % 2000, 5000, n % 2 = 0, false, true, n % 4, 0, n % 5)::private.rule_facts
    )::private.payment_evidence end
  from generate_series(1, ${count}::integer) n`
