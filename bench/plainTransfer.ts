// What a payment is compared with: a transfer that writes fewer rows and checks nothing about the caller.
import type postgres from 'postgres'
import { asCustomer, type Customer, type Pair } from './customers'

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
