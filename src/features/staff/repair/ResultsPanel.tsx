import { StaffCard } from '@/components/StaffCard'
import { formatPence } from '@/lib/money'
import { repairCopy } from './copy'
import { RepairTable } from './RepairTable'
import { totalOf, type RepairRun } from './repairRun'

const copy = repairCopy.results

/** The repairs made so far. */
export function ResultsPanel({ run: { repairs, before } }: { run: RepairRun }) {
  return (
    <StaffCard title={copy.title}>
      <p className="px-4 pb-3">
        {repairs.length === 0 ? copy.none : copy.summary(repairs.length, formatPence(totalOf(repairs)))}
      </p>
      {repairs.length > 0 && <RepairTable caption={copy.title} repairs={repairs} />}
      {before.length > 0 && (
        <div className="space-y-1 border-t border-line px-4 py-3 text-small">
          <p>{copy.before(before.length)}</p>
          <ul className="list-disc pl-5">
            {before.map(({ transactionId, recipientName, amount }) => (
              <li key={transactionId} className="wrap-anywhere">
                {recipientName}, {formatPence(amount)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </StaffCard>
  )
}
