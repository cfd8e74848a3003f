import { beforeEach, expect, test } from 'vitest'
import { openChat, sendMessage } from '../fixtures/chat'
import { payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, anApplicant, withPeople } from '../fixtures/people'
import { request, type Person } from '../fixtures/database'
import { schedulePayment } from '../fixtures/scheduledPayments'

const { sql, alice, bob, pending } = withPeople({ alice: aCustomer(), bob: aCustomer(), pending: anApplicant() })
const noon = '2099-06-15T12:00:00+01:00'
let chat: string
let message: string
let scheduled: string
let note: string

beforeEach(async () => {
  chat = await openChat(sql, alice)
  message = await request(sql, alice, (db) => sendMessage(db, chat, alice, 'Hello'))
  scheduled = await request(sql, alice, (db) => schedulePayment(db, { amount: '10', at: noon }))
  await payAs(sql, alice, { ...payeeAt(bob), amount: '5' })
  const [row] = await sql<
    { id: string }[]
  >`select private.notify(${alice.id}, 'security', 'A title', 'A message') as id`
  note = row?.id ?? ''
})

type Marks = Record<string, string | null>

async function marksOf(person: Person): Promise<Marks> {
  const [row] = await request(
    sql,
    person,
    (db) => db<{ marks: Marks }[]>`
      select public.change_marks(p) as marks from public.profiles p where p.id = ${person.id}`,
  )
  if (row === undefined) throw new Error('the profile was not read')
  return row.marks
}

/** The tables whose marks differ after `change`. */
async function changedBy(change: () => PromiseLike<unknown>, person: Person = alice) {
  const before = await marksOf(person)
  await change()
  const after = await marksOf(person)
  return Object.keys(after).filter((table) => after[table] !== before[table])
}

test.each<[what: string, change: () => PromiseLike<unknown>, tables: string[]]>([
  ['nothing', () => Promise.resolve(), []],
  ['a payment', () => payAs(sql, alice, { ...payeeAt(bob), amount: '5' }), ['transactions']],
  [
    'a payment that came back',
    () => sql`update public.transactions set reversed_at = now() where user_id = ${alice.id}`,
    ['transactions'],
  ],
  ['a removed transaction', () => sql`delete from public.transactions where user_id = ${alice.id}`, ['transactions']],
  ['a changed card', () => sql`update public.cards set online = false where user_id = ${alice.id}`, ['cards']],
  [
    'a scheduled payment',
    () => request(sql, alice, (db) => schedulePayment(db, { amount: '20', at: noon })),
    ['scheduled_payments'],
  ],
  [
    'a processed payment',
    () => sql`update public.scheduled_payments set processed = true where id = ${scheduled}`,
    ['scheduled_payments'],
  ],
  [
    'a deleted scheduled payment',
    () => sql`delete from public.scheduled_payments where id = ${scheduled}`,
    ['scheduled_payments'],
  ],
  [
    'a note',
    () => sql`select private.notify(${alice.id}, 'security', 'Another title', 'A message')`,
    ['user_notifications'],
  ],
  [
    'a note that was read',
    () => sql`update public.user_notifications set read = true where id = ${note}`,
    ['user_notifications'],
  ],
  [
    'an edited message',
    () => sql`update public.chat_messages set message = 'Hi' where id = ${message}`,
    ['chat_messages'],
  ],
  ['a deleted message', () => sql`delete from public.chat_messages where id = ${message}`, ['chat_messages']],
  [
    'a message',
    () => request(sql, alice, (db) => sendMessage(db, chat, alice, 'Hi')),
    ['chat_conversations', 'chat_messages'],
  ],
  [
    'the end of the chat',
    () => sql`delete from public.chat_conversations where id = ${chat}`,
    ['chat_conversations', 'chat_messages'],
  ],
])('%s changes the marks of its tables only', async (_what, change, tables) => {
  expect((await changedBy(change)).toSorted()).toEqual(tables)
})

test('what staff note for each other changes no mark of the messages', async () => {
  expect(await changedBy(() => sendMessage(sql, chat, bob, 'Hello', 'note'))).not.toContain('chat_messages')
})

test("a customer's marks do not change with the rows of another", async () => {
  expect(await changedBy(() => sql`update public.cards set online = false where user_id = ${alice.id}`, bob)).toEqual(
    [],
  )
  expect(await changedBy(() => request(sql, alice, (db) => sendMessage(db, chat, alice, 'Again')), bob)).toEqual([])
})

test('on the profile of another the marks are those of the caller', async () => {
  const own = await marksOf(bob)
  const [row] = await request(
    sql,
    bob,
    (db) =>
      db<
        { marks: Marks }[]
      >`select public.change_marks(jsonb_populate_record(null::public.profiles, ${sql.json({ id: alice.id })})) as marks`,
  )
  expect(row?.marks).toEqual(own)
})

test('an applicant has no rows to mark', async () => {
  expect(new Set(Object.values(await marksOf(pending)))).toEqual(new Set([null]))
})
