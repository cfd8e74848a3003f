import { beforeEach, describe, expect, test } from 'vitest'
import { auditEntriesAbout } from '../fixtures/audit'
import { openChat, sendMessage } from '../fixtures/chat'
import {
  refusalAs,
  type Db,
  type Person,
  actingAs,
  refusalOf,
  request,
  withRollback,
  setCaller,
  setOwner,
} from '../fixtures/database'
import { signInAgain } from '../fixtures/devices'
import { addAdmin, anAdmin, anApprovedPerson, withPeople } from '../fixtures/people'

const { sql, as, alice, bob, agent } = withPeople({
  alice: anApprovedPerson(),
  bob: anApprovedPerson(),
  agent: anAdmin(['manage_chat']),
})
const denied = '42501'
let aliceChat: string
let bobChat: string

beforeEach(async () => {
  aliceChat = await openChat(sql, alice)
  bobChat = await openChat(sql, bob)
  await request(sql, bob, (db) => sendMessage(db, bobChat, bob, 'Hello from Bob'))
  await as(bob)`insert into public.agent_requests (conversation_id, user_id) values (${bobChat}, ${bob.id})`
})

const assignBobsChat = (db: Db = sql) => db`
  update public.chat_conversations set status = 'agent_assigned', assigned_admin_id = ${agent.id} where id = ${bobChat}`

describe('a chat', () => {
  const open = (q: Parameters<Parameters<typeof refusalOf>[1]>[0], owner: Person) =>
    q`insert into public.chat_conversations (user_id) values (${owner.id})`

  test('a chat cannot be opened twice by one customer', async () => {
    expect((await refusalAs(sql, alice, (q) => open(q, alice))).code).toBe('23505')
  })

  test('starts active', async () => {
    expect(await as(alice)`select status, assigned_admin_id from public.chat_conversations`).toEqual([
      { status: 'active', assigned_admin_id: null },
    ])
  })

  test.each([
    'update public.chat_conversations set assigned_admin_id = auth.uid() where true',
    'update public.chat_conversations set user_id = auth.uid() where true',
    "update public.chat_conversations set status = 'agent_assigned' where true",
    "update public.chat_conversations set status = 'active' where true",
  ])('refuses its customer: %s', async (query) => {
    expect((await refusalAs(sql, alice, (q) => q.unsafe(query))).code).toBe(denied)
  })

  test('a chat can be set from active to waiting by its customer, and no further', () =>
    actingAs(sql, alice, async (db) => {
      const wait = () => db`update public.chat_conversations set status = 'waiting_for_agent' where true`
      expect(await wait()).toHaveProperty('count', 1)
      expect(await wait()).toHaveProperty('count', 0)
      expect(await db`select status, updated_at > created_at as touched from public.chat_conversations`).toEqual([
        { status: 'waiting_for_agent', touched: true },
      ])
    }))

  test('a chat is deleted with its messages and requests by its customer, without an audit entry', () =>
    actingAs(sql, bob, async (db) => {
      await db`delete from public.chat_conversations where true`
      await setOwner(db)
      expect(await db`select id from public.chat_messages where conversation_id = ${bobChat}`).toHaveLength(0)
      expect(await db`select id from public.agent_requests where conversation_id = ${bobChat}`).toHaveLength(0)
      expect(await db`select id from public.chat_conversations where id = ${aliceChat}`).toHaveLength(1)
      expect(await auditEntriesAbout(db, [bobChat])).toEqual([{ action: 'seal_transcript', actor_id: bob.id }])
    }))

  test('a chat is deleted by an agent with an audit entry for the end and one for the transcript', () =>
    actingAs(sql, agent, async (db) => {
      const messages = await db<{ id: string }[]>`select id from public.chat_messages`
      const requests = await db<{ id: string }[]>`select id from public.agent_requests`
      await db`delete from public.chat_conversations where id = ${bobChat}`
      await setOwner(db)
      expect(await auditEntriesAbout(db, [bobChat, ...[...messages, ...requests].map(({ id }) => id)])).toEqual([
        { action: 'seal_transcript', actor_id: agent.id },
        { action: 'end_chat', actor_id: agent.id },
      ])
    }))

  test('a chat is deleted with its customer, and loses only the agent’s name with its agent', () =>
    withRollback(sql, async (db) => {
      await db`update public.chat_conversations set assigned_admin_id = ${agent.id} where id = ${aliceChat}`
      await db`insert into public.chat_messages (conversation_id, sender_id, sender_type, message) values (${aliceChat}, ${agent.id}, 'agent', 'Hi')`
      await db`delete from auth.users where id = ${agent.id}`
      expect(await db`select assigned_admin_id from public.chat_conversations where id = ${aliceChat}`).toEqual([
        { assigned_admin_id: null },
      ])
      expect(await db`select sender_id from public.chat_messages where conversation_id = ${aliceChat}`).toEqual([
        { sender_id: null },
      ])
      await db`delete from auth.users where id = ${alice.id}`
      expect(await db`select id from public.chat_conversations where id = ${aliceChat}`).toHaveLength(0)
    }))
})

describe('who reads a chat', () => {
  const readBy = async (person: Person) =>
    (
      await as(person)<
        { message: string }[]
      >`select message from public.chat_messages where conversation_id = ${bobChat}`
    ).map(({ message }) => message)
  const record = (db: Db) => db`select public.record_chat_view(${bobChat})`
  const looks = () =>
    sql<{ reason: string }[]>`
      select details ->> 'reason' as reason from private.audit_log where person_id = ${bob.id} and action = 'read_chat'`

  test('an agent without the chat, after the audit has that they do, in that session and for an hour', async () => {
    const colleague = await addAdmin(sql, ['manage_chat'])
    expect(await readBy(agent)).toEqual([])
    for (const _ of [1, 2]) await request(sql, agent, record)
    expect(await looks()).toEqual([{ reason: 'chat_list' }])
    expect(await readBy(agent)).toEqual(['Hello from Bob'])
    for (const person of [colleague, await signInAgain(sql, agent), alice]) expect(await readBy(person)).toEqual([])
    await sql.begin(async (db) => {
      await db`alter table private.audit_log disable trigger audit_log_is_never_rewritten`
      await db`update private.audit_log set created_at = now() - interval '61 minutes' where person_id = ${bob.id}`
      await db`alter table private.audit_log enable always trigger audit_log_is_never_rewritten`
    })
    expect(await readBy(agent)).toEqual([])
  })

  test('nobody in the request that records it, which could still be rolled back', () =>
    actingAs(sql, agent, async (db) => {
      await record(db)
      expect(await db`select message from public.chat_messages`).toEqual([])
    }))

  test('the agent who has it', async () => {
    await assignBobsChat()
    expect(await readBy(agent)).toEqual(['Hello from Bob'])
  })

  test('the customer is told at once that staff read a chat that waits for an agent', async () => {
    await sql`update public.chat_conversations set status = 'waiting_for_agent' where id = ${bobChat}`
    await request(sql, agent, record)
    expect(await looks()).toEqual([{ reason: 'chat' }])
    expect(await as(bob)`select id from public.list_account_looks()`).toHaveLength(1)
  })

  test('no agent is audited for their own chat, and no customer records a look', async () => {
    const own = await openChat(sql, agent)
    await as(agent)`select public.record_chat_view(${own})`
    expect(await sql`select from private.audit_log where person_id = ${agent.id}`).toHaveLength(0)
    expect((await refusalAs(sql, alice, record)).code).toBe('PT403')
  })
})

describe('a message', () => {
  test('a message is refused in another user’s chat without revealing what the chat contains', () =>
    actingAs(sql, alice, async (db) => {
      for (const text of ['Hello from Bob', 'Something else'])
        expect((await refusalOf(db, (q) => sendMessage(q, bobChat, alice, text))).code).toBe(denied)
      expect((await refusalOf(db, (q) => sendMessage(q, bobChat, bob, 'Hello from Bob'))).code).toBe(denied)
    }))

  test.each(['', ' \n ', 'x'.repeat(2001), 'hid\u200bden', 'turned\u202eround', 'bell\u0007'])(
    'refuses the text %j',
    async (text) => {
      expect((await refusalAs(sql, alice, (q) => sendMessage(q, aliceChat, alice, text))).code).toBe('23514')
    },
  )

  test.each(['Is 5 < 6 > 4?\nYes', 'x'.repeat(2000), '£5 👨‍👩‍👧 ❤️ naïve', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿', '<script>alert(1)</script>'])(
    'accepts the text %j',
    (text) =>
      actingAs(sql, alice, async (db) => {
        await sendMessage(db, aliceChat, alice, text)
        expect(await db`select message, sender_type from public.chat_messages`).toEqual([
          { message: text, sender_type: 'user' },
        ])
      }),
  )

  test('a message cannot repeat the sender’s last message, also after a message of another sender', async () => {
    const refused = { code: 'PT409', message: 'You cannot send the same message twice in a row.' }
    await assignBobsChat()
    await request(sql, agent, (db) => sendMessage(db, bobChat, agent, 'Hello', 'agent'))
    await actingAs(sql, bob, async (db) => {
      expect(await refusalOf(db, (q) => sendMessage(q, bobChat, bob, 'Hello from Bob'))).toEqual(refused)
      await sendMessage(db, bobChat, bob, 'Hello')
      await sendMessage(db, bobChat, bob, 'Hello from Bob')
    })
  })

  test('a message is stored once when sent concurrently', async () => {
    const sent = await Promise.allSettled(
      Array.from({ length: 6 }, () => request(sql, alice, (db) => sendMessage(db, aliceChat, alice, 'Are you there?'))),
    )
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await sql`select id from public.chat_messages where conversation_id = ${aliceChat}`).toHaveLength(1)
  })

  test('updates the chat’s time', async () => {
    const updatedAt = async () =>
      Number(
        (
          await sql`select extract(epoch from updated_at) as at from public.chat_conversations where id = ${aliceChat}`
        )[0]?.at,
      )
    const before = await updatedAt()
    await request(sql, alice, (db) => sendMessage(db, aliceChat, alice, 'Hello'))
    expect(await updatedAt()).toBeGreaterThan(before)
  })

  test('a message of an agent can be edited by a chat admin with an audit entry; other messages cannot', () =>
    withRollback(sql, async (db) => {
      await assignBobsChat(db)
      await setCaller(db, agent)
      const id = await sendMessage(db, bobChat, agent, 'Helo Bob', 'agent')
      expect((await refusalOf(db, (q) => q`update public.chat_messages set message = '' where id = ${id}`)).code).toBe(
        '23514',
      )
      expect(
        (await refusalOf(db, (q) => q`update public.chat_messages set sender_type = 'user' where id = ${id}`)).code,
      ).toBe(denied)
      await db`update public.chat_messages set message = 'Hello Bob' where conversation_id = ${bobChat}`
      expect(
        await db`
          select message, edited_at is not null as edited
          from public.chat_messages where conversation_id = ${bobChat} order by created_at`,
      ).toEqual([
        { message: 'Hello from Bob', edited: false },
        { message: 'Hello Bob', edited: true },
      ])
      await setOwner(db)
      expect(await auditEntriesAbout(db, [id])).toEqual([{ action: 'edit_chat_message', actor_id: agent.id }])
    }))

  test('a message of agents and customers can be deleted by a chat admin with an audit entry; the assistant’s cannot', () =>
    withRollback(sql, async (db) => {
      await db`insert into public.chat_messages (conversation_id, sender_type, message) values (${bobChat}, 'assistant', 'I am the assistant')`
      await assignBobsChat(db)
      await setCaller(db, agent)
      await sendMessage(db, bobChat, agent, 'Hello Bob', 'agent')
      const removed = await db<
        { id: string }[]
      >`delete from public.chat_messages where conversation_id = ${bobChat} returning id`
      expect(await db`select message from public.chat_messages where conversation_id = ${bobChat}`).toEqual([
        { message: 'I am the assistant' },
      ])
      await setOwner(db)
      expect(
        await auditEntriesAbout(
          db,
          removed.map(({ id }) => id),
        ),
      ).toEqual([
        { action: 'delete_chat_message', actor_id: agent.id },
        { action: 'delete_chat_message', actor_id: agent.id },
      ])
    }))
})

describe('a request for an agent', () => {
  const ask = (q: Parameters<Parameters<typeof refusalOf>[1]>[0], chat: string, by: Person) =>
    q`insert into public.agent_requests (conversation_id, user_id) values (${chat}, ${by.id})`

  test('a request cannot be created twice while one is pending, and no role updates it directly', async () => {
    expect((await refusalAs(sql, bob, (q) => ask(q, bobChat, bob))).code).toBe('23505')
    for (const person of [bob, agent])
      await actingAs(sql, person, async (db) => {
        const accept = (q: typeof db) => q`update public.agent_requests set status = 'accepted' where true`
        expect((await refusalOf(db, accept)).code).toBe(denied)
      })
  })

  test('a request is deleted by neither its customer nor a chat admin: nobody could accept the chat then', async () => {
    for (const person of [bob, agent])
      expect((await refusalAs(sql, person, (q) => q`delete from public.agent_requests where true`)).code).toBe(denied)
  })
})
