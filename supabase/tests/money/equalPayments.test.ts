import { beforeEach, expect, test } from 'vitest'
import { type Person, request } from '../fixtures/database'
import { ledgerProblems, makePayment } from '../fixtures/payments'
import { type Customer, aCustomer, accountOf, anAdmin, withPeople } from '../fixtures/people'
import { callAs } from '../fixtures/staff'

// Two payments of the same amount in the same microsecond. The payer has removed the row of the first one.

const { sql, alice, bob, carol, admin, repairer } = withPeople({
  alice: aCustomer('Alice Archer'),
  bob: aCustomer('Bob Baker'),
  carol: aCustomer('Carol Cook'),
  admin: anAdmin(['view_transactions', 'financial_support']),
  repairer: anAdmin(['repair_transactions']),
})
let toBob: string
let toCarol: string

beforeEach(async () => {
  await sql`update private.settings set four_eyes_above = null where only_row`
  const payments = await request(sql, alice, async (db) => [
    await makePayment(db, payeeOf(bob)),
    await makePayment(db, payeeOf(carol)),
  ])
  const [first, second] = payments
  toBob = first?.transaction_id ?? ''
  toCarol = second?.transaction_id ?? ''
  await request(sql, alice, (db) => db`delete from public.transactions where id = ${toBob}`)
})

const payeeOf = ({ account }: Customer) => ({
  name: account.account_holder_name,
  sortCode: account.sort_code,
  accountNumber: account.account_number,
  amount: '10',
})
const balanceOf = async (customer: Customer) => (await accountOf(sql, customer)).balance
const statementOf = async (person: Person) => {
  const { entries } = await callAs<{ entries: { description: string; balance_after: number }[] }>(
    sql,
    person,
    (db) => db`select public.get_statement('-infinity', 'infinity') as answer`,
  )
  return entries.map(({ description, balance_after: balance }) => [description, balance])
}
const arrivalOf = async (customer: Customer) =>
  (await sql<{ id: string }[]>`select id from public.transactions where user_id = ${customer.id}`)[0]?.id ?? ''
const reverse = (id: string) => request(sql, admin, (db) => db`select public.reverse_payment(${id}, 'Sent by mistake')`)

test('the two payments have the same time', async () => {
  expect(
    await sql`select distinct created_at from private.ledger_entries where movement_id in (${toBob}, ${toCarol})`,
  ).toHaveLength(1)
})

test('the statement says which of them was removed', async () => {
  expect(await statementOf(alice)).toEqual([
    ['Removed from your list', 4990],
    ['Carol Cook', 4980],
  ])
})

test('the balance after the other one is that of its own entry', async () => {
  expect(await callAs(sql, alice, (db) => db`select public.get_balance_after(${toCarol}) as answer`)).toBe('4980.00')
})

test('a reversal returns the one whose transaction is named, of either side', async () => {
  await reverse(toCarol)
  expect([await balanceOf(alice), await balanceOf(bob), await balanceOf(carol)]).toEqual([
    '4990.00',
    '5010.00',
    '5000.00',
  ])
  await reverse(await arrivalOf(bob))
  expect([await balanceOf(alice), await balanceOf(bob), await balanceOf(carol)]).toEqual([
    '5000.00',
    '5000.00',
    '5000.00',
  ])
  expect(await statementOf(alice)).toEqual([
    ['Removed from your list', 4990],
    ['Carol Cook', 4980],
    ['Returned: Carol Cook', 4990],
    ['Reversed payment', 5000],
  ])
})

test('a repair credits the one whose credit is missing', async () => {
  await sql.begin(async (db) => {
    await db`alter table private.ledger_entries disable trigger ledger_is_append_only`
    await db`delete from private.ledger_entries where movement_id = ${toCarol} and account_id = ${carol.account.id}`
    await db`alter table private.ledger_entries enable trigger ledger_is_append_only`
    await db`update public.accounts set balance = 5000 where id = ${carol.account.id}`
  })
  const { repairs } = await callAs<{ repairs: { transaction_id: string }[] }>(
    sql,
    repairer,
    (db) => db`select public.find_repairs() as answer`,
  )
  expect(repairs.map(({ transaction_id: id }) => id)).toEqual([toCarol])
  await request(sql, repairer, (db) => db`select from public.run_repair(${[toBob, toCarol]})`)
  expect([await balanceOf(bob), await balanceOf(carol)]).toEqual(['5010.00', '5010.00'])
  expect(await statementOf(carol)).toEqual([['Alice Archer', 5010]])
  expect(await ledgerProblems(sql)).toEqual([])
})
