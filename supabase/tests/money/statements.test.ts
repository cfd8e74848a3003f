import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  refusalAs,
  type Db,
  type Person,
  actingAs,
  refusalOf,
  withRollback,
  setCaller,
  setOwner,
  startDatabase,
} from '../fixtures/database'
import { type Account, accountOf, approve, signUp, addApprovedPerson } from '../fixtures/people'
import { ledgerProblems } from '../fixtures/payments'

const { sql } = startDatabase()

type Statement = {
  from: string
  until: string
  opening_balance: number
  paid_in: number
  paid_out: number
  closing_balance: number
  entries: {
    created_at: string
    description: string
    reference: string | null
    amount: number
    balance_after: number
  }[]
}
type Holder = Person & { account: Account }
let holder: Holder
let payee: Holder

/** An approved user whose account was opened at the given time. */
async function addHolder(db: Db, name: string, openedAt: string): Promise<Holder> {
  const person = await signUp(db, name)
  await approve(db, person)
  await db`select private.open_account(${person.id}, ${openedAt}::timestamptz)`
  return { ...person, account: await accountOf(db, person) }
}

async function pay(db: Db, payer: Holder, to: Account, name: string, amount: string, at: string): Promise<void> {
  await db`
    select private.pay(
      ${payer.id}, ${randomUUID()}, private.payment_to((${name}, ${to.sort_code}, ${to.account_number}), ${amount}, 'Reference'), ${at}::timestamptz
    )`
}

async function receive(db: Db, to: Holder, name: string, amount: string, at: string): Promise<void> {
  await db`
    select private.receive_from_outside(${to.account.id}, (${name}, '00-07-41', '58820917'), ${amount}::numeric, 'SALARY', ${at}::timestamptz)`
}

async function statementOf(db: Db, from: string, until: string): Promise<Statement> {
  const [row] = await db<{ statement: Statement }[]>`
    select public.get_statement(${from}::text::date, ${until}::text::date) as statement`
  if (!row) throw new Error('get_statement must return one row')
  return row.statement
}

beforeAll(async () => {
  holder = await addHolder(sql, 'Holly Holder', '2026-01-20T09:00:00Z')
  payee = await addHolder(sql, 'Paul Payee', '2026-01-20T09:00:00Z')
  await pay(sql, holder, payee.account, 'Paul', '100.10', '2026-02-28T23:59:59.999Z')
  await receive(sql, holder, 'Employer', '2450.00', '2026-03-01T00:00:00Z')
  await pay(sql, payee, holder.account, 'Holly', '12.34', '2026-03-15T10:00:00Z')
  await pay(sql, holder, payee.account, 'Paul', '0.01', '2026-03-31T22:59:59.999Z')
  await pay(sql, holder, payee.account, 'Paul', '50', '2026-03-31T23:00:00Z')
})

describe('a statement', () => {
  test('a statement is refused without an account, and for days outside the account’s lifetime', async () => {
    const withoutAccount = await addApprovedPerson(sql)
    expect(await refusalAs(sql, withoutAccount, (q) => statementOf(q, '2026-03-01', '2026-03-31'))).toEqual({
      code: 'PT404',
      message: 'You do not have an account yet.',
    })
    await actingAs(sql, holder, async (db) => {
      const outside = { code: 'PT404', message: 'There is no statement for these days.' }
      expect(await refusalOf(db, (q) => statementOf(q, '2025-12-01', '2026-01-19'))).toEqual(outside)
      expect(await refusalOf(db, (q) => statementOf(q, '2999-01-01', '2999-01-31'))).toEqual(outside)
      expect(await refusalOf(db, (q) => q`select public.get_statement(null, now()::date)`)).toEqual(outside)
      expect(await refusalOf(db, (q) => statementOf(q, '2026-03-02', '2026-03-01'))).toEqual({
        code: 'PT400',
        message: 'The last day must not be before the first.',
      })
    })
  })

  test('a statement of the first month starts with the money that the account began with, which is no entry', () =>
    actingAs(sql, holder, async (db) => {
      expect(await statementOf(db, '2026-01-01', '2026-01-31')).toEqual({
        from: '2026-01-01',
        until: '2026-01-31',
        opening_balance: 5000,
        paid_in: 0,
        paid_out: 0,
        closing_balance: 5000,
        entries: [],
      })
    }))

  test('lists the entries of its days in UK time, oldest first, each with the balance after it', () =>
    actingAs(sql, holder, async (db) => {
      expect(await statementOf(db, '2026-02-01', '2026-02-28')).toMatchObject({
        opening_balance: 5000,
        closing_balance: 4899.9,
        entries: [{ description: 'Paul', reference: 'Reference', amount: -100.1, balance_after: 4899.9 }],
      })
      expect(await statementOf(db, '2026-03-01', '2026-03-31')).toEqual({
        from: '2026-03-01',
        until: '2026-03-31',
        opening_balance: 4899.9,
        paid_in: 2462.34,
        paid_out: 0.01,
        closing_balance: 7362.23,
        entries: [
          {
            created_at: '2026-03-01T00:00:00+00:00',
            description: 'Employer',
            reference: 'SALARY',
            amount: 2450,
            balance_after: 7349.9,
          },
          {
            created_at: '2026-03-15T10:00:00+00:00',
            description: 'Paul Payee',
            reference: 'Reference',
            amount: 12.34,
            balance_after: 7362.24,
          },
          {
            created_at: '2026-03-31T22:59:59.999+00:00',
            description: 'Paul',
            reference: 'Reference',
            amount: -0.01,
            balance_after: 7362.23,
          },
        ],
      })
      expect(await statementOf(db, '2026-04-01', '2026-04-30')).toMatchObject({
        opening_balance: 7362.23,
        closing_balance: 7312.23,
        entries: [{ amount: -50 }],
      })
    }))

  test('a statement of days without entries closes with the opening balance', () =>
    actingAs(sql, holder, async (db) => {
      expect(await statementOf(db, '2026-05-01', '2026-05-31')).toEqual({
        from: '2026-05-01',
        until: '2026-05-31',
        opening_balance: 7312.23,
        paid_in: 0,
        paid_out: 0,
        closing_balance: 7312.23,
        entries: [],
      })
    }))

  test('a statement of any days starts with the balance of the day before and ends with that of the last day', () =>
    actingAs(sql, holder, async (db) => {
      expect(await statementOf(db, '2026-03-15', '2026-04-01')).toMatchObject({
        opening_balance: 7349.9,
        paid_in: 12.34,
        paid_out: 50.01,
        closing_balance: 7312.23,
        entries: [{ amount: 12.34 }, { amount: -0.01 }, { amount: -50 }],
      })
      // 23:00 UTC is the next day in British Summer Time.
      expect((await statementOf(db, '2026-03-31', '2026-03-31')).entries).toMatchObject([{ amount: -0.01 }])
      expect((await statementOf(db, '2026-04-01', '2026-04-01')).entries).toMatchObject([{ amount: -50 }])
      const all = await statementOf(db, '-infinity', 'infinity')
      expect(all).toMatchObject({ opening_balance: 5000, closing_balance: 7312.23 })
      expect(all.entries).toHaveLength(5)
    }))

  test('a statement has at most 20,000 entries', () =>
    withRollback(sql, async (db) => {
      await db`
        insert into private.ledger_entries (account_id, movement_id, created_at, amount, balance_after)
        select e.account_id, gen_random_uuid(), timestamptz '2026-07-01 12:00Z' + n * interval '1 second', 0.01, e.balance_after
        from private.ledger_entries e, generate_series(1, 20000) n
        where e.account_id = ${holder.account.id} and e.created_at = '2026-01-20T09:00:00Z'`
      await setCaller(db, holder)
      expect((await statementOf(db, '2026-07-01', '2026-07-31')).entries).toHaveLength(20_000)
      expect(await refusalOf(db, (q) => statementOf(q, '2026-01-01', '2026-07-31'))).toEqual({
        code: 'PT400',
        message: 'A statement has at most 20,000 entries. Choose a shorter period.',
      })
    }))

  test('keeps entries whose transaction the customer removed, without the name', () =>
    actingAs(sql, holder, async (db) => {
      await db`delete from public.transactions where created_at in ('2026-03-01T00:00:00Z', '2026-03-15T10:00:00Z')`
      const march = await statementOf(db, '2026-03-01', '2026-03-31')
      expect(march).toMatchObject({ opening_balance: 4899.9, paid_in: 2462.34, closing_balance: 7362.23 })
      expect(march.entries.map(({ description, reference, amount }) => ({ description, reference, amount }))).toEqual([
        { description: 'Removed from your list', reference: null, amount: 2450 },
        { description: 'Removed from your list', reference: null, amount: 12.34 },
        { description: 'Paul', reference: 'Reference', amount: -0.01 },
      ])
    }))

  test('lists payments with equal time and amount once each', () =>
    withRollback(sql, async (db) => {
      const at = '2026-06-01T12:00:00Z'
      for (const name of ['First', 'Second']) {
        await pay(db, holder, { ...payee.account, sort_code: '20-00-00' }, name, '5', at)
        await receive(db, holder, name, '5', at)
      }
      await setCaller(db, holder)
      const { entries } = await statementOf(db, '2026-06-01', '2026-06-30')
      expect(entries.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([-5, -5, 5, 5])
      expect(entries.map(({ description }) => description).toSorted()).toEqual(['First', 'First', 'Second', 'Second'])
    }))

  test('closes each month with the next month’s opening balance, and the last with the account’s balance', () =>
    withRollback(sql, async (db) => {
      await setCaller(db, holder)
      const months = await db<{ month: string; transaction_count: number }[]>`
        select month::text, transaction_count from public.get_statement_months()`
      expect(months.at(-1)).toEqual({ month: '2026-01-01', transaction_count: 0 })
      const untilEndOf = (month: string) => new Date(Date.UTC(+month.slice(0, 4), +month.slice(5, 7), 0)).toISOString()
      expect(months.slice(-4).map(({ transaction_count: count }) => count)).toEqual([1, 3, 1, 0])
      let balance = 5000
      for (const { month, transaction_count: count } of months.toReversed()) {
        const statement = await statementOf(db, month, untilEndOf(month).slice(0, 10))
        expect(statement.opening_balance).toBe(balance)
        expect(statement.entries).toHaveLength(count)
        const pence = statement.entries.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
        expect(Math.round(statement.opening_balance * 100) + pence).toBe(Math.round(statement.closing_balance * 100))
        balance = statement.closing_balance
      }
      await setOwner(db)
      expect(balance).toBe(Number((await accountOf(db, holder)).balance))
      expect(await ledgerProblems(db)).toEqual([])
    }))
})

test('get_statement_months returns every month since the account was opened, newest first', () =>
  actingAs(sql, holder, async (db) => {
    const months = await db<{ month: string }[]>`select month::text from public.get_statement_months()`
    const [now] = await db<{ month: string; count: number }[]>`
      select date_trunc('month', now() at time zone 'Europe/London')::date::text as month,
        (extract(year from now()) - 2026)::integer * 12 + extract(month from now() at time zone 'Europe/London')::integer as count`
    expect(months[0]?.month).toBe(now?.month)
    expect(months).toHaveLength(now?.count ?? 0)
    expect(months.map(({ month }) => month)).toEqual(
      months
        .map(({ month }) => month)
        .toSorted()
        .toReversed(),
    )
  }))
