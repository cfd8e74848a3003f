// Whether parting the transactions by month costs what a customer does every day: the claims of docs/scaling.md.
import postgres from 'postgres'
import { startTemporaryDatabase } from '../local/temporaryDatabase'
import { median } from './figures'

const months = 12
const rowsOfOne = 200
const samples = 40

export type PartitionFigures = { rows: number; ratios: { what: string; ratio: number }[] }

const customer = '00000000-0000-4000-8000-000000000001'

export async function measurePartitions(rows = 600_000): Promise<PartitionFigures> {
  const database = await startTemporaryDatabase()
  const sql = postgres(database.databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    await sql`create schema parted`
    for (const table of ['plain', 'parted']) await makeTable(sql, table, rows)
    await sql`vacuum analyze parted.plain`
    await sql`analyze parted.parted`
    const page = (table: string) => sql`
      select * from ${sql(`parted.${table}`)} where user_id = ${customer} order by created_at desc, id desc limit 50`
    const month = (table: string) => sql`
      select sum(amount) from ${sql(`parted.${table}`)}
      where user_id = ${customer} and created_at >= now() - interval '2 months' and created_at < now() - interval '1 month'`
    const write = (table: string) => sql`
      insert into ${sql(`parted.${table}`)} (user_id, created_at, amount, name) values (${customer}, now(), 1, 'Payee')`
    return {
      rows,
      ratios: [
        { what: 'Newest page of a customer', ratio: await compare(page) },
        { what: 'Sum of a month of a customer', ratio: await compare(month) },
        { what: 'Writing a row', ratio: await compare(write) },
      ],
    }
  } finally {
    await sql.end()
    await database.destroy()
  }
}

async function makeTable(sql: postgres.Sql, table: string, rows: number) {
  const name = sql(`parted.${table}`)
  const isParted = table === 'parted'
  await sql.unsafe(`
    create table parted.${table} (
      id uuid not null default private.new_id(), user_id uuid not null, created_at timestamptz not null,
      amount numeric(14, 2) not null, name text not null, primary key (created_at, id)
    ) ${isParted ? 'partition by range (created_at)' : ''}`)
  if (isParted) {
    for (let back = months; back >= 0; back -= 1) {
      await sql.unsafe(`
        do $$ begin execute format(
          'create table parted.parted_${back} partition of parted.parted for values from (%L) to (%L)',
          date_trunc('month', now()) - interval '${back} months', date_trunc('month', now()) - interval '${back - 1} months'
        ); end $$`)
    }
  }
  await sql`
    insert into ${name} (id, user_id, created_at, amount, name)
    select gen_random_uuid(),
      case when n % ${Math.floor(rows / rowsOfOne)}::integer = 0 then ${customer}::uuid else md5('stranger ' || n % 3000)::uuid end,
      now() - n * interval '360 days' / ${rows}::integer, 1 + n % 300, 'Payee ' || n % 97
    from generate_series(1, ${rows}::integer) n`
  await sql`create index on ${name} (user_id, created_at, id)`
}

async function compare(run: (table: string) => PromiseLike<unknown>): Promise<number> {
  const taken: [number[], number[]] = [[], []]
  for (let sample = 0; sample < samples; sample += 1) {
    for (const [place, table] of [
      [0, 'plain'],
      [1, 'parted'],
    ] as const) {
      const start = performance.now()
      await run(table)
      taken[place].push(performance.now() - start)
    }
  }
  return median(taken[1]) / median(taken[0])
}
