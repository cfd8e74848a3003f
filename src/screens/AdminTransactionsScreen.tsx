import { Download } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ExportPanel } from '@/components/ExportPanel'
import { StaffScreen } from '@/components/StaffScreen'
import { Button } from '@/components/ui/Button'
import { useCsvExport } from '@/components/useCsvExport'
import { staffTransactionsCopy } from '@/features/staff-transactions/copy'
import { exportFileName, startExport } from '@/features/staff-transactions/exportJob'
import { FilterForm } from '@/features/staff-transactions/FilterForm'
import { useRunExport } from '@/features/staff-transactions/mutations'
import { newSearch, noFilter, type Filter } from '@/features/staff-transactions/queries'
import { TransactionPane } from '@/features/staff-transactions/TransactionPane'
import { TransactionResults } from '@/features/staff-transactions/TransactionResults'
import { useAddressFields } from '@/lib/useAddressFields'

export function AdminTransactionsScreen() {
  const { field, setFields } = useAddressFields<'email' | 'id'>()
  const email = field('email')
  const [search, setSearch] = useState(() => newSearch({ ...noFilter, email }))
  const csvExport = useCsvExport({ run: useRunExport(), start: startExport, fileName: exportFileName })
  const exportButton = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const openedId = field('id')
  const opener = useRef<Element>(null)

  // Stable, because the rows are memoised.
  const handleOpen = useCallback(
    (id: string) => {
      opener.current = document.activeElement
      const fields = new URLSearchParams({ ...(email !== '' && { email }), id })
      void navigate({ hash: fields.toString() }, { preventScrollReset: true })
    },
    [email, navigate],
  )
  const handleClose = () => {
    setFields({ id: '' })
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
  }

  const handleSearch = (filter: Filter) => {
    setSearch(newSearch(filter))
    if (filter.email !== email) setFields({ email: filter.email })
  }

  return (
    <StaffScreen
      title={staffTransactionsCopy.title}
      actions={
        <div
          ref={(actions) => {
            exportButton.current = actions?.querySelector('button') ?? null
          }}
        >
          <Button
            variant="secondary"
            pending={csvExport.job !== null}
            pendingLabel={csvExport.error === null ? 'Exporting...' : 'Export CSV'}
            onClick={() => csvExport.start(search.filter)}
          >
            <Download aria-hidden className="size-5" />
            Export CSV
          </Button>
        </div>
      }
    >
      <ExportPanel csvExport={csvExport} nothing={staffTransactionsCopy.nothingToExport} focusFallback={exportButton} />
      <FilterForm email={email} onSearch={handleSearch} />
      <TransactionResults search={search} onOpen={handleOpen} />
      {openedId !== '' && <TransactionPane key={openedId} id={openedId} onClose={handleClose} />}
    </StaffScreen>
  )
}
