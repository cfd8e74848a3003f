import { expect, test } from 'vitest'
import { fillReply } from '@/features/staff/agent-console/fillReply'

test('fills in the first name of the customer and the agent name', () => {
  const names = { customerName: 'Carla van Dyk', agentName: 'Priya' }
  expect(fillReply('Hello {first name}, {first name}! I am {agent}.', names)).toBe('Hello Carla, Carla! I am Priya.')
  expect(fillReply('No placeholder, {unknown}', names)).toBe('No placeholder, {unknown}')
  // A name is text, not a pattern.
  expect(fillReply('{first name}', { customerName: '$& {agent}', agentName: null })).toBe('$&')
})
