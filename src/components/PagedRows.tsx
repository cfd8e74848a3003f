import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import { Loaded } from './Loaded'
import { Pager } from './Pager'
import { StaffTableSkeleton } from './StaffTableSkeleton'
import type { usePages } from './usePages'

type PagedRowsProps<Row, Place> = {
  query: UseQueryResult<Row[]>
  /** 'approved users': completes 'We couldn't load …'. */
  what: string
  pages: ReturnType<typeof usePages<Place>>
  pageSize: number
  placeOf: (row: Row) => Place
  /** The text for an empty list. */
  none: string
  /** Gets the focus with each new page. */
  heading: RefObject<HTMLElement | null>
  children: (rows: Row[]) => ReactNode
}

/** One page of a staff list, with buttons to the others. */
export function PagedRows<Row, Place>(props: PagedRowsProps<Row, Place>) {
  const { query, what, pages, pageSize, placeOf, none, heading, children } = props

  const turn = (page: () => void) => {
    page()
    heading.current?.focus()
  }

  return (
    <Loaded query={query} what={what} skeleton={<StaffTableSkeleton />}>
      {(rows) => (
        <>
          {rows.length > 0 ? (
            children(rows)
          ) : (
            // A full page may have been the last one; an empty page then follows it.
            <p className="px-4 pb-6 text-center text-muted">{pages.number > 1 ? 'There are no more.' : none}</p>
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
