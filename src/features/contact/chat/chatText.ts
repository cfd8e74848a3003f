import { flag } from '@/lib/safeText'

/** The longest message. */
export const textLimit = 2000

// The same as private.strip_hidden: characters that hide or reorder what a person reads.
const ranges: [first: number, last: number][] = [
  [0x00, 0x09],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200b],
  [0x200e, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  // Halves of characters, which cannot be stored.
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xffff],
  [0xe0000, 0xe0fff],
]
const escaped = (code: number) => `\\u{${code.toString(16)}}`
const hidden = new RegExp(
  `(${flag})|[${ranges.map(([first, last]) => `${escaped(first)}-${escaped(last)}`).join('')}]`,
  'gu',
)
const joiners = /[\u200c\u200d]/g

/** What is sent of what was typed or pasted; '' when there is nothing to send. */
export function cleanChatText(typed: string): string {
  const text = typed.replaceAll('\t', ' ').replace(hidden, '$1').trim()
  return text.replace(joiners, '').trim() === '' ? '' : text
}
