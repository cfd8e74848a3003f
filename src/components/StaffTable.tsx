import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'

type StaffTableProps = {
  /** What is listed, for those who cannot see where the table stands. */
  caption: string
  columns: readonly string[]
  /** Those of the columns whose head stands at the right, as what is below it does. */
  figures?: string[]
  isBusy?: boolean
  children: ReactNode
}

/** A dense table whose head stays in sight; where there is no room for columns, each row is a block of its own. */
export function StaffTable({ caption, columns, figures, isBusy = false, children }: StaffTableProps) {
  return (
    <table aria-busy={isBusy} className={cn('w-full text-left text-sm max-lg:block', isBusy && 'opacity-60')}>
      <caption className="sr-only">{caption}</caption>
      <thead className="bg-sunken text-muted max-lg:sr-only lg:sticky lg:top-0 lg:z-10">
        <tr>
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className={cn('px-3 py-2 font-semibold first:pl-4 last:pr-4', figures?.includes(column) && 'text-right')}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {/* What takes the focus must not come to stand under the head. */}
      <tbody className="divide-y divide-line max-lg:block [&_button]:scroll-mt-16 [&_input]:scroll-mt-16">
        {children}
      </tbody>
    </table>
  )
}

export function StaffRow({ children }: { children: ReactNode }) {
  return <tr className="max-lg:block max-lg:px-4 max-lg:py-3 lg:hover:bg-page">{children}</tr>
}

/** The cell that says what the row is about. */
export function StaffRowHead({ children }: { children: ReactNode }) {
  return (
    <th
      scope="row"
      className="text-left font-normal wrap-anywhere max-lg:block max-lg:pb-1 max-lg:text-base lg:px-3 lg:py-2 lg:pl-4"
    >
      {children}
    </th>
  )
}

type StaffCellProps = {
  /** Its column: on small screens it stands beside the value. */
  label?: string
  /** Figures, which line up with those above and below. */
  isFigure?: boolean
  /** For rows with nothing to press: on small screens their values stand close. */
  isDense?: boolean
  className?: string
  children: ReactNode
}

export function StaffCell({ label, isFigure = false, isDense = false, className, children }: StaffCellProps) {
  return (
    <td
      className={cn(
        'wrap-anywhere max-lg:flex max-lg:min-h-11 max-lg:items-center max-lg:justify-between max-lg:gap-4 lg:px-3 lg:py-2 lg:first:pl-4 lg:last:pr-4',
        isDense && 'max-lg:min-h-7! max-lg:text-right',
        isFigure && 'tabular-nums lg:text-right lg:whitespace-nowrap',
        className,
      )}
    >
      {label !== undefined && <span className="shrink-0 text-left font-normal text-muted lg:hidden">{label}</span>}
      {children}
    </td>
  )
}
