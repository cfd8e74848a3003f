import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InterestEarned } from '@/features/money/interest/InterestEarned'
import { nextPayday, taxYearName, taxYearOf } from '@/features/money/interest/taxYears'
import type { Answers } from '../../../apiAnswers'
import { bodiesOf, json, renderSignedIn, serve } from '../../../fakeServer'

const paid = (id: string, name: string, interest: number) => ({
  id,
  name,
  sort_code: '002468',
  account_number: '13571357',
  interest,
})
const interest = {
  rate: 4.25,
  aer: 4.33,
  next_rate: null,
  next_aer: null,
  next_rate_from: null,
  tax_year: 2026,
  accounts: [paid('savings-1', 'Holiday', 12.34), paid('savings-2', 'Rainy day', 99)],
  not_paid_yet: { 'savings-1': 1.42 },
}
const account = { id: 'savings-1', openedAt: '2025-01-10T09:00:00+00:00', closedAt: null }

const orders: unknown[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage = (order: unknown) => orders.push(order)
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  orders.length = 0
})

function show(change: object = {}, shown: { id: string; openedAt: string; closedAt: string | null } = account) {
  const answers: Answers = {
    'POST rpc/get_interest': () => json({ ...interest, ...change }),
    'POST rpc/get_interest_certificate': () =>
      json({
        tax_year: 2025,
        from: '2025-04-06',
        until: '2026-04-05',
        holder_name: 'Priya Shah',
        accounts: interest.accounts,
        total: 111.34,
        made_at: '2026-11-21T12:00:00+00:00',
      }),
    'GET profiles': () =>
      json([{ address_line_1: '4 Mill Lane', address_line_2: null, town: 'Leeds', postcode: 'LS1 4AP' }]),
  }
  const asked = serve(answers)
  renderSignedIn(<InterestEarned account={shown} />)
  return { answers, asked }
}

const openInterest = async () => userEvent.click(await screen.findByRole('button', { name: /^Interest/ }))
const facts = async () => {
  await openInterest()
  await screen.findByText('Paid this tax year')
  return screen
    .getAllByRole('definition')
    .map((value) => `${value.previousElementSibling?.textContent}: ${value.textContent}`)
}

test('shows the rate, what was paid in this tax year and what comes on the first of the month', async () => {
  show()
  expect(await facts()).toEqual([
    'Rate: 4.33% AER (4.25% a year, variable)',
    'Paid this tax year: £12.34',
    'Next payment: £1.42 so far, on Tuesday 1 December',
  ])
})

test('shows a rate that is decided for later, and nothing earned as zero', async () => {
  show({ next_rate: 4, next_aer: 4.07, next_rate_from: '2026-12-05', accounts: [], not_paid_yet: {} })
  expect(await facts()).toEqual([
    'Rate: 4.33% AER (4.25% a year, variable)',
    'New rate: 4.07% AER from 5 December 2026',
    'Paid this tax year: £0.00',
    'Next payment: £0.00 so far, on Tuesday 1 December',
  ])
})

test('of a closed account it shows what was paid', async () => {
  show({}, { ...account, closedAt: '2026-11-20T09:00:00+00:00' })
  expect(await facts()).toEqual(['Paid this tax year: £12.34'])
})

test('shows a failed load with a retry', async () => {
  const { answers } = show()
  answers['POST rpc/get_interest'] = () => json({ rate: 'high' })
  await openInterest()
  expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your interest.")
  answers['POST rpc/get_interest'] = () => json(interest)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('£12.34')).toBeVisible()
})

test('makes the certificate of the tax year that the customer chooses, from the first of the account on', async () => {
  const { asked } = show()
  await openInterest()
  const years = await screen.findByLabelText('Tax year')
  expect(Array.from(years.querySelectorAll('option'), ({ textContent }) => textContent)).toEqual([
    '2026/27',
    '2025/26',
    '2024/25',
  ])
  await userEvent.selectOptions(years, '2025/26')
  await userEvent.click(screen.getByRole('button', { name: 'Download certificate' }))
  await waitFor(() => expect(orders).toHaveLength(1))
  expect(bodiesOf(asked, 'rpc/get_interest_certificate')).toEqual([{ p_tax_year: 2025 }])
  expect(orders[0]).toMatchObject({
    document: 'letter',
    letter: {
      title: 'Certificate of interest',
      facts: [
        { name: 'Account holder', value: 'Priya Shah' },
        { name: 'Address', value: '4 Mill Lane, Leeds, LS1 4AP' },
        { name: 'Interest paid', value: '£12.34 to Holiday, 00-24-68 13571357' },
        { name: '', value: '£99.00 to Rainy day, 00-24-68 13571357' },
        { name: 'Total', value: '£111.34' },
        { name: 'Tax taken off', value: '£0.00' },
      ],
    },
  })
})

test.each([
  ['2026-04-05', 2025, '2025/26', '2026-05-01'],
  ['2026-04-06', 2026, '2026/27', '2026-05-01'],
  ['2026-12-31', 2026, '2026/27', '2027-01-01'],
  ['2100-01-01', 2099, '2099/00', '2100-02-01'],
])('on %s the tax year is that of %i, %s, and the next payment on %s', (day, taxYear, name, payday) => {
  expect([taxYearOf(day), taxYearName(taxYearOf(day)), nextPayday(day)]).toEqual([taxYear, name, payday])
})
