// A database with the requested number of transactions, on which reads are measured.
import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { startTemporaryDatabase } from '../local/temporaryDatabase'
import { halves, inParallel, longestMs, withoutIndexes } from './withoutIndexes'

export const typicalRows = 200
const days = 365
const mostInMemory = 2_000_000

export type Reader = { id: string; session: string }

export type ReadDatabase = {
  rows: number
  sql: postgres.Sql
  /** A customer with 200 rows, and one with the requested number. */
  typical: Reader
  heavy: Reader
  staff: Reader
  destroy(): Promise<void>
}

export async function startReadDatabase(rows: number, rowsOfHeavy: number): Promise<ReadDatabase> {
  const database = await startTemporaryDatabase({ isLarge: rows > mostInMemory })
  const sql = postgres(database.databaseUrl, {
    max: 2,
    onnotice: () => undefined,
    connection: { statement_timeout: longestMs },
  })
  const typical = await addReader(sql, false)
  const heavy = await addReader(sql, false)
  const staff = await addReader(sql, true)
  await addRows(sql, typical, typicalRows)
  await addRows(sql, heavy, rowsOfHeavy)
  await addOtherCustomers(sql, rows - typicalRows - rowsOfHeavy)
  return {
    rows,
    sql,
    typical,
    heavy,
    staff,
    async destroy() {
      await sql.end()
      await database.destroy()
    },
  }
}

async function addReader(sql: postgres.Sql, isStaff: boolean): Promise<Reader> {
  const reader = { id: randomUUID(), session: randomUUID() }
  await sql`
    insert into auth.users (instance_id, id, aud, role, email, encrypted_password, raw_user_meta_data, created_at, updated_at)
    values ('00000000-0000-0000-0000-000000000000', ${reader.id}, 'authenticated', 'authenticated',
      ${`${reader.id}@bench.example`}, '', '{"full_name": "Bench Reader"}', now(), now())`
  await sql`insert into auth.sessions (id, user_id, created_at, updated_at) values (${reader.session}, ${reader.id}, now(), now())`
  await sql`update public.profiles set approved = true where id = ${reader.id}`
  await sql`select private.open_account(${reader.id}, now() - ${`${days} days`}::interval)`
  if (isStaff) {
    await sql`insert into public.user_roles (user_id, role) values (${reader.id}, 'admin')`
    await sql`insert into public.admin_permissions (admin_id, permission) values (${reader.id}, 'view_transactions')`
  }
  return reader
}

/** Inserts the rows of one person with their ledger entries, evenly over a year. */
async function addRows(sql: postgres.Sql, reader: Reader, rows: number) {
  await sql`
    with rows as (
      insert into public.transactions
        (movement_id, user_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name, reference)
      select gen_random_uuid(), ${reader.id}, now() - n * (interval '1 day' * ${days - 1}::float8 / ${rows}::float8), 1 + n % 300, '20-00-00',
        '12345678', 'Payee ' || n % 97, case when n % 3 = 0 then 'REFERENCE ' || n % 50 end
      from generate_series(1, ${rows}::integer) n
      returning movement_id, created_at, amount
    )
    insert into private.ledger_entries (movement_id, account_id, created_at, amount, balance_after)
    select r.movement_id, a.id, r.created_at, -r.amount, 1 from rows r, public.accounts a where a.user_id = ${reader.id}`
  await sql`analyze public.transactions`
  await sql`analyze private.ledger_entries`
}

/** Inserts customers with 200 rows each. */
async function addOtherCustomers(sql: postgres.Sql, rows: number) {
  await withoutIndexes(sql, ['public.transactions'], () =>
    inParallel(
      sql,
      halves(rows).map(
        ([first, last]) =>
          (db) =>
            db`
    insert into public.transactions
      (movement_id, id, user_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name, reference)
    select gen_random_uuid(), gen_random_uuid(), md5('customer ' || n % greatest(${rows}::integer / ${typicalRows}, 1))::uuid,
      now() - n * (interval '1 day' * ${days}::float8 / ${rows}::float8), 1 + n % 300, '20-00-00', '12345678',
      'Payee ' || n % 97, case when n % 3 = 0 then 'REFERENCE ' || n % 50 end
    from generate_series(${first}::integer, ${last}::integer) n`,
      ),
    ),
  )
}
