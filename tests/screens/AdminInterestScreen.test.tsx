import { json, renderSignedIn, serve } from '../fakeServer'
import type { Answers, Row } from '../apiAnswers'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { AdminInterestScreen } from '@/screens/AdminInterestScreen'

type RateRow = Row<'list_interest_rates'>

const rate = (startsOn: string, percent: number, aer: number): RateRow => ({
  starts_on: startsOn,
  rate: percent,
  aer,
  decided_at: '2026-01-01T09:05:00.123456+00:00',
})
const rates = [rate('2098-01-01', 4.5, 4.59), rate('2026-06-01', 4.25, 4.33), rate('2026-01-01', 0, 0)]

function show(change: Answers = {}) {
  const answers: Answers = {
    'POST rpc/list_interest_rates': () => json(rates),
    'POST rpc/request_interest_rate': () => json(null),
    'POST rpc/list_saved_replies': () => json([]),
    ...change,
  }
  const asked = serve(answers)
  const sent = () =>
    asked
      .filter(({ path }) => path === 'rpc/request_interest_rate')
      .map(({ body }): unknown => JSON.parse(body ?? 'null'))
  renderSignedIn(<AdminInterestScreen />, '/admin/interest')
  return { answers, sent }
}

const ask = () => userEvent.click(screen.getByRole('button', { name: 'Ask a Second Super Admin' }))
const chooseTomorrow = async () => {
  await userEvent.click(screen.getByRole('button', { name: /^First day/ }))
  const calendar = within(await screen.findByRole('dialog', { name: 'First day' }))
  await userEvent.click(calendar.getByRole('button', { name: /22 November/ }))
}

test('lists the rates, with the one of today and those for later', async () => {
  show()
  const rows = within(await screen.findByRole('table', { name: 'Rates' })).getAllByRole('row')
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    '1 Jan 2098 LaterRate4.50%AER4.59%Decided1 Jan 2026, 09:05',
    '1 Jun 2026 NowRate4.25%AER4.33%Decided1 Jan 2026, 09:05',
    '1 Jan 2026 Rate0.00%AER0.00%Decided1 Jan 2026, 09:05',
  ])
})

test('says that there is no rate, and shows a failed load with a retry', async () => {
  const { answers } = show({ 'POST rpc/list_interest_rates': () => json({ code: 'PT403', message: 'Refused' }, 403) })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  answers['POST rpc/list_interest_rates'] = () => json([])
  await userEvent.click(retry)
  expect(await screen.findByText('No rate yet: savings earn nothing.')).toBeVisible()
})

test('says what is missing, and then asks a second super admin for the rate', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
  const { sent } = show()
  await screen.findByRole('table', { name: 'Rates' })
  await ask()
  expect(screen.getByLabelText('Rate (% a year)')).toHaveAccessibleDescription(
    'Enter a rate from 0 to 20 per cent, such as 4.25.',
  )
  expect(screen.getByText('Choose the first day.')).toBeVisible()
  expect(screen.getByText('Enter a reason.')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Rate (% a year)'), '4.5')
  await chooseTomorrow()
  await userEvent.type(screen.getByLabelText('Reason'), 'The base rate rose')
  await ask()
  await waitFor(() =>
    expect(sent()).toEqual([{ p_rate: '4.50', p_starts_on: '2026-11-22', p_reason: 'The base rate rose' }]),
  )
  expect(screen.getByLabelText('Rate (% a year)')).toHaveValue('')
  vi.useRealTimers()
})

test.each(['20.01', '-1', 'four', '4.255'])('does not ask for the rate %s', async (typed) => {
  const { sent } = show()
  await screen.findByRole('table', { name: 'Rates' })
  await userEvent.type(screen.getByLabelText('Rate (% a year)'), typed)
  await ask()
  expect(screen.getByText('Enter a rate from 0 to 20 per cent, such as 4.25.')).toBeVisible()
  expect(sent()).toEqual([])
})
