import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hintOfRequest, request } from '../fixtures/database'
import { ledgerProblems, payAs } from '../fixtures/payments'
import { type Customer, aCustomer, anAdmin, withPeople } from '../fixtures/people'
import { createRegularMove, listAccounts, moveMoney, openSavings } from '../fixtures/savings'

const { sql, as, alice, bob, admin } = withPeople({
  alice: aCustomer('Alice Archer'),
  bob: aCustomer('Bob Baker'),
  admin: anAdmin(['view_transactions']),
})

const open = (customer: Customer, name = 'Holiday') => request(sql, customer, (db) => openSavings(db, { name }))
const move = (customer: Customer, from: string, to: string, amount: string, requestId?: string) =>
  request(sql, customer, (db) => moveMoney(db, from, to, amount, requestId))
const hintOfMove = (customer: Customer, from: string, to: string, amount: string | null, requestId?: string | null) =>
  hintOfRequest(sql, customer, (db) => moveMoney(db, from, to, amount, requestId))
const balancesOf = async (customer: Customer) =>
  (await request(sql, customer, listAccounts)).map(({ balance }) => balance)
const rowsOf = (customer: Customer, account: string | null) => as(customer)<
  { id: string; incoming: boolean; amount: string; name: string; other_account_id: string | null }[]
>`
  select id, incoming, amount, case when incoming then from_account_holder_name else to_account_holder_name end as name, other_account_id
  from public.search_transactions(p_account_id => ${account})`

describe('a move between two accounts of a customer', () => {
  test('goes both ways at once, as one movement with a row in each list', async () => {
    const savings = await open(alice)
    const moved = await move(alice, alice.account.id, savings, '100.00')
    expect(moved).toMatchObject({ amount: '100.00', from_balance: '4900.00', to_balance: '100.00' })
    await move(alice, savings, alice.account.id, '30')
    expect(await balancesOf(alice)).toEqual(['4930.00', '70.00'])
    const current = [
      { incoming: true, amount: '30.00', name: 'Holiday', other_account_id: savings },
      { incoming: false, amount: '100.00', name: 'Holiday', other_account_id: savings },
    ]
    expect(await rowsOf(alice, null)).toMatchObject(current)
    expect(await rowsOf(alice, alice.account.id)).toMatchObject(current)
    expect(await rowsOf(alice, savings)).toMatchObject([
      { incoming: false, amount: '30.00', name: 'Current account', other_account_id: alice.account.id },
      { incoming: true, amount: '100.00', name: 'Current account', other_account_id: alice.account.id },
    ])
    expect(await sql`select from private.ledger_entries where movement_id = ${moved.movement_id}`).toHaveLength(2)
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('goes between two savings accounts', async () => {
    const [holiday, car] = [await open(alice), await open(alice, 'Car')]
    await move(alice, alice.account.id, holiday, '50.00')
    await move(alice, holiday, car, '20.00')
    expect(await balancesOf(alice)).toEqual(['4950.00', '30.00', '20.00'])
    expect(await rowsOf(alice, car)).toMatchObject([{ name: 'Holiday', incoming: true }])
    expect(await rowsOf(alice, null)).toHaveLength(1)
  })

  test.each([
    null,
    '',
    '0',
    '-1',
    '+1',
    '10.005',
    '.5',
    '1.',
    ' 1',
    '1e2',
    '0x10',
    '1_000',
    '1,000',
    'NaN',
    'Infinity',
    '٣',
    '１',
    '1000000.01',
    '999999999999',
    '9'.repeat(400),
  ])('is refused for the amount %s', async (amount) => {
    expect(await hintOfMove(alice, alice.account.id, await open(alice), amount)).toBe('field:amount')
  })

  test('is refused above the balance, to the same account, and without a request id', async () => {
    const savings = await open(alice)
    expect(await hintOfMove(alice, savings, alice.account.id, '0.01')).toBe('insufficient-funds')
    expect(await hintOfMove(alice, alice.account.id, savings, '5000.01')).toBe('insufficient-funds')
    expect(await hintOfMove(alice, savings, savings, '1.00')).toBe('field:to')
    expect(await hintOfMove(alice, alice.account.id, savings, '1.00', null)).toBe('PT400')
    expect(await rowsOf(alice, null)).toEqual([])
  })

  test('is refused from and to the account of another customer, in the words for an account that does not exist', async () => {
    const [hers, his] = [await open(alice), await open(bob)]
    for (const theirs of [his, bob.account.id, randomUUID()]) {
      expect(await hintOfMove(alice, theirs, hers, '1.00')).toBe('no-account')
      expect(await hintOfMove(alice, hers, theirs, '1.00')).toBe('no-account')
    }
    expect(await balancesOf(bob)).toEqual(['5000.00', '0.00'])
    expect(await rowsOf(alice, his)).toEqual([])
    expect(
      await hintOfRequest(sql, alice, (db) => db`select public.get_statement(current_date, current_date, ${his})`),
    ).toBe('no-account')
    expect(await hintOfRequest(sql, alice, (db) => db`select public.get_statement_months(${his})`)).toBe('no-account')
  })

  test('is refused while the account is frozen', async () => {
    const savings = await open(alice)
    await as(alice)`select public.freeze_my_account()`
    expect(await hintOfMove(alice, alice.account.id, savings, '1.00')).toBe('account-frozen')
    expect(await sql`select from public.accounts where user_id = ${alice.id} and is_frozen`).toHaveLength(2)
  })

  test('is made once by repeated and simultaneous requests, which get the first answer', async () => {
    const savings = await open(alice)
    const requestId = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => move(alice, alice.account.id, savings, '10.00', requestId)))
    await move(alice, savings, alice.account.id, '1.00')
    answers.push(await move(alice, alice.account.id, savings, '10', requestId))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await balancesOf(alice)).toEqual(['4991.00', '9.00'])
    for (const [from, to, amount] of [
      [alice.account.id, savings, '11.00'],
      [savings, alice.account.id, '10.00'],
    ] as const)
      expect(await hintOfMove(alice, from, to, amount, requestId)).toBe('idempotency-key-reused')
  })

  test('shares the idempotency keys of payments: one request has one outcome', async () => {
    const savings = await open(alice)
    const [first, second] = [randomUUID(), randomUUID()]
    const payee = { name: 'Shop', sortCode: '12-34-56', accountNumber: '12345678', amount: '10.00' }
    await move(alice, alice.account.id, savings, '10.00', first)
    await expect(payAs(sql, alice, { ...payee, requestId: first })).rejects.toMatchObject({
      hint: 'idempotency-key-reused',
    })
    await payAs(sql, alice, { ...payee, requestId: second })
    expect(await hintOfMove(alice, alice.account.id, savings, '10.00', second)).toBe('idempotency-key-reused')
    expect(await balancesOf(alice)).toEqual(['4980.00', '10.00'])
  })

  test('crosses moves and payments in the other direction without a deadlock and without losing a penny', async () => {
    const savings = await open(alice)
    await move(alice, alice.account.id, savings, '1000.00')
    const [numbers] = (await request(sql, alice, listAccounts)).slice(1)
    const payee = {
      name: 'Alice Archer',
      sortCode: numbers?.sort_code ?? '',
      accountNumber: numbers?.account_number ?? '',
    }
    await payAs(sql, bob, { ...payee, amount: '300.00' })
    await Promise.all(
      Array.from({ length: 5 }, () => [
        move(alice, alice.account.id, savings, '7.00'),
        move(alice, savings, alice.account.id, '3.00'),
        payAs(sql, bob, { ...payee, amount: '1.00' }),
      ]).flat(),
    )
    expect(await balancesOf(alice)).toEqual(['3980.00', '1325.00'])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('stops at a hundred of an account in a day', async () => {
    const savings = await open(alice)
    await sql`
      update private.savings_accounts set moves = 99, moved_on = private.london_date(now()) where account_id = ${savings}`
    await move(alice, alice.account.id, savings, '2.00')
    expect(await hintOfMove(alice, alice.account.id, savings, '1.00')).toBe('too-many-changes')
    expect(await hintOfMove(alice, savings, alice.account.id, '1.00')).toBe('too-many-changes')
    await move(alice, alice.account.id, await open(alice), '1.00')
    await sql`update private.savings_accounts set moved_on = moved_on - 1 where account_id = ${savings}`
    await move(alice, savings, alice.account.id, '1.00')
  })

  test('counts towards no limit, and is neither spent nor received', async () => {
    const savings = await open(alice)
    await as(alice)`select public.set_payment_limit('10')`
    await move(alice, alice.account.id, savings, '100.00')
    expect((await as(alice)`select sent_today from public.get_payment_limit()`)[0]).toEqual({ sent_today: '0' })
    expect((await as(alice)`select spent, received from public.get_insights() limit 1`)[0]).toEqual({
      spent: '0',
      received: '0',
    })
    expect(await as(alice)`select * from public.get_spending_by_payee()`).toEqual([])
    expect(await as(alice)`select * from public.get_spending_by_category()`).toEqual([])
    expect(await as(alice)`select id from public.search_transactions(p_counted => true)`).toEqual([])
    expect(await as(alice)`select * from public.recipients`).toEqual([])
  })

  test('sends no mail and no push message about itself', async () => {
    const savings = await open(alice)
    const { movement_id: id } = await move(alice, alice.account.id, savings, '100.00')
    await sql`
      insert into private.notification_choices (user_id, push, mail, mailbox, shows_amounts, is_low)
      values (${alice.id}, '{}', '{card}', '{}', false, false)`
    await sql`select private.owe_push_events()`
    expect(await sql`select from private.push_events where user_id = ${alice.id}`).toEqual([])
    expect(await sql`select * from private.mail_facts(${id}, 'payment')`).toEqual([])
    // Moves mute no mail about a payment.
    for (let nth = 0; nth < 20; nth += 1) await move(alice, savings, alice.account.id, '1.00')
    const paid = await payAs(sql, bob, {
      name: 'Alice Archer',
      sortCode: alice.account.sort_code,
      accountNumber: alice.account.account_number,
      amount: '3.00',
    })
    const [incoming] = await sql<{ often: boolean }[]>`
      select private.is_mailed_often(t.id) as often from public.transactions t
      where t.movement_id = ${paid.transaction_id} and t.incoming`
    expect(incoming?.often).toBe(false)
  })

  test('has the balance of its own account after it', async () => {
    const savings = await open(alice)
    const { movement_id: id } = await move(alice, alice.account.id, savings, '100.00')
    const [row] = await rowsOf(alice, savings)
    const after = async (transaction: string | undefined) =>
      (await as(alice)<{ balance: string }[]>`select public.get_balance_after(${transaction ?? ''}) as balance`)[0]
        ?.balance
    expect(await after(id)).toBe('4900.00')
    expect(await after(row?.id)).toBe('100.00')
  })

  test('is in the category savings, whatever the account is called', async () => {
    const savings = await open(alice, 'Tesco trip')
    await move(alice, alice.account.id, savings, '100.00')
    const [row] = await as(alice)<{ category: string }[]>`select category from public.search_transactions()`
    expect(row?.category).toBe('savings')
    const found = async (category: string) =>
      (await as(alice)`select from public.search_transactions(p_category => ${category})`).length
    expect(await found('savings')).toBe(1)
    expect(await found('groceries')).toBe(0)
  })

  test('is on the statement of each account', async () => {
    const savings = await open(alice)
    await move(alice, alice.account.id, savings, '100.00')
    const statementOf = async (account: string | null) =>
      (
        await as(alice)<{ statement: object }[]>`
          select public.get_statement(current_date - 1, current_date + 1, ${account}) as statement`
      )[0]?.statement
    expect(await statementOf(null)).toMatchObject({
      opening_balance: 5000,
      closing_balance: 4900,
      entries: [{ description: 'To Holiday', amount: -100, balance_after: 4900 }],
    })
    expect(await statementOf(savings)).toMatchObject({
      opening_balance: 0,
      closing_balance: 100,
      entries: [{ description: 'From Current account', amount: 100, balance_after: 100 }],
    })
    expect(await as(alice)`select * from public.get_statement_months(${savings})`).toMatchObject([
      { transaction_count: 1 },
    ])
  })

  test('cannot be reported, hidden, claimed or reversed', async () => {
    const savings = await open(alice)
    const { movement_id: id } = await move(alice, alice.account.id, savings, '100.00')
    expect(await hintOfRequest(sql, alice, (db) => db`select public.report_scam(${id})`)).toBe('transaction-gone')
    expect(await hintOfRequest(sql, alice, (db) => db`select public.save_claim(${id}, 'scam')`)).toBe('own-account')
    const [row] = await rowsOf(alice, savings)
    expect(await as(alice)`select public.hide_sender(${row?.id ?? ''}) as hidden`).toEqual([{ hidden: false }])
    expect(await hintOfRequest(sql, alice, (db) => db`select public.report_message(${row?.id ?? ''})`)).toBe(
      'transaction-gone',
    )
    const [refusal] = await sql<{ hint: string }[]>`
      select private.reversal_refusal(private.find_payment(${id})) as hint`
    expect(refusal?.hint).toBe('not-reversible')
  })
})

describe('savings in the work of staff', () => {
  test('are found by their number, and listed on the page of their owner', async () => {
    const savings = await open(alice)
    await move(alice, alice.account.id, savings, '100.00')
    await payAs(sql, alice, { name: 'Shop', sortCode: '12-34-56', accountNumber: '12345678', amount: '5.00' })
    const number = (await request(sql, alice, listAccounts))[1]?.account_number ?? ''
    const found = async (search: string) => {
      await as(admin)`select public.record_transaction_search(${search})`
      const [answer] = await as(admin)<{ list: { transactions: { amount: number; incoming: boolean }[] } }[]>`
        select public.list_all_transactions(${search}) as list`
      return answer?.list.transactions.map(({ amount, incoming }) => (incoming ? amount : -amount))
    }
    expect(await found(number)).toEqual([100])
    expect(await found(alice.account.account_number)).toEqual([-5, -100])
    const [page] = await sql<
      { facts: { savings: object[] } }[]
    >`select private.facts_of_user(${alice.id}, false) as facts`
    expect(page?.facts.savings).toMatchObject([{ id: savings, account_number: number, balance: 100, closed_at: null }])
  })

  test("have no name there: it is the customer's own", async () => {
    const savings = await open(alice, 'Divorce')
    const { movement_id: id } = await move(alice, alice.account.id, savings, '100.00')
    await move(alice, savings, alice.account.id, '1.00')
    const regular = { from: alice.account.id, to: savings, amount: '5.00' }
    const { id: next } = await request(sql, alice, (db) => createRegularMove(db, regular))
    await as(alice)`select public.set_regular_payment_state(${next}, 'paused')`
    await request(sql, alice, (db) => createRegularMove(db, regular))
    await as(alice)`delete from public.transactions where movement_id <> ${id}`
    await as(admin)`select public.record_transaction_search(${alice.account.account_number})`
    await as(admin)`select public.record_transaction_view(${id}, 'payment_list')`
    const seen = [
      await as(admin)`select public.list_all_transactions(${alice.account.account_number})`,
      await as(admin)`select public.get_transaction_details(${id})`,
      await sql`select private.latest_payments(${alice.id})`,
      await sql`select private.facts_of_user(${alice.id}, true)`,
      await sql`select * from private.audit_log where person_id = ${alice.id}`,
    ]
    expect(JSON.stringify(seen)).toContain('Alice Archer')
    expect(JSON.stringify(seen)).not.toContain('Divorce')
  })

  test('make those conflicted who paid into them', async () => {
    const savings = await open(alice)
    const [account] = await sql<{ sort_code: string; account_number: string }[]>`
      select sort_code, account_number from public.accounts where id = ${savings}`
    await payAs(sql, bob, {
      name: 'Alice Archer',
      sortCode: account?.sort_code ?? '',
      accountNumber: account?.account_number ?? '',
      amount: '5.00',
    })
    expect(await sql`select private.has_dealt_with(${bob.id}, ${alice.id}) as dealt`).toEqual([{ dealt: true }])
    expect(await sql`select private.has_dealt_with(${alice.id}, ${bob.id}) as dealt`).toEqual([{ dealt: true }])
  })
})

describe('all accounts of a customer', () => {
  test('are counted as money that is left, and go with the customer when staff delete them', async () => {
    const savings = await open(alice)
    await move(alice, alice.account.id, savings, '5000.00')
    expect(await sql`select private.closing_facts(${alice.id}) ->> 'balance' as balance`).toEqual([
      { balance: '5000.00' },
    ])
    expect(await sql`select private.money_of(${alice.id}) as money`).toEqual([{ money: '5000.00' }])
    await sql.begin(async (db) => {
      await db`select private.lock_records_of(${alice.id})`
      await db`select private.remove_person(${alice.id})`
    })
    expect(await sql`select from private.savings_accounts where account_id = ${savings}`).toEqual([])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('are closed with the current account, and their money waits for the customer', async () => {
    const savings = await open(alice)
    await as(alice)`select public.close_savings_account(${await open(alice, 'Car')})`
    await move(alice, alice.account.id, savings, '1200.00')
    await sql.begin(async (db) => {
      await db`select private.lock_records_of(${alice.id})`
      await db`select private.close_account(${alice.id}, 'bank', now())`
    })
    expect(await sql`select private.money_waiting_for(${alice.id}) as waiting`).toEqual([{ waiting: '5000.00' }])
    expect(await sql`select from public.accounts where user_id = ${alice.id} and is_closed and is_frozen`).toHaveLength(
      3,
    )
    const [mail] = await sql<{ message: string }[]>`
      select message from private.security_mails where user_id = ${alice.id} and title = 'Your account is closed'`
    expect(mail?.message).toContain('We keep £5,000.00 for you.')
    // One that its owner had closed before makes no news of the closing.
    expect(
      await sql`select from public.user_notifications where user_id = ${alice.id} and title like 'Money came in%'`,
    ).toEqual([])
    expect(await ledgerProblems(sql)).toEqual([])
  })
})
