import { expect, test } from 'vitest'
import { formatSortCode, isAccountNumber, isSortCode, stripSortCode } from '@/lib/sortCode'

test.each([
  ['123456', '12-34-56'],
  ['12-34-56', '12-34-56'],
  ['12 34 56', '12-34-56'],
  ['12345', '12345'],
  ['1234567', '1234567'],
  ['', ''],
])('%j is written %j', (text, formatted) => expect(formatSortCode(text)).toBe(formatted))

test.each([
  ['123456', true],
  ['12-34-56', true],
  ['12-3456', true],
  ['12-34', false],
  ['1-23-456', false],
  ['１２３４５６', false],
])('%j is a sort code: %s', (text, is) => expect(isSortCode(text)).toBe(is))

test.each([
  ['12345678', true],
  [' 12345678 ', true],
  ['1234567', false],
  ['123456789', false],
  ['1234567a', false],
])('%j is an account number: %s', (text, is) => expect(isAccountNumber(text)).toBe(is))

test('removes dashes and spaces', () => expect(stripSortCode('12-34 56')).toBe('123456'))
