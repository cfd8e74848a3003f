import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { cn } from '@/lib/cn'
import { formatPence } from '@/lib/money'
import { searchStep } from '@/lib/paths'
import { insightsCopy } from './copy'

/** Amounts in pence. */
type SpendingRow = {
  label: string
  icon?: ReactNode
  spent: number
  spentBefore: number
  /** Where the transactions behind the row are. */
  to: string | undefined
}

type SpendingTableProps = {
  title: string
  /** The heading of the names. */
  first: string
  columns: { spent: string; spentBefore: string }
  rows: SpendingRow[]
}

const looks = { spent: 'bg-control', spentBefore: 'bg-sunken' }
const kinds = ['spent', 'spentBefore'] as const

/** A table with two bars in each row. The bars draw what the amounts say. */
export function SpendingTable({ title, first, columns, rows }: SpendingTableProps) {
  const most = Math.max(...rows.flatMap(({ spent, spentBefore }) => [spent, spentBefore]))
  return (
    <table className="stacked-table w-full text-small">
      <caption className="sr-only">
        {insightsCopy.spendingTable(
          title,
          columns.spentBefore,
          rows.some(({ to }) => to === undefined),
        )}
      </caption>
      <thead>
        <tr className="align-bottom text-caption">
          <th scope="col" className="sr-only">
            {first}
          </th>
          {kinds.map((kind) => (
            <th key={kind} scope="col" className="pb-1 pl-3 text-right narrow:text-left">
              <span
                aria-hidden
                className={cn('mr-1.5 inline-block size-2.5 rounded-[3px] border border-control', looks[kind])}
              />
              <span className="whitespace-nowrap">{columns[kind]}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ label, icon, to, ...amounts }) => (
          <tr key={label}>
            <th scope="row" className="w-full py-1 text-left text-name">
              <RowName to={to}>
                {icon !== undefined && <span className="hidden @min-[20rem]:inline-flex">{icon}</span>}
                <span className="min-w-0 flex-1">
                  <span className="block wrap-anywhere group-hover:underline">{label}</span>
                  {kinds.map((kind) => (
                    <span
                      key={kind}
                      aria-hidden
                      className={cn(
                        'mt-1 block h-1.5 rounded-r-[2px] border-control',
                        looks[kind],
                        amounts[kind] > 0 && 'border',
                      )}
                      style={{ width: `${(amounts[kind] / most) * 100}%` }}
                    />
                  ))}
                </span>
              </RowName>
            </th>
            {kinds.map((kind) => (
              <td
                key={kind}
                className={cn('pl-3 text-right whitespace-nowrap tabular-nums', kind === 'spentBefore' && 'text-muted')}
              >
                {formatPence(amounts[kind])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RowName({ to, children }: Pick<SpendingRow, 'to'> & { children: ReactNode }) {
  const look = 'flex min-h-11 items-center gap-3 py-1'
  if (to === undefined) return <div className={look}>{children}</div>
  return (
    <Link to={to} state={searchStep} className={cn('group', look)}>
      {children}
    </Link>
  )
}
