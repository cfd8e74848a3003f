import { createTestQueryClient, json, noAnswer, serve, storeSession } from '../../../fakeServer'
import type { Answers } from '../../../apiAnswers'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Transaction } from '@/features/money/transactions/queries'
import { sampleTransactions } from '@/features/money/transactions/sampleTransactions'
import { TransactionRow } from '@/features/money/transactions/TransactionRow'
import { TransactionsWithDetails } from '@/features/money/transactions/TransactionsWithDetails'
import { SessionProvider } from '@/lib/session'
import { aTransaction } from './aTransaction'

async function show(transaction: Transaction, change: Answers = {}) {
  const onClose = vi.fn<() => void>()
  const answers: typeof change = { 'POST rpc/get_balance_after': () => json(987.65), ...change }
  const asked = serve(answers)
  storeSession()
  const client = createTestQueryClient()
  render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <TransactionsWithDetails list={null} selected={transaction} actions={<p>The actions</p>} onClose={onClose} />
      </SessionProvider>
    </QueryClientProvider>,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Transaction Details' }))
  await dialog.findByText('Category')
  return { answers, asked, client, dialog, onClose }
}

function details() {
  const terms = screen.getAllByRole('term').map((term) => term.textContent)
  const texts = screen
    .getAllByRole('definition')
    .map((text) => text.querySelector('select')?.selectedOptions[0]?.textContent ?? text.textContent)
  return terms.map((term, index) => [term, texts[index]])
}

describe('Transaction Details', () => {
  test('Transaction Details shows a payment out', async () => {
    const { dialog } = await show(aTransaction())
    expect(dialog.getByText('-£12.50')).toBeVisible()
    await dialog.findByText('£987.65')
    expect(details()).toEqual([
      ['To', 'Mill Lane Lettings'],
      ['Sort code', '00-01-14'],
      ['Account number', '40318826'],
      ['Reference', 'RENT FLAT 4'],
      ['Category', 'Rent'],
      ['Date', '21 November 2026 at 09:05'],
      ['Balance after', '£987.65'],
      ['Payment ID', '…action-1'],
    ])
    expect(dialog.getByText('The actions')).toBeVisible()
  })

  test('shows a long name whole', async () => {
    const name = 'Long '.repeat(28).trim()
    await show(aTransaction({ counterparty: name }))
    expect(details()).toContainEqual(['To', name])
  })

  test('Transaction Details shows no balance for a row that the ledger does not have', async () => {
    await show(aTransaction(), { 'POST rpc/get_balance_after': () => json(null) })
    await waitFor(() => expect(details()).toContainEqual(['Balance after', 'Not known']))
  })

  test('retries the balance', async () => {
    const { answers, dialog } = await show(aTransaction(), { 'POST rpc/get_balance_after': noAnswer })
    const retry = await dialog.findByRole('button', { name: 'Try again' })
    answers['POST rpc/get_balance_after'] = () => json(1)
    await userEvent.click(retry)
    expect(await dialog.findByText('£1.00')).toBeVisible()
  })

  test('keeps the retry of the balance while it is read again', async () => {
    const { answers, dialog, client } = await show(aTransaction(), { 'POST rpc/get_balance_after': noAnswer })
    const retry = await dialog.findByRole('button', { name: 'Try again' })
    const isAsked = vi.fn<() => void>()
    answers['POST rpc/get_balance_after'] = () => new Promise<Response>(() => isAsked())
    act(() => void client.refetchQueries())
    await waitFor(() => expect(isAsked).toHaveBeenCalled())
    expect(retry).toBeVisible()
  })

  test('Transaction Details shows money in, on a summer evening in London', async () => {
    const { dialog } = await show(
      aTransaction({ incoming: true, counterparty: 'Cora Tester', reference: null, createdAt: '2026-07-01T22:30:00Z' }),
    )
    expect(dialog.getByText('+£12.50')).toBeVisible()
    expect(details()).toContainEqual(['From', 'Cora Tester'])
    expect(details()).toContainEqual(['Reference', 'None'])
    expect(details()).toContainEqual(['Date', '1 July 2026 at 23:30'])
  })

  test('Transaction Details of a pending card payment say so, and name the card instead of a reference', async () => {
    const { dialog } = await show(
      aTransaction({ status: 'pending', sortCode: '', accountNumber: '', reference: 'Card ending 2467' }),
    )
    expect(dialog.getByText('Pending')).toBeVisible()
    expect(details()).toContainEqual(['Paid with', 'Card ending 2467'])
    expect(dialog.queryByText('Reference')).not.toBeInTheDocument()
  })

  test('Transaction Details of a card payment abroad name the card, and the country with what was charged there', async () => {
    await show(
      aTransaction({ sortCode: '', accountNumber: '', reference: 'Cash, card ending 2467 · Japan · JPY 4,200' }),
    )
    expect(details()).toContainEqual(['Paid with', 'Cash, card ending 2467'])
    expect(details()).toContainEqual(['Abroad', 'Japan · JPY 4,200'])
  })

  test('a reference that a payer wrote stays one', async () => {
    const { dialog } = await show(aTransaction({ reference: 'Card ending 2467' }))
    expect(details()).toContainEqual(['Reference', 'Card ending 2467'])
    expect(dialog.queryByText('Pending')).not.toBeInTheDocument()
  })

  test.each([
    ['a payment', {}],
    ['a pending payment by card', { status: 'pending', category: 'shopping', reference: 'Card ending 2467' }],
  ] as const)('Transaction Details of %s has the picture of its row', async (_what, change) => {
    const transaction = aTransaction(change)
    const { dialog } = await show(transaction)
    render(
      <ul>
        <TransactionRow transaction={transaction} year="2026" hasTime={false} onSelect={() => undefined} />
      </ul>,
    )
    expect(dialog.queryByText('ML')).not.toBeInTheDocument()
    // The dialog hides the rest of the page.
    const icon = screen.getByRole('button', { name: /Mill Lane/, hidden: true }).querySelector('svg')
    expect(dialog.getByText('-£12.50').parentElement?.querySelector('svg')?.outerHTML).toBe(icon?.outerHTML)
  })

  test('Transaction Details of a reversed payment shows the time of the reversal', async () => {
    await show(aTransaction({ reversedAt: '2026-11-22T10:00:00Z' }))
    expect(details()).toContainEqual(['Reversed', '22 November 2026 at 10:00'])
  })

  test('Transaction Details of a sample says that it does not affect the balance', async () => {
    const [sample] = sampleTransactions('2026-11-21')
    if (sample === undefined) throw new Error('there are no samples')
    const { asked, dialog } = await show(sample)
    expect(dialog.getByText('Sample')).toBeVisible()
    expect(dialog.getByText(/doesn't count in your balance/)).toBeVisible()
    expect(dialog.queryByText('Balance after')).not.toBeInTheDocument()
    expect(asked).toEqual([])
  })

  test('copies the numbers', async () => {
    const person = userEvent.setup()
    const { dialog } = await show(aTransaction())
    await person.click(dialog.getByRole('button', { name: 'Copy account number' }))
    expect(await navigator.clipboard.readText()).toBe('40318826')
    expect(await dialog.findByText('Account number copied')).toBeInTheDocument()
    await person.click(dialog.getByRole('button', { name: 'Copy sort code' }))
    expect(await navigator.clipboard.readText()).toBe('00-01-14')
  })

  test.each(['{Escape}', '{Enter}'])('closes by %s', async (key) => {
    const { onClose } = await show(aTransaction())
    if (key === '{Enter}') screen.getByRole('button', { name: 'Close' }).focus()
    await userEvent.keyboard(key)
    expect(onClose).toHaveBeenCalledOnce()
  })
})

describe('the category', () => {
  const saved = (asked: { path: string; body: string | null }[]) =>
    asked.flatMap(({ path, body }) => (path === 'rpc/set_category' ? [JSON.parse(body ?? '')] : []))

  test('the category is changed at once, and then always for the merchant', async () => {
    const { asked, dialog } = await show(aTransaction(), {
      'POST rpc/set_category': () => new Response(null, { status: 204 }),
    })
    expect(dialog.queryByRole('button', { name: /^Always/ })).not.toBeInTheDocument()
    const picture = () => dialog.getByText('-£12.50').parentElement?.querySelector('svg')
    expect(picture()).toHaveClass('lucide-house')
    await userEvent.selectOptions(dialog.getByLabelText('Category'), 'food_and_drink')
    await waitFor(() => expect(picture()).toHaveClass('lucide-utensils'))
    await userEvent.click(await dialog.findByRole('button', { name: 'Always for Mill Lane Lettings' }))
    expect(await dialog.findByRole('button', { name: /^Always/, pressed: true })).toBeVisible()
    expect(dialog.getByLabelText('Category')).toHaveValue('food_and_drink')
    const choice = { p_transaction_id: 'transaction-1', p_category: 'food_and_drink' }
    expect(saved(asked)).toEqual([
      { ...choice, p_always: false },
      { ...choice, p_always: true },
    ])
  })

  test('the category goes back when it could not be changed', async () => {
    const { dialog } = await show(aTransaction(), {
      'POST rpc/set_category': () => json({ code: 'XX000', message: 'internal' }, 500),
    })
    await userEvent.selectOptions(dialog.getByLabelText('Category'), 'Bills')
    await waitFor(() => expect(dialog.getByLabelText('Category')).toHaveValue('rent'))
  })
})

describe('on a desktop', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('the details are in a panel beside the list, where their row is marked', async () => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
    serve({ 'POST rpc/get_balance_after': () => json(987.65) })
    storeSession()
    const client = createTestQueryClient()
    const list = ['transaction-1', 'transaction-2'].map((id) => (
      <TransactionRow
        key={id}
        transaction={aTransaction({ id })}
        year="2026"
        hasTime={false}
        onSelect={() => undefined}
      />
    ))
    const page = (selected: Transaction | null) => (
      <QueryClientProvider client={client}>
        <SessionProvider>
          <TransactionsWithDetails list={list} selected={selected} actions={null} onClose={() => undefined} />
        </SessionProvider>
      </QueryClientProvider>
    )
    const marked = () =>
      screen.getAllByRole('button', { name: /Mill Lane/ }).map((row) => row.getAttribute('aria-current'))
    const { rerender } = render(page(null))
    expect(screen.getByText('Select a transaction to see its details.')).toBeVisible()
    expect(marked()).toEqual([null, null])
    rerender(page(aTransaction()))
    expect(marked()).toEqual(['true', null])
    const panel = within(screen.getByRole('region', { name: 'Transaction Details' }))
    expect(await panel.findByText('-£12.50')).toBeVisible()
    expect(await panel.findByText('£987.65')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    rerender(page(aTransaction({ id: 'transaction-2' })))
    expect(marked()).toEqual([null, 'true'])
  })
})
