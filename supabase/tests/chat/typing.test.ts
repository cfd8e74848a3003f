import { beforeAll, describe, expect, test } from 'vitest'
import { openChat } from '../fixtures/chat'
import type { Person } from '../fixtures/database'
import { anAdmin, withPeople, anApprovedPerson } from '../fixtures/people'
import { topicRights } from '../fixtures/realtime'

const { sql, alice, bob, agent } = withPeople(
  {
    alice: anApprovedPerson(),
    bob: anApprovedPerson(),
    agent: anAdmin(['manage_chat']),
  },
  { once: true },
)
let chat: string

beforeAll(async () => {
  chat = await openChat(sql, alice)
})

const rightsOf = (person: Person | 'anon', topic: string, extension?: string) =>
  topicRights(sql, person, topic, extension)
const nothing = { reads: false, writes: false }
const everything = { reads: true, writes: true }

describe('the typing channel of a chat', () => {
  test('the channel is closed to its customer and to agents after their session has ended', async () => {
    for (const person of [alice, agent])
      expect(await rightsOf({ ...person, sessionId: bob.sessionId }, `typing:${chat}`)).toEqual(nothing)
  })

  test('the channel is open to its customer and to agents', async () => {
    for (const person of [alice, agent]) expect(await rightsOf(person, `typing:${chat}`)).toEqual(everything)
  })

  test('allows broadcasts and no presence', async () => {
    expect(await rightsOf(alice, `typing:${chat}`, 'presence')).toEqual(nothing)
  })
})

test.each([
  'typing:',
  'typing:x',
  'typing',
  'public',
  "typing:' or true --",
  'typing:00000000-0000-0000-0000-000000000000',
])('no user can join %j', async (topic) => {
  for (const person of [alice, agent]) expect(await rightsOf(person, topic)).toEqual(nothing)
})

test('no user can join a topic that only resembles a typing channel', async () => {
  for (const topic of [`typing:${chat} `, `typing:${chat}\n`, `xtyping:${chat}`, `typing:${chat.toUpperCase()}`, chat])
    expect(await rightsOf(agent, topic)).toEqual(nothing)
})
