import { beforeEach, describe, expect, test } from 'vitest'
import { deedsAbout, openChat, say } from '../fixtures/chat'
import {
  type Db,
  type Person,
  actingAs,
  refusalOf,
  request,
  rolledBack,
  speakAs,
  startDatabase,
} from '../fixtures/database'
import { addAdmin, approve, signUp } from '../fixtures/people'

const database = startDatabase()
let alice: Person
let bob: Person
let agent: Person
let secondAgent: Person
let otherStaff: Person
let chat: string

async function approved(): Promise<Person> {
  const person = await signUp(database.sql)
  await approve(database.sql, person)
  return person
}

beforeEach(async () => {
  const { sql } = database
  // The queue is the whole bank's.
  await sql`delete from public.chat_conversations where true`
  alice = await approved()
  bob = await approved()
  agent = await addAdmin(sql, ['manage_chat'])
  secondAgent = await addAdmin(sql, ['manage_chat'])
  otherStaff = await addAdmin(sql, ['view_transactions', 'repair_transactions', 'approve_users', 'financial_support'])
  chat = await openChat(sql, alice)
})

const ask = (db: Db, id: string) => db`select public.request_agent(${id})`
const asksAs = (person: Person, id: string) => request(database.sql, person, (db) => ask(db, id))
const accept = async (db: Db, id: string) =>
  (await db<{ chat: string }[]>`select public.accept_agent_request(${id}) as chat`)[0]?.chat
const acceptsAs = (person: Person, id: string) => request(database.sql, person, (db) => accept(db, id))
const endsAs = (person: Person, id: string) =>
  request(database.sql, person, async (db) => (await db`select public.end_chat(${id}) as ended`)[0]?.ended as boolean)
const placeOf = (person: Person, id: string) =>
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

/** What became of a request that others raced: the word for success, or the code of the refusal. */
const outcomeOf = (answer: PromiseSettledResult<unknown>, success: string) =>
  answer.status === 'fulfilled' ? success : (answer.reason as { code: string }).code

describe('asking for an agent', () => {
  test('is refused before approval, in somebody else’s chat, and in one that is not there', async () => {
    await actingAs(database.sql, await signUp(database.sql), async (db) => {
      expect((await refusalOf(db, (q) => ask(q, chat))).code).toBe('PT403')
    })
    for (const person of [bob, agent])
      await actingAs(database.sql, person, async (db) => {
        expect(await refusalOf(db, (q) => ask(q, chat))).toEqual({ code: 'PT404', message: 'This chat has ended.' })
      })
    await actingAs(database.sql, alice, async (db) => {
      expect((await refusalOf(db, (q) => ask(q, alice.id))).code).toBe('PT404')
    })
  })

  test('puts the chat into the queue, once', async () => {
    await asksAs(alice, chat)
    expect(await stateOf(chat)).toMatchObject({ status: 'waiting_for_agent', request: 'pending', resolved: false })
    await actingAs(database.sql, alice, async (db) => {
      expect(await refusalOf(db, (q) => ask(q, chat))).toEqual({
        code: 'PT409',
        message: 'Your request for an agent is already in queue.',
      })
    })
  })

  test('five times at the same moment makes one request', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => asksAs(alice, chat)))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await database.sql`select id from public.agent_requests where conversation_id = ${chat}`).toHaveLength(1)
  })

  test('is refused once an agent is there', async () => {
    await asksAs(alice, chat)
    await acceptsAs(agent, await requestIn(chat))
    await actingAs(database.sql, alice, async (db) => {
      expect(await refusalOf(db, (q) => ask(q, chat))).toEqual({
        code: 'PT409',
        message: 'An agent is already in this chat.',
      })
    })
  })
})

describe('the place in the queue', () => {
  test('is nobody else’s business, and none before asking', async () => {
    expect(await placeOf(alice, chat)).toBeNull()
    await asksAs(alice, chat)
    expect(await placeOf(bob, chat)).toBeNull()
    await actingAs(database.sql, await signUp(database.sql), async (db) => {
      expect((await refusalOf(db, (q) => q`select public.get_queue_position(${chat})`)).code).toBe('PT403')
    })
  })

  test('is the order of asking, and moves up when somebody before is served or leaves', async () => {
    const carol = await approved()
    const [bobChat, carolChat] = [await openChat(database.sql, bob), await openChat(database.sql, carol)]
    await asksAs(alice, chat)
    await asksAs(bob, bobChat)
    await asksAs(carol, carolChat)
    expect([await placeOf(alice, chat), await placeOf(bob, bobChat), await placeOf(carol, carolChat)]).toEqual([
      1, 2, 3,
    ])
    await acceptsAs(agent, await requestIn(chat))
    expect([await placeOf(alice, chat), await placeOf(bob, bobChat), await placeOf(carol, carolChat)]).toEqual([
      null,
      1,
      2,
    ])
    await endsAs(bob, bobChat)
    expect(await placeOf(carol, carolChat)).toBe(1)
  })
})

describe('accepting a request', () => {
  beforeEach(async () => {
    await asksAs(alice, chat)
  })

  test('is refused to customers and to staff without manage_chat', async () => {
    const id = await requestIn(chat)
    for (const person of [alice, bob, otherStaff])
      await actingAs(database.sql, person, async (db) => {
        expect(await refusalOf(db, (q) => accept(q, id))).toEqual({
          code: 'PT403',
          message: 'You do not have permission to do this.',
        })
      })
    expect(await stateOf(chat)).toMatchObject({ status: 'waiting_for_agent', request: 'pending' })
  })

  test('is refused to somebody who was an agent, and after the session has ended', async () => {
    const id = await requestIn(chat)
    await rolledBack(database.sql, async (db) => {
      await db`delete from public.user_roles where user_id = ${agent.id}`
      await speakAs(db, agent)
      expect((await refusalOf(db, (q) => accept(q, id))).code).toBe('PT403')
    })
    await actingAs(database.sql, { ...agent, sessionId: bob.sessionId }, async (db) => {
      expect((await refusalOf(db, (q) => accept(q, id))).code).toBe('PT401')
    })
  })

  test('gives the chat to the agent, with a record; asking again answers the same', async () => {
    const id = await requestIn(chat)
    expect(await acceptsAs(agent, id)).toBe(chat)
    expect(await acceptsAs(agent, id)).toBe(chat)
    expect(await stateOf(chat)).toEqual({
      status: 'agent_assigned',
      assigned_admin_id: agent.id,
      request: 'accepted',
      request_admin_id: agent.id,
      resolved: true,
    })
    expect(await deedsAbout(database.sql, [id])).toEqual([{ action: 'accept_agent_request', actor_id: agent.id }])
  })

  test('by two agents at the same moment gives it to one, and tells the other', async () => {
    const id = await requestIn(chat)
    const agents = [agent, secondAgent]
    const answers = await Promise.allSettled(agents.map((person) => acceptsAs(person, id)))
    const winners = agents.filter((_, index) => answers[index]?.status === 'fulfilled')
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
    expect(winners).toHaveLength(1)
    expect(refusals).toMatchObject([{ code: 'PT409', message: 'Another agent has already taken this request.' }])
    expect(await stateOf(chat)).toMatchObject({
      assigned_admin_id: winners[0]?.id,
      request_admin_id: winners[0]?.id,
    })
    expect(await deedsAbout(database.sql, [id])).toHaveLength(1)
  })

  test('that the customer has left behind is refused', async () => {
    const id = await requestIn(chat)
    await endsAs(alice, chat)
    await actingAs(database.sql, agent, async (db) => {
      expect(await refusalOf(db, (q) => accept(q, id))).toEqual({
        code: 'PT404',
        message: 'This customer is no longer waiting for an agent.',
      })
    })
  })

  test('while the customer ends the chat either comes first or is refused, and nothing hangs', async () => {
    const id = await requestIn(chat)
    const [accepted, ended] = await Promise.allSettled([acceptsAs(agent, id), endsAs(alice, chat)])
    expect(ended).toEqual({ status: 'fulfilled', value: true })
    expect(['accepted', 'PT404']).toContain(outcomeOf(accepted, 'accepted'))
    expect(await stateOf(chat)).toBeUndefined()
  })
})

describe('ending a chat', () => {
  test('does nothing to a chat of others, and is refused before approval', async () => {
    expect(await endsAs(bob, chat)).toBe(false)
    expect(await endsAs(otherStaff, chat)).toBe(false)
    await actingAs(database.sql, await signUp(database.sql), async (db) => {
      expect((await refusalOf(db, (q) => q`select public.end_chat(${chat})`)).code).toBe('PT403')
    })
    expect(await stateOf(chat)).toMatchObject({ status: 'active' })
  })

  test('leaves nothing, and can be done again', async () => {
    await request(database.sql, alice, (db) => say(db, chat, alice, 'Hello'))
    await asksAs(alice, chat)
    expect(await endsAs(alice, chat)).toBe(true)
    expect(await endsAs(alice, chat)).toBe(false)
    expect(await database.sql`select id from public.chat_messages where conversation_id = ${chat}`).toHaveLength(0)
    expect(await database.sql`select id from public.agent_requests where conversation_id = ${chat}`).toHaveLength(0)
    expect(await openChat(database.sql, alice)).not.toBe(chat)
  })

  test('by an agent is recorded, by its customer not', async () => {
    const bobChat = await openChat(database.sql, bob)
    expect(await endsAs(agent, chat)).toBe(true)
    expect(await endsAs(bob, bobChat)).toBe(true)
    expect(await deedsAbout(database.sql, [chat, bobChat])).toEqual([{ action: 'end_chat', actor_id: agent.id }])
  })

  test('while everybody writes leaves nothing behind and nothing hanging', async () => {
    await asksAs(alice, chat)
    const writing = Array.from({ length: 12 }, (_, n) =>
      n % 2 === 0
        ? request(database.sql, alice, (db) => say(db, chat, alice, `Message ${n}`))
        : request(database.sql, agent, (db) => say(db, chat, agent, `Answer ${n}`, 'agent')),
    )
    const [ended, ...written] = await Promise.allSettled([endsAs(agent, chat), ...writing])
    expect(ended).toEqual({ status: 'fulfilled', value: true })
    // Refused: the chat is no longer theirs, or no longer there.
    const outcomes = new Set(written.map((answer) => outcomeOf(answer, 'written')))
    expect(['written', '42501', '23503']).toEqual(expect.arrayContaining([...outcomes]))
    expect(await database.sql`select id from public.chat_messages where conversation_id = ${chat}`).toHaveLength(0)
  })
})

describe('the assistant', () => {
  const answer = (db: Db, owner: Person, text: string, id = chat) =>
    db<{ id: string | null }[]>`select public.add_assistant_message(${owner.id}, ${id}, ${text}) as id`
  const answers = async (owner: Person, text: string) =>
    (await request(database.sql, 'service_role', (db) => answer(db, owner, text)))[0]?.id
  const textOf = async (id: string | null | undefined) =>
    (await database.sql`select message, sender_type, sender_id from public.chat_messages where id = ${id ?? null}`)[0]

  test('cannot be spoken for by customers, staff or visitors', async () => {
    for (const speaker of [alice, agent, 'anon'] as const)
      await actingAs(database.sql, speaker, async (db) => {
        expect((await refusalOf(db, (q) => answer(q, alice, 'Hello'))).code).toBe('42501')
      })
  })

  test('answers in the chat of the person named, and in no other', async () => {
    expect(await answers(bob, 'Hello')).toBeNull()
    expect(await textOf(await answers(alice, 'Hello\nthere, go to Settings > Profile'))).toEqual({
      message: 'Hello\nthere, go to Settings > Profile',
      sender_type: 'assistant',
      sender_id: null,
    })
  })

  test('has hidden characters taken out and long answers cut', async () => {
    expect(await textOf(await answers(alice, 'a\u202eb\tc\u200b'))).toMatchObject({ message: 'abc' })
    expect(String((await textOf(await answers(alice, 'x'.repeat(5000))))?.message)).toHaveLength(2000)
  })

  test('is silent as soon as the customer waits for an agent, and when the chat has ended', async () => {
    await asksAs(alice, chat)
    expect(await answers(alice, 'Hello')).toBeNull()
    await endsAs(alice, chat)
    expect(await answers(alice, 'Hello')).toBeNull()
  })
})
