import { memo } from 'react'
import { Money } from '@/components/Money'
import { isRecentDay } from '@/lib/dates'
import { DayPart } from './DayPart'
import type { TransactionDay } from './groupByDay'
import { groupByMonth } from './groupByMonth'
import { countRows, headingHeight, heightOf, rowHeight } from './listHeights'
import { TransactionRow } from './TransactionRow'
import type { OnSelect } from './useSelectedTransaction'

type TransactionListProps = { days: TransactionDay[]; onSelect: OnSelect }

/**
 * This many rows stay in the page once they are rendered, for smooth scrolling. To save memory, further rows are in the
 * page only while they are near the screen.
 */
const rowsToKeep = 5000

/** A day with more rows is rendered in parts of this size. */
const partSize = 30

/** One list of all days. */
export function TransactionList({ days, onSelect }: TransactionListProps) {
  const months = groupByMonth(days)
  const keep = shareOut(rowsToKeep, months.map(countRows))
  return (
    <div className="overflow-clip rounded bg-card">
      {months.map((month, place) => (
        <Month key={month[0]?.day} days={month} keep={keep[place] ?? 0} onSelect={onSelect} />
      ))}
    </div>
  )
}

// Both are memoised: the list grows by pages, and existing rows must not render again.

type MonthProps = { days: TransactionDay[]; keep: number; onSelect: OnSelect }

/** Lets the browser skip the layout of a month that is far from the screen. */
const Month = memo(function Month({ days, keep, onSelect }: MonthProps) {
  const keepOfDay = shareOut(
    keep,
    days.map((day) => day.transactions.length),
  )
  return (
    <div className="[content-visibility:auto]" style={{ containIntrinsicBlockSize: `auto ${heightOf(days)}px` }}>
      {days.map((day, place) => (
        <Day key={day.day} day={day} keep={keepOfDay[place] ?? 0} onSelect={onSelect} />
      ))}
    </div>
  )
})

/** The number of rows of each group among the first `total` rows. */
function shareOut(total: number, counts: number[]): number[] {
  let left = total
  return counts.map((count) => {
    const share = Math.min(left, count)
    left -= share
    return share
  })
}

type DayProps = { day: TransactionDay; keep: number; onSelect: OnSelect }

const Day = memo(function Day({ day: { day, heading, year, total, transactions }, keep, onSelect }: DayProps) {
  const hasTime = isRecentDay(day)
  const count = transactions.length
  const starts = Array.from({ length: Math.ceil(count / partSize) }, (_, part) => part * partSize)
  return (
    <section aria-label={heading}>
      {starts.map((start) => (
        <DayPart
          key={start}
          height={(start === 0 ? headingHeight : 0) + Math.min(partSize, count - start) * rowHeight}
          isKept={start < keep}
        >
          {start === 0 && (
            <div className="flex flex-wrap items-center justify-between gap-x-3 bg-sunken px-4 py-1 text-secondary">
              <h3 className="text-name">{heading}</h3>
              {total !== null && (
                <p>
                  <span className="sr-only">Total </span>
                  <Money pence={Math.abs(total)} direction={total < 0 ? 'out' : total > 0 ? 'in' : undefined} />
                </p>
              )}
            </div>
          )}
          <ul className="@container divide-y divide-line border-t border-line">
            {transactions.slice(start, start + partSize).map((transaction) => (
              <TransactionRow
                key={transaction.id}
                transaction={transaction}
                year={year}
                hasTime={hasTime}
                onSelect={onSelect}
              />
            ))}
          </ul>
        </DayPart>
      ))}
    </section>
  )
})
