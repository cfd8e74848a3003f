import { beforeEach, describe, expect, test } from 'vitest'
import { openChat, sendMessage } from '../fixtures/chat'
import { refusalAs, type Db, request } from '../fixtures/database'
import { anApprovedPerson, withPeople } from '../fixtures/people'

const { sql, as, alice, bob } = withPeople({ alice: anApprovedPerson(), bob: anApprovedPerson() })
let chat: string

beforeEach(async () => {
  chat = await openChat(sql, alice)
})

let sentCount = 0
const sendQuestion = (conversation = chat, person = alice) =>
  request(sql, person, (db) => sendMessage(db, conversation, person, `Question ${(sentCount += 1)}`))
const take = (db: Db, person = alice, conversation = chat) =>
  db<{ id: string | null }[]>`select public.take_assistant_turn(${person.id}, ${conversation}) as id`
const takeTurn = async (person = alice, conversation = chat) =>
  (await request(sql, 'service_role', (db) => take(db, person, conversation)))[0]?.id
const addAnswer = async (person = alice, conversation = chat) =>
  (await as('service_role')`select public.add_assistant_message(${person.id}, ${conversation}, 'An answer') as id`)[0]
    ?.id as string | null
const releaseTurn = async (message: string, person = alice) =>
  (await as('service_role')`select public.release_assistant_turn(${person.id}, ${message}) as released`)[0]
    ?.released as boolean

describe('take_assistant_turn', () => {
  test('returns a turn once the customer has written, in their own chat only', async () => {
    expect(await takeTurn()).toBeNull()
    const message = await sendQuestion()
    expect(await takeTurn(bob)).toBeNull()
    expect(await takeTurn()).toBe(message)
  })

  test('returns no turn when the chat waits for an agent or has ended', async () => {
    await sendQuestion()
    await as(alice)`select public.request_agent(${chat})`
    expect(await takeTurn()).toBeNull()
    await as(alice)`select public.end_chat(${chat})`
    expect(await takeTurn()).toBeNull()
  })

  test('returns the turn to one of several concurrent calls, and not again after the answer', async () => {
    const message = await sendQuestion()
    const turns = await Promise.all(Array.from({ length: 6 }, () => takeTurn()))
    expect(turns.filter((id) => id !== null)).toEqual([message])
    await addAnswer()
    expect(await takeTurn()).toBeNull()
  })

  test('returns a turn for each message, also for one sent during an answer', async () => {
    await sendQuestion()
    await takeTurn()
    const second = await sendQuestion()
    await addAnswer()
    expect(await takeTurn()).toBe(second)
    await addAnswer()
    expect(await takeTurn()).toBeNull()
  })

  test('returns the turn again after its release, but not after an answer or for another message', async () => {
    const message = await sendQuestion()
    await takeTurn()
    expect(await releaseTurn(chat)).toBe(false)
    expect(await releaseTurn(message, bob)).toBe(false)
    expect(await takeTurn()).toBeNull()
    expect(await releaseTurn(message)).toBe(true)
    expect(await takeTurn()).toBe(message)
    await addAnswer()
    expect(await releaseTurn(message)).toBe(false)
    expect(await takeTurn()).toBeNull()
  })

  test('returns the turn again when the first take is unanswered for a minute', async () => {
    const message = await sendQuestion()
    await takeTurn()
    await sql`
      update private.assistant_turns set taken_until = taken_until - interval '61 seconds' where user_id = ${alice.id}`
    expect(await takeTurn()).toBe(message)
  })

  test('limits a user to twenty turns a minute, also over failed answers and new chats', async () => {
    const message = await sendQuestion()
    await takeTurn()
    await sql`
      update private.assistant_turns set answers = 20, counted_since = clock_timestamp() where user_id = ${alice.id}`
    await releaseTurn(message)
    const refused = { code: 'PT429', message: 'Please wait a minute before you send another message.' }
    expect(await refusalAs(sql, 'service_role', (q) => take(q))).toEqual(refused)
    await as(alice)`select public.end_chat(${chat})`
    chat = await openChat(sql, alice)
    const next = await sendQuestion()
    expect(await refusalAs(sql, 'service_role', (q) => take(q))).toEqual(refused)

    await sql`
      update private.assistant_turns set counted_since = counted_since - interval '1 minute' where user_id = ${alice.id}`
    expect(await takeTurn()).toBe(next)
    const [turn] = await sql`select answers from private.assistant_turns where user_id = ${alice.id}`
    expect(turn).toEqual({ answers: 1 })
  })

  test('limits a user to two hundred turns a day', async () => {
    const message = await sendQuestion()
    await takeTurn()
    await sql`
      update private.assistant_turns set day_answers = 200, counted_since = counted_since - interval '2 minutes'
      where user_id = ${alice.id}`
    await releaseTurn(message)
    expect(await refusalAs(sql, 'service_role', (q) => take(q))).toMatchObject({
      code: 'PT429',
      message:
        'The assistant has answered 200 of your messages today. Please write to an agent, or try again tomorrow.',
    })
    await sql`
      update private.assistant_turns set day_since = day_since - interval '24 hours' where user_id = ${alice.id}`
    expect(await takeTurn()).toBe(message)
    const [turn] = await sql`select day_answers from private.assistant_turns where user_id = ${alice.id}`
    expect(turn).toEqual({ day_answers: 1 })
  })

  test('counts each user separately', async () => {
    await sendQuestion()
    await takeTurn()
    await sql`
      update private.assistant_turns set answers = 20, counted_since = clock_timestamp() where user_id = ${alice.id}`
    const bobChat = await openChat(sql, bob)
    const message = await sendQuestion(bobChat, bob)
    expect(await takeTurn(bob, bobChat)).toBe(message)
  })
})
