import { accountRow, json, ownAccountRow, renderSignedIn, serve, userId } from '../fakeServer'
import type { Answers } from '../apiAnswers'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { CloseCustomer } from '@/features/staff/staff-cases/CloseCustomer'
import { SettingsScreen } from '@/screens/SettingsScreen'

const done = () => new Response(null, { status: 204 })
const refusal = (hint: string, message: string) => json({ code: 'PT409', message, hint }, 409)
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

describe('closing the account in Settings', () => {
  const facts = {
    balance: 0,
    saved: 0,
    savings: 0,
    can_send: 0,
    held: 0,
    held_payments: [],
    card_payments: [],
    regular: 2,
    scheduled: 1,
    coming_in: 1,
    cards: 1,
    payees: 3,
    external_accounts: 1,
    cases: 1,
    has_chat: true,
    is_staff: false,
    kept_months: 72,
  }
  function open(change: object = {}, answers: Answers = {}) {
    const asked = serve({
      'GET profiles': () => json({ id: userId, full_name: 'Priya Shah', approved: true, undo_seconds: 0 }),
      'POST rpc/get_payment_limit': () => json({ daily_limit: 0, sent_today: 0, left_today: 0 }),
      'POST rpc/preview_closing': () => json({ ...facts, ...change }),
      'POST rpc/enter_my_pin': done,
      ...answers,
    })
    return { asked, ...renderSignedIn(<SettingsScreen />, '/settings', '#close') }
  }
  const pending = { id: 'a', payee: 'Mill Lane', amount: 5, send_at: null, review_until: null }
  const typePin = async () => userEvent.type(await screen.findByLabelText('Current PIN'), '12345')

  // e2e/closing.spec.ts closes an account.
  test('says what ends and what stays, asks, and shows the refusal in place', async () => {
    const { asked } = open(
      {},
      { 'POST rpc/close_my_account': () => refusal('field:currentPin', "That isn't your current PIN.") },
    )
    for (const line of [
      '2 regular payments.',
      '1 payment for another day.',
      '1 card.',
      'Your open chat.',
      /1 open case:/,
      /We keep them for 6 years: later, ask us by email\./,
    ])
      expect(await screen.findByText(line)).toBeInTheDocument()
    await press('Close my account')
    expect(await screen.findByText('Enter your 5-digit PIN.')).toBeInTheDocument()
    await typePin()
    await press('Close my account')
    const dialog = await screen.findByRole('dialog', { name: 'Close your account for good?' })
    expect(asked.map(({ path }) => path)).not.toContain('rpc/close_my_account')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close for good' }))
    expect(await screen.findByText("That isn't your current PIN.")).toBeInTheDocument()
    expect(asked.find(({ path }) => path === 'rpc/enter_my_pin')?.body).toBe(JSON.stringify({ p_pin: '12345' }))
    expect(screen.getByLabelText('Current PIN')).toHaveValue('')
  })

  test.each([
    ['money left', { balance: 12.5 }, /You have £12\.50\. Send it/],
    [
      'money in savings',
      { balance: 12.5, saved: 12.5, savings: 1 },
      /You have 1 savings account with £12\.50\. Close it first/,
    ],
    ['an empty savings account', { savings: 2 }, /You have 2 savings accounts\. Close them first/],
    [
      'a payment that can be undone',
      { held: 5, held_payments: [{ ...pending, send_at: new Date().toISOString() }] },
      /It can still be undone\. It's sent at \d\d:\d\d\./,
    ],
    [
      'a payment that waits for a contact',
      { held: 5, held_payments: [{ ...pending, send_at: '2035-01-02T12:00:00Z' }] },
      "It can still be undone. It's sent by 2 January 2035 at 12:00.",
    ],
    [
      'a payment that is checked',
      { held: 5, held_payments: [{ ...pending, send_at: '2035-01-03T00:00:00Z', review_until: '2035-01-02' }] },
      "We're checking it until Tuesday 2 January 2035. You can cancel it.",
    ],
    ['a card payment', { held: 7, card_payments: [pending] }, /The shop has not/],
    ['staff rights', { is_staff: true }, /Your account has staff rights/],
  ])('does not close with %s', async (_, change, words) => {
    open(change)
    expect(await screen.findByText(words)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Close my account' })).not.toBeInTheDocument()
  })

  // e2e/closing.spec.ts pays with it.
  test('sends the money away by a payment, which starts with the amount that can be sent', async () => {
    const { router } = open({ balance: 12.5, can_send: 10 })
    expect(await screen.findByText('Your daily limit allows £10.00 today. Send the rest tomorrow.')).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'Send my money to...' }))
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/pay-transfer', state: { amount: '10.00' } }),
    )
  })

  test('downloads all statements and letters as one PDF, also while money is left', async () => {
    const orders: unknown[] = []
    vi.stubGlobal(
      'Worker',
      class extends EventTarget {
        postMessage = (order: unknown) => orders.push(order)
      },
    )
    const letter = { title: 'Our decision', day: '2026-11-20', before: [], facts: [], after: [] }
    const { asked } = open(
      { balance: 12.5 },
      {
        'POST rpc/get_current_account': () => json([accountRow()]),
        'POST rpc/list_my_accounts': () =>
          json([ownAccountRow(), ownAccountRow({ id: 'savings-1', account_type: 'savings', name: 'Holiday' })]),
        'POST rpc/get_statement_months': () =>
          json([
            { month: '2026-11-01', transaction_count: 2 },
            { month: '2026-10-01', transaction_count: 0 },
            { month: '2026-09-01', transaction_count: 1 },
          ]),
        'POST rpc/get_statement': () =>
          json({ opening_balance: 0, closing_balance: 0, paid_in: 0, paid_out: 0, entries: [] }),
        'POST rpc/list_my_letters': () => json([{ id: 'case-1', created_at: '2026-11-20T12:00:00Z', letter }]),
      },
    )
    await press('Download all as one PDF')
    await waitFor(() => expect(orders).toHaveLength(1))
    expect(asked.filter(({ path }) => path === 'rpc/get_statement').map(({ body }) => body)).toEqual([
      JSON.stringify({ p_from: '2026-09-01', p_until: '2026-09-30' }),
      JSON.stringify({ p_from: '2026-11-01', p_until: '2026-11-30' }),
      JSON.stringify({ p_from: '2026-09-01', p_until: '2026-09-30', p_account_id: 'savings-1' }),
      JSON.stringify({ p_from: '2026-11-01', p_until: '2026-11-30', p_account_id: 'savings-1' }),
    ])
    expect(orders[0]).toMatchObject({
      document: 'records',
      statements: [{ first: '2026-09-01' }, { first: '2026-11-01' }],
      savings: [{ account: { savings: 'Holiday' }, statements: [{ first: '2026-09-01' }, { first: '2026-11-01' }] }],
      letters: [letter],
    })
    vi.unstubAllGlobals()
  })

  test('says so when nothing more can be sent today', async () => {
    open({ balance: 12.5 })
    expect(await screen.findByText(/You've sent all that your daily limit allows/)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Send my money to...' })).not.toBeInTheDocument()
  })
})

describe('staff who close the account of a customer', () => {
  async function open(answers: Answers) {
    const asked = serve(answers)
    renderSignedIn(<CloseCustomer userId="user-1" name="Marta Lind" />, '/admin/users/user-1')
    await press('Close account')
    return (name: string): unknown => JSON.parse(asked.find(({ path }) => path === `rpc/${name}`)?.body ?? 'null')
  }
  const reasons = 'You used the account for a business, which our terms exclude.'

  test('ask a second administrator with specific reasons, and see a refusal with what they typed', async () => {
    const bodyOf = await open({
      'POST rpc/request_approval': () => refusal('approval-pending', 'This change already waits.'),
    })
    const box = within(await screen.findByRole('dialog', { name: 'Close this account?' }))
    await userEvent.click(box.getByRole('button', { name: 'Ask for approval' }))
    expect(await box.findByText('Say specifically why, in at least 40 characters.')).toBeInTheDocument()
    await userEvent.type(box.getByLabelText('Why, for the customer'), reasons)
    await userEvent.click(box.getByRole('button', { name: 'Ask for approval' }))
    expect(await box.findByText('This change already waits.')).toBeInTheDocument()
    expect(bodyOf('request_approval')).toEqual({ p_kind: 'closing', p_user_id: 'user-1', p_reason: reasons })
    expect(box.getByLabelText('Why, for the customer')).toHaveValue(reasons)
  })
})
