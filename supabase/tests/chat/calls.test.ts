import { beforeEach, describe, expect, test } from 'vitest'
import { openChat } from '../fixtures/chat'
import { type Person, hintOfRequest } from '../fixtures/database'
import { signInAgain } from '../fixtures/devices'
import { addAdmin, addSuperAdmin, anAdmin, anApplicant, aCustomer, withPeople } from '../fixtures/people'
import { topicRights } from '../fixtures/realtime'

const { sql, as, customer, other, applicant, agent, colleague } = withPeople({
  customer: aCustomer(),
  other: aCustomer(),
  applicant: anApplicant(),
  agent: anAdmin(['manage_chat']),
  colleague: anAdmin(['manage_chat']),
})

type Call = { id: string; agent_name: string; words: string[]; seconds_left: number }
type Seen = { is_on: boolean; call: Call | null; code_used_by: string | null }
type SeenByAgent = {
  is_on: boolean
  has_app: boolean
  call: Call | null
  is_colleague_calling: boolean
  was_reported: boolean
  code: { outcome: string; seconds_left: number } | null
}

const start = (person: Person, to: Person = customer) =>
  hintOfRequest(sql, person, (db) => db`select public.start_call(${to.id})`)
const shown = async (person: Person) =>
  (await as(person)<{ answer: Seen }[]>`select public.get_bank_contact() as answer`)[0]?.answer
const callOf = async (person: Person) => (await shown(person))?.call ?? null
const seenBy = async (person: Person, about: Person = customer) =>
  (await as(person)<{ answer: SeenByAgent }[]>`select public.get_customer_contact(${about.id}) as answer`)[0]?.answer
/** How often the app of this person was told to ask again. */
const timesTold = async (person: Person) =>
  (await sql`select from realtime.messages where topic = ${`calls:${person.id}`}`).length
const actionsAbout = async (person: Person) =>
  (
    await sql<{ action: string }[]>`
      select action from private.audit_log
      where person_id = ${person.id} and action ~ '_call$|identity_code$' order by id`
  ).map(({ action }) => action)
const ageCall = (interval: string) =>
  sql`update private.calls set started_at = now() - ${interval}::interval where user_id = ${customer.id}`
const turnOff = () => sql`update private.settings set contact_confirmation = false where only_row`

describe('a call', () => {
  test('is shown to its customer alone, with the two words that the agent sees', async () => {
    expect(await callOf(customer)).toBeNull()
    expect(await start(agent)).toBeNull()
    const call = await callOf(customer)
    expect(call).toMatchObject({ words: [expect.stringMatching(/^[a-z]+$/), expect.stringMatching(/^[a-z]+$/)] })
    expect(call?.seconds_left).toBeGreaterThan(590)
    expect((await seenBy(agent))?.call).toMatchObject({ words: call?.words, agent_name: call?.agent_name })
    expect(await callOf(other)).toBeNull()
    expect(await seenBy(colleague)).toMatchObject({ call: null, is_colleague_calling: true })
    expect(await actionsAbout(customer)).toEqual(['start_call'])
    expect(
      await sql`select title from public.user_notifications where user_id = ${customer.id} and title ~ 'called you$'`,
    ).toHaveLength(1)
  })

  test('has the name that the customer knows from the chat, and no other detail of the agent', async () => {
    const chat = await openChat(sql, customer)
    await sql`
      update public.chat_conversations set status = 'agent_assigned', assigned_admin_id = ${agent.id}, agent_name = 'Zora'
      where id = ${chat}`
    await start(agent)
    const call = await callOf(customer)
    expect(call?.agent_name).toBe('Zora')
    expect(Object.keys(call ?? {}).toSorted()).toEqual(['agent_name', 'id', 'seconds_left', 'words'])
  })

  test('gives its agent no right to read the customer', async () => {
    await start(agent)
    expect(await as(agent)`select id from public.profiles where id = ${customer.id}`).toEqual([])
    expect(await as(agent)`select id from public.accounts where user_id = ${customer.id}`).toEqual([])
    expect(await hintOfRequest(sql, agent, (db) => db`select public.record_user_view(${customer.id})`)).toBe(
      'no-permission',
    )
    const seen = JSON.stringify(await seenBy(agent))
    expect(seen).not.toContain(customer.email)
    expect(seen).not.toContain(customer.account.account_number)
  })

  test('is refused about oneself, about staff and about those without the app', async () => {
    expect(await start(agent, agent)).toBe('own-rights')
    expect(await start(agent, colleague)).toBe('staff-account')
    expect(await start(agent, applicant)).toBe('no-app')
    expect(await callOf(other)).toBeNull()
  })

  test('is one at a time for a customer and for an agent', async () => {
    await start(agent)
    const first = await callOf(customer)
    expect(await start(agent)).toBeNull()
    expect(await callOf(customer)).toMatchObject({ id: first?.id, words: first?.words })
    expect(await start(colleague)).toBe('taken')
    expect(await start(agent, other)).toBeNull()
    expect(await callOf(customer)).toBeNull()
    expect(await callOf(other)).not.toBeNull()
    expect(await start(colleague)).toBeNull()
  })

  test('ends by its agent alone, and by itself after ten minutes', async () => {
    await start(agent)
    const id = (await callOf(customer))?.id ?? ''
    await as(colleague)`select public.end_call(${id})`
    expect(await callOf(customer)).not.toBeNull()
    await as(agent)`select public.end_call(${id})`
    expect(await callOf(customer)).toBeNull()
    expect((await seenBy(agent))?.call).toBeNull()
    await start(agent)
    await ageCall('10 minutes')
    expect(await callOf(customer)).toBeNull()
    expect((await seenBy(agent))?.call).toBeNull()
    expect(await start(colleague)).toBeNull()
    expect(await actionsAbout(customer)).toEqual(['start_call', 'end_call', 'start_call', 'start_call'])
  })

  test('ends when its customer says that they are not on the phone, and super admins count it', async () => {
    await start(agent)
    const id = (await callOf(customer))?.id ?? ''
    await as(other)`select public.report_call(${id})`
    expect(await callOf(customer)).not.toBeNull()
    await as(customer)`select public.report_call(${id})`
    expect(await callOf(customer)).toBeNull()
    expect(await seenBy(agent)).toMatchObject({ call: null, was_reported: true })
    expect(await seenBy(colleague)).toMatchObject({ was_reported: false })
    const figures = async (person: Person) =>
      (await as(person)<{ n: number | null }[]>`select public.get_staff_overview() -> 'refused_calls' as n`)[0]?.n
    expect(await figures(await addSuperAdmin(sql))).toBeGreaterThan(0)
    expect(await figures(agent)).toBeNull()
  })

  test.each([
    ['the permission', () => sql`delete from public.admin_permissions where admin_id = ${agent.id}`],
    ['the role', () => sql`delete from public.user_roles where user_id = ${agent.id}`],
    ['the right to sign in', () => sql`update public.profiles set suspended_at = now() where id = ${agent.id}`],
    ['the own account, by a freeze', () => sql`update public.profiles set frozen_at = now() where id = ${agent.id}`],
  ])('ends at once when its agent loses %s', async (_, lose) => {
    await start(agent)
    await lose()
    expect(await callOf(customer)).toBeNull()
    expect(await sql`select ended_as from private.calls where user_id = ${customer.id}`).toEqual([
      { ended_as: 'right' },
    ])
    expect(await actionsAbout(customer)).toEqual(['start_call', 'end_call'])
  })

  test.each([
    ['suspended', () => sql`update public.profiles set suspended_at = now() where id = ${customer.id}`],
    ['no longer approved', () => sql`update public.profiles set approved = false where id = ${customer.id}`],
  ])('ends at once when its customer is %s, and its agent is told why', async (_, stop) => {
    await start(agent)
    expect((await seenBy(agent))?.has_app).toBe(true)
    const before = await timesTold(agent)
    await stop()
    expect(await seenBy(agent)).toMatchObject({ call: null, has_app: false, was_reported: false })
    expect(await timesTold(agent)).toBeGreaterThan(before)
    expect(await sql`select ended_as from private.calls where user_id = ${customer.id}`).toEqual([{ ended_as: 'app' }])
    expect(await start(agent)).toBe('no-app')
  })

  test('goes on while its customer freezes the account', async () => {
    await start(agent)
    await as(customer)`select public.freeze_my_account()`
    expect(await callOf(customer)).not.toBeNull()
  })

  test('ends with the account of its agent', async () => {
    await start(agent)
    await sql`delete from auth.users where id = ${agent.id}`
    expect(await callOf(customer)).toBeNull()
  })

  test('is refused after thirty within an hour', async () => {
    await sql`
      insert into private.audit_log (actor_id, action) select ${agent.id}, 'start_call' from generate_series(1, 30)`
    expect(await start(agent)).toBe('too-many-calls')
  })

  test('is announced on the topics of its customer and its agent, which only they can join', async () => {
    await start(agent)
    const topics = await sql<{ topic: string }[]>`
      select distinct topic from realtime.messages where topic in (${`calls:${customer.id}`}, ${`calls:${agent.id}`})`
    expect(topics).toHaveLength(2)
    const topic = `calls:${customer.id}`
    expect(await topicRights(sql, customer, topic)).toEqual({ reads: true, writes: false })
    for (const person of [other, agent, colleague, await addSuperAdmin(sql), 'anon'] as const)
      expect(await topicRights(sql, person, topic)).toEqual({ reads: false, writes: false })
    expect(await topicRights(sql, applicant, `calls:${applicant.id}`)).toEqual({ reads: false, writes: false })
    expect(await topicRights(sql, { ...customer, sessionId: other.sessionId }, topic)).toEqual({
      reads: false,
      writes: false,
    })
  })

  test('has words from a list of 256 different plain ones', async () => {
    const [list] = await sql<{ words: string[] }[]>`select private.call_words() as words`
    expect(new Set(list?.words).size).toBe(256)
    expect(list?.words.filter((word) => !/^[a-z]{3,10}$/.test(word))).toEqual([])
    const [drawn] = await sql<{ count: number }[]>`
      select count(distinct private.random_call_words())::integer as count from generate_series(1, 50)`
    expect(drawn?.count).toBeGreaterThan(40)
  })
})

const makeCode = async (person: Person = customer) =>
  (await as(person)<{ answer: { code: string } }[]>`select public.make_identity_code() as answer`)[0]?.answer.code ?? ''
const enter = (person: Person, code: string, about: Person = customer) =>
  hintOfRequest(sql, person, (db) => db`select public.enter_identity_code(${about.id}, ${code})`)
const outcome = async (person: Person) => (await seenBy(person))?.code?.outcome ?? null
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')
const ageCode = (interval: string) =>
  sql`update private.identity_codes set created_at = now() - ${interval}::interval where user_id = ${customer.id}`

describe('a code', () => {
  test('is typed by the name that the running call shows', async () => {
    for (const _ of [1, 2, 3, 4, 5, 6]) {
      await start(agent)
      const call = await callOf(customer)
      await enter(agent, await makeCode())
      expect((await shown(customer))?.code_used_by).toBe(call?.agent_name)
    }
  })

  test('confirms its customer once, to the agent who typed it, for ten minutes', async () => {
    const code = await makeCode()
    expect(code).toMatch(/^\d{6}$/)
    expect(await sql`select from private.identity_codes where encode(code_hash, 'escape') ~ ${code}`).toHaveLength(0)
    expect(await enter(agent, code)).toBeNull()
    expect(await outcome(agent)).toBe('confirmed')
    expect(await outcome(colleague)).toBeNull()
    expect(await outcome(await signInAgain(sql, agent))).toBeNull()
    expect((await shown(customer))?.code_used_by).toEqual(expect.any(String))
    expect(await sql`select title from private.security_mails where user_id = ${customer.id}`).toEqual([
      { title: 'Your code was used' },
    ])
    expect(await actionsAbout(customer)).toEqual(['make_identity_code', 'enter_identity_code'])
    await enter(colleague, code)
    expect(await outcome(colleague)).toBe('late')
    await sql`update private.identity_confirmations set entered_at = now() - interval '10 minutes' where true`
    expect(await outcome(agent)).toBeNull()
  })

  test.each([
    ['after two minutes', () => ageCode('2 minutes')],
    ['after its session has ended', () => sql`delete from auth.sessions where user_id = ${customer.id}`],
    ['while the account is frozen', () => sql`update public.profiles set frozen_at = now() where id = ${customer.id}`],
  ])('is too late %s', async (_, change) => {
    const code = await makeCode()
    await change()
    await enter(agent, code)
    expect(await outcome(agent)).toBe('late')
  })

  test.each([
    ['who freezes the account', () => as(customer)`select public.freeze_my_account()`],
    ['who is suspended', () => sql`update public.profiles set suspended_at = now() where id = ${customer.id}`],
  ])('confirms no longer a customer %s', async (_, change) => {
    await enter(agent, await makeCode())
    expect(await outcome(agent)).toBe('confirmed')
    const before = await timesTold(agent)
    await change()
    expect(await outcome(agent)).toBe('late')
    expect(await timesTold(agent)).toBeGreaterThan(before)
  })

  test('ends with the next one, and another customer’s code is wrong', async () => {
    const first = await makeCode()
    let second = await makeCode()
    if (second === first) second = await makeCode()
    await enter(agent, first)
    expect(await outcome(agent)).toBe('wrong')
    await enter(agent, await makeCode(other))
    expect(await outcome(agent)).toBe('wrong')
    await enter(agent, second)
    expect(await outcome(agent)).toBe('confirmed')
  })

  test('locks an agent after five wrong tries for any customers, and each is in the audit', async () => {
    const code = await makeCode()
    for (let count = 0; count < 5; count++) await enter(agent, wrongFor(code), count < 4 ? customer : other)
    expect(await enter(agent, code)).toBe('too-many-attempts')
    expect(await outcome(agent)).toBe('wrong')
    expect((await actionsAbout(customer)).filter((action) => action === 'enter_identity_code')).toHaveLength(4)
    expect(await enter(colleague, code)).toBeNull()
    expect(await outcome(colleague)).toBe('confirmed')
  })

  test('locks a customer after five wrong tries of any agents', async () => {
    const code = await makeCode()
    const third = await addAdmin(sql, ['manage_chat'])
    for (const person of [agent, agent, colleague, colleague, colleague]) await enter(person, wrongFor(code))
    expect(await enter(third, code)).toBe('too-many-attempts')
    expect(await outcome(third)).toBeNull()
  })

  test('is refused about oneself and about staff', async () => {
    expect(await enter(agent, await makeCode(agent), agent)).toBe('own-rights')
    expect(await enter(agent, await makeCode(colleague), colleague)).toBe('staff-account')
  })

  test('is not made for a frozen account, and not more than twenty times an hour', async () => {
    const make = () => hintOfRequest(sql, customer, (db) => db`select public.make_identity_code()`)
    await sql`
      insert into private.audit_log (actor_id, action)
      select ${customer.id}, 'make_identity_code' from generate_series(1, 20)`
    expect(await make()).toBe('too-many-codes')
    await sql`update public.profiles set frozen_at = now() where id = ${customer.id}`
    expect(await make()).toBe('account-frozen')
  })
})

describe('a bank that has turned calls and codes off', () => {
  beforeEach(turnOff)

  test('refuses both, and says so to the app', async () => {
    expect(await start(agent)).toBe('turned-off')
    expect(await enter(agent, '123456')).toBe('turned-off')
    expect(await hintOfRequest(sql, customer, (db) => db`select public.make_identity_code()`)).toBe('turned-off')
    expect(await shown(customer)).toEqual({ is_on: false, call: null, code_used_by: null })
    expect((await seenBy(agent))?.is_on).toBe(false)
    await sql`update private.settings set contact_confirmation = true where only_row`
  })
})
