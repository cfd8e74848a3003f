import type { RefObject } from 'react'
import { Confirmation } from '@/components/Confirmation'
import { Dialog } from '@/components/ui/Dialog'
import { useFocusFallback } from '@/components/useFocusFallback'
import { actionOf, MessagePreview } from '@/features/staff/previews/shared'
import { messageOf } from '@/lib/errors'
import { noName } from '@/lib/noName'
import { userCopy } from './copy'
import { useApproveUsers, userArguments } from './mutations'
import type { User } from './queries'

const copy = userCopy.approveMany

type ApproveDialogProps = { users: User[]; heading: RefObject<HTMLElement | null>; onClose: () => void }

/** Names the users: one slip can select a whole page. */
export function ApproveDialog({ users, heading, onClose }: ApproveDialogProps) {
  useFocusFallback(heading)
  const approve = useApproveUsers()
  return (
    <Dialog open onOpenChange={onClose} title={copy.title(users.length)} description={copy.text}>
      <ul className="mb-4 space-y-1 text-small">
        {users.map(({ id, fullName, signInEmail }) => (
          <li key={id} className="wrap-anywhere">
            {fullName ?? noName} <span className="text-muted">{signInEmail}</span>
          </li>
        ))}
      </ul>
      <div className="mb-4">
        <MessagePreview action={actionOf('approve_users', userArguments.approval(users.map(({ id }) => id)))} />
      </div>
      <Confirmation
        confirmLabel={copy.confirm}
        variant="primary"
        pending={approve.isPending}
        problem={approve.error && { title: copy.failed, text: messageOf(approve.error) }}
        onConfirm={() =>
          approve.mutate(
            users.map(({ id }) => id),
            { onSuccess: onClose },
          )
        }
        onClose={onClose}
      />
    </Dialog>
  )
}
