import { expect, test } from 'vitest'
import { greetingName } from '@/features/money/accounts/greetingName'

test.each([
  ['Priya Shah', 'Priya'],
  ['  Priya   Shah ', 'Priya'],
  ['Cher', 'Cher'],
  ['Anne-Marie O’Neill', 'Anne-Marie'],
  ['', 'there'],
  ['   ', 'there'],
  [null, 'there'],
  [undefined, 'there'],
])('%j is greeted as %s', (fullName, name) => {
  expect(greetingName(fullName)).toBe(name)
})
