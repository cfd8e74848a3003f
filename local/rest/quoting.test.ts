import { describe, expect, test } from 'vitest'
import { literal, quoteName } from './quoting'

describe('names', () => {
  test.each([
    ['plain', '"plain"'],
    ['Two Words', '"Two Words"'],
    ['a"b', '"a""b"'],
    ['"; drop table x; --', '"""; drop table x; --"'],
    ['\\"', '"\\"""'],
  ])('%s', (name, quoted) => {
    expect(quoteName(name)).toBe(quoted)
  })
})

describe('literals', () => {
  test.each([
    ['plain', "'plain'"],
    ["it's", "'it''s'"],
    ["'; drop table x; --", "'''; drop table x; --'"],
    ['a\\', " E'a\\\\'"],
    ["\\'; drop table x; --", " E'\\\\''; drop table x; --'"],
    ['$1 $$ :x', "'$1 $$ :x'"],
  ])('%s', (text, quoted) => {
    expect(literal(text)).toBe(quoted)
  })
})

test('refuses a NUL byte, which would end the statement in the wire protocol', () => {
  expect(() => quoteName('a\0b')).toThrow('invalid byte sequence')
  expect(() => literal('a\0b')).toThrow('invalid byte sequence')
})
