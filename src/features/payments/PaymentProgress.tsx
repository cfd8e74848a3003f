import type { ComponentType, ReactNode } from 'react'
import { Screen } from '@/components/Screen'
import { paths } from '@/lib/paths'
import { HeldPayment } from './HeldPayment'
import { PaymentChecking } from './PaymentChecking'
import { PaymentDone } from './PaymentDone'
import { PaymentQuestion } from './PaymentQuestion'
import type { Receipt } from './payTransferFlow'
import type { usePayment } from './usePayment'

type PaymentProgressProps = {
  /** The title while the payment is being checked. */
  title: string
  payment: ReturnType<typeof usePayment>
  receipt: Receipt | null
  onAgain: () => void
  /** Null for a visitor. */
  userId: string | null
  /** Shown below the receipt. */
  Actions: ComponentType<{ userId: string; payment: Receipt }>
  /** The form. It stays while the payment is sent. */
  children: ReactNode
}

/** What a pay screen shows: its form, the check of a payment without an answer, or the receipt. */
export function PaymentProgress(props: PaymentProgressProps) {
  const { title, payment, receipt, onAgain, userId, Actions, children } = props
  const { state, answer, drop, checkAgain } = payment
  const shownReceipt = state?.receipt ?? receipt
  if (shownReceipt !== null) {
    const done = (
      <Screen title="All done." width="card">
        <PaymentDone receipt={shownReceipt} onAgain={onAgain}>
          {userId !== null && <Actions userId={userId} payment={shownReceipt} />}
        </PaymentDone>
      </Screen>
    )
    return shownReceipt.hold === null ? (
      done
    ) : (
      <HeldPayment receipt={shownReceipt} hold={shownReceipt.hold} onAgain={onAgain}>
        {done}
      </HeldPayment>
    )
  }
  switch (state?.status) {
    case 'resumed':
    case 'checking':
    case 'interrupted':
    case 'unconfirmed':
      return (
        <Screen title={title} width="card" close={paths.home}>
          <PaymentChecking payment={state.payment} status={state.status} onCheckAgain={checkAgain} />
        </Screen>
      )
    default:
      return (
        <>
          {children}
          {state?.question && (
            <PaymentQuestion payment={state.payment} question={state.question} onAnswer={answer} onBack={drop} />
          )}
        </>
      )
  }
}
