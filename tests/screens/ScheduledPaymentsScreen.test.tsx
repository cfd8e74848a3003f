import { accountRow, bodiesOf, json, noAnswer, renderSignedIn, serve, userId } from '../fakeServer'
import type { Answers, TableRow } from '../apiAnswers'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { useTableChanges } from '../fakeRealtime'
import { ScheduledPaymentsScreen } from '@/screens/ScheduledPaymentsScreen'

const paymentId = '00000000-0000-4000-8000-00000000000a'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function paymentRow(change: Partial<TableRow<'scheduled_payments'>> = {}) {
  return {
    id: 'p-1',
    from_name: 'Grandma',
    amount: 100.5,
    reference: 'BIRTHDAY',
    scheduled_for: '2026-12-10T12:00:00+00:00',
    processed: false,
    ...change,
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T09:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function show(change: Answers = {}) {
  const answers: Answers = {
    'POST rpc/get_current_account': () => json([accountRow()]),
    'GET scheduled_payments': () => json([paymentRow()]),
    'POST rpc/schedule_payment': () => json(paymentId),
    ...change,
  }
  const asked = serve(answers)
  return { answers, asked, ...renderSignedIn(<ScheduledPaymentsScreen />, '/scheduled-payments') }
}

const listed = () =>
  screen
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .filter((text) => text.includes('£'))

async function openForm(change: Answers = {}) {
  const page = show(change)
  await userEvent.click(screen.getByRole('button', { name: 'Schedule New Payment' }))
  expect(screen.getByRole('heading', { level: 1, name: 'Schedule Incoming Payment' })).toBeVisible()
  return page
}

test('a frozen account shows why nothing can be scheduled', async () => {
  await openForm({
    'GET profiles': () => json({ full_name: 'Priya', approved: true, frozen_at: '2026-11-20T09:00:00Z' }),
  })
  expect(await screen.findByText(/^Your account is frozen, so this has to wait/)).toBeVisible()
  expect(screen.getByLabelText('Payment From')).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Schedule Payment' })).toBeDisabled()
})

/** The form, after the list and another screen. */
async function openAfterMore(change: Answers = {}) {
  const page = show(change)
  await act(() => page.router.navigate('/more'))
  await act(() => page.router.navigate('/scheduled-payments'))
  await userEvent.click(screen.getByRole('button', { name: 'Schedule New Payment' }))
  return page
}

async function chooseDay(name: string) {
  await userEvent.click(screen.getByRole('button', { name: /^Scheduled Date/ }))
  await userEvent.click(await screen.findByRole('button', { name }))
}

async function fillIn() {
  await userEvent.type(screen.getByLabelText('Payment From'), 'Grandma')
  await userEvent.type(screen.getByLabelText('Amount (£)'), '100.5')
  await chooseDay('Monday 23 November 2026')
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Schedule Payment' }))

describe('the list', () => {
  test('lists upcoming payments first, soonest at the top, and allows only those to be deleted', async () => {
    show({
      'GET scheduled_payments': () =>
        json([
          paymentRow({ id: 'c', scheduled_for: '2027-07-01T11:00:00+00:00', reference: null }),
          paymentRow({ id: 'b', from_name: 'Uncle Ben' }),
          paymentRow({ id: 'a', from_name: 'Auntie', scheduled_for: '2026-11-20T12:00:00+00:00', processed: true }),
        ]),
    })
    expect(screen.getByText('Manage your scheduled incoming payments')).toBeVisible()
    await screen.findByText('Uncle Ben')
    expect(listed()).toEqual([
      expect.stringMatching(/^UBUncle BenBIRTHDAY10 Dec 2026, 12:00\+£100\.50$/),
      expect.stringMatching(/^GGrandmaNo reference0?1 Jul 2027, 12:00\+£100\.50$/),
      expect.stringMatching(/^AAuntieBIRTHDAY20 Nov 2026, 12:00\+£100\.50✓ Processed$/),
    ])
    expect(screen.getAllByRole('button', { name: /^Delete/ })).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /^Delete Auntie/ })).not.toBeInTheDocument()
  })

  test('shows that it is empty', async () => {
    show({ 'GET scheduled_payments': () => json([]) })
    expect(await screen.findByText('No scheduled payments yet')).toBeVisible()
  })

  test('links back to the pay screen', async () => {
    const { router } = show()
    await userEvent.click(screen.getByRole('link', { name: 'Back' }))
    expect(router.state.location.pathname).toBe('/pay-transfer')
  })

  test('shows the error and retries when the payments do not load', async () => {
    const { answers } = show({ 'GET scheduled_payments': noAnswer })
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your scheduled payments.")
    answers['GET scheduled_payments'] = () => json([paymentRow()])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Grandma')).toBeVisible()
  })

  test('shows a payment as processed after a live update', async () => {
    const { answers } = show()
    await screen.findByText('Grandma')
    answers['GET scheduled_payments'] = () => json([paymentRow({ processed: true })])
    const watched = useTableChanges.mock.calls.map(([options]) => options)
    expect(watched.at(-1)?.changes).toContainEqual({
      table: 'scheduled_payments',
      event: 'UPDATE',
      filter: `user_id=eq.${userId}`,
    })
    act(() => watched.findLast(({ channel }) => channel === 'scheduled-payments')?.onStale())
    expect(await screen.findByText('✓ Processed')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument()
  })
})

describe('deleting', () => {
  const ask = async () => userEvent.click(await screen.findByRole('button', { name: /^Delete Grandma/ }))
  const confirm = async () =>
    userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))

  test('asks for confirmation and confirms the deletion', async () => {
    const page = show({
      'DELETE scheduled_payments': () => {
        page.answers['GET scheduled_payments'] = () => json([])
        return json([{ id: 'p-1' }])
      },
    })
    await ask()
    expect(await screen.findByRole('dialog', { name: 'Delete this scheduled payment?' })).toHaveTextContent(
      '£100.50 from Grandma',
    )
    expect(page.asked.some(({ method }) => method === 'DELETE')).toBe(false)
    await confirm()
    expect(await screen.findByText('Scheduled payment deleted')).toBeInTheDocument()
    expect(await screen.findByText('No scheduled payments yet')).toBeVisible()
  })

  test.each([
    ['the server does not answer', noAnswer, 'You appear to be offline. Check your connection and try again.'],
    ['it has been processed', () => json([]), 'It has already been processed or deleted.'],
  ])('shows the reason when %s', async (_case, answer, text) => {
    show({ 'DELETE scheduled_payments': answer })
    await ask()
    await confirm()
    expect(await screen.findAllByText('Failed to delete scheduled payment')).toHaveLength(1)
    expect(screen.getAllByText(text)).toHaveLength(1)
    expect(screen.getByRole('dialog')).toBeVisible()
  })
})

describe('a new payment', () => {
  test('defaults to 12:00 UK time', async () => {
    const { asked, router } = await openForm()
    expect(screen.getByLabelText('Time')).toHaveValue('12:00')
    await fillIn()
    expect(screen.getByRole('button', { name: /^Scheduled Date/ })).toHaveTextContent('Monday 23 November 2026')
    await submit()
    expect(await screen.findByText('Scheduled payment created successfully')).toBeInTheDocument()
    expect(bodiesOf(asked, 'rpc/schedule_payment')).toEqual([
      {
        p_request_id: expect.stringMatching(uuid) as unknown,
        p_amount: '100.50',
        p_from_name: 'Grandma',
        p_scheduled_for: '2026-11-23T12:00:00.000Z',
      },
    ])
    expect(await screen.findByRole('heading', { level: 1, name: 'Scheduled Payments' })).toBeVisible()
    expect(router.state.location.state).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Schedule New Payment' }))
    expect(screen.getByLabelText('Payment From')).toHaveValue('')
  })

  test('leads back to the list, and the next Back to the screen before it', async () => {
    const { router } = await openAfterMore()
    await fillIn()
    await submit()
    expect(await screen.findByRole('heading', { level: 1, name: 'Scheduled Payments' })).toBeVisible()
    await act(() => router.navigate(-1))
    expect(router.state.location.pathname).toBe('/more')
  })

  test('stays on the list when the customer has gone back to it before the answer', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    const { router } = await openAfterMore({ 'POST rpc/schedule_payment': () => held.then(() => json(paymentId)) })
    await fillIn()
    await submit()
    await act(() => router.navigate(-1))
    expect(screen.getByRole('heading', { level: 1, name: 'Scheduled Payments' })).toBeVisible()
    answer()
    expect(await screen.findByText('Scheduled payment created successfully')).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1, name: 'Scheduled Payments' })).toBeVisible()
  })

  test('needs a payer, an amount and a date', async () => {
    const { asked } = await openForm()
    await submit()
    expect(await screen.findAllByText('Please fill in all required fields')).toHaveLength(1)
    expect(screen.getByLabelText('Payment From')).toHaveFocus()
    expect(screen.getByLabelText('Payment From')).toBeInvalid()
    expect(screen.getByLabelText('Amount (£)')).toHaveAccessibleDescription(/Enter an amount\./)
    expect(screen.getByRole('button', { name: /^Scheduled Date/ })).toHaveAccessibleDescription('Choose a date.')
    await userEvent.type(screen.getByLabelText('Payment From'), 'Grandma')
    expect(screen.getByLabelText('Payment From')).toBeValid()
    expect(bodiesOf(asked, 'rpc/schedule_payment')).toEqual([])
  })

  test('refuses a time in the past', async () => {
    await openForm()
    await userEvent.click(screen.getByRole('button', { name: /^Scheduled Date/ }))
    expect(await screen.findByRole('button', { name: 'Friday 20 November 2026' })).toBeDisabled()
    await userEvent.click(screen.getByRole('button', { name: 'Today, Saturday 21 November 2026' }))
    await userEvent.type(screen.getByLabelText('Payment From'), 'Grandma')
    await userEvent.type(screen.getByLabelText('Amount (£)'), '100.5')
    await userEvent.clear(screen.getByLabelText('Time'))
    await userEvent.type(screen.getByLabelText('Time'), '08:59')
    await submit()
    await waitFor(() => expect(screen.getByLabelText('Time')).toHaveFocus())
    expect(screen.getByLabelText('Time')).toHaveAccessibleDescription(/Please choose a date and time in the future\./)
  })

  test("shows the server's refusal at the amount and keeps the form when above the daily limit", async () => {
    const limit = 'You can pay in up to £5,000 per day. Please choose a smaller amount or another day.'
    await openForm({
      'POST rpc/schedule_payment': () => json({ code: 'PT400', message: limit, hint: 'field:amount' }, 400),
    })
    await fillIn()
    await submit()
    await waitFor(() => expect(screen.getByLabelText('Amount (£)')).toHaveFocus())
    expect(screen.getByLabelText('Amount (£)')).toHaveAccessibleDescription(new RegExp(limit))
    expect(screen.getAllByText('Failed to create scheduled payment')).toHaveLength(1)
    expect(screen.getAllByText(limit)).toHaveLength(1)
    expect(screen.getByLabelText('Payment From')).toHaveValue('Grandma')
    expect(screen.getByLabelText('Amount (£)')).toHaveValue('100.5')
  })

  test('replaces a technical refusal with plain words', async () => {
    await openForm({
      'POST rpc/schedule_payment': () => json({ code: '23514', message: 'violates check constraint "x"' }, 400),
    })
    await fillIn()
    await submit()
    expect(await screen.findAllByText('Please check the details and try again.')).not.toHaveLength(0)
    expect(screen.queryByText(/constraint/)).not.toBeInTheDocument()
  })

  test('a new payment is not resent automatically when the server does not answer', async () => {
    const { asked } = await openForm({ 'POST rpc/schedule_payment': noAnswer })
    await fillIn()
    await submit()
    expect(await screen.findAllByText(/^We lost connection before we could confirm/)).toHaveLength(1)
    expect(bodiesOf(asked, 'rpc/schedule_payment')).toHaveLength(1)
    await userEvent.click(screen.getByRole('link', { name: 'Back' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Schedule New Payment' }))
    expect(screen.getByLabelText('Payment From')).toHaveValue('Grandma')
  })

  test('keeps its idempotency key for a retry, and gets another when its details change', async () => {
    const { answers, asked } = await openForm({ 'POST rpc/schedule_payment': noAnswer })
    const keys = () =>
      bodiesOf(asked, 'rpc/schedule_payment').map(
        (body) => z.object({ p_request_id: z.string() }).parse(body).p_request_id,
      )
    await fillIn()
    await submit()
    expect(await screen.findAllByText(/You can try again: it won't be saved twice\./)).not.toHaveLength(0)
    await submit()
    await waitFor(() => expect(keys()).toHaveLength(2))
    expect(new Set(keys()).size).toBe(1)
    await userEvent.type(screen.getByLabelText('Payment From'), ' Carter')
    answers['POST rpc/schedule_payment'] = () => json(paymentId)
    await submit()
    expect(await screen.findByText('Scheduled payment created successfully')).toBeInTheDocument()
    expect(keys()).toHaveLength(3)
    expect(new Set(keys()).size).toBe(2)
  })

  test('a new payment is sent once when the button is pressed repeatedly', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    const { asked } = await openForm({
      'POST rpc/schedule_payment': () => held.then(() => json(paymentId)),
    })
    await fillIn()
    await userEvent.dblClick(screen.getByRole('button', { name: 'Schedule Payment' }))
    await userEvent.type(screen.getByLabelText('Payment From'), '{Enter}')
    // Leaving for the list and returning does not send a second request.
    await userEvent.click(screen.getByRole('link', { name: 'Back' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Schedule New Payment' }))
    await userEvent.type(screen.getByLabelText('Payment From'), '{Enter}')
    answer()
    expect(await screen.findByText('Scheduled payment created successfully')).toBeInTheDocument()
    expect(bodiesOf(asked, 'rpc/schedule_payment')).toHaveLength(1)
  })
})
