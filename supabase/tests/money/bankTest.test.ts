import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Books, openBooks, type PaymentFact } from '../../../tests/chaos/books'
import { compareBooks } from '../../../tests/chaos/compareBooks'
import { countDeadlocks, deadlocksInLog } from '../../../tests/chaos/faults'
import { readProblems } from '../../../tests/chaos/snapshot'
import { creditDue, schedulePastPayment } from '../fixtures/scheduledPayments'
import { withRollback } from '../fixtures/database'
import { payAs, payeeAt, externalPayee } from '../fixtures/payments'
import { type Customer, withPeople, aCustomer } from '../fixtures/people'
import type postgres from 'postgres'

// The checks of `npm run bank-test` must find each problem that they look for.

const { sql, alice, bob } = withPeople({ alice: aCustomer(), bob: aCustomer() }, { once: true })
let internal: PaymentFact
let cheque: string

beforeAll(async () => {
  const requestId = randomUUID()
  const paid = await payAs(sql, alice, { ...payeeAt(bob), requestId, amount: '10' })
  internal = {
    payer: alice.id,
    requestId,
    pence: 1000,
    payee: bob.id,
    outcome: 'paid',
    transactionId: paid.transaction_id,
    isInternal: true,
  }
  cheque = await schedulePastPayment(sql, bob, { amount: '7', at: '2026-05-01T12:00:00Z' })
  await creditDue(sql)
})

const trueBooks = (): Books => ({
  ...openBooks([alice.id, bob.id]),
  payments: [{ ...internal }],
  cheques: [{ id: cheque, owner: bob.id, pence: 700 }],
})

type Corruption = (db: postgres.TransactionSql) => Promise<unknown>

async function problemsAfter(corrupt: Corruption): Promise<string[]> {
  let problems: string[] = []
  await withRollback(sql, async (db) => {
    await corrupt(db)
    problems = (await readProblems(db, [])).map(({ problem }) => problem)
  })
  return problems
}

const addEntry = (db: postgres.TransactionSql, movement: string, amount: string) => db`
  insert into private.ledger_entries (movement_id, account_id, created_at, amount)
  values (${movement}, private.ledger_account('adjustments'), now(), ${amount}::text::numeric)`

const addRow = (db: postgres.TransactionSql, incoming: boolean) => db`
  insert into public.transactions (movement_id, user_id, amount, incoming, to_sort_code, to_account_number, to_account_holder_name, from_account_holder_name)
  values (gen_random_uuid(), ${alice.id}, 1, ${incoming}, '12-34-56', '12345678', 'Payee', ${incoming ? 'Payee' : null})`

test('a consistent database has no problems', async () => {
  expect(await problemsAfter(() => Promise.resolve())).toEqual([])
  expect(await compareBooks(sql, trueBooks())).toEqual([])
})

describe('readProblems', () => {
  const corruptions: [problem: string, corrupt: Corruption][] = [
    ['movement does not sum to zero', (db) => addEntry(db, randomUUID(), '1')],
    ['money was made or lost', (db) => addEntry(db, randomUUID(), '1')],
    [
      'the balances differ from the total of the ledger',
      (db) => db`update public.accounts set balance = balance + 1 where id = ${alice.account.id}`,
    ],
    [
      'a balance is negative',
      async (db) => {
        await db`alter table public.accounts drop constraint accounts_balance_check`
        await db`update public.accounts set balance = -1 where id = ${alice.account.id}`
      },
    ],
    ['the balances of a customer are not what the list of transactions adds up to', (db) => addRow(db, false)],
    ['an account was closed with money on it', (db) => db`delete from public.accounts where id = ${alice.account.id}`],
    [
      'a movement has not two entries',
      async (db) => {
        await addEntry(db, internal.transactionId ?? '', '1')
        await addEntry(db, internal.transactionId ?? '', '-1')
      },
    ],
    [
      'a key has no movement of its own',
      (db) => db`
        insert into private.payment_orders (user_id, request_id, created_at, payload_hash, movement_id)
        values (${alice.id}, gen_random_uuid(), now(), '', gen_random_uuid())`,
    ],
    [
      'two keys have one movement',
      (db) => db`
        insert into private.payment_orders (user_id, request_id, created_at, payload_hash, movement_id)
        select user_id, gen_random_uuid(), created_at, payload_hash, movement_id from private.payment_orders`,
    ],
    [
      "the payer's row is missing or wrong",
      (db) => db`delete from public.transactions where id = ${internal.transactionId ?? ''}`,
    ],
    [
      "the payee's row is missing or wrong",
      (db) => db`delete from public.transactions where user_id = ${bob.id} and from_account_number is not null`,
    ],
    [
      "the payee's row is missing or wrong",
      (db) =>
        db`update public.transactions set movement_id = gen_random_uuid() where user_id = ${bob.id} and from_account_number is not null`,
    ],
    ['a row shows a payment without a request', (db) => addRow(db, false)],
    ['a row shows money that did not come', (db) => addRow(db, true)],
    [
      'a scheduled payment and its credit differ',
      (db) => db`
        update public.scheduled_payments set processed = false where id = ${cheque}`,
    ],
    [
      'a missing credit was not repaired exactly once',
      (db) => db`
        with run as (
          insert into private.repair_runs (id, started_by, is_repair) values (gen_random_uuid(), ${alice.id}, true) returning id
        )
        insert into private.repair_run_payments (run_id, transaction_id, amount, repaired_at)
        select id, gen_random_uuid(), 1, now() from run`,
    ],
  ]
  test.each(corruptions)('finds that %s', async (problem, corrupt) => {
    expect(await problemsAfter(corrupt)).toContain(problem)
  })
})

describe('compareBooks', () => {
  const changes: [problem: string, change: (books: Books) => unknown][] = [
    ['the server has a payment that no client sent', (books) => books.payments.pop()],
    ['an outcome has stayed unknown', ({ payments: [fact] }) => Object.assign(fact ?? {}, { outcome: 'unknown' })],
    [
      'the server has a payment that it refused',
      ({ payments: [fact] }) => Object.assign(fact ?? {}, { outcome: 'refused' }),
    ],
    [
      'the server lost a payment that it confirmed',
      ({ payments }) => payments.push({ ...internal, requestId: randomUUID() }),
    ],
    [
      'the server stored a payment with other details',
      ({ payments: [fact] }) => Object.assign(fact ?? {}, { pence: 999 }),
    ],
    [
      'the server stored a payment with other details',
      ({ payments: [fact] }) => Object.assign(fact ?? {}, { transactionId: randomUUID() }),
    ],
    ['the server has a scheduled payment that no client made', (books) => books.cheques.pop()],
    ['a scheduled payment was credited that no client made', (books) => books.cheques.pop()],
    [
      'a scheduled payment was not credited exactly once',
      ({ cheques }) => cheques.push({ id: randomUUID(), owner: bob.id, pence: 700 }),
    ],
    [
      'a lost credit was not repaired',
      ({ lostCredits }) => lostCredits.push({ transactionId: randomUUID(), payer: alice.id, payee: bob.id, pence: 1 }),
    ],
    [
      'a balance is 499000 pence and should be 498999',
      ({ lostCredits }) => lostCredits.push({ transactionId: randomUUID(), payer: alice.id, payee: bob.id, pence: 1 }),
    ],
    ['a person was not deleted', ({ leavers }) => leavers.add(bob.id)],
    ['the deleted and the closed have left 0 pence, not 501700', ({ leavers }) => leavers.add(bob.id)],
    ['a closed account has 501700 pence, 0 wait and should be 501700', ({ closed }) => closed.add(bob.id)],
    ['seen by a client', ({ complaints }) => complaints.push('One key has two receipts')],
  ]
  test.each(changes)('finds that %s', async (problem, change) => {
    const books = trueBooks()
    change(books)
    expect((await compareBooks(sql, books)).map((found) => found.problem)).toContain(problem)
  })

  test('finds a second payment that no check of the database alone can find', async () => {
    await withRollback(sql, async (db) => {
      await db`
        select private.pay(${alice.id}, gen_random_uuid(), private.payment_to((${externalPayee.name}, ${externalPayee.sortCode}, ${externalPayee.accountNumber}), '10'), now())`
      expect(await readProblems(db, [])).toEqual([])
      const problems = (await compareBooks(db, trueBooks())).map(({ problem }) => problem)
      expect(problems).toEqual([
        'the server has a payment that no client sent',
        'a balance is 498000 pence and should be 499000',
      ])
    })
  })
})

test('counts a deadlock and finds it in the log', async () => {
  expect([await countDeadlocks(sql), await deadlocksInLog(sql)]).toEqual([0, []])
  const lock = (db: postgres.TransactionSql, { account }: Customer) =>
    db`select from public.accounts where id = ${account.id} for update`
  let holders = 0
  const lockBoth = (first: Customer, second: Customer) =>
    sql.begin(async (db) => {
      await lock(db, first)
      holders += 1
      await expect.poll(() => holders).toBe(2)
      await lock(db, second)
    })
  const outcomes = await Promise.allSettled([lockBoth(alice, bob), lockBoth(bob, alice)])
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  // A server process reports its statistics with a delay.
  await expect.poll(() => countDeadlocks(sql), { timeout: 20_000 }).toBe(1)
  expect(await deadlocksInLog(sql)).toHaveLength(1)
})
