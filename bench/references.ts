// What a payment is compared with: transactions that write fewer rows and check nothing about the caller.
import type postgres from 'postgres'
import { asCustomer, type Customer, type Pair } from './customers'

const branches = 16
const tellersPerBranch = 10

/** The tables of pgbench, with as many branches as clients, and accounts as wide as there. */
export async function makeTpcB(sql: postgres.Sql, accounts: number) {
  await sql`create schema tpcb`
  await sql`create table tpcb.branches (id int primary key, balance int not null, filler char(88)) with (fillfactor = 100)`
  await sql`create table tpcb.tellers (id int primary key, branch_id int, balance int not null, filler char(84))`
  await sql`create table tpcb.accounts (id int primary key, branch_id int, balance int not null, filler char(84))`
  await sql`create table tpcb.history (teller_id int, branch_id int, account_id int, delta int, at timestamp, filler char(22))`
  await sql`insert into tpcb.branches select n, 0, '' from generate_series(1, ${branches}) n`
  await sql`
    insert into tpcb.tellers select n, 1 + n % ${branches}, 0, '' from generate_series(1, ${branches * tellersPerBranch}) n`
  await sql`insert into tpcb.accounts select n, 1 + n % ${branches}, 0, '' from generate_series(1, ${accounts}) n`
}

/** The built-in script of pgbench, statement by statement. */
export async function transactTpcB(sql: postgres.Sql, accounts: number) {
  const account = 1 + Math.floor(Math.random() * accounts)
  const teller = 1 + Math.floor(Math.random() * branches * tellersPerBranch)
  const branch = 1 + Math.floor(Math.random() * branches)
  const delta = Math.floor(Math.random() * 10_000) - 5000
  await sql.begin(async (db) => {
    await db`update tpcb.accounts set balance = balance + ${delta} where id = ${account}`
    await db`select balance from tpcb.accounts where id = ${account}`
    await db`update tpcb.tellers set balance = balance + ${delta} where id = ${teller}`
    await db`update tpcb.branches set balance = balance + ${delta} where id = ${branch}`
    await db`
      insert into tpcb.history (teller_id, branch_id, account_id, delta, at)
      values (${teller}, ${branch}, ${account}, ${delta}, current_timestamp)`
  })
}

/**
 * A transfer as general ledgers in SQL make it (pgledger, for one): both accounts locked in order, two updates, the transfer,
 * and an entry with the balance on each side. Any caller may transfer between any accounts.
 */
export async function makePlainTransfer(sql: postgres.Sql, people: Customer[]) {
  await sql`create schema plain`
  await sql`create table plain.accounts (id uuid primary key, balance numeric(14, 2) not null, version bigint not null)`
  await sql`
    create table plain.transfers (
      id uuid primary key default gen_random_uuid(),
      from_id uuid not null references plain.accounts,
      to_id uuid not null references plain.accounts,
      amount numeric(14, 2) not null check (amount > 0 and from_id <> to_id),
      created_at timestamptz not null
    )`
  await sql`
    create table plain.entries (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references plain.accounts,
      transfer_id uuid not null references plain.transfers,
      amount numeric(14, 2) not null,
      balance_before numeric(14, 2) not null,
      balance_after numeric(14, 2) not null,
      account_version bigint not null,
      created_at timestamptz not null
    )`
  await sql`create index on plain.transfers (from_id)`
  await sql`create index on plain.transfers (to_id)`
  await sql`create index on plain.transfers (created_at)`
  await sql`create index on plain.entries (account_id)`
  await sql`create index on plain.entries (transfer_id)`
  await sql`insert into plain.accounts select id, 5000, 0 from unnest(${people.map((one) => one.accountId)}::uuid[]) id`
  await sql.unsafe(`
    create function plain.transfer(p_from uuid, p_to uuid, p_amount numeric) returns uuid
    language plpgsql volatile security definer set search_path = '' as $$
    declare
      from_account plain.accounts;
      to_account plain.accounts;
      new_transfer_id uuid;
    begin
      perform from plain.accounts a where a.id in (p_from, p_to) order by a.id for update;
      update plain.accounts a set balance = a.balance - p_amount, version = a.version + 1
      where a.id = p_from returning * into from_account;
      if from_account.balance < 0 then
        raise exception 'Not enough balance';
      end if;
      update plain.accounts a set balance = a.balance + p_amount, version = a.version + 1
      where a.id = p_to returning * into to_account;
      insert into plain.transfers (from_id, to_id, amount, created_at) values (p_from, p_to, p_amount, now())
      returning id into new_transfer_id;
      insert into plain.entries (account_id, transfer_id, amount, balance_before, balance_after, account_version, created_at)
      values
        (p_from, new_transfer_id, -p_amount, from_account.balance + p_amount, from_account.balance, from_account.version, now()),
        (p_to, new_transfer_id, p_amount, to_account.balance - p_amount, to_account.balance, to_account.version, now());
      return new_transfer_id;
    end
    $$`)
  await sql`grant usage on schema plain to authenticated`
  await sql`grant execute on function plain.transfer to authenticated`
}

export async function transferPlainly(sql: postgres.Sql, [from, to]: Pair) {
  await asCustomer(sql, from, (db) => db`select plain.transfer(${from.accountId}, ${to.accountId}, 0.01)`)
}

export async function updateTwice(sql: postgres.Sql, pair: Pair) {
  const [first, second] = pair.map(({ accountId }) => accountId).toSorted()
  await sql.begin(async (db) => {
    await db`update public.accounts set balance = balance + 0.01 where id = ${first ?? ''}`
    await db`update public.accounts set balance = balance - 0.01 where id = ${second ?? ''}`
  })
}
