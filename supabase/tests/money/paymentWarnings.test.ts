import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Db, type Person, request } from '../fixtures/database'
import {
  type FuturePayment,
  createWithTerms,
  dayFromToday,
  scheduleWithTerms,
  sendDue,
} from '../fixtures/outgoingPayments'
import {
  payAs,
  payeeAt,
  type Payment,
  allRules,
  checkPayee,
  externalPayee,
  requestOf,
  sendPayment,
} from '../fixtures/payments'
import { type Customer, addCustomer, withPeople, aCustomer } from '../fixtures/people'
import { openSavings } from '../fixtures/savings'

const { sql, as, payer, payee } = withPeople({ payer: aCustomer('Priya Shah'), payee: aCustomer('John Smith') })

const setRules = (...active: string[]) =>
  sql`update private.payment_rules set active = action = 'warn' and name = any (${active}::text[])`
beforeEach(async () => {
  await setRules()
  await sql`delete from private.payee_reports`
})

const to = (customer: Customer, name = customer.account.account_holder_name) => ({ ...payeeAt(customer), name })
const pay = (payment: Payment, who: Person = payer) => request(sql, who, (db) => sendPayment(db, payment))
const refusalTo = (payment: Payment) =>
  pay(payment).then(
    () => null,
    ({ code, hint, message }: { code: string; hint: string; message: string }) => ({ code, hint, message }),
  )
async function checked(details: { name: string; sortCode: string; accountNumber: string }, type = 'personal') {
  const id = randomUUID()
  const { name, sortCode, accountNumber } = details
  await as(payer)`select public.check_payee(${id}, ${name}, ${sortCode}, ${accountNumber}, ${type})`
  return id
}
const assessed = (
  details: { name: string; sortCode: string; accountNumber: string },
  amount: string,
  checkId: string | null = null,
) =>
  request(sql, payer, async (db) =>
    (
      await db<{ rule: string }[]>`
        select rule from public.assess_payment(
          ${details.name}, ${details.sortCode}, ${details.accountNumber}, ${amount}, ${checkId})`
    ).map(({ rule }) => rule),
  )
const evidence = () =>
  sql`
    select (evidence).check_id, (evidence).reason, (evidence).outcome, (evidence).warnings, (evidence).warnings_version,
      (evidence).warnings_shown_at
    from private.payment_orders where user_id = ${payer.id} and (evidence).warnings is not null order by created_at`
const savedOutcomes = () => sql`select check_outcome from public.recipients where user_id = ${payer.id}`

const notFound = {
  code: 'PT404',
  hint: 'payee-not-found',
  message: 'There is no Fernbank account with this sort code and account number.',
}
const checkNeeded = { code: 'PT409', hint: 'check-needed', message: "Please check the payee's details first." }
const warningsNeeded = {
  code: 'PT409',
  hint: 'warnings-needed',
  message: 'Please read the warning about this payment first.',
}

const dayMs = 86_400_000
const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

/** What the evidence of a read warning cannot be. */
const unread: [what: string, Pick<Payment, 'warningsVersion' | 'warningsShownAt'>][] = [
  ['no version', { warningsVersion: null }],
  ['the version 0', { warningsVersion: 0 }],
  ['a version that no text has', { warningsVersion: 2_147_483_647 }],
  ['no time', { warningsShownAt: null }],
  ['a time two days ago', { warningsShownAt: daysFromNow(-2) }],
  ['a time two days ahead', { warningsShownAt: daysFromNow(2) }],
  ['a time before all times', { warningsShownAt: '-infinity' }],
  ['a time after all times', { warningsShownAt: 'infinity' }],
]

describe('a payment without warnings', () => {
  test('only a counted check tells whether a new payee has an account at this bank', async () => {
    const nowhere = { name: 'John Smith', sortCode: payee.account.sort_code, accountNumber: '00000001' }
    const schedule = (payment: Payment) =>
      as(payer)`
        select * from public.schedule_outgoing_payment(
          gen_random_uuid(), ${requestOf(sql, payment)}, to_char(now() + interval '3 days', 'YYYY-MM-DD'))`
    for (const details of [nowhere, to(payee)]) {
      for (const part of [{ amount: '1' }, { amount: '1', reason: 'fun' }, { amount: '999999' }]) {
        expect(await refusalTo({ ...details, ...part })).toEqual(await refusalTo({ ...to(payee), ...part }))
      }
      expect(await refusalTo({ ...details, amount: '1' })).toEqual(checkNeeded)
      await expect(schedule({ ...details, amount: '1' })).rejects.toMatchObject(checkNeeded)
    }
    for (let check = 1; check < 10; check += 1) await checked(nowhere)
    const unknown = { ...nowhere, amount: '1', checkId: await checked(nowhere) }
    expect(await refusalTo(unknown)).toEqual(notFound)
    await expect(schedule(unknown)).rejects.toMatchObject(notFound)
    // The same counter as that of the form.
    await expect(checked({ ...nowhere, accountNumber: '00000002' })).rejects.toMatchObject({ hint: 'too-many-checks' })
    expect(await refusalTo({ ...nowhere, accountNumber: '00000002', amount: '1' })).toEqual(checkNeeded)
    await expect(checked(to(payee))).rejects.toMatchObject({ hint: 'too-many-checks' })
  })

  test('a check that is not counted tells that the account of a saved payee has closed', async () => {
    await pay({ ...to(payee), amount: '1', checkId: await checked(to(payee)) })
    await sql`update public.accounts set is_closed = true, is_frozen = true where id = ${payee.account.id}`
    expect(await refusalTo({ ...to(payee), amount: '1' })).toEqual(checkNeeded)
    const checkId = await checked(to(payee))
    expect(await refusalTo({ ...to(payee), amount: '1', checkId })).toEqual(notFound)
    expect(await sql`select is_counted from private.payee_checks where id = ${checkId}`).toEqual([
      { is_counted: false },
    ])
  })

  test.each([
    ['John Smith', 'match'],
    ['smith, john', 'match'],
    ['J Smith', 'close_match'],
    ['Robin Marlowe', 'no_match'],
  ])('a payment to a saved payee by the name of the last payment, %s, is checked inside', async (name, outcome) => {
    await pay({ ...to(payee, name), amount: '1', checkId: await checked(to(payee, name)) })
    await pay({ ...to(payee, name), amount: '1' })
    expect(await savedOutcomes()).toEqual([{ check_outcome: outcome }])
    // The payee is new for a day, so that the second payment was assessed as well.
    expect((await evidence()).map(({ warnings }) => warnings)).toEqual([[], []])
  })

  test('a payment to a saved payee needs a check of every other name, also of the right one and of an edited one', async () => {
    await pay({ ...to(payee, 'J Smith'), amount: '1', checkId: await checked(to(payee, 'J Smith')) })
    for (const name of ['John Smith', 'Robin Marlowe']) {
      expect(await refusalTo({ ...to(payee, name), amount: '0.01' })).toEqual(checkNeeded)
      await as(payer)`select public.edit_recipient(r.id, ${name}, null, false) from public.recipients r`
      expect(await refusalTo({ ...to(payee, name), amount: '0.01' })).toEqual(checkNeeded)
    }
    await pay({ ...to(payee), amount: '1', checkId: await checked(to(payee)) })
    await pay({ ...to(payee), amount: '1' })
    expect(await savedOutcomes()).toEqual([{ check_outcome: 'match' }])
  })

  test('a payment to a saved payee whose name is no longer on the account needs a check, once', async () => {
    await setRules('name_mismatch')
    await pay({ ...to(payee), amount: '1', checkId: await checked(to(payee)) })
    await sql`update public.accounts set account_holder_name = 'Robin Marlowe' where id = ${payee.account.id}`
    expect(await refusalTo({ ...to(payee), amount: '1' })).toEqual(checkNeeded)
    await expect(
      request(sql, payer, (db) => scheduleWithTerms(db, { ...to(payee), amount: '1' })),
    ).rejects.toMatchObject(checkNeeded)
    const again = { ...to(payee), amount: '1', checkId: await checked(to(payee)) }
    expect(await refusalTo(again)).toEqual(warningsNeeded)
    await pay({ ...again, warnings: ['name_mismatch'] })
    await pay({ ...to(payee), amount: '1' })
    expect(await savedOutcomes()).toEqual([{ check_outcome: 'no_match' }])
  })

  test('a payment to another bank is saved as unavailable, and a later payment updates the outcome', async () => {
    await pay({ ...externalPayee, amount: '1' })
    await pay({ ...externalPayee, amount: '1' })
    expect(await savedOutcomes()).toEqual([{ check_outcome: 'unavailable' }])
  })

  test('stores its check and its reason', async () => {
    const wrong = to(payee, 'Robin Marlowe')
    const checkId = await checked(wrong)
    const requestId = randomUUID()
    await pay({ ...wrong, amount: '1', checkId, reason: 'rent', requestId })
    // A repeated request returns the first answer, whatever it says now.
    await pay({ ...wrong, amount: '1', requestId, reason: 'bills' })
    expect(await evidence()).toEqual([
      {
        check_id: checkId,
        reason: 'rent',
        outcome: 'no_match',
        warnings: [],
        warnings_version: null,
        warnings_shown_at: null,
      },
    ])
    expect(await refusalTo({ ...wrong, amount: '1', reason: 'fun' })).toMatchObject({ hint: 'field:reason' })
  })

  test('a payment is refused with a check that is of other details, of another customer, or too old', async () => {
    const details = to(payee, 'Robin Marlowe')
    await pay({ ...details, amount: '1', checkId: await checked(details) })
    const old = await checked(details)
    await sql`update private.payee_checks set created_at = now() - interval '31 minutes' where id = ${old}`
    const thief = await addCustomer(sql)
    const ofOther = await request(sql, thief, (db) => checkPayee(db, details))
    for (const checkId of [await checked(to(payee)), ofOther, old, randomUUID()]) {
      expect(await refusalTo({ ...details, amount: '1', checkId })).toEqual(checkNeeded)
      expect(await refusalTo({ ...externalPayee, amount: '1', checkId })).toEqual(checkNeeded)
    }
    expect(await evidence()).toHaveLength(1)
  })
})

describe('the rule', () => {
  /** The payment is refused until the warning is ticked, then it is made once and the evidence stored. */
  async function expectWarning(rule: string, payment: Payment & { name: string }) {
    const { name, sortCode, accountNumber, amount, checkId } = payment
    const details = { name, sortCode: sortCode ?? '', accountNumber: accountNumber ?? '' }
    expect(await assessed(details, amount ?? '', checkId ?? null)).toEqual([rule])
    const again = { ...payment, requestId: randomUUID() }
    expect(await refusalTo(again)).toEqual(warningsNeeded)
    expect(await refusalTo({ ...again, warnings: ['other_rule'] })).toEqual(warningsNeeded)
    const warningsShownAt = new Date().toISOString()
    await pay({ ...again, warnings: [rule], warningsVersion: 2, warningsShownAt })
    expect((await evidence()).at(-1)).toMatchObject({
      warnings: [rule],
      warnings_version: 2,
      warnings_shown_at: new Date(warningsShownAt),
    })
  }
  const expectNoWarning = async (payment: Payment & { name: string }) => {
    const { name, sortCode, accountNumber, amount, checkId } = payment
    expect(
      await assessed({ name, sortCode: sortCode ?? '', accountNumber: accountNumber ?? '' }, amount ?? '', checkId),
    ).toEqual([])
    await pay(payment)
  }

  const aDayPasses = () =>
    sql`update public.recipients set created_at = created_at - interval '1 day' where user_id = ${payer.id}`

  test('first_payment warns above £250 to a new payee, not to one that is known', async () => {
    await setRules('first_payment')
    await expectNoWarning({ ...externalPayee, accountNumber: '11111111', amount: '250' })
    await expectWarning('first_payment', { ...externalPayee, amount: '250.01' })
    await aDayPasses()
    await expectNoWarning({ ...externalPayee, amount: '300' })
  })

  test('a payee stays new for a day, and until more than £250 were paid in all', async () => {
    await setRules('first_payment', 'half_of_balance')
    const large = { ...externalPayee, amount: '4700' }
    await expectNoWarning({ ...externalPayee, amount: '1' })
    expect(await refusalTo(large)).toMatchObject({ hint: 'warnings-needed' })
    await aDayPasses()
    expect(await refusalTo(large)).toMatchObject({ hint: 'warnings-needed' })
    await expectNoWarning({ ...externalPayee, amount: '249' })
    expect(await refusalTo(large)).toMatchObject({ hint: 'warnings-needed' })
    await expectNoWarning({ ...externalPayee, amount: '0.01' })
    await expectNoWarning(large)
  })

  test('unconfirmed_name warns above £1,000 to another bank, also to a payee that is known', async () => {
    await setRules('unconfirmed_name')
    await expectNoWarning({ ...to(payee), amount: '1500', checkId: await checked(to(payee)) })
    await expectWarning('unconfirmed_name', { ...externalPayee, amount: '1000.01' })
    await aDayPasses()
    await expectWarning('unconfirmed_name', { ...externalPayee, amount: '1000.01' })
    await expectNoWarning({ ...externalPayee, amount: '700' })
    await expectWarning('unconfirmed_name', { ...externalPayee, amount: '300.01' })
    await expectNoWarning({ ...externalPayee, amount: '200' })
  })

  test('half_of_balance warns above half of the balance to a new payee', async () => {
    await setRules('half_of_balance')
    await expectNoWarning({ ...externalPayee, accountNumber: '11111111', amount: '2500' })
    await expectWarning('half_of_balance', { ...externalPayee, amount: '1250.01' })
  })

  test('many_new_payees warns at the third new payee in 24 hours', async () => {
    await setRules('many_new_payees')
    for (const accountNumber of ['11111111', '22222222'])
      await expectNoWarning({ ...externalPayee, accountNumber, amount: '1' })
    await expectNoWarning({ ...externalPayee, accountNumber: '11111111', amount: '1' })
    await expectWarning('many_new_payees', { ...externalPayee, amount: '1' })
    // A payee who was deleted was still paid.
    await as(payer)`delete from public.recipients where user_id = ${payer.id}`
    await expectWarning('many_new_payees', { ...externalPayee, amount: '1' })
    await sql`update private.removed_payees set created_at = created_at - interval '1 day'`
    await sql`update public.recipients set created_at = created_at - interval '1 day' where user_id = ${payer.id}`
    await expectNoWarning({ ...externalPayee, accountNumber: '33333333', amount: '1' })
  })

  test('reported_payee warns of every account of a payee, also of those that they open after the report', async () => {
    await setRules('reported_payee')
    const [other, third] = [await addCustomer(sql), await addCustomer(sql)]
    const savingsOf = async () => {
      const id = await request(sql, payee, (db) => openSavings(db))
      const [account] = await sql<Customer['account'][]>`select * from public.accounts where id = ${id}`
      if (!account) throw new Error('There must be an account.')
      return payeeAt({ account })
    }
    const warnings = async (account: ReturnType<typeof payeeAt>) => assessed(account, '1', await checked(account))
    const known = await savingsOf()
    expect(await warnings(known)).toEqual([])
    const { transaction_id: id } = await payAs(sql, other, { ...known, amount: '1' })
    await as(other)`select public.report_scam(${id})`
    for (const account of [known, payeeAt(payee), await savingsOf()])
      expect(await warnings(account)).toEqual(['reported_payee'])
    // Once for each customer, whichever account they have paid.
    const again = await payAs(sql, other, { ...payeeAt(payee), amount: '1' })
    await as(other)`select public.report_scam(${again.transaction_id})`
    expect(
      await sql`select distinct transaction_id as id from private.payee_reports where reporter_id = ${other.id}`,
    ).toEqual([{ id: again.transaction_id }])
    const reported = () => sql`
      select count(*)::int from private.staff_events(${again.transaction_id}) e where e.kind = 'reported'`
    expect(await reported()).toEqual([{ count: 1 }])
    expect(await warnings(payeeAt(third))).toEqual([])
  })

  test('reported_payee warns of a payee that another customer reported', async () => {
    await setRules('reported_payee')
    const report = async (who: Customer, paid: { transaction_id: string }) =>
      as(who)`select public.report_scam(${paid.transaction_id})`
    const byOther = await pay({ ...externalPayee, amount: '1' }, payee)
    await report(payer, await pay({ ...externalPayee, amount: '1' }))
    await expectNoWarning({ ...externalPayee, amount: '1' })
    await report(payee, byOther)
    await expectWarning('reported_payee', { ...externalPayee, amount: '1' })
  })

  test.each([
    ['no_match', 'Robin Marlowe', 'personal'],
    ['wrong_type', 'John Smith', 'business'],
  ])('name_mismatch warns of %s, and for a saved payee only when the outcome got worse', async (_, name, type) => {
    await setRules('name_mismatch')
    const details = to(payee, name)
    await expectWarning('name_mismatch', { ...details, amount: '1', checkId: await checked(details, type) })
    await expectNoWarning({ ...details, amount: '1', checkId: await checked(details, type) })
    await expectNoWarning({ ...to(payee), amount: '1', checkId: await checked(to(payee)) })
    await expectWarning('name_mismatch', { ...details, amount: '1', checkId: await checked(details, type) })
  })

  test('name_mismatch needs a check of a new payee here, for the right name as for a wrong one', async () => {
    await setRules('name_mismatch')
    for (const name of ['John Smith', 'Robin Marlowe']) {
      expect(await refusalTo({ ...to(payee, name), amount: '0.01' })).toEqual(checkNeeded)
      expect(await assessed(to(payee, name), '0.01')).toEqual([])
    }
    await expectNoWarning({ ...externalPayee, amount: '1' })
    await expectNoWarning({ ...to(payee), amount: '1', checkId: await checked(to(payee)) })
    // A saved payee needs none by the same name.
    await expectNoWarning({ ...to(payee), amount: '0.01' })
  })

  test('a rule that puts a payment under review asks for no warning, and the evidence names it', async () => {
    await sql`update private.payment_rules set active = true, threshold = 250 where name = 'first_payment' and action = 'review'`
    expect(await assessed(externalPayee, '250.01')).toEqual([])
    await pay({ ...externalPayee, amount: '250' })
    await pay({ ...externalPayee, amount: '250.01' })
    expect(
      await sql`
        select (evidence).warnings, (evidence).reviews from private.payment_orders where user_id = ${payer.id} order by created_at`,
    ).toEqual([
      { warnings: [], reviews: null },
      { warnings: [], reviews: ['first_payment'] },
    ])
  })

  test('a rule puts a usual payment under review whose last check was worse than the one before', async () => {
    await pay({ ...to(payee), amount: '250', checkId: await checked(to(payee)) })
    await sql`update public.recipients set created_at = created_at - interval '2 days' where user_id = ${payer.id}`
    await sql`update private.payment_rules set active = true where name = 'name_mismatch' and action = 'review'`
    const stateWith = async (checkId?: string) =>
      ((await pay({ ...to(payee), amount: '1', checkId })) as { state?: string }).state
    expect([await stateWith(), await stateWith(await checked(to(payee), 'business'))]).toEqual(['sent', 'held'])
  })

  test('a rule that is not active warns of nothing', async () => {
    const details = to(payee, 'Robin Marlowe')
    await expectNoWarning({ ...details, amount: '4000', checkId: await checked(details) })
    expect((await evidence()).map(({ warnings }) => warnings)).toEqual([[]])
  })

  test('a rule does not warn before a payment above the balance, which is refused for that', async () => {
    await setRules('first_payment')
    expect(await refusalTo({ ...externalPayee, amount: '5000.01' })).toMatchObject({ hint: 'insufficient-funds' })
  })

  test('holds together with others, and all must be ticked', async () => {
    await setRules('first_payment', 'half_of_balance', 'unconfirmed_name')
    const payment = { ...externalPayee, amount: '3000' }
    expect(await assessed(externalPayee, '3000')).toEqual(['first_payment', 'half_of_balance', 'unconfirmed_name'])
    expect(await refusalTo({ ...payment, warnings: ['first_payment', 'half_of_balance'] })).toEqual(warningsNeeded)
    await pay({ ...payment, warnings: ['half_of_balance', 'unconfirmed_name', 'first_payment'] })
    expect((await evidence())[0]?.warnings).toEqual(['first_payment', 'half_of_balance', 'unconfirmed_name'])
  })
})

describe('ticked warnings', () => {
  const rowsOfPayer = async () => {
    const [row] = await sql<{ rows: number }[]>`
      select (
        (select count(*) from public.transactions where user_id = ${payer.id})
        + (select count(*) from private.payment_orders where user_id = ${payer.id})
        + (select count(*) from public.recipients where user_id = ${payer.id})
      )::int as rows`
    return row?.rows
  }
  beforeEach(() => setRules('first_payment'))

  test.each(unread)('a warning is not read with %s, and nothing is paid', async (_, shown) => {
    const payment = { ...externalPayee, amount: '300', warnings: ['first_payment'], requestId: randomUUID() }
    expect(await refusalTo({ ...payment, ...shown })).toEqual(warningsNeeded)
    expect(await rowsOfPayer()).toBe(0)
    // The refusal does not use up the idempotency key.
    await pay(payment)
    expect(await evidence()).toHaveLength(1)
  })

  test('a ticked warning is read from a device whose clock is some hours off', async () => {
    for (const hours of [-23, 23])
      await pay({
        ...externalPayee,
        accountNumber: hours < 0 ? '11111111' : '22222222',
        amount: '300',
        warnings: ['first_payment'],
        warningsShownAt: daysFromNow(hours / 24),
      })
    expect(await evidence()).toHaveLength(2)
  })

  test('a ticked warning of a payment that needs none is not stored', async () => {
    await pay({ ...externalPayee, amount: '1', warnings: ['first_payment'], warningsVersion: -1 })
    expect(await evidence()).toMatchObject([{ warnings: [], warnings_version: null, warnings_shown_at: null }])
  })
})

test('a payment with an undo window is assessed when it is made, and not again when it is sent', async () => {
  await setRules('first_payment')
  await as(payer)`select public.set_undo_window('10')`
  const payment = { ...externalPayee, amount: '300', requestId: randomUUID() }
  expect(await refusalTo(payment)).toEqual(warningsNeeded)
  await pay({ ...payment, warnings: ['first_payment'] })
  expect(await evidence()).toHaveLength(1)
  await sql`
    select private.send_outgoing_payment(o.id, now() + interval '1 minute')
    from public.outgoing_payments o where o.user_id = ${payer.id}`
  expect(await sql`select state from public.outgoing_payments where user_id = ${payer.id}`).toEqual([{ state: 'sent' }])
  expect(await evidence()).toHaveLength(1)
})

describe.each([
  ['for another day', (db: Db, payment: FuturePayment) => scheduleWithTerms(db, payment)],
  [
    'regular',
    async (db: Db, payment: FuturePayment) =>
      (await createWithTerms(db, { ...payment, startsOn: dayFromToday(1), frequency: 'yearly' })).id,
  ],
])('a payment that is %s', (_, make) => {
  beforeEach(() => setRules(...allRules))

  const later = (payment: FuturePayment) => request(sql, payer, (db) => make(db, payment))
  const refusalOfLater = (payment: FuturePayment) =>
    later(payment).then(
      () => null,
      ({ code, hint, message }: { code: string; hint: string; message: string }) => ({ code, hint, message }),
    )
  const stored = async () => {
    const [row] = await sql<{ rows: number }[]>`
      select (
        (select count(*) from public.outgoing_payments where user_id = ${payer.id})
        + (select count(*) from public.regular_payments where user_id = ${payer.id})
        + (select count(*) from private.future_requests where user_id = ${payer.id})
      )::int as rows`
    return row?.rows
  }
  const evidenceOfLater = () =>
    sql`
      select (evidence).check_id, (evidence).reason, (evidence).outcome, (evidence).warnings
      from private.future_requests where user_id = ${payer.id}`
  // A payment of tomorrow is due within six days, also at Christmas.
  const sentLater = () => sendDue(sql, `${dayFromToday(6)} 14:00 Europe/London`)
  const problems = async () =>
    (
      await sql<{ problem: string }[]>`
        select problem from public.outgoing_payments where user_id = ${payer.id} and state = 'failed'`
    ).map(({ problem }) => problem)
  async function reportBy(customer: Customer, details: Payment) {
    const { transaction_id: id } = await payAs(sql, customer, details)
    await as(customer)`select public.report_scam(${id})`
  }

  test('needs a check of a new payee here, and writes nothing without', async () => {
    const thief = await addCustomer(sql)
    const ofOther = await request(sql, thief, (db) => checkPayee(db, to(payee)))
    for (const checkId of [null, ofOther, await checked(to(payee, 'Robin Marlowe')), randomUUID()])
      expect(await refusalOfLater({ ...to(payee), checkId })).toEqual(checkNeeded)
    expect(await stored()).toBe(0)
    const checkId = await checked(to(payee))
    await later({ ...to(payee), checkId, reason: 'rent' })
    expect(await evidenceOfLater()).toEqual([{ check_id: checkId, reason: 'rent', outcome: 'match', warnings: [] }])
  })

  test('needs the warnings of a payment that is made at once, stores them, and is sent without a second answer', async () => {
    const payment = { ...externalPayee, amount: '300', requestId: randomUUID() }
    expect(await refusalOfLater(payment)).toEqual(warningsNeeded)
    expect(await stored()).toBe(0)
    const id = await later({ ...payment, warnings: ['first_payment'] })
    expect(await evidenceOfLater()).toMatchObject([{ outcome: 'unavailable', warnings: ['first_payment'] }])
    expect(await later({ ...payment, warnings: [] })).toBe(id)
    // By then, the payment is more than half of the balance, and the third new payee of the day.
    for (const accountNumber of ['11111111', '22222222'])
      await pay({ ...externalPayee, accountNumber, amount: '2200', warnings: allRules })
    expect(await sentLater()).toContain('sent')
  })

  test('refuses a wrong reason and a list of warnings that is too long', async () => {
    expect(await refusalOfLater({ ...externalPayee, reason: 'fun' })).toMatchObject({ hint: 'field:reason' })
    const warnings = Array.from({ length: 101 }, () => 'first_payment')
    expect(await refusalOfLater({ ...externalPayee, warnings })).toMatchObject({ hint: 'list-too-long' })
    expect(await refusalOfLater({ ...externalPayee, warnings: ['x'.repeat(501)] })).toMatchObject({
      hint: 'text-too-long',
    })
    expect(await stored()).toBe(0)
  })

  test('the payment is sent to a payee whom one customer has reported since, if the payer has paid them before', async () => {
    await pay({ ...externalPayee, amount: '1', warnings: allRules })
    await later(externalPayee)
    await reportBy(payee, { ...externalPayee, amount: '1' })
    // Interactively, one report warns.
    expect(await assessed(externalPayee, '1')).toContain('reported_payee')
    expect(await sentLater()).toContain('sent')
    expect(await problems()).toEqual([])
  })

  test('fails when two customers have reported a payee whom the payer has paid before', async () => {
    await pay({ ...externalPayee, amount: '1', warnings: allRules })
    await later(externalPayee)
    for (const reporter of [payee, await addCustomer(sql)])
      await reportBy(reporter, { ...externalPayee, amount: '1', warnings: allRules })
    expect(await sentLater()).not.toContain('sent')
    expect(await problems()).toContain(
      "Another customer has reported this account. If you're sure, make a new payment.",
    )
  })

  test('the payment is not stopped by two reports of one customer, nor by the report of the payer', async () => {
    await pay({ ...externalPayee, amount: '1', warnings: allRules })
    await later(externalPayee)
    await reportBy(payee, { ...externalPayee, amount: '1' })
    await reportBy(payee, { ...externalPayee, amount: '2', warnings: allRules })
    await reportBy(payer, { ...externalPayee, amount: '1', warnings: allRules })
    expect(await sentLater()).toContain('sent')
  })

  test('fails with a note when a new payee was reported since', async () => {
    await later(externalPayee)
    await reportBy(payee, { ...externalPayee, amount: '1' })
    expect(await sentLater()).not.toContain('sent')
    expect(await problems()).toContain(
      "Another customer has reported this account. If you're sure, make a new payment.",
    )
    const [row] = await sql<{ balance: string }[]>`select balance from public.accounts where user_id = ${payer.id}`
    expect(row?.balance).toBe('5000.00')
  })

  test('the payment is sent when the customer had read that the payee was reported', async () => {
    await reportBy(payee, { ...externalPayee, amount: '1' })
    await later({ ...externalPayee, warnings: ['reported_payee'] })
    expect(await sentLater()).toContain('sent')
  })

  test('fails with a note when the name on the account has changed since, not when it was wrong before', async () => {
    await later({ ...to(payee), checkId: await checked(to(payee)) })
    await sql`update public.accounts set account_holder_name = 'Robin Marlowe' where id = ${payee.account.id}`
    expect(await sentLater()).not.toContain('sent')
    expect(await problems()).toContain("The name on this account has changed. Please check the payee's details.")
    await later({ ...to(payee), checkId: await checked(to(payee)), warnings: ['name_mismatch'] })
    expect(await sentLater()).toContain('sent')
  })
})

test('a regular payment to a new payee is raised only as far as no further warning is needed', async () => {
  await setRules(...allRules)
  const { id } = await request(sql, payer, (db) => createWithTerms(db, { amount: '200', frequency: 'yearly' }))
  const change = (amount: string) => as(payer)`select public.change_regular_payment(${id}, ${amount})`
  await change('250')
  await expect(change('250.01')).rejects.toMatchObject({
    code: 'PT409',
    hint: 'warnings-needed',
    message: 'To send this much, please cancel this regular payment and set up a new one.',
  })
  await change('100')
  await pay({ ...externalPayee, amount: '250' })
  await pay({ ...externalPayee, amount: '0.01' })
  await sql`update public.recipients set created_at = created_at - interval '1 day' where user_id = ${payer.id}`
  await change('300')
})

test('a changed future payment is checked and warned of like a new one', async () => {
  await setRules(...allRules)
  const details = to(payee)
  const checkId = await checked(details)
  const id = await request(sql, payer, (db) => scheduleWithTerms(db, { ...details, amount: '200', checkId }))
  const change = (amount: string, check: string | null, warnings: string[] = []) =>
    as(payer)`
      select public.change_outgoing_payment(
        ${id}, ${requestOf(sql, { amount, checkId: check, warnings })}, ${dayFromToday(3)})`
  const stored = async () =>
    (
      await sql`
        select o.amount, (r.evidence).warnings from public.outgoing_payments o
        join private.future_requests r on r.created_id = o.id where o.id = ${id}`
    )[0]
  await expect(change('210', null)).rejects.toMatchObject(checkNeeded)
  await expect(change('300', checkId)).rejects.toMatchObject(warningsNeeded)
  expect(await stored()).toEqual({ amount: '200.00', warnings: [] })
  await change('300', checkId, ['first_payment'])
  expect(await stored()).toEqual({ amount: '300.00', warnings: ['first_payment'] })
})
