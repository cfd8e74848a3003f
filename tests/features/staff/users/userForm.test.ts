import { describe, expect, test } from 'vitest'
import type { User } from '@/features/staff/users/queries'
import { checkUser, toUserForm, withTyped, type UserForm } from '@/features/staff/users/userForm'

const user: User = {
  id: 'person-1',
  createdAt: '2026-11-21T09:05:00.123456+00:00',
  fullName: 'Priya Shah',
  notificationEmail: null,
  signInEmail: 'priya@example.test',
  hasPin: true,
  isPinVisible: true,
  balance: 123456,
  hasFinancialSupport: false,
  isStaff: false,
  isAdmin: false,
  canDelete: true,
  hasAskedForPin: false,
  isSuspended: false,
  isClosed: false,
}
const check = (change: Partial<UserForm>, of: User = user) => checkUser({ ...toUserForm(of), ...change }, of)

describe('what a field accepts', () => {
  const type = (change: Partial<UserForm>) => withTyped(toUserForm(user), change)

  test.each([
    ['1234', '1234'],
    ['123456', '12345'],
    ['1a2-3 4', '1234'],
    ['', ''],
  ])('the field of a PIN typed as %j takes %j', (typed, taken) => expect(type({ pin: typed }).pin).toBe(taken))

  test.each(['', '.', '12', '12.', '.5', '12.50', '1.234', '12,', '12,50', ',5', '1,250', '1,250.00'])(
    'a balance of %j',
    (typed) => expect(type({ balance: typed }).balance).toBe(typed),
  )

  test.each(['1.2.3', '-1', '1e3', '1.000,5', '£5', ' '])('rejects a balance of %j', (typed) =>
    expect(type({ balance: typed }).balance).toBe('1234.56'),
  )
})

describe('what is saved', () => {
  test('a form without a change saves nothing', () => expect(check({})).toEqual({}))

  test('the changed fields, trimmed', () => {
    expect(check({ fullName: ' Priya Jones ' })).toEqual({ fullName: 'Priya Jones' })
    expect(check({ notificationEmail: 'p@example.test' })).toEqual({ notificationEmail: 'p@example.test' })
    expect(check({ pin: '01234' })).toEqual({ pin: '01234' })
  })

  test('an empty name clears it, and an empty PIN keeps the stored one', () => {
    expect(check({ pin: '', fullName: '' })).toEqual({ fullName: '' })
    expect(checkUser({ ...toUserForm(user, '97531'), pin: '' }, user, '97531')).toEqual({})
  })

  test.each([
    ['12', 1200],
    ['12.', 1200],
    ['.5', 50],
    ['12.34', 1234],
    ['12,', 1200],
    ['12,50', 1250],
    [',5', 50],
    ['1,250', 125_000],
    ['1,250.5', 125_050],
    ['12,500', 1_250_000],
    ['', 0],
    ['.', 0],
    ['0', 0],
  ])('a balance of %j as %j pence', (typed, pence) => expect(check({ balance: typed })).toEqual({ balance: pence }))

  test('a user without an account has no balance to save', () =>
    expect(check({}, { ...user, balance: null })).toEqual({}))
})

describe('what is refused', () => {
  test.each(['1', '1234'])('a PIN of %j', (pin) =>
    expect(check({ pin })).toEqual({
      toast: { title: 'Invalid PIN', text: 'PIN must be exactly 5 digits' },
      errors: { pin: 'PIN must be exactly 5 digits' },
    }),
  )

  test.each([
    [{ balance: '1.234' }, 'balance', 'Please enter a valid balance.'],
    [{ balance: '1,2500' }, 'balance', 'Please enter a valid balance.'],
    [{ balance: '1,25,0' }, 'balance', 'Please enter a valid balance.'],
    [{ balance: '1234567890' }, 'balance', 'Please enter a valid balance.'],
    [{ notificationEmail: 'nobody' }, 'notificationEmail', 'Please enter a valid email address.'],
    [{ fullName: '<b>' }, 'fullName', "< and > can't be used."],
  ])('%j', (change, field, text) =>
    expect(check(change)).toEqual({ toast: { title: 'Error', text }, errors: { [field]: text } }),
  )
})
