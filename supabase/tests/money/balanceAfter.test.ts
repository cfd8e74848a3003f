import { describe, expect, test } from 'vitest'
import { type Db, actingAs, request } from '../fixtures/database'
import { payAs, payeeAt, externalPayee, makePayment } from '../fixtures/payments'
import { type Customer, withPeople, aCustomer } from '../fixtures/people'

const { sql, alice, bob } = withPeople(
  { alice: aCustomer('Alice Archer'), bob: aCustomer('Bob Baker') },
  { once: true },
)

const balanceAfter = async (db: Db, id: string) => {
  const [row] = await db<{ balance: string | null }[]>`select public.get_balance_after(${id}) as balance`
  return row?.balance
}

describe('get_balance_after', () => {
  test('returns the balance after each payment, for the payer and the payee', () =>
    actingAs(sql, alice, async (db) => {
      const first = await makePayment(db, { ...externalPayee, amount: '10' })
      const second = await makePayment(db, { ...payeeAt(bob), amount: '2.50' })
      // All rows of one database transaction have the same time.
      const third = await makePayment(db, { ...externalPayee, amount: '10' })
      expect(await balanceAfter(db, first.transaction_id)).toBe('4990.00')
      expect(await balanceAfter(db, second.transaction_id)).toBe('4987.50')
      expect(await balanceAfter(db, third.transaction_id)).toBe('4977.50')
    }))

  test('returns the payee’s balance for the payee’s row only', async () => {
    await payAs(sql, alice, { ...payeeAt(bob), amount: '1' })
    const rowOf = async (customer: Customer) => {
      const [row] = await sql<{ id: string }[]>`
        select id from public.transactions where user_id = ${customer.id} order by created_at desc limit 1`
      return row?.id ?? ''
    }
    const [hers, his] = [await rowOf(alice), await rowOf(bob)]
    expect(await request(sql, alice, (db) => balanceAfter(db, hers))).toBe('4999.00')
    expect(await request(sql, bob, (db) => balanceAfter(db, his))).toBe('5001.00')
    expect(await request(sql, alice, (db) => balanceAfter(db, his))).toBeNull()
    expect(await request(sql, bob, (db) => balanceAfter(db, hers))).toBeNull()
  })
})
