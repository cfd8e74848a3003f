import { expect, test } from 'vitest'
import { mergeMetadata, validEmail } from './users'

test('merges metadata: keeps, replaces and removes keys set to null', () => {
  expect(mergeMetadata({ a: 1, b: 2, c: 3 }, { b: 20, c: null, d: 4 })).toEqual({ a: 1, b: 20, d: 4 })
  expect(mergeMetadata(null, { a: 1 })).toEqual({ a: 1 })
})

test.each(['ada@fernbank.example', 'ADA@Fernbank.example', 'a.b+c@localhost'])('accepts %s as an address', (email) => {
  expect(validEmail(email)).toBe(email.toLowerCase())
})

test.each([
  undefined,
  '',
  'ada',
  'ada@',
  '@fernbank.example',
  'a da@x.y',
  'ada@x..y',
  'a@b@c',
  `${'a'.repeat(251)}@x.yz`,
])('refuses %j', (email) => {
  expect(() => validEmail(email)).toThrow(expect.objectContaining({ status: 400, code: 'validation_failed' }))
})
