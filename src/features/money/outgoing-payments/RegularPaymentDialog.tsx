import { useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { formatDayWithoutYear, formatDayWithWeekday, londonDay } from '@/lib/dates'
import { messageOf } from '@/lib/errors'
import { formatPence } from '@/lib/money'
import { ChangeRegularPayment } from './ChangeRegularPayment'
import { outgoingCopy } from './copy'
import { KeepPayment } from './KeepPayment'
import { useSetRegularState, useSkipPayment, useUndoSkip } from './mutations'
import { PaymentHistory } from './PaymentHistory'
import type { PastPayment, RegularPayment } from './queries'

type RegularPaymentDialogProps = {
  payment: RegularPayment
  /** 'Every month, until you cancel'. */
  terms: string
  past: PastPayment[]
  onClose: () => void
}

/** A regular payment: what it is, its actions and its history. */
export function RegularPaymentDialog({ payment, terms, past, onClose }: RegularPaymentDialogProps) {
  const [step, setStep] = useState<'details' | 'change' | 'cancel'>('details')
  const cancel = useSetRegularState('cancelled')
  const { cancelRegular } = outgoingCopy

  if (step === 'cancel') {
    return (
      <ConfirmDialog
        title={cancelRegular.title}
        text={cancelRegular.text(formatPence(payment.amount), payment.name)}
        confirmLabel={cancelRegular.button}
        closeLabel={outgoingCopy.keep}
        pending={cancel.isPending}
        problem={cancel.error && outgoingCopy.failed(messageOf(cancel.error))}
        onConfirm={() => cancel.mutate(payment.id, { onSuccess: onClose })}
        onClose={() => setStep('details')}
      />
    )
  }
  return (
    <Dialog open onOpenChange={onClose} title={payment.name} description={`${formatPence(payment.amount)} · ${terms}`}>
      {step === 'change' ? (
        <ChangeRegularPayment payment={payment} onDone={() => setStep('details')} />
      ) : (
        <div className="space-y-6">
          <Actions
            payment={payment}
            skipped={lastSkipped(payment, past)}
            onChange={() => setStep('change')}
            onCancel={() => {
              cancel.reset()
              setStep('cancel')
            }}
          />
          {past.length > 0 && <PaymentHistory payments={past} isNamed={false} />}
        </div>
      )}
    </Dialog>
  )
}

/** The skipped payment that can still be made: the last one before the next payment, which payday does not have yet. */
function lastSkipped({ state, frequency, next }: RegularPayment, past: PastPayment[]): PastPayment | undefined {
  const today = londonDay(new Date())
  const isBeforeNext = (day: string) => (next === null ? state === 'active' && frequency === 'payday' : day < next.day)
  // Newest first.
  return past.find((payment) => payment.state === 'cancelled' && payment.day > today && isBeforeNext(payment.day))
}

type ActionsProps = {
  payment: RegularPayment
  skipped: PastPayment | undefined
  onChange: () => void
  onCancel: () => void
}

function Actions({ payment: { id, state, next }, skipped, onChange, onCancel }: ActionsProps) {
  const skip = useSkipPayment()
  const undoSkip = useUndoSkip()
  const pause = useSetRegularState('paused')
  const resume = useSetRegularState('active')
  const turn = state === 'active' ? pause : resume
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {next?.awaitsOwner === true && (
        <div className="sm:col-span-2">
          <KeepPayment id={next.id} />
        </div>
      )}
      {next?.awaitsOwner === false && (
        <p className="text-secondary sm:col-span-2">{outgoingCopy.next(formatDayWithWeekday(next.day))}</p>
      )}
      <Button variant="secondary" onClick={onChange}>
        Change
      </Button>
      {next !== null && (
        <Button variant="secondary" pending={skip.isPending} onClick={() => skip.mutate(next.id)}>
          Skip the next one
        </Button>
      )}
      {skipped !== undefined && (
        <Button variant="secondary" pending={undoSkip.isPending} onClick={() => undoSkip.mutate(skipped.id)}>
          {outgoingCopy.undoSkip(formatDayWithoutYear(skipped.day))}
        </Button>
      )}
      <Button variant="secondary" pending={turn.isPending} onClick={() => turn.mutate(id)}>
        {state === 'active' ? 'Pause' : 'Resume'}
      </Button>
      <Button variant="danger" onClick={onCancel}>
        {outgoingCopy.cancelRegular.button}
      </Button>
    </div>
  )
}
