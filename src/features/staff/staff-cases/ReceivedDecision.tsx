import { useState } from 'react'
import { actionOf } from '@/features/staff/previews/shared'
import { ReasonDialog } from '@/features/staff/saved-texts/shared'
import { Button } from '@/components/ui/Button'
import { SuspendButton } from '@/features/staff/users/shared'
import { useDecideReceived, useHoldLeavingPayments, caseArguments } from './mutations'
import type { StaffCase } from './queries'
import { receivedCopy as copy } from './receivedCopy'
import type { Received } from './ReceivedFacts'

/** Holds what is leaving the account, suspends its owner, and decides the case. */
export function ReceivedDecision({ shown, received }: { shown: StaffCase; received: Received }) {
  const [open, setOpen] = useState<'hold' | 'acted' | 'nothing' | null>(null)
  const hold = useHoldLeavingPayments(shown.id)
  const decide = useDecideReceived(shown.id)
  const close = () => setOpen(null)
  const holdable = received.leaving.filter(({ can_hold: canHold }) => canHold).length
  const { customer } = shown
  return (
    <>
      {holdable > 0 && <Button onClick={() => setOpen('hold')}>{copy.hold(holdable)}</Button>}
      {customer !== null && received.can_suspend && (
        <SuspendButton
          user={{
            id: customer.user_id,
            fullName: customer.full_name,
            isSuspended: false,
            isClosed: false,
            isStaff: received.is_staff,
            canDelete: true,
          }}
          isInList
        />
      )}
      <Button variant="secondary" onClick={() => setOpen('nothing')}>
        {copy.nothing}
      </Button>
      <Button variant="secondary" onClick={() => setOpen('acted')}>
        {copy.acted}
      </Button>
      {open === 'hold' && (
        <ReasonDialog
          title={copy.holdTitle}
          text={copy.holdText}
          confirmLabel={copy.hold(holdable)}
          submit={(reason) => hold.mutateAsync(reason)}
          preview={(reason) => actionOf('hold_leaving_payments', caseArguments.reason(shown.id, reason))}
          onClose={close}
        />
      )}
      {(open === 'acted' || open === 'nothing') && (
        <ReasonDialog
          title={open === 'acted' ? copy.actedTitle : copy.nothingTitle}
          text={copy.decideText}
          confirmLabel={copy[open]}
          submit={(reason) => decide.mutateAsync({ hasActed: open === 'acted', reason })}
          onClose={close}
        />
      )}
    </>
  )
}
