import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDateTime } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { Outcome } from './Outcome'
import type { Receipt } from './payTransferFlow'

type PaymentDoneProps = { receipt: Receipt; onAgain: () => void; children: ReactNode }

/** The receipt. */
export function PaymentDone({ receipt, onAgain, children }: PaymentDoneProps) {
  return (
    <Outcome
      icon={<Check aria-hidden className="drawn-tick size-1/2" strokeWidth={2.5} />}
      text={`You've just paid ${formatPence(receipt.amount)} to ${receipt.recipient}`}
      onAgain={onAgain}
    >
      <p className="max-w-xs text-muted">The money should be available immediately but can take up to 2 hours</p>
      <dl className="space-y-1 text-sm">
        <div>
          <dt className="inline text-muted">Time:</dt> <dd className="inline">{formatDateTime(receipt.paidAt)}</dd>
        </div>
        <div>
          <dt className="inline text-muted">Payment ID:</dt>{' '}
          <dd className="text-[min(0.875rem,4vw)] wrap-anywhere select-all">{receipt.id}</dd>
        </div>
      </dl>
      {children}
    </Outcome>
  )
}
