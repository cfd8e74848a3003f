import { expect, test } from 'vitest'
import { initialsOf } from '@/components/Initials'

test.each([
  ['Mill Lane Lettings', 'ML'],
  ['  J   Marlowe ', 'JM'],
  ['Streamhouse', 'S'],
  ['élan vital', 'ÉV'],
  ['(The) Copper Kettle', 'TC'],
  ['7 Oaks', '7O'],
  ['👨‍👩‍👧 Family', 'F'],
  ['👨‍👩‍👧', ''],
  ['', ''],
])('%j has the initials %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
