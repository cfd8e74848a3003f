import { accountRow, json, noAnswer, renderSignedIn, serve } from '../fakeServer'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CardsScreen } from '@/screens/CardsScreen'

type Answers = Parameters<typeof serve>[0]

const fullNumber = '4659123412342467'
const shown = '4659 1234 1234 2467'

function show(change: Answers = {}) {
  const answers: Answers = {
    'GET accounts': () => json([accountRow()]),
    'POST rpc/get_my_card_number': () => json(fullNumber),
    ...change,
  }
  const asked = serve(answers)
  return { answers, asked, ...renderSignedIn(<CardsScreen />, '/cards') }
}

const reveal = async () => userEvent.click(await screen.findByRole('button', { name: 'Show card number' }))
const askedForNumber = (asked: ReturnType<typeof serve>) =>
  asked.filter(({ path }) => path === 'rpc/get_my_card_number')

/** Whether the query or mutation cache contains the full number. */
function remembers({ client }: Pick<ReturnType<typeof show>, 'client'>): boolean {
  const queries = client.getQueryCache().getAll()
  const mutations = client.getMutationCache().getAll()
  return JSON.stringify([...queries, ...mutations].map(({ state }) => state.data)).includes(fullNumber)
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the card', () => {
  test("shows the last four digits, 'valid thru' 12/26 and the cardholder in upper case", async () => {
    const { asked } = show()
    expect(await screen.findByText('PRIYA SHAH')).toBeVisible()
    expect(screen.getByText('valid thru').nextSibling).toHaveTextContent('12/26')
    expect(screen.getByText(/2467/)).toHaveTextContent('•••• •••• •••• Card number ending in 2467')
    expect(askedForNumber(asked)).toEqual([])
  })

  test('shows and hides the full number', async () => {
    const page = show()
    await reveal()
    expect(await screen.findByText(shown)).toBeVisible()
    expect(askedForNumber(page.asked)).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Hide card number' }))
    expect(screen.queryByText(shown)).not.toBeInTheDocument()
    await waitFor(() => expect(remembers(page)).toBe(false))
  })

  test('hides the number after 30 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const page = show()
    await reveal()
    await screen.findByText(shown)
    await act(() => vi.advanceTimersByTimeAsync(29_000))
    expect(screen.getByText(shown)).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.queryByText(shown)).not.toBeInTheDocument()
    await waitFor(() => expect(remembers(page)).toBe(false))
  })

  test('hides the number when the page is hidden', async () => {
    show()
    await reveal()
    await screen.findByText(shown)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(screen.queryByText(shown)).not.toBeInTheDocument())
  })

  test('removes the number from memory when the customer leaves the screen', async () => {
    const page = show()
    await reveal()
    await screen.findByText(shown)
    await act(() => page.router.navigate('/'))
    await waitFor(() => expect(remembers(page)).toBe(false))
    await act(() => page.router.navigate('/cards'))
    expect(await screen.findByRole('button', { name: 'Show card number' })).toBeVisible()
    expect(screen.queryByText(shown)).not.toBeInTheDocument()
  })

  test('discards an answer that arrives after the customer leaves the screen', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    const page = show({ 'POST rpc/get_my_card_number': () => held.then(() => json(fullNumber)) })
    await reveal()
    await act(() => page.router.navigate('/'))
    answer()
    await waitFor(() => expect(page.client.getMutationCache().getAll()).toEqual([]))
  })

  test('shows the error on the card and retries when the number does not load', async () => {
    const { answers } = show({ 'POST rpc/get_my_card_number': noAnswer })
    await reveal()
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't show your card number.")
    answers['POST rpc/get_my_card_number'] = () => json(fullNumber)
    await reveal()
    expect(await screen.findByText(shown)).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('shows the error and retries when the card does not load', async () => {
    const { answers } = show({ 'GET accounts': noAnswer })
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your card.")
    answers['GET accounts'] = () => json([accountRow()])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('PRIYA SHAH')).toBeVisible()
  })
})

test.each(['Freeze Card', 'View PIN', 'Card Settings'])('shows that %s is not available yet', async (name) => {
  show()
  await userEvent.click(screen.getByRole('button', { name }))
  expect(await screen.findByRole('dialog', { name })).toHaveTextContent(/ yet\b/)
})

test('lists 25 sample transactions, first a payment, then a salary of 2500', async () => {
  show()
  const list = within(screen.getByRole('region', { name: 'Recent card transactions' }))
  const rows = list.getAllByRole('listitem')
  expect(rows).toHaveLength(25)
  expect(rows[0]).toHaveTextContent(/-£\d/)
  expect(rows[1]).toHaveTextContent('+£2,500.00')
})
