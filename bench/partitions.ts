// The cost of partitioning the transactions by month for common queries, as claimed in docs/scaling.md.
import type postgres from 'postgres'
import { compareInTurns } from './figures'
import { checksOfTransactions, inParallel, type ReadDatabase } from './readDatabase'

const months = 12
const turns = { warmUps: 0, samples: 40 }

export type PartitionRatio = { what: string; plain: number; partitioned: number; ratio: number }

/** Copies the transactions into a table that is partitioned by month. Times in ms. */
export async function measurePartitions({ sql, typical }: ReadDatabase): Promise<PartitionRatio[]> {
  await createPartitions(sql)
  const actions: Record<string, (table: postgres.Helper<string>) => postgres.PendingQuery<postgres.Row[]>> = {
    'Newest page of a customer': (table) => sql`
      select * from ${table} where user_id = ${typical.id} order by created_at desc, id desc limit 50`,
    'Sum of a month of a customer': (table) => sql`
      select sum(amount) from ${table} where user_id = ${typical.id}
        and created_at >= now() - interval '2 months' and created_at < now() - interval '1 month'`,
    'Newest page of the staff': (table) => sql`select * from ${table} order by created_at desc, id desc limit 50`,
    'Writing a row': (table) => sql`
      insert into ${table} (user_id, amount, to_sort_code, to_account_number, to_account_holder_name)
      values (${typical.id}, 1, '20-00-00', '12345678', 'Payee')`,
  }
  const ratios: PartitionRatio[] = []
  for (const [what, act] of Object.entries(actions)) ratios.push(await compare(sql, what, act))
  return ratios
}

async function createPartitions(sql: postgres.Sql) {
  await sql`create schema partitioned`
  await sql`
    create table partitioned.transactions (like public.transactions including defaults)
    partition by range (created_at)`
  for (let back = months; back >= 0; back -= 1) {
    await sql.unsafe(`
      do $$ begin execute format(
        'create table partitioned.transactions_${back} partition of partitioned.transactions for values from (%L) to (%L)',
        date_trunc('month', now()) - interval '${back} months', date_trunc('month', now()) - interval '${back - 1} months'
      ); end $$`)
  }
  await inParallel(sql, [
    (db) =>
      db`insert into partitioned.transactions select * from public.transactions where created_at < now() - interval '182 days'`,
    (db) =>
      db`insert into partitioned.transactions select * from public.transactions where created_at >= now() - interval '182 days'`,
  ])
  await inParallel(sql, [
    (db) => db`create unique index on partitioned.transactions (created_at, id)`,
    (db) => db`create index on partitioned.transactions (user_id, created_at, id)`,
    (db) => db`
      create index on partitioned.transactions (created_at desc, id desc) where status <> 'completed' or reversed_at is not null`,
  ])
  // The checks cover new rows only, as in the plain table. A partitioned parent cannot have such checks, so each month has them.
  const checks = (await checksOfTransactions(sql)).filter(({ owner }) => owner.startsWith('table'))
  for (let back = months; back >= 0; back -= 1) {
    for (const { name, definition } of checks)
      await sql.unsafe(`alter table partitioned.transactions_${back} add constraint ${name} ${definition}`)
  }
  await sql`vacuum analyze partitioned.transactions`
}

async function compare(
  sql: postgres.Sql,
  what: string,
  act: (table: postgres.Helper<string>) => postgres.PendingQuery<postgres.Row[]>,
): Promise<PartitionRatio> {
  const [plain, partitioned] = await compareInTurns(
    turns,
    () => time(act(sql('public.transactions'))),
    () => time(act(sql('partitioned.transactions'))),
  )
  return { what, plain, partitioned, ratio: partitioned / plain }
}

async function time(query: PromiseLike<unknown>): Promise<number> {
  const start = performance.now()
  await query
  return performance.now() - start
}
