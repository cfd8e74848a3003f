import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { Transaction } from '@/features/money/transactions/queries'
import { TransactionRow } from '@/features/money/transactions/TransactionRow'
import { aTransaction } from './aTransaction'

function show(transaction: Transaction, hasTime = false) {
  const onSelect = vi.fn<(transaction: Transaction) => void>()
  render(
    <ul>
      <TransactionRow transaction={transaction} year="2026" hasTime={hasTime} onSelect={onSelect} />
    </ul>,
  )
  return { row: screen.getByRole('button'), onSelect }
}

describe('a transaction in the list', () => {
  test('a row of money out shows recipient, reference, amount with a minus and year', () => {
    const { row } = show(aTransaction())
    expect(row).toHaveTextContent('Mill Lane LettingsRENT FLAT 4-£12.502026')
    expect(row).not.toHaveTextContent(/Reversed|Sample/)
  })

  test('a row of money in shows the amount with a plus, and no gap without a reference', () => {
    const { row } = show(
      aTransaction({ incoming: true, counterparty: 'Cora Tester', amount: 234_000, reference: null }),
    )
    expect(row).toHaveTextContent('Cora Tester+£2,340.002026')
  })

  test('a row of a sample is marked', () => {
    expect(show(aTransaction({ id: 'sample-1' })).row).toHaveTextContent('Sample')
  })

  test.each([
    [{}, 'Not sent'],
    [{ incoming: true }, 'Not received'],
    [{ accountNumber: '', reference: 'Card ending 2467' }, 'Not charged'],
  ])('a row of a payment that failed, was undone or released says so in the words of its note: %o', (change, words) => {
    const { row } = show(aTransaction({ status: 'failed', ...change }))
    expect(row).toHaveTextContent(words)
    expect(row).not.toHaveTextContent('Reversed')
  })

  test('a row of a payment abroad says country and currency instead of the card', () => {
    const { row } = show(aTransaction({ accountNumber: '', reference: 'Card ending 2467 · France · €12.50' }))
    expect(row).toHaveTextContent('Mill Lane LettingsFrance · €12.50-£12.502026')
  })

  test('a row that was reversed says so', () => {
    const { row } = show(aTransaction({ reversedAt: '2026-11-22T09:00:00Z' }))
    expect(row).toHaveTextContent('Reversed')
  })

  test('a row of today or yesterday shows the time in London', () => {
    expect(show(aTransaction({ createdAt: '2026-07-21T21:05:00Z' }), true).row).toHaveTextContent('-£12.5022:05 · 2026')
  })

  test('a pending row of today or yesterday shows no time', () => {
    expect(show(aTransaction({ status: 'pending' }), true).row).toHaveTextContent('-£12.50Pending · 2026')
  })

  test('opens by touch and by keyboard', async () => {
    const transaction = aTransaction()
    const { row, onSelect } = show(transaction)
    await userEvent.click(row)
    await userEvent.keyboard('{Enter}')
    expect(onSelect.mock.calls).toEqual([[transaction], [transaction]])
  })
})
