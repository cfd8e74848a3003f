import { beforeEach, describe, expect, test } from 'vitest'
import { hintOfRequest, request } from '../fixtures/database'
import { approveNewest } from '../fixtures/closing'
import { runJob } from '../fixtures/jobs'
import { ledgerProblems } from '../fixtures/payments'
import { aCustomer, aSuperAdmin, anAdmin, withPeople } from '../fixtures/people'
import { listAccounts, openSavings } from '../fixtures/savings'

const { sql, as, alice, chief, second, admin } = withPeople({
  alice: aCustomer('Alice Archer'),
  chief: aSuperAdmin('Chief Chair'),
  second: aSuperAdmin('Second Chair'),
  admin: anAdmin(['approve_users', 'financial_support']),
})

let savings: string
beforeEach(async () => {
  await sql`delete from private.interest_rates`
  savings = await request(sql, alice, (db) => openSavings(db))
})

const rate = (startsOn: string, percent: string) =>
  sql`insert into private.interest_rates (starts_on, rate) values (${startsOn}, ${percent})`
const openedAt = (at: Date | string) => sql`
  with opened as (update public.accounts set created_at = ${at} where id = ${savings})
  update private.savings_accounts set interest_until = private.london_date(${at}) where account_id = ${savings}`
/** Moves to the savings account, or from it with a minus, at a time. */
const moveAt = (at: string, amount: number) => sql`
  select private.book_move(private.new_id(), source, target, ${Math.abs(amount)}, ${at})
  from public.accounts source, public.accounts target
  where source.id = ${amount > 0 ? alice.account.id : savings} and target.id = ${amount > 0 ? savings : alice.account.id}`
const earn = async (at: string) =>
  (await sql<{ done: boolean }[]>`select private.earn_interest(${savings}, ${at}) as done`)[0]?.done
const paid = async () =>
  (
    await sql<{ paid: string }[]>`
      select paid_on::text || ' ' || amount as paid from private.interest_payments where account_id = ${savings} order by paid_on`
  ).map((row) => row.paid)
const daysOf = async (from: string, until: string) =>
  (
    await sql<{ interest: string }[]>`
      select interest from private.interest_days where account_id = ${savings} and day between ${from} and ${until} order by day`
  ).map(({ interest }) => interest)

describe('the interest of a savings account', () => {
  test('is counted for each day on the balance at its end, and paid on the first of the next month', async () => {
    await rate('2025-01-01', '3.65')
    await openedAt('2025-03-01T12:00:00Z')
    await moveAt('2025-03-01T12:00:00Z', 1000)
    await earn('2025-03-31T12:00:00Z')
    expect(await paid()).toEqual([])
    // 31 days of ten pence, as 1000 × 3.65 % ÷ 365.
    await earn('2025-04-01T00:10:00+01:00')
    expect(await daysOf('2025-03-01', '2025-03-31')).toEqual(Array.from({ length: 31 }, () => '0.100000'))
    expect(await paid()).toEqual(['2025-04-01 3.10'])
    const rows = await as(alice)`
      select amount, from_account_holder_name, reference from public.search_transactions(p_account_id => ${savings}) limit 1`
    expect(rows).toEqual([{ amount: '3.10', from_account_holder_name: 'Fernbank', reference: 'Interest' }])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('is divided by 366 in a leap year', async () => {
    await rate('2023-01-01', '3.66')
    await openedAt('2023-12-31T12:00:00Z')
    await moveAt('2023-12-31T12:00:00Z', 1000)
    await earn('2024-01-02T12:00:00Z')
    expect(await daysOf('2023-12-31', '2024-01-01')).toEqual(['0.100274', '0.100000'])
    await earn('2024-03-01T12:00:00Z')
    expect(await daysOf('2024-02-28', '2024-02-29')).toEqual(['0.100010', '0.100010'])
  })

  test('counts a day from midnight to midnight in London when the clocks change', async () => {
    await rate('2025-01-01', '3.65')
    await openedAt('2025-03-28T12:00:00Z')
    // The clocks go forward on 30 March, which ends at 23:00 UTC.
    await moveAt('2025-03-30T22:59:59Z', 100)
    await moveAt('2025-03-30T23:00:00Z', 1000)
    await earn('2025-04-01T12:00:00Z')
    expect(await daysOf('2025-03-29', '2025-03-31')).toEqual(['0.000000', '0.010000', '0.110000'])
    // They go back on 26 October, which ends at 24:00 UTC.
    await moveAt('2025-10-26T23:59:59Z', -100)
    await moveAt('2025-10-27T00:00:00Z', -900)
    await earn('2025-10-28T12:00:00Z')
    const [before, first, after] = await daysOf('2025-10-25', '2025-10-27')
    expect([Number(before) - Number(first), Number(first) - Number(after)].map((fall) => fall.toFixed(2))).toEqual([
      '0.01',
      '0.09',
    ])
  })

  test('changes with the rate from its day on, and is nothing before the first', async () => {
    await rate('2025-03-10', '3.65')
    await rate('2025-03-20', '7.30')
    await openedAt('2025-03-01T12:00:00Z')
    await moveAt('2025-03-01T12:00:00Z', 1000)
    await earn('2025-04-01T12:00:00Z')
    // 9 days without, 10 days of 10 pence, 12 of 20.
    expect(await paid()).toEqual(['2025-04-01 3.40'])
  })

  test('is nothing for what leaves on the same day, and less than half a penny is not paid', async () => {
    await rate('2025-01-01', '1.00')
    await openedAt('2025-03-01T12:00:00Z')
    await moveAt('2025-03-05T08:00:00Z', 1000)
    await moveAt('2025-03-05T20:00:00Z', -999.99)
    await earn('2025-04-01T12:00:00Z')
    expect(await daysOf('2025-03-05', '2025-03-05')).toEqual(['0.000000'])
    expect(await paid()).toEqual([])
    expect(await sql`select from private.interest_days where account_id = ${savings} and movement_id is null`).toEqual(
      [],
    )
  })

  test('is paid once by repeated and simultaneous runs', async () => {
    await rate('2025-01-01', '3.65')
    await openedAt('2025-03-01T12:00:00Z')
    await moveAt('2025-03-01T12:00:00Z', 1000)
    await Promise.all([1, 2, 3].map(() => earn('2025-04-01T12:00:00Z')))
    await earn('2025-04-01T13:00:00Z')
    expect(await paid()).toEqual(['2025-04-01 3.10'])
    expect(await daysOf('2025-03-01', '2025-03-31')).toHaveLength(31)
  })

  test('earns itself over two years, and a missed run is made up for', async () => {
    await rate('2023-01-01', '5.00')
    await openedAt('2023-04-01T12:00:00Z')
    await moveAt('2023-04-01T12:00:00Z', 1000)
    for (let month = 4; month < 28; month += 1)
      // No run in one of the months.
      if (month !== 10) await earn(new Date(Date.UTC(2023, month, 1, 12)).toISOString())
    const payments = await paid()
    expect(payments).toHaveLength(23)
    const [total] = await sql<{ total: string }[]>`
      select sum(amount) as total from private.interest_payments where account_id = ${savings}`
    // 24 months at 5 %, with the interest of each on the next: 1000 × (1 + 0.05 ÷ 12)^24 = 1104.94.
    expect(Math.abs(Number(total?.total) - 104.94)).toBeLessThan(0.25)
    expect(await sql`select private.yearly_rate_with_interest(5) as aer`).toEqual([{ aer: '5.12' }])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('is paid until yesterday when the account is closed', async () => {
    await rate('2020-01-01', '3.65')
    await openedAt(new Date(Date.now() - 10 * 864e5))
    await moveAt(new Date(Date.now() - 10 * 864e5).toISOString(), 1000)
    await as(alice)`select public.close_savings_account(${savings})`
    const [account] = await request(sql, alice, listAccounts)
    const year = new Date().getFullYear()
    const isLeap = new Date(year, 1, 29).getDate() === 29
    expect(account?.balance).toBe((5000 + (10 * 36.5) / (isLeap ? 366 : 365)).toFixed(2))
    expect(await earn(new Date(Date.now() + 90 * 864e5).toISOString())).toBe(true)
    expect(await paid()).toHaveLength(1)
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('waits with the other money when staff delete or close the customer', async () => {
    await rate('2020-01-01', '3.65')
    await openedAt(new Date(Date.now() - 10 * 864e5))
    await moveAt(new Date(Date.now() - 10 * 864e5).toISOString(), 1000)
    await sql.begin(async (db) => {
      await db`select private.lock_records_of(${alice.id})`
      await db`select private.close_account(${alice.id}, 'bank', now())`
    })
    expect(Number((await sql`select private.money_waiting_for(${alice.id}) as money`)[0]?.money)).toBeCloseTo(5001, 1)
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('is counted by the job for accounts that lack yesterday', async () => {
    await rate('2020-01-01', '3.65')
    await openedAt(new Date(Date.now() - 2 * 864e5))
    await runJob(sql, 'earn-interest')
    expect(await sql`select from private.interest_days where account_id = ${savings}`).toHaveLength(2)
  })
})

describe('the interest of one day, counted by hand', () => {
  test.each([
    ['a usual balance', '1000.00', '4.25', '2025-06-15', '0.116438'],
    ['a leap day', '1000.00', '5.00', '2024-02-29', '0.136612'],
    ['the last day before a leap year', '1000.00', '5.00', '2023-12-31', '0.136986'],
    ['the last day of a leap year', '1000.00', '5.00', '2024-12-31', '0.136612'],
    ['the first day after a leap year', '1000.00', '5.00', '2025-01-01', '0.136986'],
    ['a year that 400 divides', '1000.00', '5.00', '2000-01-01', '0.136612'],
    ['a year that 100 divides', '1000.00', '5.00', '2100-03-01', '0.136986'],
    ['one penny', '0.01', '20.00', '2025-06-15', '0.000005'],
    ['half of a millionth, which is rounded up', '1.83', '0.01', '2024-06-15', '0.000001'],
    ['less than half of a millionth', '1.00', '0.01', '2025-06-15', '0.000000'],
    ['the largest balance at the highest rate', '999999999999.99', '20.00', '2025-06-15', '547945205.479447'],
    ['no rate', '1000.00', '0', '2025-06-15', '0.000000'],
  ])('%s', async (_what, balance, percent, day, interest) => {
    const [counted] = await sql<{ interest: string }[]>`
      select private.daily_interest(${balance}::numeric(14, 2), ${percent}::numeric(5, 2), ${day})::numeric(18, 6) as interest`
    expect(counted?.interest).toBe(interest)
  })

  test.each([
    ['0.004999', null],
    ['0.005000', '0.01'],
    ['3.014999', '3.01'],
    ['3.015000', '3.02'],
  ])('%s in a month is paid as %s', async (interest, amount) => {
    await sql`
      insert into private.interest_days (account_id, day, balance, rate, interest)
      values (${savings}, '2025-03-30', 1, 1, 0), (${savings}, '2025-03-31', 1, 1, ${interest})`
    await openedAt('2025-04-01T12:00:00Z')
    await earn('2025-04-01T12:00:00Z')
    expect(await paid()).toEqual(amount === null ? [] : [`2025-04-01 ${amount}`])
    await earn('2025-05-01T12:00:00Z')
    expect(await paid()).toHaveLength(amount === null ? 0 : 1)
    expect(await ledgerProblems(sql)).toEqual([])
  })
})

describe('what a customer is told about interest', () => {
  test('has the rate, the AER and what each account was paid in the tax year', async () => {
    await rate('2025-01-01', '3.65')
    await openedAt('2025-03-05T12:00:00Z')
    await moveAt('2025-03-05T12:00:00Z', 1000)
    await earn('2025-04-01T12:00:00Z')
    await earn('2025-05-01T12:00:00Z')
    const [answer] = await as(alice)<{ paper: { total: number; accounts: object[] } }[]>`
      select public.get_interest_certificate(2024) as paper`
    // 27 days in March, paid on 1 April, before the tax year ends.
    expect(answer?.paper).toMatchObject({
      holder_name: 'Alice Archer',
      from: '2024-04-06',
      until: '2025-04-05',
      total: 2.7,
      accounts: [{ id: savings, interest: 2.7 }],
    })
    const [next] = await as(alice)<
      { paper: { total: number } }[]
    >`select public.get_interest_certificate(2025) as paper`
    expect(next?.paper.total).toBe(3.01)
    const [now] = await as(alice)<{ interest: object }[]>`select public.get_interest() as interest`
    expect(now?.interest).toMatchObject({ rate: 3.65, aer: 3.71, next_rate: null })
  })

  test.each([1999, 2100, null])('has no certificate for the tax year %s', async (year) => {
    expect(await hintOfRequest(sql, alice, (db) => db`select public.get_interest_certificate(${year})`)).toBe(
      'no-certificate',
    )
  })
})

describe('the rate', () => {
  const dayIn = (days: number) => new Date(Date.now() + days * 864e5).toISOString().slice(0, 10)
  const ask = (percent: string | null, day: string, who = chief) =>
    hintOfRequest(sql, who, (db) => db`select public.request_interest_rate(${percent}, ${day}, 'The base rate rose')`)

  test('holds from its day once a second super admin has approved it', async () => {
    expect(await ask('4.25', dayIn(10))).toBe(null)
    expect(await approveNewest(sql, chief)).toBe('own-request')
    expect(await approveNewest(sql, second)).toBe(null)
    expect(await as(chief)`select starts_on::text, rate, aer from public.list_interest_rates()`).toEqual([
      { starts_on: dayIn(10), rate: '4.25', aer: '4.33' },
    ])
    expect(await sql`select private.interest_rate_on(${dayIn(9)}) as rate`).toEqual([{ rate: '0' }])
    expect(await ask('5', dayIn(10))).toBe('field:startsOn')
  })

  test.each([
    ['field:rate', '20.01', 10],
    ['field:rate', '-1', 10],
    ['field:rate', '4.255', 10],
    ['field:rate', null, 10],
    ['field:startsOn', '4', 0],
    ['field:startsOn', '4', -1],
    ['field:startsOn', '4', 400],
  ])('is refused with the hint %s for %s in %s days', async (hint, percent, days) => {
    expect(await ask(percent, dayIn(days))).toBe(hint)
  })

  test('is refused to admins and customers', async () => {
    for (const who of [admin, alice]) {
      expect(await ask('4', dayIn(10), who)).not.toBe(null)
      expect(await hintOfRequest(sql, who, (db) => db`select * from public.list_interest_rates()`)).not.toBe(null)
    }
    expect(await sql`select from private.interest_rates`).toEqual([])
  })

  test('cannot be approved once its day has come or another rate starts on it', async () => {
    await ask('4.25', dayIn(10))
    await rate(dayIn(10), '3')
    expect(await approveNewest(sql, second)).toBe('request-outdated')
  })
})
