import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { StaffScreen } from '@/components/StaffScreen'
import { Button } from '@/components/ui/Button'
import { staffTransactionsCopy } from '@/features/staff-transactions/copy'
import { ExportPanel } from '@/features/staff-transactions/ExportPanel'
import { FilterForm } from '@/features/staff-transactions/FilterForm'
import { newSearch, noFilter, type Filter } from '@/features/staff-transactions/queries'
import { TransactionResults } from '@/features/staff-transactions/TransactionResults'
import { useCsvExport } from '@/features/staff-transactions/useCsvExport'
import { useAddressFields } from '@/lib/useAddressFields'

export function AdminTransactionsScreen() {
  const { field, setFields } = useAddressFields<'email'>()
  const email = field('email')
  const [search, setSearch] = useState(() => newSearch({ ...noFilter, email }))
  const csvExport = useCsvExport()
  const exportButton = useRef<HTMLElement>(null)

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
      <ExportPanel csvExport={csvExport} focusFallback={exportButton} />
      <FilterForm email={email} onSearch={handleSearch} />
      <TransactionResults search={search} />
    </StaffScreen>
  )
}
