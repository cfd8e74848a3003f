import { useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { Button } from '@/components/ui/Button'
import { userCopy } from './copy'
import { useUnfreezeUser } from './mutations'

type UnfreezeButtonProps = { userId: string; name: string; canDelete: boolean }

/** For an owner who cannot read their email any more. Asks first, because a thief may be the one who asks. */
export function UnfreezeButton({ userId, name, canDelete }: UnfreezeButtonProps) {
  const unfreeze = useUnfreezeUser()
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
        <ConfirmDialog
          {...userCopy.confirmUnfreeze(name)}
          pending={unfreeze.isPending}
          onConfirm={() => unfreeze.mutate(userId, { onSettled: () => setIsAsking(false) })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
