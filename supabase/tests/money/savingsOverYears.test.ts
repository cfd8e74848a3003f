import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { closeAccount } from '../fixtures/closing'
import { nameCaller, request } from '../fixtures/database'
import { externalPayee, ledgerProblems, payAs } from '../fixtures/payments'
import { aCustomer, withPeople } from '../fixtures/people'
import { listAccounts, openSavings } from '../fixtures/savings'

const { sql, as, alice } = withPeople({ alice: aCustomer('Alice Archer') })

const hour = 3_600_000
const day = 24 * hour

// From the past until today, so that the account can be closed by its customer at the end.
test('two years of savings: moves that wait, interest each month, statements that follow on, and the closing', async () => {
  const start = new Date(Date.now() - 730 * day)
  const savings = await request(sql, alice, (db) => openSavings(db))
  await sql`insert into private.interest_rates (starts_on, rate) values ('2000-01-01', 4), (${new Date(start.getTime() + 400 * day)}::date, 2.5)`
  await sql`update public.accounts set created_at = ${start} where user_id = ${alice.id}`
  await sql`update private.savings_accounts set interest_until = private.london_date(${start}) where account_id = ${savings}`
  const book = (from: string, to: string, amount: string, at: Date) => sql`
    select private.book_move(private.new_id(), source, target, ${amount}, ${at})
    from public.accounts source, public.accounts target where source.id = ${from} and target.id = ${to}`
  await book(alice.account.id, savings, '3000.00', start)
  await sql.begin(async (db) => {
    await nameCaller(db, alice)
    await db`select private.protect_savings(${savings}, 24, ${start})`
  })

  let taken = 0
  for (let passed = 1; passed < 730; passed += 1) {
    const at = new Date(start.getTime() + passed * day)
    // The job of a few nights does not run.
    if (passed % 50 !== 0) await sql`select private.earn_interest(${savings}, ${at})`
    if (at.getUTCDate() !== 15) continue
    const id = randomUUID()
    await sql`
      select private.wait_with_move(${id}, source, target, 40, 24, ${at})
      from public.accounts source, public.accounts target where source.id = ${savings} and target.id = ${alice.account.id}`
    expect(await sql`select private.make_waiting_move(${id}, ${new Date(at.getTime() + 23 * hour)}) as made`).toEqual([
      { made: false },
    ])
    await sql`select private.make_waiting_move(${id}, ${new Date(at.getTime() + 24 * hour)})`
    taken += 40
  }
  expect(taken).toBe(24 * 40)

  const [paid] = await sql<{ months: number; most: number; total: string }[]>`
    select count(*)::int as months, max(by_month.times)::int as most, sum(by_month.total) as total
    from (
      select date_trunc('month', paid_on) as month, count(*) as times, sum(amount) as total
      from private.interest_payments where account_id = ${savings} group by 1
    ) by_month`
  expect(paid).toMatchObject({ months: 24, most: 1 })
  expect(await sql`select from private.interest_days where account_id = ${savings}`).toHaveLength(729)
  const [balance] = (await request(sql, alice, listAccounts)).slice(1)
  expect(Number(balance?.balance)).toBeCloseTo(3000 - taken + Number(paid?.total), 2)
  expect(await ledgerProblems(sql)).toEqual([])

  const months = await as(alice)<{ month: string }[]>`
    select month::text from public.get_statement_months(${savings}) order by month`
  expect(months.length).toBeGreaterThanOrEqual(24)
  let closing = 0
  for (const { month } of months) {
    const [row] = await as(alice)<{ statement: { opening_balance: number; closing_balance: number } }[]>`
      select public.get_statement(
        ${month}, least((${month}::date + interval '1 month - 1 day')::date, private_today.day), ${savings}
      ) as statement
      from (select (now() at time zone 'Europe/London')::date as day) private_today`
    expect([month, row?.statement.opening_balance]).toEqual([month, closing])
    closing = row?.statement.closing_balance ?? NaN
  }
  expect(closing).toBe(Number(balance?.balance))

  // Closed one after the other, nothing is left with the bank.
  await sql`update private.savings_accounts set wait_hours = null where account_id = ${savings}`
  await payAs(sql, alice, { ...externalPayee, amount: (2000 + taken).toFixed(2) })
  expect(await closeAccount(sql, alice)).toBe('balance-left')
  await as(alice)`select public.close_savings_account(${savings})`
  const [left] = await request(sql, alice, listAccounts)
  expect(Number(left?.balance)).toBeGreaterThanOrEqual(Number(balance?.balance))
  await payAs(sql, alice, { ...externalPayee, amount: left?.balance ?? '' })
  expect(await closeAccount(sql, alice)).toBeNull()
  expect(await sql`select private.money_waiting_for(${alice.id}) as waiting`).toEqual([{ waiting: '0' }])
  expect(await ledgerProblems(sql)).toEqual([])
})
