import { insightsRows, json, noAnswer, renderSignedIn, serve, userId } from '../fakeServer'
import type { Answers } from '../apiAnswers'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useTableChanges } from '../fakeRealtime'
import { InsightsScreen } from '@/screens/InsightsScreen'

function show(answer: Answers['POST rpc/get_insights'] = () => json(insightsRows())) {
  const answers: Answers = {
    'POST rpc/get_insights': answer,
    'POST rpc/get_spending_by_category': () => json([]),
    'POST rpc/get_spending_by_payee': () => json([]),
    'GET external_accounts': () => json([]),
  }
  serve(answers)
  return { answers, ...renderSignedIn(<InsightsScreen />, '/insights') }
}

const card = async (name: string) => within(await screen.findByRole('region', { name }))
const figure = (part: Awaited<ReturnType<typeof card>>, label: string) => part.getByText(label).nextSibling

beforeEach(() => {
  vi.useRealTimers()
})

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

test.each([
  ['less spent than last month', 800, 900, 'Spending Comparison', 'Down', 'good'],
  ['more spent than last month', 900, 800, 'Spending Comparison', 'Up', 'not good'],
  ['more received than spent', 900, 800, "This Month's Activity", 'Up', 'good'],
  ['more spent than received', 2000, 800, "This Month's Activity", 'Down', 'not good'],
])('the colour of %s', async (_what, spent, before, name, words, meaning) => {
  show(() => json(insightsRows({ spent }, { spent: before })))
  const mark = (await card(name)).getByText(words)
  expect(mark).toHaveClass(meaning === 'good' ? 'bg-tint-green' : 'bg-tint-amber')
})

describe('the chart', () => {
  const october = () => screen.findByRole('link', { name: 'Oct 2026: spent £800.00, received £2,000.00' })

  test('the chart has a scale with two labelled lines', async () => {
    show()
    const comparison = await card('Monthly Comparison')
    expect(comparison.getByText('£2,000')).toBeVisible()
    expect(comparison.getByText('£1,000')).toBeVisible()
  })

  test('shows this month, then the month with the focus', async () => {
    show()
    const month = await october()
    const comparison = await card('Monthly Comparison')
    expect(comparison.getByRole('link', { name: 'See transactions of November 2026' })).toBeVisible()
    act(() => month.focus())
    expect(comparison.getByRole('link', { name: 'See transactions of October 2026' })).toBeVisible()
  })

  test('a click leads to the month', async () => {
    const { router } = show()
    await userEvent.click(await october())
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/transactions?counted=true&from=2026-10-01&until=2026-10-31',
    )
  })

  test('the first tap shows the figures, the second leads to the month', async () => {
    const { router } = show()
    const finger = { keys: '[TouchA]', target: await october() }
    await userEvent.pointer(finger)
    expect(screen.getByRole('link', { name: 'See transactions of October 2026' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/insights')
    await userEvent.pointer(finger)
    expect(router.state.location.pathname).toBe('/transactions')
  })

  test('the arrows show the month before and after, and stop at the ends', async () => {
    show()
    await october()
    await userEvent.click(screen.getByRole('button', { name: 'Show October 2026' }))
    expect(screen.getByRole('link', { name: 'See transactions of October 2026' })).toBeVisible()
    const later = screen.getByRole('button', { name: 'Show November 2026' })
    await userEvent.click(later)
    expect(screen.getByRole('link', { name: 'See transactions of November 2026' })).toBeVisible()
    expect(later).toHaveAccessibleName('No further month')
    expect(later).toHaveFocus()
    await userEvent.click(later)
    expect(screen.getByRole('link', { name: 'See transactions of November 2026' })).toBeVisible()
  })

  test('the chart is a sentence without data', async () => {
    show(() => json(insightsRows().map((row) => ({ ...row, spent: 0, received: 0 }))))
    expect(await screen.findByText(/^There's nothing to compare yet/)).toBeVisible()
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
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

describe('spending', () => {
  const spending = {
    'POST rpc/get_spending_by_category': () =>
      json([
        { category: 'food_and_drink', spent: 80.5, spent_before: '40.25', has_external: false },
        { category: 'rent', spent: 0, spent_before: 925, has_external: false },
      ]),
    'POST rpc/get_spending_by_payee': () => json([{ payee: 'B&Q', spent: 80.5, spent_before: 0, has_external: false }]),
  }
  const showSpending = async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') })
    const page = show()
    Object.assign(page.answers, spending)
    const table = async (name: RegExp) => within(await screen.findByRole('table', { name }))
    return { ...page, table }
  }
  const addressOf = (link: HTMLElement) => link.getAttribute('href')

  test('the spending is in tables beside the same days of last month, below the three cards', async () => {
    const { table } = await showSpending()
    const byCategory = await table(/^Spending by category this month/)
    expect(byCategory.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'CategoryThis month1–22 Oct',
      'Food & Drink£80.50£40.25',
      'Rent£0.00£925.00',
    ])
    const byMerchant = await table(/^Spending by merchant this month/)
    expect(byMerchant.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'MerchantThis month1–22 Oct',
      'B&Q£80.50£0.00',
    ])
    const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
    expect(headings.slice(-2)).toEqual(['Spending by category', 'Spending by merchant'])
    expect(headings).toHaveLength(5)
  })

  test('leads from each row to the transactions behind it, of last month if there are none this month', async () => {
    await showSpending()
    expect(addressOf(await screen.findByRole('link', { name: 'Food & Drink' }))).toBe(
      '/transactions?direction=out&counted=true&category=food_and_drink&from=2026-11-01&until=2026-11-22',
    )
    expect(addressOf(screen.getByRole('link', { name: 'Rent' }))).toBe(
      '/transactions?direction=out&counted=true&category=rent&from=2026-10-01&until=2026-10-22',
    )
    expect(addressOf(screen.getByRole('link', { name: 'B&Q' }))).toBe(
      '/transactions?direction=out&counted=true&payee=B%26Q&from=2026-11-01&until=2026-11-22',
    )
  })

  test('names the other banks that are counted, and leads to no list that lacks their transactions', async () => {
    const { answers, table } = await showSpending()
    answers['GET external_accounts'] = () => json([{ name: 'Barclays' }, { name: 'Monzo' }])
    answers['POST rpc/get_spending_by_payee'] = () =>
      json([
        { payee: 'B&Q', spent: 80.5, spent_before: 0, has_external: true },
        { payee: 'Larkspur', spent: 5, spent_before: 0, has_external: false },
      ])
    expect(await screen.findByText(/merchant also counts Barclays and Monzo\./)).toBeVisible()
    await table(/^Spending by merchant.*Rows with transactions of other banks have no link$/)
    expect(screen.getByRole('rowheader', { name: 'B&Q' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'B&Q' })).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Larkspur' })).toBeVisible()
    await table(/^Spending by category this month, and on the same days of last month \(1–22 Oct\)$/)
  })

  test('says that there is none', async () => {
    show()
    expect(await screen.findByText(/^You haven't spent anything this month, or/)).toBeVisible()
    expect(screen.getByText("You haven't spent anything this month yet.")).toBeVisible()
  })

  test('says that it cannot be loaded, and retries', async () => {
    const { answers } = show()
    answers['POST rpc/get_spending_by_payee'] = noAnswer
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your spending.")
    Object.assign(answers, spending)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'B&Q' })).toBeVisible()
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
  const watched = useTableChanges.mock.calls.map(([options]) => options)
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
