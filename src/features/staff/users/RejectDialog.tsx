import type { RefObject } from 'react'
import { actionOf } from '@/features/staff/previews/shared'
import { ReasonDialog } from '@/features/staff/saved-texts/shared'
import { userCopy } from './copy'
import { useRejectUsers, userArguments } from './mutations'

const copy = userCopy.reject

type RejectDialogProps = { userIds: string[]; heading?: RefObject<HTMLElement | null>; onClose: () => void }

/** Asks for the reason, which each person gets by email. */
export function RejectDialog({ userIds, heading, onClose }: RejectDialogProps) {
  const reject = useRejectUsers()
  return (
    <ReasonDialog
      title={copy.title(userIds.length)}
      text={copy.text}
      confirmLabel={copy.confirm}
      isDanger
      submit={(reason) => reject.mutateAsync({ userIds, reason })}
      preview={(reason) => actionOf('reject_users', userArguments.rejection(userIds, reason))}
      fallbackFocus={heading}
      onClose={onClose}
    />
  )
}
