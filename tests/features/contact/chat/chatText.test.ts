import { expect, test } from 'vitest'
import { cleanChatText } from '@/features/contact/chat/chatText'

test.each([
  ['  hello  ', 'hello'],
  ['two\nlines', 'two\nlines'],
  ['a\tb', 'a b'],
  ['a\r\nb', 'a\nb'],
  ['in\u200bvis\u202eible\ufeff', 'invisible'],
  ['1 < 2 > 0', '1 < 2 > 0'],
  ['👨‍👩‍👧 family', '👨‍👩‍👧 family'],
])('%j is sent as %j', (typed, sent) => expect(cleanChatText(typed)).toBe(sent))

test.each(['', '   ', '\n\n', '\u200b', '\u200d', ' \u200d \u2060'])('%j is nothing to send', (typed) =>
  expect(cleanChatText(typed)).toBe(''),
)
