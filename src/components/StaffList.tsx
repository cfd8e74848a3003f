import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { PagedTable } from './PagedTable'
import type { Pages } from './pagesInAddress'
import { StaffCard } from './StaffCard'
import { StaffCell, StaffRow, StaffRowHead } from './StaffTable'

/** The first column of a list is the header of its rows. */
export type StaffColumn<Row> = {
  label: string
  /** `readAt`: when the server answered, for a cell that compares a time with now. */
  cell: (row: Row, readAt: Date) => ReactNode
  /** A number, right-aligned in tabular figures. */
  isFigure?: boolean
  className?: string
}

type StaffListProps<Row> = {
  words: {
    title: string
    /** 'the cases': completes 'We couldn't load …'. */
    what: string
    /** The text for an empty list. */
    none: string
  }
  query: UseQueryResult<Row[]>
  columns: readonly StaffColumn<Row>[]
  pages: Pages
  pageSize: number
  placeOf: (row: Row) => string
  /** The controls beside the heading. */
  actions?: ReactNode
}

/** A list of a staff screen: its card and one page of its rows, with loading, empty, error with a retry, and the other pages. */
export function StaffList<Row extends { id: string }>(props: StaffListProps<Row>) {
  const { words, query, columns, pages, pageSize, placeOf, actions } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const readAt = new Date(query.dataUpdatedAt)
  return (
    <StaffCard title={words.title} heading={heading} actions={actions}>
      <PagedTable
        query={query}
        words={{
          ...words,
          columns: columns.map(({ label }) => label),
          figures: columns.filter(({ isFigure }) => isFigure).map(({ label }) => label),
        }}
        pages={pages}
        pageSize={pageSize}
        placeOf={placeOf}
        heading={heading}
      >
        {(row) => (
          <StaffRow key={row.id}>
            {columns.map(({ label, cell, isFigure, className }, index) =>
              index === 0 ? (
                <StaffRowHead key={label}>{cell(row, readAt)}</StaffRowHead>
              ) : (
                <StaffCell key={label} label={label} isFigure={isFigure} isDense className={className}>
                  {cell(row, readAt)}
                </StaffCell>
              ),
            )}
          </StaffRow>
        )}
      </PagedTable>
    </StaffCard>
  )
}
