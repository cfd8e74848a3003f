import { describe, expect, test } from 'vitest'
import { checkSchedule, emptyScheduleForm } from '@/features/money/scheduled-payments/scheduleForm'

const now = new Date('2026-11-21T09:00:00Z')
const good = { fromName: ' Grandma ', amount: '12.5', reference: ' ', day: '2026-11-21', time: '12:00' }
const check = (change: object) => checkSchedule({ ...good, ...change }, now)

test('returns a trimmed payment for valid fields', () => {
  expect(check({})).toEqual({
    fromName: 'Grandma',
    amount: 1250,
    reference: '',
    scheduledFor: '2026-11-21T12:00:00.000Z',
  })
  expect(check({ day: '2027-06-01', reference: 'RENT' })).toMatchObject({
    reference: 'RENT',
    scheduledFor: '2027-06-01T11:00:00.000Z',
  })
})

describe('missing fields', () => {
  test('all but the time, which is 12:00 by default', () => {
    expect(emptyScheduleForm.time).toBe('12:00')
    expect(checkSchedule(emptyScheduleForm, now)).toEqual({
      toast: { title: 'Please fill in all required fields' },
      errors: { fromName: "Enter the sender's name.", amount: 'Enter an amount.', day: 'Choose a date.' },
    })
  })

  test.each([
    [{ fromName: '  ' }, 'fromName'],
    [{ amount: '' }, 'amount'],
    [{ day: '' }, 'day'],
    [{ time: '' }, 'time'],
  ])('%j', (change, field) => {
    expect(check(change)).toMatchObject({
      toast: { title: 'Please fill in all required fields' },
      errors: { [field]: expect.any(String) as string },
    })
  })
})

test.each([
  [{ amount: '0' }, { amount: 'Please enter a valid amount.' }],
  [{ amount: '-5' }, { amount: 'Please enter a valid amount.' }],
  [{ amount: '10.005' }, { amount: 'Enter an amount with at most two decimal places, such as 10.99.' }],
  [{ amount: '1000000.01' }, { amount: 'The limit is £1,000,000.00 per payment.' }],
  [{ fromName: '<b>Grandma</b>' }, { fromName: "< and > can't be used." }],
  [{ reference: 'a\u202Eb' }, { reference: "Invisible characters can't be used." }],
  [{ time: '08:59' }, { time: 'Please choose a date and time in the future.' }],
  [{ time: '09:00' }, { time: 'Please choose a date and time in the future.' }],
  [
    { day: '2027-03-28', time: '01:30' },
    { time: "The clocks go forward that night, so this time doesn't exist. Please choose another time." },
  ],
])('%j is refused', (change, errors) => {
  expect(check(change)).toEqual({
    toast: { title: 'Failed to create scheduled payment', text: Object.values(errors)[0] },
    errors,
  })
})
