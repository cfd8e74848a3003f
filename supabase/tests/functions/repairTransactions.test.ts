import { beforeAll, expect, test } from 'vitest'
import { pay, type Customer } from '../../../local/contract/customers'
import { callFunction } from '../fixtures/edgeFunctions'
import { aStackCustomer, withStackPeople } from '../fixtures/stack'

const { stack, sql, customer, bareAdmin, superAdmin, admin } = withStackPeople(
  {
    customer: aStackCustomer('Cara Customer'),
    bareAdmin: aStackCustomer('Bill Bare'),
    superAdmin: aStackCustomer('Sue Super'),
    admin: aStackCustomer('Ada Admin'),
  },
  { once: true },
)

beforeAll(async () => {
  await sql`
    insert into public.user_roles (user_id, role)
    values (${bareAdmin.id}, 'admin'), (${admin.id}, 'admin'), (${superAdmin.id}, 'super_admin')`
  await sql`
    insert into public.admin_permissions (admin_id, permission)
    values (${bareAdmin.id}, 'view_transactions'), (${admin.id}, 'repair_transactions'), (${superAdmin.id}, 'repair_transactions')`
})

const call = (caller: Customer | null, body: unknown) => callFunction(stack, 'repair-transactions', caller, body)
const noBody = ''
const balanceOf = async (person: Customer) =>
  (await person.supabase.from('accounts').select('balance').eq('user_id', person.id).single().throwOnError()).data
    .balance as number

/** Makes a payment and removes its credit from the ledger. */
async function brokenPayment(payee: Customer, amount: number): Promise<string> {
  const requestId = await pay(customer, payee, amount, 'Broken')
  return sql.begin(async (db) => {
    const [order] = await db<{ movement_id: string }[]>`
      select movement_id from private.payment_orders where request_id = ${requestId}`
    if (!order) throw new Error('the payment was not found')
    await db`alter table private.ledger_entries disable trigger ledger_is_append_only`
    await db`delete from private.ledger_entries where movement_id = ${order.movement_id} and balance_after is not null and amount > 0`
    await db`alter table private.ledger_entries enable trigger ledger_is_append_only`
    await db`delete from public.transactions where movement_id = ${order.movement_id} and incoming`
    await db`update public.accounts set balance = balance - ${amount} where user_id = ${payee.id}`
    return order.movement_id
  })
}

test('requires repair_transactions', async () => {
  await brokenPayment(superAdmin, 7)
  for (const body of [noBody, { dryRun: true }, { transactionIds: [crypto.randomUUID()] }]) {
    expect(await call(null, body)).toEqual({ status: 401, body: { error: 'Please sign in.' } })
    for (const caller of [customer, bareAdmin, superAdmin])
      expect(await call(caller, body)).toEqual({
        status: 403,
        body: { error: 'You do not have permission to do this.' },
      })
  }
  expect(await balanceOf(superAdmin)).toBe(5000)
  expect(await call(admin, noBody)).toMatchObject({ status: 200, body: { repairs: [{ newBalance: 5007 }] } })
})

test('repairs everything once without a body; a dry run reports the same and changes nothing', async () => {
  const first = await brokenPayment(bareAdmin, 12.34)
  const second = await brokenPayment(bareAdmin, 5)
  const repair = (transactionId: string, amount: number, oldBalance: number) => ({
    transactionId,
    recipientName: 'Bill Bare',
    amount,
    oldBalance,
    newBalance: Math.round((oldBalance + amount) * 100) / 100,
  })
  const planned = {
    status: 200,
    body: { repairs: [repair(second, 5, 5000), repair(first, 12.34, 5000)], next: null },
  }
  expect(await call(admin, { dryRun: true })).toEqual(planned)
  expect(await call(admin, { dryRun: true })).toEqual(planned)
  expect(await balanceOf(bareAdmin)).toBe(5000)

  expect(await call(admin, noBody)).toEqual({
    status: 200,
    body: { repairs: [repair(first, 12.34, 5000), repair(second, 5, 5012.34)], next: null },
  })
  expect(await call(admin, noBody)).toEqual({ status: 200, body: { repairs: [], next: null } })
  expect(await balanceOf(bareAdmin)).toBe(5017.34)
  expect(await sql`select * from private.verify_ledger()`).toHaveLength(0)
})

test('four concurrent calls repair once', async () => {
  const before = await balanceOf(admin)
  await brokenPayment(admin, 3)
  const answers = await Promise.all(Array.from({ length: 4 }, () => call(admin, {})))
  const repairs = answers.flatMap(({ body }) => (body as { repairs: unknown[] }).repairs)
  expect(repairs).toHaveLength(1)
  expect(await balanceOf(admin)).toBe(before + 3)
})

test('repairs only the listed payments, and continues after the given cursor', async () => {
  const [first, second] = [await brokenPayment(admin, 1), await brokenPayment(admin, 2)]
  expect(await call(admin, { transactionIds: [first, crypto.randomUUID()] })).toMatchObject({
    status: 200,
    body: { repairs: [{ transactionId: first }] },
  })
  const [oldest] = await sql<{ at: string }[]>`
    select to_jsonb(min(created_at)) #>> '{}' as at from public.transactions`
  const nothing = { status: 200, body: { repairs: [], next: null } }
  expect(await call(admin, { after: { before: oldest?.at, beforeId: second } })).toEqual(nothing)
  expect(await call(admin, { after: null })).toMatchObject({
    status: 200,
    body: { repairs: [{ transactionId: second }] },
  })
})

test.each([
  'null',
  '{',
  { dryrun: true },
  { dryRun: 'true' },
  { transactionIds: [] },
  { transactionIds: ['1'] },
  { transactionIds: Array.from({ length: 101 }, () => crypto.randomUUID()) },
  { dryRun: true, transactionIds: [crypto.randomUUID()] },
])('refuses the body %j and repairs nothing', async (body) => {
  const before = await balanceOf(admin)
  await brokenPayment(admin, 1)
  expect(await call(admin, body)).toMatchObject({ status: 400, body: { error: expect.any(String) } })
  expect(await balanceOf(admin)).toBe(before)
  await call(admin, noBody)
})
