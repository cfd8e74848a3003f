import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { request } from '../fixtures/database'
import { createWithTerms, dayFromToday, scheduleWithTerms, sendDue } from '../fixtures/outgoingPayments'
import { externalPayee, payeeAt, requestOf, sendPayment } from '../fixtures/payments'
import { aCustomer, withPeople } from '../fixtures/people'

const { sql, as, payer, payee } = withPeople({ payer: aCustomer('Priya Shah'), payee: aCustomer('John Smith') })

beforeEach(async () => {
  await sql`update private.payment_rules set active = action = 'warn' and name in ('name_mismatch', 'unconfirmed_name')`
})

type Payee = { name: string; sortCode: string; accountNumber: string; type: string }
/** What the check says of the payee, and whether the name counts as confirmed. */
const outcomes: [outcome: string, isConfirmed: boolean, details: () => Payee][] = [
  ['match', true, () => ({ ...payeeAt(payee), name: 'John Smith', type: 'personal' })],
  ['close_match', true, () => ({ ...payeeAt(payee), name: 'J Smith', type: 'personal' })],
  ['wrong_type', false, () => ({ ...payeeAt(payee), name: 'John Smith', type: 'business' })],
  ['no_match', false, () => ({ ...payeeAt(payee), name: 'Robin Marlowe', type: 'personal' })],
  ['unavailable', false, () => ({ ...externalPayee, name: 'Robin Marlowe', type: 'personal' })],
]

async function checked({ name, sortCode, accountNumber, type }: Payee) {
  const id = randomUUID()
  await as(payer)`select public.check_payee(${id}, ${name}, ${sortCode}, ${accountNumber}, ${type})`
  return id
}
const ticked = ['name_mismatch', 'unconfirmed_name']
/** Pays with a check, as a form does that knows the type. */
const pay = async (details: Payee, amount: string, warnings: string[] = []) =>
  request(sql, payer, async (db) => sendPayment(db, { ...details, amount, checkId: await checked(details), warnings }))
const later = async (details: Payee, amount: string, warnings = ticked) =>
  request(sql, payer, async (db) =>
    scheduleWithTerms(db, { ...details, amount, checkId: await checked(details), warnings }),
  )
const hintOf = (made: Promise<unknown>) =>
  made.then(
    () => null,
    ({ hint }: { hint: string }) => hint,
  )
const yesterday = () =>
  sql`update public.recipients set created_at = created_at - interval '1 day' where user_id = ${payer.id}`
const sendAll = () => sendDue(sql, `${dayFromToday(8)} 14:00 Europe/London`)

/** Each way in which a payee of £1 becomes a saved one. */
const ways: [way: string, save: (details: Payee) => Promise<unknown>][] = [
  ['a payment', (details) => pay(details, '1', ticked)],
  [
    'a payment that was repeated without a check',
    async (details) => {
      await pay(details, '0.50', ticked)
      await request(sql, payer, (db) => sendPayment(db, { ...details, amount: '0.50', warnings: ticked }))
    },
  ],
  [
    'a payment with an undo window',
    async (details) => {
      await as(payer)`select public.set_undo_window('10')`
      await pay(details, '1', ticked)
      await sendDue(sql, new Date(Date.now() + 60_000).toISOString())
      await as(payer)`select public.set_undo_window('0')`
    },
  ],
  [
    'a payment for another day',
    async (details) => {
      await later(details, '1')
      await sendAll()
    },
  ],
  [
    'a regular payment',
    async (details) => {
      await request(sql, payer, async (db) =>
        createWithTerms(db, {
          ...details,
          amount: '1',
          checkId: await checked(details),
          warnings: ticked,
          startsOn: dayFromToday(1),
          frequency: 'yearly',
        }),
      )
      await sendAll()
    },
  ],
  [
    'a payment, an edit of its name and back',
    async (details) => {
      await pay(details, '1', ticked)
      for (const name of ['John Smith', details.name])
        await as(payer)`select public.edit_recipient(r.id, ${name}, null, true) from public.recipients r`
    },
  ],
  [
    'a payment, a deletion and another payment',
    async (details) => {
      await pay(details, '0.50', ticked)
      await as(payer)`delete from public.recipients where user_id = ${payer.id}`
      await pay(details, '1', ticked)
    },
  ],
]

type Made = (details: Payee, amount: string, warnings?: string[]) => Promise<unknown>
/** Each way to pay a saved payee. */
const kinds: [kind: string, make: Made][] = [
  ['at once', pay],
  [
    'at once, without a check',
    (details, amount, warnings = []) => request(sql, payer, (db) => sendPayment(db, { ...details, amount, warnings })),
  ],
  [
    'at once, with a check that does not ask for the type',
    async (details, amount, warnings = []) => {
      const checkId = randomUUID()
      await as(payer)`
        select public.check_payee(${checkId}, ${details.name}, ${details.sortCode}, ${details.accountNumber})`
      return request(sql, payer, (db) => sendPayment(db, { ...details, amount, checkId, warnings }))
    },
  ],
  ['on another day', (details, amount, warnings = []) => later(details, amount, warnings)],
  [
    'each year',
    async (details, amount, warnings = []) => {
      const checkId = await checked(details)
      return request(sql, payer, (db) =>
        createWithTerms(db, { ...details, amount, checkId, warnings, frequency: 'yearly', startsOn: dayFromToday(1) }),
      )
    },
  ],
]

describe.each(outcomes)('a payee whose check is %s', (_, isConfirmed, details) => {
  test.each(ways.flatMap(([way, save]) => kinds.map(([kind, make]) => [way, kind, save, make] as const)))(
    'saved by %s, is warned of again for a large sum %s',
    async (_way, _kind, save, make) => {
      await save(details())
      await yesterday()
      const [row] = await sql<{ outcome: string }[]>`
        select check_outcome as outcome from public.recipients where user_id = ${payer.id}`
      expect(row?.outcome).toBe(_)
      // The app asks for the warnings without a check that is counted.
      expect(await hintOf(make(details(), '1000.01'))).toBe(isConfirmed ? null : 'warnings-needed')
      if (!isConfirmed) await make(details(), '1000.01', ['unconfirmed_name'])
    },
  )
})

describe('an unconfirmed name', () => {
  const details = (): Payee => ({ ...payeeAt(payee), name: 'Robin Marlowe', type: 'personal' })
  beforeEach(() => pay(details(), '1', ticked))

  test.each<[string, string, string[], string | null]>([
    ['one pound', '1', [], null],
    ['£1,000', '1000', [], null],
    ['a penny above £1,000', '1000.01', [], 'warnings-needed'],
    ['£1,000 since the last warning', '500', ['250', '250'], null],
    ['a penny above £1,000 since the last warning', '500.01', ['250', '250'], 'warnings-needed'],
  ])('is warned of again by the sum: %s', async (_, amount, before, hint) => {
    for (const sum of before) await pay(details(), sum)
    expect(await hintOf(pay(details(), amount))).toBe(hint)
  })

  test('is warned of again by the share of the balance, also in parts, above £250', async () => {
    await pay({ ...payeeAt(payee), name: 'John Smith', type: 'personal' }, '4399')
    await yesterday()
    await sql`update public.recipients set warned_total = paid_total, paid_name = 'Robin Marlowe', check_outcome = 'no_match'`
    // £600 are left.
    expect(await hintOf(pay(details(), '300'))).toBeNull()
    expect(await hintOf(pay(details(), '0.01'))).toBe('warnings-needed')
    await pay(details(), '50', ['unconfirmed_name'])
    expect(await hintOf(pay(details(), '249'))).toBeNull()
  })

  test('counts what is on its way, and a changed payment once', async () => {
    const id = await later(details(), '900', [])
    expect(await hintOf(pay(details(), '100.01'))).toBe('warnings-needed')
    const change = async (amount: string) => {
      const checkId = await checked(details())
      return as(payer)`
        select public.change_outgoing_payment(${id}, ${requestOf(sql, { amount, checkId })}, ${dayFromToday(2)})`
    }
    expect(await hintOf(change('1000'))).toBeNull()
    expect(await hintOf(change('1000.01'))).toBe('warnings-needed')
    await as(payer)`select public.cancel_outgoing_payment(${id})`
    expect(await hintOf(pay(details(), '1000'))).toBeNull()
  })

  test('counts what waits for its undo window', async () => {
    await as(payer)`select public.set_undo_window('30')`
    await pay(details(), '900')
    expect(await hintOf(pay(details(), '100.01'))).toBe('warnings-needed')
    expect(await hintOf(pay(details(), '100'))).toBeNull()
  })

  test('counts what a regular payment sends in a year, and what a change of it adds', async () => {
    const create = async (amount: string, count: string | null, warnings: string[] = []) => {
      const checkId = await checked(details())
      return request(sql, payer, (db) =>
        createWithTerms(db, { ...details(), amount, checkId, warnings, count, frequency: 'monthly' }),
      )
    }
    expect(await hintOf(create('84', null))).toBe('warnings-needed')
    expect(await hintOf(create('84', '3'))).toBeNull()
    const { id } = await create('500', null, ['unconfirmed_name'])
    const change = (amount: string) => as(payer)`select public.change_regular_payment(${id}, ${amount})`
    expect(await hintOf(change('550'))).toBeNull()
    expect(await hintOf(change('600'))).toBe('warnings-needed')
  })

  test('is not counted twice after a payment that was warned of, and not at all once it came back', async () => {
    await pay(details(), '1500', ['unconfirmed_name'])
    await pay(details(), '900')
    await sql`
      select private.count_as_unpaid(${payer.id}, ${details().sortCode}, ${details().accountNumber}, 900)`
    expect(await hintOf(pay(details(), '900'))).toBeNull()
  })

  test('that is held with a warning does not count as warned of what was sent since the warning', async () => {
    await as(payer)`select public.set_undo_window('30')`
    await pay(details(), '900')
    await pay(details(), '200', ['unconfirmed_name'])
    const unwarned = async () => {
      const [row] = await sql<{ unwarned: string }[]>`
        select paid_total - warned_total as unwarned from public.recipients where user_id = ${payer.id}`
      return row?.unwarned
    }
    expect(await unwarned()).toBe('0.00')
    await sql`update public.recipients set paid_total = paid_total + 50 where user_id = ${payer.id}`
    await sendAll()
    // The £900 were held when the customer was warned.
    expect(await unwarned()).toBe('950.00')
  })

  test('does not make a regular payment forget what was paid beside it', async () => {
    const checkId = await checked(details())
    await request(sql, payer, (db) =>
      createWithTerms(db, { ...details(), amount: '400', checkId, warnings: ticked, frequency: 'weekly' }),
    )
    await pay(details(), '600', ticked)
    await sql`update public.recipients set warned_total = paid_total - 600 where user_id = ${payer.id}`
    await sendAll()
    const [row] =
      await sql`select paid_total - warned_total as unwarned from public.recipients where user_id = ${payer.id}`
    expect(row).toEqual({ unwarned: '600.00' })
  })

  test('becomes harmless only by a name that is right', async () => {
    const right = { ...details(), name: 'John Smith' }
    await pay(right, '1')
    expect(await hintOf(pay(right, '1500'))).toBeNull()
    expect(await hintOf(pay(details(), '1'))).toBe('warnings-needed')
  })
})
