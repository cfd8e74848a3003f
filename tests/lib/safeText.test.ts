import { expect, test } from 'vitest'
import { isSafeText } from '@/lib/safeText'

test.each(['Priya Shah', 'Alice O’Archer', 'Zoë Nuñez-Łukasz', '李小龍', 'محمد', '👍🏽', '❤️'])(
  '%s can be shown',
  (text) => {
    expect(isSafeText(text)).toBe(true)
  },
)

test.each([
  ['markup', '<b>Priya'],
  ['the end of markup', 'Priya>'],
  ['a line break', 'Priya\nShah'],
  ['a zero-width space', 'Pri\u200bya'],
  ['a turned direction', 'Priya\u202e'],
  ['a soft hyphen', 'Pri\u00adya'],
  ['an invisible filler', '\u3164'],
  ['a tag character', 'Priya\u{e0041}'],
  ['half of a character', 'Priya\ud83d'],
])('%s cannot', (_what, text) => {
  expect(isSafeText(text)).toBe(false)
})
