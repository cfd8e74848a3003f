import { actionOf } from '@/features/staff/previews/shared'
import { ReasonDialog } from '@/features/staff/saved-texts/shared'
import { useProtectUser, userArguments } from './mutations'
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
      preview={(reason) => protection(userId, what, reason)}
      onClose={onClose}
    />
  )
}

function protection(userId: string, { kind, id }: ToProtect, reason: string) {
  if (kind === 'card') return actionOf('freeze_user_card', userArguments.card(userId, id, reason))
  if (kind === 'device') return actionOf('remove_user_device', userArguments.device(userId, id, reason))
  return actionOf('request_passkey_removal', userArguments.passkey(userId, id, reason))
}
