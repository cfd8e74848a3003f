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

test('cases that are overdue, and the end of the table of bank holidays, are shown in time', () => {
  const cases = { open: 7, due_today: 2, overdue: 1, summaries_due_today: 1 }
  expect(toFigures({ ...noFigures, cases, holidays_until: '2028-12-31' }, null)).toMatchObject([
    {
      value: '2',
      notes: ['7 open', '1 overdue', '1 complaint can be settled with a summary until tonight'],
      tone: 'danger',
      to: '/admin/cases',
    },
    { value: '31 December 2028', tone: 'care' },
  ])
  expect(
    toFigures({ ...noFigures, cases: { open: 7, due_today: 0, overdue: 0, summaries_due_today: 0 } }, null),
  ).toMatchObject([{ value: '0', notes: ['7 open'], tone: undefined }])
})

test('shows only the parts that the server returned', () => {
  expect(toFigures(noFigures, null)).toEqual([])
  const figures = toFigures(
    { ...noFigures, users: { pending: 1200 }, approvals: { waiting: 1 }, payments: { count: 3, total: 125000 } },
    null,
  )
  expect(figures).toMatchObject([
    { label: 'Users to approve', value: '1,200', to: '/admin/users' },
    { label: 'Approvals waiting', value: '1', tone: 'care', to: '/admin/approvals' },
    {
      label: 'Payments today',
      value: '3',
      notes: ['£1,250.00', 'Sent since midnight, UK time, and not reversed'],
      to: '/admin/transactions',
    },
  ])
})

test.each([
  ['off', 'Off', "With a PIN alone, any device can use anyone's account", 'danger'],
  ['staff', 'Staff only', "With a PIN alone, any device can use a customer's account", 'danger'],
  ['all', 'On', 'Every new device needs a code by email', undefined],
] as const)('says whose devices must be known: %s', (binding, value, note, tone) => {
  expect(toFigures({ ...noFigures, device_binding: binding }, null)).toEqual([
    { label: 'Device confirmation', value, notes: [note], tone },
  ])
})

test('leads from the payments that were not credited to their list, or to the repair', () => {
  const missing = { count: 2, total: 1234 }
  expect(toFigures({ ...noFigures, missing_credits: missing }, null)).toMatchObject([
    { label: 'Not credited', value: '2', tone: 'danger', to: '/admin/repair' },
  ])
  expect(
    toFigures({ ...noFigures, payments: { count: 0, total: 0 }, missing_credits: { count: 0, total: 0 } }, null)[1],
  ).toMatchObject({ value: '0', tone: undefined, to: '/admin/transactions#status=not_credited' })
})

test('shows in red the payments that other banks have not decided about for too long', () => {
  const late = (count: number, total: number) => toFigures({ ...noFigures, late_bank_payments: { count, total } }, null)
  expect(late(0, 0)).toMatchObject([{ value: '0', notes: ['None for more than 2 hours'], tone: undefined }])
  expect(late(2, 1234)).toMatchObject([
    {
      label: 'Waiting at other banks',
      value: '2',
      notes: ['£12.34', 'Without a decision for more than 2 hours'],
      tone: 'danger',
      to: '/admin/between-banks',
    },
  ])
  const [figure] = toFigures({ ...noFigures, late_bank_payments: { count: 2, total: 1234 }, jobs: [] }, null)
  expect(figure).toMatchObject({ to: '/admin/jobs' })
})

test('says who waits, and how long answers and chats took', () => {
  const chats = { waiting: 2, waiting_since: 'at', first_answer_seconds: 65, handling_seconds: null }
  expect(toFigures({ ...noFigures, chats }, '4 min 0 s')).toMatchObject([
    { label: 'Chats waiting', value: '2', notes: ['The longest for 4 min 0 s'], tone: 'care', to: '/admin/chat' },
    {
      label: 'First answer',
      value: '1 min 5 s',
      notes: ['Median today, from the request until an agent joins, without messages left out of hours'],
    },
    { label: 'Handling time', value: '–', notes: ['No chat with an agent has ended yet today'] },
  ])
  expect(toFigures({ ...noFigures, chats }, null)[0]?.notes).toEqual(['Messages left out of hours'])
  expect(toFigures({ ...noFigures, chats: { ...chats, waiting: 0 } }, null)[0]).toMatchObject({
    value: '0',
    notes: ['No customer is waiting'],
    tone: undefined,
  })
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
  expect(toFigures({ ...noFigures, audit }, null)).toMatchObject([{ label: 'Audit chain', ...figure }])
})

test('the failed jobs are red only while the newest run of a job failed', () => {
  const job = (is_failing: boolean) => ({ name: 'a job', count: 2, failed_at: '2026-11-21T03:20:00Z', is_failing })
  const figureOf = (jobs: Overview['jobs']) => toFigures({ ...noFigures, jobs }, null)[0]
  expect(figureOf([job(true), job(false)])).toMatchObject({
    value: '4',
    tone: 'danger',
    notes: ['Runs in the last 24 hours', '1 job fails now'],
    to: '/admin/jobs',
  })
  expect(figureOf([job(false)])).toMatchObject({ value: '2', tone: undefined })
  expect(figureOf([])).toMatchObject({ value: '0', tone: undefined, to: '/admin/jobs' })
})
