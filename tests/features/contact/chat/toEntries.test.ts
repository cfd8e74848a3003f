import { expect, test } from 'vitest'
import { toEntries } from '@/features/contact/chat/toEntries'
import { aMessage } from './aMessage'

const unsent = (id: string, createdAt: string) => ({ id, text: 'Later', createdAt, state: 'failed' as const })

test('adds a heading for each London day and marks the first message of each sender', () => {
  const entries = toEntries(
    [
      aMessage(1, { createdAt: '2026-07-01T22:59:59+00:00' }),
      aMessage(2, { createdAt: '2026-07-01T23:00:01+00:00' }),
      aMessage(3, { createdAt: '2026-07-01T23:00:02+00:00' }),
      aMessage(4, { createdAt: '2026-07-01T23:00:03+00:00', sender: 'assistant' }),
    ],
    [],
    'user',
  )
  expect(entries.map(({ day }) => day)).toEqual(['Wednesday, 1 Jul', 'Thursday, 2 Jul', null, null])
  expect(entries.map(({ isFirst }) => isFirst)).toEqual([true, true, false, true])
})

test('help that is stored as an event is a message of the assistant, with its name', () => {
  const links = [{ label: 'Call 159', call: '159' }]
  const entries = toEntries(
    [aMessage(1, { sender: 'event' }), aMessage(2, { sender: 'event', links }), aMessage(3, { sender: 'event' })],
    [],
    'user',
  )
  expect(entries.map(({ sender, isFirst }) => [sender, isFirst])).toEqual([
    ['event', true],
    ['assistant', true],
    ['event', true],
  ])
})

test('puts unsent messages last', () => {
  const waiting = unsent('unsent-1', '2026-11-21T09:00:05+00:00')
  const entries = toEntries([aMessage(1)], [waiting], 'user')
  expect(entries.map(({ id }) => id)).toEqual(['message-1', 'unsent-1'])
  expect(entries[0]?.unsent).toBeNull()
  expect(entries[1]).toMatchObject({ sender: 'user', text: 'Later', unsent: waiting })
})
