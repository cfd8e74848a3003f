import { describe, expect, test } from 'vitest'
import { type Db, type Person, request, withRollback } from '../fixtures/database'
import { payAs, payeeAt, externalPayee } from '../fixtures/payments'
import { withPeople, aCustomer } from '../fixtures/people'

const { sql, customer, other } = withPeople({ customer: aCustomer(), other: aCustomer() }, { once: true })

type Row = {
  at: string
  amount: string
  incoming?: boolean
  owner?: Person
  reversed?: boolean
  status?: string
  account?: [string, string]
}

/** Inserts a transaction with any time and status. */
async function addRow(db: Db, { at, amount, incoming = false, owner = customer, ...row }: Row): Promise<void> {
  const [sortCode, number] = row.account ?? ['12-34-56', '12345678']
  await db`
    insert into public.transactions (
      movement_id, user_id, created_at, amount, incoming, status, reversed_at, to_sort_code, to_account_number, to_account_holder_name,
      from_sort_code, from_account_number, from_account_holder_name
    )
    values (
      gen_random_uuid(), ${owner.id}, ${at}::timestamptz, ${amount}::numeric, ${incoming}, ${row.status ?? 'completed'},
      ${row.reversed ? at : null}::timestamptz, ${sortCode}, ${number}, 'Payee',
      ${incoming ? sortCode : null}, ${incoming ? number : null}, ${incoming ? 'Payee' : null}
    )`
}

type Month = { month: string; spent: string; received: string; average_spent: string }
const monthsAt = async (db: Db, at: string) => [
  ...(await db<Month[]>`
    select month::text, spent::numeric(14, 2), received::numeric(14, 2), average_spent
    from private.monthly_totals(${customer.id}, ${at}::timestamptz)`),
]

describe('get_insights', () => {
  test('returns this month and the six before, newest first, also without transactions', () =>
    withRollback(sql, async (db) => {
      expect(await monthsAt(db, '2026-04-15T12:00:00Z')).toEqual(
        ['2026-04-01', '2026-03-01', '2026-02-01', '2026-01-01', '2025-12-01', '2025-11-01', '2025-10-01'].map(
          (month) => ({ month, spent: '0.00', received: '0.00', average_spent: '0.00' }),
        ),
      )
    }))

  test('counts months in UK time, to the millisecond', () =>
    withRollback(sql, async (db) => {
      // Summer time began on 29 March 2026 and ended on 26 October 2025.
      await addRow(db, { at: '2026-04-15T10:00:00Z', amount: '1.00' })
      await addRow(db, { at: '2026-03-31T23:00:00Z', amount: '2.00' }) // 1 April, midnight
      await addRow(db, { at: '2026-03-31T22:59:59.999Z', amount: '4.00' }) // 31 March, 23:59:59.999
      await addRow(db, { at: '2026-02-28T23:59:59.999Z', amount: '8.00' })
      await addRow(db, { at: '2025-12-31T23:59:59.999Z', amount: '16.00' })
      await addRow(db, { at: '2026-01-01T00:00:00Z', amount: '32.00', incoming: true })
      await addRow(db, { at: '2025-10-26T00:30:00Z', amount: '64.00' }) // half past one, the first time
      await addRow(db, { at: '2025-10-26T01:30:00Z', amount: '128.00' }) // half past one, the second time
      await addRow(db, { at: '2025-10-31T23:59:59.999Z', amount: '256.00' })
      await addRow(db, { at: '2025-09-30T23:00:00Z', amount: '512.00' }) // 1 October, midnight
      await addRow(db, { at: '2025-09-30T22:59:59.999Z', amount: '1024.00' }) // 30 September: too old
      // 4 + 8 + 0 + 16 + 0 + (64 + 128 + 256 + 512) = 988, and 988 / 6 = 164.67
      const average = { average_spent: '164.67' }
      expect(await monthsAt(db, '2026-04-15T12:00:00Z')).toEqual([
        { month: '2026-04-01', spent: '3.00', received: '0.00', ...average },
        { month: '2026-03-01', spent: '4.00', received: '0.00', ...average },
        { month: '2026-02-01', spent: '8.00', received: '0.00', ...average },
        { month: '2026-01-01', spent: '0.00', received: '32.00', ...average },
        { month: '2025-12-01', spent: '16.00', received: '0.00', ...average },
        { month: '2025-11-01', spent: '0.00', received: '0.00', ...average },
        { month: '2025-10-01', spent: '960.00', received: '0.00', ...average },
      ])
    }))

  test.each([
    ['2026-03-31T22:59:59.999Z', '2026-03-01'],
    ['2026-03-31T23:00:00Z', '2026-04-01'],
    ['2025-10-31T23:59:59.999Z', '2025-10-01'],
    ['2025-11-01T00:00:00Z', '2025-11-01'],
    ['2026-02-28T23:59:59.999Z', '2026-02-01'],
  ])('starts at %s with the month of %s', async (at, month) => {
    expect((await monthsAt(sql, at))[0]?.month).toBe(month)
  })

  test('leaves out reversed and failed payments, payments of other users and payments to oneself', () =>
    withRollback(sql, async (db) => {
      const at = '2026-04-10T12:00:00Z'
      const own: [string, string] = [customer.account.sort_code, customer.account.account_number]
      await addRow(db, { at, amount: '10', reversed: true })
      await addRow(db, { at, amount: '20', reversed: true, incoming: true })
      await addRow(db, { at, amount: '40', status: 'failed' })
      await addRow(db, { at, amount: '80', owner: other })
      await addRow(db, { at, amount: '160', account: own })
      await addRow(db, { at, amount: '320', account: own, incoming: true })
      expect((await monthsAt(db, '2026-04-15T12:00:00Z'))[0]).toMatchObject({ spent: '0.00', received: '0.00' })
      await addRow(db, { at, amount: '0.10' })
      await addRow(db, { at, amount: '0.20' })
      await addRow(db, { at, amount: '0.30', incoming: true })
      expect((await monthsAt(db, '2026-04-15T12:00:00Z'))[0]).toMatchObject({ spent: '0.30', received: '0.30' })
    }))

  test('counts a payment for the payer and the payee', async () => {
    await payAs(sql, customer, { ...payeeAt(other), amount: '12.34' })
    await payAs(sql, customer, { ...externalPayee, amount: '0.66' })
    const thisMonth = async (person: Person) =>
      request(sql, person, async (db) => {
        const months = await db`select spent::float, received::float, average_spent::float from public.get_insights()`
        expect(months).toHaveLength(7)
        return months[0]
      })
    expect(await thisMonth(customer)).toEqual({ spent: 13, received: 0, average_spent: 0 })
    expect(await thisMonth(other)).toEqual({ spent: 0, received: 12.34, average_spent: 0 })
  })
})
