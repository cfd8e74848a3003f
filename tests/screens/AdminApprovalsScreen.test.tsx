import { json, renderApp, serve, storeSession, userId } from '../fakeServer'
import type { Answers, Row } from '../apiAnswers'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

type AskedRow = Row<'list_approval_requests'>

const at = '2026-11-21T09:05:00.123456+00:00'
const row = (change: Partial<AskedRow> = {}): AskedRow => ({
  id: 'request-1',
  created_at: at,
  kind: 'balance',
  reason: 'Branch asked for it',
  asked_by: 'admin-2',
  asked_by_name: 'Ben Admin',
  user_id: 'customer-1',
  user_name: 'Marta Lind',
  user_email: 'marta@example.test',
  transaction_id: null,
  amount_before: 5000,
  amount_after: 9000,
  state: 'waiting',
  problem: null,
  can_decide: true,
  decided_at: null,
  decided_by_name: null,
  decision_reason: null,
  payee: null,
  case_kind: null,
  decision: null,
  account_number: null,
  ...change,
})

function open(waiting: AskedRow[], decided: AskedRow[] = [], change: Answers = {}) {
  storeSession()
  const asked = serve({
    'GET profiles': () => json([{ full_name: 'Ada Admin', approved: true, notification_email: null }]),
    'GET user_roles': () => json([{ role: 'admin' }]),
    'GET admin_permissions': () => json([{ permission: 'approve_users' }, { permission: 'financial_support' }]),
    'POST rpc/count_approval_requests': () => json(waiting.length),
    'POST rpc/list_approval_requests': ({ body }) => json(JSON.parse(body ?? '').p_waiting ? waiting : decided),
    ...change,
  })
  renderApp('/admin/approvals')
  return asked
}

const card = async (name: string) => within(await screen.findByRole('region', { name }, { timeout: 10_000 }))
const bodiesOf = (asked: ReturnType<typeof open>, path: string): unknown[] =>
  asked.filter((request) => request.path === path).map(({ body }): unknown => JSON.parse(body ?? ''))

test('shows who asks for what, from and to, and the number in the navigation', async () => {
  open(
    [row()],
    [row({ id: 'request-0', kind: 'deletion', state: 'refused', decided_by_name: 'Cy', decision_reason: 'No proof' })],
  )
  const [request] = (await (await card('Waiting')).findAllByRole('row')).slice(1)
  for (const text of ['New balance', 'Marta Lind', 'Ben Admin', '£5,000.00', '£9,000.00', 'Branch asked for it'])
    expect(request).toHaveTextContent(text)
  expect(screen.getAllByRole('link', { name: 'Marta Lind' })[0]).toHaveAttribute('href', '/admin/users/customer-1')
  const link = screen.getByRole('link', { name: 'To do' })
  await waitFor(() => expect(link).toHaveAccessibleDescription('1 waiting'))
  expect(await (await card('Decided')).findByText('No proof')).toBeVisible()
})

test('a request opens its record by J and K, and by a click anywhere on its row', async () => {
  open(
    [
      row(),
      row({ id: 'request-2', user_email: null }),
      row({ id: 'request-3', kind: 'reversal', transaction_id: 'payment-1', reason: 'Paid twice' }),
    ],
    [],
  )
  const waiting = await card('Waiting')
  await waiting.findByText('Paid twice')
  await userEvent.keyboard('j')
  expect(waiting.getAllByRole('link', { name: 'Marta Lind' })[0]).toHaveFocus()
  // The user of the second request is deleted: it has no record.
  await userEvent.keyboard('j')
  expect(waiting.getByRole('link', { name: 'Reverse payment' })).toHaveFocus()
  await userEvent.keyboard('k')
  expect(waiting.getAllByRole('link', { name: 'Marta Lind' })[0]).toHaveFocus()
  const opened = vi.fn<() => void>()
  waiting.getByRole('link', { name: 'Reverse payment' }).addEventListener('click', opened)
  await userEvent.click(waiting.getByText('Paid twice'))
  expect(opened).toHaveBeenCalledOnce()
})

test.each([
  ['payment_review', 'refused', 'Not sent'],
  ['payment_review', 'released', 'Sent'],
  ['complaint', 'upheld', 'Redress £9,000.00'],
  ['closing', 'withdrawn', 'Stays open'],
  ['scam', 'refused', 'Refused'],
  ['scam', 'refunded', 'Refund £9,000.00'],
  ['scam', 'recovered', 'Received £9,000.00'],
])('a decision about a case of the kind %s, %s, is shown as %s', async (kind, decision, after) => {
  open([row({ kind: 'case', case_kind: kind, decision, transaction_id: 'case-1' })])
  const waiting = await card('Waiting')
  expect(await waiting.findByRole('link', { name: 'Decision about a case' })).toHaveAttribute(
    'href',
    '/admin/cases/case-1',
  )
  expect(waiting.getByText(after)).toBeVisible()
})

test('asks about the balance of a savings account by its number, and about a rate by its first day', async () => {
  open([
    row({ transaction_id: 'savings-1', account_number: '87654321' }),
    row({
      id: 'request-2',
      kind: 'interest_rate',
      user_id: 'admin-2',
      amount_before: 4.25,
      amount_after: 4.5,
      decision: '2026-12-05',
    }),
  ])
  const waiting = await card('Waiting')
  await userEvent.click(await waiting.findByRole('button', { name: 'Approve: New balance of Marta Lind' }))
  expect(
    await screen.findByText(
      'The balance of the savings account 87654321 of Marta Lind changes from £5,000.00 to £9,000.00.',
    ),
  ).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(waiting.getByRole('link', { name: 'Interest on savings' })).toHaveAttribute('href', '/admin/interest')
  expect(waiting.getByText('4.50% from 5 Dec 2026')).toBeVisible()
  await userEvent.click(waiting.getByRole('button', { name: 'Approve: Interest on savings' }))
  expect(await screen.findByText('From 5 December 2026, savings earn 4.50% a year.')).toBeVisible()
})

test('approves after a question, and keeps it open when the server refuses', async () => {
  let isChanged = true
  const refusal = { code: 'PT409', hint: 'request-outdated', message: 'This has changed since the request was made.' }
  const asked = open([row()], [], {
    'POST rpc/approve_request': () => (isChanged ? json(refusal, 409) : json(null)),
  })
  await userEvent.click(await (await card('Waiting')).findByRole('button', { name: /^Approve/ }))
  const box = within(await screen.findByRole('dialog', { name: 'Approve this request?' }))
  expect(box.getByText('The balance of Marta Lind changes from £5,000.00 to £9,000.00.')).toBeVisible()
  await userEvent.click(box.getByRole('button', { name: 'Approve' }))
  expect(await box.findByText(refusal.message)).toBeVisible()
  isChanged = false
  await userEvent.click(box.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(bodiesOf(asked, 'rpc/approve_request')).toEqual([{ p_request_id: 'request-1' }, { p_request_id: 'request-1' }])
  expect(await screen.findByText('The change has been made.')).toBeVisible()
})

test('refuses with a reason only', async () => {
  const asked = open([row({ kind: 'super_admin', amount_before: null, amount_after: null })], [], {
    'POST rpc/refuse_request': () => json(null),
  })
  await userEvent.click(await (await card('Waiting')).findByRole('button', { name: /^Refuse/ }))
  const box = within(await screen.findByRole('dialog', { name: 'Refuse this request?' }))
  await userEvent.click(box.getByRole('button', { name: 'Refuse' }))
  expect(box.getByLabelText('Reason')).toHaveAccessibleDescription('Enter a reason.')
  await userEvent.type(box.getByLabelText('Reason'), ' No proof ')
  await userEvent.click(box.getByRole('button', { name: 'Refuse' }))
  await waitFor(() =>
    expect(bodiesOf(asked, 'rpc/refuse_request')).toEqual([{ p_request_id: 'request-1', p_reason: 'No proof' }]),
  )
  expect(await screen.findByText('Request refused')).toBeVisible()
})

test("offers only to withdraw the user's own request, and not to approve one that has changed", async () => {
  open([
    row({ id: 'request-2', asked_by: userId, can_decide: false }),
    row({ id: 'request-3', problem: 'changed', user_name: 'Otto Old' }),
  ])
  const [own, old] = (await (await card('Waiting')).findAllByRole('row')).slice(1)
  if (own === undefined || old === undefined) throw new Error('two rows are missing')
  expect(
    within(own)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Withdraw'])
  expect(
    within(old)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Refuse'])
  expect(old).toHaveTextContent('This has changed since. It can no longer be approved.')
})

test('says that nothing is waiting', async () => {
  open([])
  expect(await screen.findByText('Nothing is waiting', undefined, { timeout: 10_000 })).toBeVisible()
  expect(screen.getByText('No decisions yet')).toBeVisible()
})

test('says why an administrator who is not independent of the asker can only refuse', async () => {
  open([row({ problem: 'not-independent' })])
  const [request] = (await (await card('Waiting')).findAllByRole('row')).slice(1)
  if (request === undefined) throw new Error('a row is missing')
  expect(
    within(request)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Refuse'])
  expect(request).toHaveTextContent('Not independent')
  expect(request).toHaveTextContent("You can't approve this: a PIN, details or rights of your account or the asker's")
})

test('a change of the payment rules leads to their screen and is about no user', async () => {
  open([
    row({
      kind: 'rules',
      user_id: 'admin-2',
      user_name: 'Ben Admin',
      transaction_id: 'trial-1',
      amount_before: null,
      amount_after: null,
    }),
  ])
  const waiting = await card('Waiting')
  expect(await waiting.findByRole('link', { name: 'Payment rules' })).toHaveAttribute('href', '/admin/rules')
  expect(waiting.getAllByText(/Ben Admin/)).toHaveLength(1)
  await userEvent.click(waiting.getByRole('button', { name: 'Approve: Payment rules' }))
  expect(
    await screen.findByText('The payment rules change as their screen shows, for every payment from now on.'),
  ).toBeVisible()
})
