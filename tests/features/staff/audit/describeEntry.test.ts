import { describe, expect, test } from 'vitest'
import { actionsWith, describeDetails, describeSubject, fullText, nameIn } from '@/features/staff/audit/describeEntry'
import type { AuditEntry } from '@/features/staff/audit/queries'
import { auditActions, describeAction } from '@/features/staff/audit/shared'
import { readSchemas } from '../../../../local/migrations/schemas'

describe('an action', () => {
  test.each([
    ['copy_pin', 'Copied a PIN'],
    ['grant_role', 'Granted a role'],
    ['some_new_action', 'Some new action'],
  ])('%j is shown as %j', (action, words) => expect(describeAction(action)).toBe(words))
})

/** What the database records: the names in calls of private.audit, private.record_read, private.record_list and their wrappers. */
function recordedActions(): string[] {
  const sql = [...readSchemas().values()].join('\n')
  const calls = sql.matchAll(
    /private\.(?:audit|record_read|record_list|record_list_look|audit_outgoing_payment|audit_regular_payment|change_own_payment)\(([^;]{0,200})/g,
  )
  const names = [...calls].flatMap(([, call]) => [...(call ?? '').matchAll(/'([a-z]+(?:_[a-z]+)+)'/g)].slice(0, 2))
  return [...new Set(names.map(([, name]) => name ?? ''))].filter((name) => !name.endsWith('_id'))
}

test('every action that the database records has words', () => {
  const recorded = recordedActions()
  expect(recorded.length).toBeGreaterThan(40)
  const details = new Set([
    'paid_out',
    'account_id',
    'to_sort_code',
    'agent_name',
    'taken_back',
    'ended_as',
    'starts_on',
    'rate_before',
    'hours_before',
  ])
  expect(recorded.filter((name) => auditActions[name] === undefined && !details.has(name))).toEqual([])
})

test('a search finds actions by their words', () => {
  expect(actionsWith('Copied a')).toEqual(['copy_pin'])
  expect(actionsWith('granted')).toEqual(['grant_role', 'grant_permission'])
})

const entry = (change: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  createdAt: '2026-11-21T09:05:00+00:00',
  actorId: 'actor-1',
  actorName: 'Ada Admin',
  action: 'tested',
  subjectId: '0198c0de-0000-7000-8000-000000000001',
  subjectKind: null,
  subjectName: null,
  personId: 'person-1',
  personName: 'Marta Lind',
  details: {},
  hash: '',
  ...change,
})

test.each([
  [{ subjectKind: 'payment', subjectName: '£12.50 to Mill Lane Lettings' }, 'Payment £12.50 to Mill Lane Lettings'],
  [{ subjectKind: 'payment' }, 'Payment 0198c0de'],
  [{ subjectKind: 'card', subjectName: '24682468' }, 'Card 24682468'],
  [{ subjectKind: 'chat' }, 'Chat'],
  [{ subjectKind: 'person' }, null],
  [{ subjectId: null }, null],
  [{}, '0198c0de'],
])('the subject %j is shown as %j', (change, words) => expect(describeSubject(entry(change))).toBe(words))

test.each([
  ['actor-1', 'Ada Admin'],
  ['person-1', 'Marta Lind'],
  ['0198c0de-0000', '0198c0de'],
])('the id %j is named %j', (id, name) => expect(nameIn([entry({})], id)).toBe(name))

describe('details', () => {
  test.each([
    [{ role: 'super_admin' }, [['role', 'super admin']]],
    [{ created_at: '2026-06-21T13:05:09.123456+00:00' }, [['created at', '21 Jun 2026, 14:05:09']]],
    [{ since: '2026-11-01' }, [['since', '1 November 2026']]],
    [{ hash: '01414319aead9a6dd7b77134944b642d1869f80bc68437526e2ea355d6599dc1' }, [['hash', '01414319']]],
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
        ['people', 'a, b'],
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
    [{ user_id: 'is in the row', to_admin_id: 'is the colleague', status: null }, []],
    [{}, []],
    [null, []],
    ['text', []],
  ])('%j', (details, pairs) => expect(describeDetails(details)).toEqual(pairs))

  test('details keep times and hashes in full for the export', () => {
    const details = { created_at: '2026-06-21T13:05:09.123456+00:00', hash: 'a'.repeat(64) }
    expect(describeDetails(details, fullText)).toEqual([
      ['created at', details.created_at],
      ['hash', details.hash],
    ])
  })
})
