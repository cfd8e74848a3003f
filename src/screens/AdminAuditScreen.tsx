import { useRef, useState } from 'react'
import { StaffCard } from '@/components/StaffCard'
import { StaffScreen } from '@/components/StaffScreen'
import { AuditFilters } from '@/features/audit/AuditFilters'
import { AuditList } from '@/features/audit/AuditList'
import type { AuditFilter } from '@/features/audit/queries'
import { VerifyChain } from '@/features/audit/VerifyChain'

const everything: AuditFilter = { action: '', from: '', to: '', actor: null, target: null }

export function AdminAuditScreen() {
  const heading = useRef<HTMLHeadingElement>(null)
  const [filter, setFilter] = useState(everything)
  const isFiltered = Object.values(filter).some((value) => value !== '' && value !== null)

  const handleChange = (change: Partial<AuditFilter>) => setFilter((current) => ({ ...current, ...change }))
  const handleChoose = (change: Partial<AuditFilter>) => {
    handleChange(change)
    // The pressed button is removed with its row.
    heading.current?.focus()
  }

  return (
    <StaffScreen title="Audit" subtitle="Who did what to whom, and when" actions={<VerifyChain />}>
      <StaffCard title="Records" heading={heading}>
        <AuditFilters filter={filter} onChange={handleChange} onRemove={handleChoose} />
        <AuditList
          key={JSON.stringify(filter)}
          filter={filter}
          isFiltered={isFiltered}
          heading={heading}
          onChoose={handleChoose}
        />
      </StaffCard>
    </StaffScreen>
  )
}
