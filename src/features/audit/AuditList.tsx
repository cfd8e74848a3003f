import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { PagedRows } from '@/components/PagedRows'
import { usePages } from '@/components/usePages'
import { AuditTable } from './AuditTable'
import { auditCopy } from './copy'
import { auditPageSize, auditQueries, type AuditFilter, type AuditPlace } from './queries'

type AuditListProps = {
  filter: AuditFilter
  isFiltered: boolean
  heading: RefObject<HTMLHeadingElement | null>
  /** The user pressed a name in a row. */
  onChoose: (choice: Partial<AuditFilter>) => void
}

/** Give it the filter as key, so that a new filter starts at the first page. */
export function AuditList({ filter, isFiltered, heading, onChoose }: AuditListProps) {
  const pages = usePages<AuditPlace>()
  const list = useQuery({ ...auditQueries.page(filter, pages.after), placeholderData: keepPreviousData })
  return (
    <PagedRows
      query={list}
      what={auditCopy.what}
      pages={pages}
      pageSize={auditPageSize}
      placeOf={({ createdAt, id }) => ({ createdAt, id })}
      none={isFiltered ? auditCopy.noneFound : auditCopy.none}
      heading={heading}
    >
      {(entries) => (
        <AuditTable
          entries={entries}
          isBusy={list.isPlaceholderData}
          onActor={(actor) => onChoose({ actor })}
          onTarget={(target) => onChoose({ target })}
        />
      )}
    </PagedRows>
  )
}
