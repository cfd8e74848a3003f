import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'

type StaffTableProps = {
  /** The table's name for screen readers. */
  caption: string
  columns: readonly string[]
  /** The right-aligned columns. */
  figures?: readonly string[]
  isBusy?: boolean
  /** Rows of 36 to 40 px on large screens. */
  isCompact?: boolean
  children: ReactNode
}

/** A dense table with a sticky head; on small screens each row is a block. */
export function StaffTable({
  caption,
  columns,
  figures,
  isBusy = false,
  isCompact = false,
  children,
}: StaffTableProps) {
  return (
    <table aria-busy={isBusy} className={cn('w-full text-left text-small max-lg:block', isBusy && 'opacity-60')}>
      <caption className="sr-only">{caption}</caption>
      <thead className="bg-sunken text-muted max-lg:sr-only lg:sticky lg:top-0 lg:z-10">
        <tr>
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className={cn(
                'py-2 text-strong first:pl-4 last:pr-4',
                isCompact ? 'px-2' : 'px-3',
                figures?.includes(column) && 'text-right',
              )}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {/* A focused element must not scroll under the sticky head. */}
      <tbody
        className={cn(
          'divide-y divide-line max-lg:block [&_button]:scroll-mt-16 [&_input]:scroll-mt-16',
          isCompact && 'lg:[&_:is(td,th)]:px-2 lg:[&_:is(td,th)]:py-0.5 lg:[&_td]:h-9',
        )}
      >
        {children}
      </tbody>
    </table>
  )
}

type StaffRowProps = {
  /** The row that the address names. */
  isCurrent?: boolean
  children: ReactNode
}

export function StaffRow({ isCurrent = false, children }: StaffRowProps) {
  return (
    <tr
      aria-current={isCurrent || undefined}
      className={cn(
        'max-lg:block max-lg:px-4 max-lg:py-3 has-data-opens:cursor-pointer',
        isCurrent ? 'bg-brand-soft' : 'lg:hover:bg-page',
      )}
    >
      {children}
    </tr>
  )
}

/** The row's header cell. */
export function StaffRowHead({ children }: { children: ReactNode }) {
  return (
    <th
      scope="row"
      className="text-left wrap-anywhere max-lg:block max-lg:pb-1 max-lg:text-body max-lg:text-name lg:px-3 lg:py-2 lg:first:pl-4"
    >
      {children}
    </th>
  )
}

type StaffCellProps = {
  /** The column's name, shown beside the value on small screens. */
  label?: string
  /** The cell is a number, right-aligned in tabular figures. */
  isFigure?: boolean
  /** The cell has less height on small screens, for rows without buttons. */
  isDense?: boolean
  className?: string
  children: ReactNode
}

export function StaffCell({ label, isFigure = false, isDense = false, className, children }: StaffCellProps) {
  return (
    <td
      className={cn(
        'wrap-anywhere max-lg:flex max-lg:min-h-11 max-lg:flex-wrap max-lg:items-center max-lg:justify-between max-lg:gap-x-4 max-lg:empty:hidden lg:px-3 lg:py-2 lg:first:pl-4 lg:last:pr-4',
        isDense && 'max-lg:min-h-7! max-lg:text-right',
        isFigure && 'tabular-nums lg:text-right lg:whitespace-nowrap',
        className,
      )}
    >
      {label !== undefined && <span className="shrink-0 text-left text-secondary lg:hidden">{label}</span>}
      {children}
    </td>
  )
}
