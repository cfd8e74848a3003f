import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeAnswer } from './cardNetwork'

const migration = readFileSync('supabase/schemas/money/cards/card_network.sql', 'utf8')
const codes = new Set(
  [...migration.matchAll(/return '(\d\d)'|^ {2}\('\w+', '(\d\d)'/gm)].map(
    ([, answered, refused]) => answered ?? refused ?? '',
  ),
)

test.each([...codes])('describes the response code %s in words', (responseCode) => {
  expect(describeAnswer({ approved: responseCode === '00', responseCode })).not.toMatch(/code|\d/)
})

test('names a code that it does not know', () => {
  expect(codes.size).toBe(17)
  expect(describeAnswer({ approved: false, responseCode: '96' })).toBe('declined with code 96')
})
