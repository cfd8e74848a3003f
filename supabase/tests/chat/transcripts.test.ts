import { beforeEach, describe, expect, test } from 'vitest'
import { auditEntriesAbout } from '../fixtures/audit'
import { openChat, sendMessage } from '../fixtures/chat'
import { refusalAs, type Db, type Person, actingAs, refusalOf, request } from '../fixtures/database'
import { addAdmin, addApprovedPerson, anAdmin, addSuperAdmin, anApprovedPerson, withPeople } from '../fixtures/people'
import { callAs } from '../fixtures/staff'

const { sql, as, alice, agent, reader } = withPeople({
  alice: anApprovedPerson('Alice Archer'),
  agent: anAdmin(['manage_chat']),
  reader: anAdmin(['read_transcripts']),
})
let chat: string

beforeEach(async () => {
  chat = await openChat(sql, alice)
})

type Said = { text: string; sender_type: string; real_name: string | null; before: string[]; deleted_at: string | null }
type Transcript = { customer_name: string | null; ended_as: string; is_intact: boolean; messages: Said[] | null }
type Listed = { id: string; customer_name: string | null; ended_as: string; agents: string[]; has_text: boolean }

const say = (person: Person, text: string, type: 'user' | 'agent' | 'note' = 'user') =>
  request(sql, person, (db) => sendMessage(db, chat, person, text, type))
const assign = () =>
  sql`
    update public.chat_conversations set status = 'agent_assigned', assigned_admin_id = ${agent.id}, agent_name = 'Priya'
    where id = ${chat}`
const endAs = (person: Person) => as(person)`select public.end_chat(${chat})`
const record = (db: Db, id = chat) => db`select public.record_transcript_view(${id})`
const read = (db: Db, id = chat) => db<{ answer: Transcript }[]>`select public.get_transcript(${id}) as answer`
const transcriptFor = async (person: Person) => {
  await request(sql, person, async (db) => void (await record(db)))
  return callAs<Transcript>(sql, person, (db) => read(db))
}
type Wanted = { userId?: string; search?: string; after?: string; limit?: number }
const recordSearch = (person: Person, { search, userId }: Wanted) =>
  as(person)`select public.record_transcript_search(${search ?? null}, ${userId ?? null})`
const listFor = async (person: Person, { userId, search, after, limit }: Wanted) => {
  await recordSearch(person, { search, userId })
  return as(person)<Listed[]>`
      select id, customer_name, ended_as, agents, has_text
      from public.list_transcripts(${userId ?? null}, ${search ?? null}, ${after ?? null}, ${limit ?? null})`
}

describe('a transcript', () => {
  test('keeps what was said, edited and deleted when the chat ends', async () => {
    await say(alice, 'My card is lost')
    const removed = await say(alice, 'Forget this')
    await assign()
    const edited = await say(agent, 'First words', 'agent')
    await say(agent, 'Called her', 'note')
    await request(sql, agent, async (db) => {
      await db`update public.chat_messages set message = 'Better words' where id = ${edited}`
      await db`delete from public.chat_messages where id = ${removed}`
    })
    await endAs(agent)
    expect(await sql`select from public.chat_messages where conversation_id = ${chat}`).toHaveLength(0)

    const transcript = await transcriptFor(reader)
    expect(transcript).toMatchObject({ customer_name: 'Alice Archer', ended_as: 'staff', is_intact: true })
    expect(transcript.messages).toMatchObject([
      { sender_type: 'user', text: 'My card is lost', before: [], deleted_at: null },
      { sender_type: 'user', text: 'Forget this', deleted_at: expect.any(String) },
      { sender_type: 'agent', text: 'Better words', before: ['First words'], real_name: 'Test Admin' },
      { sender_type: 'note', text: 'Called her' },
    ])
    expect([...(await listFor(reader, { userId: alice.id }))]).toEqual([
      { id: chat, customer_name: 'Alice Archer', ended_as: 'staff', agents: ['Test Admin'], has_text: true },
    ])
  })

  test('keeps the words and the id of an agent who deleted them, or who was deleted', async () => {
    await assign()
    await say(agent, 'We will pay you back', 'agent')
    const removed = await say(agent, 'In May', 'agent')
    await as(agent)`delete from public.chat_messages where id = ${removed}`
    const boss = await addAdmin(sql, ['approve_users'])
    await sql`insert into public.user_roles (user_id, role) values (${boss.id}, 'super_admin')`
    await as(boss)`select public.delete_person(${agent.id})`
    await endAs(alice)
    expect((await transcriptFor(reader)).messages).toMatchObject([
      { sender_type: 'agent', text: 'We will pay you back', deleted_at: expect.any(String) },
      { sender_type: 'agent', text: 'In May', deleted_at: expect.any(String) },
    ])
    expect(await sql`select agent_ids from private.chat_transcripts where id = ${chat}`).toEqual([
      { agent_ids: [agent.id] },
    ])
  })

  test('a transcript is kept for every way to delete the chat, but not of a chat without messages', async () => {
    await endAs(alice)
    expect(await listFor(reader, { userId: alice.id })).toHaveLength(0)
    chat = await openChat(sql, alice)
    await say(alice, 'Hello')
    await as(alice)`delete from public.chat_conversations where id = ${chat}`
    expect(await transcriptFor(reader)).toMatchObject({ ended_as: 'customer', messages: [{ text: 'Hello' }] })
  })

  test('a transcript cannot be changed, and a change behind the seal is shown', async () => {
    await say(alice, 'Hello')
    await endAs(alice)
    for (const table of ['chat_transcripts', 'chat_transcript_texts'])
      await expect(sql`update ${sql(`private.${table}`)} set user_id = user_id`).rejects.toThrow('append-only')
    expect((await transcriptFor(reader)).is_intact).toBe(true)
    await sql.begin(async (db) => {
      await db`alter table private.chat_transcript_texts disable trigger chat_transcript_texts_are_sealed`
      await db`update private.chat_transcript_texts set messages = '[]' where transcript_id = ${chat}`
      await db`alter table private.chat_transcript_texts enable trigger chat_transcript_texts_are_sealed`
    })
    expect((await transcriptFor(reader)).is_intact).toBe(false)
  })

  test('loses its text and keeps the fact when the customer is deleted', async () => {
    await say(alice, 'Hello')
    await endAs(alice)
    const open = await openChat(sql, alice)
    const admin = await addAdmin(sql, ['approve_users'])
    await as(admin)`select public.delete_person(${alice.id})`
    expect([...(await listFor(reader, { userId: alice.id }))]).toEqual([
      { id: open, customer_name: null, ended_as: 'deletion', agents: [], has_text: false },
      { id: chat, customer_name: null, ended_as: 'customer', agents: [], has_text: false },
    ])
    expect(await transcriptFor(reader)).toMatchObject({ customer_name: null, messages: null })
    expect(await sql`select from private.chat_transcript_texts where user_id = ${alice.id}`).toHaveLength(0)
  })

  test('loses its text when the auth server deletes the customer', async () => {
    await say(alice, 'Hello')
    await sql`delete from auth.users where id = ${alice.id}`
    expect([...(await listFor(reader, { userId: alice.id }))]).toMatchObject([
      { ended_as: 'deletion', has_text: false },
    ])
  })

  test('a transcript is removed after the years of the settings', async () => {
    await say(alice, 'Hello')
    await endAs(alice)
    const removeAfter = (time: string) =>
      sql`select private.remove_old_transcripts(now() + ${time}::interval) as removed`
    expect(await removeAfter('5 years 11 months')).toEqual([{ removed: 0 }])
    expect(await listFor(reader, { userId: alice.id })).toHaveLength(1)
    await removeAfter('6 years 1 day')
    expect(await listFor(reader, { userId: alice.id })).toHaveLength(0)
    expect(await sql`select from private.chat_transcript_texts where transcript_id = ${chat}`).toHaveLength(0)
  })
})

describe('the reading of a transcript', () => {
  beforeEach(async () => {
    await say(alice, 'My card is lost')
    await endAs(alice)
  })

  test('the reading is in the audit before the text is shown', async () => {
    await actingAs(sql, reader, async (db) => {
      expect((await refusalOf(db, (q) => read(q))).code).toBe('PT409')
      // Not in the transaction of the record.
      await record(db)
      expect((await refusalOf(db, (q) => read(q))).code).toBe('PT409')
    })
    await transcriptFor(reader)
    expect(await auditEntriesAbout(sql, [chat])).toEqual([
      { action: 'seal_transcript', actor_id: alice.id },
      { action: 'read_transcript', actor_id: reader.id },
    ])
    const entries = await sql`select details from private.audit_log where subject_id = ${chat}`
    expect(JSON.stringify(entries)).not.toContain('My card is lost')
    // A recorded read shows this transcript only.
    expect((await refusalAs(sql, reader, (q) => read(q, alice.id))).code).toBe('PT409')
  })

  test('needs a transcript that exists', async () => {
    await actingAs(sql, reader, async (db) => {
      for (const id of [alice.id, null])
        expect((await refusalOf(db, (q) => q`select public.record_transcript_view(${id})`)).code).toBe('PT404')
    })
  })
})

describe('list_transcripts', () => {
  test('answers a search that is in the audit, once per search and hour and without its text', async () => {
    await say(alice, 'Hello')
    await endAs(alice)
    const search = alice.email.slice(0, 12)
    await actingAs(sql, reader, async (db) => {
      const find = (q: Db, words = search) => q`select from public.list_transcripts(p_search => ${words})`
      const refused = { code: 'PT409', message: 'This search is not in the audit log. Please try again.' }
      expect(await refusalOf(db, find)).toMatchObject(refused)
      // The caller could have the record rolled back with the answer.
      await db`select public.record_transcript_search(${search})`
      expect(await refusalOf(db, find)).toMatchObject(refused)
      // Nor without a search, or of one user.
      expect(await refusalOf(db, (q) => q`select from public.list_transcripts()`)).toMatchObject(refused)
      expect(await refusalOf(db, (q) => q`select from public.list_transcripts(${alice.id})`)).toMatchObject(refused)
    })
    for (const wanted of [search, search, 'nobody at all']) await listFor(reader, { search: wanted })
    await listFor(reader, {})
    await listFor(reader, { userId: alice.id })
    expect(
      (
        await refusalAs(
          sql,
          await addAdmin(sql, ['read_transcripts']),
          (q) => q`select from public.list_transcripts(p_search => ${search})`,
        )
      ).code,
    ).toBe('PT409')
    const rows = await sql`
      select l.action, l.details, jsonb_agg(to_jsonb(r.people) order by r.id) as found
      from private.audit_log l join private.recorded_reads r on r.audit_id = l.id
      where l.actor_id = ${reader.id} group by l.id order by l.id`
    expect([...rows]).toEqual([
      { action: 'search_transcripts', details: {}, found: [[alice.id], [alice.id]] },
      { action: 'search_transcripts', details: {}, found: [[]] },
      { action: 'search_transcripts', details: {}, found: [expect.arrayContaining([alice.id])] },
      { action: 'search_transcripts', details: { user_id: alice.id }, found: [[alice.id]] },
    ])
  })

  test('finds a customer by name and address, and returns pages without gaps', async () => {
    const zoe = await addApprovedPerson(sql, 'Zoe Quill')
    const ids: string[] = []
    for (let nth = 0; nth < 3; nth++) {
      chat = await openChat(sql, zoe)
      await say(zoe, `Hello ${nth}`)
      await endAs(zoe)
      ids.unshift(chat)
    }
    const found = async (wanted: Wanted) => (await listFor(reader, wanted)).map(({ id }) => id)
    expect(await found({ search: 'oe QUI' })).toEqual(ids)
    expect(await found({ search: zoe.email.slice(0, 12) })).toEqual(ids)
    expect(await found({ search: '%' })).toEqual([])
    expect(await found({ userId: zoe.id, limit: 2 })).toEqual(ids.slice(0, 2))
    expect(await found({ userId: zoe.id, limit: 2, after: ids[1] })).toEqual(ids.slice(2))
    expect(
      (await refusalAs(sql, reader, (q) => q`select public.list_transcripts(null, ${'x'.repeat(501)})`)).code,
    ).toBe('PT400')
  })
})

test('a search finds what was said in chats that have ended, recorded with whose they are', async () => {
  await say(alice, 'My Café card is lost')
  await endAs(alice)
  const found = async (search: string) => (await listFor(reader, { search })).map(({ id }) => id)
  expect(await found('cafe CARD')).toEqual([chat])
  expect(await found('cafe garden')).toEqual([])
  // Two characters are not searched in messages.
  expect(await found('my')).toEqual([])
  const [seen] = await sql`
    select r.people from private.recorded_reads r join private.audit_log l on l.id = r.audit_id
    where l.actor_id = ${reader.id} and l.action = 'search_transcripts' order by r.id limit 1`
  expect(JSON.stringify(seen)).toContain(alice.id)

  // A word that was said in more chats than an index is asked for finds the latest.
  await sql`
    insert into private.chat_transcripts (id, user_id, started_at, ended_at, ended_as, agent_ids, tags)
    select gen_random_uuid(), ${alice.id}, now(), now() - interval '1 day' - nth * interval '1 minute', 'customer', '{}', '{}'
    from generate_series(1, 201) nth`
  await sql`
    insert into private.chat_transcript_texts (transcript_id, user_id, messages)
    select t.id, t.user_id, '[{"text": "A café"}]' from private.chat_transcripts t
    where not exists (select from private.chat_transcript_texts x where x.transcript_id = t.id)`
  expect(await found('cafe')).toHaveLength(50)
  expect((await found('cafe'))[0]).toBe(chat)
})

test('a search does not find the words of the own chats of the reader', async () => {
  await sql`insert into public.user_roles values (${alice.id}, 'admin')`
  await sql`insert into public.admin_permissions values (${alice.id}, 'read_transcripts')`
  await assign()
  await say(agent, 'Keep an eye on her', 'note')
  await endAs(alice)
  const found = async (person: Person) => (await listFor(person, { search: 'eye on' })).length
  expect([await found(alice), await found(reader)]).toEqual([0, 1])
})

test('the console finds what was said in the chats that the agent may read, and in no other', async () => {
  const colleague = await addAdmin(sql, ['manage_chat'])
  await say(alice, 'Siân, my card is lost')
  await assign()
  const found = async (person: Person, search: string) => [
    (await as(person)`select from public.list_conversations('all', ${search})`).length,
    Number((await as(person)`select every_chat from public.count_conversations(${search})`)[0]?.every_chat),
  ]
  expect(await found(agent, 'sian, my CARD')).toEqual([1, 1])
  expect(await found(agent, 'lost card')).toEqual([0, 0])
  expect(await found(colleague, 'sian, my card')).toEqual([0, 0])
  await as(colleague)`select public.record_chat_view(${chat})`
  expect(await found(colleague, 'sian, my card')).toEqual([1, 1])
})

test('staff do not read the transcript or the tags of their own chats', async () => {
  await sql`insert into public.user_roles values (${alice.id}, 'admin')`
  await sql`insert into public.admin_permissions values (${alice.id}, 'read_transcripts')`
  await say(alice, 'Hello')
  await assign()
  await say(agent, 'Keep an eye on her', 'note')
  await as(agent)`select public.set_chat_tag(${chat}, 'fraud', true)`
  await endAs(alice)
  const listed = async (person: Person) => {
    await recordSearch(person, { userId: alice.id })
    return as(person)`select has_text, tags from public.list_transcripts(${alice.id}) where id = ${chat}`
  }
  expect([...(await listed(alice))]).toEqual([{ has_text: false, tags: [] }])
  expect([...(await listed(reader))]).toEqual([{ has_text: true, tags: ['fraud'] }])
  await expect(request(sql, alice, (db) => record(db))).rejects.toMatchObject({
    code: 'PT403',
    hint: 'own-chat',
  })
  expect((await refusalAs(sql, alice, (q) => read(q))).code).toBe('PT409')
})

test('a new admin does not get the permission, and a super admin grants it', async () => {
  const superAdmin = await addSuperAdmin(sql)
  const person = await addApprovedPerson(sql)
  const permissionsOf = async () =>
    (await sql`select permission from public.admin_permissions where admin_id = ${person.id}`).map(
      ({ permission }) => permission as string,
    )
  await as(superAdmin)`select public.make_admin(${person.id})`
  expect(await permissionsOf()).not.toContain('read_transcripts')
  const grant = (db: Db) => db`select public.set_permission(${person.id}, 'read_transcripts', true)`
  expect((await refusalAs(sql, agent, grant)).code).toBe('PT403')
  await request(sql, superAdmin, (db) => grant(db))
  expect(await permissionsOf()).toContain('read_transcripts')
})
