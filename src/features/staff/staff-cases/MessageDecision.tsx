import { useState } from 'react'
import { actionOf } from '@/features/staff/previews/shared'
import { ReasonDialog } from '@/features/staff/saved-texts/shared'
import { Button } from '@/components/ui/Button'
import { staffCaseCopy } from './copy'
import { useDecideMessages, caseArguments } from './mutations'

const copy = staffCaseCopy.messages

/** Hides what a payer writes to the customer, or leaves it. */
export function MessageDecision({ id, payer }: { id: string; payer: string }) {
  const [open, setOpen] = useState<'hide' | 'leave' | null>(null)
  const decide = useDecideMessages(id)
  const isHiding = open === 'hide'
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen('leave')}>
        {copy.leave}
      </Button>
      <Button onClick={() => setOpen('hide')}>{copy.hide}</Button>
      {open !== null && (
        <ReasonDialog
          title={isHiding ? copy.hideTitle(payer) : copy.leaveTitle}
          text={isHiding ? copy.hideText : copy.leaveText}
          confirmLabel={isHiding ? copy.hide : copy.leave}
          submit={(reason) => decide.mutateAsync({ hides: isHiding, reason })}
          preview={(reason) => actionOf('decide_messages', caseArguments.messages(id, { hides: isHiding, reason }))}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
