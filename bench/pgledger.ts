// Transfers of pgledger (https://github.com/pgr0ss/pgledger), a general ledger in SQL, in the same role and with the same claims as
// a payment. It checks nothing about the caller. None of its code is here: `--pgledger` names a checkout.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type postgres from 'postgres'
import { asCustomer, type Customer, type Pair } from './customers'

/** Of each customer: the id of their account in pgledger. */
type LedgerAccounts = Map<Customer, string>

export async function makePgledger(sql: postgres.Sql, folder: string, people: Customer[]): Promise<LedgerAccounts> {
  await sql`create schema pgledger`
  for (const file of ['vendor/scoville-pgsql-ulid/uuid-to-ulid.sql', 'pgledger.sql']) {
    const text = await readFile(path.join(folder, file), 'utf8')
    await sql.begin(async (db) => {
      await db`set local search_path = pgledger`
      await db.unsafe(text)
    })
  }
  await sql`grant usage on schema pgledger to authenticated`
  await sql`grant all on all tables in schema pgledger to authenticated`
  await sql`grant execute on all functions in schema pgledger to authenticated`
  const made = await sql<{ id: string }[]>`
    select (pgledger.pgledger_create_account('Account ' || n, 'GBP')).id from generate_series(1, ${people.length}) n`
  return new Map(people.map((person, place) => [person, made[place]?.id ?? '']))
}

export async function transferByPgledger(sql: postgres.Sql, accounts: LedgerAccounts, [from, to]: Pair) {
  await asCustomer(
    sql,
    from,
    (db) =>
      db`select * from pgledger.pgledger_create_transfer(${accounts.get(from) ?? ''}, ${accounts.get(to) ?? ''}, 1.00)`,
  )
}
