import { randomUUID } from 'node:crypto'
import { type Person, request } from '../../fixtures/database'
import {
  createRegularPayment,
  dayFromToday,
  scheduleFuturePayment,
  setUndoWindow,
} from '../../fixtures/outgoingPayments'
import { checkPayee, externalPayee, payAs, payeeAt } from '../../fixtures/payments'
import type { Customer } from '../../fixtures/people'
import { creditDue, schedulePastPayment, schedulePayment } from '../../fixtures/scheduledPayments'
import { type World, hoursFromNow } from './world'

/** Payments of every kind and state inside this bank, and what customers keep beside them. */
export async function addPayments(world: World): Promise<void> {
  const [ada, ben] = await world.customers('Ada Archer', 'Ben Baker')
  await addSent(world, ada, ben)
  await addHeld(world, ben)
  await addLater(world, ada, ben)
  await addIncoming(world, ada)
  await addTexts(world, ben)
  await addTrusted(world)
  await addReversals(world)
}

async function addSent({ sql, as, customer }: World, ada: Customer, ben: Customer) {
  const { transaction_id: rent } = await payAs(sql, ada, {
    ...payeeAt(ben),
    amount: '100.00',
    reference: 'RENT',
    reason: 'rent',
  })
  const { transaction_id: shop } = await payAs(sql, ada, { ...externalPayee, amount: '12.34' })
  await payAs(sql, ada, { ...externalPayee, name: 'Corner Shop', accountNumber: '87654321', amount: '3.00' })
  await as(ada)`select public.set_category(${rent}, 'bills', false)`
  await as(ada)`select public.set_category(${shop}, 'groceries', true)`
  const saved = await sql<
    { id: string }[]
  >`select id from public.recipients where user_id = ${ada.id} order by created_at`
  await as(ada)`select public.edit_recipient(${saved[0]?.id ?? ''}, 'Ben Baker', 'Flatmate', true)`
  await as(ada)`delete from public.recipients where id = ${saved[2]?.id ?? ''}`
  const business = await customer('Bakery Baker')
  for (const [details, type] of [
    [payeeAt(business), 'personal'],
    [{ ...payeeAt(business), name: 'B Baker' }, 'personal'],
    [{ ...payeeAt(business), name: 'Robin Marlowe' }, 'personal'],
    [payeeAt(business), 'business'],
    [{ ...payeeAt(business), accountNumber: '00000001' }, 'personal'],
    [externalPayee, 'personal'],
  ] as const)
    await request(sql, ada, (db) => checkPayee(db, details, type))
  const external = randomUUID()
  const rows = [
    { key: 'first', day: '2026-10-02', amount: '-12.34', description: 'Larkspur' },
    { key: 'second', day: '2026-10-03', amount: '1200', description: 'Salary' },
  ]
  await as(ada)`
    select public.import_external_transactions(${external}, 'Other account', ${sql.json(rows)}, '1500.00', '2026-10-03')`
  await as(ada)`select public.count_in_insights(${external}, true)`
  await as(ada)`select public.add_manual_transaction('Window cleaner', '15.00', 'JUNE', ${randomUUID()})`
}

async function addHeld({ sql, as, customers }: World, ben: Customer) {
  const [held, undone, early] = await customers('Hal Held', 'Ulla Undone', 'Earl Early')
  for (const [person, seconds] of [
    [held, '60'],
    [undone, '30'],
    [early, '10'],
  ] as const)
    await setUndoWindow(sql, person, seconds)
  const pay = async (person: Customer) =>
    (await payAs(sql, person, { ...payeeAt(ben), amount: '20.00' })).transaction_id
  const waiting = await pay(held)
  // It waits longer than the dump is on its way to the test.
  await sql`update public.outgoing_payments set send_at = now() + interval '1 day' where id = ${waiting}`
  await as(undone)`select public.undo_payment(${await pay(undone)})`
  await as(early)`select public.send_held_payment(${await pay(early)})`
}

async function addLater({ sql, as, customer }: World, ada: Customer, ben: Customer) {
  const future = (amount: string, days = 3, reason = 'rent') =>
    request(sql, ada, (db) =>
      scheduleFuturePayment(db, { ...payeeAt(ben), amount, sendOn: dayFromToday(days), reference: 'LATER', reason }),
    )
  const [, sent, cancelled] = [await future('11.00', 30), await future('12.00'), await future('13.00')]
  await sql`select private.send_outgoing_payment(${sent ?? ''}, now() + interval '4 days')`
  await as(ada)`select public.cancel_outgoing_payment(${cancelled ?? ''})`
  for (const reason of ['bills', 'personal', 'business', 'other']) await future('14.00', 200, reason)
  const poor = await customer('Paul Poor')
  const failing = await request(sql, poor, (db) => scheduleFuturePayment(db, { ...payeeAt(ben), amount: '4000' }))
  await payAs(sql, poor, { ...payeeAt(ben), amount: '4999.00' })
  for (const attempt of ['2 days', '3 days'])
    await sql`select private.send_outgoing_payment(${failing}, now() + ${attempt}::interval)`
  const broken = await request(sql, poor, (db) =>
    scheduleFuturePayment(db, { ...payeeAt(ben), amount: '1', sendOn: dayFromToday(20) }),
  )
  await sql`update public.outgoing_payments set failed_attempts = 1 where id = ${broken}`

  const regular = (frequency: string, terms: object = {}) =>
    request(sql, ben, (db) =>
      createRegularPayment(db, {
        ...payeeAt(ada),
        amount: '5.00',
        frequency,
        startsOn: dayFromToday(2),
        reference: 'CLUB',
        reason: 'bills',
        ...terms,
      }),
    )
  await regular('weekly')
  const skipped = await regular('two_weekly', { endsOn: dayFromToday(400) })
  for (const reason of ['rent', 'personal', 'business', 'other']) await regular('weekly', { reason })
  const [paused, cancelledPlan, finished] = [
    await regular('four_weekly'),
    await regular('yearly'),
    await regular('monthly', { count: '1' }),
  ]
  await as(ben)`select public.set_regular_payment_state(${paused.id}, 'paused')`
  await as(ben)`select public.set_regular_payment_state(${cancelledPlan.id}, 'cancelled')`
  const nextOf = async (id: string) =>
    (
      await sql<{ id: string }[]>`
      select id from public.outgoing_payments where regular_payment_id = ${id} and state = 'scheduled'`
    )[0]?.id ?? ''
  await as(ben)`select public.cancel_outgoing_payment(${await nextOf(skipped.id)})`
  await sql`select private.send_outgoing_payment(${await nextOf(finished.id)}, now() + interval '3 days')`
}

async function addIncoming({ sql }: World, ada: Customer) {
  await request(sql, ada, (db) =>
    schedulePayment(db, { amount: '30.00', at: hoursFromNow(24 * 300), reference: 'BIRTHDAY' }),
  )
  await schedulePastPayment(sql, ada, { amount: '40.00', at: hoursFromNow(-48) })
  await creditDue(sql)
}

async function addTexts({ sql, as, second, customers }: World, ben: Customer) {
  const [stranger, other] = await customers('Sid Stranger', 'Ossie Other')
  const incoming = async (movement: string) =>
    (await sql<{ id: string }[]>`select id from public.transactions where movement_id = ${movement} and incoming`)[0]
      ?.id ?? ''
  let last = ''
  for (const reference of ['one', 'two', 'three', 'four', 'five'])
    last = (await payAs(sql, stranger, { ...payeeAt(ben), amount: '0.01', reference })).transaction_id
  await as(ben)`select public.report_message(${await incoming(last)})`
  const { transaction_id: fromOther } = await payAs(sql, other, { ...payeeAt(ben), amount: '1.00', reference: 'hello' })
  await as(ben)`select public.hide_sender(${await incoming(fromOther)})`
  await as(ben)`select public.report_message(${await incoming(fromOther)})`
  const [open] = await sql<{ id: string }[]>`select id from private.cases where kind = 'messages' order by id limit 1`
  await as(second)`select public.decide_messages(${open?.id ?? ''}, true, 'Read them')`
}

async function addTrusted({ sql, as, customers }: World) {
  const [contact, other] = await customers('Tess Trusted', 'Theo Trusted')
  const name = (owner: Person, of: Customer) =>
    as(owner)`select public.name_trusted_contact(${of.account.sort_code}, ${of.account.account_number}, '100')`
  const owners = await customers('Owen Owner', 'Olga Owner', 'Odo Owner', 'Orla Owner')
  const [worried, right, leaving, asked] = owners
  for (const owner of owners) await name(owner, contact)
  for (const { id } of [worried, right, leaving]) await as(contact)`select public.answer_contact_request(${id}, true)`
  const pay = async (owner: Customer) =>
    (await payAs(sql, owner, { ...payeeAt(other), amount: '300.00' })).transaction_id
  await as(contact)`select public.answer_contact_review(${await pay(worried)}, false)`
  await as(contact)`select public.answer_contact_review(${await pay(right)}, true)`
  await pay(leaving)
  await as(leaving)`select public.remove_trusted_contact(${leaving.id}, false)`
  await as(right)`select public.set_contact_threshold('500')`
  await as(asked)`select public.get_trusted_contacts()`
}

async function addReversals({ sql, as, agent, second, customers, approve }: World) {
  const [payer, payee] = await customers('Rex Reversed', 'Ruby Received')
  await sql`update private.settings set four_eyes_above = 100 where only_row`
  const small = await payAs(sql, payer, { ...payeeAt(payee), amount: '10.00' })
  await as(agent)`select public.reverse_payment(${small.transaction_id}, 'Sent by mistake')`
  const large = await payAs(sql, payer, { ...payeeAt(payee), amount: '1000.00' })
  await as(agent)`select public.reverse_payment(${large.transaction_id}, 'Sent by mistake')`
  await approve(second)
  const waiting = await payAs(sql, payer, { ...payeeAt(payee), amount: '900.00' })
  await as(agent)`select public.reverse_payment(${waiting.transaction_id}, 'Sent by mistake')`
  const scam = await payAs(sql, payer, { ...payeeAt(payee), amount: '5.00' })
  await as(payer)`select public.report_scam(${scam.transaction_id})`
}
