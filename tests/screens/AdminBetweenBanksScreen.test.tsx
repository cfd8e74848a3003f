import { json, noAnswer, renderSignedIn, serve } from '../fakeServer'
import type { Answers } from '../apiAnswers'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { AdminBetweenBanksScreen } from '@/screens/AdminBetweenBanksScreen'

const row = {
  id: 'payment-1',
  bank_id: 'other-bank',
  bank_name: 'The Other Bank',
  is_outgoing: true,
  created_at: '2026-11-21T09:05:00.123456+00:00',
  waiting_since: '2026-11-21T09:05:00.123456+00:00',
  amount: 25,
  state: 'sent',
  reason: null,
  decided_at: null,
  recall: null,
  recall_reason: null,
  recalled_at: null,
  problem: null,
}
const bank = {
  bank_id: 'other-bank',
  bank_name: 'The Other Bank',
  is_on: true,
  is_throttled: false,
  waiting: 1,
  waiting_total: 25,
  waiting_since: row.created_at,
  recalls: 0,
  problems: 0,
  refused: 0,
  unsigned: 0,
  ledger_total: 25,
}
const message = {
  id: 'message-1',
  is_outgoing: true,
  type: 'payment',
  created_at: row.created_at,
  answered_at: null,
  answer: null,
  reason: null,
  attempts: 3,
  next_attempt_at: row.created_at,
}

function show(change: Answers = {}) {
  const answers: Answers = {
    'POST rpc/total_bank_payments': () => json([bank]),
    'POST rpc/list_bank_payments': () => json([row]),
    'POST rpc/get_bank_messages': () => json([message]),
    'POST rpc/ask_bank_again': () => new Response(null, { status: 204 }),
    ...change,
  }
  const asked = serve(answers)
  renderSignedIn(<AdminBetweenBanksScreen />, '/admin/between-banks')
  return { answers, asked }
}
const payments = () => screen.findByRole('table', { name: 'Payments' })

test('lists what is on its way, opens its messages and asks again', async () => {
  const { asked } = show()
  expect(await payments()).toHaveTextContent('To The Other Bank')
  expect(await screen.findByText('The account between banks holds the same: £25.00')).toBeVisible()
  const open = screen.getByRole('button', { name: /^Messages of the payment/ })
  await userEvent.click(open)
  const list = await screen.findByRole('list', { name: 'Messages, oldest first' })
  expect(within(list).getByRole('listitem')).toHaveTextContent('No answer yet, 3 attempts')
  expect(screen.getByRole('region', { name: 'Payment between banks' })).toHaveTextContent('£25.00 To The Other Bank')
  await userEvent.click(screen.getByRole('button', { name: 'Ask again' }))
  expect(await screen.findByText("We've asked the other bank again")).toBeVisible()
  expect(asked.find(({ path }) => path === 'rpc/ask_bank_again')?.body).toBe('{"p_id":"payment-1"}')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(open).toHaveFocus()
})

test('shows how many messages of a bank were refused, and that it is throttled', async () => {
  show({ 'POST rpc/total_bank_payments': () => json([{ ...bank, is_throttled: true, refused: 1204, unsigned: 3 }]) })
  const banks = within(await screen.findByRole('table', { name: 'Banks' }))
  expect(banks.getByRole('rowheader')).toHaveTextContent('The Other Bank Throttled')
  expect(banks.getAllByRole('cell').at(-1)).toHaveTextContent(/1,204\s*and 3 without its signature$/)
})

test('says in words what was answered and why a payment is asked back', async () => {
  show({
    'POST rpc/get_bank_messages': () =>
      json([
        { ...message, is_outgoing: false, answered_at: row.created_at, answer: 'accepted' },
        {
          ...message,
          id: 'message-2',
          is_outgoing: false,
          type: 'recall',
          answered_at: row.created_at,
          answer: 'pending',
          reason: 'mistake',
        },
        { ...message, id: 'message-3', answered_at: row.created_at, answer: 'rejected', reason: 'AC01', attempts: 1 },
      ]),
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Messages of the payment/ }))
  const list = await screen.findByRole('list', { name: 'Messages, oldest first' })
  const words = within(list)
    .getAllByRole('listitem')
    .map(({ lastChild }) => lastChild?.textContent)
  expect(words).toEqual(['Accepted', 'Not decided yet, paid by mistake', 'Rejected, AC01, 1 attempt'])
})

test('filters the list, and says that it is empty', async () => {
  const { asked } = show({
    'POST rpc/list_bank_payments': ({ body }) => json(JSON.parse(body ?? '').p_filter === 'open' ? [row] : []),
    'POST rpc/total_bank_payments': () => json([{ ...bank, ledger_total: 20 }]),
  })
  await payments()
  expect(
    await screen.findByText('The payments on their way are £25.00, and the account between banks holds £20.00.'),
  ).toBeVisible()
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'Recalls to answer')
  expect(await screen.findByText('No recall waits for an answer')).toBeVisible()
  expect(asked.some(({ body }) => body?.includes('"recalls"'))).toBe(true)
})

test('recovers from an error, and offers no question about a decided payment', async () => {
  const { answers } = show({ 'POST rpc/list_bank_payments': noAnswer })
  const retry = await screen.findByRole('button', { name: /again/i })
  answers['POST rpc/list_bank_payments'] = () => json([{ ...row, state: 'accepted', waiting_since: null }])
  await userEvent.click(retry)
  await userEvent.click(await screen.findByRole('button', { name: /^Messages of the payment/ }))
  await screen.findByRole('list', { name: 'Messages, oldest first' })
  expect(screen.queryByRole('button', { name: 'Ask again' })).not.toBeInTheDocument()
})

describe('the return of a payment that its sender asks back', () => {
  const recalled = { ...row, is_outgoing: false, state: 'accepted', waiting_since: null, recall: 'asked' }
  const open = async (permissions: string[]) => {
    const shown = show({
      'GET user_roles': () => json([{ role: 'admin' }]),
      'GET admin_permissions': () => json(permissions.map((permission) => ({ permission }))),
      'POST rpc/list_bank_payments': () => json([recalled]),
    })
    await userEvent.click(await screen.findByRole('button', { name: /^Messages of the payment/ }))
    await screen.findByRole('list', { name: 'Messages, oldest first' })
    return shown
  }

  test('asks for a second administrator with a reason, and keeps the reason when it is refused', async () => {
    const { answers, asked } = await open(['repair_transactions', 'financial_support'])
    await userEvent.click(await screen.findByRole('button', { name: 'Return without consent' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask for a return?' }))
    expect(dialog.getByText(/^£25\.00 goes back to the sender's bank without the customer's consent/)).toBeVisible()
    const confirm = dialog.getByRole('button', { name: 'Ask for Approval' })
    await userEvent.click(confirm)
    expect(await dialog.findByText('Enter a reason.')).toBeVisible()
    await userEvent.type(dialog.getByLabelText('Reason'), 'Police report')
    answers['POST rpc/request_return'] = () => json({ code: 'PT409', message: 'Already asked.' }, 409)
    await userEvent.click(confirm)
    expect(await dialog.findByText('Already asked.')).toBeVisible()
    expect(dialog.getByLabelText('Reason')).toHaveValue('Police report')
    answers['POST rpc/request_return'] = () => new Response(null, { status: 204 })
    await userEvent.click(confirm)
    expect(await screen.findByText('Another administrator finds it under Approvals.')).toBeVisible()
    expect(asked.findLast(({ path }) => path === 'rpc/request_return')?.body).toBe(
      '{"p_id":"payment-1","p_reason":"Police report"}',
    )
    expect(screen.queryByRole('dialog', { name: 'Ask for a return?' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Return without consent' })).toHaveFocus()
  })

  test('is not offered without both permissions', async () => {
    await open(['repair_transactions'])
    expect(screen.queryByRole('button', { name: 'Return without consent' })).not.toBeInTheDocument()
  })
})
