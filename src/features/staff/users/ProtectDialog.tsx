import { ReasonDialog } from '@/features/staff/saved-texts/shared'
import { useProtectUser } from './mutations'
import { protectCopy } from './protectCopy'

/** What is to be done, as the page shows it. */
export type ToProtect = { kind: 'card' | 'device' | 'passkey'; id: string; name: string }

type ProtectDialogProps = { userId: string; what: ToProtect; onClose: () => void }

/** Asks for the reason. */
export function ProtectDialog({ userId, what, onClose }: ProtectDialogProps) {
  const copy = protectCopy[what.kind]
  const protect = useProtectUser(userId, copy.done)
  return (
    <ReasonDialog
      title={copy.title(what.name)}
      text={copy.text}
      confirmLabel={copy.confirm}
      isDanger={what.kind !== 'card'}
      submit={(reason) => protect.mutateAsync({ ...what, reason })}
      onClose={onClose}
    />
  )
}
