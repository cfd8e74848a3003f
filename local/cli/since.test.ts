import { expect, test } from 'vitest'
import { problemOfSince } from './since'

const problem = (text: string) => problemOfSince(text, Date.parse('2026-11-28T12:00:00Z'))

test.each(['2026-11-28T11:59:00Z', '2026-11-28T11:59:00+00:00', '2026-10-29T12:00:00Z'])(
  'takes a time with its zone within 30 days: %s',
  (text) => expect(problem(text)).toBeNull(),
)

test.each([
  ['', 'with its zone'],
  ['0', 'with its zone'],
  ['yesterday', 'with its zone'],
  ['2026-11-28', 'with its zone'],
  ['2026-11-28T11:00:00', 'with its zone'],
  ['2026-11-28 11:00', 'with its zone'],
  ['2026-02-30T11:00:00Z', 'with its zone'],
  ['2026-11-28T12:00:01Z', 'is in the future'],
  ['2026-10-29T11:59:59Z', 'in the last 30 days'],
])('refuses %j', (text, words) => expect(problem(text)).toContain(words))
