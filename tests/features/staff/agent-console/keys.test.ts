import { expect, test } from 'vitest'
import { consoleActionOf, consoleKeys } from '@/features/staff/agent-console/keys'

const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }

test('knows each key of the console, and no other', () => {
  expect(consoleActionOf({ ...plain, altKey: true, code: 'KeyA' })).toBe('acceptNext')
  expect(consoleActionOf({ ...plain, altKey: true, code: 'ArrowUp' })).toBe('previousChat')
  expect(consoleActionOf({ ...plain, ctrlKey: true, code: 'Enter' })).toBe('sendAndEnd')
  expect(consoleActionOf({ ...plain, metaKey: true, code: 'Enter' })).toBe('sendAndEnd')
  expect(consoleActionOf({ ...plain, code: 'Escape' })).toBe('close')
  // Typed text, the browser's own keys, and AltGr, which Windows reports as Ctrl and Alt.
  expect(consoleActionOf({ ...plain, code: 'KeyA' })).toBeNull()
  expect(consoleActionOf({ ...plain, code: 'Enter' })).toBeNull()
  expect(consoleActionOf({ ...plain, ctrlKey: true, code: 'KeyA' })).toBeNull()
  expect(consoleActionOf({ ...plain, ctrlKey: true, altKey: true, code: 'KeyN' })).toBeNull()
  expect(consoleActionOf({ ...plain, altKey: true, shiftKey: true, code: 'KeyA' })).toBeNull()
})

test('the list of keys has one key for each action', () => {
  const actions = consoleKeys.map(({ action }) => action)
  expect(new Set(actions).size).toBe(actions.length)
})
