import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { compactButton } from '@/components/compactButton'
import { ExportPanel } from '@/components/ExportPanel'
import { StaffScreen } from '@/components/StaffScreen'
import { Button } from '@/components/ui/Button'
import { useCsvExport } from '@/components/useCsvExport'
import { staffTransactionsCopy } from '@/features/staff/staff-transactions/copy'
import { exportFileName, startExport } from '@/features/staff/staff-transactions/exportJob'
import { FilterForm } from '@/features/staff/staff-transactions/FilterForm'
import { formOf, readFilter } from '@/features/staff/staff-transactions/filterForm'
import { useRunExport } from '@/features/staff/staff-transactions/mutations'
import { newSearch, type Filter } from '@/features/staff/staff-transactions/filter'
import { staffTransactionQueries } from '@/features/staff/staff-transactions/queries'
import { TransactionPane } from '@/features/staff/staff-transactions/TransactionPane'
import { TransactionResults } from '@/features/staff/staff-transactions/TransactionResults'
import { useAddressFields } from '@/lib/useAddressFields'

/** Of a link: each page takes a request. */
const mostPages = 1000
const firstPage = { pages: '', id: '' }

export function AdminTransactionsScreen() {
  const client = useQueryClient()
  const { field, setFields } = useAddressFields<keyof Filter | 'pages' | 'id'>()
  const filter = readFilter(field)
  const [search, setSearch] = useState(() => newSearch(filter))
  if (!isSame(filter, search.filter)) setSearch(newSearch(filter))
  const pageCount = Math.min(Math.max(Math.trunc(Number(field('pages'))) || 1, 1), mostPages)
  const csvExport = useCsvExport({ run: useRunExport(), start: startExport, fileName: exportFileName })
  const exportButton = useRef<HTMLElement>(null)
  const openedId = field('id')
  const opener = useRef<Element>(null)
  // Not of a link to a transaction.
  const [isFromList, setIsFromList] = useState(false)
  const latest = useRef(setFields)
  useLayoutEffect(() => {
    latest.current = setFields
  })

  // Stable, because the rows are memoised.
  const handleOpen = useCallback((id: string) => {
    opener.current = document.activeElement
    setIsFromList(true)
    latest.current({ id })
  }, [])
  const handleClose = () => {
    setFields({ id: '' })
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
  }

  const handleSearch = (wanted: Filter) => {
    // The same search again starts again.
    if (isSame(wanted, filter)) void client.resetQueries({ queryKey: staffTransactionQueries.all })
    setFields({ ...formOf(wanted), ...firstPage })
  }

  return (
    <StaffScreen
      title={staffTransactionsCopy.title}
      search={<FilterForm filter={search.filter} onSearch={handleSearch} />}
      actions={
        <div
          ref={(actions) => {
            exportButton.current = actions?.querySelector('button') ?? null
          }}
        >
          <Button
            variant="secondary"
            className={compactButton}
            pending={csvExport.job !== null}
            pendingLabel={csvExport.error === null ? 'Exporting...' : 'Export CSV'}
            onClick={() => csvExport.start(search.filter)}
          >
            <Download aria-hidden className="size-5" />
            <span className="max-sm:sr-only">Export CSV</span>
          </Button>
        </div>
      }
    >
      <ExportPanel csvExport={csvExport} nothing={staffTransactionsCopy.nothingToExport} focusFallback={exportButton} />
      <TransactionResults
        search={search}
        pageCount={pageCount}
        onMore={() => setFields({ pages: String(pageCount + 1) }, { replace: true })}
        onOpen={handleOpen}
      />
      {openedId !== '' && (
        <TransactionPane key={openedId} id={openedId} isFromList={isFromList} onClose={handleClose} />
      )}
    </StaffScreen>
  )
}

function isSame(one: Filter, other: Filter): boolean {
  return JSON.stringify(formOf(one)) === JSON.stringify(formOf(other))
}
