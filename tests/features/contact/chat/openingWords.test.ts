import { expect, test } from 'vitest'
import { openingWords } from '@/features/contact/chat/openingWords'

test.each([
  ['2026-06-19T07:00:00Z', 'at 08:00'],
  ['2026-06-20T07:00:00Z', 'tomorrow at 08:00'],
  ['2026-06-22T07:00:00Z', 'on Monday 22 June 2026 at 08:00'],
])('says when agents are back at %s as %s', (opensAt, words) => {
  // 00:30 in London.
  expect(openingWords(opensAt, new Date('2026-06-18T23:30:00Z'))).toBe(words)
})
