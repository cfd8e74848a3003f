import { CalendarCheck } from 'lucide-react'
import { Link } from 'react-router-dom'
import { formatDayWithoutYear } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { paths } from '@/lib/paths'
import type { LaterReceipt } from './later'
import { Outcome } from './Outcome'

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
