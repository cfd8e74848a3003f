import { expect, test } from 'vitest'
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
  expect(toFigures({ ...noFigures, device_binding: binding })).toEqual([
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
  expect(toFigures({ ...noFigures, audit })).toMatchObject([{ label: 'Audit chain', ...figure }])
})

test('the failed jobs are red only while the newest run of a job failed', () => {
  const job = (is_failing: boolean) => ({ name: 'a job', count: 2, failed_at: '2026-11-21T03:20:00Z', is_failing })
  const figureOf = (jobs: Overview['jobs']) => toFigures({ ...noFigures, jobs })[0]
  expect(figureOf([job(true), job(false)])).toMatchObject({
    value: '4',
    tone: 'danger',
    notes: ['Runs in the last 24 hours', '1 job fails now'],
    to: '/admin/jobs',
  })
  expect(figureOf([job(false)])).toMatchObject({ value: '2', tone: undefined })
  expect(figureOf([])).toMatchObject({ value: '0', tone: undefined, to: '/admin/jobs' })
})

test('the end of the table of bank holidays, and the open cases are shown', () => {
  const cases = { open: 7, due_today: 2, overdue: 1, summaries_due_today: 1, decided_in_week: 4 }
  expect(toFigures({ ...noFigures, cases, holidays_until: '2028-12-31' })).toMatchObject([
    {
      label: 'Open cases',
      value: '7',
      to: '/admin/cases',
      notes: ['Decided in 7 days: 4', 'Also those that colleagues work on'],
    },
    { value: '31 December 2028', tone: 'care' },
  ])
})

test('shows only the parts that the server returned', () => {
  expect(toFigures(noFigures)).toEqual([])
  expect(
    toFigures({ ...noFigures, payments: { count: 3, total: 125000, week: { count: 700, total: 70000 } } }),
  ).toMatchObject([
    {
      label: 'Payments today',
      value: '3',
      notes: [
        '£1,250.00',
        'The 7 days before: 100 a day, £100.00 a day',
        'Sent since midnight, UK time, and not reversed',
      ],
      to: '/admin/transactions',
    },
  ])
})

test('says how long answers and chats took', () => {
  const chats = {
    waiting: 2,
    answers_due: 0,
    waiting_since: 'at',
    first_answer_seconds: 65,
    handling_seconds: null,
    week: { first_answer_seconds: 70, handling_seconds: null },
  }
  expect(toFigures({ ...noFigures, chats })).toMatchObject([
    {
      label: 'First answer',
      value: '1 min 5 s',
      notes: [
        'The 7 days before: 1 min 10 s',
        'Median today, from the request until an agent joins, without messages left out of hours',
      ],
    },
    {
      label: 'Handling time',
      value: '–',
      notes: ['The 7 days before: –', 'No chat with an agent has ended yet today'],
    },
  ])
})
