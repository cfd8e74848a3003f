import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditEntriesAbout } from '../fixtures/audit'
import { refusalAs, type Db, type Person, actingAs, refusalOf, request, setOwner } from '../fixtures/database'
import { ledgerProblems } from '../fixtures/payments'
import { accountOf, grantPermissions, withPeople, aCustomer, addApprovedPerson } from '../fixtures/people'

const { sql, as, customer, admin } = withPeople({ customer: aCustomer(), admin: aCustomer('Ada Admin') })

beforeEach(async () => {
  await sql`insert into public.user_roles (user_id, role) values (${admin.id}, 'admin')`
  await grantPermissions(sql, admin, ['financial_support'])
})

const editBalance = (db: Db, balance: string | null) =>
  db<{ balance: string }[]>`select public.edit_current_account_balance(${balance}) as balance`
const add = (db: Db, recipient: string | null, amount: string | null, reference: string | null = null) =>
  db<{ balance: string }[]>`
    select public.add_manual_transaction(${recipient}, ${amount}, ${reference}) as balance`
const balanceOf = async (person: Person) => (await accountOf(sql, person)).balance
const listOf = (person: Person) => sql`
  select amount, incoming, status, reference, to_account_holder_name, to_sort_code, to_account_number,
    from_account_holder_name, from_sort_code, from_account_number
  from public.transactions where user_id = ${person.id} order by created_at`

describe('edit_current_account_balance', () => {
  test.each([null, '-0.01', '10.005', 'NaN', 'Infinity', '1000000000000', '0x10', '1_000', '1e3'])(
    'refuses the balance %s',
    async (balance) => {
      expect(await refusalAs(sql, admin, (q) => editBalance(q, balance))).toEqual({
        code: 'PT400',
        message: 'Please enter a valid balance.',
      })
    },
  )

  test('records a lower balance as an outgoing manual adjustment', async () => {
    expect([...(await request(sql, admin, (db) => editBalance(db, '4000.50')))]).toEqual([{ balance: '4000.50' }])
    expect(await balanceOf(admin)).toBe('4000.50')
    expect([...(await listOf(admin))]).toEqual([
      {
        amount: '999.50',
        incoming: false,
        status: 'completed',
        reference: 'Manual balance adjustment',
        to_account_holder_name: 'Manual Adjustment',
        to_sort_code: '00-00-00',
        to_account_number: '00000000',
        from_account_holder_name: null,
        from_sort_code: null,
        from_account_number: null,
      },
    ])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('records a higher balance as an incoming manual adjustment, shown in the insights and the statement', async () => {
    await request(sql, admin, (db) => editBalance(db, '6000000'))
    expect([...(await listOf(admin))]).toMatchObject([
      {
        amount: '5995000.00',
        incoming: true,
        reference: 'Manual balance adjustment',
        from_account_holder_name: 'Manual Adjustment',
        from_sort_code: '00-00-00',
        from_account_number: '00000000',
        to_account_number: admin.account.account_number,
      },
    ])
    await request(sql, admin, async (db) => {
      const [month] = await db`select spent::float, received::float from public.get_insights()`
      expect(month).toEqual({ spent: 0, received: 5995000 })
      const [row] = await db<{ statement: { closing_balance: number; entries: { description: string }[] } }[]>`
        select public.get_statement('-infinity', 'infinity') as statement`
      expect(row?.statement.closing_balance).toBe(6000000)
      expect(row?.statement.entries.at(-1)?.description).toBe('Manual Adjustment')
    })
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('moves no money when the balance is unchanged, and audits each edit with both figures', async () => {
    await request(sql, admin, (db) => editBalance(db, '5000'))
    expect([...(await listOf(admin))]).toEqual([])
    await request(sql, admin, (db) => editBalance(db, '0'))
    expect(await balanceOf(admin)).toBe('0.00')
    expect(
      await sql`
        select actor_id, details from private.audit_log where action = 'edit_balance' and subject_id = ${admin.account.id} order by id`,
    ).toEqual([
      { actor_id: admin.id, details: { from: 5000, to: 5000 } },
      { actor_id: admin.id, details: { from: 5000, to: 0 } },
    ])
  })

  test('ends with one of several balances set concurrently, and the ledger agrees', async () => {
    const figures = ['100', '200', '7000', '8000', '5000']
    await Promise.all(figures.map((figure) => request(sql, admin, (db) => editBalance(db, figure))))
    expect(figures.map((figure) => `${figure}.00`)).toContain(await balanceOf(admin))
    expect(await ledgerProblems(sql)).toEqual([])
  })
})

describe('add_manual_transaction', () => {
  test('refuses a caller without an account', async () => {
    const person = await addApprovedPerson(sql)
    expect((await refusalAs(sql, person, (q) => add(q, 'Shop', '1'))).code).toBe('PT404')
  })

  test.each([
    ['', '1', null, 'Enter the name on the account.'],
    ['<Shop>', '1', null, "< and > can't be used."],
    ['Shop', '1', 'x'.repeat(19), 'Reference must be at most 18 characters.'],
    ['Shop', '0', null, 'Please enter a valid amount.'],
    ['Shop', null, null, 'Please enter a valid amount.'],
  ])('refuses the payee %j with the amount %j and the reference %j', async (recipient, amount, reference, message) => {
    expect(await refusalAs(sql, customer, (q) => add(q, recipient, amount, reference))).toEqual({
      code: 'PT400',
      message,
    })
  })

  test('refuses an amount above the balance and stores nothing', async () => {
    await actingAs(sql, customer, async (db) => {
      expect(await refusalOf(db, (q) => add(q, 'Shop', '5000.01'))).toEqual({
        code: 'PT402',
        message: 'Insufficient funds',
      })
      await setOwner(db)
      expect(await db`select id from public.transactions where user_id = ${customer.id}`).toHaveLength(0)
    })
  })

  test('reduces the balance, and adds a transaction and an audit entry', async () => {
    expect([...(await request(sql, customer, (db) => add(db, ' Corner Shop ', '12.34', 'Milk')))]).toEqual([
      { balance: '4987.66' },
    ])
    expect(await balanceOf(customer)).toBe('4987.66')
    expect([...(await listOf(customer))]).toMatchObject([
      {
        amount: '12.34',
        incoming: false,
        reference: 'Milk',
        to_account_holder_name: 'Corner Shop',
        to_sort_code: '12-34-56',
        to_account_number: '12345678',
      },
    ])
    const [row] = await sql<{ id: string }[]>`select id from public.transactions where user_id = ${customer.id}`
    expect(await auditEntriesAbout(sql, [row?.id ?? ''])).toEqual([
      { action: 'add_manual_transaction', actor_id: customer.id },
    ])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('accepts one of two concurrent payments when the balance covers only one', async () => {
    const answers = await Promise.allSettled([1, 2].map(() => request(sql, customer, (db) => add(db, 'Shop', '3000'))))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await balanceOf(customer)).toBe('2000.00')
  })
})

describe('a repeated manual transaction', () => {
  const send = (requestId: string, recipient = 'Shop', amount = '10') =>
    as(customer)<{ balance: string }[]>`
        select public.add_manual_transaction(${recipient}, ${amount}, null, ${requestId}) as balance`

  test('gets the first answer and records nothing, also when the requests are concurrent', async () => {
    const requestId = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(requestId)))
    await request(sql, customer, (db) => add(db, 'Later', '5'))
    answers.push(await send(requestId))
    expect(answers.map(([answer]) => answer)).toEqual(Array.from({ length: 9 }, () => ({ balance: '4990.00' })))
    expect(await balanceOf(customer)).toBe('4985.00')
    expect(await listOf(customer)).toHaveLength(2)
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('a repeated transaction is refused when its details differ', async () => {
    const requestId = randomUUID()
    await send(requestId)
    const reused = {
      code: 'PT409',
      message: 'This transaction was already sent with different details. Please start again.',
    }
    await expect(send(requestId, 'Other shop')).rejects.toMatchObject(reused)
    await expect(send(requestId, 'Shop', '11')).rejects.toMatchObject(reused)
    expect(await balanceOf(customer)).toBe('4990.00')
  })
})
