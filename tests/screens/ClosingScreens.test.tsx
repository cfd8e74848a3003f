import { json, noAnswer, renderApp, renderSignedIn, serve, userId } from '../fakeServer'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { CloseCustomer } from '@/features/staff-cases/CloseCustomer'
import { SettingsScreen } from '@/screens/SettingsScreen'

const done = () => new Response(null, { status: 204 })
const refusal = (hint: string, message: string) => json({ code: 'PT409', message, hint }, 409)
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

describe('closing the account in Settings', () => {
  const facts = {
    balance: 0,
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
  function open(change: object = {}, answers: Parameters<typeof serve>[0] = {}) {
    const asked = serve({
      'GET profiles': () => json({ id: userId, full_name: 'Priya Shah', approved: true, undo_seconds: 0 }),
      'POST rpc/get_payment_limit': () => json({ daily_limit: 0, sent_today: 0, left_today: 0 }),
      'POST rpc/preview_closing': () => json({ ...facts, ...change }),
      'POST rpc/enter_my_pin': done,
      ...answers,
    })
    return { asked, ...renderSignedIn(<SettingsScreen />, '/settings', '#close') }
  }
  const pending = { id: 'a', payee: 'Mill Lane', amount: 5, send_at: null, checked_until: null }
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
      /Your statements, for 6 years/,
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
      { held: 5, held_payments: [{ ...pending, send_at: '2035-01-03T00:00:00Z', checked_until: '2035-01-02' }] },
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

  test('says so when nothing more can be sent today', async () => {
    open({ balance: 12.5 })
    expect(await screen.findByText(/You've sent all that your daily limit allows/)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Send my money to...' })).not.toBeInTheDocument()
  })
})

describe('the link to a closed account', () => {
  const account = {
    holder_name: 'Alice Archer',
    sort_code: '00-11-22',
    account_number: '12345678',
    address: [],
    closed_at: '2026-11-23T12:00:00+00:00',
    kept_until: '2032-11-23',
    waiting: 0,
    payout_waits: false,
    outcome: null as string | null,
    forwards_to: null as object | null,
    can_forward: false,
    forwards_until: '2029-11-23',
    months: [{ month: '2026-11-01', transaction_count: 2 }],
    letters: [] as object[],
  }
  const statement = { opening_balance: 0, closing_balance: 0, paid_in: 0, paid_out: 0, entries: [] }
  async function enter(answers: Parameters<typeof serve>[0]) {
    const asked = serve({
      'POST rpc/ask_closed_code': done,
      'POST rpc/enter_closed_code': done,
      'POST rpc/get_closed_account': () => json(account),
      ...answers,
    })
    renderApp('/closed#a-token')
    await press('Email me a code')
    const code = await screen.findByLabelText('Code from the email')
    expect(code).toHaveFocus()
    await userEvent.type(code, '123456')
    return asked
  }

  test('asks for a code, and shows the statements of the months', async () => {
    const asked = await enter({ 'POST rpc/get_closed_statement': () => json(statement) })
    const heading = await screen.findByRole('heading', { name: 'Statements of Alice Archer' })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(screen.getByText(/until 23 November 2032/)).toBeInTheDocument()
    const bodyOf = (name: string): Record<string, string> =>
      JSON.parse(asked.find(({ path }) => path === `rpc/${name}`)?.body ?? '')
    const { p_key: key } = bodyOf('get_closed_account')
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(bodyOf('enter_closed_code')).toEqual({ p_token: 'a-token', p_code: '123456', p_key: key })
    await press(/November 2026/)
    expect(await screen.findByText('Current account statement')).toBeInTheDocument()
    await waitFor(() => expect(heading).toHaveFocus())
    expect(bodyOf('get_closed_statement')).toEqual({ p_key: key, p_from: '2026-11-01', p_until: '2026-11-30' })
    await press('All statements')
    expect(await screen.findByRole('button', { name: /November 2026/ })).toBeInTheDocument()
    await waitFor(() => expect(heading).toHaveFocus())
  })

  test('keeps the payee that was typed while a statement is read', async () => {
    await enter({
      'POST rpc/get_closed_account': () => json({ ...account, waiting: 40 }),
      'POST rpc/get_closed_statement': () => json(statement),
    })
    await userEvent.type(await screen.findByLabelText('Name on the account'), 'Bob Baker')
    await press(/November 2026/)
    await press('All statements')
    expect(await screen.findByRole('button', { name: /November 2026/ })).toBeVisible()
    expect(screen.getByLabelText('Name on the account')).toHaveValue('Bob Baker')
  })

  test('says that the code is wrong, and takes another one', async () => {
    let isRight = false
    await enter({
      'POST rpc/get_closed_account': () =>
        isRight ? json(account) : json({ code: 'PT403', message: "That code isn't right.", hint: 'visit-ended' }, 403),
    })
    expect(await screen.findByText("That code isn't right.")).toBeInTheDocument()
    isRight = true
    await userEvent.type(screen.getByLabelText('Code from the email'), '654321')
    expect(await screen.findByRole('heading', { name: 'Statements of Alice Archer' })).toBeInTheDocument()
  })

  test('sends the money that waits after a check of the name, and keeps what was typed', async () => {
    const state = { ...account, waiting: 40 }
    const asked = await enter({
      'POST rpc/get_closed_account': () => json(state),
      'POST rpc/check_closed_payee': () => {
        state.outcome = 'close_match'
        return done()
      },
      'POST rpc/pay_closed_money': () => {
        state.waiting = 0
        return done()
      },
    })
    await press('Check the details')
    expect(await screen.findByText('Enter a sort code of six digits.')).toBeInTheDocument()
    await userEvent.type(screen.getByLabelText('Name on the account'), 'Bob Baker')
    await userEvent.type(screen.getByLabelText('Sort code'), '001122')
    await userEvent.type(screen.getByLabelText('Account number'), '87654321')
    await press('Check the details')
    expect(await screen.findByText(/The name is close/)).toBeInTheDocument()
    await press('Send £40.00')
    expect(await screen.findByText('£40.00 is on its way.')).toHaveFocus()
    expect(JSON.parse(asked.find(({ path }) => path === 'rpc/pay_closed_money')?.body ?? '')).toMatchObject({
      p_name: 'Bob Baker',
      p_sort_code: '00-11-22',
      p_account_number: '87654321',
    })
  })

  test('a payment to another payee is another request, and to the same one a retry', async () => {
    const asked = await enter({
      'POST rpc/get_closed_account': () => json({ ...account, waiting: 40, outcome: 'match' }),
      'POST rpc/check_closed_payee': () => done(),
      'POST rpc/pay_closed_money': noAnswer,
    })
    const ids = () =>
      asked
        .filter(({ path }) => path === 'rpc/pay_closed_money')
        .map(({ body }) => String(Reflect.get(Object(JSON.parse(body ?? '')), 'p_request_id')))
    const name = await screen.findByLabelText('Name on the account')
    await userEvent.type(name, 'Bob Baker')
    await userEvent.type(screen.getByLabelText('Sort code'), '001122')
    await userEvent.type(screen.getByLabelText('Account number'), '87654321')
    await press('Check the details')
    await press('Send £40.00')
    await waitFor(() => expect(ids()).toHaveLength(1))
    expect(await screen.findByText('Money not sent')).toBeVisible()
    await press('Send £40.00')
    await waitFor(() => expect(ids()).toHaveLength(2))
    await userEvent.clear(name)
    await userEvent.type(name, 'Carl Cook')
    expect(screen.queryByText('Money not sent')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Send £40.00' })).not.toBeInTheDocument()
    await press('Check the details')
    await press('Send £40.00')
    await waitFor(() => expect(ids()).toHaveLength(3))
    const [first, again, other] = ids()
    expect([first === again, first === other]).toEqual([true, false])
  })

  test('keeps the payee as it was typed while it is checked and paid', async () => {
    let answer: (response: Response) => void = () => undefined
    const later = () => new Promise<Response>((resolve) => (answer = resolve))
    await enter({
      'POST rpc/get_closed_account': () => json({ ...account, waiting: 40, outcome: 'match' }),
      'POST rpc/check_closed_payee': later,
      'POST rpc/pay_closed_money': later,
    })
    const name = await screen.findByLabelText('Name on the account')
    await userEvent.type(name, 'Bob Baker')
    await userEvent.type(screen.getByLabelText('Sort code'), '001122')
    await userEvent.type(screen.getByLabelText('Account number'), '87654321')
    await press('Check the details')
    await userEvent.type(name, 's')
    answer(done())
    await press('Send £40.00')
    await userEvent.type(name, 's')
    expect(name).toHaveValue('Bob Baker')
    expect(screen.getByRole('button', { name: 'Check the details' })).toBeDisabled()
    answer(done())
  })

  test('has what is paid to it sent on, after a check of the name, and stops that', async () => {
    const state = { ...account, can_forward: true, outcome: 'match' }
    let fails = true
    const asked = await enter({
      'POST rpc/get_closed_account': () => json(state),
      'POST rpc/check_closed_payee': done,
      'POST rpc/set_forwarding': () => {
        if (fails) return noAnswer()
        state.forwards_to = { name: 'Alice Archer', sort_code: '20-00-00', account_number: '87654321' }
        return done()
      },
      'POST rpc/stop_forwarding': () => {
        state.forwards_to = null
        return done()
      },
    })
    expect(await screen.findByText(/^They go back to the payer\..*until 23 November 2029\.$/)).toBeVisible()
    await press('Send them on')
    await userEvent.type(screen.getByLabelText('Name on the account'), 'Alice Archer')
    await userEvent.type(screen.getByLabelText('Sort code'), '200000')
    await userEvent.type(screen.getByLabelText('Account number'), '87654321')
    await press('Check the details')
    await press('Send payments on')
    expect(await screen.findByText('Not saved')).toBeVisible()
    fails = false
    await press('Send payments on')
    expect(
      await screen.findByText(/^Until 23 November 2029 we send them on to Alice Archer, 20-00-00 87654321/),
    ).toBeVisible()
    expect(JSON.parse(asked.find(({ path }) => path === 'rpc/set_forwarding')?.body ?? '')).toMatchObject({
      p_name: 'Alice Archer',
      p_sort_code: '20-00-00',
      p_account_number: '87654321',
    })
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
    await press('Stop sending them on')
    expect(await screen.findByRole('button', { name: 'Send them on' })).toHaveFocus()
  })

  test.each([
    [
      'cannot be sent yet, without a reason',
      { payout_waits: true },
      "We can't send it yet. We'll email you when we can.",
    ],
    [
      'is sent on',
      { forwards_to: { name: 'Alice Archer', sort_code: '20-00-00', account_number: '87654321' } },
      'We send it on with the other payments to your old account.',
    ],
  ])('says that the money %s', async (_, change, words) => {
    await enter({ 'POST rpc/get_closed_account': () => json({ ...account, waiting: 40, ...change }) })
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryByLabelText('Sort code')).not.toBeInTheDocument()
  })

  test('offers the letters', async () => {
    await enter({
      'POST rpc/get_closed_account': () =>
        json({
          ...account,
          letters: [
            {
              id: 'case-1',
              decided_at: account.closed_at,
              letter: { title: 'Our decision', day: '2026-11-23', before: [], facts: [], after: [] },
            },
          ],
        }),
    })
    expect(await screen.findByRole('button', { name: 'Download letter (PDF): Our decision' })).toBeInTheDocument()
  })

  test('without a link it says where the link is', async () => {
    serve({})
    renderApp('/closed')
    expect(await screen.findByText(/we email a link to its statements/)).toBeInTheDocument()
  })
})

describe('staff who close the account of a customer', () => {
  async function open(answers: Parameters<typeof serve>[0]) {
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
