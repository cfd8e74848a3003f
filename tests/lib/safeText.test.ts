import { describe, expect, test } from 'vitest'
import { cleanChatText } from '@/features/contact/chat/chatText'
import { inOneParagraph, textProblem } from '@/lib/safeText'

const invisible = "Invisible characters can't be used."

describe('text with joiners that its script or emoji needs', () => {
  test.each([
    ['a family', '👨‍👩‍👧'],
    ['a family with skin tones', '👩🏽‍🚀 Ada'],
    ['a heart on fire', '❤️‍🔥'],
    ['an eye in a bubble', '👁️‍🗨️'],
    ['the flag of Scotland', 'Isla 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['the flag of England', 'Isla 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['the flag of Wales', 'Isla 🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
    ['a pirate flag', '🏴‍☠️'],
    ['a Persian name', 'علی‌رضا'],
    ['a Persian name with two joiners', 'می‌رزا‌یی'],
    ['a Sinhala name', 'ක්‍රිෂ්ණ'],
    ['a Bengali name', 'র‍্যাচেল'],
    ['a Kannada name', 'ರಾಜ್‌ಕುಮಾರ್'],
  ])('%s is kept whole', (_what, text) => {
    expect(textProblem(text)).toBeNull()
    expect(cleanChatText(text)).toBe(text)
  })
})

test.each(['Priya Shah', 'Alice O’Archer', 'Zoë Nuñez-Łukasz', '李小龍', 'محمد', '👍🏽', '❤️', '🇬🇧'])(
  '%s can be shown',
  (text) => {
    expect(textProblem(text)).toBeNull()
  },
)

test.each([
  ['markup', '<b>Priya', "< and > can't be used."],
  ['the end of markup', 'Priya>', "< and > can't be used."],
  ['a line break', 'Priya\nShah', invisible],
  ['a zero-width space', 'Pri\u200bya', invisible],
  ['a joiner between Latin letters', 'Pri\u200dya', invisible],
  ['a joiner at the end', 'علی\u200c', invisible],
  ['two joiners in a row', 'علی\u200c\u200cرضا', invisible],
  ['a joiner between an emoji and a letter', '👨\u200da', invisible],
  ['a joiner between letters of different kinds', 'a\u200cب', invisible],
  ['a turned direction', 'Priya\u202e', invisible],
  ['a soft hyphen', 'Pri\u00adya', invisible],
  ['an invisible filler', '\u3164', invisible],
  ['a tag character', 'Priya\u{e0041}', invisible],
  ['a flag with hidden words', '🏴\u{e0068}\u{e0069}\u{e0064}\u{e0064}\u{e0065}\u{e006e}\u{e0068}\u{e007f}', invisible],
  ['a flag without its end', '🏴\u{e0067}\u{e0062}', invisible],
  ['half of a character', 'Priya\ud83d', invisible],
  ['a stack of accents', `Za${'\u0301'.repeat(4)}`, "More than three accents on a letter can't be used."],
  ['a stack with joiners', `ক${'\u09cd\u200d'.repeat(3)}\u09cdক`, "More than three accents on a letter can't be used."],
])('%s is refused by its name', (_what, text, problem) => {
  expect(textProblem(text)).toBe(problem)
})

test('what was typed in several lines can be sent in one paragraph', () => {
  const text = inOneParagraph(' They called. \r\n\nI paid.\n')
  expect(text).toBe('They called. I paid.')
  expect(textProblem(text)).toBeNull()
})
