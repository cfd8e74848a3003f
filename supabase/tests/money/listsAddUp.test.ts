import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { authorisation, cardActions, cardOf, messageAbout, type Card } from '../fixtures/cards'
import { request, type Db } from '../fixtures/database'
import { setUndoWindow } from '../fixtures/outgoingPayments'
import { externalPayee, makePayment, payAs, payeeAt } from '../fixtures/payments'
import { creditDue, schedulePastPayment } from '../fixtures/scheduledPayments'
import { addAdmin, aCustomer, withPeople } from '../fixtures/people'

const { sql, as, alice, bob } = withPeople({ alice: aCustomer('Alice Archer'), bob: aCustomer('Bob Baker') })

type Row = { amount: number; incoming: boolean; status: string; reversed_at: string | null }
const isCounted = ({ status, reversed_at: reversedAt }: Row) => status !== 'failed' && reversedAt === null
const inPence = (pounds: number) => Math.round(pounds * 100)
const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + inPence(amount), 0)
const sumOfRows = (rows: Row[]) =>
  sumOf(rows.filter(isCounted).map(({ amount, incoming }) => (incoming ? amount : -amount)))

/** What each list of Alice says came in and went out, in pence. */
async function sums(): Promise<Record<string, number>> {
  const [data] = await sql<{ rows: Row[] | null }[]>`
    select private.money_data(${alice.id}, 1000) -> 'transactions' as rows`
  return request(sql, alice, async (db) => {
    const listed = async (list: string) =>
      sumOfRows(await db<Row[]>`select amount::float, incoming, status, reversed_at from ${db.unsafe(list)}`)
    const [month] = await db<{ net: number }[]>`
      select (received - spent)::float as net from public.get_insights() order by month desc limit 1`
    const [pending] = await db<{ amount: number }[]>`
      select coalesce(sum(amount), 0)::float as amount from public.transactions where status = 'pending'`
    const statement = await readStatement(db)
    return {
      'the activity, Home and search': await listed('public.search_transactions()'),
      'a search in days': await listed(`public.search_transactions(p_from => '2020-01-01', p_until => '2999-12-31')`),
      'the rows that notifications read': await listed('public.transactions'),
      'the copy of the personal data': sumOfRows(data?.rows ?? []),
      'the entries of the statement': sumOf(statement.entries.map(({ amount }) => amount)),
      'the totals of the statement': inPence(statement.paid_in - statement.paid_out),
      'the insights, without what is pending': inPence((month?.net ?? 0) - (pending?.amount ?? 0)),
    }
  })
}

type Statement = {
  opening_balance: number
  closing_balance: number
  paid_in: number
  paid_out: number
  entries: { amount: number; description: string }[]
}

async function readStatement(db: Db): Promise<Statement> {
  const [row] = await db<{ statement: Statement }[]>`
    select public.get_statement('-infinity', 'infinity') as statement`
  if (!row) throw new Error('get_statement must return one row')
  return row.statement
}

async function balanceOfAlice(): Promise<number> {
  const [row] = await sql<{ balance: number }[]>`
    select balance::float from public.accounts where id = ${alice.account.id}`
  return inPence(row?.balance ?? 0)
}

async function expectAddUp() {
  const { opening_balance: opening } = await request(sql, alice, readStatement)
  const due = (await balanceOfAlice()) - inPence(opening)
  for (const [list, sum] of Object.entries(await sums())) expect({ list, sum }).toEqual({ list, sum: due })
}

test('a new account has an opening balance, and no list shows it as money that came in', async () => {
  const statement = await request(sql, alice, readStatement)
  expect(statement).toMatchObject({ opening_balance: 5000, paid_in: 0, closing_balance: 5000, entries: [] })
  expect(new Set(Object.values(await sums()))).toEqual(new Set([0]))
})

test('in each list the opening balance and the rows add up to the balance, whichever way money came in or went out', async () => {
  const card: Card = await cardOf(sql, alice)
  const { approved, send } = cardActions(sql, alice, () => card)
  const admin = await addAdmin(sql, ['view_transactions', 'financial_support'])
  await payAs(sql, alice, { ...externalPayee, amount: '10' })
  await payAs(sql, bob, { ...payeeAt(alice), amount: '2.50' })
  await schedulePastPayment(sql, alice, { amount: '120', at: '2026-05-01T12:00:00Z' })
  await creditDue(sql)
  // Staff's edits of the balance, up and down.
  for (const balance of ['5300.07', '5000.01'])
    await sql`select private.adjust_balance(${alice.account.id}, ${balance}::numeric, clock_timestamp())`
  await sql`
    select private.pay_case_customer(
      private.ledger_account('reimbursements'), ${alice.id}, 25, 'Compensation', clock_timestamp())`
  await expectAddUp()

  const cleared = await approved('20.00')
  await send(messageAbout(cleared, 'clear', '18.40'))
  await send(messageAbout(cleared, 'refund', '5.00'))
  await send(messageAbout(await approved('7.00'), 'reverse'))
  await send(authorisation({ card: card.id, amount: '3.30' }))
  await expectAddUp()

  const { transaction_id: mistaken } = await payAs(sql, alice, { ...payeeAt(bob), amount: '40' })
  await as(admin)`select public.reverse_payment(${mistaken}, 'A mistake')`
  await setUndoWindow(sql, alice, '30')
  const held = await request(sql, alice, (db) =>
    makePayment(db, { ...payeeAt(bob), amount: '60', requestId: randomUUID() }),
  )
  await expectAddUp()
  await as(alice)`select public.undo_payment(${held.transaction_id})`
  await expectAddUp()
})
