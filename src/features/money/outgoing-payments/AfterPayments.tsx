import { Balance } from '@/features/money/accounts/shared'
import { outgoingCopy } from './copy'
import type { UpcomingPayment } from './queries'

type AfterPaymentsProps = {
  payments: UpcomingPayment[]
  /** In pence. */
  balance: number
}

/** What is left of the balance after the payments. */
export function AfterPayments({ payments, balance }: AfterPaymentsProps) {
  const total = payments.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <p>
      <span className="text-strong">
        After these: <Balance pence={balance - total} />
      </span>
      <span className="block text-secondary">{outgoingCopy.afterHint}</span>
    </p>
  )
}
