import { expect, test } from 'vitest'
import { formatSortCode, isAccountNumber, isSortCode, stripSeparators } from '@/lib/sortCode'

test.each([
  ['123456', '12-34-56'],
  ['12-34-56', '12-34-56'],
  ['12 34 56', '12-34-56'],
  [' 00–13–57 ', '00-13-57'],
  ['00 — 13 — 57', '00-13-57'],
  ['\u202d00\u00a013\u200b57\u202c', '00-13-57'],
  ['12345', '12345'],
  ['1234567', '1234567'],
  ['', ''],
])('%j is written %j', (text, formatted) => expect(formatSortCode(text)).toBe(formatted))

test.each([
  ['123456', true],
  ['12-34-56', true],
  ['12-3456', true],
  [' 12 – 34 – 56 ', true],
  ['12-34', false],
  ['1-23-456', false],
  ['１２３４５６', false],
])('%j is a sort code: %s', (text, is) => expect(isSortCode(text)).toBe(is))

test.each([
  ['12345678', true],
  [' 12345678 ', true],
  ['1357 1357', true],
  ['1357-1357', true],
  ['1357–1357', true],
  ['1234567', false],
  ['123456789', false],
  ['1234567a', false],
])('%j is an account number: %s', (text, is) => expect(isAccountNumber(text)).toBe(is))

test('removes dashes and spaces', () => expect(stripSeparators('12-34 5–6')).toBe('123456'))
