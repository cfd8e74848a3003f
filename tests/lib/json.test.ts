import { describe, expect, test } from 'vitest'
import { boolean, list, nullable, number, object, oneOf, text, withDefault } from '@/lib/json'
import { pounds } from '@/lib/money'

test.each([
  [text, 'a', 5],
  [number, 5, '5'],
  [boolean, false, 0],
  [oneOf('a', 'b'), 'b', 'c'],
  [nullable(text), null, undefined],
])('%o accepts %j and rejects %j', (read: (json: unknown) => unknown, good, bad) => {
  expect(read(good)).toBe(good)
  expect(read(bad)).toBeUndefined()
})

test.each([
  [12.5, 1250],
  ['12.50', 1250],
  ['abc', undefined],
  [null, undefined],
])('%j pounds are %j pence', (json, pence) => expect(pounds(json)).toBe(pence))

test('a default replaces a missing or different value', () => {
  expect(withDefault(text, '')('a')).toBe('a')
  expect(withDefault(text, '')(5)).toBe('')
})

test('a list with one unreadable item is unreadable', () => {
  expect(list(number)([1, 2])).toEqual([1, 2])
  expect(list(number)([1, '2'])).toBeUndefined()
  expect(list(number)({ 0: 1 })).toBeUndefined()
})

describe('an object', () => {
  const read = object({ name: text, age: nullable(number) })

  test('keeps only its fields', () => {
    expect(read({ name: 'A', age: null, more: 1 })).toEqual({ name: 'A', age: null })
  })

  test.each([null, 'x', [], {}, { name: 'A' }, { name: 5, age: 1 }])('%j is unreadable', (json) => {
    expect(read(json)).toBeUndefined()
  })
})
