import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { type Person, hintOfRequest, request } from '../fixtures/database'
import { dayFromToday, scheduleFuturePayment, sendDue, setUndoWindow } from '../fixtures/outgoingPayments'
import { externalPayee, ledgerProblems, makePayment, payAs, payeeAt, requestOf } from '../fixtures/payments'
import { type Customer, aCustomer, addCustomer, anAdmin, withPeople } from '../fixtures/people'
import { openSavings } from '../fixtures/savings'

const { sql, as, owner, contact, stranger, staff } = withPeople({
  owner: aCustomer('Olga Owner'),
  contact: aCustomer('Carl Contact'),
  stranger: aCustomer('Sam Stranger'),
  staff: anAdmin(['manage_chat']),
})

afterEach(() => sql`update private.settings set trusted_contacts = true where only_row`)

type Mine = {
  name: string | null
  can_answer: boolean
  threshold: number
  next_threshold: number | null
  ends_at: string | null
}
type Review = { payment_id: string; amount: number; payee: string; warnings: string[]; is_to_me: boolean }
type Answer = {
  is_on: boolean
  mine: Mine | null
  requests: { owner_id: string; name: string }[]
  people: { owner_id: string }[]
  reviews: Review[]
}

const read = async (person: Person) => {
  const [row] = await as(person)<{ answer: Answer }[]>`select public.get_trusted_contacts() as answer`
  if (row === undefined) throw new Error('no answer')
  return row.answer
}
const name = (of: { sort_code: string; account_number: string }, threshold = '100', by: Person = owner) =>
  hintOfRequest(
    sql,
    by,
    (db) => db`select public.name_trusted_contact(${of.sort_code}, ${of.account_number}, ${threshold})`,
  )
const accept = (by: Person = contact, accepts = true) =>
  hintOfRequest(sql, by, (db) => db`select public.answer_contact_request(${owner.id}, ${accepts})`)
const setUp = async (threshold = '100') => {
  await name(contact.account, threshold)
  await accept()
}
const pay = (amount: string, payee = externalPayee, requestId: string = randomUUID()) =>
  payAs(sql, owner, { ...payee, amount, requestId }) as Promise<
    Awaited<ReturnType<typeof payAs>> & { state: string; send_at: Date | null }
  >
const answer = (id: string, looksRight: boolean, by: Person = contact) =>
  hintOfRequest(sql, by, (db) => db`select public.answer_contact_review(${id}, ${looksRight})`)
const stateOf = async (id: string) =>
  (await sql<{ state: string }[]>`select state from public.outgoing_payments where id = ${id}`)[0]?.state
const figuresOf = async (customer: Customer) =>
  (
    await sql<{ balance: string; held: string }[]>`
      select balance, held from public.accounts where id = ${customer.account.id}`
  ).map(({ balance, held }) => [Number(balance), Number(held)])[0]
const titlesOf = async (person: Person) =>
  (
    await sql<{ title: string }[]>`
      select title from public.user_notifications where user_id = ${person.id} and type = 'trusted_contact'
      order by created_at`
  ).map(({ title }) => title)
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const setThreshold = (threshold: string, by: Person = owner) =>
  hintOfRequest(sql, by, (db) => db`select public.set_contact_threshold(${threshold})`)
const remove = (by: Person, keeps: boolean | null = false) =>
  hintOfRequest(sql, by, (db) => db`select public.remove_trusted_contact(${owner.id}, ${keeps})`)
const freeze = (by: Person) => hintOfRequest(sql, by, (db) => db`select public.freeze_as_contact(${owner.id})`)

describe('naming a contact', () => {
  test('answers the same for an account of a customer, of staff and of nobody', async () => {
    await request(sql, staff, (db) => db`select public.open_current_account()`)
    const [ofStaff] = await sql<{ sort_code: string; account_number: string }[]>`
      select sort_code, account_number from public.accounts where user_id = ${staff.id}`
    if (ofStaff === undefined) throw new Error('no account')
    const seen: unknown[] = []
    for (const account of [contact.account, ofStaff, { sort_code: '00-98-99', account_number: '00000001' }]) {
      expect(await name(account)).toBeNull()
      const { mine } = await read(owner)
      seen.push({ ...mine, sort_code: null, account_number: null })
      await sql`delete from private.trusted_contacts where owner_id = ${owner.id}`
    }
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
    expect(await name(contact.account)).toBe('too-many-names')
    expect(await titlesOf(staff)).toEqual([])
  })

  test('is accepted by a person for at most five people', async () => {
    const owners = await Promise.all(Array.from({ length: 5 }, async () => (await addCustomer(sql)).id))
    await sql`
      insert into private.trusted_contacts (owner_id, contact_id, sort_code, account_number, threshold, accepted_at)
      select id, ${contact.id}, '00-11-22', '12345678', 100, now() from unnest(${owners}::uuid[]) id`
    await name(contact.account)
    expect(await accept()).toBe('too-many-people')
    await sql`update private.trusted_contacts set accepted_at = null where owner_id = ${owners[0] ?? ''}`
    expect(await accept()).toBeNull()
  })

  test('has no effect before the named person accepts, and a refusal looks like no answer', async () => {
    await name(contact.account)
    const before = (await read(owner)).mine
    expect(before).toMatchObject({ name: null, can_answer: false })
    expect((await pay('500.00')).state).toBe('sent')
    expect(await accept(stranger)).toBe('request-gone')
    expect((await read(contact)).requests).toMatchObject([{ name: 'Olga Owner' }])
    await accept(contact, false)
    expect((await read(owner)).mine).toEqual(before)
    expect((await read(contact)).requests).toEqual([])
    expect(await accept()).toBe('request-gone')
  })

  test('is refused for oneself, and while there is one', async () => {
    expect(await name(owner.account)).toBe('own-account')
    await setUp()
    expect(await name(stranger.account)).toBe('has-contact')
    expect((await read(owner)).mine).toMatchObject({ name: 'Carl Contact', can_answer: true })
  })

  test('a request ends after a week', async () => {
    await name(contact.account)
    await sql`update private.trusted_contacts set asked_at = now() - interval '7 days' where owner_id = ${owner.id}`
    expect((await read(contact)).requests).toEqual([])
    expect(await accept()).toBe('request-gone')
    expect((await read(owner)).mine).toBeNull()
  })
})

describe('a payment above the threshold to a new payee', () => {
  test('is also one of several to the savings accounts of one customer', async () => {
    await setUp()
    for (const [amount, state] of [
      ['60', 'sent'],
      ['39', 'sent'],
      ['2', 'held'],
    ] as const) {
      const id = await request(sql, stranger, (db) => openSavings(db))
      const [account] = await sql<Customer['account'][]>`select * from public.accounts where id = ${id}`
      if (!account) throw new Error('There must be an account.')
      expect(await pay(amount, payeeAt({ account }))).toMatchObject({ state })
    }
  })

  test('waits with its money held, and the contact sees amount, payee and warnings only', async () => {
    await setUp()
    const paid = await pay('4000.00')
    expect(paid.state).toBe('held')
    expect(await figuresOf(owner)).toEqual([1000, 4000])
    const { reviews } = await read(contact)
    expect(reviews).toMatchObject([{ payment_id: paid.transaction_id, amount: 4000, payee: 'External Payee' }])
    expect(Object.keys(reviews[0] ?? {}).toSorted()).toEqual([
      'amount',
      'answer_by',
      'is_to_me',
      'name',
      'owner_id',
      'payee',
      'payment_id',
      'warnings',
    ])
    // It would tell the balance.
    expect(reviews[0]?.warnings).toContain('first_payment')
    expect(reviews[0]?.warnings).not.toContain('half_of_balance')
    expect((await read(stranger)).reviews).toEqual([])
    expect(await answer(paid.transaction_id, true, stranger)).toBe('review-gone')
    expect(await answer(paid.transaction_id, true, owner)).toBe('review-gone')
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('is sent when the contact says that it looks right', async () => {
    await setUp()
    const { transaction_id: id } = await pay('200.00')
    expect(await answer(id, true)).toBeNull()
    expect(await stateOf(id)).toBe('sent')
    expect(await figuresOf(owner)).toEqual([4800, 0])
    expect(await answer(id, false)).toBe('review-gone')
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('returns to the payer when the contact is worried, and waits again when it is repeated', async () => {
    await setUp()
    const { transaction_id: id } = await pay('200.00')
    expect(await answer(id, false)).toBeNull()
    expect(await stateOf(id)).toBe('cancelled')
    expect(await figuresOf(owner)).toEqual([5000, 0])
    expect(await titlesOf(owner)).toContain('Your trusted contact is worried')
    expect((await pay('200.00')).state).toBe('held')
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('is sent after 24 hours without an answer, and not before', async () => {
    await setUp()
    const { transaction_id: id } = await pay('200.00')
    await sendDue(sql, later(23.9))
    expect(await stateOf(id)).toBe('held')
    await sendDue(sql, later(24.1))
    expect(await stateOf(id)).toBe('sent')
  })

  test('can be undone by the payer until then, and gives the first answer to a repeated request', async () => {
    await setUp()
    const requestId = randomUUID()
    const first = await pay('200.00', externalPayee, requestId)
    expect(await pay('200.00', externalPayee, requestId)).toMatchObject({
      transaction_id: first.transaction_id,
      state: 'held',
    })
    expect((await read(contact)).reviews).toHaveLength(1)
    await as(owner)`select public.undo_payment(${first.transaction_id})`
    expect(await figuresOf(owner)).toEqual([5000, 0])
    expect((await read(contact)).reviews).toEqual([])
  })

  test('keeps the undo window of its payer after the answer', async () => {
    await setUp()
    await setUndoWindow(sql, owner, '60')
    const { transaction_id: id } = await pay('200.00')
    await answer(id, true)
    await sendDue(sql, later(0))
    expect(await stateOf(id)).toBe('held')
    await sendDue(sql, later(0.1))
    expect(await stateOf(id)).toBe('sent')
  })

  test('without enough money is refused before the contact hears of it', async () => {
    await setUp()
    await expect(pay('6000.00')).rejects.toMatchObject({ code: 'PT402' })
    expect((await read(contact)).reviews).toEqual([])
    expect(await titlesOf(contact)).not.toContain('Does this payment look right?')
  })

  test('is counted together with the small ones before it', async () => {
    await setUp()
    expect((await pay('60.00')).state).toBe('sent')
    expect((await pay('40.00')).state).toBe('sent')
    expect((await pay('0.01')).state).toBe('held')
    await sql`
      update public.recipients set created_at = now() - interval '2 days', paid_total = 300 where user_id = ${owner.id}`
    expect((await pay('400.00')).state).toBe('sent')
  })

  test('is counted together with what was paid before the payee was deleted', async () => {
    await setUp()
    for (const amount of ['40.00', '30.00']) {
      expect((await pay(amount)).state).toBe('sent')
      await as(owner)`delete from public.recipients where user_id = ${owner.id}`
    }
    expect((await pay('30.01')).state).toBe('held')
    await sql`update private.removed_payees set removed_at = removed_at - interval '7 days'`
    expect((await pay('30.01')).state).toBe('sent')
  })

  test('scheduled for a day waits on that day, also for a changed amount', async () => {
    await setUp()
    const id = await request(sql, owner, (db) => scheduleFuturePayment(db, { amount: '300.00' }))
    await sendDue(sql, later(48))
    expect(await stateOf(id)).toBe('scheduled')
    expect((await read(contact)).reviews).toMatchObject([{ payment_id: id, amount: 300 }])
    // A change after the question is another payment.
    await sql`update public.outgoing_payments set amount = 900 where id = ${id}`
    expect(await answer(id, true)).toBe('review-gone')
    await sendDue(sql, later(96))
    expect(await stateOf(id)).toBe('scheduled')
    expect((await read(contact)).reviews).toMatchObject([{ amount: 900 }])
    expect(await answer(id, false)).toBeNull()
    expect(await stateOf(id)).toBe('failed')
  })

  test('moved to another day while it waits is asked about on that day, and not sent before', async () => {
    await setUp()
    const id = await request(sql, owner, (db) => scheduleFuturePayment(db, { amount: '300.00' }))
    await sendDue(sql, later(48))
    await request(
      sql,
      owner,
      (db) => db`
        select public.change_outgoing_payment(
          ${id}, ${requestOf(db, { amount: '300.00', warnings: ['first_payment'] })}, ${dayFromToday(20)}
        )`,
    )
    expect(await answer(id, true)).toBe('review-gone')
    expect(await stateOf(id)).toBe('scheduled')
    await sendDue(sql, later(21 * 24))
    expect(await stateOf(id)).toBe('scheduled')
    expect((await read(contact)).reviews).toMatchObject([{ payment_id: id }])
  })

  test('is counted together with another one at the same moment', async () => {
    await setUp()
    let second: ReturnType<typeof pay> | undefined
    await request(sql, owner, async (db) => {
      await makePayment(db, { ...externalPayee, amount: '60.00' })
      second = pay('60.00')
      await new Promise((resolve) => setTimeout(resolve, 300))
    })
    expect((await second)?.state).toBe('held')
  })

  test.each([
    ['suspended', () => sql`update public.profiles set suspended_at = now() where id = ${contact.id}`],
    [
      'deleted',
      async () => {
        await sql`delete from public.accounts where user_id = ${contact.id}`
        await sql`delete from auth.users where id = ${contact.id}`
      },
    ],
  ])('waits for a contact who is %s for 24 hours as without an answer, and a later one not at all', async (_, stop) => {
    await setUp()
    const { transaction_id: id } = await pay('200.00')
    await stop()
    await sendDue(sql, later(23.9))
    expect(await stateOf(id)).toBe('held')
    expect((await read(owner)).mine?.can_answer ?? false).toBe(false)
    expect((await pay('200.00', { ...externalPayee, accountNumber: '87654321' })).state).toBe('sent')
    await sendDue(sql, later(24.1))
    expect(await stateOf(id)).toBe('sent')
  })

  // A thief of one of two customers who are each other's contact could freeze the other.
  test('waits for a contact whose account is frozen, for 24 hours as without an answer', async () => {
    await setUp()
    await name(owner.account, '100', contact)
    await as(owner)`select public.answer_contact_request(${contact.id}, true)`
    const { transaction_id: id } = await pay('200.00')
    await as(owner)`select public.freeze_as_contact(${contact.id})`
    await sendDue(sql, later(23.9))
    expect(await stateOf(id)).toBe('held')
    expect((await pay('200.00', { ...externalPayee, accountNumber: '87654321' })).state).toBe('held')
    await sendDue(sql, later(24.1))
    expect(await stateOf(id)).toBe('sent')
  })

  test('to the contact is not sent earlier by their word, and returns by it', async () => {
    await setUp()
    const { transaction_id: id } = await pay('200.00', payeeAt(contact))
    expect((await read(contact)).reviews).toMatchObject([{ is_to_me: true }])
    expect(await answer(id, true)).toBe('own-payment')
    await sendDue(sql, later(23.9))
    expect(await stateOf(id)).toBe('held')
    expect(await answer(id, false)).toBeNull()
    expect(await figuresOf(owner)).toEqual([5000, 0])
  })

  // Otherwise the time of the answer would tell whether there is enough money.
  test('scheduled for a day is not sent in the request that answers', async () => {
    await setUp()
    const id = await request(sql, owner, (db) => scheduleFuturePayment(db, { amount: '300.00' }))
    await sendDue(sql, later(48))
    expect(await answer(id, true)).toBeNull()
    expect(await stateOf(id)).toBe('scheduled')
    await sendDue(sql, later(0))
    expect(await stateOf(id)).toBe('sent')
  })

  test('does not wait where the bank has turned this off', async () => {
    await setUp()
    await sql`update private.settings set trusted_contacts = false where only_row`
    expect((await pay('200.00')).state).toBe('sent')
    expect(await read(owner)).toMatchObject({ is_on: false, mine: null })
    expect(await name(stranger.account)).toBe('turned-off')
  })
})

describe('the protection', () => {
  test('is lowered at once, and raised or removed after 48 hours, which both are told', async () => {
    await setUp('100')
    expect(await setThreshold('50')).toBeNull()
    expect((await read(owner)).mine).toMatchObject({ threshold: 50, next_threshold: null })
    expect(await setThreshold('1000')).toBeNull()
    expect((await read(owner)).mine).toMatchObject({ threshold: 50, next_threshold: 1000 })
    expect((await pay('60.00')).state).toBe('held')
    expect(await titlesOf(contact)).toContain('Fewer payments will wait')
    expect(await titlesOf(owner)).toContain('Fewer payments will wait')
    await sql`update private.trusted_contacts set next_threshold_from = now() where owner_id = ${owner.id}`
    expect((await read(owner)).mine).toMatchObject({ threshold: 1000 })

    expect(await remove(stranger)).toBe('no-contact')
    expect(await remove(owner)).toBeNull()
    expect((await pay('2000.00')).state).toBe('held')
    expect(await titlesOf(contact)).toContain('Your trusted contact ends in 48 hours')
    expect(await remove(contact, true)).toBeNull()
    expect((await read(owner)).mine?.ends_at).toBeNull()
    await remove(contact)
    await sql`update private.trusted_contacts set ends_at = now() where owner_id = ${owner.id}`
    expect((await read(owner)).mine).toBeNull()
    expect((await read(contact)).people).toEqual([])
    expect((await pay('1500.00', { ...externalPayee, accountNumber: '87654321' })).state).toBe('sent')
  })

  test('is left by the owner, and by the contact, also against the will of the other', async () => {
    await setUp()
    for (const [leaver, other] of [
      [owner, contact],
      [contact, owner],
    ] as const) {
      await remove(leaver)
      expect(await remove(other, true)).toBeNull()
      await remove(leaver)
      expect(await remove(other, true)).toBe('too-many-keeps')
      const { ends_at } = (await read(owner)).mine ?? {}
      expect(ends_at).not.toBeNull()
      // To ask for the removal again does not begin the 48 hours again.
      for (const keeps of [false, null]) expect(await remove(other, keeps)).toBeNull()
      expect((await read(owner)).mine?.ends_at).toBe(ends_at)
      expect(await remove(leaver, true)).toBeNull()
    }
    // What a thief asks for in the owner's session, the owner stops each time.
    for (const _ of [1, 2]) {
      await remove(owner)
      expect(await remove(owner, true)).toBeNull()
    }
  })

  test('tells the other of ten removals and of ten higher amounts in a week', async () => {
    await setUp('1')
    for (let count = 0; count < 10; count += 1) {
      expect(await remove(contact)).toBeNull()
      expect(await remove(contact, true)).toBeNull()
      expect(await setThreshold(String(2 + count))).toBeNull()
    }
    expect(await remove(contact)).toBe('too-many-removals')
    expect(await remove(owner)).toBeNull()
    expect(await setThreshold('20')).toBe('too-many-changes')
    expect(await setThreshold('0')).toBeNull()
  })

  test('of two customers for each other has no circle', async () => {
    await setUp()
    await name(owner.account, '100', contact)
    await as(owner)`select public.answer_contact_request(${contact.id}, true)`
    const { transaction_id: id } = await pay('200.00')
    expect(await answer(id, true)).toBeNull()
    await sendDue(sql, later(0))
    expect(await stateOf(id)).toBe('sent')
  })

  test('is not answered by a contact who became staff', async () => {
    await setUp()
    await sql`insert into public.user_roles (user_id, role) values (${contact.id}, 'admin')`
    expect((await pay('200.00')).state).toBe('sent')
    expect(await freeze(contact)).toBe('no-contact')
  })
})

describe('a freeze by the contact', () => {
  test('is the owner’s freeze, once in seven days, and only by the contact', async () => {
    await setUp()
    const { transaction_id: id } = await pay('200.00')
    expect(await freeze(stranger)).toBe('no-contact')
    expect(await freeze(contact)).toBeNull()
    expect(await sql`select frozen_at is not null as frozen from public.profiles where id = ${owner.id}`).toEqual([
      { frozen: true },
    ])
    // An answer does not send what a frozen account holds.
    await answer(id, true)
    await sendDue(sql, later(25))
    expect(await stateOf(id)).toBe('held')
    await sql`select private.unfreeze(${owner.id})`
    expect(await freeze(contact)).toBe('too-many-freezes')
    await sendDue(sql, later(25))
    expect(await stateOf(id)).toBe('sent')
  })
})
