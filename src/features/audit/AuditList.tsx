import type { UseQueryResult } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { PagedRows } from '@/components/PagedRows'
import type { usePages } from '@/components/usePages'
import { AuditTable } from './AuditTable'
import { auditCopy } from './copy'
import { auditPageSize, type AuditEntry } from './queries'

type AuditListProps = {
  query: UseQueryResult<AuditEntry[]>
  pages: ReturnType<typeof usePages<string>>
  row: string
  none: string
  heading: RefObject<HTMLHeadingElement | null>
  /** The user pressed a name in a row. */
  onChoose: (choice: { actor: string } | { target: string }) => void
}

export function AuditList({ query, pages, row, none, heading, onChoose }: AuditListProps) {
  return (
    <PagedRows
      query={query}
      what={auditCopy.what}
      pages={pages}
      pageSize={auditPageSize}
      placeOf={({ id }) => String(id)}
      none={none}
      heading={heading}
    >
      {(entries) => (
        <AuditTable
          entries={entries}
          row={row === '' ? null : Number(row)}
          isBusy={query.isPlaceholderData}
          onActor={(actor) => onChoose({ actor })}
          onTarget={(target) => onChoose({ target })}
        />
      )}
    </PagedRows>
  )
}
