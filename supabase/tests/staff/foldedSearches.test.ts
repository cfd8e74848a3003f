import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { openChat } from '../fixtures/chat'
import { sendClaim } from '../fixtures/claims'
import { request } from '../fixtures/database'
import { externalPayee, payAs } from '../fixtures/payments'
import { aCustomer, anAdmin, aSuperAdmin, withPeople } from '../fixtures/people'
import { readRecorded } from '../fixtures/staff'

const { sql, as, sian, lukasz, admin, owner } = withPeople(
  {
    sian: aCustomer('Siân O’Brien'),
    lukasz: aCustomer('Łukasz Wiśniewski'),
    admin: anAdmin(['approve_users', 'manage_cases', 'manage_chat', 'read_transcripts', 'view_transactions']),
    owner: aSuperAdmin(),
  },
  { once: true },
)
let transcript: string

beforeAll(async () => {
  transcript = await openChat(sql, sian)
  await as(sian)`
    insert into public.chat_messages (conversation_id, sender_id, sender_type, message)
    values (${transcript}, ${sian.id}, 'user', 'Hello')`
  await as(sian)`select public.end_chat(${transcript})`
  for (const customer of [sian, lukasz]) await openChat(sql, customer)
  const { transaction_id: paid } = await payAs(sql, lukasz, { ...externalPayee, name: 'Siân O’Brien', amount: '1' })
  await sendClaim(sql, lukasz, paid, { at: new Date().toISOString() })
})

/** What each search finds, by the parameter that has the text. The customers or payees are counted. */
const searches: Record<string, (text: string) => Promise<number>> = {
  record_user_list: async (text) =>
    (
      await readRecorded(
        sql,
        admin,
        (db, id) => db`select public.record_user_list(${id}, true, ${text})`,
        (db, id) => db`select from public.list_users(${id})`,
      )
    ).length,
  count_users: async (text) => {
    await as(admin)`select public.record_user_list(${randomUUID()}, true, ${text})`
    return Number((await as(admin)`select approved from public.count_users(${text})`)[0]?.approved)
  },
  record_role_list: async (text) =>
    (
      await readRecorded(
        sql,
        owner,
        (db, id) => db`select public.record_role_list(${id}, 'user', ${text})`,
        (db, id) => db`select from public.list_people_by_role(${id})`,
      )
    ).length,
  list_conversations: async (text) => (await as(admin)`select from public.list_conversations('all', ${text})`).length,
  count_conversations: async (text) =>
    Number((await as(admin)`select every_chat from public.count_conversations(${text})`)[0]?.every_chat),
  record_transcript_search: async (text) => {
    await as(admin)`select public.record_transcript_search(${text})`
    return (await as(admin)`select from public.list_transcripts(null, ${text})`).length
  },
  record_case_search: async (text) => {
    await as(admin)`select public.record_case_search(${text})`
    return (await as(admin)`select from public.search_cases(${text})`).length
  },
  record_transaction_search: async (text) => {
    await as(admin)`select public.record_transaction_search(${text})`
    const [row] = await as(admin)<{ page: { transactions: unknown[] } }[]>`
      select public.list_all_transactions(${text}) as page`
    return row?.page.transactions.length ?? 0
  },
  list_audit: async (text) =>
    (await as(owner)`select from public.list_audit(${text}, p_action => 'seal_transcript')`).length,
  search_transactions: (text) =>
    request(sql, lukasz, async (db) => (await db`select from public.search_transactions(${text})`).length),
}

/** These answer a search that one of the others records or lists, with the same condition. */
const alike = ['search_cases', 'list_transcripts', 'list_all_transactions', 'total_transactions', 'follow_transactions']
const others = ['list_payments_to_come', 'record_export', 'record_audit_export']

test('every function of the API that searches is tried', async () => {
  const rows = await sql<{ name: string }[]>`
    select distinct p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proargnames && array['p_search', 'p_text']`
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...Object.keys(searches), ...alike, ...others].toSorted())
})

test.each(Object.keys(searches))('%s finds Siân O’Brien, however the name is typed', async (name) => {
  const count = searches[name]
  for (const typed of ['sian', 'SIÂN', 'Sia\u0302n', "o'brien", 'OBRIEN', 'O’Brien', 'o`brien', 'Oʼbrien', ' siân o’b'])
    expect([typed, await count?.(typed)]).toEqual([typed, 1])
  for (const typed of ['siano', 'sean', 'obrian']) expect([typed, await count?.(typed)]).toEqual([typed, 0])
})

test.each([
  'record_user_list',
  'count_users',
  'record_role_list',
  'record_case_search',
  'list_conversations',
  'count_conversations',
])('%s finds Łukasz Wiśniewski', async (name) => {
  for (const typed of ['lukasz', 'Łukasz', 'wisniewski', 'WIS\u0301NIEWSKI'])
    expect([typed, await searches[name]?.(typed)]).toEqual([typed, 1])
})

test('a search that is only an apostrophe is no search', async () => {
  expect(await searches.list_conversations?.("'")).toBe(2)
})
