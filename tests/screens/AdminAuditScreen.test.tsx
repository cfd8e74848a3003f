import { json, noAnswer, renderSignedIn, serve } from '../fakeServer'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { AdminAuditScreen } from '@/screens/AdminAuditScreen'

type Answers = Parameters<typeof serve>[0]

function auditRow(change: object = {}) {
  return {
    id: 7,
    created_at: '2026-11-21T09:05:00.123456+00:00',
    actor_id: 'actor-1',
    actor_name: 'Ada Admin',
    action: 'copy_pin',
    target_id: 'person-1',
    target_person_id: 'person-1',
    target_name: 'Marta Lind',
    details: {},
    hash: 'a1b2c3d4e5f60718293a',
    ...change,
  }
}

function show(change: Answers = {}) {
  const answers: Answers = {
    'POST rpc/list_audit_actions': () => json(['copy_pin', 'grant_role']),
    'POST rpc/list_audit': () => json([auditRow()]),
    ...change,
  }
  const asked = serve(answers)
  renderSignedIn(<AdminAuditScreen />, '/admin/audit')
  return {
    answers,
    lists: () => asked.filter(({ path }) => path === 'rpc/list_audit').map(({ body }) => JSON.parse(body ?? '')),
  }
}

beforeEach(() => localStorage.clear())

describe('an audit row', () => {
  test('shows the actor, the action, the target and the time', async () => {
    show()
    const row = await screen.findByRole('row', { name: /Copied a PIN/ })
    expect(within(row).getByText('21 November 2026 at 09:05')).toBeVisible()
    expect(within(row).getByText('Ada Admin')).toBeVisible()
    expect(within(row).getByText('Marta Lind')).toBeVisible()
    expect(within(row).getByText('a1b2c3d4e5f6')).toBeVisible()
  })

  test('shows an automatic action without a target', async () => {
    show({
      'POST rpc/list_audit': () =>
        json([
          auditRow({ actor_id: null, actor_name: null, target_id: null, target_person_id: null, target_name: null }),
        ]),
    })
    expect(await screen.findByRole('row', { name: /The bank/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Only/ })).not.toBeInTheDocument()
  })

  test('filters by a deleted target', async () => {
    const { lists } = show({
      'POST rpc/list_audit': () => json([auditRow({ target_name: null, target_person_id: null })]),
    })
    await userEvent.click(
      await screen.findByRole('button', { name: 'Only what was done to Deleted or unnamed person-1' }),
    )
    await waitFor(() => expect(lists().at(-1)).toEqual({ p_limit: 50, p_target: 'person-1' }))
  })
})

describe('the filter', () => {
  test('sends the action and an inclusive range of London days', async () => {
    const { lists } = show()
    await userEvent.selectOptions(
      await screen.findByLabelText('Action'),
      await screen.findByRole('option', { name: 'Granted a role' }),
    )
    await userEvent.type(screen.getByLabelText('From'), '2026-10-24')
    await userEvent.type(screen.getByLabelText('To'), '2026-10-31')
    await waitFor(() =>
      expect(lists().at(-1)).toEqual({
        p_limit: 50,
        p_action: 'grant_role',
        p_from: '2026-10-24 00:00 Europe/London',
        p_to: '2026-11-01 00:00 Europe/London',
      }),
    )
  })

  test('shows that no rows match', async () => {
    show({
      'POST rpc/list_audit': ({ body }) => json(JSON.parse(body ?? '').p_actor === undefined ? [auditRow()] : []),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Only what was done by Ada Admin' }))
    expect(await screen.findByText('Nothing in the audit matches this filter')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Who: Ada Admin. Remove' }))
    expect(await screen.findByRole('row', { name: /Copied a PIN/ })).toBeVisible()
  })
})

test("requests the next page with the last row's exact server time", async () => {
  const rows = Array.from({ length: 50 }, (_, place) => auditRow({ id: 100 - place }))
  const { lists } = show({ 'POST rpc/list_audit': () => json(rows) })
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
  await waitFor(() =>
    expect(lists().at(-1)).toEqual({
      p_limit: 50,
      p_before_created_at: '2026-11-21T09:05:00.123456+00:00',
      p_before_id: 51,
    }),
  )
})

describe('Verify chain', () => {
  test.each([
    ['is whole', () => json(null), 'The chain is intact: each row contains the hash of the row before it.'],
    ['is broken', () => json(7), 'The chain is broken: row 7 has been tampered with.'],
    ['cannot be verified', noAnswer, /^We couldn't verify the chain\./],
  ] as const)('shows in the card that the chain %s', async (_what, answer, words) => {
    show({ 'POST rpc/verify_audit': answer })
    await userEvent.click(await screen.findByRole('button', { name: 'Verify chain' }))
    expect(await screen.findByText(words)).toBeVisible()
  })
})
