import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hintOfRequest, refusalAs, request, untilBlocked } from '../fixtures/database'
import { ledgerProblems, makePayment, payAs } from '../fixtures/payments'
import { type Customer, aCustomer, anApprovedPerson, withPeople } from '../fixtures/people'
import { type Saving, listAccounts, moveMoney, openSavings } from '../fixtures/savings'

const { sql, as, alice, bob, withoutAccount } = withPeople({
  alice: aCustomer('Alice Archer'),
  bob: aCustomer('Bob Baker'),
  withoutAccount: anApprovedPerson(),
})

const open = (customer: Customer, saving?: Saving) => request(sql, customer, (db) => openSavings(db, saving))
const accountsOf = (customer: Customer) => request(sql, customer, listAccounts)

describe('opening a savings account', () => {
  test('adds an account with its own numbers and no money after the current account', async () => {
    const id = await open(alice, { name: '  Holiday ', colour: 'blue', goal: '1500.50', goalOn: '2099-07-01' })
    const [current, savings, ...more] = await accountsOf(alice)
    expect(more).toEqual([])
    expect(current).toMatchObject({ id: alice.account.id, account_type: 'current', name: null, balance: '5000.00' })
    expect(savings).toMatchObject({
      id,
      account_type: 'savings',
      name: 'Holiday',
      colour: 'blue',
      goal: '1500.50',
      balance: '0.00',
      pending: '0.00',
      account_holder_name: 'Alice Archer',
      closed_at: null,
    })
    expect(savings?.account_number).not.toBe(current?.account_number)
    expect(await accountsOf(bob)).toHaveLength(1)
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('is known to the read of the current account until the account is closed', async () => {
    const hasSavings = async () => (await as(bob)`select has_savings from public.get_current_account()`)[0]?.has_savings
    expect(await hasSavings()).toBe(false)
    const id = await open(bob)
    expect(await hasSavings()).toBe(true)
    await as(bob)`select public.close_savings_account(${id})`
    expect(await hasSavings()).toBe(false)
  })

  test.each<[string, Saving]>([
    ['field:name', { name: ' ' }],
    ['field:name', { name: 'x'.repeat(31) }],
    ['field:name', { name: 'Hid\u200bden' }],
    ['field:name', { name: '<b>Holiday</b>' }],
    ['field:name', { name: 'Fernbank bonus' }],
    ['field:colour', { colour: 'transparent' }],
    ['field:goal', { goal: '0' }],
    ['field:goal', { goal: '1000000.01' }],
    ['field:goal', { goal: '1e3' }],
    ['field:goal', { goalOn: '2099-07-01' }],
    ['field:goalOn', { goal: '10', goalOn: '2020-01-01' }],
    ['field:goalOn', { goal: '10', goalOn: 'infinity' }],
    ['field:goalOn', { goal: '10', goalOn: '2099-02-30' }],
  ])('is refused with the hint %s for %j', async (hint, saving) => {
    const id = await open(alice)
    expect(await hintOfRequest(sql, alice, (db) => openSavings(db, saving))).toBe(hint)
    const { name = 'Holiday', colour = 'green', goal = null, goalOn = null } = saving
    expect(
      await hintOfRequest(
        sql,
        alice,
        (db) => db`select public.change_savings_account(${id}, ${name}, ${colour}, ${goal}, ${goalOn})`,
      ),
    ).toBe(hint)
  })

  test('takes a name of 30 characters in every script', async () => {
    await open(alice, { name: '假'.repeat(30) })
    expect((await accountsOf(alice))[1]?.name).toBe('假'.repeat(30))
  })

  test('is refused without a current account', async () => {
    expect(await hintOfRequest(sql, withoutAccount, (db) => openSavings(db))).toBe('no-account')
  })

  test('answers a repeated request with the first account, and refuses it with other details', async () => {
    const requestId = randomUUID()
    const ids = await Promise.all([1, 2, 3].map(() => open(alice, { requestId })))
    expect(new Set(ids).size).toBe(1)
    expect(await accountsOf(alice)).toHaveLength(2)
    expect(await hintOfRequest(sql, alice, (db) => openSavings(db, { requestId, name: 'Car' }))).toBe(
      'idempotency-key-reused',
    )
    expect(await open(bob, { requestId })).not.toBe(ids[0])
  })

  test('stops at ten open accounts, also in two windows at once', async () => {
    for (let nth = 0; nth < 9; nth += 1) await open(alice)
    const hints = await Promise.all([1, 2].map(() => hintOfRequest(sql, alice, (db) => openSavings(db))))
    expect(new Set(hints)).toEqual(new Set([null, 'too-many-savings']))
    const last = (await accountsOf(alice)).at(-1)
    await as(alice)`select public.close_savings_account(${last?.id ?? ''})`
    await open(alice)
    expect((await accountsOf(alice)).filter(({ closed_at }) => closed_at === null)).toHaveLength(11)
  })
})

describe('a savings account', () => {
  test('gets another name and goal, from its owner alone', async () => {
    const id = await open(alice, { goal: '10' })
    await as(alice)`select public.change_savings_account(${id}, 'Car', 'pink')`
    expect((await accountsOf(alice))[1]).toMatchObject({ name: 'Car', colour: 'pink', goal: null })
    const change = hintOfRequest(sql, bob, (db) => db`select public.change_savings_account(${id}, 'Mine', 'pink')`)
    expect(await change).toBe('no-account')
    expect((await accountsOf(alice))[1]?.name).toBe('Car')
  })

  test('keeps a day that has passed when its owner changes the name', async () => {
    const id = await open(alice, { goal: '10', goalOn: '2099-07-01' })
    await sql`update private.savings_accounts set goal_on = '2020-07-01' where account_id = ${id}`
    const change = (day: string) =>
      hintOfRequest(sql, alice, (db) => db`select public.change_savings_account(${id}, 'Car', 'pink', '20', ${day})`)
    expect(await change('2020-07-02')).toBe('field:goalOn')
    expect(await change('2020-07-01')).toBeNull()
    expect((await accountsOf(alice))[1]).toMatchObject({ name: 'Car', goal: '20.00' })
  })

  test('has the name of its owner as its holder, also after the owner changes it', async () => {
    await open(alice)
    await as(alice)`select public.set_display_name('Alice Brewer')`
    expect((await accountsOf(alice)).map((account) => account.account_holder_name)).toEqual([
      'Alice Brewer',
      'Alice Brewer',
    ])
    await as(alice)`update public.accounts set account_holder_name = 'Alice Carter'`
    expect((await accountsOf(alice)).map((account) => account.account_holder_name)).toEqual([
      'Alice Carter',
      'Alice Carter',
    ])
    const mails = await sql`
      select from private.security_mails where user_id = ${alice.id} and title = 'The name on your account has changed'`
    expect(mails).toHaveLength(2)
  })

  test('is renamed after the profile of its owner is locked, so that a freeze cannot deadlock with it', async () => {
    await open(alice)
    let renaming: Promise<unknown> | undefined
    await sql.begin(async (db) => {
      await db`select from public.profiles where id = ${alice.id} for no key update`
      renaming = as(alice)`select public.set_display_name('Alice Brewer')`
      await untilBlocked(sql, 'set_display_name')
      await db`set local lock_timeout = '500ms'`
      await db`select private.lock_accounts_of(${alice.id})`
    })
    await renaming
    expect((await accountsOf(alice))[1]?.account_holder_name).toBe('Alice Brewer')
  })

  test('is paid by other customers, whose check tells the name of its owner and nothing more', async () => {
    await open(alice, { name: 'Divorce' })
    const savings = (await accountsOf(alice))[1]
    const payee = {
      name: 'Alice Archer',
      sortCode: savings?.sort_code ?? '',
      accountNumber: savings?.account_number ?? '',
    }
    await payAs(sql, bob, { ...payee, amount: '25.00' })
    expect((await accountsOf(alice)).map(({ balance }) => balance)).toEqual(['5000.00', '25.00'])
    const seen = await as(bob)`select * from public.search_transactions()`
    expect(JSON.stringify(seen)).not.toContain('Divorce')
    expect(JSON.stringify(await as(bob)`select * from public.recipients`)).not.toContain('Divorce')
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('cannot be paid by its own customer as another payee', async () => {
    await open(alice)
    const savings = (await accountsOf(alice))[1]
    const payee = {
      name: 'Alice Archer',
      sortCode: savings?.sort_code ?? '',
      accountNumber: savings?.account_number ?? '',
    }
    const refusal = {
      code: 'PT400',
      message: 'This is one of your own accounts. Move the money there instead.',
    }
    expect(await refusalAs(sql, alice, (db) => makePayment(db, { ...payee, amount: '1.00' }))).toEqual(refusal)
    expect(
      await refusalAs(
        sql,
        alice,
        (db) => db`
          select public.make_payment(${randomUUID()}, jsonb_populate_record(null::public.payment_request, ${JSON.stringify(
            {
              to_name: payee.name,
              to_sort_code: payee.sortCode,
              to_account_number: payee.accountNumber,
              amount: '1.00',
            },
          )}::text::jsonb))`,
      ),
    ).toEqual(refusal)
  })
})

describe('closing a savings account', () => {
  test('moves its money to the current account and keeps its statements', async () => {
    const id = await open(alice)
    await request(sql, alice, (db) => moveMoney(db, alice.account.id, id, '100.00'))
    await as(alice)`select public.close_savings_account(${id})`
    // A repeated request.
    await as(alice)`select public.close_savings_account(${id})`
    expect((await accountsOf(alice)).map(({ balance }) => balance)).toEqual(['5000.00', '0.00'])
    const [answer] = await as(alice)<{ statement: { entries: object[]; closing_balance: number } }[]>`
      select public.get_statement(current_date - 1, current_date + 1, ${id}) as statement`
    expect(answer?.statement.entries).toMatchObject([
      { description: 'From Current account', amount: 100, balance_after: 100 },
      { description: 'To Current account', amount: -100, balance_after: 0 },
    ])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('ends what it can do', async () => {
    const id = await open(alice)
    await as(alice)`select public.close_savings_account(${id})`
    const hint = (run: Parameters<typeof hintOfRequest>[2]) => hintOfRequest(sql, alice, run)
    expect(await hint((db) => moveMoney(db, alice.account.id, id, '1.00'))).toBe('account-closed')
    expect(await hint((db) => moveMoney(db, id, alice.account.id, '1.00'))).toBe('account-closed')
    expect(await hint((db) => db`select public.change_savings_account(${id}, 'Car', 'pink')`)).toBe('account-closed')
    const savings = (await accountsOf(alice))[1]
    const payee = {
      name: 'Alice Archer',
      sortCode: savings?.sort_code ?? '',
      accountNumber: savings?.account_number ?? '',
    }
    expect(await hintOfRequest(sql, bob, (db) => makePayment(db, { ...payee, amount: '1.00' }))).toBe('payee-not-found')
  })

  test('is refused to other customers, and for the current account', async () => {
    const id = await open(alice)
    expect(await hintOfRequest(sql, bob, (db) => db`select public.close_savings_account(${id})`)).toBe('no-account')
    expect(await hintOfRequest(sql, alice, (db) => db`select public.close_savings_account(${alice.account.id})`)).toBe(
      'no-account',
    )
  })

  test('waits for a move that is under way, and takes what it brought', async () => {
    const id = await open(alice)
    let closing: Promise<unknown> | undefined
    await sql.begin(async (db) => {
      await db`select set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: alice.id, session_id: alice.sessionId })}, true)`
      await db`select public.move_own_money(${randomUUID()}, ${alice.account.id}, ${id}, '40.00')`
      closing = as(alice)`select public.close_savings_account(${id})`
      await untilBlocked(sql, 'close_savings_account')
    })
    await closing
    expect((await accountsOf(alice)).map(({ balance }) => balance)).toEqual(['5000.00', '0.00'])
  })

  test('refuses a payment that was on its way to the account', async () => {
    const id = await open(alice)
    const savings = (await accountsOf(alice))[1]
    const payee = {
      name: 'Alice Archer',
      sortCode: savings?.sort_code ?? '',
      accountNumber: savings?.account_number ?? '',
    }
    let payment: Promise<unknown> | undefined
    await sql.begin(async (db) => {
      await db`select from public.accounts where id = ${id} for update`
      payment = hintOfRequest(sql, bob, (other) => makePayment(other, { ...payee, amount: '9.00' }))
      await untilBlocked(sql, 'make_payment')
      await db`update public.accounts set is_closed = true where id = ${id}`
    })
    expect(await payment).toBe('PT409')
    expect(await sql`select from private.closed_money`).toEqual([])
    expect(await ledgerProblems(sql)).toEqual([])
  })
})
