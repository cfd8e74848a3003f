import { FileText } from 'lucide-react'
import { RowLink } from '@/components/RowLink'
import { EmptyState } from '@/components/EmptyState'
import { Skeleton } from '@/components/Skeleton'
import { longMonthName } from '@/lib/dates'
import { statementCopy } from './copy'
import type { StatementMonth } from './queries'

type StatementListProps = {
  months: StatementMonth[]
  /** 'YYYY-MM': the current month. */
  runningMonth: string
  /** The path of a month's statement. */
  pathTo: (month: string) => string
  /** Called when a month is pressed, to prefetch it. */
  onPress: (month: string) => void
}

export function StatementList({ months, runningMonth, pathTo, onPress }: StatementListProps) {
  if (months.length === 0) {
    return (
      <EmptyState title={statementCopy.empty.title}>
        <p>{statementCopy.empty.text}</p>
      </EmptyState>
    )
  }
  return (
    <ul className="divide-y divide-line overflow-hidden rounded bg-card shadow-card">
      {months.map(({ month, entryCount }) => (
        <li key={month}>
          <RowLink
            to={pathTo(month)}
            onPointerDown={() => onPress(month)}
            icon={FileText}
            title={longMonthName(month)}
            note={`${month === runningMonth ? 'So far: ' : ''}${entryCount === 1 ? '1 entry' : `${entryCount} entries`}`}
          />
        </li>
      ))}
    </ul>
  )
}

export function StatementListSkeleton() {
  return (
    <div className="divide-y divide-line rounded bg-card">
      {Array.from({ length: 4 }, (_, row) => (
        <div key={row} className="flex h-17 items-center gap-3 px-4">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-3 w-1/4" />
          </div>
        </div>
      ))}
    </div>
  )
}
