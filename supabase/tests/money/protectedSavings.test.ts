import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { hintOfRequest, nameCaller, request } from '../fixtures/database'
import { runJob } from '../fixtures/jobs'
import { ledgerProblems } from '../fixtures/payments'
import { type Customer, aCustomer, withPeople } from '../fixtures/people'
import { listAccounts, moveMoney, openSavings } from '../fixtures/savings'

const { sql, as, alice, bob, carol } = withPeople({
  alice: aCustomer('Alice Archer'),
  bob: aCustomer('Bob Baker'),
  carol: aCustomer('Carol Cooper'),
})

let savings: string
const move = (from: string, to: string, amount: string, requestId?: string) =>
  request(sql, alice, (db) => moveMoney(db, from, to, amount, requestId))
const protect = (hours: number | null, at = new Date()) =>
  sql.begin(async (db) => {
    await nameCaller(db, alice)
    await db`select private.protect_savings(${savings}, ${hours}, ${at})`
  })
const balances = async () => (await request(sql, alice, listAccounts)).map(({ balance }) => balance)
const listWaiting = () =>
  as(alice)<{ id: string; amount: string; due_at: Date }[]>`select * from public.list_waiting_moves(${savings})`
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000)
const settle = (id: string, at: Date) => sql`select private.make_waiting_move(${id}, ${at}) as made`
const mailsOf = async (customer: Customer) =>
  (
    await sql<
      { title: string }[]
    >`select title from private.security_mails where user_id = ${customer.id} order by created_at`
  ).map(({ title }) => title)

beforeEach(async () => {
  savings = await request(sql, alice, (db) => openSavings(db))
  await move(alice.account.id, savings, '1000.00')
  await protect(24)
})

describe('what leaves protected savings', () => {
  test('waits a day, is told to the owner without the amount, and is then made', async () => {
    const asked = await move(savings, alice.account.id, '400.00')
    expect(asked).toMatchObject({ from_balance: '1000.00', to_balance: '4000.00' })
    expect(await balances()).toEqual(['4000.00', '1000.00'])
    expect(await listWaiting()).toMatchObject([{ id: asked.movement_id, amount: '400.00' }])
    expect(await mailsOf(alice)).toEqual(['Money will leave your protected savings'])
    expect(JSON.stringify(await sql`select message from private.security_mails`)).not.toContain('400')
    expect(await settle(asked.movement_id, hoursFromNow(23))).toEqual([{ made: false }])
    expect(await settle(asked.movement_id, hoursFromNow(24.1))).toEqual([{ made: true }])
    expect(await settle(asked.movement_id, hoursFromNow(24.1))).toEqual([{ made: false }])
    expect(await balances()).toEqual(['4400.00', '600.00'])
    expect(await listWaiting()).toEqual([])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('is made by the job once it is due', async () => {
    const { movement_id: id } = await move(savings, alice.account.id, '400.00')
    await runJob(sql, 'make-waiting-moves')
    expect(await listWaiting()).toHaveLength(1)
    await sql`update private.waiting_moves set due_at = now() where id = ${id}`
    await runJob(sql, 'make-waiting-moves')
    expect(await balances()).toEqual(['4400.00', '600.00'])
  })

  test('waits once for repeated requests', async () => {
    const requestId = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => move(savings, alice.account.id, '400.00', requestId)))
    expect(new Set(answers.map((answer) => answer.movement_id)).size).toBe(1)
    expect(await listWaiting()).toHaveLength(1)
    const [first] = answers
    await as(alice)`select public.cancel_waiting_move(${first?.movement_id ?? ''})`
    // The first answer: without the time it would say that the money has moved.
    expect(await move(savings, alice.account.id, '400.00', requestId)).toEqual(first)
    expect(await listWaiting()).toEqual([])
  })

  test('is taken back by its owner alone, also while the account is frozen', async () => {
    const { movement_id: id } = await move(savings, alice.account.id, '400.00')
    const cancel = (customer: Customer) =>
      hintOfRequest(sql, customer, (db) => db`select public.cancel_waiting_move(${id})`)
    expect(await cancel(bob)).toBe('move-gone')
    expect(await hintOfRequest(sql, bob, (db) => db`select * from public.list_waiting_moves(${savings})`)).toBe(
      'no-account',
    )
    await as(alice)`select public.freeze_my_account()`
    expect(await cancel(alice)).toBe(null)
    expect(await cancel(alice)).toBe(null)
    expect(await settle(id, hoursFromNow(25))).toEqual([{ made: false }])
    expect(await balances()).toEqual(['4000.00', '1000.00'])
  })

  test('cannot be taken back once it is made', async () => {
    const { movement_id: id } = await move(savings, alice.account.id, '400.00')
    await settle(id, hoursFromNow(25))
    expect(await hintOfRequest(sql, alice, (db) => db`select public.cancel_waiting_move(${id})`)).toBe('move-finished')
  })

  test('is either made or taken back when both happen at once', async () => {
    for (let nth = 0; nth < 5; nth += 1) {
      const { movement_id: id } = await move(savings, alice.account.id, '10.00')
      const before = await balances()
      const [, hint] = await Promise.all([
        settle(id, hoursFromNow(25)),
        hintOfRequest(sql, alice, (db) => db`select public.cancel_waiting_move(${id})`),
      ])
      const moved = (await balances())[1] !== before[1]
      expect(moved).toBe(hint === 'move-finished')
    }
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('stays while the account is frozen, and is not made without the money', async () => {
    const first = await move(savings, alice.account.id, '600.00')
    const second = await move(savings, alice.account.id, '600.00')
    await as(alice)`select public.freeze_my_account()`
    expect(await settle(first.movement_id, hoursFromNow(25))).toEqual([{ made: false }])
    await sql`select private.unfreeze(${alice.id})`
    await settle(first.movement_id, hoursFromNow(25))
    await settle(second.movement_id, hoursFromNow(25))
    expect(await balances()).toEqual(['4600.00', '400.00'])
    expect(
      await sql`select title from public.user_notifications where user_id = ${alice.id} and type = 'savings'`,
    ).toEqual([{ title: 'A move was not made' }])
  })

  test('is refused above the balance, and above ten that wait', async () => {
    const hint = () => hintOfRequest(sql, alice, (db) => moveMoney(db, savings, alice.account.id, '1.00'))
    expect(await hintOfRequest(sql, alice, (db) => moveMoney(db, savings, alice.account.id, '1000.01'))).toBe(
      'insufficient-funds',
    )
    for (let nth = 0; nth < 10; nth += 1) await move(savings, alice.account.id, '1.00')
    expect(await hint()).toBe('too-many-waiting')
  })

  test('includes closing the account while it has money', async () => {
    const close = () => hintOfRequest(sql, alice, (db) => db`select public.close_savings_account(${savings})`)
    expect(await close()).toBe('account-protected')
    const { movement_id: id } = await move(savings, alice.account.id, '1000.00')
    await settle(id, hoursFromNow(25))
    expect(await close()).toBe(null)
  })

  test('does not include the interest that is due when the money has left: the account can be closed', async () => {
    await settle((await move(savings, alice.account.id, '1000.00')).movement_id, hoursFromNow(25))
    await sql`
      insert into private.interest_days (account_id, day, balance, rate, interest)
      values (${savings}, current_date - 1, 1000, 36.5, 1)`
    await as(alice)`select public.close_savings_account(${savings})`
    expect(await balances()).toEqual(['5001.00', '0.00'])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('waits no longer when the account is closed, and makes no news', async () => {
    const first = await move(savings, alice.account.id, '1000.00')
    const { movement_id: second } = await move(savings, alice.account.id, '10.00')
    await settle(first.movement_id, hoursFromNow(25))
    await as(alice)`select public.close_savings_account(${savings})`
    expect(await sql`select state from private.waiting_moves where id = ${second}`).toEqual([{ state: 'cancelled' }])
    expect(await listWaiting()).toEqual([])
    expect(await sql`select from public.user_notifications where user_id = ${alice.id} and type = 'savings'`).toEqual(
      [],
    )
  })

  test('does not delay what comes in', async () => {
    await move(alice.account.id, savings, '5.00')
    expect(await balances()).toEqual(['3995.00', '1005.00'])
  })
})

describe('the protection of savings', () => {
  const hours = async (at: Date) =>
    (await sql<{ hours: number }[]>`select private.waiting_hours(${savings}, ${at}) as hours`)[0]?.hours

  test('rises at once, and ends after as long as it waits', async () => {
    await protect(72)
    expect(await hours(new Date())).toBe(72)
    await protect(0)
    expect(await hours(hoursFromNow(71.9))).toBe(72)
    expect(await hours(hoursFromNow(72.1))).toBe(0)
    expect(await mailsOf(alice)).toEqual(['The protection of your savings will change'])
    // Asking again does not start the wait again, and tells nobody.
    await protect(0, hoursFromNow(10))
    expect(await hours(hoursFromNow(72.1))).toBe(0)
    expect(await mailsOf(alice)).toHaveLength(1)
    await protect(72, hoursFromNow(20))
    expect(await hours(hoursFromNow(200))).toBe(72)
  })

  test.each([null, 1, -24, 25])('is refused for %s hours', async (value) => {
    expect(await hintOfRequest(sql, alice, (db) => db`select public.protect_savings(${savings}, ${value})`)).toBe(
      'field:hours',
    )
  })

  test('is changed by its owner alone', async () => {
    expect(await hintOfRequest(sql, bob, (db) => db`select public.protect_savings(${savings}, 0)`)).toBe('no-account')
    expect(await hours(hoursFromNow(200))).toBe(24)
  })

  test('stays as it is when the account is frozen, whatever a thief asked for before', async () => {
    await protect(0)
    await as(alice)`select public.freeze_my_account()`
    await sql`select private.unfreeze(${alice.id})`
    expect(await hours(hoursFromNow(200))).toBe(24)
    // What applied before the freeze stays, too.
    await protect(0, hoursFromNow(-48))
    await as(alice)`select public.freeze_my_account()`
    expect(await hours(new Date())).toBe(0)
  })

  test('is told to a trusted contact of two customers about each of them', async () => {
    for (const owner of [alice, carol])
      await sql`
        insert into private.trusted_contacts (owner_id, contact_id, sort_code, account_number, threshold, accepted_at)
        values (${owner.id}, ${bob.id}, ${bob.account.sort_code}, ${bob.account.account_number}, 100, now())`
    for (let nth = 0; nth < 6; nth += 1) await move(savings, alice.account.id, '1.00')
    await sql`select private.savings_may_leave(${carol.id}, now())`
    const told = await sql<{ count: number }[]>`
      select count(*)::int from public.user_notifications where user_id = ${bob.id} and message like 'Carol Cooper%'`
    expect(told).toEqual([{ count: 1 }])
  })

  test('is told to the trusted contact when it falls and when money may leave, five times in a day', async () => {
    await sql`
      insert into private.trusted_contacts (owner_id, contact_id, sort_code, account_number, threshold, accepted_at)
      values (${alice.id}, ${bob.id}, ${bob.account.sort_code}, ${bob.account.account_number}, 100, now())`
    await protect(0)
    for (let nth = 0; nth < 6; nth += 1) await move(savings, alice.account.id, '17.31')
    const notes = await sql<{ title: string; message: string }[]>`
      select title, message from public.user_notifications where user_id = ${bob.id}`
    expect(notes).toHaveLength(5)
    expect(JSON.stringify(notes)).not.toContain('17.31')
    expect(notes[0]?.message).toContain('Alice Archer')
  })
})
