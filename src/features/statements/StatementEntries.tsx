import { Money } from '@/components/Money'
import { cn } from '@/lib/cn'
import { formatShortDay, londonDay } from '@/lib/dates'
import type { Statement, StatementEntry } from './statement'

// With very large text there is no room for columns, so the cells of a row are stacked.
const cell = 'py-2 align-top @max-[13rem]:block @max-[13rem]:py-0.5'
const amountCell = cn(cell, 'pl-3 text-right whitespace-nowrap tabular-nums')
/** The date column is only printed. */
const dateCell = 'hidden py-2 pr-3 text-left align-top whitespace-nowrap print:table-cell'

type StatementEntriesProps = {
  statement: Statement
  /** 'YYYY-MM-DD' */
  first: string
  last: string
}

/** The entries with the balance after each. */
export function StatementEntries({ statement, first, last }: StatementEntriesProps) {
  return (
    <div className="@container border-t border-line">
      <table className="w-full text-sm">
        <caption className="sr-only">Entries with the balance after each, oldest first</caption>
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className={cn(dateCell, 'font-medium')}>
              Date
            </th>
            <th scope="col" className={cn(cell, 'text-left font-medium')}>
              Details
            </th>
            <th scope="col" className={cn(amountCell, 'font-medium')}>
              Amount
            </th>
            <th scope="col" className={cn(amountCell, 'font-medium')}>
              Balance
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          <BalanceRow day={first} name="Opening balance" pence={statement.openingBalance} />
          {statement.entries.map((entry, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- an entry has no id
            <EntryRow key={place} entry={entry} />
          ))}
          <BalanceRow day={last} name="Closing balance" pence={statement.closingBalance} />
        </tbody>
      </table>
    </div>
  )
}

function EntryRow({ entry }: { entry: StatementEntry }) {
  const day = formatShortDay(londonDay(entry.createdAt))
  return (
    <tr className="break-inside-avoid">
      <td className={dateCell}>{day}</td>
      <td className={cell}>
        <span className="block font-medium wrap-anywhere">{entry.description}</span>
        {entry.reference !== null && <span className="block text-muted wrap-anywhere">{entry.reference}</span>}
        <span className="block text-xs text-muted print:hidden">{day}</span>
      </td>
      <td className={amountCell}>
        <Money pence={Math.abs(entry.amount)} direction={entry.amount > 0 ? 'in' : 'out'} />
      </td>
      <td className={amountCell}>
        <Money pence={entry.balanceAfter} />
      </td>
    </tr>
  )
}

function BalanceRow({ day, name, pence }: { day: string; name: string; pence: number }) {
  return (
    <tr className="break-inside-avoid font-semibold">
      <td className={dateCell}>{formatShortDay(day)}</td>
      <td colSpan={2} className={cell}>
        {name}
      </td>
      <td className={amountCell}>
        <Money pence={pence} />
      </td>
    </tr>
  )
}
