import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeData, startDatabase } from '../../../local/database'
import { freePort } from '../../../local/postgres/ports'
import { startTemporaryDatabase, type TemporaryDatabase } from '../../../local/temporaryDatabase'
import { addOtherBank, becomeOtherBank, type Message } from '../fixtures/banks'
import { request, type Person } from '../fixtures/database'
import { scheduleFuturePayment, sendDue, setUndoWindow } from '../fixtures/outgoingPayments'
import { ledgerProblems, payAs } from '../fixtures/payments'
import { addCustomer, aCustomer, withPeople, type Customer } from '../fixtures/people'

// Two banks. The database of the first is replaced by a copy that lacks the newest payments.
const second = withPeople({ bob: aCustomer('Bob Bright') }, { once: true })
const { bob } = second

type Side = { id: string; sql: postgres.Sql }
const b: Side = { id: 'bank-b', sql: second.sql }
const bankA = (databaseUrl: string): Side => ({
  id: 'bank-a',
  sql: postgres(databaseUrl, { onnotice: () => undefined }),
})
let first: TemporaryDatabase
let a: Side
let alice: Customer
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  first = await startTemporaryDatabase()
  cleanups.push(() => first.destroy())
  a = bankA(first.databaseUrl)
  alice = await addCustomer(a.sql, 'Alice Archer')
  await addOtherBank(a.sql, { id: b.id, prefixes: ['20'] })
  await addOtherBank(b.sql, { id: a.id, prefixes: ['00'] })
  await becomeOtherBank(b.sql)
  bob.account.sort_code = bob.account.sort_code.replace('00', '20')
})
afterAll(async () => {
  await a.sql.end()
  for (const clean of cleanups.toReversed()) await clean()
})

const receiveFrom = async (sender: Side, receiver: Side, message: object) => {
  const [row] = await receiver.sql<{ answer: Record<string, unknown> }[]>`
    select private.receive_bank_message(${sender.id}, ${receiver.sql.json(message as postgres.JSONValue)}) as answer`
  return row?.answer ?? {}
}
/** Sends what is due until there is nothing more. */
async function exchange(): Promise<void> {
  for (const [sender, receiver] of [
    [a, b],
    [b, a],
    [a, b],
    [b, a],
  ] as const) {
    const due = await sender.sql<{ message: Message }[]>`select message from private.take_bank_messages()`
    for (const { message } of due) {
      const answer = await receiveFrom(sender, receiver, message)
      await sender.sql`
        select private.record_bank_answer(${receiver.id}, ${message.id}, ${sender.sql.json(answer as postgres.JSONValue)})`
    }
  }
}
const pay = async (side: Side, payer: Customer, payee: Customer, amount: string) => {
  const { sort_code: sortCode, account_number: accountNumber } = payee.account
  const name = payee.account.account_holder_name
  const { transaction_id: id } = await payAs(side.sql, payer, { name, sortCode, accountNumber, amount })
  await exchange()
  return id
}
/** The payer asks for the payment, and the payee gives it back. */
async function recall([from, payer]: [Side, Person], [to, payee]: [Side, Person], id: string) {
  await request(from.sql, payer, (db) => db`select public.recall_payment(${id}, 'mistake')`)
  await exchange()
  await request(
    to.sql,
    payee,
    (db) => db`
      select public.answer_recall(t.id, true) from public.transactions t
      where t.incoming and t.reversed_at is null and t.user_id = ${payee.id}
      order by t.id desc limit 1`,
  )
  await exchange()
}

type Entry = Record<string, unknown> & { paymentId: string }
async function statementOf(since: Date, asker = a, after: unknown = null): Promise<Entry[]> {
  const message = { id: randomUUID(), type: 'statement-request', since: since.toISOString(), after }
  const answer = (await receiveFrom(asker, b, message)) as {
    entries: Entry[]
    messages: { message: { id: string } }[]
    next: unknown
  }
  expect(answer).toMatchObject({ type: 'statement', about: message.id })
  const messages = new Map(answer.messages.map(({ message: sent }) => [sent.id, sent]))
  // As recover-interbank does.
  const entries = answer.entries.map((entry) => ({ ...entry, message: messages.get(String(entry.messageId)) ?? null }))
  return answer.next === null ? entries : [...entries, ...(await statementOf(since, asker, answer.next))]
}
async function post(entry: object) {
  const [row] = await a.sql<{ result: string; reason: string | null }[]>`
    select * from public.post_statement_entry(${b.id}, ${a.sql.json(entry as postgres.JSONValue)})`
  return row
}
const recover = async (since: Date) => {
  const results: string[] = []
  for (const entry of await statementOf(since)) results.push((await post(entry))?.result ?? '')
  return results.toSorted((one, other) => one.localeCompare(other))
}
const balances = async () => ({
  alice: (await a.sql`select balance from public.accounts where user_id = ${alice.id}`)[0]?.balance as unknown,
  bob: (await b.sql`select balance from public.accounts where user_id = ${bob.id}`)[0]?.balance as unknown,
})
const settlements = async () => {
  const [row] = await a.sql<{ total: string }[]>`
    select coalesce(sum(e.amount), 0) as total from private.ledger_entries e
    join private.banks k on k.settlement_account_id = e.account_id`
  const [mirror] = await b.sql<{ total: string }[]>`
    select coalesce(-sum(e.amount), 0) as total from private.ledger_entries e
    join private.banks k on k.settlement_account_id = e.account_id`
  return [row?.total, mirror?.total]
}

/** Replaces the database of the first bank by a copy that was made before `lose` ran. */
async function restoreAfter(lose: () => Promise<void>): Promise<void> {
  const admin = postgres(first.adminUrl, { max: 1 })
  const [row] = await admin<{ data_directory: string }[]>`show data_directory`
  await admin.end()
  await a.sql.end()
  await first.killDatabase()
  const folder = path.dirname(row?.data_directory ?? '')
  const copy = `${folder}-copy`
  execFileSync('cp', ['-a', folder, copy])
  cleanups.push(() => removeData(copy))
  await first.restartDatabase()
  a = bankA(first.databaseUrl)
  await lose()
  await a.sql.end()
  const restored = await startDatabase({ dataDir: copy, port: await freePort(), isDurable: false })
  cleanups.push(() => restored.stop())
  a = bankA(restored.url('postgres'))
}

/** Bob returns a payment and asks for another one while the first bank has lost both: it refuses the messages until its recovery. */
async function giveBackAndRecall(paidToBob: string, paidByBob: string) {
  await b.sql`
    update private.bank_payments set recall = 'asked', recall_reason = 'mistake', recalled_at = now() where id = ${paidToBob}`
  await request(b.sql, bob, async (db) => {
    await db`
      select public.answer_recall(t.id, true) from public.transactions t where t.incoming and t.amount = 3`
    await db`select public.recall_payment(${paidByBob}, 'fraud')`
  })
  const due = await b.sql<{ message: Message }[]>`select message from private.take_bank_messages()`
  expect(new Set(due.map(({ message }) => message.type))).toEqual(new Set(['recall', 'return']))
  for (const { message } of due)
    await expect(receiveFrom(b, a, message)).rejects.toMatchObject({ code: 'PT404', hint: 'payment-unknown' })
}

test('a restored copy gets back what it lost, once, and both ledgers agree', async () => {
  const since = new Date(Date.now() - 600_000)
  const earlier = await pay(a, alice, bob, '10.00')
  // The copy has these before they were sent.
  await setUndoWindow(a.sql, alice, '30')
  await pay(a, alice, bob, '1.00')
  await pay(a, alice, bob, '2.00')
  await setUndoWindow(a.sql, alice, '0')
  const payee = { name: 'Bob Bright', sortCode: bob.account.sort_code, accountNumber: bob.account.account_number }
  await request(a.sql, alice, (db) => scheduleFuturePayment(db, { ...payee, amount: '4.00' }))
  const later = new Date(Date.now() + 3 * 864e5).toISOString()
  let [paidToBob, paidByBob] = ['', '']
  await restoreAfter(async () => {
    await recall([a, alice], [b, bob], earlier)
    await pay(a, alice, bob, '20.00')
    await pay(b, bob, alice, '5.00')
    await recall([b, bob], [a, alice], await pay(b, bob, alice, '7.00'))
    await recall([a, alice], [b, bob], await pay(a, alice, bob, '8.00'))
    expect(await sendDue(a.sql, later)).toEqual(['sent', 'sent', 'sent'])
    await exchange()
    paidToBob = await pay(a, alice, bob, '3.00')
    paidByBob = await pay(b, bob, alice, '6.00')
  })
  expect(await balances()).toEqual({ alice: '4987.00', bob: '5019.00' })
  await giveBackAndRecall(paidToBob, paidByBob)
  // Since then their time has come.
  await a.sql`update public.outgoing_payments set send_at = now() - interval '1 second' where true`
  // The job can be faster than the recovery.
  const [held] = await a.sql<{ id: string }[]>`select id from public.outgoing_payments where amount = 2`
  await a.sql`select private.send_outgoing_payment(${held?.id ?? ''}, now())`
  // More payments wait than one message takes.
  await a.sql`
    insert into private.bank_payments (bank_id, is_outgoing, id, movement_id, created_at, amount, state, instruction)
    select ${b.id}, true, id, id, now(), 1, 'sent', '{}'
    from (select ('00000000-0000-0000-0000-0000000000' || n)::uuid as id from generate_series(10, 60) n) waiting`
  expect((await recover(since)).join(' ')).toBe(
    'known posted posted posted posted posted posted returned returned returned',
  )
  await a.sql`delete from private.bank_payments where instruction = '{}'`
  expect(await sendDue(a.sql, later)).toEqual([])
  await b.sql`update private.bank_messages set taken_until = now() where is_outgoing and answer is null`
  await exchange()
  const lost = { alice: '4984.00', bob: '5016.00' }
  expect(await balances()).toEqual(lost)
  expect(await a.sql`select recall from private.bank_payments where id = ${paidByBob}`).toEqual([{ recall: 'asked' }])
  expect(await recover(since)).toEqual(Array.from({ length: 10 }, () => 'known'))
  await exchange()
  expect(await balances()).toEqual(lost)
  for (const { sql } of [a, b]) {
    expect(await ledgerProblems(sql)).toEqual([])
    expect(await sql`select * from private.verify_between_banks()`).toEqual([])
    expect(await sql`select from private.bank_payments where problem is not null`).toHaveLength(0)
  }
  expect(await settlements()).toEqual(['16.00', '16.00'])
})

test('what cannot be placed is reported, and changes nothing', async () => {
  const entries = await statementOf(new Date(Date.now() - 600_000))
  const entry = entries.find(({ direction }) => direction === 'received')
  const credit = entries.find(({ direction }) => direction === 'sent')
  const changed = (from: Entry | undefined, message: object) => {
    const paymentId = randomUUID()
    return {
      ...from,
      paymentId,
      state: 'accepted',
      message: {
        id: randomUUID(),
        type: 'payment',
        payments: [{ ...(from?.message as { payments?: object[] } | undefined)?.payments?.[0], paymentId, ...message }],
      },
    }
  }
  const nowhere = { name: 'No', sortCode: '00-10-10', accountNumber: '00000000' }
  const before = await balances()
  expect(await post(changed(entry, { payer: nowhere }))).toEqual({ result: 'not-placed', reason: 'payer-gone' })
  expect(await post(changed(entry, { amount: '999999.00' }))).toMatchObject({ reason: 'insufficient-funds' })
  expect(await post(changed(entry, { payee: { ...nowhere, sortCode: '40-00-00' } }))).toMatchObject({
    reason: 'other-bank',
  })
  expect(await post(changed(credit, { payee: nowhere }))).toEqual({ result: 'not-placed', reason: 'AC01' })
  const accepted = entries.find(({ direction, state }) => direction === 'received' && state === 'accepted')
  const { paymentId } = accepted ?? {}
  const wrong = { id: randomUUID(), type: 'return', paymentId, amount: '0.99', reason: 'FOCR' }
  expect(await post({ ...accepted, state: 'returned', return: wrong })).toEqual({
    result: 'not-placed',
    reason: 'AM02',
  })
  expect(await post({ ...changed(credit, {}), message: null })).toMatchObject({ reason: 'no-message' })
  expect(await balances()).toEqual(before)
  expect(await a.sql`select * from private.verify_between_banks()`).toEqual([])
})

test('a statement has only what concerns the bank that asks, in pages, and not more than 30 days', async () => {
  const since = new Date(Date.now() - 600_000)
  const third = { id: 'bank-c', sql: a.sql }
  await addOtherBank(b.sql, { id: third.id, prefixes: ['77'] })
  expect(await statementOf(since, third)).toEqual([])
  const { sql } = b
  await sql.begin(async (db) => {
    const payee = await addCustomer(sql, 'Dee Dale')
    const sharedMessage = randomUUID()
    for (let count = 0; count < 60; count += 1)
      await db`
        insert into private.bank_payments (
          bank_id, is_outgoing, id, movement_id, message_id, account_id, created_at, amount, state, ask_at
        )
        values (
          ${third.id}, true, ${randomUUID()}, ${randomUUID()}, ${sharedMessage}, ${payee.account.id}, now(), 1, 'accepted', now()
        )`
  })
  const ask = (after: unknown, id = randomUUID()) =>
    receiveFrom(third, b, { id, type: 'statement-request', since: since.toISOString(), after })
  const id = randomUUID()
  const page = await ask(null, id)
  expect(page.entries).toHaveLength(50)
  expect(await ask(null, id)).toEqual(page)
  expect((await ask(page.next)).entries).toHaveLength(10)
  await expect(statementOf(new Date(Date.now() - 31 * 864e5), third)).rejects.toMatchObject({ code: 'PT400' })
  await sql`
    insert into private.bank_messages (bank_id, is_outgoing, id, type, body)
    select ${third.id}, false, gen_random_uuid(), 'statement-request', '{}' from generate_series(1, 1200)`
  await expect(ask(null)).rejects.toMatchObject({ code: 'PT429' })
  // A repetition of a request reads as much as another one.
  await expect(ask(null, id)).rejects.toMatchObject({ code: 'PT429' })
  await sql`delete from private.bank_messages where body = '{}'`
  for (let count = 0; count < 3; count += 1) await ask(null, id)
  expect(await sql`select attempts from private.bank_messages where id = ${id}`).toEqual([{ attempts: 4 }])
})
