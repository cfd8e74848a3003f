import { describe, expect, test } from 'vitest'
import { isFriend, isInDoubt, isNamed, savedAt, type CheckOutcome } from '@/features/money/payments/payeeCheck'
import { recipient as aRecipient } from '../../../payees'

const saved = { ...aRecipient, nickname: 'Landlady', accountNumber: '12345678' }
const typed = { recipient: 'Olive Outside', sortCode: '20-00-00', accountNumber: '12345678' }

describe('a saved payee', () => {
  test('a saved payee is found by the numbers, however they are typed', () => {
    expect(savedAt([saved], { ...typed, sortCode: '20 00 00', accountNumber: '1234-5678' })).toBe(saved)
    expect(savedAt([saved], { ...typed, accountNumber: '12345679' })).toBeUndefined()
    expect(savedAt([saved], { ...typed, sortCode: '20-00-01' })).toBeUndefined()
  })

  test.each([
    ['olive outside ', true],
    ['Landlady', false],
    ['O Outside', false],
  ])('a saved payee named %j: %s', (recipient, expected) => {
    expect(isNamed(saved, { ...typed, recipient })).toBe(expected)
  })
})

const outcomes: CheckOutcome[] = ['match', 'unavailable', 'close_match', 'wrong_type', 'no_match']

test.each<[string | null, CheckOutcome[]]>([
  [null, ['close_match', 'wrong_type', 'no_match']],
  ['match', ['close_match', 'wrong_type', 'no_match']],
  ['unavailable', ['close_match', 'wrong_type', 'no_match']],
  ['close_match', ['wrong_type', 'no_match']],
  ['wrong_type', ['no_match']],
  ['no_match', []],
])('the outcomes that are worse than %s are %j', (lastOutcome, expected) => {
  expect(outcomes.filter((outcome) => isInDoubt(outcome, { ...saved, lastOutcome }))).toEqual(expected)
})

test('of a new payee every doubt is asked about', () => {
  expect(outcomes.filter((outcome) => isInDoubt(outcome, null))).toEqual(['close_match', 'wrong_type', 'no_match'])
})

test.each<[number, string | null, CheckOutcome | null, boolean]>([
  [3, 'match', null, true],
  [3, 'no_match', 'match', true],
  [3, 'unavailable', 'unavailable', true],
  [2, 'match', 'match', false],
  [0, null, 'match', false],
  [3, null, null, false],
  [3, 'match', 'close_match', false],
  [3, 'match', 'wrong_type', false],
  [3, 'no_match', null, false],
])(
  'a payee who was paid %i times, last as %s and now checked as %s, is a friend: %s',
  (paidCount, lastOutcome, now, is) => {
    expect(isFriend({ ...saved, paidCount, lastOutcome }, now && { id: 'check-1', outcome: now })).toBe(is)
  },
)
