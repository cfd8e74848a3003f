import { describe, expect, test } from 'vitest'
import { comparedDays } from '../../../src/features/money/insights/comparedDays'
import { monthPeriod } from '../../../src/lib/dates'
import { addOtherBank, answerBank, takeMessages } from '../fixtures/banks'
import { authorisation, cardOf, messageAbout, processMessage } from '../fixtures/cards'
import { type Db, type Person, request, setCaller, setOwner, withRollback } from '../fixtures/database'
import { setUndoWindow } from '../fixtures/outgoingPayments'
import { payAs, payeeAt, externalPayee } from '../fixtures/payments'
import { type Customer, addAdmin, addCustomer, withPeople, aCustomer } from '../fixtures/people'

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

type Filter = { from: string; until: string; incoming: boolean; category?: string; payee?: string }
type Figure = Filter & { total: string }

/** All figures of the screen at a time, with the list of rows that the screen shows behind each. */
async function figuresAt(db: Db, person: Person, at: string): Promise<Figure[]> {
  await setCaller(db, person)
  await db`select set_config('role', 'none', true)`
  const months = await db<{ month: string; spent: string; received: string }[]>`
    select month::text, spent::numeric(14, 2), received::numeric(14, 2)
    from private.monthly_totals(${person.id}, ${at}::text::timestamptz)`
  const categories = await db<{ category: string; spent: string; spent_before: string }[]>`
    select category, spent::numeric(14, 2), spent_before::numeric(14, 2)
    from private.get_spending_by_category(${at}::text::timestamptz)`
  const payees = await db<{ payee: string; spent: string; spent_before: string }[]>`
    select payee, spent::numeric(14, 2), spent_before::numeric(14, 2)
    from private.get_spending_by_payee(${at}::text::timestamptz)`
  await setOwner(db)
  const { now, before } = comparedDays(new Date(at))
  const compared = (filter: { category: string } | { payee: string }, row: { spent: string; spent_before: string }) => [
    { ...now, incoming: false, ...filter, total: row.spent },
    { ...before, incoming: false, ...filter, total: row.spent_before },
  ]
  return [
    ...months.flatMap(({ month, spent, received }) => {
      const { first: from, last: until } = monthPeriod(month.slice(0, 7))
      return [
        { from, until, incoming: false, total: spent },
        { from, until, incoming: true, total: received },
      ]
    }),
    ...categories.flatMap(({ category, ...row }) => compared({ category }, row)),
    ...payees.flatMap(({ payee, ...row }) => compared({ payee }, row)),
  ]
}

/** The same figures, from the rows behind them. */
async function rowsBehind(db: Db, person: Person, figures: Figure[]): Promise<Figure[]> {
  await setCaller(db, person)
  const sums: Figure[] = []
  for (const { total: _, ...filter } of figures) {
    const [sum] = await db<{ total: string }[]>`
      select coalesce(sum(amount), 0)::numeric(14, 2) as total from public.search_transactions(
        p_from => ${filter.from}::text::date, p_until => ${filter.until}::text::date, p_incoming => ${filter.incoming},
        p_category => ${filter.category ?? null}, p_payee => ${filter.payee ?? null}, p_counted => true
      )`
    sums.push({ ...filter, total: sum?.total ?? '' })
  }
  await setOwner(db)
  return sums
}

describe('the rows behind every figure of the insights', () => {
  test('add up to it, with refunds, holds, undone, reversed and rejected payments', async () => {
    await addOtherBank(sql, { prefixes: ['77'] })
    const alice = await addCustomer(sql, 'Alice Archer')
    const admin = await addAdmin(sql, ['view_transactions', 'financial_support'])
    const payTo = async (payee: typeof externalPayee, amount: string, from: Customer = alice) =>
      (await payAs(sql, from, { ...payee, amount })).transaction_id
    const elsewhere = { ...externalPayee, sortCode: '77-00-01' }
    const decideBank = async (status: 'accepted' | 'rejected') => {
      const messages = await takeMessages(sql)
      const reason = status === 'rejected' ? 'AC01' : null
      for (const message of messages) await answerBank(sql, message, { type: 'payment-status', status, reason })
    }
    const card = await cardOf(sql, alice)
    const purchase = async (amount: string, ...then: ['clear' | 'reverse' | 'refund', string][]) => {
      const message = authorisation({ card: card.id, amount })
      expect(await processMessage(sql, message)).toBe('00')
      for (const [type, part] of then)
        expect(await processMessage(sql, messageAbout(message.id, type, part))).toBe('00')
    }

    await payTo(payeeAt(other), '1.00')
    await payTo(payeeAt(alice), '2.00', other)
    const returned = await payTo(payeeAt(other), '4.00')
    await request(sql, admin, (db) => db`select public.reverse_payment(${returned}, 'Mistake')`)
    await payTo(elsewhere, '8.00')
    await decideBank('accepted')
    await payTo(elsewhere, '16.00')
    await decideBank('rejected')
    await payTo(elsewhere, '32.00') // The other bank has not answered yet.
    await purchase('64.00', ['clear', '64.00'])
    await purchase('128.00')
    await purchase('256.00', ['reverse', '256.00'])
    await purchase('3.00', ['clear', '3.00'], ['refund', '0.50'])
    await setUndoWindow(sql, alice, '30')
    const undone = await payTo(payeeAt(other), '512.00')
    await request(sql, alice, (db) => db`select public.undo_payment(${undone})`)
    await payTo(payeeAt(other), '1024.00') // It can still be undone.

    await withRollback(sql, async (db) => {
      const figures = await figuresAt(db, alice, new Date().toISOString())
      expect(figures.slice(0, 2).map(({ total }) => total)).toEqual(['76.00', '2.50'])
      expect(figures.filter(({ category }) => category !== undefined).map(({ total }) => total)).toEqual([
        '67.00',
        '0.00',
        '9.00',
        '0.00',
      ])
      expect(await rowsBehind(db, alice, figures)).toEqual(figures)
    })
  })

  test.each([
    // The clocks went back on 26 October 2025 and forward on 29 March 2026.
    '2025-10-31T12:00:00Z',
    '2025-11-26T00:30:00Z',
    '2026-03-29T12:00:00Z',
    '2026-03-31T22:30:00Z',
    '2026-03-31T23:30:00Z',
    '2026-04-29T22:59:00Z',
  ])('add up to it at the midnights of London at %s', (at) =>
    withRollback(sql, async (db) => {
      const instants = `
        2025-09-30T22:59:59.999Z 2025-09-30T23:00:00Z 2025-10-25T22:59:59Z 2025-10-25T23:00:00Z
        2025-10-26T00:30:00Z 2025-10-26T01:30:00Z 2025-10-26T23:59:59Z 2025-10-27T00:00:00Z
        2025-10-31T23:30:00Z 2025-11-01T00:00:00Z 2025-11-25T23:59:59Z 2025-11-26T00:00:00Z
        2026-02-28T23:59:59Z 2026-03-01T00:00:00Z 2026-03-28T23:59:59Z 2026-03-29T00:00:00Z
        2026-03-29T22:59:59Z 2026-03-29T23:00:00Z 2026-03-31T22:59:59.999Z 2026-03-31T23:00:00Z
        2026-04-29T22:59:59Z 2026-04-29T23:00:00Z 2026-04-30T22:59:59Z 2026-04-30T23:00:00Z
      `
        .trim()
        .split(/\s+/)
        .filter((instant) => instant <= at)
      const own: [string, string] = [customer.account.sort_code, customer.account.account_number]
      for (const [place, instant] of instants.entries()) {
        const amount = (2 ** place / 100).toFixed(2)
        for (const incoming of [false, true]) {
          await addRow(db, { at: instant, amount, incoming })
          await addRow(db, { at: instant, amount: '900000', incoming, reversed: true })
          await addRow(db, { at: instant, amount: '900000', incoming, status: 'failed' })
          await addRow(db, { at: instant, amount: '900000', incoming, account: own })
        }
      }
      const figures = await figuresAt(db, customer, at)
      expect(figures.filter(({ total }) => total !== '0.00').length).toBeGreaterThan(4)
      expect(await rowsBehind(db, customer, figures)).toEqual(figures)
    }),
  )
})
