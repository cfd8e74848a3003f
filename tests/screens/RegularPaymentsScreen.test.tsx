import { accountRow, bodiesOf, json, renderSignedIn, serve } from '../fakeServer'
import type { Answers, Row, TableRow } from '../apiAnswers'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApprovalHost } from '@/app/ApprovalHost'
import { RegularPaymentsScreen } from '@/screens/RegularPaymentsScreen'

type Upcoming = Row<'list_upcoming_payments'>

const upcomingRow = (change: Partial<Upcoming> = {}): Upcoming => ({
  outgoing_payment_id: 'next-1',
  regular_payment_id: 'regular-1',
  to_name: 'Mill Lane Lettings',
  to_sort_code: '00-01-14',
  to_account_number: '40318826',
  amount: 850,
  reference: 'RENT',
  send_on: '2026-12-01',
  frequency: 'monthly',
  review_until: null,
  awaits_owner: false,
  other_account_id: null,
  ...change,
})
const regularRow = (change: Partial<TableRow<'regular_payments'>> = {}) => ({
  id: 'regular-1',
  to_account_holder_name: 'Mill Lane Lettings',
  to_sort_code: '00-01-14',
  to_account_number: '40318826',
  amount: 850,
  reference: 'RENT',
  frequency: 'monthly',
  ends_on: null,
  payments_left: null,
  state: 'active',
  from_account_id: 'account-1',
  other_account_id: null,
  outgoing_payments: [{ id: 'next-1', send_at: '2026-12-01T06:00:00+00:00', awaits_owner: false }],
  ...change,
})
const pastRow = (change: Partial<TableRow<'outgoing_payments'>> = {}) => ({
  id: 'past-1',
  regular_payment_id: 'regular-1',
  to_account_holder_name: 'Mill Lane Lettings',
  amount: 850,
  state: 'failed',
  problem: "There wasn't enough money in your account.",
  due_on: '2026-11-01',
  send_at: '2026-11-02T14:00:00+00:00',
  ...change,
})
const onceRow = upcomingRow({
  outgoing_payment_id: 'once-1',
  regular_payment_id: null,
  to_name: 'Olive Outside',
  amount: 100,
  reference: null,
  send_on: '2026-11-27',
  frequency: null,
})

const laterRow = upcomingRow({
  outgoing_payment_id: 'later-1',
  regular_payment_id: null,
  to_name: 'Wren Dental',
  amount: 64.2,
  reference: 'CHECK-UP',
  send_on: '2027-06-30',
  frequency: null,
})

/** The payments of the next 30 days, and those for a later day. */
const upcoming =
  (next: Upcoming[], later: Upcoming[] = []): Answers['POST rpc/list_upcoming_payments'] =>
  ({ body }) =>
    json((JSON.parse(body ?? '') as { p_days?: number }).p_days === undefined ? next : [...next, ...later])

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T09:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function show(change: Answers = {}) {
  const answers: Answers = {
    'POST rpc/get_current_account': () => json([accountRow({ balance: 1500 })]),
    'POST rpc/list_upcoming_payments': upcoming([onceRow, upcomingRow()]),
    'GET regular_payments': () => json([regularRow()]),
    'GET outgoing_payments': () => json([pastRow()]),
    'POST rpc/cancel_outgoing_payment': () => json(true),
    'POST rpc/set_regular_payment_state': ({ body }) => json((JSON.parse(body ?? '') as { p_state: string }).p_state),
    'POST rpc/change_regular_payment': () => json('2026-12-01'),
    ...change,
  }
  const asked = serve(answers)
  return { answers, asked, ...renderSignedIn(<RegularPaymentsScreen />, '/regular-payments') }
}

const openRegular = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /Mill Lane Lettings.*Every month/ }))
  return screen.findByRole('dialog', { name: 'Mill Lane Lettings' })
}

describe('the next 30 days', () => {
  test('the next 30 days are listed by day, with what is left after them', async () => {
    show()
    const section = await screen.findByRole('region', { name: 'Next 30 days' })
    const days = within(section).getAllByRole('region')
    expect(days.map((day) => day.textContent)).toEqual([
      expect.stringMatching(/^Friday 27 November 2026OOOlive Outside.*£100\.00/),
      expect.stringMatching(/^Tuesday 1 December 2026MLMill Lane LettingsRENTRegular payment.*£850\.00/),
    ])
    expect(await within(section).findByText(/^After these:/)).toHaveTextContent('After these: £550.00')
  })

  test('the next 30 days say of a payment whose day has passed that it is not sent yet', async () => {
    show({ 'POST rpc/list_upcoming_payments': () => json([upcomingRow({ send_on: '2026-11-20' })]) })
    expect(
      await screen.findByRole('region', { name: 'Was due on Friday 20 November 2026, not sent yet' }),
    ).toBeVisible()
  })

  test('the next 30 days show a balance below zero as such', async () => {
    show({ 'POST rpc/get_current_account': () => json([accountRow({ balance: 900 })]) })
    expect(await screen.findByText(/^After these:/)).toHaveTextContent('After these: -£50.00')
  })

  test('the next 30 days say so when there is nothing, and lead to the payment', async () => {
    const { router } = show({
      'POST rpc/list_upcoming_payments': () => json([]),
      'GET regular_payments': () => json([]),
      'GET outgoing_payments': () => json([]),
    })
    expect(await screen.findByText('No regular or future payments')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Next 30 days' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('link', { name: 'Pay someone' }))
    expect(router.state.location.pathname).toBe('/pay-transfer')
  })

  test('the next 30 days are what is read, with the next day of each regular payment and the later payments', async () => {
    const { asked } = show({ 'POST rpc/list_upcoming_payments': upcoming([onceRow], [laterRow]) })
    expect(await screen.findByRole('region', { name: 'Next 30 days' })).toBeVisible()
    expect(bodiesOf(asked, 'rpc/list_upcoming_payments')).toEqual([{}, { p_days: 366 }])
    const regular = asked.find(({ path }) => path === 'regular_payments')
    expect(regular?.query.get('outgoing_payments.state')).toBe('eq.scheduled')
  })

  test('the next 30 days are followed by the payments for a later day, which can be cancelled too', async () => {
    const { asked, answers } = show({
      'POST rpc/list_upcoming_payments': upcoming([], [laterRow]),
      'GET regular_payments': () => json([]),
      'GET outgoing_payments': () => json([]),
    })
    const later = await screen.findByRole('region', { name: 'Later' })
    expect(screen.getByText('No payments in the next 30 days')).toBeVisible()
    expect(within(later).getByRole('region', { name: 'Wednesday 30 June 2027' })).toHaveTextContent('CHECK-UP')
    await userEvent.click(within(later).getByRole('button', { name: /Wren Dental/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel payment' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cancel this payment?' })
    answers['POST rpc/list_upcoming_payments'] = upcoming([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel payment' }))
    expect(await screen.findByText('No regular or future payments')).toBeVisible()
    expect(bodiesOf(asked, 'rpc/cancel_outgoing_payment')).toEqual([{ p_id: 'later-1' }])
  })

  test('the next 30 days do not list a payment of these days again as a later one', async () => {
    show()
    expect(await screen.findByRole('region', { name: 'Next 30 days' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Later' })).not.toBeInTheDocument()
  })

  test('the next 30 days let the customer cancel a payment for another day, after a question', async () => {
    const { asked, answers } = show()
    await userEvent.click(await screen.findByRole('button', { name: /Olive Outside/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel payment' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cancel this payment?' })
    expect(dialog).toHaveTextContent("We won't send £100.00 to Olive Outside on Friday 27 November 2026.")
    answers['POST rpc/list_upcoming_payments'] = () => json([upcomingRow()])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel payment' }))
    await waitFor(() => expect(screen.queryByText('Olive Outside')).not.toBeInTheDocument())
    expect(bodiesOf(asked, 'rpc/cancel_outgoing_payment')).toEqual([{ p_id: 'once-1' }])
    expect(await screen.findByText('Payment cancelled')).toBeVisible()
  })

  test('a payment that is under review says until when, also a later one, and is not changed', async () => {
    const checked = { review_until: '2026-12-04' }
    show({ 'POST rpc/list_upcoming_payments': upcoming([{ ...onceRow, ...checked }], [{ ...laterRow, ...checked }]) })
    const words = "We're checking it until 4 Dec"
    expect(await screen.findByRole('button', { name: /Wren Dental/ })).toHaveTextContent(words)
    await userEvent.click(screen.getByRole('button', { name: /Olive Outside/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Olive Outside' })
    expect(dialog).toHaveTextContent(words)
    expect(within(dialog).getByRole('link', { name: 'See your cases' })).toHaveAttribute('href', '/cases')
    expect(within(dialog).queryByRole('button', { name: 'Change' })).not.toBeInTheDocument()
  })

  test('a payment that someone else may have set up waits until the customer keeps it, also a regular one', async () => {
    const next = (awaits: boolean) => [{ id: 'next-1', send_at: '2026-12-01T06:00:00+00:00', awaits_owner: awaits }]
    const { asked, answers } = show({
      'POST rpc/list_upcoming_payments': upcoming([{ ...onceRow, awaits_owner: true }], []),
      'GET regular_payments': () => json([regularRow({ outgoing_payments: next(true) })]),
      'POST rpc/keep_payment': () => new Response(null, { status: 204 }),
    })
    const once = await screen.findByRole('button', { name: /Olive Outside/ })
    expect(once).toHaveTextContent('Waits for you')
    await userEvent.click(once)
    await userEvent.click(await screen.findByRole('button', { name: 'Keep it: it is mine' }))
    expect(await screen.findByText('Payment kept')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

    await userEvent.click(screen.getByRole('button', { name: /Mill Lane Lettings.*Waits for you/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Mill Lane Lettings' }))
    answers['GET regular_payments'] = () => json([regularRow({ outgoing_payments: next(false) })])
    await userEvent.click(dialog.getByRole('button', { name: 'Keep it: it is mine' }))
    await waitFor(() => expect(dialog.queryByText(/Someone else may have used/)).not.toBeInTheDocument())
    expect(bodiesOf(asked, 'rpc/keep_payment')).toEqual([{ p_id: 'once-1' }, { p_id: 'next-1' }])
  })

  test('a payment for another day shows its account and reference, and leads to its change', async () => {
    const { router } = show()
    await userEvent.click(await screen.findByRole('button', { name: /Olive Outside/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Olive Outside' })
    expect(dialog).toHaveTextContent('£100.00 · Friday 27 November 2026')
    expect(dialog).toHaveTextContent('Sort code00-01-14Account number40318826ReferenceNone')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/payment-details'))
    expect(router.state.location.state).toMatchObject({
      recipient: 'Olive Outside',
      amount: '100.00',
      change: { id: 'once-1', day: '2026-11-27' },
    })
  })

  test('a part of a regular payment leads to the regular payment', async () => {
    show()
    await userEvent.click(await screen.findByRole('button', { name: /Mill Lane Lettings.*Regular payment/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Change, skip or cancel' }))
    const dialog = await screen.findByRole('dialog', { name: 'Mill Lane Lettings' })
    expect(within(dialog).getByRole('button', { name: 'Cancel regular payment' })).toBeVisible()
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  test('a new regular payment begins at Pay & Transfer with the choice already made', async () => {
    const { router } = show()
    await userEvent.click(await screen.findByRole('link', { name: 'New regular payment' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/pay-transfer'))
    expect(router.state.location.state).toEqual({ isRegular: true })
  })

  test('the next 30 days keep the question open when the payment was sent in between, with the reason', async () => {
    show({
      'POST rpc/cancel_outgoing_payment': () =>
        json({ code: 'PT409', message: 'This payment can no longer be cancelled.', hint: 'payment-finished' }, 409),
    })
    await userEvent.click(await screen.findByRole('button', { name: /Olive Outside/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel payment' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cancel this payment?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel payment' }))
    expect(await within(dialog).findByText('This payment can no longer be cancelled.')).toBeVisible()
    expect(screen.getAllByText('This payment can no longer be cancelled.')).toHaveLength(1)
  })
})

describe('a regular payment', () => {
  test.each([
    [{}, 'Every month, until you cancel'],
    [{ frequency: 'weekly', ends_on: '2027-03-01' }, 'Every week, until 1 March 2027'],
    [{ frequency: 'two_weekly', payments_left: 1 }, 'Every 2 weeks, 1 payment left'],
    [{ frequency: 'four_weekly', payments_left: 5 }, 'Every 4 weeks, 5 payments left'],
    [{ frequency: 'yearly' }, 'Every year, until you cancel'],
  ])('%o says %s', async (change, terms) => {
    show({ 'GET regular_payments': () => json([regularRow(change)]) })
    expect(await screen.findByText(terms)).toBeVisible()
  })

  test('shows its next day and its history with the reason of a failure', async () => {
    show()
    const dialog = await openRegular()
    expect(dialog).toHaveTextContent('£850.00 · Every month, until you cancel')
    expect(within(dialog).getByText('Next: Tuesday 1 December 2026')).toBeVisible()
    const history = within(dialog).getByRole('region', { name: 'History' })
    expect(history).toHaveTextContent("Sunday 1 November 2026There wasn't enough money in your account.")
    expect(history).toHaveTextContent('Not sent')
  })

  test('skips the next one by its own id', async () => {
    const { asked } = show()
    const dialog = await openRegular()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Skip the next one' }))
    expect(await screen.findByText('Next payment skipped')).toBeVisible()
    expect(bodiesOf(asked, 'rpc/cancel_outgoing_payment')).toEqual([{ p_id: 'next-1' }])
  })

  test('undoes the last skip while the skipped day is ahead', async () => {
    const skipped = (id: string, due: string) => pastRow({ id, state: 'cancelled', problem: null, due_on: due })
    const { asked } = show({
      'GET outgoing_payments': () => json([skipped('skip-2', '2026-11-30'), skipped('skip-1', '2026-11-20')]),
      'POST rpc/undo_skip': () => json('2026-11-30'),
    })
    const dialog = await openRegular()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Undo the skip of Monday 30 November' }))
    expect(await screen.findByText('Payment no longer skipped')).toBeVisible()
    expect(bodiesOf(asked, 'rpc/undo_skip')).toEqual([{ p_id: 'skip-2' }])
  })

  test('a regular payment is paused, and resumed', async () => {
    const { asked, answers } = show()
    const dialog = await openRegular()
    answers['GET regular_payments'] = () => json([regularRow({ state: 'paused', outgoing_payments: [] })])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Pause' }))
    const resume = await within(dialog).findByRole('button', { name: 'Resume' })
    expect(within(dialog).queryByRole('button', { name: 'Skip the next one' })).not.toBeInTheDocument()
    await userEvent.click(resume)
    // The toast replaces the one of the pause.
    await waitFor(() => expect(screen.getByText('Regular payment resumed')).toBeVisible())
    expect(bodiesOf(asked, 'rpc/set_regular_payment_state')).toEqual([
      { p_id: 'regular-1', p_state: 'paused' },
      { p_id: 'regular-1', p_state: 'active' },
    ])
  })

  test('a regular payment is cancelled after a question', async () => {
    const { asked, answers } = show()
    const dialog = await openRegular()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel regular payment' }))
    const question = await screen.findByRole('dialog', { name: 'Cancel this regular payment?' })
    expect(within(question).getByRole('button', { name: 'Keep' })).toBeVisible()
    expect(question).toHaveTextContent("We won't send £850.00 to Mill Lane Lettings again.")
    answers['GET regular_payments'] = () => json([])
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel regular payment' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(bodiesOf(asked, 'rpc/set_regular_payment_state')).toEqual([{ p_id: 'regular-1', p_state: 'cancelled' }])
  })

  test('a regular payment gets another amount and end', async () => {
    const { asked } = show()
    const dialog = await openRegular()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change' }))
    const amount = within(dialog).getByLabelText('Amount (£)')
    expect(amount).toHaveValue('850.00')
    await userEvent.clear(amount)
    await userEvent.type(amount, '875.50')
    await userEvent.selectOptions(within(dialog).getByLabelText('Until'), 'A number of payments')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
    expect(await within(dialog).findByText('Enter a number of payments from 1 to 999.')).toBeVisible()
    await userEvent.type(within(dialog).getByLabelText('Number of payments'), '6')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Regular payment changed')).toBeVisible()
    expect(bodiesOf(asked, 'rpc/change_regular_payment')).toEqual([
      { p_id: 'regular-1', p_amount: '875.50', p_payment_count: '6' },
    ])
  })

  test('a passkey approves another amount and end, and its dialog names them with the account', async () => {
    const subject = `payment ${'a'.repeat(64)}`
    show({
      'POST rpc/change_regular_payment': () =>
        json({ code: 'PT409', message: 'Please approve this.', hint: 'passkey-needed', details: subject }, 409),
    })
    renderSignedIn(<ApprovalHost />, '/regular-payments')
    const dialog = await openRegular()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change' }))
    await userEvent.clear(within(dialog).getByLabelText('Amount (£)'))
    await userEvent.type(within(dialog).getByLabelText('Amount (£)'), '1200')
    await userEvent.selectOptions(within(dialog).getByLabelText('Until'), 'A number of payments')
    await userEvent.type(within(dialog).getByLabelText('Number of payments'), '6')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
    const question = await screen.findByRole('dialog', { name: 'Approve with your passkey' })
    expect(question).toHaveTextContent('Pay £1,200.00 to Mill Lane Lettings, 00-01-14 40318826, regularly, 6 payments.')
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(await within(dialog).findByText(/You haven't approved this, so nothing has changed/)).toBeVisible()
  })

  test('shows why the server refuses a change, at its field', async () => {
    show({
      'POST rpc/change_regular_payment': () =>
        json({ code: 'PT400', message: 'Please enter a valid amount.', hint: 'field:amount' }, 400),
    })
    const dialog = await openRegular()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
    expect(await within(dialog).findByText('Please enter a valid amount.')).toBeVisible()
    expect(screen.getAllByText('Please enter a valid amount.')).toHaveLength(1)
    expect(within(dialog).getByLabelText('Amount (£)')).toBeInvalid()
  })
})

test('shows an error and retries when the payments cannot be loaded', async () => {
  const { answers } = show({ 'GET regular_payments': () => json({ code: '42501', message: 'no' }, 403) })
  expect(await screen.findByText("We couldn't load your regular payments.")).toBeVisible()
  answers['GET regular_payments'] = () => json([regularRow()])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: 'Regular payments' })).toBeVisible()
})
