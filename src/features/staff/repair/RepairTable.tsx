import { useState } from 'react'
import { Money } from '@/components/Money'
import { StaffCell, StaffRow, StaffTable } from '@/components/StaffTable'
import { Button } from '@/components/ui/Button'
import { formatDenseDateTime } from '@/lib/dates'
import { repairCopy } from './copy'
import type { RepairOfAccount } from './queries'

const figures = ['Amount', 'Old Balance', 'New Balance']
const rowsAtOnce = 100

type RepairTableProps = { caption: string; repairs: (RepairOfAccount & { paidAt?: string })[]; hasTimes?: boolean }

/** Recipient, amount and the balance before and after. */
export function RepairTable({ caption, repairs, hasTimes = false }: RepairTableProps) {
  const [shown, setShown] = useState(rowsAtOnce)
  const columns = [...(hasTimes ? ['Paid'] : []), 'Recipient', ...figures]
  return (
    <>
      <StaffTable caption={caption} columns={columns} figures={figures}>
        {repairs
          .slice(0, shown)
          .map(({ transactionId, paidAt, recipientName, isSavings, amount, oldBalance, newBalance }) => (
            <StaffRow key={transactionId}>
              {hasTimes && paidAt !== undefined && (
                <StaffCell label="Paid" isDense className="tabular-nums">
                  <time dateTime={paidAt}>{formatDenseDateTime(paidAt)}</time>
                </StaffCell>
              )}
              <StaffCell label="Recipient" isDense>
                <span>
                  {recipientName}
                  {isSavings && <span className="text-muted"> {repairCopy.savings}</span>}
                </span>
              </StaffCell>
              <StaffCell label="Amount" isFigure isDense className="text-strong">
                <Money pence={amount} />
              </StaffCell>
              <StaffCell label="Old Balance" isFigure isDense>
                <Money pence={oldBalance} />
              </StaffCell>
              <StaffCell label="New Balance" isFigure isDense>
                <Money pence={newBalance} />
              </StaffCell>
            </StaffRow>
          ))}
      </StaffTable>
      {repairs.length > shown && (
        <div className="p-3 text-center">
          <Button variant="secondary" onClick={() => setShown(shown + rowsAtOnce)}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}
