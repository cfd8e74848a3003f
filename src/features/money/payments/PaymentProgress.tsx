import type { ReactNode } from 'react'
import { Screen } from '@/components/Screen'
import { lazyPart } from '@/lib/lazyPart'
import { paths } from '@/lib/paths'
import { HeldPayment } from './HeldPayment'
import { PaymentChecking } from './PaymentChecking'
import { LaterDone, PaymentDone, type PaymentActions } from './PaymentDone'
import { PaymentQuestion } from './PaymentQuestion'
import type { usePayment } from './usePayment'

/** Few payments need them. */
const RequestedWarning = lazyPart(async () => (await import('./RequestedWarning')).RequestedWarning)
const AskForPush = lazyPart(async () => (await import('@/features/person/push/shared')).AskForPush)

type PaymentProgressProps = {
  /** The title while the payment is being checked. */
  title: string
  payment: ReturnType<typeof usePayment>
  onAgain: () => void
  /** Back to the payee's details. */
  onEdit: () => void
  /** Null for a visitor. */
  userId: string | null
  /** Shown below the receipt. */
  Actions: PaymentActions
  /** The form. It stays while the payment is sent. */
  children: ReactNode
}

/** What a pay screen shows: its form, the check of a payment without an answer, or the receipt. */
export function PaymentProgress(props: PaymentProgressProps) {
  const { title, payment, onEdit, userId, Actions, children } = props
  const { state, receipt, answer, drop, dropWaiting, checkAgain, asked } = payment
  const onAgain = () => {
    // The receipt's own navigation may still be on its way. Without this, the receipt would stay.
    drop()
    props.onAgain()
  }
  if (receipt !== null && 'day' in receipt) {
    return (
      <Screen title="All done." width="card">
        <LaterDone receipt={receipt} onAgain={onAgain} />
      </Screen>
    )
  }
  if (receipt !== null) {
    const done = (
      <PaymentDone receipt={receipt} onAgain={onAgain} userId={userId} Actions={Actions}>
        {userId !== null && <AskForPush userId={userId} />}
      </PaymentDone>
    )
    return receipt.hold === null ? (
      done
    ) : (
      <HeldPayment receipt={receipt} hold={receipt.hold} onAgain={onAgain}>
        {done}
      </HeldPayment>
    )
  }
  switch (state?.status) {
    case 'resumed':
    case 'waiting':
    case 'checking':
    case 'interrupted':
    case 'unconfirmed':
      return (
        <Screen title={title} width="card" close={paths.home}>
          <PaymentChecking
            payment={state.payment}
            status={state.status}
            onCheckAgain={checkAgain}
            onDrop={() => void dropWaiting()}
          />
        </Screen>
      )
    default:
      return (
        <>
          {children}
          {asked !== null && userId !== null && (
            <RequestedWarning userId={userId} order={asked.order} needs={asked.needs} onAnswer={asked.answer} />
          )}
          {state?.status === 'asked' && (
            <PaymentQuestion
              payment={state.payment}
              question={state.question}
              onAnswer={answer}
              onBack={drop}
              onEdit={() => {
                drop()
                onEdit()
              }}
            />
          )}
        </>
      )
  }
}
