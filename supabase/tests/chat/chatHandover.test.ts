import { beforeEach, describe, expect, test } from 'vitest'
import { auditEntriesAbout } from '../fixtures/audit'
import { openChat, sendMessage } from '../fixtures/chat'
import { runJob } from '../fixtures/jobs'
import { refusalAs, type Db, type Person, actingAs, refusalOf, request, untilBlocked } from '../fixtures/database'
import {
  addAdmin,
  signUp,
  addApprovedPerson,
  grantPermissions,
  anAdmin,
  addSuperAdmin,
  anApprovedPerson,
  withPeople,
} from '../fixtures/people'

const {
  sql,
  as: ask,
  alice,
  bob,
  agent,
  secondAgent,
} = withPeople({
  alice: anApprovedPerson(),
  bob: anApprovedPerson(),
  agent: anAdmin(['manage_chat']),
  secondAgent: anAdmin(['manage_chat']),
})
let chat: string

beforeEach(async () => {
  // Queue positions depend on the chats of all users.
  await sql`delete from public.chat_conversations where true`
  chat = await openChat(sql, alice)
})

const as = (person: Person, run: (db: Db) => PromiseLike<unknown>) =>
  request(sql, person, async (db) => void (await run(db)))
const requestAgent = (db: Db, id: string) => db`select public.request_agent(${id})`
const requestAgentAs = (person: Person, id: string) => request(sql, person, (db) => requestAgent(db, id))
const accept = async (db: Db, id: string) =>
  (await db<{ chat: string }[]>`select public.accept_agent_request(${id}) as chat`)[0]?.chat
const acceptAs = (person: Person, id: string) => request(sql, person, (db) => accept(db, id))
const endAs = (person: Person, id: string) =>
  request(sql, person, async (db) => (await db`select public.end_chat(${id}) as ended`)[0]?.ended as boolean)
const queuePositionOf = (person: Person, id: string) =>
  request(
    sql,
    person,
    async (db) => (await db`select public.get_queue_position(${id}) as place`)[0]?.place as number | null,
  )

async function requestIn(id: string): Promise<string> {
  const [row] = await sql<
    { id: string }[]
  >`select id from public.agent_requests where conversation_id = ${id} and status = 'pending'`
  if (!row) throw new Error('there is no pending request in this chat')
  return row.id
}

const stateOf = async (id: string) =>
  (
    await sql`
      select c.status, c.assigned_admin_id, r.status as request, r.assigned_admin_id as request_admin_id, r.resolved_at is not null as resolved
      from public.chat_conversations c left join public.agent_requests r on r.conversation_id = c.id where c.id = ${id}`
  )[0]

/** The result of a concurrent call: `success`, or the code of its refusal. */
const outcomeOf = (answer: PromiseSettledResult<unknown>, success: string) =>
  answer.status === 'fulfilled' ? success : (answer.reason as { code: string }).code

describe('request_agent', () => {
  test('puts the chat into the queue once', async () => {
    await requestAgentAs(alice, chat)
    expect(await stateOf(chat)).toMatchObject({ status: 'waiting_for_agent', request: 'pending', resolved: false })
    expect(await refusalAs(sql, alice, (q) => requestAgent(q, chat))).toEqual({
      code: 'PT409',
      message: 'Your request for an agent is already in queue.',
    })
  })

  test('creates one request for five concurrent calls', async () => {
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => requestAgentAs(alice, chat)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await sql`select id from public.agent_requests where conversation_id = ${chat}`).toHaveLength(1)
  })

  test('request_agent cannot be bypassed by an insert while an agent has the chat', async () => {
    const insert = (db: Db) =>
      db`insert into public.agent_requests (conversation_id, user_id) values (${chat}, ${alice.id})`
    await request(sql, alice, async (db) => void (await insert(db)))
    await acceptAs(agent, await requestIn(chat))
    await expect(request(sql, alice, async (db) => void (await insert(db)))).rejects.toMatchObject({
      code: 'PT409',
      hint: 'agent-assigned',
    })
    // Another customer learns nothing about the chat.
    await actingAs(sql, bob, async (db) => {
      const foreign = (q: Db) =>
        q`insert into public.agent_requests (conversation_id, user_id) values (${chat}, ${bob.id})`
      expect((await refusalOf(db, foreign)).code).toBe('42501')
    })
    expect(await stateOf(chat)).toMatchObject({ assigned_admin_id: agent.id, request: 'accepted' })
  })

  test('waits for an agent who is accepting, and then finds the chat taken', async () => {
    await requestAgentAs(alice, chat)
    const id = await requestIn(chat)
    let inserting: Promise<unknown> | undefined
    await request(sql, agent, async (db) => {
      await accept(db, id)
      inserting = request(
        sql,
        alice,
        async (q) =>
          void (await q`insert into public.agent_requests (conversation_id, user_id) values (${chat}, ${alice.id})`),
      ).catch(({ hint }: { hint: string }) => hint)
      await untilBlocked(sql, 'agent_requests')
    })
    expect(await inserting).toBe('agent-assigned')
    expect(await sql`select from public.agent_requests where conversation_id = ${chat}`).toHaveLength(1)
  })

  test('request_agent is refused after an agent has accepted', async () => {
    await requestAgentAs(alice, chat)
    await acceptAs(agent, await requestIn(chat))
    expect(await refusalAs(sql, alice, (q) => requestAgent(q, chat))).toEqual({
      code: 'PT409',
      message: 'An agent is already in this chat.',
    })
  })
})

describe('get_queue_position', () => {
  test('the queue position is null before a request and for other users', async () => {
    expect(await queuePositionOf(alice, chat)).toBeNull()
    await requestAgentAs(alice, chat)
    expect(await queuePositionOf(bob, chat)).toBeNull()
    expect((await refusalAs(sql, await signUp(sql), (q) => q`select public.get_queue_position(${chat})`)).code).toBe(
      'PT403',
    )
  })

  test('the queue position is the order of requests, and moves up when an earlier one is accepted or withdrawn', async () => {
    const carol = await addApprovedPerson(sql)
    const [bobChat, carolChat] = [await openChat(sql, bob), await openChat(sql, carol)]
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
    expect(await auditEntriesAbout(sql, [id])).toEqual([{ action: 'accept_agent_request', actor_id: agent.id }])
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
    expect(await auditEntriesAbout(sql, [id])).toHaveLength(1)
  })

  test('accept_agent_request is refused after the customer has ended the chat', async () => {
    const id = await requestIn(chat)
    await endAs(alice, chat)
    expect(await refusalAs(sql, agent, (q) => accept(q, id))).toEqual({
      code: 'PT404',
      message: 'This customer is no longer waiting for an agent.',
    })
  })

  test('accept_agent_request does not deadlock with the customer ending the chat', async () => {
    const id = await requestIn(chat)
    const [accepted, ended] = await Promise.allSettled([acceptAs(agent, id), endAs(alice, chat)])
    expect(ended).toEqual({ status: 'fulfilled', value: true })
    expect(['accepted', 'PT404']).toContain(outcomeOf(accepted, 'accepted'))
    expect(await stateOf(chat)).toBeUndefined()
  })
})

describe('a chat with an agent', () => {
  const away = "This colleague isn't here at the moment."
  const release = (db: Db, id = chat) => db`select public.release_chat(${id})`
  const transfer = (db: Db, to: Person, id = chat) => db`select public.transfer_chat(${id}, ${to.id})`
  const takeOver = (db: Db, from: Person, id = chat) => db`select public.take_over_chat(${id}, ${from.id})`
  const arrive = (person: Person) => as(person, (db) => db`select public.touch_agent_presence()`)
  const textsFor = async (person: Person, type: string) =>
    (
      await request(
        sql,
        person,
        (db) => db<{ message: string }[]>`
          select message from public.chat_messages where conversation_id = ${chat} and sender_type = ${type} order by created_at`,
      )
    ).map(({ message }) => message)
  /** Staff who do not have the chat read it after the audit has that they do. */
  const recordView = (person: Person, id = chat) => as(person, (db) => db`select public.record_chat_view(${id})`)
  const nameNow = async () =>
    String((await sql`select agent_name from public.chat_conversations where id = ${chat}`)[0]?.agent_name)
  const leave = (person: Person, ago = '3 minutes') => sql`
    update private.agent_presence set seen_at = now() - ${ago}::text::interval where admin_id = ${person.id}`
  const returnUnattended = async () =>
    (
      await sql`
        select count(*) filter (where private.return_unattended_chat(c.id))::integer as returned from public.chat_conversations c`
    )[0]?.returned as number

  beforeEach(async () => {
    await requestAgentAs(alice, chat)
    await acceptAs(agent, await requestIn(chat))
  })

  test('a chat of a member of staff is to them a chat of any customer', async () => {
    await grantPermissions(sql, alice, ['manage_chat'])
    await sql`insert into public.user_roles (user_id, role) values (${alice.id}, 'admin')`
    const said = await request(sql, agent, (db) => sendMessage(db, chat, agent, 'Your limit is £500', 'agent'))
    await request(sql, agent, (db) => sendMessage(db, chat, agent, 'Keep an eye on her', 'note'))
    await request(sql, agent, (db) => db`select public.set_chat_tag(${chat}, 'fraud', true)`)
    await actingAs(sql, alice, async (db) => {
      expect(await db`select message from public.chat_messages where sender_type = 'note'`).toEqual([])
      expect((await refusalOf(db, (q) => sendMessage(q, chat, alice, 'She is right', 'note'))).code).toBe('42501')
      expect((await refusalOf(db, (q) => q`select public.list_chat_tags(${chat})`)).code).toBe('PT403')
      expect(await db`update public.chat_messages set message = '£5,000' where id = ${said} returning id`).toEqual([])
      expect(await db`delete from public.chat_messages where id = ${said} returning id`).toEqual([])
      // She still sees what any customer sees, and the notes in the chats of others.
      expect(await db`select message from public.chat_messages where id = ${said}`).toHaveLength(1)
    })
    const other = await openChat(sql, bob)
    for (const person of [agent, alice]) await recordView(person, other)
    await request(sql, agent, (db) => sendMessage(db, other, agent, 'He called twice', 'note'))
    await actingAs(sql, alice, async (db) => {
      expect(await db`select message from public.chat_messages where sender_type = 'note'`).toEqual([
        { message: 'He called twice' },
      ])
      await sendMessage(db, other, alice, 'So he did', 'note')
    })
  })

  test('lets its agent only change what was said to the customer', async () => {
    const said = await request(sql, agent, (db) => sendMessage(db, chat, agent, 'Your limit is £500', 'agent'))
    const rewrite = (person: Person) =>
      request(
        sql,
        person,
        (db) => db`update public.chat_messages set message = 'Your limit is £900' where id = ${said} returning id`,
      )
    expect(await rewrite(secondAgent)).toHaveLength(0)
    expect(await rewrite(agent)).toHaveLength(1)
    await request(sql, secondAgent, (db) => db`select public.touch_agent_presence()`)
    await request(sql, agent, (db) => transfer(db, secondAgent))
    expect(await rewrite(agent)).toHaveLength(0)
    expect(await rewrite(secondAgent)).toHaveLength(1)
  })

  test('takes words to the customer from its agent only, and notes from all chat staff', async () => {
    await as(agent, (db) => sendMessage(db, chat, agent, 'Hello Alice', 'agent'))
    expect((await refusalAs(sql, secondAgent, (q) => sendMessage(q, chat, secondAgent, 'Me too', 'agent'))).code).toBe(
      '42501',
    )
    await recordView(secondAgent)
    await as(secondAgent, (db) => sendMessage(db, chat, secondAgent, 'She called twice', 'note'))
    expect(await textsFor(agent, 'note')).toEqual(['She called twice'])
    expect(await textsFor(alice, 'note')).toEqual([])
    expect(await textsFor(alice, 'agent')).toContain('Hello Alice')
    expect((await refusalAs(sql, alice, (q) => sendMessage(q, chat, alice, 'A note', 'note'))).code).toBe('42501')
  })

  test('goes back to the queue when its agent releases it', async () => {
    const name = await nameNow()
    for (const person of [secondAgent, alice])
      expect(['PT403', 'PT409']).toContain((await refusalAs(sql, person, (q) => release(q))).code)
    await as(agent, release)
    expect(await stateOf(chat)).toMatchObject({ status: 'waiting_for_agent', assigned_admin_id: null })
    expect(await textsFor(alice, 'event')).toEqual([`${name} joined`, `${name} left`])
    expect(await queuePositionOf(alice, chat)).toBe(1)
    await acceptAs(secondAgent, await requestIn(chat))
    expect(await textsFor(alice, 'event')).toEqual([`${name} joined`, `${name} left`, `${await nameNow()} joined`])
    expect((await auditEntriesAbout(sql, [chat])).map(({ action }) => action)).toEqual(['release_chat'])
  })

  const queue = async () => [
    ...(await ask(
      secondAgent,
    )`select conversation_id, left_message, reason, returned_by_name, last_message, last_sender_type, unread_count
      from public.list_pending_agent_requests()`),
  ]

  test.each([
    ['released', () => as(agent, release)],
    [
      'transferred and released',
      async () => {
        await arrive(secondAgent)
        await as(agent, (db) => transfer(db, secondAgent))
        await as(secondAgent, release)
      },
    ],
    [
      'returned',
      async () => {
        await leave(agent)
        await returnUnattended()
      },
    ],
  ])('a chat that is %s keeps its first waiting time and its place', async (how, giveBack) => {
    const [first] = await sql`select waiting_since from public.agent_requests where conversation_id = ${chat}`
    const bobChat = await openChat(sql, bob)
    await requestAgentAs(bob, bobChat)
    await giveBack()
    expect((await queue()).map((row) => row.conversation_id as string)).toEqual([chat, bobChat])
    expect([await queuePositionOf(alice, chat), await queuePositionOf(bob, bobChat)]).toEqual([1, 2])
    const [again] = await ask(secondAgent)`
      select waiting_since, reason, returned_by_name from public.list_pending_agent_requests()`
    expect(again).toEqual({
      ...first,
      reason: how === 'returned' ? 'agent_left' : 'released',
      returned_by_name: 'Test Admin',
    })
  })

  test('the queue names the reason and the last line', async () => {
    await as(alice, (db) => sendMessage(db, chat, alice, 'My card is gone'))
    await as(agent, release)
    const bobChat = await openChat(sql, bob)
    await as(bob, (db) => sendMessage(db, bobChat, bob, 'A loan'))
    await sql`
      insert into public.chat_messages (conversation_id, sender_type, message)
      values (${bobChat}, 'assistant', 'I can connect you with a real agent.')`
    await requestAgentAs(bob, bobChat)
    expect(await queue()).toEqual([
      {
        conversation_id: chat,
        left_message: false,
        reason: 'released',
        returned_by_name: 'Test Admin',
        last_message: 'My card is gone',
        last_sender_type: 'user',
        unread_count: 1,
      },
      expect.objectContaining({
        conversation_id: bobChat,
        reason: 'offered',
        returned_by_name: null,
        last_sender_type: 'assistant',
      }),
    ])
  })

  test('goes to a colleague who is present, under another name', async () => {
    const name = await nameNow()
    await actingAs(sql, agent, async (db) => {
      for (const to of [secondAgent, alice, agent])
        expect(await refusalOf(db, (q) => transfer(q, to))).toEqual({ code: 'PT409', message: away })
    })
    await arrive(secondAgent)
    expect((await refusalAs(sql, secondAgent, (q) => transfer(q, secondAgent))).code).toBe('PT409')
    await as(agent, (db) => transfer(db, secondAgent))
    expect(await nameNow()).not.toBe(name)
    expect(await textsFor(alice, 'event')).toEqual([
      `${name} joined`,
      `${name} left`,
      `You are now chatting with ${await nameNow()}`,
    ])
    expect(await textsFor(agent, 'note')).toEqual([])
    expect(await textsFor(secondAgent, 'note')).toEqual(['Transferred to Test Admin'])
    expect((await refusalAs(sql, agent, (q) => sendMessage(q, chat, agent, 'One more', 'agent'))).code).toBe('42501')
    await as(secondAgent, (db) => sendMessage(db, chat, secondAgent, 'Hello', 'agent'))
    expect(await auditEntriesAbout(sql, [chat])).toEqual([{ action: 'transfer_chat', actor_id: agent.id }])
  })

  test('a chat is not transferred to a colleague who has left or lost the permission', async () => {
    await arrive(secondAgent)
    await leave(secondAgent)
    expect((await refusalAs(sql, agent, (q) => transfer(q, secondAgent))).message).toBe(away)
    await arrive(secondAgent)
    await sql`delete from public.admin_permissions where admin_id = ${secondAgent.id}`
    expect((await refusalAs(sql, agent, (q) => transfer(q, secondAgent))).message).toBe(away)
  })

  test('a chat that cannot be returned delays no other', async () => {
    const bobs = await openChat(sql, bob)
    await requestAgentAs(bob, bobs)
    await acceptAs(agent, await requestIn(bobs))
    await sql.unsafe(`
      create function private.break_chats() returns trigger language plpgsql as $$
      begin
        if new.id = '${chat}' then perform 1 / 0; end if;
        return new;
      end $$;
      create trigger break_chats before update on public.chat_conversations
        for each row execute function private.break_chats()`)
    try {
      await leave(agent)
      await expect(runJob(sql, 'return-unattended-chats')).rejects.toThrow('1 chats could not be returned to the queue')
      expect([(await stateOf(chat))?.status, (await stateOf(bobs))?.status]).toEqual([
        'agent_assigned',
        'waiting_for_agent',
      ])
    } finally {
      await sql`drop function private.break_chats() cascade`
    }
  })

  test('a chat is taken over by a colleague who knows who has it', async () => {
    expect(await refusalAs(sql, secondAgent, (q) => takeOver(q, secondAgent))).toEqual({
      code: 'PT409',
      message: 'Another agent has taken this chat in the meantime.',
    })
    expect((await refusalAs(sql, alice, (q) => takeOver(q, agent))).code).toBe('PT403')
    await as(secondAgent, (db) => takeOver(db, agent))
    await as(secondAgent, (db) => takeOver(db, agent))
    expect(await stateOf(chat)).toMatchObject({ status: 'agent_assigned', assigned_admin_id: secondAgent.id })
    expect(await textsFor(agent, 'note')).toEqual([])
    expect(await textsFor(secondAgent, 'note')).toEqual(['Took over from Test Admin'])
    expect(await auditEntriesAbout(sql, [chat])).toEqual([{ action: 'take_over_chat', actor_id: secondAgent.id }])
  })

  test('an agent cannot accept or take over their own chat', async () => {
    const own = await openChat(sql, secondAgent)
    await requestAgentAs(secondAgent, own)
    const id = await requestIn(own)
    const refused = { code: 'PT403', message: 'A colleague must answer your own chat.' }
    expect(await refusalAs(sql, secondAgent, (q) => accept(q, id))).toEqual(refused)
    await acceptAs(agent, id)
    expect(await refusalAs(sql, secondAgent, (q) => takeOver(q, agent, own))).toEqual(refused)
    expect(await stateOf(own)).toMatchObject({ status: 'agent_assigned', assigned_admin_id: agent.id })
  })

  test('goes to one of two colleagues who take it over at once', async () => {
    const third = await addAdmin(sql, ['manage_chat'])
    const colleagues = [secondAgent, third]
    const outcomes = await Promise.allSettled(colleagues.map((person) => as(person, (db) => takeOver(db, agent))))
    const winners = colleagues.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    expect(await stateOf(chat)).toMatchObject({ assigned_admin_id: winners[0]?.id })
    expect(outcomes.map((outcome) => outcomeOf(outcome, 'taken')).toSorted()).toEqual(['PT409', 'taken'])
  })

  test('a chat is accepted or taken over, whichever comes first, and has one agent in the end', async () => {
    await as(agent, release)
    const id = await requestIn(chat)
    const [accepted, taken] = await Promise.allSettled([
      acceptAs(agent, id),
      as(secondAgent, (db) => takeOver(db, agent)),
    ])
    expect(accepted.status).toBe('fulfilled')
    expect(['taken', 'PT409']).toContain(outcomeOf(taken, 'taken'))
    const holder = outcomeOf(taken, 'taken') === 'taken' ? secondAgent : agent
    expect(await stateOf(chat)).toMatchObject({ status: 'agent_assigned' })
    expect((await sql`select assigned_admin_id from public.chat_conversations where id = ${chat}`)[0]).toEqual({
      assigned_admin_id: holder.id,
    })
  })

  test.each([
    ['a colleague takes it over', () => secondAgent, (db: Db) => takeOver(db, agent)],
    ['it is released', () => agent, (db: Db) => release(db)],
  ])('gets no message from an agent who is sending while %s', async (_case, who, change) => {
    let sent: Promise<unknown> | undefined
    await request(sql, who(), async (db) => {
      await change(db)
      // Passes the policy, which does not see the change yet, and waits for the lock.
      sent = as(agent, (other) => sendMessage(other, chat, agent, 'Too late', 'agent')).catch((error: unknown) => error)
      await untilBlocked(sql)
    })
    expect(await sent).toMatchObject({ code: 'PT409', hint: 'not-assigned' })
    expect(await textsFor(alice, 'agent')).not.toContain('Too late')
  })

  test('goes back to the queue two minutes after its agent has left, and the customer is told', async () => {
    const name = await nameNow()
    await leave(agent, '1 minute')
    expect(await returnUnattended()).toBe(0)
    await leave(agent, '2 minutes 1 second')
    expect(await returnUnattended()).toBe(1)
    expect(await stateOf(chat)).toMatchObject({ status: 'waiting_for_agent', assigned_admin_id: null })
    expect(await textsFor(alice, 'event')).toEqual([`${name} joined`, `${name} left`])
    expect(await queuePositionOf(alice, chat)).toBe(1)
    expect(await returnUnattended()).toBe(0)
    expect(await auditEntriesAbout(sql, [chat])).toEqual([{ action: 'return_chat', actor_id: null }])
  })

  test('goes back to the queue at once when its agent is suspended, who is then no colleague to transfer to', async () => {
    const owner = await addSuperAdmin(sql)
    await grantPermissions(sql, owner, ['approve_users'])
    await sql`insert into public.user_roles (user_id, role) values (${owner.id}, 'admin')`
    await request(sql, owner, (db) => db`select public.suspend_user(${agent.id})`)
    expect(await returnUnattended()).toBe(1)
    expect(await stateOf(chat)).toMatchObject({ status: 'waiting_for_agent' })
    const listed = await request(sql, secondAgent, (db) => db`select id from public.list_chat_agents()`)
    expect(listed.map(({ id }) => id as string)).not.toContain(agent.id)
  })

  test('goes back to the queue at once when its agent loses the permission', async () => {
    await sql`delete from public.admin_permissions where admin_id = ${agent.id}`
    expect(await returnUnattended()).toBe(1)
    expect(await stateOf(chat)).toMatchObject({ status: 'waiting_for_agent' })
  })

  test('a heartbeat keeps the chats of the agent', async () => {
    await leave(agent)
    await arrive(agent)
    expect(await returnUnattended()).toBe(0)
  })

  test('lists the agents, those present first, to chat staff only', async () => {
    const list = (db: Db) => db`select id, full_name, is_present, chats from public.list_chat_agents()`
    const listed = [...(await request(sql, secondAgent, list))]
    expect(listed).toContainEqual({ id: agent.id, full_name: 'Test Admin', is_present: true, chats: 1 })
    expect(listed.findLastIndex((row) => row.is_present === true)).toBeLessThan(
      listed.findIndex((row) => row.is_present === false),
    )
    expect(listed).toContainEqual({ id: secondAgent.id, full_name: 'Test Admin', is_present: false, chats: 0 })
    expect((await refusalAs(sql, alice, list)).code).toBe('PT403')
  })
})

describe('end_chat', () => {
  test('deletes the chat with its messages and requests, and can be repeated', async () => {
    await request(sql, alice, (db) => sendMessage(db, chat, alice, 'Hello'))
    await requestAgentAs(alice, chat)
    expect(await endAs(alice, chat)).toBe(true)
    expect(await endAs(alice, chat)).toBe(false)
    expect(await sql`select id from public.chat_messages where conversation_id = ${chat}`).toHaveLength(0)
    expect(await sql`select id from public.agent_requests where conversation_id = ${chat}`).toHaveLength(0)
    expect(await openChat(sql, alice)).not.toBe(chat)
  })

  test('end_chat is refused to an agent while a colleague has the chat or the customer waits, until they take it', async () => {
    const end = (db: Db) => db`select public.end_chat(${chat}, 'answered')`
    const remove = (person: Person) =>
      ask(person)`delete from public.chat_conversations where id = ${chat} returning id`
    await requestAgentAs(alice, chat)
    expect(await refusalAs(sql, agent, end)).toEqual({
      code: 'PT409',
      message: 'This customer waits for an agent. Accept the chat before you end it.',
    })
    await acceptAs(agent, await requestIn(chat))
    expect(await refusalAs(sql, secondAgent, end)).toEqual({
      code: 'PT409',
      message: 'Test Admin has this chat. Take it over before you end it.',
    })
    expect(await remove(secondAgent)).toHaveLength(0)
    await ask(secondAgent)`select public.take_over_chat(${chat}, ${agent.id})`
    expect((await refusalAs(sql, agent, end)).code).toBe('PT409')
    expect(await remove(agent)).toHaveLength(0)
    expect(await endAs(secondAgent, chat)).toBe(true)
  })

  test('end_chat is audited for an agent and not for the customer', async () => {
    const bobChat = await openChat(sql, bob)
    expect(await endAs(agent, chat)).toBe(true)
    expect(await endAs(bob, bobChat)).toBe(true)
    expect(await auditEntriesAbout(sql, [chat, bobChat])).toEqual([{ action: 'end_chat', actor_id: agent.id }])
  })

  test('end_chat does not deadlock with concurrent messages and leaves none of them', async () => {
    await requestAgentAs(alice, chat)
    await acceptAs(agent, await requestIn(chat))
    const writing = Array.from({ length: 12 }, (_, n) =>
      n % 2 === 0
        ? request(sql, alice, (db) => sendMessage(db, chat, alice, `Message ${n}`))
        : request(sql, agent, (db) => sendMessage(db, chat, agent, `Answer ${n}`, 'agent')),
    )
    const [ended, ...written] = await Promise.allSettled([endAs(agent, chat), ...writing])
    expect(ended).toEqual({ status: 'fulfilled', value: true })
    // A refusal means that the chat is assigned to another user or is deleted.
    const outcomes = new Set(written.map((answer) => outcomeOf(answer, 'written')))
    expect(['written', '42501', '23503']).toEqual(expect.arrayContaining([...outcomes]))
    expect(await sql`select id from public.chat_messages where conversation_id = ${chat}`).toHaveLength(0)
  })
})

describe('add_assistant_message', () => {
  const answer = (db: Db, owner: Person, text: string, id = chat) =>
    db<{ id: string | null }[]>`select public.add_assistant_message(${owner.id}, ${id}, ${text}) as id`
  const addAnswer = async (owner: Person, text: string) =>
    (await request(sql, 'service_role', (db) => answer(db, owner, text)))[0]?.id
  const textOf = async (id: string | null | undefined) =>
    (await sql`select message, sender_type, sender_id from public.chat_messages where id = ${id ?? null}`)[0]

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
