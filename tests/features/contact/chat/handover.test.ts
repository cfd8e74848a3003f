import { describe, expect, test } from 'vitest'
import { nextStep, offersAgent, stepAfter } from '@/features/contact/chat/handover'

const active = { status: 'active' } as const
const waiting = { status: 'waiting_for_agent' } as const
const assigned = { status: 'agent_assigned' } as const

const asks = [
  'agent',
  'Agent',
  'AGENT',
  'agent please',
  'an agent',
  'agents',
  'two agents',
  'agent?',
  'agent!',
  'agent.',
  'AgEnT',
  'Can I speak to an AGENT?',
  'I want an agent now',
  "I need an agent's help",
  'live agent',
  'get me a real agent',
  'no agent answered',
  'Is there an agent there',
  'agent/human',
  '"agent"',
  'human',
  'Human',
  'a human',
  'a human, please',
  'humans',
  'humans please',
  'Are there humans here?',
  'HUMANS ONLY',
  "I'd like a human being",
  'a human-like answer is not enough, human!',
  'not a bot, a human',
  'can a human look at this',
  'human?',
  'humankind',
  'real person',
  'a Real Person',
  'real  person',
  'real\nperson',
  'REAL PERSON',
  'real persons',
  'I want to talk to a real person',
  'talk to a real person about my card',
  'a humane human',
]
const doesNotAsk = [
  'humane',
  'Is that humane?',
  'humanely',
  'a gift to humanity',
  'the humanities',
  'a humanitarian charity',
  'a humanist wedding',
  'a humanoid',
  'reagent',
  'reagents',
  'agentic',
  'a really nice person',
  'a person who is real',
  'personal',
  'What is my balance?',
  'Help getting started',
  'agenda',
  'urgent',
  'Hi',
  'my card',
  'The gentleman paid me',
  'hum an tune',
  'age nt',
  'pay my rent',
]

describe("the customer's message", () => {
  test.each(asks)('%j asks for an agent', (text) => {
    expect(stepAfter(active, text)).toBe('request an agent')
  })

  test.each(doesNotAsk)('%j is for the assistant', (text) => {
    expect(stepAfter(active, text)).toBe('ask the assistant')
  })

  test('a second request is sent for its message; in any other message only danger is looked for', () => {
    expect(stepAfter(waiting, 'agent')).toBe('request an agent')
    expect(stepAfter(waiting, 'Hello?')).toBe('look for danger')
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
