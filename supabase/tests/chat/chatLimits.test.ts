import { expect, test } from 'vitest'
import { openChat, sendMessage } from '../fixtures/chat'
import { type Db, type Person, request } from '../fixtures/database'
import { addAdmin, addApprovedPerson, anApprovedPerson, withPeople } from '../fixtures/people'

const { sql, alice } = withPeople({ alice: anApprovedPerson('Alice Archer') })

const limit = { code: 'PT429', hint: 'chat-limit' }
const as = <T>(person: Person, run: (db: Db) => Promise<T>) => request(sql, person, run)
const end = (person: Person, chat: string) =>
  as(person, async (db) => (await db`select public.end_chat(${chat}) as ended`)[0]?.ended as boolean)
const ask = (chat: string) => (db: Db) => db`select public.request_agent(${chat})`
/** Puts the customer's counts to these figures. */
const setUse = (use: { chats?: number; requests?: number; messages?: number; minute_messages?: number }) =>
  sql`update private.chat_use set ${sql(use)} where user_id = ${alice.id}`
const moveBack = (interval: string) =>
  sql`
    update private.chat_use set minute_since = minute_since - ${interval}::interval, day_since = day_since - ${interval}::interval
    where user_id = ${alice.id}`
const useOf = async (person: Person) =>
  (
    await sql`
      select chats, requests, messages, minute_messages from private.chat_use where user_id = ${person.id}`
  )[0]

test('a customer starts twenty chats in a day, also if each is ended at once', async () => {
  for (let nth = 0; nth < 20; nth++) await end(alice, await openChat(sql, alice))
  await expect(openChat(sql, alice)).rejects.toMatchObject(limit)
  expect(await sql`select from public.chat_conversations where user_id = ${alice.id}`).toHaveLength(0)
  await openChat(sql, await addApprovedPerson(sql))
  await moveBack('23 hours 59 minutes')
  await expect(openChat(sql, alice)).rejects.toMatchObject(limit)
  await moveBack('1 minute')
  await openChat(sql, alice)
  expect(await useOf(alice)).toMatchObject({ chats: 1 })
})

test('a customer sends thirty messages in a minute and five hundred in a day', async () => {
  const chat = await openChat(sql, alice)
  let nth = 0
  const say = (person = alice) => as(person, (db) => sendMessage(db, chat, person, `Message ${nth++}`))
  await setUse({ minute_messages: 29 })
  await say()
  await expect(say()).rejects.toMatchObject(limit)
  await moveBack('1 minute')
  await say()
  expect(await useOf(alice)).toMatchObject({ minute_messages: 1, messages: 2 })
  await setUse({ messages: 499 })
  await say()
  await expect(say()).rejects.toMatchObject({ ...limit, message: expect.stringContaining('500 messages') as string })
  expect(await sql`select from public.chat_messages where conversation_id = ${chat}`).toHaveLength(3)
})

test('many messages in one statement count one by one, and none is stored above the limit', async () => {
  const chat = await openChat(sql, alice)
  const many = as(
    alice,
    (db) => db`
      insert into public.chat_messages (conversation_id, sender_id, sender_type, message)
      select ${chat}, ${alice.id}, 'user', 'Message ' || n from generate_series(1, 31) n`,
  )
  await expect(many).rejects.toMatchObject(limit)
  expect(await sql`select from public.chat_messages where conversation_id = ${chat}`).toHaveLength(0)
  expect(await useOf(alice)).toMatchObject({ messages: 0 })
})

test('only messages up to the limit are stored of parallel ones', async () => {
  const chat = await openChat(sql, alice)
  await setUse({ minute_messages: 27 })
  const sent = await Promise.allSettled(
    Array.from({ length: 6 }, (_each, nth) => as(alice, (db) => sendMessage(db, chat, alice, `Message ${nth}`))),
  )
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await useOf(alice)).toMatchObject({ minute_messages: 30, messages: 3 })
})

test('a customer asks for an agent twenty times in a day, also without the function', async () => {
  const chat = await openChat(sql, alice)
  await as(alice, async (db) => void (await ask(chat)(db)))
  await end(alice, chat)
  await setUse({ requests: 20 })
  const next = await openChat(sql, alice)
  await expect(as(alice, async (db) => void (await ask(next)(db)))).rejects.toMatchObject(limit)
  const insert = (db: Db) =>
    db`insert into public.agent_requests (conversation_id, user_id) values (${next}, ${alice.id})`
  await expect(as(alice, async (db) => void (await insert(db)))).rejects.toMatchObject(limit)
  expect(await sql`select from public.agent_requests where user_id = ${alice.id}`).toHaveLength(0)
})

test('agents and jobs neither count nor are limited', async () => {
  const chat = await openChat(sql, alice)
  await as(alice, async (db) => void (await ask(chat)(db)))
  await setUse({ chats: 20, requests: 20, messages: 500, minute_messages: 30 })
  const agent = await addAdmin(sql, ['manage_chat'])
  await as(agent, async (db) => {
    await db`select public.accept_agent_request(r.id) from public.agent_requests r where r.conversation_id = ${chat}`
    await sendMessage(db, chat, agent, 'How can I help?', 'agent')
    await db`select public.release_chat(${chat})`
  })
  expect(await useOf(alice)).toEqual({ chats: 20, requests: 20, messages: 500, minute_messages: 30 })
  expect(await useOf(agent)).toBeUndefined()
  expect(await end(alice, chat)).toBe(true)
})

test('a message that is sent again after a lost response counts once', async () => {
  const chat = await openChat(sql, alice)
  const id = await as(alice, (db) => sendMessage(db, chat, alice, 'Hello'))
  const again = (db: Db) => db`
    insert into public.chat_messages (id, conversation_id, sender_id, sender_type, message)
    values (${id}, ${chat}, ${alice.id}, 'user', 'Hello')`
  await expect(as(alice, async (db) => void (await again(db)))).rejects.toMatchObject({ code: '23505' })
  expect(await useOf(alice)).toMatchObject({ messages: 1 })
})
