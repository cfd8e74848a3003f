import { useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { Button } from '@/components/ui/Button'
import { formatDayWithWeekday } from '@/lib/dates'
import { messageOf } from '@/lib/errors'
import { formatPence } from '@/lib/money'
import { holdCopy as copy } from './copy'
import { useCancelHeldPayment } from './mutations'
import type { CustomerCase } from './queries'

/** Why a payment has not been sent, until when at the latest, and 'Cancel payment'. */
export function HeldForCheck({ hold }: { hold: NonNullable<CustomerCase['hold']> }) {
  const [isAsking, setIsAsking] = useState(false)
  const cancel = useCancelHeldPayment(hold)
  const close = () => setIsAsking(false)
  return (
    <div className="space-y-3">
      <p>
        {copy.notSentYet(hold.told)} {copy.atTheLatest(formatDayWithWeekday(hold.last_on))}
      </p>
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        {copy.cancel}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={copy.cancelTitle}
          text={copy.cancelText(formatPence(hold.amount), hold.payee)}
          confirmLabel={copy.cancel}
          closeLabel={copy.keep}
          pending={cancel.isPending}
          problem={cancel.error && { title: copy.failed, text: messageOf(cancel.error) }}
          onConfirm={() => cancel.mutate(undefined, { onSuccess: close })}
          onClose={close}
        />
      )}
    </div>
  )
}
