import { beforeEach, describe, expect, test } from 'vitest'
import { openChat } from '../fixtures/chat'
import type { Person } from '../fixtures/database'
import { withPeople, anAdmin, anApprovedPerson } from '../fixtures/people'

const { sql, as, alice, agent } = withPeople({
  alice: anApprovedPerson('Alice Archer'),
  agent: anAdmin(['manage_chat']),
})

beforeEach(async () => {
  await sql`update private.settings set chat_opens = '00:00', chat_closes = '24:00', chat_on_weekends = true where true`
  await sql`delete from private.chat_times where true`
})

const hoursFor = async (person: Person) => (await as(person)`select * from public.get_agent_hours()`)[0]
/** Closed at every time of the day but its last microsecond. */
const close = () =>
  sql`update private.settings set chat_opens = '23:59:59.999998', chat_closes = '23:59:59.999999' where true`

describe('the hours of the settings', () => {
  const isOpen = async (at: string) =>
    (await sql`select private.is_chat_open(${at}::text::timestamptz) as open`)[0]?.open as boolean
  const opensAfter = async (at: string) =>
    (
      await sql`
        select to_char(private.next_chat_opening(${at}::text::timestamptz) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at`
    )[0]?.at as string

  test('the hours are UK time, also in summer, and leave out weekends if set', async () => {
    await sql`
      update private.settings set chat_opens = '08:00', chat_closes = '20:00', chat_on_weekends = false where true`
    expect(await isOpen('2026-01-14 08:00Z')).toBe(true)
    expect(await isOpen('2026-01-14 07:59Z')).toBe(false)
    expect(await isOpen('2026-01-14 20:00Z')).toBe(false)
    expect(await isOpen('2026-07-15 07:00Z')).toBe(true)
    expect(await isOpen('2026-07-15 19:30Z')).toBe(false)
    expect(await isOpen('2026-07-18 12:00Z')).toBe(false)
    expect(await opensAfter('2026-01-14 07:59Z')).toBe('2026-01-14 08:00')
    expect(await opensAfter('2026-01-14 20:00Z')).toBe('2026-01-15 08:00')
    // A Friday evening, before a Monday in summer time.
    expect(await opensAfter('2026-03-27 21:00Z')).toBe('2026-03-30 07:00')
  })

  test('the hours are all day by default, also at midnight', async () => {
    for (const at of ['2026-01-14 00:00Z', '2026-01-14 23:59:59.999Z', '2026-01-17 12:00Z'])
      expect(await isOpen(at)).toBe(true)
    await expect(
      sql`update private.settings set chat_opens = '20:00', chat_closes = '08:00' where true`,
    ).rejects.toThrow('settings_chat_closes_check')
  })
})

describe('a customer', () => {
  test('a customer is told the usual wait of the last two hours', async () => {
    expect(await hoursFor(alice)).toEqual({ is_open: true, opens_at: null, wait_minutes: null })
    await sql`
      insert into private.chat_times (request_id, conversation_id, asked_at, answered_at, left_message, is_first)
      select gen_random_uuid(), gen_random_uuid(), now() - waited * interval '1 minute' - ago, now() - ago, false, true
      from (values (1.0, interval '1 minute'), (3.5, '2 minutes'), (60, '3 minutes'), (100, '3 hours')) a (waited, ago)`
    expect(await hoursFor(alice)).toMatchObject({ is_open: true, wait_minutes: 4 })
  })

  test('leaves a message out of hours, which waits in the queue and is marked', async () => {
    await close()
    expect(await hoursFor(alice)).toEqual({ is_open: false, opens_at: expect.any(Date), wait_minutes: null })
    const chat = await openChat(sql, alice)
    const [asked] = await as(alice)`select public.request_agent(${chat}) as agents_back`
    expect(asked?.agents_back).toEqual(expect.any(Date))
    const listed = await as(
      agent,
    )`select request_id, conversation_id, left_message from public.list_pending_agent_requests()`
    expect(listed).toContainEqual({ request_id: expect.any(String), conversation_id: chat, left_message: true })
    const entry = listed.find((row) => row.conversation_id === chat)
    await as(agent)`select public.accept_agent_request(${entry?.request_id as string})`
    const [greeting] = await as(alice)`select message from public.chat_messages where sender_type = 'agent'`
    expect(greeting?.message).toMatch(/^Hello, this is \w+\. Thank you for your message\. I'm looking at it now\.$/)
    // Its wait is not that of customers who are there.
    expect(await sql`select left_message from private.chat_times`).toEqual([{ left_message: true }])
    await sql`update private.settings set chat_opens = '00:00', chat_closes = '24:00' where true`
    expect(await hoursFor(alice)).toEqual({ is_open: true, opens_at: null, wait_minutes: null })
  })

  test('a customer who is answered counts in the usual wait', async () => {
    const chat = await openChat(sql, alice)
    expect([...(await as(alice)`select public.request_agent(${chat}) as agents_back`)]).toEqual([{ agents_back: null }])
    const [entry] = await sql<{ id: string }[]>`
      update public.agent_requests set created_at = now() - interval '150 seconds' where conversation_id = ${chat} returning id`
    await as(agent)`select public.accept_agent_request(${entry?.id ?? null})`
    expect(await hoursFor(alice)).toMatchObject({ wait_minutes: 3 })
  })
})
