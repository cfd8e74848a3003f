import { expect, test } from 'vitest'
import { readAnswer, toAssistantMessages } from '@/features/contact/chat/toAssistantMessages'
import { aMessage } from './aMessage'

test('the customer has the role user, the assistant and agents the role assistant', () => {
  expect(
    toAssistantMessages([
      aMessage(1, { text: 'Hi' }),
      aMessage(2, { sender: 'assistant', text: 'Hello' }),
      aMessage(3, { sender: 'agent', text: 'Good morning' }),
    ]),
  ).toEqual([
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
    { role: 'assistant', content: 'Good morning' },
  ])
})

test('sends the newest twenty', () => {
  const messages = toAssistantMessages(Array.from({ length: 30 }, (_, index) => aMessage(index)))
  expect(messages).toHaveLength(20)
  expect(messages[0]?.content).toBe('Text 10')
  expect(messages[19]?.content).toBe('Text 29')
})

test('stays below 64 KB, counted in bytes', () => {
  const long = '😀'.repeat(1000)
  const messages = toAssistantMessages(Array.from({ length: 20 }, (_, index) => aMessage(index, { text: long })))
  expect(messages.length).toBeGreaterThan(10)
  expect(messages.length).toBeLessThan(20)
  expect(new TextEncoder().encode(JSON.stringify({ messages })).length).toBeLessThan(64 * 1024)
})

test("the answer is the first choice's content", () => {
  expect(readAnswer({ choices: [{ message: { role: 'assistant', content: 'Hello' } }, {}] })).toEqual({
    text: 'Hello',
    agent: null,
  })
  expect(readAnswer({ choices: [{ message: { content: 'Stop' } }], agent: { opensAt: null } }).agent).toEqual({
    opensAt: null,
  })
})

test.each([null, 'Hello', {}, { choices: [] }, { choices: 'x' }, { choices: [{ message: {} }] }, { choices: [null] }])(
  '%j is no answer',
  (answer) => expect(() => readAnswer(answer)).toThrow('ai-chat answered without text'),
)
