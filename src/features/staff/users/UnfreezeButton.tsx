import { useState } from 'react'
import { ReasonDialog } from '@/components/ReasonDialog'
import { Button } from '@/components/ui/Button'
import { askingCopy, useRequestApproval } from '@/features/staff/approvals/shared'
import { userCopy } from './copy'

type UnfreezeButtonProps = { userId: string; name: string; canDelete: boolean }

/** For an owner who cannot read their email any more. A thief may be the one who asks, so a second administrator decides. */
export function UnfreezeButton({ userId, name, canDelete }: UnfreezeButtonProps) {
  const ask = useRequestApproval()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        disabled={!canDelete}
        title={canDelete ? undefined : userCopy.notDeletable}
        onClick={() => setIsAsking(true)}
      >
        Unfreeze
      </Button>
      {isAsking && (
        <ReasonDialog
          {...userCopy.askToUnfreeze(name)}
          confirmLabel={askingCopy.question.confirmLabel}
          submit={(reason) => ask.mutateAsync({ request: { kind: 'unfreeze', userId }, reason })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
