import { CloudOff } from 'lucide-react'
import { ActionBar } from '@/components/ActionBar'
import { Loading } from '@/components/Loading'
import { Button } from '@/components/ui/Button'
import { formatPence } from '@/lib/money'
import { paymentCopy } from './copy'
import type { Payment } from './payment'

// The pressed button is removed. Focusing the heading keeps the focus and announces the new state.
const takeFocus = (heading: HTMLElement | null) => heading?.focus()

type PaymentCheckingProps = {
  payment: Payment
  status: 'resumed' | 'waiting' | 'checking' | 'interrupted' | 'unconfirmed'
  onCheckAgain: () => void
  /** While no request has left the device. */
  onDrop: () => void
}

/** Shown while it is unknown whether a payment was made. It offers no way to pay again. */
export function PaymentChecking({ payment, status, onCheckAgain, onDrop }: PaymentCheckingProps) {
  const isUnconfirmed = status === 'unconfirmed'
  const words = status === 'checking' || status === 'waiting' ? paymentCopy[status] : paymentCopy.underway
  const what = `${formatPence(payment.amount)} to ${payment.recipient}`
  return (
    <>
      <section aria-live="polite" className="flex flex-1 flex-col justify-center gap-4 py-8 text-center">
        {isUnconfirmed ? (
          <>
            <h2 key="unconfirmed" ref={takeFocus} tabIndex={-1} className="text-title outline-none">
              {paymentCopy.unconfirmed.title}
            </h2>
            <p className="text-name wrap-anywhere">{what}</p>
            <p>{paymentCopy.unconfirmed.text}</p>
          </>
        ) : (
          <>
            {status === 'waiting' ? (
              <CloudOff aria-hidden className="mx-auto size-10 text-muted" />
            ) : (
              <div>
                <Loading text="Processing..." />
              </div>
            )}
            <h2 key={words.title} ref={takeFocus} tabIndex={-1} className="text-title outline-none">
              {words.title}
            </h2>
            <p className="text-name wrap-anywhere">{what}</p>
            <p>{words.text}</p>
          </>
        )}
      </section>
      {isUnconfirmed && (
        <ActionBar>
          <Button onClick={onCheckAgain}>Check again</Button>
        </ActionBar>
      )}
      {status === 'waiting' && (
        <ActionBar>
          <Button variant="secondary" onClick={onDrop}>
            {paymentCopy.waiting.drop}
          </Button>
        </ActionBar>
      )}
    </>
  )
}
