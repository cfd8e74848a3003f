import { accountRow, json, noAnswer, renderSignedIn, serve, transactionRow } from '../fakeServer'
import type { Answers } from '../apiAnswers'
import { useTableChanges } from '../fakeRealtime'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { env } from '@/lib/env'
import { TransactionsScreen } from '@/screens/TransactionsScreen'

beforeEach(() => {
  env.sampleTransactions = false
})

async function openSearch(change: Answers = {}) {
  const answers: Answers = {
    'POST rpc/get_current_account': () => json([accountRow()]),
    'POST rpc/search_transactions': () => json([transactionRow()]),
    ...change,
  }
  const asked = serve(answers)
  const { router } = renderSignedIn(<TransactionsScreen />, '/transactions')
  await userEvent.click(await screen.findByRole('button', { name: 'Search' }))
  await screen.findByRole('heading', { name: 'Search transactions' })
  // Without those of the list, which have no criteria.
  const searches = () =>
    asked.flatMap(({ path, body }) => (path === 'rpc/search_transactions' && body !== '{}' ? [body ?? ''] : []))
  return { answers, router, searches }
}

const text = () => screen.findByLabelText('Name, reference or amount')
const results = async () => within(await screen.findByRole('region', { name: 'Search results' }))

async function openFilters() {
  await userEvent.click(await screen.findByRole('button', { name: 'Filters' }))
  return within(await screen.findByRole('dialog', { name: 'Filters' }))
}

describe('the search', () => {
  test('focuses the field, shows what to enter and sends nothing', async () => {
    const { searches } = await openSearch()
    await waitFor(async () => expect(await text()).toHaveFocus())
    expect(screen.getByText('Type a name, a reference or an amount. The results appear here.')).toBeVisible()
    expect(searches()).toEqual([])
  })

  test('sends the typed text once, keeps it out of the address and shows the rows', async () => {
    const { searches, router } = await openSearch()
    await userEvent.type(await text(), 'mill lane')
    const found = await results()
    expect(await found.findByText('1 transaction found')).toBeVisible()
    expect(searches()).toEqual(['{"p_text":"mill lane"}'])
    expect(router.state.location.search).toBe('')

    const row = found.getByRole('button', { name: /Mill Lane Lettings/ })
    expect(found.getByRole('region', { name: 'Saturday, 21 Nov' })).toContainElement(row)
    await userEvent.click(row)
    const dialog = await screen.findByRole('dialog', { name: 'Transaction Details' })
    await userEvent.keyboard('{Escape}')
    expect(dialog).not.toBeInTheDocument()
    expect(await text()).toHaveValue('mill lane')
  })

  test('sends the filters, keeps them in the address and shows a chip for each', async () => {
    const { searches, router } = await openSearch()
    const sheet = await openFilters()
    await userEvent.click(sheet.getByRole('radio', { name: 'Money out' }))
    fireEvent.change(sheet.getByLabelText('First day'), { target: { value: '2026-10-01' } })
    fireEvent.change(sheet.getByLabelText('Last day'), { target: { value: '2026-10-31' } })
    await userEvent.type(sheet.getByLabelText('Lowest amount (£)'), '0.29')
    await userEvent.type(sheet.getByLabelText('Highest amount (£)'), '1,000{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() =>
      expect(JSON.parse(searches().at(-1) ?? '')).toEqual({
        p_incoming: false,
        p_from: '2026-10-01',
        p_until: '2026-10-31',
        p_min: 0.29,
        p_max: 1000,
      }),
    )
    expect(router.state.location.search).toBe('?direction=out&from=2026-10-01&until=2026-10-31&min=0.29&max=1000.00')
    const chips = within(screen.getByRole('list', { name: 'Active filters' }))
    expect(chips.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
      'Money out',
      'October 2026',
      '£0.29 to £1,000.00',
    ])

    await userEvent.click(chips.getByRole('button', { name: 'Remove filter: October 2026' }))
    expect(router.state.location.search).toBe('?direction=out&min=0.29&max=1000.00')
    expect(screen.getByRole('button', { name: 'Filters' })).toHaveFocus()
    await waitFor(() => expect(JSON.parse(searches().at(-1) ?? '')).not.toHaveProperty('p_from'))

    await userEvent.click((await openFilters()).getByRole('button', { name: 'Clear filters' }))
    expect(router.state.location.search).toBe('')
    expect(await screen.findByText(/^Type a name/)).toBeVisible()
  })

  test('shows an invalid amount at its field and does not search', async () => {
    const { searches } = await openSearch()
    const sheet = await openFilters()
    const least = sheet.getByLabelText('Lowest amount (£)')
    await userEvent.type(least, '12.345{Enter}')
    expect(await sheet.findByText('Enter an amount such as 12.50')).toBeVisible()
    expect(least).toBeInvalid()
    expect(least).toHaveFocus()
    expect(searches()).toEqual([])
  })

  test('an address with filters opens the search, and its arrow leads to the overview', async () => {
    const asked = serve({
      'POST rpc/get_current_account': () => json([accountRow()]),
      'POST rpc/search_transactions': () => json([transactionRow()]),
    })
    renderSignedIn(<TransactionsScreen />, '/transactions', '?from=2026-11-01&until=2026-11-30')
    expect(await (await results()).findByRole('button', { name: /Mill Lane Lettings/ })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Remove filter: November 2026' })).toBeVisible()
    expect(asked.find(({ path }) => path === 'rpc/search_transactions')?.body).toBe(
      '{"p_from":"2026-11-01","p_until":"2026-11-30"}',
    )
    expect(await text()).not.toHaveFocus()
    await userEvent.click(screen.getByRole('link', { name: 'Back' }))
    expect(await screen.findByRole('heading', { name: 'Latest transactions' })).toBeVisible()
  })

  test('loads the next page after the last row', async () => {
    const rows = Array.from({ length: 50 }, (_, place) =>
      transactionRow({ id: `t-${place}`, created_at: `2026-11-21T09:${59 - place}:00+00:00` }),
    )
    let answerNext: ((rows: Response) => void) | undefined
    const { searches } = await openSearch({
      'POST rpc/search_transactions': ({ body }) =>
        body?.includes('p_before') ? new Promise((resolve) => (answerNext = resolve)) : json(rows),
    })
    await userEvent.type(await text(), 'm')
    expect(await screen.findByText('The newest 50 found so far')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show earlier transactions' }))
    expect(await screen.findByText('Searching...')).toBeVisible()
    expect(screen.queryByText('The newest 50 found so far')).not.toBeInTheDocument()
    answerNext?.(json([transactionRow()]))
    expect(await screen.findByText('51 transactions found')).toBeVisible()
    expect(JSON.parse(searches().at(-1) ?? '')).toEqual({
      p_text: 'm',
      p_before: '2026-11-21T09:10:00+00:00',
      p_before_id: 't-49',
    })
  })

  test.each([
    ['zebra', "No name or reference matches 'zebra'."],
    ['£3,000', "No name, reference or amount matches '£3,000'."],
  ])('claims only what was searched for %s, and can be cleared', async (typed, claim) => {
    await openSearch({ 'POST rpc/search_transactions': () => json([]) })
    await userEvent.type(await text(), typed)
    expect(await screen.findByText('Nothing found')).toBeVisible()
    expect(screen.getByText(claim)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(await text()).toHaveValue('')
    expect(await screen.findByText(/^Type a name/)).toBeVisible()
  })

  test('names the filters where nothing is found', async () => {
    await openSearch({ 'POST rpc/search_transactions': () => json([]) })
    const sheet = await openFilters()
    await userEvent.click(sheet.getByRole('radio', { name: 'Money in' }))
    await userEvent.click(sheet.getByRole('button', { name: 'Show results' }))
    expect(await screen.findByText('You have no transactions for: Money in.')).toBeVisible()
    await userEvent.type(await text(), 'zebra')
    expect(await screen.findByText('Only these were searched: Money in.')).toBeVisible()
  })

  test('shows the error, keeps the typed text and retries', async () => {
    const { answers } = await openSearch({ 'POST rpc/search_transactions': noAnswer })
    await userEvent.type(await text(), 'mill')
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load the results.")
    expect(await text()).toHaveValue('mill')
    answers['POST rpc/search_transactions'] = () => json([transactionRow()])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('1 transaction found')).toBeVisible()
  })

  test('shows a new transaction by itself', async () => {
    const { answers } = await openSearch()
    await userEvent.type(await text(), 'mill')
    expect(await screen.findByText('1 transaction found')).toBeVisible()
    answers['POST rpc/search_transactions'] = () => json([transactionRow({ id: 'new' }), transactionRow()])
    const watched = useTableChanges.mock.calls.map(([options]) => options)
    act(() => watched.findLast(({ channel }) => channel === 'transactions')?.onStale())
    expect(await screen.findByText('2 transactions found')).toBeVisible()
  })

  test('keeps the typed text while the customer views the list', async () => {
    await openSearch()
    await userEvent.type(await text(), 'mill')
    await userEvent.click(screen.getByRole('link', { name: 'Back' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Search' }))
    expect(await text()).toHaveValue('mill')
  })

  test('the search also finds sample rows where the list shows them, and does not count them', async () => {
    env.sampleTransactions = true
    await openSearch({ 'POST rpc/search_transactions': () => json([]) })
    await userEvent.type(await text(), 'salary')
    expect(await screen.findByRole('button', { name: /Salary/ })).toHaveTextContent(/Sample.*\+£2,340\.00/)
    await userEvent.clear(await text())
    await userEvent.type(await text(), '£2,340')
    expect(await screen.findByText("No name, reference or amount matches '£2,340'.")).toBeVisible()
    expect(screen.getByRole('button', { name: /Salary/ })).toBeVisible()
  })
})
