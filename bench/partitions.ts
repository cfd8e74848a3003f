// Whether parting the transactions by month costs what a customer does every day: the claims of docs/scaling.md.
import type postgres from 'postgres'
import { median } from './figures'
import { inParallel, type ReadingBank } from './readingBank'

const months = 12
const samples = 40

export type PartitionRatio = { what: string; plain: number; parted: number; ratio: number }

/** Copies the bank's transactions into a table that is parted by month. Times in ms. */
export async function measurePartitions({ sql, typical }: ReadingBank): Promise<PartitionRatio[]> {
  await part(sql)
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

async function part(sql: postgres.Sql) {
  await sql`create schema parted`
  await sql`
    create table parted.transactions (like public.transactions including defaults including constraints)
    partition by range (created_at)`
  for (let back = months; back >= 0; back -= 1) {
    await sql.unsafe(`
      do $$ begin execute format(
        'create table parted.transactions_${back} partition of parted.transactions for values from (%L) to (%L)',
        date_trunc('month', now()) - interval '${back} months', date_trunc('month', now()) - interval '${back - 1} months'
      ); end $$`)
  }
  // Rows that are there passed the check when they were written.
  await sql`alter table parted.transactions drop constraint transactions_check`
  await inParallel(sql, [
    (db) =>
      db`insert into parted.transactions select * from public.transactions where created_at < now() - interval '182 days'`,
    (db) =>
      db`insert into parted.transactions select * from public.transactions where created_at >= now() - interval '182 days'`,
  ])
  await inParallel(sql, [
    (db) => db`create unique index on parted.transactions (created_at, id)`,
    (db) => db`create index on parted.transactions (user_id, created_at, id)`,
    (db) => db`
      create index on parted.transactions (created_at desc, id desc) where status <> 'completed' or reversed_at is not null`,
  ])
  const [check] = await sql<{ definition: string }[]>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = 'public.transactions'::regclass and conname = 'transactions_check'`
  // Parents take no check that is not valid: each month has its own.
  for (let back = months; back >= 0; back -= 1) {
    await sql.unsafe(
      `alter table parted.transactions_${back} add constraint transactions_check ${check?.definition ?? ''}`,
    )
  }
  await sql`vacuum analyze parted.transactions`
}

async function compare(
  sql: postgres.Sql,
  what: string,
  act: (table: postgres.Helper<string>) => postgres.PendingQuery<postgres.Row[]>,
): Promise<PartitionRatio> {
  const plain: number[] = []
  const parted: number[] = []
  for (let sample = 0; sample < samples; sample += 1) {
    plain.push(await time(act(sql('public.transactions'))))
    parted.push(await time(act(sql('parted.transactions'))))
  }
  const [one, other] = [median(plain), median(parted)]
  return { what, plain: one, parted: other, ratio: other / one }
}

async function time(query: PromiseLike<unknown>): Promise<number> {
  const start = performance.now()
  await query
  return performance.now() - start
}
