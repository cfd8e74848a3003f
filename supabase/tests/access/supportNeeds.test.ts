import { beforeEach, describe, expect, test } from 'vitest'
import { openChat } from '../fixtures/chat'
import { cardOf } from '../fixtures/cards'
import { type Person, hintOfRequest } from '../fixtures/database'
import { runJob } from '../fixtures/jobs'
import { aCustomer, anAdmin, aSuperAdmin, withPeople } from '../fixtures/people'
import { callAs } from '../fixtures/staff'

const { sql, as, alice, ben, agent, userAdmin, superAdmin } = withPeople({
  alice: aCustomer('Alice Archer'),
  ben: aCustomer('Ben Baker'),
  agent: anAdmin(['manage_chat']),
  userAdmin: anAdmin(['approve_users']),
  superAdmin: aSuperAdmin(),
})

type Need = { need: string; own_words: string | null; ends_at: Date | null; is_asked: boolean }
const every = ['gambling', 'helper', 'money_worries', 'more_time', 'no_calls', 'own_words', 'simple']
const ownWords = 'I lip-read. Please write short sentences.'

const set = (who: Person, need: string, isOn: boolean, words: string | null = null) =>
  as(who)`select public.set_support_need(${need}, ${isOn}, ${words})`
const listed = async (who: Person) => [...(await as(who)<Need[]>`select * from public.list_my_support_needs()`)]
const needsOf = async (who: Person) => (await listed(who)).map(({ need }) => need)
const inProfile = async (who: Person) =>
  (await as(who)<{ support_needs: string[] }[]>`select p.support_needs from public.profiles p`)[0]?.support_needs
const record = (who: Person, person: Person) =>
  callAs<boolean>(sql, who, (db) => db`select public.record_support_view(${person.id}) as answer`)
const effects = (who: Person, person: Person) =>
  callAs<{ effects: string[]; own_words: string | null }>(
    sql,
    who,
    (db) => db`select public.get_support_effects(${person.id}) as answer`,
  )
const review = (after: string) =>
  sql`select private.review_support_needs(id, now() + ${after}::interval) from unnest(${[alice.id, ben.id]}::uuid[]) id`

async function setAll(who: Person) {
  for (const need of every) await set(who, need, true, need === 'own_words' ? ownWords : null)
}

async function giveChat() {
  const chat = await openChat(sql, alice)
  await sql`
    update public.chat_conversations set status = 'agent_assigned', assigned_admin_id = ${agent.id}, agent_name = 'Priya'
    where id = ${chat}`
}

describe('the owner', () => {
  test('asks for help, reads it, and deletes it', async () => {
    await setAll(alice)
    expect(await needsOf(alice)).toEqual(every)
    expect(await inProfile(alice)).toEqual(every)
    expect((await listed(alice)).find(({ need }) => need === 'own_words')?.own_words).toBe(ownWords)
    expect(await needsOf(ben)).toEqual([])
    expect(await inProfile(ben)).toEqual([])
    for (const need of every) await set(alice, need, false)
    // The gambling block ends 48 hours later.
    expect(await needsOf(alice)).toEqual(['gambling'])
    await review('48 hours')
    expect(await needsOf(alice)).toEqual([])
    expect(await sql`select from private.support_needs where user_id = ${alice.id}`).toHaveLength(0)
  })

  test.each([
    ['an unknown need', 'illness', true, null, 'field:need'],
    ['no need', null, true, null, 'field:need'],
    ['neither on nor off', 'simple', null, null, 'field:need'],
    ['own words without a text', 'own_words', true, '  ', 'field:ownWords'],
    ['own words of 301 characters', 'own_words', true, 'x'.repeat(301), 'field:ownWords'],
    ['own words with hidden characters', 'own_words', true, 'a\u202Eb', 'field:ownWords'],
  ])('is refused %s', async (_what, need, isOn, words, hint) => {
    const call = (db: Parameters<Parameters<typeof hintOfRequest>[2]>[0]) =>
      db`select public.set_support_need(${need}, ${isOn}, ${words})`
    expect(await hintOfRequest(sql, alice, call)).toBe(hint)
    expect(await needsOf(alice)).toEqual([])
  })

  test('a gambling block that is switched off twice ends after the first 48 hours, and one that is switched on again stays', async () => {
    await set(alice, 'gambling', true)
    await set(alice, 'gambling', false)
    await sql`update private.support_needs set ends_at = ends_at - interval '1 day' where user_id = ${alice.id}`
    const [first] = await listed(alice)
    await set(alice, 'gambling', false)
    expect(await listed(alice)).toEqual([first])
    await set(alice, 'gambling', true)
    await review('49 hours')
    expect(await needsOf(alice)).toEqual(['gambling'])
  })

  test('what they ask for is in no audit, and is deleted with them', async () => {
    await setAll(alice)
    const log = JSON.stringify(await sql`select * from private.audit_log where person_id = ${alice.id}`)
    expect(log).toContain('change_support_needs')
    for (const need of every) expect(log).not.toContain(need)
    expect(log).not.toContain(ownWords)
    await sql`select private.remove_person(${alice.id})`
    expect(await sql`select from private.support_needs where user_id = ${alice.id}`).toHaveLength(0)
  })
})

describe('staff', () => {
  beforeEach(giveChat)

  test('read what to do and the own words, never why, after an audited read that the customer sees', async () => {
    await setAll(alice)
    expect(await hintOfRequest(sql, agent, (db) => db`select public.get_support_effects(${alice.id})`)).toBe(
      'not-recorded',
    )
    for (const _ of [1, 2]) expect(await record(agent, alice)).toBe(true)
    const read = await effects(agent, alice)
    expect(read).toEqual({
      effects: ['write', 'give_time', 'plain_words', 'helper', 'no_costs'],
      own_words: ownWords,
    })
    expect(JSON.stringify(read)).not.toMatch(/gambling|worries/)
    const looks = await as(alice)<{ content: string }[]>`select content from public.list_account_looks()`
    expect(looks.map(({ content }) => (JSON.parse(content) as unknown[])[3])).toEqual(['view_support_needs'])
    expect(looks[0]?.content).toContain('Priya')
  })

  test('read nothing, and leave no trace, where there is nothing to do', async () => {
    await set(alice, 'gambling', true)
    expect(await record(agent, alice)).toBe(false)
    expect(
      await sql`select from private.audit_log where person_id = ${alice.id} and action = 'view_support_needs'`,
    ).toHaveLength(0)
  })

  test('only the agent of the chat and user admins, with a reason, may read it', async () => {
    await set(alice, 'no_calls', true)
    await set(ben, 'no_calls', true)
    expect(await hintOfRequest(sql, userAdmin, (db) => db`select public.record_support_view(${ben.id})`)).toBe(
      'reason-needed',
    )
    await as(userAdmin)`select public.record_user_view(${ben.id}, 'asked')`
    for (const [who, person, hint] of [
      [agent, alice, null],
      [userAdmin, ben, null],
      [agent, ben, 'no-permission'],
      [superAdmin, alice, 'no-permission'],
      [ben, alice, 'no-permission'],
    ] as const) {
      expect(await hintOfRequest(sql, who, (db) => db`select public.record_support_view(${person.id})`)).toBe(hint)
      expect(await hintOfRequest(sql, who, (db) => db`select public.get_support_effects(${person.id})`)).toBe(hint)
    }
    await sql`update public.chat_conversations set assigned_admin_id = null, agent_name = null, status = 'active' where user_id = ${alice.id}`
    expect(await hintOfRequest(sql, agent, (db) => db`select public.get_support_effects(${alice.id})`)).toBe(
      'no-permission',
    )
  })
})

describe('after two years', () => {
  test('the customer is asked, and keeps what they answer for', async () => {
    await set(alice, 'more_time', true)
    await review('1 year 364 days')
    expect(await listed(alice)).toMatchObject([{ is_asked: false, ends_at: null }])
    await sql`update private.support_needs set chosen_at = chosen_at - interval '2 years'`
    await set(alice, 'simple', true)
    await review('0')
    expect(await listed(alice)).toMatchObject([
      { need: 'more_time', is_asked: true, ends_at: expect.any(Date) },
      { need: 'simple', is_asked: false, ends_at: null },
    ])
    await as(alice)`select public.keep_support_needs()`
    await review('31 days')
    expect(await listed(alice)).toMatchObject([
      { need: 'more_time', is_asked: false },
      { need: 'simple', is_asked: false },
    ])
  })

  test('what has no answer ends after 30 days with a note that does not name it, and a gambling block moves to the card', async () => {
    await set(alice, 'gambling', true)
    await set(alice, 'money_worries', true)
    await review('2 years')
    await review('2 years 29 days')
    expect(await needsOf(alice)).toEqual(['gambling', 'money_worries'])
    await review('2 years 30 days')
    expect(await needsOf(alice)).toEqual([])
    expect((await cardOf(sql, alice)).gambling_from).toBeNull()
    expect((await cardOf(sql, ben)).gambling_from).not.toBeNull()
    const notes = await sql<
      { type: string; message: string }[]
    >`select type, message from public.user_notifications where user_id = ${alice.id}`
    expect(notes).toMatchObject([{ type: 'support_needs' }])
    expect(notes[0]?.message).not.toMatch(/gambl|worr/)
  })

  test('a customer who cannot be asked does not keep the others from it, and the failed run is in the list of jobs', async () => {
    for (const who of [alice, ben]) await set(who, 'simple', true)
    await sql`update private.support_needs set chosen_at = chosen_at - interval '2 years'`
    await sql.unsafe(`
      create function private.break_needs() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger break_needs before update on private.support_needs
      for each row when (new.user_id = '${alice.id}') execute function private.break_needs()`)
    await expect(runJob(sql, 'review-support-needs')).rejects.toThrow('1 customers could not be asked about their help')
    await sql.unsafe('drop function private.break_needs cascade')
    expect(await listed(ben)).toMatchObject([{ is_asked: true }])
    expect(await listed(alice)).toMatchObject([{ is_asked: false }])
    await runJob(sql, 'review-support-needs')
    expect(await listed(alice)).toMatchObject([{ is_asked: true }])
  })
})
