import { EmptyState } from '@/components/EmptyState'
import { StaffCard } from '@/components/StaffCard'
import { formatPence } from '@/lib/money'
import { repairCopy } from './copy'
import type { DryRun } from './queries'
import { RepairTable } from './RepairTable'
import { totalOf } from './repairRun'

const copy = repairCopy.dryRun

/** The results of a dry run so far. */
export function DryRunPanel({ dryRun: { found, isComplete } }: { dryRun: DryRun }) {
  if (found.length === 0) {
    return (
      isComplete && (
        <EmptyState title={copy.nothing.title}>
          <p>{copy.nothing.text}</p>
        </EmptyState>
      )
    )
  }
  return (
    <StaffCard title={copy.title}>
      <div className="px-4 pb-3">
        {/* Until then the progress says how many were found. */}
        <output className="block">{isComplete && copy.found(found.length, formatPence(totalOf(found)))}</output>
        <p className="text-secondary">{copy.note}</p>
      </div>
      <RepairTable caption={copy.title} repairs={found} hasTimes />
    </StaffCard>
  )
}
