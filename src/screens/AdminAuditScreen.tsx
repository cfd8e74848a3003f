import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { ExportPanel } from '@/components/ExportPanel'
import { pagesInAddress } from '@/components/pagesInAddress'
import { StaffCard } from '@/components/StaffCard'
import { StaffScreen } from '@/components/StaffScreen'
import { StaffSearch } from '@/components/StaffSearch'
import { Button } from '@/components/ui/Button'
import { useCsvExport } from '@/components/useCsvExport'
import { auditFileName, startAuditExport } from '@/features/staff/audit/auditExport'
import { AuditFilters } from '@/features/staff/audit/AuditFilters'
import { AuditList } from '@/features/staff/audit/AuditList'
import { auditCopy } from '@/features/staff/audit/copy'
import { nameIn } from '@/features/staff/audit/describeEntry'
import { GoToRow } from '@/features/staff/audit/GoToRow'
import { useRunAuditExport } from '@/features/staff/audit/mutations'
import { auditQueries } from '@/features/staff/audit/queries'
import { readAuditFilter } from '@/features/staff/audit/readAuditFilter'
import { VerifyChain } from '@/features/staff/audit/VerifyChain'
import { searchFor } from '@/lib/search'
import { useAddressFields } from '@/lib/useAddressFields'

const fromNewest = { row: '', pages: '' }

export function AdminAuditScreen() {
  const heading = useRef<HTMLHeadingElement>(null)
  // The rows of the next filter may not have the name that was chosen.
  const [names, setNames] = useState<Record<string, string>>({})
  const exportButton = useRef<HTMLButtonElement>(null)
  const address = useAddressFields<'search' | 'action' | 'from' | 'to' | 'actor' | 'target' | 'row' | 'pages'>()
  const text = address.field('search')
  const search = useMemo(() => searchFor(text), [text])
  const filter = readAuditFilter(search, address.field)
  const row = address.field('row').replaceAll(/\D/g, '').slice(0, 15)
  const pages = pagesInAddress(address.field('pages'), (value) => address.setFields({ pages: value }))
  const place = pages.after !== null ? { after: Number(pages.after) } : row !== '' ? { row: Number(row) } : {}
  const list = useQuery({ ...auditQueries.page(filter, place), placeholderData: keepPreviousData })
  const csvExport = useCsvExport({ run: useRunAuditExport(), start: startAuditExport, fileName: auditFileName })
  const { search: _, ...chosen } = filter
  const isFiltered = text !== '' || Object.values(chosen).some((value) => value !== '')
  const none = row !== '' && !isFiltered ? auditCopy.noRow(row) : isFiltered ? auditCopy.noneFound : auditCopy.none

  const nameOf = (id: string) => names[id] ?? nameIn(list.data ?? [], id)

  const handleChoose = (change: { actor: string } | { target: string }) => {
    setNames({ ...names, ...Object.fromEntries(Object.values(change).map((id: string) => [id, nameOf(id)])) })
    address.setFields({ ...change, ...fromNewest })
    // The pressed button is removed with its row.
    heading.current?.focus()
  }

  return (
    <StaffScreen
      title="Audit"
      subtitle="Who did what to whom, and when"
      search={
        <>
          <StaffSearch
            key={`search ${text}`}
            label="Find by name, email, action, account number or id"
            search={search}
            onSearch={(wanted) => address.setFields({ search: wanted.text, ...fromNewest })}
          />
          <GoToRow key={`row ${row}`} row={row} onGo={(wanted) => address.setFields({ ...fromNewest, row: wanted })} />
        </>
      }
      actions={<VerifyChain />}
    >
      <ExportPanel csvExport={csvExport} nothing={auditCopy.nothingToExport} focusFallback={exportButton} />
      <StaffCard
        title="Records"
        heading={heading}
        actions={
          <>
            <AuditFilters
              filter={filter}
              onChange={(change) => address.setFields({ ...change, ...fromNewest })}
              onRemove={handleChoose}
              nameOf={nameOf}
            />
            <Button
              ref={exportButton}
              variant="secondary"
              pending={csvExport.job !== null}
              pendingLabel={csvExport.error === null ? 'Exporting...' : 'Export CSV'}
              onClick={() => csvExport.start(filter)}
            >
              <Download aria-hidden className="size-5" />
              Export CSV
            </Button>
          </>
        }
      >
        <AuditList query={list} pages={pages} row={row} none={none} heading={heading} onChoose={handleChoose} />
      </StaffCard>
    </StaffScreen>
  )
}
