import { describe, expect, test } from 'vitest'
import { toTodos } from '@/features/staff/overview/todos'
import type { Overview } from '@/features/staff/overview/queries'
import { noFigures, nothingCounted } from './noFigures'

const rows = (overview: Partial<Overview>, waited: string | null = null) =>
  toTodos({ ...noFigures, ...overview }, waited).map(({ label, count = '', to, isUrgent = false }) => [
    count,
    label,
    to,
    isUrgent ? 'urgent' : '',
  ])

describe('what is to be done now', () => {
  test('is nothing without a right, and leaves out what has nobody waiting', () => {
    expect(rows({})).toEqual([])
    expect(
      rows({
        chats: {
          waiting: 0,
          answers_due: 0,
          waiting_since: null,
        },
        users: { pending: 0 },
        approvals: { waiting: 0 },
        missing_credits: { count: 0, total: 0 },
        late_bank_payments: { count: 0, total: 0 },
        cases: { open: 7, due_today: 0, overdue: 0, summaries_due_today: 0 },
        problems: [],
        refused_calls: 0,
      }),
    ).toEqual([])
  })

  test('is one list, each row of which leads to where it is done', () => {
    expect(
      rows(
        {
          chats: {
            waiting: 2,
            answers_due: 1,
            waiting_since: 'at',
          },
          users: { pending: 1200 },
          approvals: { waiting: 1 },
          period: { ...nothingCounted, payments: { count: 0, total: 0 } },
          missing_credits: { count: 2, total: 1234 },
          late_bank_payments: { count: 3, total: 1234 },
          cases: { open: 7, due_today: 3, overdue: 1, summaries_due_today: 1 },
        },
        '4 min 0 s',
      ),
    ).toEqual([
      ['2', 'Chats waiting', '/admin/chat', ''],
      ['1', 'Your chats with a new message', '/admin/chat?tab=mine', ''],
      ['1', 'Cases overdue', '/admin/cases', 'urgent'],
      ['2', 'Not credited', '/admin/transactions#status=not_credited', 'urgent'],
      ['3', 'Waiting at other banks', '/admin/between-banks', 'urgent'],
      ['2', 'Cases due today', '/admin/cases', ''],
      ['1', 'Approvals waiting', '/admin/approvals', ''],
      ['1,200', 'Users to approve', '/admin/users', ''],
    ])
  })

  test('begins with what is wrong, for super admins, who find late payments to other banks there', () => {
    expect(
      rows({
        problems: ['The last run of the job send-due-mails failed.'],
        late_bank_payments: { count: 3, total: 1234 },
        refused_calls: 1,
      }),
    ).toEqual([
      ['', 'The last run of the job send-due-mails failed.', '/admin/jobs', 'urgent'],
      ['1', 'Calls refused', '/admin/audit#action=report_call', 'urgent'],
    ])
  })

  test('says how long the first customer has waited, or that all have left a message', () => {
    const chats = {
      waiting: 1,
      answers_due: 0,
      waiting_since: null,
    }
    const note = (waited: string | null) => toTodos({ ...noFigures, chats }, waited)[0]?.note
    expect(note('4 min 0 s')).toBe('The longest for 4 min 0 s')
    expect(note(null)).toBe('Messages left out of hours')
  })

  test('leads staff who may only repair from payments that were not credited to the repair', () => {
    expect(rows({ missing_credits: { count: 1, total: 5 } })).toEqual([
      ['1', 'Not credited', '/admin/repair', 'urgent'],
    ])
  })

  test('counts a complaint that can be settled with a summary beside the cases of today', () => {
    const cases = { open: 2, due_today: 2, overdue: 0, summaries_due_today: 1 }
    expect(toTodos({ ...noFigures, cases }, null)[0]?.note).toBe(
      '1 complaint can be settled with a summary until tonight',
    )
  })
})
