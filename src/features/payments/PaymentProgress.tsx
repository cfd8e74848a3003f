import type { ReactNode } from 'react'
import { Screen } from '@/components/Screen'
import { paths } from '@/lib/paths'
import { PaymentChecking } from './PaymentChecking'
import { PaymentDone } from './PaymentDone'
import type { Receipt } from './payTransferFlow'
import type { usePayment } from './usePayment'

type PaymentProgressProps = {
  /** The title while the payment is being checked. */
  title: string
  payment: ReturnType<typeof usePayment>
  receipt: Receipt | null
  onAgain: () => void
  /** The form. It stays while the payment is sent. */
  children: ReactNode
}

/** What a pay screen shows: its form, the check of a payment without an answer, or the receipt. */
export function PaymentProgress({ title, payment, receipt, onAgain, children }: PaymentProgressProps) {
  const { state, checkAgain } = payment
  const shownReceipt = state?.status === 'paid' ? state.payment : receipt
  if (shownReceipt !== null) {
    return (
      <Screen title="All done.">
        <PaymentDone receipt={shownReceipt} onAgain={onAgain} />
      </Screen>
    )
  }
  switch (state?.status) {
    case 'checking':
    case 'interrupted':
    case 'unconfirmed':
      return (
        <Screen title={title} close={paths.home}>
          <PaymentChecking
            payment={state.payment}
            isUnconfirmed={state.status === 'unconfirmed'}
            onCheckAgain={checkAgain}
          />
        </Screen>
      )
    default:
      return children
  }
}
