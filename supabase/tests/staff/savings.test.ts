import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { openChat } from '../fixtures/chat'
import { expireClosingNotice } from '../fixtures/closing'
import { type Db, type Person, hintOfRequest, request } from '../fixtures/database'
import { externalPayee, ledgerProblems, payAs } from '../fixtures/payments'
import { aCustomer, addAdmin, anAdmin, withPeople } from '../fixtures/people'
import { listAccounts, moveMoney, openSavings } from '../fixtures/savings'
import { callAs, suspendCustomer } from '../fixtures/staff'

const rights = ['approve_users', 'financial_support', 'view_transactions']
const { sql, as, alice, bob, admin, second, withoutMoney } = withPeople({
  alice: aCustomer('Alice Archer'),
  bob: aCustomer('Bob Baker'),
  admin: anAdmin([...rights, 'manage_chat', 'repair_transactions']),
  second: anAdmin(rights),
  withoutMoney: anAdmin(['approve_users', 'manage_chat']),
})

let savings: string
beforeEach(async () => {
  await sql`update private.settings set four_eyes_above = 1000 where only_row`
  savings = await request(sql, alice, (db) => openSavings(db))
  await request(sql, alice, (db) => moveMoney(db, alice.account.id, savings, '100.00'))
})

const hintOf = (person: Person, run: (db: Db) => PromiseLike<unknown>) => hintOfRequest(sql, person, run)
const balances = async () => (await request(sql, alice, listAccounts)).map(({ balance }) => balance)
const closeSavings = () => as(alice)`select public.close_savings_account(${savings})`

describe('the balance of a savings account', () => {
  type Edit = { to: string; seen?: string; account?: string; of?: Person }
  const edit = (who: Person, { to, seen = '100.00', account = savings, of = alice }: Edit) =>
    hintOf(
      who,
      (db) => db`
        select public.update_user(${of.id}, p_balance => ${to}, p_seen_balance => ${seen}, p_account_id => ${account})`,
    )
  const ask = (who: Person, { to, seen = '100.00', account = savings, of = alice }: Edit) =>
    hintOf(
      who,
      (db) => db`
        select public.request_approval(
          'balance', ${of.id}, 'Asked for it', ${to}, ${seen}, ${account === '' ? null : account}
        )`,
    )
  const waiting = () =>
    as(second)<{ id: string; account_number: string | null; amount_after: string; problem: string | null }[]>`
      select id, account_number, amount_after, problem from public.list_approval_requests()`
  const approve = (id = '') => hintOf(second, (db) => db`select public.approve_request(${id})`)

  test('is set by an admin with financial_support, and the current account keeps its own', async () => {
    expect(await edit(admin, { to: '250.50' })).toBeNull()
    expect(await balances()).toEqual(['4900.00', '250.50'])
    const rows = await as(alice)`
      select amount, from_account_holder_name from public.search_transactions(p_account_id => ${savings}) limit 1`
    expect(rows).toEqual([{ amount: '150.50', from_account_holder_name: 'Manual Adjustment' }])
    const [audited] = await sql`
      select subject_id, details from private.audit_log where action = 'edit_balance' order by id desc limit 1`
    expect(audited).toEqual({ subject_id: savings, details: { from: 100, to: 250.5 } })
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('is refused without the right, with another balance than was shown, and of the account of another customer', async () => {
    expect(await edit(withoutMoney, { to: '250.00' })).toBe('no-permission')
    expect(await edit(alice, { to: '250.00' })).toBe('no-permission')
    expect(await edit(admin, { to: '250.00', seen: '99.00' })).toBe('balance-changed')
    expect(await edit(admin, { to: '250.00', of: bob })).toBe('no-account')
    expect(await edit(admin, { to: '250.00', account: randomUUID() })).toBe('no-account')
    expect(await ask(admin, { to: '9000.00', of: bob })).toBe('no-account')
    expect(await ask(withoutMoney, { to: '9000.00' })).toBe('no-permission')
    expect(await balances()).toEqual(['4900.00', '100.00'])
  })

  test('is refused once the customer has closed the account', async () => {
    await closeSavings()
    expect(await edit(admin, { to: '250.00', seen: '0.00' })).toBe('no-account')
    expect(await ask(admin, { to: '9000.00', seen: '0.00' })).toBe('no-account')
  })

  test('needs a second administrator above the amount, beside a request about the current account', async () => {
    expect(await edit(admin, { to: '1100.01' })).toBe('approval-needed')
    expect(await ask(admin, { to: '100.00' })).toBe('field:balance')
    expect(await ask(admin, { to: '9000.00' })).toBeNull()
    expect(await ask(admin, { to: '9001.00' })).toBe('approval-pending')
    expect(await ask(admin, { to: '8000.00', seen: '4900.00', account: '' })).toBeNull()
    const number = (await request(sql, alice, listAccounts))[1]?.account_number
    const requests = await waiting()
    expect(requests).toMatchObject([
      { account_number: number, amount_after: '9000.00', problem: null },
      { account_number: null, amount_after: '8000.00', problem: null },
    ])
    for (const { id } of requests) expect(await approve(id)).toBeNull()
    expect(await balances()).toEqual(['8000.00', '9000.00'])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('a request about it ends when its money moves, and when it is closed', async () => {
    await ask(admin, { to: '9000.00' })
    await request(sql, alice, (db) => moveMoney(db, alice.account.id, savings, '1.00'))
    const [first] = await waiting()
    expect(first?.problem).toBe('changed')
    expect(await approve(first?.id)).toBe('request-outdated')
    await ask(admin, { to: '9000.00', seen: '101.00' })
    await closeSavings()
    const newest = (await waiting()).find(({ id }) => id !== first?.id)
    expect(newest?.problem).toBe('changed')
    expect(await approve(newest?.id)).toBe('request-outdated')
    expect(await balances()).toEqual(['5000.00', '0.00'])
  })
})

describe('the lists of staff', () => {
  const details = async (id: string) => {
    await as(admin)`select public.record_transaction_view(${id}, 'payment_review')`
    const [row] = await as(admin)<{ page: Record<string, object> }[]>`
      select public.get_transaction_details(${id}) as page`
    return row?.page
  }

  test('say which account a row is about, and which rows are moves', async () => {
    await payAs(sql, alice, { ...externalPayee, amount: '5.00' })
    await as(admin)`select public.record_transaction_search(${alice.email})`
    const [answer] = await as(admin)<{ list: { transactions: object[] } }[]>`
      select public.list_all_transactions(${alice.email}) as list`
    const rows = answer?.list.transactions ?? []
    expect(rows).toHaveLength(3)
    for (const row of [
      { amount: 5, account_type: 'current', is_own_move: false },
      { incoming: true, account_type: 'savings', is_own_move: true },
      { incoming: false, account_type: 'current', is_own_move: true },
    ])
      expect(rows).toContainEqual(expect.objectContaining(row))
  })

  test('the page of a move has both accounts, and what was sent and credited once', async () => {
    const moved = await request(sql, alice, (db) => moveMoney(db, savings, alice.account.id, '40.00'))
    const page = await details(moved.movement_id)
    expect(page).toMatchObject({
      transaction: { account_type: 'savings', is_own_move: true, is_credit_missing: false },
      payer: { user_id: alice.id, account_type: 'savings' },
      payee: { user_id: alice.id, account_type: 'current' },
      timeline: [
        { kind: 'sent', amount: 40 },
        { kind: 'credited', amount: 40 },
      ],
      refusal: 'not-reversible',
    })
    const [incoming] = await sql<{ id: string }[]>`
      select id from public.transactions where movement_id = ${moved.movement_id} and incoming`
    expect((await details(incoming?.id ?? ''))?.transaction).toMatchObject({ account_type: 'current' })
  })

  test('the panel beside a chat has the savings without their names, with approve_users', async () => {
    const chat = await openChat(sql, alice)
    const moneyFor = async (person: Person) => {
      await sql`
        update public.chat_conversations set status = 'agent_assigned', assigned_admin_id = ${person.id}, agent_name = 'Priya'
        where id = ${chat}`
      await as(person)`select public.record_chat_money_view(${chat})`
      return callAs<{ savings: object[] | null; payments: object[] | null }>(
        sql,
        person,
        (db) => db`select public.get_chat_money(${chat}) as answer`,
      )
    }
    const { savings: shown, payments } = await moneyFor(admin)
    expect(shown).toMatchObject([{ id: savings, balance: 100, closed_at: null, wait_hours: 0 }])
    expect(JSON.stringify(shown)).not.toContain('Holiday')
    expect(payments).toHaveLength(2)
    for (const row of [
      { incoming: true, account_type: 'savings', is_own_move: true },
      { incoming: false, account_type: 'current', is_own_move: true },
    ])
      expect(payments).toContainEqual(expect.objectContaining(row))
    expect((await moneyFor(withoutMoney)).payments).toBeNull()
    await sql`delete from public.admin_permissions where admin_id = ${admin.id} and permission = 'approve_users'`
    expect((await moneyFor(admin)).savings).toBeNull()
  })
})

describe('the repair', () => {
  test('credits a move whose other half is missing, and its row is again one of a move', async () => {
    const { movement_id: id } = await request(sql, alice, (db) => moveMoney(db, alice.account.id, savings, '30.00'))
    await sql.begin(async (db) => {
      await db`alter table private.ledger_entries disable trigger ledger_is_append_only`
      await db`delete from private.ledger_entries where movement_id = ${id} and account_id = ${savings}`
      await db`alter table private.ledger_entries enable trigger ledger_is_append_only`
      await db`update public.accounts set balance = balance - 30 where id = ${savings}`
      await db`delete from public.transactions where movement_id = ${id} and incoming`
    })
    const [found] = await as(admin)<{ run: { repairs: object[] } }[]>`select public.find_repairs() as run`
    expect(found?.run.repairs).toMatchObject([
      {
        transaction_id: id,
        amount: 30,
        old_balance: 100,
        new_balance: 130,
        account_type: 'savings',
        is_own_move: true,
      },
    ])
    expect(await as(admin)`select new_balance from public.run_repair(${[id]})`).toEqual([{ new_balance: '130.00' }])
    expect(
      await as(alice)`
        select incoming, other_account_id from public.search_transactions(p_account_id => ${savings}) limit 1`,
    ).toEqual([{ incoming: true, other_account_id: alice.account.id }])
    expect(await balances()).toEqual(['4870.00', '130.00'])
    expect(await ledgerProblems(sql)).toEqual([])
  })
})

describe('all accounts of a customer', () => {
  test('have statements for staff after the closing, and not while the customer can read them', async () => {
    const agent = await addAdmin(sql, [...rights, 'manage_cases'])
    await as(agent)`select public.record_user_view(${alice.id}, 'asked')`
    const statement = (account: string | null) =>
      hintOf(
        agent,
        (db) => db`select public.get_closed_statement(${alice.id}, current_date - 1, current_date, ${account})`,
      )
    const car = await request(sql, alice, (db) => openSavings(db, { name: 'Car' }))
    await as(alice)`select public.close_savings_account(${car})`
    expect(await statement(car)).toBe('account-open')
    await expireClosingNotice(sql, alice)
    const [row] = await as(agent)<{ account: { savings: object[] } }[]>`
      select public.get_closed_account(${alice.id}) as account`
    expect(row?.account.savings).toMatchObject([
      { id: savings, name: 'Holiday', months: [expect.any(String)] },
      { id: car, name: 'Car', months: [] },
    ])
    expect(await statement(savings)).toBeNull()
    expect(await statement(bob.account.id)).toBe('account-open')
  })

  const frozen = async (person: Person) =>
    (
      await sql<{ is_frozen: boolean }[]>`
        select is_frozen from public.accounts where user_id = ${person.id} order by place`
    ).map((row) => row.is_frozen)

  test('are suspended and restored together', async () => {
    await suspendCustomer(sql, admin, alice)
    expect(await frozen(alice)).toEqual([true, true])
    await as(admin)`select public.restore_user(${alice.id})`
    expect(await frozen(alice)).toEqual([false, false])
  })

  test('are deleted together, also protected ones with a move that waits', async () => {
    await as(alice)`select public.protect_savings(${savings}, 72)`
    await request(sql, alice, (db) => moveMoney(db, savings, alice.account.id, '40.00'))
    await sql`update private.settings set four_eyes_above = 100000 where only_row`
    expect(await hintOf(admin, (db) => db`select public.delete_person(${alice.id})`)).toBeNull()
    expect(await sql`select from public.accounts where user_id = ${alice.id}`).toEqual([])
    expect(await sql`select from private.savings_accounts where account_id = ${savings}`).toEqual([])
    expect(await sql`select from private.waiting_moves where from_account_id = ${savings}`).toEqual([])
    expect(await ledgerProblems(sql)).toEqual([])
  })
})
