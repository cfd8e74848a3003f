import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { groupByDay } from '@/features/money/transactions/groupByDay'
import { TransactionList } from '@/features/money/transactions/TransactionList'
import { TransactionRow } from '@/features/money/transactions/TransactionRow'
import { aTransaction } from './aTransaction'

// Thousands of whole rows would take seconds.
beforeEach(() => {
  vi.spyOn(TransactionRow, 'type').mockImplementation(({ transaction }) => <li>{transaction.counterparty}</li>)
})

/** `count` rows, ten an hour, newest first. */
const rows = (count: number) =>
  Array.from({ length: count }, (_, place) =>
    aTransaction({
      id: `t-${place}`,
      counterparty: `Payee ${place}`,
      createdAt: new Date(Date.UTC(2026, 10, 21, 12) - place * 360_000).toISOString(),
    }),
  )

/** The browser's event for a part that nears or leaves the screen. */
function tellSkipped(part: Element | null, skipped: boolean) {
  if (part === null) throw new Error('there is no such part')
  fireEvent(part, Object.assign(new Event('contentvisibilityautostatechange'), { skipped }))
}

const partOf = (name: string) => screen.getByText(name).closest('ul')?.parentElement ?? null

describe('a list of many days', () => {
  test('keeps the rows that the browser skips', () => {
    render(<TransactionList days={groupByDay(rows(300))} onSelect={() => {}} />)
    tellSkipped(partOf('Payee 299'), true)
    expect(screen.getByText('Payee 299')).toBeInTheDocument()
  })

  test('removes far rows beyond 5,000 and restores them', () => {
    render(<TransactionList days={groupByDay(rows(5100))} onSelect={() => {}} />)
    const part = partOf('Payee 5099')
    tellSkipped(part, true)
    expect(screen.queryByText('Payee 5099')).not.toBeInTheDocument()
    expect(screen.getByText('Payee 4999')).toBeInTheDocument()
    tellSkipped(part, false)
    expect(screen.getByText('Payee 5099')).toBeInTheDocument()
  })

  test('renders a busy day in parts of thirty rows under one heading', () => {
    const day = rows(70).map((row, place) => ({ ...row, createdAt: `2026-11-21T10:00:00.${999 - place}Z` }))
    render(<TransactionList days={groupByDay(day)} onSelect={() => {}} />)
    const section = screen.getByRole('region', { name: 'Saturday, 21 Nov' })
    expect(Array.from(section.querySelectorAll('ul'), (list) => list.children.length)).toEqual([30, 30, 10])
    expect(screen.getAllByRole('heading')).toHaveLength(1)
  })
})
