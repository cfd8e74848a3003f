import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import { Loaded } from './Loaded'
import { Pager } from './Pager'
import { StaffTable } from './StaffTable'
import { StaffTableSkeleton } from './StaffTableSkeleton'
import type { Pages } from './pagesInAddress'

type PagedTableProps<Row> = {
  query: UseQueryResult<Row[]>
  words: {
    /** The table's name for screen readers. */
    title: string
    /** 'approved users': completes 'We couldn't load …'. */
    what: string
    /** The text for an empty list. */
    none: string
    columns: readonly string[]
    /** The right-aligned columns. */
    figures?: readonly string[]
  }
  pages: Pages
  pageSize: number
  placeOf: (row: Row) => string
  /** Gets the focus with each new page. */
  heading: RefObject<HTMLElement | null>
  /** One row of the table. */
  children: (row: Row) => ReactNode
}

/** One page of a staff list as a table, with buttons to the other pages. `StaffList` draws its rows from columns. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { query, words, pages, pageSize, placeOf, heading, children } = props
  const { title, what, none, columns, figures } = words

  const turn = (page: () => void) => {
    page()
    heading.current?.focus()
  }

  return (
    <Loaded query={query} what={what} skeleton={<StaffTableSkeleton />}>
      {(rows) => (
        <>
          {rows.length > 0 ? (
            <StaffTable caption={title} columns={columns} figures={figures} isBusy={query.isPlaceholderData} isCompact>
              {rows.map((row) => children(row))}
            </StaffTable>
          ) : query.isPlaceholderData ? (
            // The previous search found nothing. This one is still running.
            <StaffTableSkeleton />
          ) : pages.number > 1 ? (
            // A full page may have been the last one; an empty page then follows it.
            <p className="px-4 pb-6 text-center text-secondary">There are no more.</p>
          ) : (
            <p data-empty className="px-4 py-2 text-secondary">
              {none}
            </p>
          )}
          <Pager
            of={what}
            number={pages.number}
            hasNext={rows.length >= pageSize}
            pending={query.isPlaceholderData}
            onPrevious={() => turn(pages.previous)}
            onNext={() => {
              const last = rows.at(-1)
              if (last !== undefined) turn(() => pages.next(placeOf(last)))
            }}
          />
        </>
      )}
    </Loaded>
  )
}
