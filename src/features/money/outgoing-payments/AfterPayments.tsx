import { Balance } from '@/features/money/accounts/shared'
import { outgoingCopy } from './copy'
import type { UpcomingPayment } from './queries'

type AfterPaymentsProps = {
  payments: UpcomingPayment[]
  /** In pence. */
  balance: number
}

/** What is left of the balance after the payments. What moves between the customer's own accounts is not spent. */
export function AfterPayments({ payments, balance }: AfterPaymentsProps) {
  const spent = payments.filter(({ isOwnMove }) => !isOwnMove)
  if (spent.length === 0) return null
  const total = spent.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <p>
      <span className="text-strong">
        After these: <Balance pence={balance - total} />
      </span>
      <span className="block text-secondary">{outgoingCopy.afterHint}</span>
    </p>
  )
}
