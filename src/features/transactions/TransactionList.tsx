import { memo } from 'react'
import { cn } from '@/lib/cn'
import { DayPart } from './DayPart'
import type { TransactionDay } from './groupByDay'
import type { Transaction } from './queries'
import { TransactionRow } from './TransactionRow'

type OnSelect = (transaction: Transaction) => void
type TransactionListProps = { days: TransactionDay[]; onSelect: OnSelect }

/**
 * So many rows stay on the page once they were drawn, which scrolls best. Beyond that, memory counts more: further rows
 * are only there while they are near the screen.
 */
const rowsToKeep = 5000

export const TransactionList = memo(function TransactionList({ days, onSelect }: TransactionListProps) {
  let rowsAbove = 0
  return days.map((day) => {
    const keep = Math.min(Math.max(rowsToKeep - rowsAbove, 0), day.transactions.length)
    rowsAbove += day.transactions.length
    return <Day key={day.day} day={day} keep={keep} onSelect={onSelect} />
  })
})

/** A busy day is drawn in parts of so many rows. */
const partSize = 30

type DayProps = { day: TransactionDay; keep: number; onSelect: OnSelect }

/** Memoised: a list grows by pages, and the days that stand already must not be drawn again. */
const Day = memo(function Day({ day: { heading, year, transactions }, keep, onSelect }: DayProps) {
  const count = transactions.length
  const starts = Array.from({ length: Math.ceil(count / partSize) }, (_, part) => part * partSize)
  return (
    <section aria-label={heading} className="-mx-4 pb-1">
      {starts.map((start) => (
        <DayPart key={start} rowCount={Math.min(partSize, count - start)} isKept={start < keep}>
          {start === 0 && <h3 className="pb-2 pt-4 text-sm font-semibold text-muted">{heading}</h3>}
          <ul
            className={cn(
              'divide-y divide-line overflow-hidden bg-card',
              start === 0 ? 'rounded-t' : 'border-t border-line',
              start + partSize >= count && 'rounded-b',
            )}
          >
            {transactions.slice(start, start + partSize).map((transaction) => (
              <TransactionRow key={transaction.id} transaction={transaction} year={year} onSelect={onSelect} />
            ))}
          </ul>
        </DayPart>
      ))}
    </section>
  )
})
