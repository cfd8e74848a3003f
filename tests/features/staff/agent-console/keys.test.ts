import { expect, test } from 'vitest'
import { consoleKeys } from '@/features/staff/agent-console/keys'
import { caseKeys } from '@/features/staff/staff-cases/keys'
import { actionOf } from '@/lib/actionKeys'

const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }

test('knows each key of the console, and no other', () => {
  expect(actionOf(consoleKeys, { ...plain, altKey: true, code: 'KeyA' })).toBe('acceptNext')
  expect(actionOf(consoleKeys, { ...plain, altKey: true, code: 'ArrowUp' })).toBe('previousChat')
  expect(actionOf(consoleKeys, { ...plain, ctrlKey: true, code: 'Enter' })).toBe('sendAndEnd')
  expect(actionOf(consoleKeys, { ...plain, metaKey: true, code: 'Enter' })).toBe('sendAndEnd')
  expect(actionOf(consoleKeys, { ...plain, code: 'Escape' })).toBe('close')
  // Typed text, the browser's own keys, and AltGr, which Windows reports as Ctrl and Alt.
  expect(actionOf(consoleKeys, { ...plain, code: 'KeyA' })).toBeNull()
  expect(actionOf(consoleKeys, { ...plain, code: 'Enter' })).toBeNull()
  expect(actionOf(consoleKeys, { ...plain, ctrlKey: true, code: 'KeyA' })).toBeNull()
  expect(actionOf(consoleKeys, { ...plain, ctrlKey: true, altKey: true, code: 'KeyN' })).toBeNull()
  expect(actionOf(consoleKeys, { ...plain, altKey: true, shiftKey: true, code: 'KeyA' })).toBeNull()
})

test.each([{ keys: consoleKeys }, { keys: caseKeys }])('the list of keys has one key for each action', ({ keys }) => {
  const actions = keys.map(({ action }): string => action)
  expect(new Set(actions).size).toBe(actions.length)
})
