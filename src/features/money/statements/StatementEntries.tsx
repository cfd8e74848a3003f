import { Money } from '@/components/Money'
import { cn } from '@/lib/cn'
import { formatShortDay, londonDay } from '@/lib/dates'
import type { Statement, StatementEntry } from './statement'

// On phones there is no room for three columns: the balance is below the amount. With very large text all cells are stacked.
const row =
  'break-inside-avoid @max-[28rem]:grid @max-[28rem]:grid-cols-[minmax(0,1fr)_auto] @max-[28rem]:grid-rows-[auto_1fr] @max-[28rem]:py-2 narrow:block'
const cell = 'py-2 align-top @max-[28rem]:py-0 narrow:block'
const detailsCell = cn(cell, '@max-[28rem]:row-span-2')
const amountCell = cn(cell, 'pl-3 text-right whitespace-nowrap tabular-nums')
const balanceCell = cn(amountCell, '@max-[28rem]:text-muted')
/** The date column is only printed. */
const dateCell = 'hidden py-2 pr-3 text-left align-top whitespace-nowrap print:table-cell'

type StatementEntriesProps = {
  statement: Statement
  /** Whose account it is: on each printed page. */
  owner: string
}

/** The entries with the balance after each. */
export function StatementEntries({ statement, owner }: StatementEntriesProps) {
  return (
    <div className="@container border-t border-line">
      <table className="w-full text-small">
        <caption className="sr-only">Entries with the balance after each, oldest first</caption>
        <thead>
          {/* Browsers repeat the head of a table on each page. */}
          <tr aria-hidden className="hidden print:table-row">
            <td colSpan={4} className="pb-1 text-caption wrap-anywhere">
              {owner}
            </td>
          </tr>
          <tr className={cn(row, 'border-b border-line text-muted')}>
            <th scope="col" className={cn(dateCell, 'text-name')}>
              Date
            </th>
            <th scope="col" className={cn(detailsCell, 'text-left text-name')}>
              Details
            </th>
            <th scope="col" className={cn(amountCell, 'text-name')}>
              Amount
            </th>
            <th scope="col" className={cn(amountCell, 'text-name')}>
              Balance
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          <BalanceRow day={statement.first} name="Opening balance" pence={statement.openingBalance} />
          {statement.entries.map((entry, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- an entry has no id
            <EntryRow key={place} entry={entry} />
          ))}
          <BalanceRow day={statement.last} name="Closing balance" pence={statement.closingBalance} />
        </tbody>
      </table>
    </div>
  )
}

function EntryRow({ entry }: { entry: StatementEntry }) {
  const day = formatShortDay(londonDay(entry.createdAt))
  return (
    <tr className={row}>
      <td className={dateCell}>{day}</td>
      <td className={detailsCell}>
        <span className="line-clamp-2 text-name wrap-anywhere print:line-clamp-none">{entry.description}</span>
        {entry.reference !== null && (
          <span className="line-clamp-2 text-muted wrap-anywhere print:line-clamp-none">{entry.reference}</span>
        )}
        <span className="block text-caption print:hidden">{day}</span>
      </td>
      <td className={amountCell}>
        <Money pence={Math.abs(entry.amount)} direction={entry.amount > 0 ? 'in' : 'out'} />
      </td>
      <td className={balanceCell}>
        <Money pence={entry.balanceAfter} />
      </td>
    </tr>
  )
}

function BalanceRow({ day, name, pence }: { day: string; name: string; pence: number }) {
  return (
    <tr className={cn(row, 'text-strong')}>
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
