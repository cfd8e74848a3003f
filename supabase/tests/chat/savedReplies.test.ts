import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { openChat, sendMessage } from '../fixtures/chat'
import { refusalAs, type Db, type Person, request } from '../fixtures/database'
import { addAdmin, anAdmin, addSuperAdmin, anApprovedPerson, withPeople } from '../fixtures/people'
import { callAs } from '../fixtures/staff'

const { sql, as, alice, agent } = withPeople({
  alice: anApprovedPerson('Alice Archer'),
  agent: anAdmin(['manage_chat']),
})
let outsiders: Person[]
let chat: string

beforeEach(async () => {
  await sql`delete from private.saved_replies where true`
  outsiders = [alice, await addAdmin(sql, ['approve_users', 'read_transcripts']), await addSuperAdmin(sql)]
  chat = await openChat(sql, alice)
  await sql`
    update public.chat_conversations set status = 'agent_assigned', assigned_admin_id = ${agent.id}, agent_name = 'Priya'
    where id = ${chat}`
})

const refused = async (person: Person, run: (db: Db) => PromiseLike<unknown>) =>
  (await refusalAs(sql, person, run)).code

describe('saved replies', () => {
  const save = (db: Db, id: string | null, shortcut: string | null, reply: string | null) =>
    db`select public.save_reply(${id}, ${shortcut}, ${reply})`
  const listed = async () => [...(await as(agent)`select shortcut, reply from public.list_saved_replies()`)]

  test('saved replies are added, changed and deleted by any agent', async () => {
    const id = randomUUID()
    await request(sql, agent, (db) => save(db, id, ' Hello ', 'Hello {first name}, I am {agent}.'))
    const colleague = await addAdmin(sql, ['manage_chat'])
    await request(sql, colleague, (db) => save(db, randomUUID(), 'bye', 'Goodbye'))
    expect(await listed()).toEqual([
      { shortcut: 'bye', reply: 'Goodbye' },
      { shortcut: 'hello', reply: 'Hello {first name}, I am {agent}.' },
    ])
    await request(sql, colleague, (db) => save(db, id, 'hi', 'Hi'))
    expect(await refused(agent, (db) => save(db, randomUUID(), 'hi', 'Another'))).toBe('PT409')
    const remove = (db: Db) => db<{ answer: boolean }[]>`select public.delete_saved_reply(${id}) as answer`
    expect(await callAs(sql, agent, remove)).toBe(true)
    expect(await callAs(sql, agent, remove)).toBe(false)
    expect(await listed()).toEqual([{ shortcut: 'bye', reply: 'Goodbye' }])
  })

  test("a change of one field leaves a colleague's change of the other one", async () => {
    const id = randomUUID()
    await request(sql, agent, (db) => save(db, id, 'hello', 'Hello'))
    const colleague = await addAdmin(sql, ['manage_chat'])
    await request(sql, colleague, (db) => db`select public.save_reply(${id}, p_reply => 'Good morning')`)
    await request(sql, agent, (db) => db`select public.save_reply(${id}, p_shortcut => 'morning')`)
    expect(await listed()).toEqual([{ shortcut: 'morning', reply: 'Good morning' }])
  })

  test('saved replies with bad input are refused', async () => {
    const bad: [string | null, string | null, string | null][] = [
      [null, 'hello', 'Hello'],
      [randomUUID(), null, 'Hello'],
      [randomUUID(), '', 'Hello'],
      [randomUUID(), 'two words', 'Hello'],
      [randomUUID(), 'x'.repeat(31), 'Hello'],
      [randomUUID(), 'hello', null],
      [randomUUID(), 'hello', '   '],
      [randomUUID(), 'hello', 'Hi\u202e'],
      [randomUUID(), 'hello', 'x'.repeat(501)],
      [randomUUID(), 'x'.repeat(501), 'Hello'],
    ]
    for (const [id, shortcut, reply] of bad)
      expect(await refused(agent, (db) => save(db, id, shortcut, reply))).toBe('PT400')
    expect(await listed()).toEqual([])
  })

  test('saved replies are at most 200', async () => {
    await sql`
      insert into private.saved_replies (id, shortcut, reply) select gen_random_uuid(), 'r' || n, 'Text' from generate_series(1, 200) n`
    expect(await refused(agent, (db) => save(db, randomUUID(), 'more', 'Text'))).toBe('PT409')
    const [first] = await sql`select id from private.saved_replies where shortcut = 'r1'`
    await request(sql, agent, (db) => save(db, first?.id as string, 'r1', 'Changed'))
  })
})

describe('saved reasons', () => {
  const save = (db: Db, id: string, shortcut: string, reason: string) =>
    db`select public.save_reply(${id}, ${shortcut}, ${reason}, 'reason')`
  const listed = (person: Person, kind: string) =>
    as(person)`select shortcut, reply from public.list_saved_replies(${kind})`

  test('everyone who decides cases or approvals shares them, and no agent', async () => {
    const id = randomUUID()
    await request(sql, await addAdmin(sql, ['manage_cases']), (db) => save(db, id, ' Known ', 'You knew the payee.'))
    const approver = await addAdmin(sql, ['approve_users'])
    expect([...(await listed(approver, 'reason'))]).toEqual([{ shortcut: 'known', reply: 'You knew the payee.' }])
    await request(sql, approver, (db) => save(db, id, 'known', 'You know the payee.'))
    for (const outsider of [alice, agent]) {
      expect(await refused(outsider, (db) => db`select public.list_saved_replies('reason')`)).toBe('PT403')
      expect(await refused(outsider, (db) => save(db, randomUUID(), 'mine', 'Mine'))).toBe('PT403')
    }
    expect(await refused(approver, (db) => db`select public.list_saved_replies('reply')`)).toBe('PT403')
    expect(await refused(approver, (db) => db`select public.list_saved_replies('other')`)).toBe('PT403')
    const remove = (db: Db) => db<{ answer: boolean }[]>`select public.delete_saved_reply(${id}) as answer`
    expect(await callAs(sql, agent, remove)).toBe(false)
    expect(await callAs(sql, approver, remove)).toBe(true)
    expect(await listed(approver, 'reason')).toHaveLength(0)
    expect([...(await sql`select action from private.audit_log where subject_id = ${id} order by id`)]).toEqual([
      { action: 'save_reason' },
      { action: 'save_reason' },
      { action: 'delete_saved_reason' },
    ])
  })

  test('a reason and a reply can have the same shortcut, and one does not become the other', async () => {
    const approver = await addAdmin(sql, ['manage_cases'])
    const id = randomUUID()
    await request(sql, agent, (db) => db`select public.save_reply(${id}, 'hello', 'Hello')`)
    await request(sql, approver, (db) => save(db, randomUUID(), 'hello', 'A reason'))
    await request(sql, approver, (db) => save(db, id, 'other', 'Changed'))
    expect([...(await listed(agent, 'reply'))]).toEqual([{ shortcut: 'hello', reply: 'Hello' }])
    expect([...(await listed(approver, 'reason'))]).toEqual([{ shortcut: 'hello', reply: 'A reason' }])
  })

  test('a reason is one that a decision takes', async () => {
    const approver = await addAdmin(sql, ['manage_cases'])
    for (const reason of ['x'.repeat(301), 'two\nlines', '<b>', ' '])
      expect(await refused(approver, (db) => save(db, randomUUID(), 'bad', reason))).toBe('PT400')
  })
})

describe('tags and the closing reason', () => {
  const tag = (db: Db, name: string | null, isSet: boolean | null = true, id: string = chat) =>
    db`select public.set_chat_tag(${id}, ${name}, ${isSet})`
  const tagsFor = async (person: Person, id = chat) => [
    ...(await as(person)`select * from public.list_chat_tags(${id})`),
  ]
  const end = (person: Person, reason: string | null) => as(person)`select public.end_chat(${chat}, ${reason})`
  const kept = async () => (await sql`select closing_reason, tags from private.chat_transcripts where id = ${chat}`)[0]

  test('tags and reason are kept with the transcript', async () => {
    await request(sql, alice, (db) => sendMessage(db, chat, alice, 'My card is lost'))
    await request(sql, agent, async (db) => {
      await tag(db, ' Lost Card ')
      await tag(db, 'complaint')
      await tag(db, 'complaint', false)
      await tag(db, 'urgent')
    })
    expect(await tagsFor(agent)).toEqual([
      { tag: 'lost card', is_set: true },
      { tag: 'urgent', is_set: true },
    ])
    await end(agent, 'passed_on')
    expect(await kept()).toEqual({ closing_reason: 'passed_on', tags: ['lost card', 'urgent'] })
    const reader = await addAdmin(sql, ['read_transcripts'])
    await as(reader)`select public.record_transcript_search(p_user_id => ${alice.id})`
    expect((await as(reader)`select closing_reason, tags from public.list_transcripts(${alice.id})`)[0]).toEqual({
      closing_reason: 'passed_on',
      tags: ['lost card', 'urgent'],
    })
    // The team's tags are suggested in the next chat.
    chat = await openChat(sql, alice)
    expect(await tagsFor(agent)).toEqual(
      expect.arrayContaining([
        { tag: 'lost card', is_set: false },
        { tag: 'urgent', is_set: false },
      ]),
    )
    expect(await sql`select from private.chat_tags where conversation_id = ${chat}`).toHaveLength(0)
  })

  test('the reason is one of the list, and the customer gives none', async () => {
    await request(sql, alice, (db) => sendMessage(db, chat, alice, 'Hello'))
    expect(await refused(agent, (db) => db`select public.end_chat(${chat}, 'because')`)).toBe('PT400')
    expect(await refused(agent, (db) => db`select public.end_chat(${chat}, ${'x'.repeat(501)})`)).toBe('PT400')
    await end(alice, 'answered')
    expect(await kept()).toEqual({ closing_reason: null, tags: [] })
  })

  test('tags and reason are set by the agent who has the chat only, and read by agents', async () => {
    const colleague = await addAdmin(sql, ['manage_chat'])
    expect(await refused(colleague, (db) => tag(db, 'urgent'))).toBe('PT409')
    for (const person of outsiders) {
      expect(await refused(person, (db) => tag(db, 'urgent'))).toBe('PT403')
      expect(await refused(person, (db) => db`select public.list_chat_tags(${chat})`)).toBe('PT403')
    }
    for (const name of [null, '', '-x', 'a_b', 'x'.repeat(31), 'x'.repeat(501)])
      expect(await refused(agent, (db) => tag(db, name))).toBe('PT400')
    expect(await refused(agent, (db) => tag(db, 'urgent', null))).toBe('PT400')
    expect(await refused(agent, (db) => tag(db, 'urgent', true, randomUUID()))).toBe('PT404')
    await request(sql, agent, async (db) => {
      for (let nth = 0; nth < 10; nth++) await tag(db, `tag ${nth}`)
    })
    expect(await refused(agent, (db) => tag(db, 'one more'))).toBe('PT409')
  })
})
