import { describe, expect, test } from 'vitest'
import { nextStep, offersAgent, stepAfter } from '@/features/chat/handover'

const active = { id: 'chat-1', status: 'active', agentName: null } as const
const waiting = { id: 'chat-1', status: 'waiting_for_agent', agentName: null } as const
const assigned = { id: 'chat-1', status: 'agent_assigned', agentName: 'Leah' } as const

describe("the customer's message", () => {
  test.each(['agent', 'Can I speak to an AGENT?', 'two agents', 'a human, please', 'a Real Person', 'real  person'])(
    '%j asks for an agent',
    (text) => expect(stepAfter(active, text)).toBe('request an agent'),
  )

  test.each(['humane', 'reagents', 'agentic', 'a really nice person', 'personal', 'Help getting started'])(
    '%j is for the assistant',
    (text) => expect(stepAfter(active, text)).toBe('ask the assistant'),
  )

  test('a second request is sent for its notice; any other message waits for the agent', () => {
    expect(stepAfter(waiting, 'agent')).toBe('request an agent')
    expect(stepAfter(waiting, 'Hello?')).toBeNull()
    expect(stepAfter(assigned, 'agent')).toBeNull()
  })
})

test.each([
  ['I can connect you with somebody.', true],
  ['Shall I CONNECT YOU WITH a colleague?', true],
  ['A real agent will help.', true],
  ['An agent could help.', false],
  ['Connect your card with the app.', false],
])("the assistant's %j hands over: %s", (text, expected) => expect(offersAgent(text)).toBe(expected))

test('the next step after the newest message', () => {
  const user = (text: string) => ({ sender: 'user', text }) as const
  expect(nextStep(active, user('Hi'))).toBe('ask the assistant')
  expect(nextStep(active, user('agent'))).toBe('request an agent')
  expect(nextStep(active, { sender: 'assistant', text: 'Let me connect you with somebody.' })).toBe('request an agent')
  expect(nextStep(active, { sender: 'assistant', text: 'Your balance is £5.' })).toBeNull()
  expect(nextStep(active, { sender: 'agent', text: 'A real agent here.' })).toBeNull()
  expect(nextStep(active, undefined)).toBeNull()
  expect(nextStep(waiting, user('agent'))).toBeNull()
  expect(nextStep(assigned, user('Hi'))).toBeNull()
  expect(nextStep(null, user('Hi'))).toBeNull()
})
