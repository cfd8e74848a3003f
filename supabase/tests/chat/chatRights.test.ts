import { beforeEach, describe, expect, test } from 'vitest'
import { deedsAbout, openChat, say } from '../fixtures/chat'
import {
  type Person,
  actingAs,
  refusalOf,
  request,
  rolledBack,
  speakAs,
  speakAsOwner,
  startDatabase,
} from '../fixtures/database'
import { addAdmin, approve, signUp } from '../fixtures/people'

const database = startDatabase()
const denied = '42501'
let alice: Person
let bob: Person
let pending: Person
let agent: Person
let otherStaff: Person
let aliceChat: string
let bobChat: string

async function approved(): Promise<Person> {
  const person = await signUp(database.sql)
  await approve(database.sql, person)
  return person
}

beforeEach(async () => {
  const { sql } = database
  ;[alice, bob] = [await approved(), await approved()]
  pending = await signUp(sql)
  agent = await addAdmin(sql, ['manage_chat'])
  otherStaff = await addAdmin(sql, ['view_transactions', 'repair_transactions', 'approve_users', 'financial_support'])
  aliceChat = await openChat(sql, alice)
  bobChat = await openChat(sql, bob)
  await request(sql, bob, (db) => say(db, bobChat, bob, 'Hello from Bob'))
  await request(
    sql,
    bob,
    (db) => db`insert into public.agent_requests (conversation_id, user_id) values (${bobChat}, ${bob.id})`,
  )
})

describe.each(['chat_conversations', 'chat_messages', 'agent_requests'])('%s of others', (table) => {
  test('are closed to customers, to people who wait for approval, and to staff without manage_chat', async () => {
    for (const person of [alice, pending, otherStaff]) {
      await actingAs(database.sql, person, async (db) => {
        const column = table === 'chat_conversations' ? 'id' : 'conversation_id'
        expect(await db`select id from ${db(`public.${table}`)} where ${db(column)} = ${bobChat}`).toHaveLength(0)
        expect(await db`delete from ${db(`public.${table}`)} where ${db(column)} = ${bobChat}`).toHaveProperty(
          'count',
          0,
        )
      })
    }
  })

  test('are open to an admin with manage_chat', () =>
    actingAs(database.sql, agent, async (db) => {
      const column = table === 'chat_conversations' ? 'id' : 'conversation_id'
      expect(await db`select id from ${db(`public.${table}`)} where ${db(column)} = ${bobChat}`).toHaveLength(1)
    }))
})

describe('a chat', () => {
  const open = (q: Parameters<Parameters<typeof refusalOf>[1]>[0], owner: Person) =>
    q`insert into public.chat_conversations (user_id) values (${owner.id})`

  test('cannot be opened before approval, for somebody else, or in another state', async () => {
    await actingAs(database.sql, pending, async (db) => {
      expect((await refusalOf(db, (q) => open(q, pending))).code).toBe(denied)
    })
    const carol = await approved()
    await actingAs(database.sql, carol, async (db) => {
      expect((await refusalOf(db, (q) => open(q, alice))).code).toBe(denied)
      expect(
        (
          await refusalOf(
            db,
            (q) =>
              q`insert into public.chat_conversations (user_id, status) values (${carol.id}, 'agent_assigned') returning id`,
          )
        ).code,
      ).toBe(denied)
    })
  })

  test('cannot be opened twice by one customer', () =>
    actingAs(database.sql, alice, async (db) => {
      expect((await refusalOf(db, (q) => open(q, alice))).code).toBe('23505')
    }))

  test('starts active', () =>
    actingAs(database.sql, alice, async (db) => {
      expect(await db`select status, assigned_admin_id from public.chat_conversations`).toEqual([
        { status: 'active', assigned_admin_id: null },
      ])
    }))

  test.each([
    'update public.chat_conversations set assigned_admin_id = auth.uid() where true',
    'update public.chat_conversations set user_id = auth.uid() where true',
    "update public.chat_conversations set status = 'agent_assigned' where true",
    "update public.chat_conversations set status = 'active' where true",
  ])('may not be changed by its customer like this: %s', (query) =>
    actingAs(database.sql, alice, async (db) => {
      expect((await refusalOf(db, (q) => q.unsafe(query))).code).toBe(denied)
    }),
  )

  test('goes from active to waiting by its customer, and no further', () =>
    actingAs(database.sql, alice, async (db) => {
      const wait = () => db`update public.chat_conversations set status = 'waiting_for_agent' where true`
      expect(await wait()).toHaveProperty('count', 1)
      expect(await wait()).toHaveProperty('count', 0)
      expect(await db`select status, updated_at > created_at as touched from public.chat_conversations`).toEqual([
        { status: 'waiting_for_agent', touched: true },
      ])
    }))

  test('cannot be given to an agent past accepting the request, not even by the agent', () =>
    actingAs(database.sql, agent, async (db) => {
      await db`update public.chat_conversations set status = 'waiting_for_agent' where id = ${bobChat}`
      await speakAsOwner(db)
      expect(await db`select status from public.chat_conversations where id = ${bobChat}`).toEqual([
        { status: 'active' },
      ])
    }))

  test('is removed with everything in it by its customer, without a record', () =>
    actingAs(database.sql, bob, async (db) => {
      await db`delete from public.chat_conversations where true`
      await speakAsOwner(db)
      expect(await db`select id from public.chat_messages where conversation_id = ${bobChat}`).toHaveLength(0)
      expect(await db`select id from public.agent_requests where conversation_id = ${bobChat}`).toHaveLength(0)
      expect(await db`select id from public.chat_conversations where id = ${aliceChat}`).toHaveLength(1)
      expect(await deedsAbout(db, [bobChat])).toEqual([])
    }))

  test('is removed by an agent with one record', () =>
    actingAs(database.sql, agent, async (db) => {
      const messages = await db<{ id: string }[]>`select id from public.chat_messages`
      const requests = await db<{ id: string }[]>`select id from public.agent_requests`
      await db`delete from public.chat_conversations where id = ${bobChat}`
      await speakAsOwner(db)
      expect(await deedsAbout(db, [bobChat, ...[...messages, ...requests].map(({ id }) => id)])).toEqual([
        { action: 'end_chat', actor_id: agent.id },
      ])
    }))

  test('goes with its customer; with its agent only the name of the agent goes', () =>
    rolledBack(database.sql, async (db) => {
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

describe('a message', () => {
  test('cannot be written in somebody else’s chat, and nothing is learned by trying', () =>
    actingAs(database.sql, alice, async (db) => {
      for (const text of ['Hello from Bob', 'Something else'])
        expect((await refusalOf(db, (q) => say(q, bobChat, alice, text))).code).toBe(denied)
      expect((await refusalOf(db, (q) => say(q, bobChat, bob, 'Hello from Bob'))).code).toBe(denied)
    }))

  test('cannot be written as somebody else, or as the assistant or an agent', () =>
    actingAs(database.sql, alice, async (db) => {
      expect((await refusalOf(db, (q) => say(q, aliceChat, bob, 'Hi'))).code).toBe(denied)
      expect((await refusalOf(db, (q) => say(q, aliceChat, alice, 'Hi', 'agent'))).code).toBe(denied)
      expect((await refusalOf(db, (q) => say(q, aliceChat, alice, 'Hi', 'assistant'))).code).toBe(denied)
      const unsigned = (q: typeof db) =>
        q`insert into public.chat_messages (conversation_id, sender_type, message) values (${aliceChat}, 'assistant', 'Hi')`
      expect((await refusalOf(db, unsigned)).code).toBe(denied)
      const backdated = (q: typeof db) =>
        q`insert into public.chat_messages (conversation_id, sender_id, sender_type, message, created_at)
          values (${aliceChat}, ${alice.id}, 'user', 'Hi', '2020-01-01')`
      expect((await refusalOf(db, backdated)).code).toBe(denied)
    }))

  test('cannot be written before approval, or as an agent by staff without manage_chat', async () => {
    await actingAs(database.sql, pending, async (db) => {
      expect((await refusalOf(db, (q) => say(q, aliceChat, pending, 'Hi'))).code).toBe(denied)
    })
    await actingAs(database.sql, otherStaff, async (db) => {
      expect((await refusalOf(db, (q) => say(q, aliceChat, otherStaff, 'Hi', 'agent'))).code).toBe(denied)
    })
  })

  test('cannot be changed or removed by customers, not their own either', () =>
    actingAs(database.sql, bob, async (db) => {
      expect(await db`update public.chat_messages set message = 'x' where true`).toHaveProperty('count', 0)
      expect(await db`delete from public.chat_messages where true`).toHaveProperty('count', 0)
    }))

  test.each(['', ' \n ', 'x'.repeat(2001), 'hid\u200bden', 'turned\u202eround', 'bell\u0007'])('cannot be %j', (text) =>
    actingAs(database.sql, alice, async (db) => {
      expect((await refusalOf(db, (q) => say(q, aliceChat, alice, text))).code).toBe('23514')
    }),
  )

  test.each(['Is 5 < 6 > 4?\nYes', 'x'.repeat(2000), '£5 👨‍👩‍👧 ❤️ naïve', '<script>alert(1)</script>'])(
    'can be %j',
    (text) =>
      actingAs(database.sql, alice, async (db) => {
        await say(db, aliceChat, alice, text)
        expect(await db`select message, sender_type from public.chat_messages`).toEqual([
          { message: text, sender_type: 'user' },
        ])
      }),
  )

  test('cannot be the same twice in a row, whatever others said between', async () => {
    const refused = { code: 'PT409', message: 'You cannot send the same message twice in a row.' }
    await request(database.sql, agent, (db) => say(db, bobChat, agent, 'Hello', 'agent'))
    await actingAs(database.sql, bob, async (db) => {
      expect(await refusalOf(db, (q) => say(q, bobChat, bob, 'Hello from Bob'))).toEqual(refused)
      await say(db, bobChat, bob, 'Hello')
      await say(db, bobChat, bob, 'Hello from Bob')
    })
  })

  test('sent twice at the same moment arrives once', async () => {
    const sent = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        request(database.sql, alice, (db) => say(db, aliceChat, alice, 'Are you there?')),
      ),
    )
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await database.sql`select id from public.chat_messages where conversation_id = ${aliceChat}`).toHaveLength(1)
  })

  test('moves its chat to the top', async () => {
    const updatedAt = async () =>
      Number(
        (
          await database.sql`select extract(epoch from updated_at) as at from public.chat_conversations where id = ${aliceChat}`
        )[0]?.at,
      )
    const before = await updatedAt()
    await request(database.sql, alice, (db) => say(db, aliceChat, alice, 'Hello'))
    expect(await updatedAt()).toBeGreaterThan(before)
  })

  test('of an agent can be edited by chat staff, with a record; nobody else’s words can', () =>
    actingAs(database.sql, agent, async (db) => {
      const id = await say(db, bobChat, agent, 'Helo Bob', 'agent')
      expect((await refusalOf(db, (q) => q`update public.chat_messages set message = '' where id = ${id}`)).code).toBe(
        '23514',
      )
      expect(
        (await refusalOf(db, (q) => q`update public.chat_messages set sender_type = 'user' where id = ${id}`)).code,
      ).toBe(denied)
      await db`update public.chat_messages set message = 'Hello Bob' where conversation_id = ${bobChat}`
      expect(
        await db`select message from public.chat_messages where conversation_id = ${bobChat} order by created_at`,
      ).toEqual([{ message: 'Hello from Bob' }, { message: 'Hello Bob' }])
      await speakAsOwner(db)
      expect(await deedsAbout(db, [id])).toEqual([{ action: 'edit_chat_message', actor_id: agent.id }])
    }))

  test('of agents and customers can be removed by chat staff, with a record; the assistant’s cannot', () =>
    rolledBack(database.sql, async (db) => {
      await db`insert into public.chat_messages (conversation_id, sender_type, message) values (${bobChat}, 'assistant', 'I am the assistant')`
      await speakAs(db, agent)
      await say(db, bobChat, agent, 'Hello Bob', 'agent')
      const removed = await db<
        { id: string }[]
      >`delete from public.chat_messages where conversation_id = ${bobChat} returning id`
      expect(await db`select message from public.chat_messages where conversation_id = ${bobChat}`).toEqual([
        { message: 'I am the assistant' },
      ])
      await speakAsOwner(db)
      expect(
        await deedsAbout(
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

  test('cannot be made for somebody else’s chat, as somebody else, or before approval', async () => {
    await actingAs(database.sql, alice, async (db) => {
      expect((await refusalOf(db, (q) => ask(q, bobChat, alice))).code).toBe(denied)
      expect((await refusalOf(db, (q) => ask(q, aliceChat, bob))).code).toBe(denied)
    })
    await actingAs(database.sql, pending, async (db) => {
      expect((await refusalOf(db, (q) => ask(q, aliceChat, pending))).code).toBe(denied)
    })
  })

  test('cannot be made twice while one is pending, nor changed by anybody directly', async () => {
    await actingAs(database.sql, bob, async (db) => {
      expect((await refusalOf(db, (q) => ask(q, bobChat, bob))).code).toBe('23505')
    })
    for (const person of [bob, agent])
      await actingAs(database.sql, person, async (db) => {
        const accept = (q: typeof db) => q`update public.agent_requests set status = 'accepted' where true`
        expect((await refusalOf(db, accept)).code).toBe(denied)
      })
  })

  test('is withdrawn by its customer without a record, and removed by chat staff with one', async () => {
    const [row] = await database.sql<
      { id: string }[]
    >`select id from public.agent_requests where conversation_id = ${bobChat}`
    const id = row?.id ?? ''
    await actingAs(database.sql, bob, async (db) => {
      expect(await db`delete from public.agent_requests where true`).toHaveProperty('count', 1)
      await speakAsOwner(db)
      expect(await deedsAbout(db, [id])).toEqual([])
    })
    await actingAs(database.sql, agent, async (db) => {
      expect(await db`delete from public.agent_requests where id = ${id}`).toHaveProperty('count', 1)
      await speakAsOwner(db)
      expect(await deedsAbout(db, [id])).toEqual([{ action: 'delete_agent_request', actor_id: agent.id }])
    })
  })
})
