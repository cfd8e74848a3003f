import { beforeEach, describe, expect, test } from 'vitest'
import { openChat, sendMessage } from '../fixtures/chat'
import { recordList, refusalAs, type Db, type Person, request } from '../fixtures/database'
import { anAdmin, anApprovedPerson, withPeople } from '../fixtures/people'

const { sql, as, alice, bob, agent, secondAgent } = withPeople({
  alice: anApprovedPerson('Alice Archer'),
  bob: anApprovedPerson('Bob Baker'),
  agent: anAdmin(['manage_chat']),
  secondAgent: anAdmin(['manage_chat']),
})
let aliceChat: string
let bobChat: string

beforeEach(async () => {
  await sql`delete from public.chat_conversations where true`
  aliceChat = await openChat(sql, alice)
  bobChat = await openChat(sql, bob)
  for (const person of [agent, secondAgent]) await recordList(sql, person, 'chats')
})

type Waiting = { request_id: string; conversation_id: string; customer_name: string; waiting_since: string }
type Listed = {
  last_message: string | null
  id: string
  customer_name: string
  status: string
  updated_at: string
  unread_count: number
}
const listPending = (db: Db, after?: Waiting) => db<Waiting[]>`
  select request_id, conversation_id, customer_name, waiting_since::text
  from public.list_pending_agent_requests(${after?.waiting_since ?? null}::text::timestamptz, ${after?.request_id ?? null})`
const listConversations = (db: Db, tab = 'all', before?: Listed, search: string | null = null) => db<Listed[]>`
  select id, customer_name, status, assigned_admin_id, assigned_admin_name, agent_name, waiting_since is not null as waiting, updated_at::text, last_message, last_sender_type,
    last_message_at::text, unread_count
  from public.list_conversations(${tab}, ${search}, null, ${before?.updated_at ?? null}::text::timestamptz, ${before?.id ?? null})`
const markRead = (db: Db, chat: string, until: string | null = null) =>
  db`select public.mark_chat_read(${chat}, ${until}::text::timestamptz)`

const requestAgent = (person: Person, chat: string) => as(person)`select public.request_agent(${chat})`
const sendAs = (person: Person, chat: string, text: string, type: 'user' | 'agent' = 'user') =>
  request(sql, person, (db) => sendMessage(db, chat, person, text, type))
const conversationsFor = (person: Person, tab?: string, search?: string) =>
  request(sql, person, (db) => listConversations(db, tab, undefined, search))
const markReadBy = (person: Person, chat: string) => request(sql, person, (db) => markRead(db, chat))
const unreadOf = async (person: Person, chat: string) =>
  (await conversationsFor(person)).find(({ id }) => id === chat)?.unread_count
const greetingsIn = (chat: string) =>
  sql`select id from public.chat_messages where conversation_id = ${chat} and sender_type = 'agent'`
const acceptRequest = async (person: Person, chat: string) => {
  const [row] = await sql<
    { id: string }[]
  >`select id from public.agent_requests where conversation_id = ${chat} and status = 'pending'`
  return as(person)`select public.accept_agent_request(${row?.id ?? null})`
}

describe('list_pending_agent_requests', () => {
  test('lists waiting customers, the longest waiting first, until an agent accepts', async () => {
    await requestAgent(bob, bobChat)
    await requestAgent(alice, aliceChat)
    const queue = await request(sql, agent, (db) => listPending(db))
    expect([...queue]).toMatchObject([
      { conversation_id: bobChat, customer_name: 'Bob Baker' },
      { conversation_id: aliceChat, customer_name: 'Alice Archer' },
    ])
    await acceptRequest(agent, bobChat)
    expect([...(await request(sql, secondAgent, (db) => listPending(db)))]).toEqual([queue[1]])
  })

  test('lists customers in danger before the others, also over pages, and tells the others their place', async () => {
    await requestAgent(bob, bobChat)
    await requestAgent(alice, aliceChat)
    await as('service_role')`select public.help_in_danger(${alice.id}, ${aliceChat}, 'scam', 'Stop.', '[]')`
    const pageAfter = (after: string | null, id: string | null, turn: number | null) =>
      as(agent)`
        select conversation_id, danger, waiting_since::text, request_id
        from public.list_pending_agent_requests(${after}::text::timestamptz, ${id}, ${turn})`
    const [first, second] = await pageAfter(null, null, null)
    expect(first).toMatchObject({ conversation_id: aliceChat, danger: 'scam' })
    expect(second).toMatchObject({ conversation_id: bobChat, danger: null })
    expect(await pageAfter(first?.waiting_since as string, first?.request_id as string, 0)).toMatchObject([
      { conversation_id: bobChat },
    ])
    expect(await pageAfter(second?.waiting_since as string, second?.request_id as string, 1)).toHaveLength(0)
    expect(await as(bob)`select public.get_queue_position(${bobChat}) as place`).toEqual([{ place: 2 }])

    await acceptRequest(agent, aliceChat)
    await as(agent)`select public.release_chat(${aliceChat})`
    expect((await pageAfter(null, null, null))[0]).toMatchObject({ conversation_id: aliceChat, danger: 'scam' })
  })

  test('help_in_danger is for the function alone', async () => {
    for (const person of [alice, agent])
      expect(
        await refusalAs(
          sql,
          person,
          (q) => q`select public.help_in_danger(${alice.id}, ${aliceChat}, 'scam', 'Stop.', '[]')`,
        ),
      ).toMatchObject({ code: '42501' })
    // Of another customer's chat it tells nothing.
    expect(
      await as('service_role')`select public.help_in_danger(${bob.id}, ${aliceChat}, 'scam', 'Stop.', '[]') as helped`,
    ).toEqual([{ helped: null }])
  })

  test('returns pages without gaps', async () => {
    await sql`
      with people as (
        insert into auth.users (instance_id, id, aud, role, email, created_at, updated_at)
        select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated',
          'many-' || n || '@test.example', now(), now()
        from generate_series(1, 70) n returning id
      ), chats as (
        insert into public.chat_conversations (user_id, status) select id, 'waiting_for_agent' from people returning id, user_id
      )
      insert into public.agent_requests (conversation_id, user_id, created_at) select id, user_id, '2026-01-01Z' from chats`
    const pages = await request(sql, agent, async (db) => {
      const first = await listPending(db)
      return [first, await listPending(db, first.at(-1))]
    })
    expect(pages.map((page) => page.length)).toEqual([50, 20])
    expect(new Set(pages.flat().map((row) => row.request_id)).size).toBe(70)
    // These users have no name.
    expect(pages[0]?.[0]).toMatchObject({ customer_name: 'Customer' })
  })
})

describe('get_waiting_chats', () => {
  const waiting = async (person: Person) => [...(await as(person)`select * from public.get_waiting_chats()`)]

  test('counts the customers who are waiting, and gives the limits of the settings', async () => {
    const limits = { late_wait_minutes: '2.00', long_wait_minutes: '5.00' }
    expect(await waiting(agent)).toEqual([{ waiting: 0, ...limits }])
    await requestAgent(alice, aliceChat)
    await requestAgent(bob, bobChat)
    expect(await waiting(agent)).toEqual([{ waiting: 2, ...limits }])
    await acceptRequest(agent, aliceChat)
    expect(await waiting(secondAgent)).toEqual([{ waiting: 1, ...limits }])
  })
})

describe('accept_agent_request', () => {
  test('stores one of ten agent names with the chat and sends one greeting with it', async () => {
    await requestAgent(alice, aliceChat)
    await acceptRequest(agent, aliceChat)
    await request(sql, alice, async (db) => {
      const [chat] = await db<{ agent_name: string }[]>`select agent_name, status from public.chat_conversations`
      expect(chat).toMatchObject({ agent_name: expect.stringMatching(/^[A-Z][a-z]+$/), status: 'agent_assigned' })
      expect(
        await db`select message, sender_type, sender_id, sender_name from public.chat_messages order by created_at`,
      ).toEqual([
        { message: `${chat?.agent_name} joined`, sender_type: 'event', sender_id: null, sender_name: null },
        {
          message: `Hello, you're now chatting with ${chat?.agent_name}. How can I help you today?`,
          sender_type: 'agent',
          sender_id: agent.id,
          sender_name: chat?.agent_name,
        },
      ])
    })
    const [served] = await sql`select id from public.agent_requests where conversation_id = ${aliceChat}`
    await as(agent)`select public.accept_agent_request(${served?.id})`
    expect(await greetingsIn(aliceChat)).toHaveLength(1)
  })

  test('sends one greeting when two agents accept concurrently', async () => {
    await requestAgent(alice, aliceChat)
    await Promise.allSettled([acceptRequest(agent, aliceChat), acceptRequest(secondAgent, aliceChat)])
    expect(await greetingsIn(aliceChat)).toHaveLength(1)
  })

  test('uses each of ten names', async () => {
    const names = await sql`
      select name, count(*)::int as times from generate_series(1, 2000) n, lateral (select private.pick_agent_name() || left(n::text, 0) as name) p
      group by name`
    expect(names).toHaveLength(10)
  })
})

describe('list_conversations', () => {
  test('shows customer, status, agent and last message, the latest activity first', async () => {
    await sendAs(alice, aliceChat, 'Hello from Alice')
    await sendAs(bob, bobChat, 'x'.repeat(150))
    await requestAgent(bob, bobChat)
    await acceptRequest(agent, bobChat)
    await sendAs(alice, aliceChat, 'Anybody there?')
    const chats = await conversationsFor(secondAgent)
    expect([...chats]).toMatchObject([
      {
        id: aliceChat,
        customer_name: 'Alice Archer',
        status: 'active',
        assigned_admin_id: null,
        assigned_admin_name: null,
        waiting: false,
        agent_name: null,
        last_message: null,
        last_sender_type: 'user',
        unread_count: 2,
      },
      {
        id: bobChat,
        customer_name: 'Bob Baker',
        status: 'agent_assigned',
        assigned_admin_id: agent.id,
        assigned_admin_name: 'Test Admin',
        waiting: false,
        agent_name: expect.any(String),
        last_message: null,
        last_sender_type: 'agent',
        unread_count: 1,
      },
    ])
    await sendAs(bob, bobChat, 'y'.repeat(150))
    expect((await conversationsFor(agent))[0]).toMatchObject({ id: bobChat, last_message: 'y'.repeat(100) })
  })

  test('shows the last message of a chat that waits for an agent, and of one whose reading is recorded', async () => {
    await sendAs(alice, aliceChat, 'Anybody there?')
    await sendAs(bob, bobChat, 'Hello')
    const shown = async () =>
      (await conversationsFor(agent)).map(({ id, last_message }) => [id === aliceChat ? 'alice' : 'bob', last_message])
    expect(await shown()).toEqual([
      ['bob', null],
      ['alice', null],
    ])
    await request(sql, agent, (db) => db`select public.record_chat_view(${aliceChat})`)
    await requestAgent(bob, bobChat)
    expect(await shown()).toEqual(
      expect.arrayContaining([
        ['alice', 'Anybody there?'],
        ['bob', expect.any(String)],
      ]),
    )
  })

  test('tells since when a customer has no answer of their agent', async () => {
    const unanswered = async () =>
      (await as(agent)`select unanswered_since from public.list_conversations('all', null, ${aliceChat})`)[0]
        ?.unanswered_since as Date | null
    await sendAs(alice, aliceChat, 'To the assistant')
    expect(await unanswered()).toBeNull()
    await requestAgent(alice, aliceChat)
    await acceptRequest(agent, aliceChat)
    expect(await unanswered()).toBeNull()
    await sendAs(alice, aliceChat, 'My card is gone')
    const since = await unanswered()
    await sendAs(alice, aliceChat, 'Hello?')
    expect(since).toBeInstanceOf(Date)
    expect(await unanswered()).toEqual(since)
    await sendAs(agent, aliceChat, 'One moment', 'agent')
    expect(await unanswered()).toBeNull()
    await sendAs(alice, aliceChat, 'ok, thank you so much!')
    expect(await unanswered()).toBeNull()
    expect(await unreadOf(agent, aliceChat)).toBe(3)
    await sendAs(alice, aliceChat, 'Thanks, but my card is still gone')
    expect(await unanswered()).toBeInstanceOf(Date)
  })

  test.each([
    // In the languages of the assistant's lexicon.
    'Thanks',
    'Ok',
    'thank you',
    'Cheers mate',
    'bye',
    'Great 👍',
    '🙏',
    'k thx',
    'Thanks Priya, that’s all!',
    "No, that's all. Thank you",
    'Bye, have a nice day.',
    'you’ve been very helpful, thanks',
    'Dziękuję',
    'dzieki, do widzenia',
    'Grazie mille!',
    'va bene, arrivederci',
    '¡Muchas gracias!',
    'vale, adiós',
    'Merci beaucoup',
    'D’accord, au revoir',
    'Vielen Dank',
    'Tschüß',
    'Obrigada',
    'Muito obrigado, tchau',
    'Mulțumesc frumos',
    'La revedere',
    'Teşekkür ederim',
    'tamam sağol',
    'Shukriya',
    'Спасибо большое',
    'До свидания',
    'Дякую',
    'Diolch yn fawr',
    'Hwyl',
  ])('%s only thanks or takes leave', async (said) => {
    expect(await sql`select private.is_thanks(${said}) as thanks`).toEqual([{ thanks: true }])
  })

  test.each([
    'Thanks, but my card is still gone',
    'ok?',
    'Thanks for nothing',
    'now',
    'again',
    'and then',
    'no',
    'no good',
    'not ok',
    'ok 5',
    'Thank you. When will it come',
    '!!!',
    '😡',
    '',
    'I can’t see',
    'good morning',
    'ciao',
    'thanks, my account is empty',
  ])("'%s' is no thanks", async (said) => {
    expect(await sql`select private.is_thanks(${said}) as thanks`).toEqual([{ thanks: false }])
  })

  test('a customer who has said thanks waits nowhere: not in the queue, in the counts or in the overview', async () => {
    const counts = async () => {
      const [badge] = await as(secondAgent)`select waiting from public.get_waiting_chats()`
      const [overview] = await as(secondAgent)`select public.get_staff_overview() -> 'chats' ->> 'waiting' as waiting`
      const [line] = await as(secondAgent)`
        select waiting_since is not null as waits, unread_count from public.list_conversations('all', null, ${aliceChat})`
      return { badge: badge?.waiting as number, overview: Number(overview?.waiting), line }
    }
    const queue = () => as(secondAgent)`select conversation_id, turn from public.list_pending_agent_requests()`
    const agentLeaves = async () => {
      await sql`delete from private.agent_presence where admin_id = ${agent.id}`
      await sql`select private.return_unattended_chat(${aliceChat})`
    }
    await requestAgent(alice, aliceChat)
    // This answers the notice that an agent will join.
    await sendAs(alice, aliceChat, 'Ok, thanks')
    expect(await counts()).toEqual({ badge: 1, overview: 1, line: { waits: true, unread_count: 0 } })
    await acceptRequest(agent, aliceChat)
    await sendAs(alice, aliceChat, 'Thank you')
    await agentLeaves()
    await requestAgent(bob, bobChat)
    expect(await queue()).toEqual([
      { conversation_id: bobChat, turn: 1 },
      { conversation_id: aliceChat, turn: 2 },
    ])
    expect(await counts()).toEqual({ badge: 1, overview: 1, line: { waits: false, unread_count: 0 } })
    expect(await as(bob)`select public.get_queue_position(${bobChat}) as place`).toEqual([{ place: 1 }])

    await sendAs(alice, aliceChat, 'One more thing')
    expect((await queue())[0]).toEqual({ conversation_id: aliceChat, turn: 1 })
    expect(await counts()).toEqual({ badge: 2, overview: 2, line: { waits: true, unread_count: 1 } })
    await sendAs(alice, aliceChat, 'Thanks')
    expect((await queue())[0]).toEqual({ conversation_id: aliceChat, turn: 1 })
    // Whoever is in danger comes first, and the agent who gave the chat back said that another goes on.
    await as('service_role')`select public.help_in_danger(${alice.id}, ${aliceChat}, 'scam', 'Stop.', '[]')`
    expect((await queue())[0]).toEqual({ conversation_id: aliceChat, turn: 0 })
  })

  test('50 customers who have each said thanks 500 times do not make the lists of agents slow', async () => {
    const many = await sql<{ id: string }[]>`
      insert into auth.users (instance_id, id, aud, role, email, encrypted_password, raw_user_meta_data, created_at, updated_at)
      select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated',
        gen_random_uuid() || '@test.example', 'x', '{"full_name": "Cy Chatter"}', now(), now()
      from generate_series(1, 50) returning id`
    const people = many.map(({ id }) => id)
    await sql`insert into public.chat_conversations (user_id) select unnest(${people}::uuid[])`
    await sql.begin(async (db) => {
      // Written at once: each message on its way would be compared with the one before.
      await db`alter table public.chat_messages disable trigger user`
      await db`
        insert into public.chat_messages (conversation_id, sender_id, sender_type, message, created_at)
        select c.id, c.user_id, 'user', repeat('thanks ', 1 + nth % 9) || 'bye', now() - nth * interval '1 second'
        from public.chat_conversations c cross join generate_series(1, 500) nth where c.user_id = any (${people})`
      await db`alter table public.chat_messages enable trigger user`
      await db`
        insert into public.agent_requests (conversation_id, user_id)
        select c.id, c.user_id from public.chat_conversations c where c.user_id = any (${people})`
      await db`
        update public.chat_conversations set status = 'agent_assigned', assigned_admin_id = ${agent.id} where user_id = any (${people})`
    })
    const started = performance.now()
    // The newest twenty are thanks, and nobody says it as often as the others.
    expect(await as(agent)`select distinct unread_count from public.list_pending_agent_requests()`).toEqual([
      { unread_count: 100 },
    ])
    expect(
      await as(agent)`select from public.list_conversations('mine') where unanswered_since is not null`,
    ).toHaveLength(50)
    expect(performance.now() - started).toBeLessThan(4000)
  }, 120_000)

  test('a chat that its agent gives back waits for a colleague also after thanks', async () => {
    await requestAgent(alice, aliceChat)
    await acceptRequest(agent, aliceChat)
    await sendAs(alice, aliceChat, 'Thanks')
    await as(agent)`select public.release_chat(${aliceChat})`
    expect(await as(agent)`select turn from public.list_pending_agent_requests()`).toEqual([{ turn: 1 }])
  })

  test('the overview counts the chats of the agent in which a customer waits for an answer', async () => {
    const answersDue = async () =>
      (await as(agent)`select (public.get_staff_overview() -> 'chats' ->> 'answers_due')::int as due`)[0]?.due as number
    await requestAgent(alice, aliceChat)
    await acceptRequest(agent, aliceChat)
    await markReadBy(agent, aliceChat)
    expect(await answersDue()).toBe(0)
    await sendAs(alice, aliceChat, 'Thanks')
    expect(await answersDue()).toBe(0)
    await sendAs(alice, aliceChat, 'My card is gone')
    expect(await answersDue()).toBe(1)
  })

  const counted = async (person: Person, search: string | null = null) =>
    (await as(person)`select * from public.count_conversations(${search})`)[0]

  test('list_conversations has the tabs of the agent, those without an agent and all, with their counts', async () => {
    await requestAgent(bob, bobChat)
    expect((await conversationsFor(agent, 'unassigned')).map(({ id }) => id)).toEqual([bobChat, aliceChat])
    expect((await conversationsFor(agent, 'unassigned'))[0]).toMatchObject({ waiting: true })
    await acceptRequest(agent, bobChat)
    expect((await conversationsFor(agent, 'mine')).map(({ id }) => id)).toEqual([bobChat])
    expect(await conversationsFor(secondAgent, 'mine')).toHaveLength(0)
    expect((await conversationsFor(secondAgent, 'unassigned')).map(({ id }) => id)).toEqual([aliceChat])
    expect(await counted(agent)).toEqual({ mine: 1, unassigned: 1, every_chat: 2 })
    expect(await counted(secondAgent)).toEqual({ mine: 0, unassigned: 1, every_chat: 2 })
    expect(await refusalAs(sql, agent, (q) => listConversations(q, 'ended'))).toEqual({
      code: 'PT400',
      message: 'Unknown tab.',
    })
  })

  test('finds a part of the name, and the counts follow the search', async () => {
    expect((await conversationsFor(agent, 'all', 'ARCH')).map(({ id }) => id)).toEqual([aliceChat])
    expect(await conversationsFor(agent, 'all', '%')).toHaveLength(0)
    expect(await counted(agent, 'arch')).toEqual({ mine: 0, unassigned: 1, every_chat: 1 })
    expect(await conversationsFor(agent, 'all', alice.email)).toHaveLength(0)
    expect(await counted(agent, alice.email)).toEqual({ mine: 0, unassigned: 0, every_chat: 0 })
  })

  test('finds a customer without a name as Customer', async () => {
    await sql`update public.profiles set full_name = null where id = ${bob.id}`
    expect((await conversationsFor(agent, 'all', 'custom')).map(({ id }) => id)).toEqual([bobChat])
    expect(await counted(agent, 'custom')).toEqual({ mine: 0, unassigned: 1, every_chat: 1 })
  })

  test('finds a name among more than two hundred users whom the search matches', async () => {
    await sql`
      insert into auth.users (instance_id, id, aud, role, email, created_at, updated_at)
      select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated',
        'archive-' || n || '@test.example', now(), now()
      from generate_series(1, 201) n`
    expect((await conversationsFor(agent, 'all', 'arch')).map(({ id }) => id)).toEqual([aliceChat])
    expect(await counted(agent, 'arch')).toEqual({ mine: 0, unassigned: 1, every_chat: 1 })
  })

  test('shows one chat by its id', async () => {
    const one = await as(agent)`select id from public.list_conversations(p_conversation_id => ${aliceChat})`
    expect([...one]).toEqual([{ id: aliceChat }])
  })

  test('shows a chat without messages', async () => {
    expect((await conversationsFor(agent, 'unassigned'))[0]).toMatchObject({
      last_message: null,
      last_sender_type: null,
      last_message_at: null,
      unread_count: 0,
    })
  })

  test('returns pages over all statuses without gaps', async () => {
    await sql`
      with people as (
        insert into auth.users (instance_id, id, aud, role, email, created_at, updated_at)
        select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated',
          'crowd-' || n || '@test.example', now(), now()
        from generate_series(1, 118) n returning id
      )
      insert into public.chat_conversations (user_id, status, updated_at)
      select id, (array['active', 'waiting_for_agent', 'agent_assigned'])[1 + (row_number() over ()) % 3], '2026-01-01Z' from people`
    const pages = await request(sql, agent, async (db) => {
      const first = await listConversations(db)
      const second = await listConversations(db, 'all', first.at(-1))
      return [first, second, await listConversations(db, 'all', second.at(-1))]
    })
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20])
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(120)
  })
})

describe('unread messages', () => {
  test('unread messages are the customer’s messages since the agent’s own read mark', async () => {
    await sendAs(alice, aliceChat, 'One')
    await requestAgent(alice, aliceChat)
    await acceptRequest(agent, aliceChat)
    await sendAs(agent, aliceChat, 'My own', 'agent')
    await sendAs(alice, aliceChat, 'Two')
    expect([await unreadOf(agent, aliceChat), await unreadOf(secondAgent, aliceChat)]).toEqual([2, 2])
    await request(sql, agent, (db) => markRead(db, aliceChat))
    expect([await unreadOf(agent, aliceChat), await unreadOf(secondAgent, aliceChat)]).toEqual([0, 2])
    await sendAs(alice, aliceChat, 'Three')
    expect([await unreadOf(agent, aliceChat), await unreadOf(secondAgent, aliceChat)]).toEqual([1, 3])
  })

  test('start after the marked message, and a mark moves neither back nor into the future', async () => {
    await sendAs(alice, aliceChat, 'One')
    await sendAs(alice, aliceChat, 'Two')
    const [first] = await sql<
      { sent: string }[]
    >`select min(created_at)::text as sent from public.chat_messages where conversation_id = ${aliceChat}`
    const markUntil = (until: string | null) => request(sql, agent, (db) => markRead(db, aliceChat, until))
    await markUntil(first?.sent ?? null)
    expect(await unreadOf(agent, aliceChat)).toBe(1)
    await markUntil('infinity')
    await markUntil(first?.sent ?? null)
    expect(await unreadOf(agent, aliceChat)).toBe(0)
    await sendAs(alice, aliceChat, 'Three')
    expect(await unreadOf(agent, aliceChat)).toBe(1)
  })

  test('unread messages are counted up to a hundred', async () => {
    await sql`
      insert into public.chat_messages (conversation_id, sender_id, sender_type, message)
      select ${aliceChat}, ${alice.id}, 'user', 'Message ' || n from generate_series(1, 130) n`
    expect(await unreadOf(agent, aliceChat)).toBe(100)
  })

  test('unread messages of an ended or unknown chat leave no read mark', async () => {
    await sendAs(alice, aliceChat, 'One')
    await request(sql, agent, (db) => markRead(db, aliceChat))
    await as(agent)`select public.end_chat(${aliceChat})`
    for (const chat of [aliceChat, agent.id]) await request(sql, agent, (db) => markRead(db, chat))
    expect(await sql`select read_at from private.chat_reads where admin_id = ${agent.id}`).toHaveLength(0)
  })
})
