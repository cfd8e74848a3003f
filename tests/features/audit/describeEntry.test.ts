import { describe, expect, test } from 'vitest'
import { describeAction, describeDetails } from '@/features/audit/describeEntry'

describe('an action', () => {
  test.each([
    ['copy_pin', 'Copied a PIN'],
    ['grant_role', 'Granted a role'],
    ['some_new_action', 'Some new action'],
  ])('%j is shown as %j', (action, words) => expect(describeAction(action)).toBe(words))
})

describe('details', () => {
  test.each([
    [{ role: 'super_admin' }, [['role', 'super admin']]],
    [
      { from: 12.5, to: 1000 },
      [
        ['from', '£12.50'],
        ['to', '£1,000.00'],
      ],
    ],
    [{ changed: ['full_name', 'pin'] }, [['changed', 'full name, pin']]],
    [
      { people: ['a', 'b'], approved: false },
      [
        ['people', '2'],
        ['approved', 'no'],
      ],
    ],
    [
      { successful: 3, failed: 0 },
      [
        ['successful', '3'],
        ['failed', '0'],
      ],
    ],
    [{ user_id: 'stands in the row', status: null }, []],
    [{}, []],
    [null, []],
    ['text', []],
  ])('%j', (details, pairs) => expect(describeDetails(details)).toEqual(pairs))
})
