import { useQuery } from '@tanstack/react-query'
import { FormDialog } from '@/components/FormDialog'
import { Loaded } from '@/components/Loaded'
import { ReasonField, reasonProblem } from '@/features/staff/saved-texts/shared'
import { Skeleton } from '@/components/Skeleton'
import { InputField } from '@/components/ui/Input'
import { askingCopy, useRequestApproval } from '@/features/staff/approvals/shared'
import { useForm } from '@/lib/useForm'
import { userCopy } from './copy'
import { deleteFailureWords, useDeleteUser } from './mutations'
import { userQueries, type Deletion, type User } from './queries'

const copy = userCopy.confirmDelete

type RevokeDialogProps = {
  user: Pick<User, 'id' | 'fullName' | 'signInEmail'>
  onClose: () => void
  onDeleted?: () => void
}

/**
 * Says what a deletion takes with it, and deletes once the user's email has been typed. Where a second administrator must
 * approve, it asks for the reason instead.
 */
export function RevokeDialog({ user, onClose, onDeleted = onClose }: RevokeDialogProps) {
  const remove = useDeleteUser()
  const ask = useRequestApproval()
  const preview = useQuery(userQueries.deletion(user.id))
  const needsApproval = preview.data?.needsApproval === true
  const form = useForm({
    initial: { email: '', reason: '' },
    check: ({ email, reason }) => {
      const noReason = needsApproval ? reasonProblem(reason) : null
      const errors = {
        ...(email.trim().toLowerCase() !== user.signInEmail.toLowerCase() && { email: copy.emailDiffers }),
        ...(noReason !== null && { reason: noReason }),
      }
      return Object.keys(errors).length === 0 ? { reason: reason.trim() } : { errors }
    },
    submit: ({ reason }) =>
      needsApproval
        ? ask.mutateAsync({ request: { kind: 'deletion', userId: user.id }, reason })
        : remove.mutateAsync(user.id),
    failure: (error) => deleteFailureWords(error instanceof Error ? error : new Error(String(error))),
    onSuccess: needsApproval ? onClose : onDeleted,
  })
  return (
    <FormDialog
      title={copy.title}
      text={copy.text(user.fullName ?? user.signInEmail)}
      form={form}
      label={needsApproval ? askingCopy.question.confirmLabel : copy.action}
      variant="danger"
      onClose={onClose}
    >
      <p className="text-small">{copy.difference}</p>
      <Loaded query={preview} what="what will be deleted" skeleton={<Skeleton className="h-20" />}>
        {(deletion) => <WhatGoes deletion={deletion} />}
      </Loaded>
      <InputField
        label={copy.emailLabel(user.signInEmail)}
        {...form.field('email')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      {needsApproval && <ReasonField form={form} />}
    </FormDialog>
  )
}

function WhatGoes({ deletion }: { deletion: Deletion }) {
  return (
    <div className="space-y-2 text-small">
      <ul className="list-disc space-y-1 pl-5">
        {copy.whatGoes(deletion).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {deletion.needsApproval && <p className="text-strong">{copy.needsApproval}</p>}
    </div>
  )
}
