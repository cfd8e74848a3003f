import { beforeEach, describe, expect, test } from 'vitest'
import { auditEntriesAbout } from '../fixtures/audit'
import { openChat, sendMessage } from '../fixtures/chat'
import { type Db, type Person, actingAs, refusalOf, request, startDatabase } from '../fixtures/database'
import { addAdmin, signUp, addApprovedPerson } from '../fixtures/people'

const database = startDatabase()
let alice: Person
let bob: Person
let agent: Person
let secondAgent: Person
let chat: string

beforeEach(async () => {
  const { sql } = database
  // Queue positions depend on the chats of all users.
  await sql`delete from public.chat_conversations where true`
  alice = await addApprovedPerson(database.sql)
  bob = await addApprovedPerson(database.sql)
  agent = await addAdmin(sql, ['manage_chat'])
  secondAgent = await addAdmin(sql, ['manage_chat'])
  chat = await openChat(sql, alice)
})

const requestAgent = (db: Db, id: string) => db`select public.request_agent(${id})`
const requestAgentAs = (person: Person, id: string) => request(database.sql, person, (db) => requestAgent(db, id))
const accept = async (db: Db, id: string) =>
  (await db<{ chat: string }[]>`select public.accept_agent_request(${id}) as chat`)[0]?.chat
const acceptAs = (person: Person, id: string) => request(database.sql, person, (db) => accept(db, id))
const endAs = (person: Person, id: string) =>
  request(database.sql, person, async (db) => (await db`select public.end_chat(${id}) as ended`)[0]?.ended as boolean)
const queuePositionOf = (person: Person, id: string) =>
  request(
    database.sql,
    person,
    async (db) => (await db`select public.get_queue_position(${id}) as place`)[0]?.place as number | null,
  )

async function requestIn(id: string): Promise<string> {
  const [row] = await database.sql<
    { id: string }[]
  >`select id from public.agent_requests where conversation_id = ${id} and status = 'pending'`
  if (!row) throw new Error('there is no pending request in this chat')
  return row.id
}

const stateOf = async (id: string) =>
  (
    await database.sql`
      select c.status, c.assigned_admin_id, r.status as request, r.assigned_admin_id as request_admin_id, r.resolved_at is not null as resolved
      from public.chat_conversations c left join public.agent_requests r on r.conversation_id = c.id where c.id = ${id}`
  )[0]

/** The result of a concurrent call: `success`, or the code of its refusal. */
const outcomeOf = (answer: PromiseSettledResult<unknown>, success: string) =>
  answer.status === 'fulfilled' ? success : (answer.reason as { code: string }).code

describe('request_agent', () => {
  test('is refused without approval, in another user’s chat and in a missing chat', async () => {
    await actingAs(database.sql, await signUp(database.sql), async (db) => {
      expect((await refusalOf(db, (q) => requestAgent(q, chat))).code).toBe('PT403')
    })
    for (const person of [bob, agent])
      await actingAs(database.sql, person, async (db) => {
        expect(await refusalOf(db, (q) => requestAgent(q, chat))).toEqual({
          code: 'PT404',
          message: 'This chat has ended.',
        })
      })
    await actingAs(database.sql, alice, async (db) => {
      expect((await refusalOf(db, (q) => requestAgent(q, alice.id))).code).toBe('PT404')
    })
  })

  test('puts the chat into the queue once', async () => {
    await requestAgentAs(alice, chat)
    expect(await stateOf(chat)).toMatchObject({ status: 'waiting_for_agent', request: 'pending', resolved: false })
    await actingAs(database.sql, alice, async (db) => {
      expect(await refusalOf(db, (q) => requestAgent(q, chat))).toEqual({
        code: 'PT409',
        message: 'Your request for an agent is already in queue.',
      })
    })
  })

  test('creates one request for five concurrent calls', async () => {
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => requestAgentAs(alice, chat)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await database.sql`select id from public.agent_requests where conversation_id = ${chat}`).toHaveLength(1)
  })

  test('is refused after an agent has accepted', async () => {
    await requestAgentAs(alice, chat)
    await acceptAs(agent, await requestIn(chat))
    await actingAs(database.sql, alice, async (db) => {
      expect(await refusalOf(db, (q) => requestAgent(q, chat))).toEqual({
        code: 'PT409',
        message: 'An agent is already in this chat.',
      })
    })
  })
})

describe('get_queue_position', () => {
  test('is null before a request and for other users', async () => {
    expect(await queuePositionOf(alice, chat)).toBeNull()
    await requestAgentAs(alice, chat)
    expect(await queuePositionOf(bob, chat)).toBeNull()
    await actingAs(database.sql, await signUp(database.sql), async (db) => {
      expect((await refusalOf(db, (q) => q`select public.get_queue_position(${chat})`)).code).toBe('PT403')
    })
  })

  test('is the order of requests, and moves up when an earlier one is accepted or withdrawn', async () => {
    const carol = await addApprovedPerson(database.sql)
    const [bobChat, carolChat] = [await openChat(database.sql, bob), await openChat(database.sql, carol)]
    await requestAgentAs(alice, chat)
    await requestAgentAs(bob, bobChat)
    await requestAgentAs(carol, carolChat)
    expect([
      await queuePositionOf(alice, chat),
      await queuePositionOf(bob, bobChat),
      await queuePositionOf(carol, carolChat),
    ]).toEqual([1, 2, 3])
    await acceptAs(agent, await requestIn(chat))
    expect([
      await queuePositionOf(alice, chat),
      await queuePositionOf(bob, bobChat),
      await queuePositionOf(carol, carolChat),
    ]).toEqual([null, 1, 2])
    await endAs(bob, bobChat)
    expect(await queuePositionOf(carol, carolChat)).toBe(1)
  })
})

describe('accept_agent_request', () => {
  beforeEach(async () => {
    await requestAgentAs(alice, chat)
  })

  test('assigns the chat to the agent, audits it, and returns the same when repeated', async () => {
    const id = await requestIn(chat)
    expect(await acceptAs(agent, id)).toBe(chat)
    expect(await acceptAs(agent, id)).toBe(chat)
    expect(await stateOf(chat)).toEqual({
      status: 'agent_assigned',
      assigned_admin_id: agent.id,
      request: 'accepted',
      request_admin_id: agent.id,
      resolved: true,
    })
    expect(await auditEntriesAbout(database.sql, [id])).toEqual([
      { action: 'accept_agent_request', actor_id: agent.id },
    ])
  })

  test('assigns the chat to one of two concurrent agents and refuses the other', async () => {
    const id = await requestIn(chat)
    const agents = [agent, secondAgent]
    const outcomes = await Promise.allSettled(agents.map((person) => acceptAs(person, id)))
    const winners = agents.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    const refusals = outcomes.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
    expect(winners).toHaveLength(1)
    expect(refusals).toMatchObject([{ code: 'PT409', message: 'Another agent has already taken this request.' }])
    expect(await stateOf(chat)).toMatchObject({
      assigned_admin_id: winners[0]?.id,
      request_admin_id: winners[0]?.id,
    })
    expect(await auditEntriesAbout(database.sql, [id])).toHaveLength(1)
  })

  test('is refused after the customer has ended the chat', async () => {
    const id = await requestIn(chat)
    await endAs(alice, chat)
    await actingAs(database.sql, agent, async (db) => {
      expect(await refusalOf(db, (q) => accept(q, id))).toEqual({
        code: 'PT404',
        message: 'This customer is no longer waiting for an agent.',
      })
    })
  })

  test('does not deadlock with the customer ending the chat', async () => {
    const id = await requestIn(chat)
    const [accepted, ended] = await Promise.allSettled([acceptAs(agent, id), endAs(alice, chat)])
    expect(ended).toEqual({ status: 'fulfilled', value: true })
    expect(['accepted', 'PT404']).toContain(outcomeOf(accepted, 'accepted'))
    expect(await stateOf(chat)).toBeUndefined()
  })
})

describe('end_chat', () => {
  test('deletes the chat with its messages and requests, and can be repeated', async () => {
    await request(database.sql, alice, (db) => sendMessage(db, chat, alice, 'Hello'))
    await requestAgentAs(alice, chat)
    expect(await endAs(alice, chat)).toBe(true)
    expect(await endAs(alice, chat)).toBe(false)
    expect(await database.sql`select id from public.chat_messages where conversation_id = ${chat}`).toHaveLength(0)
    expect(await database.sql`select id from public.agent_requests where conversation_id = ${chat}`).toHaveLength(0)
    expect(await openChat(database.sql, alice)).not.toBe(chat)
  })

  test('is audited for an agent and not for the customer', async () => {
    const bobChat = await openChat(database.sql, bob)
    expect(await endAs(agent, chat)).toBe(true)
    expect(await endAs(bob, bobChat)).toBe(true)
    expect(await auditEntriesAbout(database.sql, [chat, bobChat])).toEqual([{ action: 'end_chat', actor_id: agent.id }])
  })

  test('does not deadlock with concurrent messages and leaves none of them', async () => {
    await requestAgentAs(alice, chat)
    const writing = Array.from({ length: 12 }, (_, n) =>
      n % 2 === 0
        ? request(database.sql, alice, (db) => sendMessage(db, chat, alice, `Message ${n}`))
        : request(database.sql, agent, (db) => sendMessage(db, chat, agent, `Answer ${n}`, 'agent')),
    )
    const [ended, ...written] = await Promise.allSettled([endAs(agent, chat), ...writing])
    expect(ended).toEqual({ status: 'fulfilled', value: true })
    // A refusal means that the chat is assigned to another user or is deleted.
    const outcomes = new Set(written.map((answer) => outcomeOf(answer, 'written')))
    expect(['written', '42501', '23503']).toEqual(expect.arrayContaining([...outcomes]))
    expect(await database.sql`select id from public.chat_messages where conversation_id = ${chat}`).toHaveLength(0)
  })
})

describe('add_assistant_message', () => {
  const answer = (db: Db, owner: Person, text: string, id = chat) =>
    db<{ id: string | null }[]>`select public.add_assistant_message(${owner.id}, ${id}, ${text}) as id`
  const addAnswer = async (owner: Person, text: string) =>
    (await request(database.sql, 'service_role', (db) => answer(db, owner, text)))[0]?.id
  const textOf = async (id: string | null | undefined) =>
    (await database.sql`select message, sender_type, sender_id from public.chat_messages where id = ${id ?? null}`)[0]

  test('writes to the given user’s own chat only', async () => {
    expect(await addAnswer(bob, 'Hello')).toBeNull()
    expect(await textOf(await addAnswer(alice, 'Hello\nthere, go to Settings > Profile'))).toEqual({
      message: 'Hello\nthere, go to Settings > Profile',
      sender_type: 'assistant',
      sender_id: null,
    })
  })

  test('removes hidden characters and shortens long answers', async () => {
    expect(await textOf(await addAnswer(alice, 'a\u202eb\tc\u200b'))).toMatchObject({ message: 'abc' })
    expect(String((await textOf(await addAnswer(alice, 'x'.repeat(5000))))?.message)).toHaveLength(2000)
  })

  test('writes nothing once the customer waits for an agent or the chat has ended', async () => {
    await requestAgentAs(alice, chat)
    expect(await addAnswer(alice, 'Hello')).toBeNull()
    await endAs(alice, chat)
    expect(await addAnswer(alice, 'Hello')).toBeNull()
  })
})
