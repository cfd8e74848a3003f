import { insightsRows, json, noAnswer, renderSignedIn, serve, userId } from '../fakeServer'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useTableChanges } from '@/lib/realtime'
import { InsightsScreen } from '@/screens/InsightsScreen'

vi.mock('@/lib/realtime', () => ({ useTableChanges: vi.fn<typeof useTableChanges>() }))

type Answer = Parameters<typeof serve>[0][string]

function show(answer: Answer = () => json(insightsRows())) {
  const answers = { 'POST rpc/get_insights': answer }
  serve(answers)
  return { answers, ...renderSignedIn(<InsightsScreen />, '/insights') }
}

const card = async (name: string) => within(await screen.findByRole('region', { name }))
const figure = (part: Awaited<ReturnType<typeof card>>, label: string) => part.getByText(label).nextSibling

beforeEach(() => vi.mocked(useTableChanges).mockClear())

test("shows 'Loading insights...', then the three cards", async () => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  show(() => held.then(() => json(insightsRows())))
  expect(await screen.findByText('Loading insights...')).toBeVisible()
  answer()
  expect(await screen.findByRole('heading', { name: "This Month's Activity" })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Spending Comparison' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Monthly Comparison' })).toBeVisible()
  expect(screen.queryByText('Loading insights...')).not.toBeInTheDocument()
})

describe("This Month's Activity", () => {
  test.each([
    [900, 1500.5, '£900.00', '£1,500.50', 'Up+£600.50'],
    [900, 100, '£900.00', '£100.00', 'Down-£800.00'],
    [900, 900, '£900.00', '£900.00', 'No change£0.00'],
  ])('shows %d spent and %d received', async (spent, received, totalSpent, totalReceived, net) => {
    show(() => json(insightsRows({ spent, received })))
    const activity = await card("This Month's Activity")
    expect(figure(activity, 'Total Spent')).toHaveTextContent(totalSpent)
    expect(figure(activity, 'Total Received')).toHaveTextContent(totalReceived)
    expect(figure(activity, 'Net Change')).toHaveTextContent(net)
  })
})

describe('Spending Comparison', () => {
  test.each([
    [900, 800, 'Up12.5%more than last month'],
    [800, 900, 'Down11.1%less than last month'],
  ])('compares %d with %d last month', async (spent, before, words) => {
    show(() => json(insightsRows({ spent }, { spent: before })))
    expect((await card('Spending Comparison')).getByText(/%/).parentElement).toHaveTextContent(words)
  })

  test.each([
    ['the same as last month', 800, 800],
    ['nothing last month', 800, 0],
  ])('shows no percentage for %s', async (_what, spent, before) => {
    show(() => json(insightsRows({ spent }, { spent: before })))
    const comparison = await card('Spending Comparison')
    expect(comparison.getByText(/last month/)).toBeVisible()
    expect(comparison.queryByText(/%/)).not.toBeInTheDocument()
  })
})

describe('Monthly Comparison', () => {
  test('shows this month, last month and the six-month average', async () => {
    show()
    const comparison = await card('Monthly Comparison')
    expect(figure(comparison, 'This Month')).toHaveTextContent('£900.00')
    expect(figure(comparison, 'Last Month')).toHaveTextContent('£800.00')
    expect(figure(comparison, 'Average (6 months)')).toHaveTextContent('£1,050.25')
  })

  test('gives screen readers the chart as a table', async () => {
    show()
    const table = within(await screen.findByRole('table', { name: /Spent and received/ }))
    const rows = table.getAllByRole('row').map((row) => row.textContent)
    expect(rows).toEqual([
      'MonthSpentReceived',
      'May 2026£1,100.00£2,000.00',
      'June 2026£1,100.00£2,000.00',
      'July 2026£1,101.40£2,000.00',
      'August 2026£1,200.10£2,000.00',
      'September 2026£1,000.00£2,000.00',
      'October 2026£800.00£2,000.00',
      'November 2026£900.00£1,500.50',
    ])
  })
})

test('shows the error and retries', async () => {
  const { answers } = show(noAnswer)
  expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your insights.")
  answers['POST rpc/get_insights'] = () => json(insightsRows())
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Total Spent')).toBeVisible()
})

test('refetches the figures after every change to the transactions, including a deletion', async () => {
  const { answers } = show()
  await screen.findByText('Total Spent')
  const watched = vi.mocked(useTableChanges).mock.calls.map(([options]) => options)
  const channel = watched.findLast(({ channel: name }) => name === 'insights')
  const filter = `user_id=eq.${userId}`
  expect(channel?.changes).toEqual([
    { table: 'transactions', event: 'INSERT', filter },
    { table: 'transactions', event: 'UPDATE', filter },
    { table: 'transactions', event: 'DELETE' },
  ])
  answers['POST rpc/get_insights'] = () => json(insightsRows({ spent: 912.5 }))
  act(() => channel?.onStale())
  const activity = await card("This Month's Activity")
  expect(await activity.findByText('£912.50')).toBeVisible()
})
