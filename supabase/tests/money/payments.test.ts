import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  refusalAs,
  type Db,
  type Person,
  actingAs,
  refusalOf,
  request,
  setOwner,
  untilBlocked,
} from '../fixtures/database'
import { type Customer, accountOf, approve, signUp, withPeople, aCustomer } from '../fixtures/people'
import {
  payAs,
  payeeAt,
  type Payment,
  allRules,
  checkPayee,
  externalPayee,
  ledgerProblems,
  makePayment,
  requestOf,
  sendPayment,
} from '../fixtures/payments'

const { sql, as, payer, payee } = withPeople({ payer: aCustomer('Pat Payer'), payee: aCustomer('Robin Payee') })

const to = (customer: Customer) => ({ ...payeeAt(customer), name: 'Robin' })
const pay = (person: Person, payment: Payment) => payAs(sql, person, payment)
const send = (person: Person, payment: Payment) => request(sql, person, (db) => sendPayment(db, payment))
const balanceOf = async (person: Person) => (await accountOf(sql, person)).balance
const rowsOf = (person: Person) =>
  sql`select * from public.transactions where user_id = ${person.id} order by created_at desc, id desc`
const recipientsOf = (person: Person) => sql`select * from public.recipients where user_id = ${person.id}`

/** Makes a payment that must be refused, and checks that it stored nothing. */
async function refusalOfPayment(payment: Payment) {
  let refusal: unknown
  await actingAs(sql, payer, async (db) => {
    refusal = await refusalOf(db, (q) => makePayment(q, payment))
    await setOwner(db)
    expect((await accountOf(db, payer)).balance).toBe('5000.00')
    expect(await db`select id from public.transactions where user_id = ${payer.id}`).toHaveLength(0)
    expect(await db`select id from public.recipients where user_id = ${payer.id}`).toHaveLength(0)
    expect(await db`select request_id from private.payment_orders where user_id = ${payer.id}`).toHaveLength(0)
  })
  return refusal
}

describe('a new account', () => {
  test('a new account has 5,000 pounds, a sort code that no real bank uses, and the owner’s name', async () => {
    expect(payer.account).toMatchObject({ balance: '5000.00', account_holder_name: 'Pat Payer' })
    expect(payer.account.sort_code).toMatch(/^00-[1-9]\d-[1-9]\d$/)
    expect(payer.account.account_number).toMatch(/^[1-9]\d{7}$/)
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('a new account is opened once by concurrent calls', async () => {
    const person = await signUp(sql)
    await approve(sql, person)
    const open = () => as(person)`select public.open_current_account() as id`
    const answers = await Promise.all(Array.from({ length: 8 }, open))
    expect(new Set(answers.map(([row]) => row?.id))).toEqual(new Set([(await accountOf(sql, person)).id]))
    expect(await balanceOf(person)).toBe('5000.00')
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test.each([
    ['00-10-10', true],
    ['00-99-99', true],
    ['00-09-10', false],
    ['00-10-09', false],
    ['12-34-56', false],
    [null, false],
  ])('the sort code %s is of this bank: %s', async (sortCode, owned) => {
    expect(await sql`select private.is_own_sort_code(${sortCode}) as owned`).toEqual([{ owned }])
  })
})

test('every rule for warnings is active', async () => {
  expect(await sql`select name from private.payment_rules where active and action = 'warn' order by name`).toEqual(
    allRules.toSorted().map((name) => ({ name })),
  )
})

describe('make_payment refuses', () => {
  test.each([
    'NaN',
    'Infinity',
    '-Infinity',
    '0',
    '-1',
    '0.001',
    '10.005',
    '1e7',
    '1000000.01',
    '1e300',
    '1e3',
    '0x10',
    '1_000',
    '+10',
    ' 10',
    '10.',
    '.5',
    null,
  ])('the amount %s', async (amount) => {
    expect(await refusalOfPayment({ ...to(payee), amount })).toEqual({
      code: 'PT400',
      message: 'Please enter a valid amount.',
    })
  })

  test.each([
    ['', 'Enter the name on the account.'],
    ['   ', 'Enter the name on the account.'],
    ['x'.repeat(141), 'Name must be at most 140 characters.'],
    ['<script>', "< and > can't be used."],
    ['Ro\u200bbin', "Invisible characters can't be used."],
    ['Robin\u202e', "Invisible characters can't be used."],
    ['Robin\u0007', "Invisible characters can't be used."],
  ])('the name %j', async (name, message) => {
    expect(await refusalOfPayment({ ...to(payee), name, amount: '1' })).toEqual({ code: 'PT400', message })
  })

  test.each(['', '12345', '1234567', '12-34-5a', '12_34_56', '١٢٣٤٥٦', null])('the sort code %j', async (sortCode) => {
    const message = 'Sort code must be 6 digits'
    expect(await refusalOfPayment({ ...to(payee), sortCode, amount: '1' })).toEqual({ code: 'PT400', message })
  })

  test.each(['', '1234567', '123456789', '1234567x', '١٢٣٤٥٦٧٨', null])(
    'the account number %j',
    async (accountNumber) => {
      const message = 'Account number must be 8 digits'
      expect(await refusalOfPayment({ ...to(payee), accountNumber, amount: '1' })).toEqual({ code: 'PT400', message })
    },
  )

  test.each([
    ['x'.repeat(19), 'Reference must be at most 18 characters.'],
    ['a<b', "< and > can't be used."],
    ['a\u2066b', "Invisible characters can't be used."],
  ])('the reference %j', async (reference, message) => {
    expect(await refusalOfPayment({ ...to(payee), amount: '1', reference })).toEqual({ code: 'PT400', message })
  })

  test('a payment above the balance', async () => {
    const refusal = { code: 'PT402', message: "You don't have enough balance for this transaction." }
    expect(await refusalOfPayment({ ...to(payee), amount: '5000.01' })).toEqual(refusal)
    expect(await refusalOfPayment({ ...externalPayee, amount: '1000000' })).toEqual(refusal)
    expect(await balanceOf(payee)).toBe('5000.00')
  })

  test('a payment into the same account', async () => {
    const message = 'You cannot pay into the account you are paying from.'
    expect(await refusalOfPayment({ ...to(payer), amount: '1' })).toEqual({ code: 'PT400', message })
  })

  test('a payment without an account to pay from', async () => {
    const person = await signUp(sql)
    await approve(sql, person)
    expect(await refusalAs(sql, person, (q) => makePayment(q, { ...externalPayee, amount: '1' }))).toEqual({
      code: 'PT404',
      message: 'You do not have an account to pay from yet.',
    })
  })

  test('a payment without an idempotency key', async () => {
    await actingAs(sql, payer, async (db) => {
      const call = (q: typeof db) => q`
        select * from public.make_payment(null, ${requestOf(q, { ...externalPayee, amount: '1' })})`
      expect((await refusalOf(db, call)).code).toBe('PT400')
    })
  })
})

describe('a payment to another bank', () => {
  test('debits the payer, returns the new balance and adds a transaction for the payer only', async () => {
    const answer = await pay(payer, { ...externalPayee, amount: '12.34', reference: ' Rent ' })
    expect(answer).toMatchObject({ amount: '12.34', balance: '4987.66', internal: false })
    expect(await balanceOf(payer)).toBe('4987.66')
    const rows = await rowsOf(payer)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      id: answer.transaction_id,
      from_account_id: payer.account.id,
      to_account_holder_name: 'External Payee',
      to_sort_code: '12-34-56',
      to_account_number: '12345678',
      amount: '12.34',
      reference: 'Rent',
      status: 'completed',
      incoming: false,
      reversed_at: null,
      from_account_holder_name: null,
    })
    expect(rows[0]?.created_at).toEqual(answer.created_at)
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('a payment to another bank can use the whole balance, to the penny', async () => {
    expect(await pay(payer, { ...externalPayee, amount: '4999.99' })).toMatchObject({ balance: '0.01' })
    expect(await pay(payer, { ...externalPayee, amount: '0.01' })).toMatchObject({ balance: '0.00' })
  })

  test('includes our own account number with another sort code', async () => {
    const answer = await pay(payer, { ...to(payee), sortCode: externalPayee.sortCode, amount: '5' })
    expect(answer.internal).toBe(false)
    expect(await balanceOf(payee)).toBe('5000.00')
    expect(await rowsOf(payee)).toHaveLength(0)
  })
})

describe('a payment to a customer', () => {
  test('adds a transaction on both sides, with the payer’s details on the payee’s side', async () => {
    const answer = await pay(payer, { ...to(payee), amount: '250', reference: 'Concert' })
    expect(answer).toMatchObject({ amount: '250.00', balance: '4750.00', internal: true })
    expect([await balanceOf(payer), await balanceOf(payee)]).toEqual(['4750.00', '5250.00'])
    const [sent, ...otherSent] = await rowsOf(payer)
    expect(sent).toMatchObject({
      incoming: false,
      to_account_holder_name: 'Robin',
      amount: '250.00',
      reference: 'Concert',
    })
    const [received, ...otherReceived] = await rowsOf(payee)
    expect(received).toMatchObject({
      incoming: true,
      amount: '250.00',
      reference: 'Concert',
      from_account_id: null,
      from_account_holder_name: 'Pat Payer',
      from_sort_code: payer.account.sort_code,
      from_account_number: payer.account.account_number,
      to_account_holder_name: 'Robin Payee',
      to_sort_code: payee.account.sort_code,
      to_account_number: payee.account.account_number,
    })
    expect([...otherSent, ...otherReceived]).toEqual([])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('a payment without a reference names the payer in the payee’s reference', async () => {
    await pay(payer, { ...to(payee), amount: '1', reference: '  ' })
    expect((await rowsOf(payer))[0]?.reference).toBeNull()
    expect((await rowsOf(payee))[0]?.reference).toBe('Payment from Pat Payer')
  })

  test('finds the account with any dashes and spaces', async () => {
    const sortCode = ` ${payee.account.sort_code.replaceAll('-', '')}`
    const accountNumber = `${payee.account.account_number.slice(0, 4)} ${payee.account.account_number.slice(4)} `
    expect(await pay(payer, { name: 'Robin', sortCode, accountNumber, amount: '1' })).toMatchObject({ internal: true })
    expect((await rowsOf(payer))[0]).toMatchObject({
      to_sort_code: payee.account.sort_code,
      to_account_number: payee.account.account_number,
    })
  })
})

describe('the payee', () => {
  test('the payee is saved once, and updated by the next payment under the first name', async () => {
    await pay(payer, { ...to(payee), amount: '1' })
    const second = await pay(payer, {
      ...to(payee),
      name: 'Rob',
      sortCode: payee.account.sort_code.replaceAll('-', ''),
      amount: '2',
    })
    const recipients = await recipientsOf(payer)
    expect(recipients).toHaveLength(1)
    expect(recipients[0]).toMatchObject({
      account_holder_name: 'Robin',
      sort_code: payee.account.sort_code,
      account_number: payee.account.account_number,
      last_payment_amount: '2.00',
      last_payment_date: second.created_at,
    })
  })

  test('the payee is saved for the payer only', async () => {
    await pay(payer, { ...to(payee), amount: '1' })
    expect(await recipientsOf(payee)).toHaveLength(0)
  })
})

describe('the idempotency key', () => {
  test('returns the first answer to a repeated payment and moves no money', async () => {
    const payment = { ...to(payee), requestId: randomUUID(), amount: '10', reference: 'Once' }
    const first = await pay(payer, payment)
    await pay(payer, { ...externalPayee, amount: '100' })
    expect(await pay(payer, { ...payment, amount: '10.00', name: ' Robin ' })).toEqual(first)
    expect([await balanceOf(payer), await balanceOf(payee)]).toEqual(['4890.00', '5010.00'])
    expect(await rowsOf(payee)).toHaveLength(1)
  })

  test('the key is refused for a different payment', async () => {
    const payment = { ...to(payee), requestId: randomUUID(), amount: '10', reference: 'Once' }
    await pay(payer, payment)
    const others = [
      { amount: '11' },
      { name: 'Rob' },
      { reference: null },
      { accountNumber: '12345678' },
      { sortCode: '12-34-56' },
    ]
    await actingAs(sql, payer, async (db) => {
      for (const other of others) {
        expect(await refusalOf(db, (q) => makePayment(q, { ...payment, ...other }))).toEqual({
          code: 'PT409',
          message: 'This payment was already sent with different details. Please start again.',
        })
      }
    })
    expect(await balanceOf(payer)).toBe('4990.00')
  })

  test('the key belongs to one user: another user’s payment with it is a new payment', async () => {
    const requestId = randomUUID()
    await pay(payer, { ...externalPayee, requestId, amount: '10' })
    await pay(payee, { ...externalPayee, requestId, amount: '20' })
    expect([await balanceOf(payer), await balanceOf(payee)]).toEqual(['4990.00', '4980.00'])
  })

  test('the key can be used again after a refusal', async () => {
    const requestId = randomUUID()
    await expect(pay(payer, { ...to(payee), requestId, amount: '5000.01' })).rejects.toMatchObject({ code: 'PT402' })
    expect(await pay(payer, { ...to(payee), requestId, amount: '1' })).toMatchObject({ balance: '4999.00' })
  })

  test('pays once and returns one answer to concurrent calls', async () => {
    const checkId = await request(sql, payer, (db) => checkPayee(db, to(payee)))
    const payment = { ...to(payee), requestId: randomUUID(), amount: '10', checkId, warnings: allRules }
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(payer, payment)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect([await balanceOf(payer), await balanceOf(payee)]).toEqual(['4990.00', '5010.00'])
  })
})

describe('concurrent payments', () => {
  test('payments in 16 crossing lanes end without a deadlock and leave the ledger correct', async () => {
    // Payees that are saved need no check.
    await pay(payer, { ...to(payee), amount: '1' })
    await pay(payee, { ...to(payer), amount: '1' })
    const crossing = Array.from({ length: 16 }, async (_, lane) => {
      const [from, target] = lane % 2 === 0 ? [payer, payee] : [payee, payer]
      for (let round = 0; round < 5; round++) {
        await send(from, { ...to(target), amount: (lane + 1 + round / 100).toFixed(2) })
      }
    })
    await Promise.all(crossing)
    expect(Number(await balanceOf(payer)) + Number(await balanceOf(payee))).toBe(10_000)
    // Lanes 1, 3, … 15 pay 64 pounds a round to the payee, lanes 2, 4, … 16 pay 72 back.
    expect(await balanceOf(payer)).toBe('5040.00')
    expect([(await rowsOf(payer)).length, (await rowsOf(payee)).length]).toEqual([82, 82])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test.each([
    ['renames the account', (db: Db) => db`update public.accounts set account_holder_name = 'Pat' where true`],
    ['renames the account by the function', (db: Db) => db`select public.set_display_name('Pat')`],
    ['deletes the payee', (db: Db) => db`delete from public.recipients where true`],
  ])('the payee’s account is not locked while a slow request of the payer %s', async (_case, change) => {
    // The payment would lock the lower id first.
    const [from, target] = payer.account.id > payee.account.id ? [payer, payee] : [payee, payer]
    await pay(from, { ...to(target), amount: '1' })
    let sent: Promise<unknown> | undefined
    await request(sql, from, async (db) => {
      await change(db)
      sent = Promise.allSettled([send(from, { ...to(target), amount: '1' })])
      await untilBlocked(sql)
      await request(sql, target, async (other) => {
        await other`set local lock_timeout = '1s'`
        await makePayment(other, { ...externalPayee, amount: '1' })
      })
    })
    await sent
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('concurrent payments cannot spend more than the balance', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => send(payer, { ...externalPayee, amount: '1500', warnings: allRules })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await balanceOf(payer)).toBe('500.00')
    expect(await ledgerProblems(sql)).toEqual([])
  })
})
