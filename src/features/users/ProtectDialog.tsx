import { FormDialog } from '@/components/FormDialog'
import { ReasonDialog, ReasonField, reasonProblem } from '@/components/ReasonDialog'
import { InputField } from '@/components/ui/Input'
import { parsePounds } from '@/lib/money'
import { useForm } from '@/lib/useForm'
import { useProtectUser } from './mutations'
import { protectCopy } from './protectCopy'

/** What is to be done, as the page shows it. `isRaising`: a higher limit waits. */
export type ToProtect =
  | { kind: 'card'; id: string; name: string }
  | { kind: 'device' | 'passkey'; id: string; name: string }
  | { kind: 'forwarding'; name: string }
  | { kind: 'limit'; limit: number; isRaising: boolean }

type ProtectDialogProps = { userId: string; what: ToProtect; onClose: () => void }

/** Asks for the reason, and for the new limit. */
export function ProtectDialog({ userId, what, onClose }: ProtectDialogProps) {
  const protect = useProtectUser(userId, protectCopy[what.kind].done)
  if (what.kind === 'limit') return <LimitDialog userId={userId} what={what} onClose={onClose} />
  const copy = protectCopy[what.kind]
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

type LimitDialogProps = ProtectDialogProps & { what: ToProtect & { kind: 'limit' } }

function LimitDialog({ userId, what: { limit, isRaising }, onClose }: LimitDialogProps) {
  const protect = useProtectUser(userId, protectCopy.limit.done)
  const form = useForm({
    initial: { limit: '', reason: '' },
    check: (typed) => {
      const pence = parsePounds(typed.limit)
      const isLower = pence !== null && (pence < limit || (isRaising && pence === limit))
      const problem = reasonProblem(typed.reason)
      return isLower && problem === null
        ? { pence, reason: typed.reason.trim() }
        : {
            errors: {
              ...(!isLower && { limit: protectCopy.limit.invalid(limit, isRaising) }),
              ...(problem !== null && { reason: problem }),
            },
          }
    },
    submit: (change) => protect.mutateAsync({ kind: 'limit', ...change }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={protectCopy.limit.title}
      text={protectCopy.limit.text(isRaising)}
      form={form}
      label="Lower limit"
      onClose={onClose}
    >
      <InputField label={protectCopy.limit.label} {...form.field('limit')} inputMode="decimal" autoComplete="off" />
      <ReasonField {...form.field('reason')} />
    </FormDialog>
  )
}
