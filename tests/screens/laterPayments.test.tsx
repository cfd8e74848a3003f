import { accountRow, json, renderSignedIn, serve } from '../fakeServer'
import type { Answers, Row } from '../apiAnswers'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ApprovalHost } from '@/app/ApprovalHost'
import { heldPaymentQueries } from '@/features/money/payments/queries'
import { PaymentDetailsScreen } from '@/screens/PaymentDetailsScreen'
import { withFields } from './payScreens'

const now = new Date('2026-11-22T10:00:00Z')
const payee = {
  recipient: 'Olive Outside',
  sortCode: '20-00-00',
  accountNumber: '12345678',
  accountType: 'Personal',
  reference: 'RENT',
}
const sentRow = {
  transaction_id: '5b0e2c9a-0000-4000-8000-000000000001',
  created_at: '2026-11-22T10:00:00Z',
  state: 'sent',
  send_at: null,
} satisfies Partial<Row<'make_payment'>>
const heldRow = {
  ...sentRow,
  state: 'held',
  send_at: '2026-11-22T10:00:30Z',
} satisfies Partial<Row<'make_payment'>>

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

async function show(change: Answers = {}, state: object = payee) {
  const answers: Answers = {
    'POST rpc/get_current_account': () => json([accountRow({ balance: 500 })]),
    'GET profiles': () => json({ full_name: 'Priya Shah', approved: true, notification_email: null }),
    'POST rpc/make_payment': () => json([sentRow]),
    'POST rpc/pay_and_repeat': () => json([{ ...sentRow, next_on: '2026-12-22' }]),
    'POST rpc/schedule_outgoing_payment': () => json([{ outgoing_payment_id: 'id', send_on: '2026-12-04' }]),
    'POST rpc/create_regular_payment': () => json([{ regular_payment_id: 'id', next_on: '2026-12-22' }]),
    'POST rpc/preview_regular_payment': () => json([{ send_on: '2026-12-22' }, { send_on: '2027-01-25' }]),
    'POST /functions/v1/send-payment-notification': () => json({}),
    'POST /functions/v1/send-due-mails': () => json({ sent: 1 }),
    ...change,
  }
  const asked = serve(answers)
  const app = renderSignedIn(<PaymentDetailsScreen />, '/payment-details')
  await act(() => app.router.navigate('/payment-details', { state }))
  await screen.findByLabelText('Amount (£)')
  return { answers, asked, ...app }
}

const sentTo = (asked: ReturnType<typeof serve>, name: string) =>
  asked
    .filter(({ path }) => path === `rpc/${name}`)
    .map(({ body }) => withFields(JSON.parse(body ?? '') as Record<string, unknown>))
const type = (amount: string) => userEvent.type(screen.getByLabelText('Amount (£)'), amount)
const proceed = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }))
async function chooseDay(name: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Choose another day' }))
  await userEvent.click(await screen.findByRole('button', { name }))
}
const fields = {
  to_name: 'Olive Outside',
  to_sort_code: '20-00-00',
  to_account_number: '12345678',
  reference: 'RENT',
  check_id: null,
  reason: null,
  warnings: null,
  warnings_version: null,
  warnings_shown_at: null,
}

describe('another day', () => {
  test('schedules the payment and says when it is sent', async () => {
    const { asked } = await show()
    await type('100')
    await userEvent.click(screen.getByRole('button', { name: 'Choose another day' }))
    const calendar = await screen.findByRole('dialog', { name: 'Choose another day' })
    // Today is paid at once.
    expect(within(calendar).getByRole('button', { name: /Sunday 22 November 2026/ })).toBeDisabled()
    await userEvent.click(within(calendar).getByRole('button', { name: 'Go to the Next Month' }))
    await userEvent.click(within(calendar).getByRole('button', { name: 'Friday 4 December 2026' }))
    expect(screen.getByLabelText('Date')).toHaveValue('Friday 4 December 2026')
    await proceed()
    expect(await screen.findByRole('heading', { level: 1, name: 'All done.' })).toBeVisible()
    expect(screen.getByText("We'll send £100.00 to Olive Outside on Friday 4 December")).toBeVisible()
    expect(screen.getByRole('link', { name: 'Regular and future payments' })).toHaveAttribute(
      'href',
      '/regular-payments',
    )
    expect(sentTo(asked, 'schedule_outgoing_payment')).toEqual([
      { ...fields, p_request_id: expect.any(String), amount: '100.00', p_send_on: '2026-12-04' },
    ])
    expect(sentTo(asked, 'make_payment')).toEqual([])
  })

  test('changes the amount and the day of a scheduled payment, after the warning that it needs', async () => {
    const state = { ...payee, isSaved: true, amount: '10.00', change: { id: 'later-1', day: '2026-11-27' } }
    const { asked, answers } = await show(
      {
        'GET recipients': () => json([]),
        'POST rpc/check_payee': () => new Response(null, { status: 204 }),
        'POST rpc/get_payee_check': () => json({ outcome: 'match', holder_name: null }),
        'POST rpc/change_outgoing_payment': () =>
          json({ code: 'PT409', message: 'Read the warning.', hint: 'warnings-needed' }, 409),
        'POST rpc/assess_payment': () => json([{ rule: 'first_payment' }]),
      },
      state,
    )
    expect(screen.getByRole('heading', { level: 1, name: 'Change payment' })).toBeVisible()
    expect(screen.getByLabelText('Date')).toHaveValue('Friday 27 November 2026')
    expect(screen.queryByRole('button', { name: 'Pay today' })).not.toBeInTheDocument()
    expect(screen.queryByRole('switch')).not.toBeInTheDocument()
    await userEvent.clear(screen.getByLabelText('Amount (£)'))
    await type('300')
    await chooseDay('Monday 30 November 2026')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled())
    await proceed()
    answers['POST rpc/change_outgoing_payment'] = () => json('2026-11-30')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'I have read this' }))
    await userEvent.click(screen.getByRole('button', { name: 'Pay £300.00' }))
    expect(await screen.findByText("We'll send £300.00 to Olive Outside on Monday 30 November")).toBeVisible()
    expect(sentTo(asked, 'change_outgoing_payment')).toEqual([
      { ...fields, p_id: 'later-1', amount: '300.00', p_send_on: '2026-11-30', check_id: expect.any(String) },
      {
        ...fields,
        p_id: 'later-1',
        amount: '300.00',
        p_send_on: '2026-11-30',
        check_id: expect.any(String),
        warnings: ['first_payment'],
        warnings_version: expect.any(Number),
        warnings_shown_at: expect.any(String),
      },
    ])
    expect(sentTo(asked, 'schedule_outgoing_payment')).toEqual([])
  })

  test('takes an amount above the balance of today', async () => {
    await show()
    await type('600')
    await chooseDay('Monday 23 November 2026')
    await proceed()
    expect(await screen.findByText(/^We'll send £600\.00/)).toBeVisible()
  })

  test('the day of a payment can become today again, with the balance of today', async () => {
    const { asked } = await show()
    await type('600')
    await chooseDay('Monday 23 November 2026')
    await userEvent.click(screen.getByRole('button', { name: 'Pay today' }))
    expect(screen.getByLabelText('Date')).toHaveValue('Today')
    await proceed()
    expect((await screen.findAllByText("You don't have enough balance for this transaction.")).length).toBeGreaterThan(
      0,
    )
    expect(sentTo(asked, 'schedule_outgoing_payment')).toEqual([])
  })

  test('sends a retry with the same idempotency key, and shows the reason of a refusal', async () => {
    const { asked, answers } = await show({
      'POST rpc/schedule_outgoing_payment': () =>
        json(
          {
            code: 'PT400',
            message: 'Choose a day from tomorrow to one year ahead.',
            hint: 'field:day',
            details: null,
          },
          400,
        ),
    })
    await type('100')
    await chooseDay('Monday 23 November 2026')
    await proceed()
    await waitFor(() => expect(screen.getByLabelText('Date')).toBeInvalid())
    expect(screen.getByLabelText('Date')).toHaveAccessibleDescription('Choose a day from tomorrow to one year ahead.')
    answers['POST rpc/schedule_outgoing_payment'] = () => json([{ outgoing_payment_id: 'id', send_on: '2026-11-23' }])
    await proceed()
    expect(await screen.findByText(/^We'll send £100\.00/)).toBeVisible()
    const keys = sentTo(asked, 'schedule_outgoing_payment').map((call) => call.p_request_id)
    expect(new Set(keys).size).toBe(1)
  })
})

describe('a later payment that the server asks about', () => {
  const asks = (hint: string) => () => json({ code: 'PT409', message: 'Not shown to customers.', hint }, 409)

  async function needsWarning(repetition: 'once' | 'monthly') {
    const isOnce = repetition === 'once'
    const call = isOnce ? 'schedule_outgoing_payment' : 'create_regular_payment'
    const app = await show({
      [`POST rpc/${call}`]: asks('warnings-needed'),
      'POST rpc/assess_payment': () => json([{ rule: 'first_payment' }]),
    })
    await type('300')
    await userEvent.selectOptions(screen.getByLabelText('Payment reason'), 'bills')
    await chooseDay('Monday 23 November 2026')
    if (repetition === 'monthly') await userEvent.click(screen.getByLabelText('Create regular payment?'))
    await proceed()
    const sheet = within(await screen.findByRole('dialog', { name: 'Could this be a false invoice?' }))
    expect(sheet.getByText("You haven't paid this account before, or only a little.")).toBeVisible()
    if (isOnce) app.answers['POST rpc/schedule_outgoing_payment'] = () => json([{ send_on: '2026-11-23' }])
    else app.answers['POST rpc/create_regular_payment'] = () => json([{ next_on: '2026-11-23' }])
    return { ...app, sheet, sent: () => sentTo(app.asked, call) }
  }

  test.each(['once', 'monthly'] as const)('warns before it is made: %s', async (repetition) => {
    const { sheet, sent } = await needsWarning(repetition)
    await userEvent.click(sheet.getByRole('checkbox', { name: 'I have read this' }))
    await userEvent.click(sheet.getByRole('button', { name: 'Pay £300.00' }))
    expect(await screen.findByText(/^We'll send £300\.00/)).toBeVisible()
    expect(screen.queryAllByText('Regular payment set up')).toHaveLength(repetition === 'monthly' ? 1 : 0)
    const [first, second, ...more] = sent()
    expect(more).toEqual([])
    expect(first).toHaveProperty('warnings', null)
    expect(second).toEqual({
      ...first,
      warnings: ['first_payment'],
      warnings_version: 6,
      warnings_shown_at: now.toISOString(),
    })
  })

  test('schedules once when the answer to the ticked payment is lost', async () => {
    const { answers, sheet, sent } = await needsWarning('once')
    const scheduled = answers['POST rpc/schedule_outgoing_payment']
    answers['POST rpc/schedule_outgoing_payment'] = () => Promise.reject(new TypeError('Failed to fetch'))
    await userEvent.click(sheet.getByRole('checkbox', { name: 'I have read this' }))
    await userEvent.click(sheet.getByRole('button', { name: 'Pay £300.00' }))
    expect(await screen.findByText(/^You appear to be offline\./)).toBeVisible()
    Object.assign(answers, { 'POST rpc/schedule_outgoing_payment': scheduled })
    await proceed()
    expect(await screen.findByText(/^We'll send £300\.00/)).toBeVisible()
    expect(new Set(sent().map((call) => call.p_request_id)).size).toBe(1)
  })

  test("'Go back' makes nothing and keeps the form, which can be sent again", async () => {
    const { sheet, sent } = await needsWarning('once')
    await userEvent.click(sheet.getByRole('button', { name: 'Go back' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByLabelText('Date')).toHaveValue('Monday 23 November 2026')
    expect(sent()).toHaveLength(1)
    await proceed()
    expect(await screen.findByText(/^We'll send £300\.00/)).toBeVisible()
  })

  test("'Get help' opens the chat with the payment described", async () => {
    const { sheet, sent, router } = await needsWarning('once')
    await userEvent.click(sheet.getByRole('button', { name: 'Get help' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/chat'))
    expect(JSON.stringify(Object.entries(sessionStorage))).toContain(
      'I want to talk to a human. I was about to pay £300.00 to Olive Outside (20-00-00)',
    )
    expect(sent()).toHaveLength(1)
  })

  test.each([
    ['match', null],
    ['no_match', 'Continue anyway'],
  ])('checks a payee whose check is too old: %s', async (outcome, button) => {
    const { asked, answers } = await show({
      'POST rpc/schedule_outgoing_payment': asks('check-needed'),
      'POST rpc/check_payee': () => {
        answers['POST rpc/schedule_outgoing_payment'] = () => json([{ send_on: '2026-11-23' }])
        return new Response(null, { status: 204 })
      },
      'POST rpc/get_payee_check': () => json({ outcome, holder_name: null }),
    })
    await type('100')
    await chooseDay('Monday 23 November 2026')
    await proceed()
    if (button !== null) await userEvent.click(await screen.findByRole('button', { name: button }))
    expect(await screen.findByText(/^We'll send £100\.00/)).toBeVisible()
    const [first, second] = sentTo(asked, 'schedule_outgoing_payment')
    expect(second).toEqual({ ...first, check_id: sentTo(asked, 'check_payee')[0]?.p_check_id })
  })

  test('says that a payee does not exist when the check was too old', async () => {
    await show({
      'POST rpc/schedule_outgoing_payment': asks('check-needed'),
      'POST rpc/check_payee': () => new Response(null, { status: 204 }),
      'POST rpc/get_payee_check': () => json({ outcome: 'not_found', holder_name: null }),
    })
    await type('100')
    await chooseDay('Monday 23 November 2026')
    await proceed()
    expect(
      await screen.findByText('There is no Fernbank account with this sort code and account number.'),
    ).toBeVisible()
  })
})

describe('a regular payment', () => {
  const turnOn = () => userEvent.click(screen.getByRole('switch', { name: 'Create regular payment?' }))

  test('a regular payment from today shows its next days, pays today and is set up', async () => {
    const { asked } = await show()
    await type('100')
    await turnOn()
    const panel = screen.getByRole('group', { name: 'Regular payment' })
    expect(await within(panel).findByText('Next payments after today')).toBeVisible()
    expect(
      within(panel)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Tuesday 22 December 2026', 'Monday 25 January 2027'])
    await proceed()
    expect(await screen.findByText("You've just paid £100.00 to Olive Outside")).toBeVisible()
    expect(await screen.findByText('Regular payment set up')).toBeVisible()
    expect(screen.getByText('The next payment is on Tuesday 22 December 2026.')).toBeVisible()
    expect(await screen.findByText('Payment Sent')).toBeVisible()
    expect(sentTo(asked, 'pay_and_repeat')).toEqual([
      { ...fields, p_request_id: expect.any(String), amount: '100.00', p_frequency: 'monthly' },
    ])
    expect(asked.map(({ path }) => path)).not.toContain('rpc/make_payment')
    expect(asked.map(({ path }) => path)).not.toContain('rpc/create_regular_payment')
  })

  test('a regular payment from today is asked for again with its key when the answer is lost, and never by itself', async () => {
    let lost = 1
    const { asked } = await show({
      'POST rpc/pay_and_repeat': () => {
        if (lost-- > 0) throw new TypeError('Failed to fetch')
        return json([{ ...sentRow, next_on: '2026-12-22' }])
      },
    })
    await type('100')
    await turnOn()
    await proceed()
    expect(await screen.findByText('The next payment is on Tuesday 22 December 2026.')).toBeVisible()
    const [first, second, ...more] = sentTo(asked, 'pay_and_repeat')
    expect(more).toEqual([])
    expect(second).toEqual(first)
    expect(asked.map(({ path }) => path)).not.toContain('rpc/create_regular_payment')
  })

  test('asks for its days and starts on another day', async () => {
    const { asked } = await show()
    await type('100')
    await turnOn()
    await userEvent.selectOptions(screen.getByLabelText('How often'), 'Every 2 weeks')
    await chooseDay('Monday 30 November 2026')
    await userEvent.selectOptions(screen.getByLabelText('Until'), 'A number of payments')
    await userEvent.type(screen.getByLabelText('Number of payments'), '6')
    expect(await screen.findByText('Next payments')).toBeVisible()
    expect(sentTo(asked, 'preview_regular_payment').at(-1)).toEqual({
      p_frequency: 'two_weekly',
      p_starts_on: '2026-11-30',
      p_payment_count: '6',
    })
    await proceed()
    expect(await screen.findByText("We'll send £100.00 to Olive Outside on Tuesday 22 December")).toBeVisible()
    expect(sentTo(asked, 'make_payment')).toEqual([])
    expect(sentTo(asked, 'create_regular_payment')).toMatchObject([
      { p_frequency: 'two_weekly', p_starts_on: '2026-11-30', p_payment_count: '6' },
    ])
  })

  test('needs its end before it is made', async () => {
    const { asked } = await show()
    await type('100')
    await turnOn()
    await userEvent.selectOptions(screen.getByLabelText('Until'), 'A date')
    await proceed()
    expect(await screen.findByText('Choose an end date.')).toBeVisible()
    expect(sentTo(asked, 'make_payment')).toEqual([])
  })

  test('shows why the server refuses its days', async () => {
    await show({
      'POST rpc/preview_regular_payment': () =>
        json(
          { code: 'PT400', message: 'Choose an end date on or after the first payment.', hint: 'field:endsOn' },
          400,
        ),
    })
    await turnOn()
    expect(await screen.findByText('Choose an end date on or after the first payment.')).toBeVisible()
  })

  test('says so when the payment was made and the regular payment was not', async () => {
    await show({ 'POST rpc/pay_and_repeat': () => json([{ ...sentRow, next_on: null }]) })
    await type('100')
    await turnOn()
    await proceed()
    expect(await screen.findByText("You've just paid £100.00 to Olive Outside")).toBeVisible()
    expect(await screen.findByText("We couldn't set up the regular payment")).toBeVisible()
  })

  test('is named by the sheet of its approval, and nothing is paid when the customer declines', async () => {
    const subject = `payment ${'a'.repeat(64)}`
    await show({
      'POST rpc/pay_and_repeat': () =>
        json({ code: 'PT409', message: 'Please approve this.', hint: 'passkey-needed', details: subject }, 409),
    })
    renderSignedIn(<ApprovalHost />, '/payment-details')
    await type('20')
    await turnOn()
    await proceed()
    const sheet = await screen.findByRole('dialog', { name: 'Approve with your passkey' })
    expect(sheet).toHaveTextContent(
      'Pay £20.00 to Olive Outside, 20-00-00 12345678, every month from Sunday 22 November 2026.',
    )
    await userEvent.click(within(sheet).getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText("You haven't approved this, so nothing has changed.")).toBeVisible()
    expect(screen.queryByText("We couldn't set up the regular payment")).not.toBeInTheDocument()
  })
})

describe('the undo window', () => {
  async function payHeld(change: Answers = {}) {
    const shown = await show({
      'POST rpc/make_payment': () => json([heldRow]),
      'POST rpc/send_held_payment': () => json('held'),
      'POST rpc/undo_payment': () => json('cancelled'),
      ...change,
    })
    // After the window the app asks whether the payment was sent, also without the screen: in the time of another test.
    const { queryKey } = heldPaymentQueries.state({ id: heldRow.transaction_id, until: 0 })
    onTestFinished(() => void shown.client.setQueryData(queryKey, 'cancelled'))
    await type('100')
    await proceed()
    expect(await screen.findByText("We're sending £100.00 to Olive Outside")).toBeVisible()
    return shown
  }

  test('counts down, and gives the money back in time', async () => {
    const { asked } = await payHeld()
    expect(screen.getByRole('timer')).toHaveTextContent('You can undo it for 30 seconds.')
    expect(screen.getByRole('timer')).toHaveAttribute('aria-live', 'off')
    vi.setSystemTime(new Date(now.getTime() + 29_500))
    expect(await screen.findByText('You can undo it for 1 second.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Payment undone' })).toBeVisible()
    expect(screen.getByText('£100.00 is back in your account. Nothing was sent to Olive Outside.')).toBeVisible()
    expect(sentTo(asked, 'undo_payment')).toEqual([{ p_id: heldRow.transaction_id }])
    expect(screen.queryByText('Payment Sent')).not.toBeInTheDocument()
  })

  test('shows the receipt when the undo came too late', async () => {
    await payHeld({ 'POST rpc/undo_payment': () => json('sent') })
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText("You've just paid £100.00 to Olive Outside")).toBeVisible()
    expect(await screen.findByText('Too late to undo')).toBeVisible()
  })

  test('says so when the undo fails, and it can be tried again', async () => {
    const { answers } = await payHeld({ 'POST rpc/undo_payment': () => json({ message: 'no' }, 500) })
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText("We couldn't undo the payment")).toBeVisible()
    answers['POST rpc/undo_payment'] = () => json('cancelled')
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Payment undone' })).toBeVisible()
  })

  test('ends with the receipt when the server has sent it, and leaves the emails to the server', async () => {
    const { asked } = await show({
      // A window of no length: it ends at once.
      'POST rpc/make_payment': () => json([{ ...heldRow, send_at: heldRow.created_at }]),
      'POST rpc/send_held_payment': () => json('sent'),
    })
    await type('100')
    await proceed()
    expect(await screen.findByText("You've just paid £100.00 to Olive Outside")).toBeVisible()
    expect(await screen.findByText('Payment Sent')).toBeVisible()
    const mailRequests = () => asked.map(({ path }) => path).filter((path) => path.startsWith('/functions/'))
    await waitFor(() => expect(mailRequests()).toEqual(['/functions/v1/send-due-mails']))
  })
})
