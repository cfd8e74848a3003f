import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { openChat, sendMessage } from '../fixtures/chat'
import { type Db, type Person, actingAs } from '../fixtures/database'
import { externalPayee, makePayment } from '../fixtures/payments'
import { anAdmin, withPeople, aCustomer, anApplicant, anApprovedPerson } from '../fixtures/people'
import { schedulePayment } from '../fixtures/scheduledPayments'
import postgres from 'postgres'

// The client tells refusals apart by their hints. 'field:x' names the form field that the error belongs to.

const { sql, customer, admin, applicant, withoutAccount } = withPeople(
  {
    customer: aCustomer(),
    admin: anAdmin(['manage_chat', 'approve_users', 'financial_support']),
    applicant: anApplicant(),
    withoutAccount: anApprovedPerson(),
  },
  { once: true },
)
let chat: string

beforeAll(async () => {
  chat = await openChat(sql, customer)
})

async function hintOf(caller: Person, run: (db: Db) => PromiseLike<unknown>): Promise<string | undefined> {
  let error: unknown
  await actingAs(sql, caller, async (db) => {
    try {
      await db.savepoint(async (inner) => {
        await run(inner)
      })
    } catch (caught) {
      error = caught
    }
  })
  if (error instanceof postgres.PostgresError) return error.hint
  throw new Error('the call was not refused', { cause: error })
}

const payee = { ...externalPayee, amount: '10.00' }

describe('a payment', () => {
  test.each([
    ['field:recipient', { name: ' ' }],
    ['field:recipient', { name: 'a'.repeat(141) }],
    ['field:recipient', { name: 'A <b>' }],
    ['field:sortCode', { sortCode: '12-34' }],
    ['field:accountNumber', { accountNumber: '1234' }],
    ['field:reference', { reference: 'a'.repeat(19) }],
    ['field:reference', { reference: '<b>' }],
    ['field:amount', { amount: '0' }],
    ['insufficient-funds', { amount: '999999.00' }],
  ])('gives the hint %s for %o', async (hint, change) => {
    expect(await hintOf(customer, (db) => makePayment(db, { ...payee, ...change }))).toBe(hint)
  })

  test('gives hints about the accounts, the idempotency key and the session', async () => {
    const { sort_code: sortCode, account_number: accountNumber } = customer.account
    expect(await hintOf(customer, (db) => makePayment(db, { ...payee, sortCode, accountNumber }))).toBe('own-account')
    expect(await hintOf(withoutAccount, (db) => makePayment(db, payee))).toBe('no-account')
    const requestId = randomUUID()
    expect(
      await hintOf(customer, async (db) => {
        await makePayment(db, { ...payee, requestId })
        await makePayment(db, { ...payee, requestId, amount: '11.00' })
      }),
    ).toBe('idempotency-key-reused')
    expect(await hintOf(applicant, (db) => makePayment(db, payee))).toBe('not-approved')
    expect(await hintOf({ ...customer, sessionId: randomUUID() }, (db) => makePayment(db, payee))).toBe('session-ended')
  })
})

describe('other forms', () => {
  test('a scheduled payment names the time and the amount', async () => {
    const cheque = { amount: '10.00', at: '2099-06-15T12:00:00+01:00' }
    expect(await hintOf(customer, (db) => schedulePayment(db, { ...cheque, at: '2020-01-01T12:00:00Z' }))).toBe(
      'field:time',
    )
    expect(await hintOf(customer, (db) => schedulePayment(db, { ...cheque, amount: '5000.01' }))).toBe('field:amount')
    expect(await hintOf(customer, (db) => schedulePayment(db, { ...cheque, amount: '0' }))).toBe('field:amount')
  })

  test.each([
    ['field:fullName', { fullName: '<b>' }],
    ['field:notificationEmail', { email: 'nowhere' }],
    ['field:pin', { pin: '123' }],
    ['field:balance', { balance: '-1', seen: '5000.00' }],
    ['balance-changed', { balance: '10', seen: '1.00' }],
  ])('an edited user gives the hint %s', async (hint, change) => {
    const { fullName, email, pin, balance, seen } = {
      fullName: null,
      email: null,
      pin: null,
      balance: null,
      seen: null,
      ...change,
    }
    expect(
      await hintOf(
        admin,
        (db) => db`
          select public.update_user(${customer.id}, ${fullName}, ${email}, ${pin}, ${balance}, ${seen})`,
      ),
    ).toBe(hint)
  })

  test('a PIN that is easy to guess names the field', async () => {
    expect(await hintOf(admin, (db) => db`select public.update_user(${customer.id}, p_pin => '12345')`)).toBe(
      'field:pin',
    )
  })

  test('a name names the field', async () => {
    expect(await hintOf(customer, (db) => db`select public.set_display_name('')`)).toBe('field:fullName')
  })
})

describe('the chat', () => {
  test('tells a repeated message, a pending request and an ended chat apart', async () => {
    expect(
      await hintOf(customer, async (db) => {
        await sendMessage(db, chat, customer, 'Hello')
        await sendMessage(db, chat, customer, 'Hello')
      }),
    ).toBe('duplicate-message')
    expect(
      await hintOf(customer, async (db) => {
        await db`select public.request_agent(${chat})`
        await db`select public.request_agent(${chat})`
      }),
    ).toBe('request-pending')
    expect(await hintOf(customer, (db) => db`select public.request_agent(${randomUUID()})`)).toBe('chat-ended')
    expect(await hintOf(admin, (db) => db`select public.accept_agent_request(${randomUUID()})`)).toBe('request-gone')
  })
})

test('staff functions tell missing permissions, missing users and own rights apart', async () => {
  expect(await hintOf(customer, (db) => db`select public.approve_users(${[applicant.id]})`)).toBe('no-permission')
  expect(await hintOf(admin, (db) => db`select public.verify_audit()`)).toBe('no-permission')
  expect(await hintOf(admin, (db) => db`select public.approve_users(${[randomUUID()]})`)).toBe('person-gone')
  expect(await hintOf(admin, (db) => db`select public.approve_users(${[admin.id]})`)).toBe('own-rights')
})

test('every session that has ended gives the same hint', async () => {
  expect(
    await sql`
      select proname as name, prosrc ~ 'hint = ''session-ended''' as has_hint from pg_proc
      where pronamespace = 'private'::regnamespace and prosrc ~ 'errcode = ''PT401'''`,
  ).toEqual([{ name: 'raise_session_ended', has_hint: true }])
})
