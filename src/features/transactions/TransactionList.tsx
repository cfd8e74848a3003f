import type { Transaction } from './queries'
import type { TransactionDay } from './groupByDay'
import { TransactionRow } from './TransactionRow'

type TransactionListProps = { days: TransactionDay[]; onSelect: (transaction: Transaction) => void }

/** What a day will about take, in px: the browser leaves out days that are far off the screen, but keeps their room. */
const headingHeight = 48
const rowHeight = 68

export function TransactionList({ days, onSelect }: TransactionListProps) {
  return days.map(({ day, heading, year, transactions }) => (
    <section
      key={day}
      aria-labelledby={`day-${day}`}
      className="-mx-4 px-4 pb-1 [content-visibility:auto]"
      style={{ containIntrinsicBlockSize: `auto ${headingHeight + transactions.length * rowHeight}px` }}
    >
      <h3 id={`day-${day}`} className="pb-2 pt-4 text-sm font-semibold text-muted">
        {heading}
      </h3>
      <ul className="divide-y divide-line overflow-hidden rounded bg-card">
        {transactions.map((transaction) => (
          <TransactionRow key={transaction.id} transaction={transaction} year={year} onSelect={onSelect} />
        ))}
      </ul>
    </section>
  ))
}
