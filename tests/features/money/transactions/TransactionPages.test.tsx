import { screen } from '@testing-library/react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { groupByDay } from '@/features/money/transactions/groupByDay'
import { TransactionPages } from '@/features/money/transactions/TransactionPages'
import { aTransaction } from './aTransaction'

const transactions = Array.from({ length: 50 }, (_, row) => {
  const createdAt = new Date(Date.UTC(2026, 10, 21, 12) - row * 6 * 3_600_000).toISOString()
  return aTransaction({ id: `row-${row}`, reference: null, createdAt })
})
const list = {
  hasNextPage: false,
  isFetchingNextPage: false,
  isRefetching: false,
  isFetchNextPageError: false,
  error: null,
  fetchNextPage: () => undefined,
}

test('the first screenful is drawn first, with room for the other rows', async () => {
  // `act` would draw everything at once.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  onTestFinished(() => {
    root.unmount()
    page.remove()
    vi.unstubAllGlobals()
  })
  flushSync(() =>
    root.render(<TransactionPages days={groupByDay(transactions)} list={list} onSelect={() => undefined} />),
  )
  const rows = () => screen.getAllByRole('button', { name: /Mill Lane/ })
  expect(rows()).toHaveLength(12)
  const room = [...page.children].map((element) => (element instanceof HTMLElement ? element.style.blockSize : ''))
  expect(room.some((height) => Number.parseInt(height, 10) > 38 * 60)).toBe(true)
  await vi.waitFor(() => expect(rows()).toHaveLength(50), { timeout: 20_000 })
  expect(
    [...page.children].every((element) => !(element instanceof HTMLElement) || element.style.blockSize === ''),
  ).toBe(true)
})
