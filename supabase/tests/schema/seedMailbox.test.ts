import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { withRollback, setCaller, startDatabase } from '../fixtures/database'
import { ledgerProblems } from '../fixtures/payments'

type Statement = { closing_balance: number; entries: { description: string; amount: number }[] }

const database = startDatabase({ seed: true })
const customer = '00000000-0000-4000-8000-000000024680'

test('the demo customer has two unread notifications, one of type security', async () => {
  expect(
    await database.sql`select type, read from public.user_notifications where user_id = ${customer} order by created_at`,
  ).toEqual([
    { type: 'welcome', read: false },
    { type: 'security', read: false },
  ])
})

test('the demo customer has one credited scheduled payment and one due in a week', async () => {
  expect(
    await database.sql`
      select amount::float, processed, scheduled_for > now() + interval '5 days' and scheduled_for < now() + interval '9 days' as next_week,
        processed_at - scheduled_for between interval '0' and interval '7 days' as in_time
      from public.scheduled_payments where user_id = ${customer} order by scheduled_for`,
  ).toEqual([
    { amount: 120, processed: true, next_week: false, in_time: true },
    { amount: 86.4, processed: false, next_week: true, in_time: null },
  ])
  expect(
    await database.sql`
      select amount, reference from public.transactions where user_id = ${customer} and from_account_holder_name = 'Grandma Carter'`,
  ).toEqual([{ amount: '120.00', reference: 'BIRTHDAY' }])
  expect(await ledgerProblems(database.sql)).toEqual([])
})

test('no demo user has a chat', async () => {
  expect(await database.sql`select id from public.chat_conversations`).toHaveLength(0)
})

test('the demo customer’s statements name every entry and close with the balance', () =>
  withRollback(database.sql, async (db) => {
    const sessionId = randomUUID()
    await db`insert into auth.sessions (id, user_id, created_at, updated_at) values (${sessionId}, ${customer}, now(), now())`
    await setCaller(db, { id: customer, email: 'customer@fernbank.example', sessionId })
    const months = await db<{ month: string; statement: Statement }[]>`
      select m.month::text, public.get_statement(m.month) as statement from public.get_statement_months() m order by m.month`
    const entries = months.flatMap(({ statement }) => statement.entries)
    const [account] = await db`select balance::float from public.accounts`
    expect(months.at(-1)?.statement.closing_balance).toBe(account?.balance)
    expect(entries[0]).toMatchObject({ description: 'Opening deposit', amount: 5000 })
    expect(entries.filter(({ description }) => description === 'Removed from your list')).toEqual([])
    expect(entries.filter(({ description }) => description === 'Grandma Carter')).toMatchObject([{ amount: 120 }])
    expect(entries.reduce((pence, { amount }) => pence + Math.round(amount * 100), 0)).toBe(
      Math.round(Number(account?.balance) * 100),
    )
  }))
