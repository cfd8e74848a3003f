import { useQuery } from '@tanstack/react-query'
import { Hourglass, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { FormProblem } from '@/components/FormProblem'
import { Screen } from '@/components/Screen'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { messageOf } from '@/lib/errors'
import { casePath } from '@/lib/paths'
import { useUserId } from '@/lib/session'
import { paymentCopy } from './copy'
import { useUndoPayment } from './mutations'
import { Outcome } from './Outcome'
import type { Hold, PaidReceipt } from './payment'
import { heldPaymentQueries } from './queries'
import { RegularNote } from './RegularNote'
import { useSecondsUntil, waitsForContact } from './useSecondsUntil'

type HeldPaymentProps = {
  receipt: PaidReceipt
  hold: Hold
  onAgain: () => void
  /** The receipt, once the payment has been sent. */
  children: ReactNode
}

/** A payment in its undo window: the time that is left and 'Undo', and what has become of it. */
export function HeldPayment({ receipt, hold, onAgain, children }: HeldPaymentProps) {
  const { amount, recipient } = receipt
  const { data: state } = useQuery(heldPaymentQueries.state(hold))
  const undo = useUndoPayment(hold)
  const seconds = useSecondsUntil(hold.until)
  const isWaiting = waitsForContact(seconds)
  const held = useQuery({ ...heldPaymentQueries.list(useUserId()), enabled: isWaiting })
  if (state === 'sent') return children

  const listed = held.data?.find(({ id }) => id === hold.id)
  const caseId = listed?.caseId ?? null
  const isUndone = state === 'cancelled'
  const { title, text } = isUndone
    ? paymentCopy.undone(amount, recipient)
    : isWaiting
      ? listed === undefined
        ? paymentCopy.notSentYet(amount, recipient)
        : caseId === null
          ? paymentCopy.waitingForContact(amount, recipient)
          : paymentCopy.underReview(amount, recipient)
      : { title: 'All done.', text: paymentCopy.held(amount, recipient) }
  const Picture = isUndone ? Undo2 : Hourglass
  return (
    <Screen title={title} width="card">
      <Outcome icon={<Picture aria-hidden className="size-1/2" />} text={text} onAgain={onAgain}>
        {receipt.nextOn !== null && <RegularNote nextOn={receipt.nextOn} />}
        {!isUndone && (
          <>
            <p role="timer" aria-live="off" className="text-secondary tabular-nums">
              {isWaiting ? null : seconds > 0 ? paymentCopy.secondsLeft(seconds) : paymentCopy.windowOver}
            </p>
            {undo.error && <FormProblem words={{ title: paymentCopy.undoFailed, text: messageOf(undo.error) }} />}
            {caseId !== null && (
              <Link to={casePath(caseId)} className={buttonLook('primary')}>
                {paymentCopy.toTheCheck}
              </Link>
            )}
            <Button variant="secondary" pending={undo.isPending} disabled={seconds === 0} onClick={() => undo.mutate()}>
              {caseId === null ? 'Undo' : paymentCopy.cancelChecked}
            </Button>
          </>
        )}
      </Outcome>
    </Screen>
  )
}
