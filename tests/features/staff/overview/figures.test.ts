import { describe, expect, test } from 'vitest'
import { formatSeconds, toFigures } from '@/features/staff/overview/figures'
import type { Overview } from '@/features/staff/overview/queries'
import { noFigures } from './noFigures'

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [200, '3 min 20 s'],
  [7500, '2 h 5 min'],
])('%d seconds are shown as %s', (seconds, words) => expect(formatSeconds(seconds)).toBe(words))

test.each([
  ['off', 'Off', "With a PIN alone, any device can use anyone's account", 'danger'],
  ['staff', 'Staff only', "With a PIN alone, any device can use a customer's account", 'danger'],
  ['all', 'On', 'Every new device needs a code by email', undefined],
] as const)('says whose devices must be known: %s', (binding, value, note, tone) => {
  expect(toFigures({ ...noFigures, device_binding: binding }, 1)).toEqual([
    { label: 'Device confirmation', value, notes: [note], tone },
  ])
})

test.each([
  [
    { verified_at: null, broken_rows: 0 },
    { value: 'Not verified yet', tone: undefined },
  ],
  [
    { verified_at: '2026-11-21T03:20:00Z', broken_rows: 0 },
    { value: 'Intact', tone: undefined },
  ],
  [
    { verified_at: '2026-11-21T03:20:00Z', broken_rows: 2 },
    { value: '2 broken rows', tone: 'danger', notes: ['Verified on 21 November 2026 at 03:20'] },
  ],
])('the audit chain %j is shown as %j', (audit, figure) => {
  expect(toFigures({ ...noFigures, audit }, 1)).toMatchObject([{ label: 'Audit chain', ...figure }])
})

test('the failed jobs are red only while the newest run of a job failed', () => {
  const job = (is_failing: boolean) => ({
    name: 'a job',
    count: 2,
    week: 5,
    failed_at: '2026-11-21T03:20:00Z',
    is_failing,
  })
  const figureOf = (jobs: Overview['jobs']) => toFigures({ ...noFigures, jobs }, 1)[0]
  expect(figureOf([job(true), job(false)])).toMatchObject({
    value: '4',
    tone: 'danger',
    notes: ['Runs in the last 24 hours', 'In 7 days: 10', '1 job fails now'],
    to: '/admin/jobs',
  })
  expect(figureOf([job(false)])).toMatchObject({ value: '2', tone: undefined })
  expect(figureOf([])).toMatchObject({ value: '0', tone: undefined, to: '/admin/jobs' })
})

test('the end of the table of bank holidays, and the open cases are shown', () => {
  const cases = { open: 7, due_today: 2, overdue: 1, summaries_due_today: 1 }
  expect(toFigures({ ...noFigures, cases, holidays_until: '2028-12-31' }, 1)).toMatchObject([
    {
      label: 'Open cases',
      value: '7',
      to: '/admin/cases',
      notes: ['Also those that colleagues work on'],
    },
    { value: '31 December 2028', tone: 'care' },
  ])
})

test('shows only the parts that the server returned', () => expect(toFigures(noFigures, 1)).toEqual([]))

describe('the figures of a period', () => {
  const period = {
    chats: { answered: 14, first_answer_seconds: 65, handling_seconds: null },
    users: { signed_up: 3 },
    payments: { count: 21, total: 125000 },
    cases: { decided: 0 },
  }
  const week = {
    chats: { answered: 70, first_answer_seconds: 70, handling_seconds: null },
    users: { signed_up: 7 },
    payments: { count: 700, total: 70000 },
    cases: { decided: 14 },
  }
  const shown = (days: number) => toFigures({ ...noFigures, period, week_before: week }, days)

  test('have the week before beside them', () => {
    expect(shown(1)).toEqual([
      {
        label: 'Chats answered today',
        value: '14',
        notes: ['The 7 days before: 10 a day', 'Requests that an agent took'],
        to: '/admin/chat',
      },
      {
        label: 'First answer',
        value: '1 min 5 s',
        notes: [
          'The 7 days before: 1 min 10 s',
          'Median, from the request until an agent joins, without messages left out of hours',
        ],
        to: '/admin/chat',
      },
      {
        label: 'Handling time',
        value: '–',
        notes: ['The 7 days before: –', 'No chat with an agent has ended in this time'],
        to: '/admin/chat',
      },
      {
        label: 'Payments today',
        value: '21',
        notes: ['£1,250.00', 'The 7 days before: 100 a day, £100.00 a day', 'Sent, days in UK time, and not reversed'],
        to: '/admin/transactions',
      },
      {
        label: 'New users today',
        value: '3',
        notes: ['The 7 days before: 1 a day', 'Signed up, also those not approved yet'],
        to: '/admin/users',
      },
      {
        label: 'Cases decided today',
        value: '0',
        notes: ['The 7 days before: 2 a day', 'Also by colleagues, and by the end of a clock'],
        to: '/admin/cases',
      },
    ])
  })

  test('are compared with it by day', () => {
    const [chats, , , payments] = shown(7)
    expect(chats).toMatchObject({
      label: 'Chats answered in 7 days',
      notes: ['2 a day', 'The 7 days before: 10 a day', 'Requests that an agent took'],
    })
    expect(payments).toMatchObject({
      label: 'Payments in 7 days',
      notes: ['£1,250.00', '3 a day, £178.57 a day', 'The 7 days before: 100 a day, £100.00 a day', expect.any(String)],
    })
  })

  test('of chats have no week before 30 days, because times are kept for 30 days', () => {
    const [chats, firstAnswer, , payments] = shown(30)
    expect(chats?.notes).toEqual(['Requests that an agent took'])
    expect(firstAnswer?.notes).toHaveLength(1)
    expect(payments?.notes[2]).toBe('The 7 days before: 100 a day, £100.00 a day')
  })
})
