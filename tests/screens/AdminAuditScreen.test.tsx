import { json, noAnswer, renderSignedIn, serve } from '../fakeServer'
import type { Answers, Row } from '../apiAnswers'
import { renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { useRowKeys } from '@/features/staff/palette/useRowKeys'
import * as saveFile from '@/lib/saveFile'
import { AdminAuditScreen } from '@/screens/AdminAuditScreen'

const actor = '00000000-0000-4000-8000-00000000000a'
const person = '00000000-0000-4000-8000-00000000000b'

function auditRow(change: Partial<Row<'list_audit'>> = {}): Row<'list_audit'> {
  return {
    id: 7,
    created_at: '2026-11-21T09:05:07.123456+00:00',
    actor_id: actor,
    actor_name: 'Ada Admin',
    action: 'copy_pin',
    subject_id: person,
    subject_kind: 'person',
    subject_name: null,
    person_id: person,
    person_name: 'Marta Lind',
    details: {},
    hash: 'a1b2c3d4e5f60718293a',
    ...change,
  }
}

function show(change: Answers = {}, hash = '') {
  const answers: Answers = {
    'POST rpc/list_audit': () => json([auditRow()]),
    ...change,
  }
  const asked = serve(answers)
  const { router } = renderSignedIn(
    <main>
      <AdminAuditScreen />
    </main>,
    '/admin/audit',
    hash,
  )
  const bodiesOf = (call: string) =>
    asked.filter(({ path }) => path === `rpc/${call}`).map(({ body }) => JSON.parse(body ?? ''))
  return { answers, router, lists: () => bodiesOf('list_audit'), recorded: () => bodiesOf('record_audit_export') }
}

describe('an audit row', () => {
  test('shows the actor, the action, the target and the time', async () => {
    show()
    const row = await screen.findByRole('row', { name: /Copied a PIN/ })
    expect(within(row).getByText('21 Nov 2026, 09:05:07')).toBeVisible()
    expect(within(row).getByText('Ada Admin')).toBeVisible()
    expect(within(row).getByText('Marta Lind')).toBeVisible()
    expect(within(row).getByText('a1b2c3d4')).toBeVisible()
  })

  test('opens by J and Enter, and by a click anywhere on it', async () => {
    const { router } = show({ 'POST rpc/list_audit': () => json([auditRow(), auditRow({ id: 6 })]) })
    renderHook(useRowKeys)
    expect(await screen.findByRole('link', { name: 'Row 7' })).toBeVisible()
    await userEvent.keyboard('jj')
    expect(screen.getByRole('link', { name: 'Row 6' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(router.state.location.hash).toBe('#row=6')
    await userEvent.click((await screen.findAllByText('a1b2c3d4'))[0]!)
    expect(router.state.location.hash).toBe('#row=7')
  })

  test('shows an automatic action without a target', async () => {
    show({
      'POST rpc/list_audit': () =>
        json([auditRow({ actor_id: null, actor_name: null, subject_id: null, person_id: null, person_name: null })]),
    })
    expect(await screen.findByRole('row', { name: /The bank/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Only/ })).not.toBeInTheDocument()
  })

  test('names a payment and its customer, and filters by the customer', async () => {
    const { lists, router } = show({
      'POST rpc/list_audit': () =>
        json([auditRow({ subject_id: 'x', subject_kind: 'payment', subject_name: '£12.50 to Mill Lane' })]),
    })
    expect(await screen.findByText('Payment £12.50 to Mill Lane')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Only what was done to Marta Lind' }))
    await waitFor(() => expect(lists().at(-1)).toEqual({ p_limit: 50, p_target: person }))
    expect(router.state.location.hash).toBe(`#target=${person}`)
    expect(await screen.findByRole('button', { name: 'To whom: Marta Lind. Remove' })).toBeVisible()
  })
})

describe('the address', () => {
  test('opens a row, and marks it', async () => {
    const { lists } = show({ 'POST rpc/list_audit': () => json([auditRow({}), auditRow({ id: 6 })]) }, '#row=7')
    const [, marked, other] = await screen.findAllByRole('row')
    expect(marked).toHaveAttribute('aria-current', 'true')
    expect(other).not.toHaveAttribute('aria-current')
    expect(lists()).toEqual([{ p_limit: 50, p_row: 7 }])
    expect(screen.getByRole('link', { name: 'Row 6' })).toHaveAttribute('href', '/admin/audit#row=6')
  })

  test('says that a row does not exist, and goes to another one', async () => {
    const { lists } = show({ 'POST rpc/list_audit': () => json([]) }, '#row=99')
    expect(await screen.findByText('The audit has no row 99.')).toBeVisible()
    await userEvent.clear(screen.getByLabelText('Row'))
    await userEvent.type(screen.getByLabelText('Row'), '12{Enter}')
    await waitFor(() => expect(lists().at(-1)).toEqual({ p_limit: 50, p_row: 12 }))
  })

  test('ignores what the server would refuse', async () => {
    const { lists } = show({}, '#actor=x&target=1&from=yesterday&to=2026-13-01&action=%27&row=x')
    await screen.findByRole('row', { name: /Copied a PIN/ })
    expect(lists()).toEqual([{ p_limit: 50 }])
  })

  test('holds the search, which also finds actions by their words', async () => {
    const { lists, router } = show()
    await userEvent.type(await screen.findByRole('searchbox'), 'granted a role{Enter}')
    await waitFor(() =>
      expect(lists().at(-1)).toEqual({ p_limit: 50, p_search: 'granted a role', p_words: ['grant_role'] }),
    )
    expect(router.state.location.hash).toBe('#search=granted+a+role')
    // The field with the text is the only one.
    expect(screen.getByRole('searchbox')).toHaveValue('granted a role')
  })
})

describe('Export CSV', () => {
  test('saves the rows of the filter, and shows how many', async () => {
    const save = vi.spyOn(saveFile, 'saveFile').mockReturnValue(undefined)
    const thousand = Array.from({ length: 1000 }, (_, place) => auditRow({ id: 2000 - place }))
    const { lists, recorded } = show(
      {
        'POST rpc/record_audit_export': () => new Response(null, { status: 204 }),
        'POST rpc/list_audit': ({ body }) => {
          const { p_limit: limit, p_after: after } = JSON.parse(body ?? '')
          return json(limit === 1000 && after === undefined ? thousand : [auditRow({ actor_name: '=1+1' })])
        },
      },
      '#action=copy_pin',
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
    // The toast and the line below the button.
    const [saved] = await screen.findAllByText(/^1,001 rows saved as audit-\d{4}-\d\d-\d\d\.csv$/)
    expect(saved).toBeVisible()
    expect(recorded()).toEqual([{ p_action: 'copy_pin' }])
    expect(lists().slice(-2)).toEqual([
      { p_limit: 1000, p_action: 'copy_pin' },
      { p_limit: 1000, p_action: 'copy_pin', p_after: 1001 },
    ])
    const [name, , parts] = save.mock.calls[0] ?? []
    expect(name).toMatch(/^audit-/)
    expect(parts?.[0]).toBe('\uFEFFRow,When,Who,What,To whom,Subject,Details,Hash\r\n')
    expect(parts?.[2]).toBe("7,2026-11-21 09:05:07,'=1+1,Copied a PIN,Marta Lind,,,a1b2c3d4e5f60718293a\r\n")
  })

  test('says that there is nothing to export', async () => {
    show({ 'POST rpc/list_audit': () => json([]), 'POST rpc/record_audit_export': () => json(null) })
    await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
    expect(await screen.findByText(/there is nothing to export\.$/)).toBeVisible()
  })
})

describe('the filter', () => {
  test('sends the action and an inclusive range of London days', async () => {
    const { lists } = show()
    await userEvent.selectOptions(await screen.findByLabelText('Action'), 'Granted a role')
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

test('requests the next page after the last row, and holds the page in the address', async () => {
  const rows = Array.from({ length: 50 }, (_, place) => auditRow({ id: 100 - place }))
  const { lists, router } = show({ 'POST rpc/list_audit': () => json(rows) })
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
  await waitFor(() => expect(lists().at(-1)).toEqual({ p_limit: 50, p_after: 51 }))
  expect(router.state.location.hash).toBe('#pages=51')
})

describe('Verify chain', () => {
  test.each([
    [
      'is whole',
      () => json({ broken_row: null, verified_until: null }),
      'The chain is intact: each row contains the hash of the row before it.',
    ],
    [
      'is broken',
      () => json({ broken_row: 7, verified_until: null }),
      'The chain is broken: row 7 has been tampered with.',
    ],
    ['cannot be verified', noAnswer, /^We couldn't verify the chain\./],
  ] as const)('shows in the card that the chain %s', async (_what, answer, words) => {
    show({ 'POST rpc/verify_audit': answer })
    await userEvent.click(await screen.findByRole('button', { name: 'Verify chain' }))
    expect(await screen.findByText(words)).toBeVisible()
  })

  test('a connection that drops in the middle of the verification is a failure, not an intact chain', async () => {
    const asked: unknown[] = []
    show({
      'POST rpc/verify_audit': ({ body }) => {
        asked.push(JSON.parse(body ?? ''))
        if (asked.length === 2) return noAnswer()
        return json({ broken_row: null, verified_until: asked.length === 1 ? 10_000 : null })
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Verify chain' }))
    expect(await screen.findByText(/^We couldn't verify the chain\./)).toBeVisible()
    expect(screen.queryByText(/^The chain is intact/)).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Verify chain' }))
    expect(await screen.findByText(/^The chain is intact/)).toBeVisible()
    expect(asked).toEqual([{ p_after: 0 }, { p_after: 10_000 }, { p_after: 0 }])
  })

  test('verifies in steps, says how far it is, and goes on after the last row', async () => {
    const asked: unknown[] = []
    let answerSecond = () => {}
    const waiting = new Promise<void>((resolve) => (answerSecond = resolve))
    show({
      'POST rpc/verify_audit': async ({ body }) => {
        asked.push(JSON.parse(body ?? ''))
        if (asked.length === 1) return json({ broken_row: null, verified_until: 10_000 })
        await waiting
        return json({ broken_row: null, verified_until: null })
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Verify chain' }))
    expect(await screen.findByText('10,000 rows verified...')).toBeVisible()
    answerSecond()
    expect(await screen.findByText(/^The chain is intact/)).toBeVisible()
    expect(asked).toEqual([{ p_after: 0 }, { p_after: 10_000 }])
  })
})
