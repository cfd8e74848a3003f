import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { Transaction } from '@/features/transactions/queries'
import { sampleTransactions } from '@/features/transactions/sampleTransactions'
import { TransactionDetailsDialog } from '@/features/transactions/TransactionDetailsDialog'
import { aTransaction } from './aTransaction'

async function show(transaction: Transaction) {
  const onClose = vi.fn<() => void>()
  render(<TransactionDetailsDialog transaction={transaction} onClose={onClose} />)
  return { dialog: within(await screen.findByRole('dialog', { name: 'Transaction Details' })), onClose }
}

function details() {
  const terms = screen.getAllByRole('term').map((term) => term.textContent)
  const texts = screen.getAllByRole('definition').map((text) => text.textContent)
  return terms.map((term, index) => [term, texts[index]])
}

describe('Transaction Details', () => {
  test('of a payment out', async () => {
    const { dialog } = await show(aTransaction())
    expect(dialog.getByText('-£12.50')).toBeVisible()
    expect(details()).toEqual([
      ['To', 'Mill Lane Lettings'],
      ['Sort code', '00-01-14'],
      ['Account number', '40318826'],
      ['Reference', 'RENT FLAT 4'],
      ['Date', '21 November 2026 at 09:05'],
    ])
  })

  test('of money in, on a summer evening in London', async () => {
    const { dialog } = await show(
      aTransaction({ incoming: true, counterparty: 'Cora Tester', reference: null, createdAt: '2026-07-01T22:30:00Z' }),
    )
    expect(dialog.getByText('+£12.50')).toBeVisible()
    expect(details()).toContainEqual(['From', 'Cora Tester'])
    expect(details()).toContainEqual(['Reference', 'None'])
    expect(details()).toContainEqual(['Date', '1 July 2026 at 23:30'])
  })

  test('of a reversed payment shows the time of the reversal', async () => {
    await show(aTransaction({ reversedAt: '2026-11-22T10:00:00Z' }))
    expect(details()).toContainEqual(['Reversed', '22 November 2026 at 10:00'])
  })

  test('of a sample says that it does not affect the balance', async () => {
    const [sample] = sampleTransactions('2026-11-21')
    if (sample === undefined) throw new Error('there are no samples')
    const { dialog } = await show(sample)
    expect(dialog.getByText(/does not count in your balance/)).toBeVisible()
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
