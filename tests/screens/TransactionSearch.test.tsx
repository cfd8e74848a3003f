import { accountRow, json, noAnswer, renderSignedIn, serve, transactionRow } from '../fakeServer'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { env } from '@/lib/env'
import type { useTableChanges } from '@/lib/realtime'
import { TransactionsScreen } from '@/screens/TransactionsScreen'

vi.mock('@/lib/realtime', () => ({ useTableChanges: vi.fn<typeof useTableChanges>() }))

type Answers = Parameters<typeof serve>[0]

beforeEach(() => {
  env.sampleTransactions = false
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

async function openSearch(change: Answers = {}) {
  const answers: Answers = {
    'GET accounts': () => json([accountRow()]),
    'GET transactions': () => json([transactionRow()]),
    'POST rpc/search_transactions': () => json([transactionRow()]),
    ...change,
  }
  const asked = serve(answers)
  const { router } = renderSignedIn(<TransactionsScreen />, '/transactions')
  await userEvent.click(await screen.findByRole('button', { name: 'Search' }))
  await screen.findByRole('heading', { name: 'Search transactions' })
  const searches = () => asked.filter(({ path }) => path === 'rpc/search_transactions').map(({ body }) => body ?? '')
  return { answers, router, searches }
}

const text = () => screen.findByLabelText('Name or reference')

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
    const results = within(await screen.findByRole('region', { name: 'Search results' }))
    expect(await results.findByText('1 transaction found')).toBeVisible()
    expect(searches()).toEqual(['{"p_text":"mill lane"}'])
    expect(router.state.location.search).toBe('')

    const row = results.getByRole('button', { name: /Mill Lane Lettings/ })
    expect(results.getByRole('region', { name: 'Saturday, 21 Nov' })).toContainElement(row)
    await userEvent.click(row)
    const dialog = await screen.findByRole('dialog', { name: 'Transaction Details' })
    await userEvent.keyboard('{Escape}')
    expect(dialog).not.toBeInTheDocument()
    expect(await text()).toHaveValue('mill lane')
  })

  test('sends exact amounts in pounds', async () => {
    const { searches } = await openSearch()
    await userEvent.type(await screen.findByLabelText('Lowest amount (£)'), '0.29')
    await userEvent.type(screen.getByLabelText('Highest amount (£)'), '1,000')
    await waitFor(() => expect(searches().at(-1)).toBe('{"p_min":0.29,"p_max":1000}'))
  })

  test('shows an invalid amount at its field and does not send it', async () => {
    const { searches } = await openSearch()
    const least = await screen.findByLabelText('Lowest amount (£)')
    await userEvent.type(least, '12.345')
    expect(await screen.findByText('Enter an amount such as 12.50')).toBeVisible()
    expect(least).toBeInvalid()
    await userEvent.type(await text(), '{Enter}')
    expect(least).toHaveFocus()
    expect(searches().filter((body) => body.includes('12.345'))).toEqual([])
  })

  test('loads the next page after the last row', async () => {
    const rows = Array.from({ length: 50 }, (_, place) =>
      transactionRow({ id: `t-${place}`, created_at: `2026-11-21T09:${59 - place}:00+00:00` }),
    )
    const { searches } = await openSearch({
      'POST rpc/search_transactions': ({ body }) => json(body?.includes('p_before') ? [transactionRow()] : rows),
    })
    await userEvent.type(await text(), 'm')
    expect(await screen.findByText('The newest 50 found so far')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show earlier transactions' }))
    expect(await screen.findByText('51 transactions found')).toBeVisible()
    expect(JSON.parse(searches().at(-1) ?? '')).toEqual({
      p_text: 'm',
      p_before: '2026-11-21T09:10:00+00:00',
      p_before_id: 't-49',
    })
  })

  test('shows that nothing matches and can be cleared', async () => {
    await openSearch({ 'POST rpc/search_transactions': () => json([]) })
    await userEvent.type(await text(), 'zebra')
    expect(await screen.findByText('Nothing found')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(await text()).toHaveValue('')
    expect(await screen.findByText(/^Type a name/)).toBeVisible()
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

  test('keeps the typed text while the customer views the list', async () => {
    await openSearch()
    await userEvent.type(await text(), 'mill')
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Search' }))
    expect(await text()).toHaveValue('mill')
  })

  test('also finds sample rows where the list shows them', async () => {
    env.sampleTransactions = true
    await openSearch({ 'POST rpc/search_transactions': () => json([]) })
    await userEvent.type(await text(), 'salary')
    expect(await screen.findByRole('button', { name: /SALARY/ })).toHaveTextContent('+£2,340.00')
  })
})
