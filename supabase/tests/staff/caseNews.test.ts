import { beforeEach, expect, test } from 'vitest'
import { sendClaim } from '../fixtures/claims'
import type { Person } from '../fixtures/database'
import { externalPayee, payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, addCustomer, anAdmin, grantPermissions, withPeople } from '../fixtures/people'
import { topicRights } from '../fixtures/realtime'

const { sql, as, agent, second, desk, payer } = withPeople({
  agent: anAdmin(['manage_cases']),
  second: anAdmin(['manage_cases']),
  desk: anAdmin(['manage_chat', 'view_transactions']),
  payer: aCustomer('Pam Payer'),
})
let id: string
// Another payee for each claim: payments to one that is claimed about are reviewed.
let lastPayee = 20_000_000

beforeEach(async () => {
  await sql`update private.settings set four_eyes_above = null where only_row`
  const { transaction_id: paid } = await payAs(sql, payer, {
    ...externalPayee,
    accountNumber: String((lastPayee += 1)),
    amount: '25',
  })
  id = await sendClaim(sql, payer, paid, { at: new Date().toISOString() })
})

const newsOf = async (who: Person) =>
  (await as(who)<{ id: string; news: string }[]>`select id, news from public.list_case_news()`)
    .filter((row) => row.id === id)
    .map(({ news }) => news)
const markOf = async (who: Person) =>
  (await as(who)<{ news: string | null }[]>`select news from public.list_cases() where id = ${id}`)[0]?.news
const read = (who: Person) => as(who)`select public.record_case_view(${id})`

test('the answer of the customer is told to the agent until they read the case', async () => {
  await as(agent)`select public.assign_case(${id})`
  await as(agent)`select public.ask_case_customer(${id}, 'Who called?')`
  expect(await newsOf(agent)).toEqual([])
  await as(payer)`select public.answer_case(${id}, 'A man')`
  expect([await newsOf(agent), await markOf(agent)]).toEqual([['answer'], 'answer'])
  expect([await newsOf(second), await markOf(second)]).toEqual([[], null])
  // A colleague who reads it ends nothing for the agent.
  await read(second)
  expect(await newsOf(agent)).toEqual(['answer'])
  await read(agent)
  expect([await newsOf(agent), await markOf(agent)]).toEqual([[], null])
})

test('an answer in a case that nobody has is marked for everybody, and told to nobody', async () => {
  await as(payer)`select public.answer_case(${id}, 'A man')`
  for (const who of [agent, second]) expect([await newsOf(who), await markOf(who)]).toEqual([[], 'answer'])
  await read(second)
  expect(await markOf(agent)).toBeNull()
})

test('a case that is handed over is told to the new agent, and one that is taken to nobody', async () => {
  await as(agent)`select public.assign_case(${id})`
  expect(await newsOf(agent)).toEqual([])
  await as(agent)`select public.assign_case(${id}, ${second.id})`
  expect([await newsOf(second), await newsOf(agent)]).toEqual([['handed_over'], []])
  await read(second)
  expect(await newsOf(second)).toEqual([])
})

test.each([
  ['approves', 'approve_request', []],
  ['refuses', 'refuse_request', ['No']],
])('the asker is told when a second administrator %s', async (_what, name, reason) => {
  await as(agent)`select public.decide_claim(${id}, true, 'It is a dispute', 'not_covered')`
  const [asked] = await sql<{ id: string }[]>`
    select id from private.approval_requests where transaction_id = ${id} and state = 'waiting'`
  expect(await newsOf(agent)).toEqual([])
  if (name === 'approve_request') await as(second)`select public.approve_request(${asked?.id ?? ''})`
  else await as(second)`select public.refuse_request(${asked?.id ?? ''}, ${reason[0] ?? ''})`
  expect([await newsOf(agent), await newsOf(second)]).toEqual([['decision'], []])
})

test('a request that its asker withdraws is no news', async () => {
  await as(agent)`select public.decide_claim(${id}, true, 'It is a dispute', 'not_covered')`
  const [asked] = await sql<{ id: string }[]>`
    select id from private.approval_requests where transaction_id = ${id} and state = 'waiting'`
  await as(agent)`select public.refuse_request(${asked?.id ?? ''}, 'A mistake')`
  expect(await newsOf(agent)).toEqual([])
})

test('an own case whose clock ends today is told, not one whose clock has stopped, nor that of a colleague', async () => {
  await as(agent)`select public.assign_case(${id})`
  expect(await newsOf(agent)).toEqual([])
  await sql`update private.cases set due_at = private.end_of_day(private.london_date(now())) where id = ${id}`
  expect([await newsOf(agent), await newsOf(second)]).toEqual([['due'], []])
  await sql`select private.stop_case_clock(${id}, now())`
  await sql`update private.cases set due_at = now() where id = ${id}`
  expect(await newsOf(agent)).toEqual([])
})

test('without the right to work on the case there is no news of it', async () => {
  await expect(as(desk)`select from public.list_case_news()`).rejects.toMatchObject({ code: 'PT403' })
  await expect(as(payer)`select from public.list_case_news()`).rejects.toMatchObject({ code: 'PT403' })
  const staff = await addCustomer(sql, 'Sal Staff')
  await sql`insert into public.user_roles values (${staff.id}, 'admin')`
  await grantPermissions(sql, staff, ['manage_cases'])
  await sql`update private.cases set assigned_to = ${staff.id}, news = 'answer', news_for = ${staff.id} where id = ${id}`
  expect(await newsOf(staff)).toEqual(['answer'])
  const { transaction_id: paid } = await payAs(sql, payer, { ...payeeAt(staff), amount: '9' })
  const theirs = await sendClaim(sql, payer, paid, { at: new Date().toISOString() })
  await sql`update private.cases set assigned_to = ${staff.id}, news = 'answer', news_for = ${staff.id} where id = ${theirs}`
  expect((await as(staff)`select id from public.list_case_news()`).map((row): unknown => row.id)).toEqual([id])
})

test('a message without content is sent when a case changes, to those who work on cases', async () => {
  const told = () => sql`
    select event, payload, private from realtime.messages where topic = 'staff:cases' order by inserted_at`
  const before = (await told()).length
  await as(payer)`select public.answer_case(${id}, 'A man')`
  const sent = (await told()).slice(before)
  expect(sent.length).toBeGreaterThan(0)
  for (const message of sent) expect(message).toEqual({ event: 'changed', payload: {}, private: true })
  const nothing = { reads: false, writes: false }
  expect(await topicRights(sql, agent, 'staff:cases')).toEqual({ reads: true, writes: false })
  for (const who of [desk, payer, 'anon'] as const) expect(await topicRights(sql, who, 'staff:cases')).toEqual(nothing)
  expect(await topicRights(sql, agent, 'staff:cases', 'presence')).toEqual(nothing)
  expect(await topicRights(sql, agent, 'staff:cases ')).toEqual(nothing)
})

test('reading a case without a mark announces nothing', async () => {
  const announced = async () => (await sql`select from realtime.messages where topic = 'staff:cases'`).length
  await as(agent)`select public.assign_case(${id})`
  await as(payer)`select public.answer_case(${id}, 'A man')`
  await read(agent)
  const before = await announced()
  await read(agent)
  expect(await announced()).toBe(before)
})
