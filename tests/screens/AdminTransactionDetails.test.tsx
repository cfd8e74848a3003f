import { json, renderSignedIn } from '../fakeServer'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { AdminTransactionsScreen } from '@/screens/AdminTransactionsScreen'
import { row, show, table } from './staffTransactions'

describe('the details of a transaction', () => {
  const event = (kind: string, change: object = {}) => ({
    at: row().created_at,
    kind,
    detail: null,
    amount: null,
    account: null,
    by: null,
    until: null,
    ...change,
  })
  const payer = { user_id: 'payer-1', name: 'Priya Shah', sort_code: '00-24-68', account_number: '24682468' }
  const payee = { user_id: 'payee-1', name: 'Mill Lane', sort_code: '00-13-57', account_number: '13571357' }
  const detailed = (change: object = {}) => ({
    transaction: row(),
    user_id: 'payer-1',
    payer: { ...payer, account_type: 'current' },
    payee: { ...payee, account_type: 'current' },
    outgoing_id: 'transaction-1',
    incoming_id: 'transaction-2',
    state: null,
    timeline: [
      event('checked', { detail: 'close_match' }),
      event('warned', { detail: 'first_payment,name_mismatch' }),
      event('sent', { amount: 925, account: 'Priya Shah' }),
      event('credited', { amount: 925, account: 'Mill Lane' }),
      event('mailed', { detail: 'payer' }),
      event('reversed', { amount: 925, by: 'Ada Admin', detail: 'Sent twice' }),
    ],
    payment_reason: 'bills',
    reversal_id: null,
    can_review: false,
    cases: null,
    is_waiting: false,
    can_reverse: true,
    refusal: null,
    ...change,
  })
  const pane = async () => within(await screen.findByRole('region', { name: 'Transaction' }))

  function open(change: object = {}, fragment = '') {
    const shown = show(undefined, fragment)
    Object.assign(shown.answers, {
      'POST rpc/get_transaction_details': () => json(detailed(change)),
      'GET user_roles': () => json([{ role: 'admin' }]),
      'GET admin_permissions': () => json([{ permission: 'approve_users' }]),
    })
    return shown
  }

  test('the details of a move say which of the two own accounts is the savings account', async () => {
    open({
      transaction: row({ is_own_move: true }),
      payer: { ...payer, account_type: 'current' },
      payee: { ...payer, account_number: '13571357', account_type: 'savings' },
    })
    await userEvent.click(within(await table()).getByRole('button'))
    const opened = await pane()
    expect(await opened.findByText('Between own accounts')).toBeVisible()
    expect(opened.getByText('savings')).toHaveTextContent('00-24-68 13571357 savings')
  })

  test('the details of a transaction open from a row, with both sides and what was shown, and close by Escape', async () => {
    const { router, bodiesOf } = open()
    const opener = within(await table()).getByRole('button')
    await userEvent.click(opener)
    const opened = await pane()
    expect(await opened.findByRole('link', { name: 'Mill Lane' })).toHaveAttribute('href', '/admin/users/payee-1')
    expect(opened.getByText('transaction-2')).toBeVisible()
    const events = within(opened.getByRole('region', { name: 'What happened' })).getAllByRole('listitem')
    expect(events.map(({ firstElementChild }) => firstElementChild?.nextElementSibling?.textContent)).toEqual([
      'Payee checked: the name is close',
      'Payer warned, and went on',
      'Sent: £925.00 from Priya Shah',
      'Credited: £925.00 to Mill Lane',
      'Email sent to the payer',
      'Reversed by Ada Admin: £925.00 back to the payer',
    ])
    expect(opened.getByText('Bills and utilities')).toBeVisible()
    expect(opened.getByText('first payment to this account, name or account type differs')).toBeVisible()
    expect(router.state.location.hash).toBe('#id=transaction-1')
    expect(bodiesOf('record_transaction_view')).toEqual([
      { p_transaction_id: 'transaction-1', p_reason: 'payment_list' },
    ])
    expect(within(await table()).getAllByRole('row')[1]).toHaveAttribute('aria-current', 'true')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Transaction' })).not.toBeInTheDocument()
    expect(opener).toHaveFocus()
    expect(router.state.location.hash).toBe('')
  })

  test('the details of a payment to another bank have the whole account', async () => {
    open({ payee: null, incoming_id: null }, '#id=transaction-1')
    const { sort_code: sortCode, to_account: accountNumber } = row()
    expect(await (await pane()).findByText(`${sortCode} ${accountNumber}`)).toBeVisible()
  })

  test('the details of a transaction open from a link, and reverse the payment with a reason', async () => {
    const { answers, asked } = open({}, '#id=transaction-1')
    answers['POST rpc/reverse_payment'] = () => json(false)
    await userEvent.click(await (await pane()).findByRole('button', { name: 'Reverse payment' }))
    const box = within(await screen.findByRole('dialog', { name: 'Reverse this payment?' }))
    await userEvent.type(box.getByLabelText('Reason'), 'Sent twice')
    await userEvent.click(box.getByRole('button', { name: 'Reverse payment' }))
    expect(await screen.findByText('Waiting for approval')).toBeInTheDocument()
    expect(JSON.parse(asked.find(({ path }) => path === 'rpc/reverse_payment')?.body ?? '')).toEqual({
      p_transaction_id: 'transaction-1',
      p_reason: 'Sent twice',
    })
  })

  test.each([
    [{ refusal: 'recipient-short' }, /recipient's balance is below/],
    [{ is_waiting: true }, 'The reversal waits for a second administrator.'],
  ])('the details of a transaction say why it cannot be reversed: %j', async (change, words) => {
    open(change, '#id=transaction-1')
    expect(await (await pane()).findByText(words)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Reverse payment' })).not.toBeInTheDocument()
  })

  test('a payment that has not been sent is under review, with what the customer is told', async () => {
    const { answers, asked } = open({ can_review: true, can_reverse: false }, '#id=transaction-1')
    answers['POST rpc/start_payment_review'] = () => json('case-1')
    await userEvent.click(await (await pane()).findByRole('button', { name: 'Put under review' }))
    const box = within(await screen.findByRole('dialog', { name: 'Put this payment under review?' }))
    await userEvent.type(box.getByLabelText('Reason'), 'A scam is going round')
    await userEvent.click(box.getByRole('button', { name: 'Put under review' }))
    expect(box.getByText('Write what the customer is told.')).toBeVisible()
    await userEvent.type(box.getByLabelText('What the customer is told of the reason'), 'Others have warned us.')
    answers['POST rpc/get_transaction_details'] = () =>
      json(
        detailed({
          cases: [
            {
              id: 'case-1',
              kind: 'payment_review',
              subject: 'Mill Lane',
              amount: 925,
              due_at: '2026-11-30T00:00:00+00:00',
              stopped_at: null,
              decision: null,
              decided_at: null,
              assigned_to: null,
              assigned_name: null,
              customer_name: 'Paula Payer',
              opened_at: '2026-11-24T10:00:00+00:00',
              has_question: true,
              summary_due_at: null,
              moves: 'customer',
              news: null,
            },
          ],
          can_reverse: false,
        }),
      )
    await userEvent.click(box.getByRole('button', { name: 'Put under review' }))
    const cases = within(await (await pane()).findByRole('region', { name: 'Cases' }))
    expect(await cases.findByRole('link', { name: 'Payment review: Mill Lane' })).toHaveAttribute(
      'href',
      '/admin/cases/case-1',
    )
    expect(cases.getByText(/^£925\.00 · .+/)).toBeVisible()
    expect(cases.getByText('The customer')).toBeVisible()
    expect(JSON.parse(asked.find(({ path }) => path === 'rpc/start_payment_review')?.body ?? '')).toEqual({
      p_transaction_id: 'transaction-1',
      p_reason: 'A scam is going round',
      p_told: 'Others have warned us.',
    })
  })

  test('offer no reversal without the right', async () => {
    open({ can_reverse: false }, '#id=transaction-1')
    expect(await (await pane()).findByText('Payee checked: the name is close')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Reverse payment' })).not.toBeInTheDocument()
  })

  test('a payment without its credit says what it means, and is repaired by staff with the right', async () => {
    const missing = { transaction: row({ is_credit_missing: true }), refusal: 'not-reversible' }
    const { answers, asked } = open(missing, '#id=transaction-1')
    const opened = await pane()
    expect(await opened.findByText(/has left the payer's account and has not reached Mill Lane/)).toBeVisible()
    expect(opened.getByText('Not credited')).toBeVisible()
    expect(opened.queryByRole('button', { name: 'Repair payment' })).not.toBeInTheDocument()
    answers['GET admin_permissions'] = () => json([{ permission: 'repair_transactions' }])
    answers['POST /functions/v1/repair-transactions'] = () => json({ repairs: [{ transactionId: 'transaction-1' }] })
    cleanup()
    renderSignedIn(<AdminTransactionsScreen />, '/admin/transactions', '#id=transaction-1')
    await userEvent.click(await (await pane()).findByRole('button', { name: 'Repair payment' }))
    const box = within(await screen.findByRole('dialog', { name: 'Repair this payment?' }))
    await userEvent.click(box.getByRole('button', { name: 'Repair payment' }))
    expect(await screen.findByText('Payment repaired')).toBeInTheDocument()
    expect(asked.find(({ path }) => path.endsWith('repair-transactions'))?.body).toBe(
      JSON.stringify({ transactionIds: ['transaction-1'] }),
    )
  })

  test('a scheduled payment shows its state and its day', async () => {
    open(
      { state: 'scheduled', timeline: [event('scheduled', { until: '2026-12-01T06:00:00+00:00', detail: 'monthly' })] },
      '#id=transaction-1',
    )
    const opened = await pane()
    expect(await opened.findByText('scheduled')).toBeVisible()
    expect(opened.getByText('Scheduled for 1 Dec 2026')).toBeVisible()
    expect(opened.getByText('Regular payment, every month')).toBeVisible()
  })
})

describe('payments to come', () => {
  const payment = (change: object) => ({
    id: 'later-1',
    user_id: 'payer-1',
    user_email: 'priya@example.test',
    due_at: '2026-12-01T06:00:00+00:00',
    state: 'scheduled',
    amount: 11.5,
    recipient: 'Council Tax',
    reference: 'TAX',
    problem: null,
    frequency: null,
    is_under_review: false,
    ...change,
  })

  test('are one line above the list, open for a search that finds few, and lead to their details', async () => {
    const { answers, router } = show(undefined, '#search=tax')
    answers['POST rpc/list_payments_to_come'] = () =>
      json({
        count: 3,
        payments: [
          payment({}),
          payment({ id: 'later-2', recipient: 'Gym', state: 'failed', problem: 'Not enough money.' }),
          payment({ id: 'regular-1', recipient: 'Rent', state: 'paused', due_at: null, frequency: 'monthly' }),
        ],
      })
    expect(await screen.findByText('Payments to come (3)')).toBeVisible()
    expect(screen.getByText('Scheduled for 1 Dec 2026 · TAX')).toBeVisible()
    expect(screen.getByText('Not sent on 1 Dec 2026, Not enough money. · TAX')).toBeVisible()
    expect(screen.getByText('Paused, every month · TAX')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Rent' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Council Tax' }))
    expect(router.state.location.hash).toBe('#search=tax&id=later-1')
  })
})
