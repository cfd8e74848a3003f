import type { ReactNode } from 'react'
import { CopyableNumber } from '@/components/CopyableNumber'
import { Money } from '@/components/Money'
import { Dialog } from '@/components/ui/Dialog'
import { formatDateTime } from '@/lib/dates'
import { transactionCopy } from './copy'
import type { Transaction } from './queries'
import { isSample } from './sampleTransactions'

type TransactionDetailsDialogProps = { transaction: Transaction; onClose: () => void }

export function TransactionDetailsDialog({ transaction, onClose }: TransactionDetailsDialogProps) {
  const { incoming, amount, counterparty, sortCode, accountNumber, reference, createdAt, reversedAt } = transaction
  return (
    <Dialog open onOpenChange={onClose} title="Transaction Details">
      <Money pence={amount} direction={incoming ? 'in' : 'out'} className="block text-xl font-semibold wrap-anywhere" />
      <dl className="mt-3 divide-y divide-line">
        <Detail label={incoming ? 'From' : 'To'}>{counterparty || transactionCopy.unnamed}</Detail>
        {sortCode !== '' && (
          <Detail label="Sort code">
            <CopyableNumber label="Sort code" value={sortCode} className="-mr-3.5" />
          </Detail>
        )}
        {accountNumber !== '' && (
          <Detail label="Account number">
            <CopyableNumber label="Account number" value={accountNumber} className="-mr-3.5" />
          </Detail>
        )}
        <Detail label="Reference">{reference ?? 'None'}</Detail>
        <Detail label="Date">{formatDateTime(createdAt)}</Detail>
        {reversedAt !== null && <Detail label={transactionCopy.reversed}>{formatDateTime(reversedAt)}</Detail>}
      </dl>
      {isSample(transaction) && <p className="mt-3 text-sm text-muted">{transactionCopy.sample}</p>}
    </Dialog>
  )
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
