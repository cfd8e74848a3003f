import { CalendarCheck, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatDateTime, formatDayWithoutYear } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { paths } from '@/lib/paths'
import { Outcome } from './Outcome'
import type { LaterReceipt, PaidReceipt } from './payment'

type PaymentDoneProps = { receipt: PaidReceipt; onAgain: () => void; children: ReactNode }

/** The receipt of a payment that was made. */
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

type LaterDoneProps = { receipt: LaterReceipt; onAgain: () => void }

/** The end of a payment for another day. */
export function LaterDone({ receipt: { amount, recipient, day }, onAgain }: LaterDoneProps) {
  return (
    <Outcome
      icon={<CalendarCheck aria-hidden className="size-1/2" />}
      text={`We'll send ${formatPence(amount)} to ${recipient} on ${formatDayWithoutYear(day)}`}
      onAgain={onAgain}
    >
      <p className="max-w-xs text-muted">
        You can change or cancel it in{' '}
        <Link to={paths.regularPayments} className="font-semibold text-brand underline">
          Regular and future payments
        </Link>
      </p>
    </Outcome>
  )
}
