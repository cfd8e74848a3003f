import { useQuery } from '@tanstack/react-query'
import { FormProblem } from '@/components/FormProblem'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
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

/** Says what a deletion takes with it, and deletes once the user's email has been typed. */
export function RevokeDialog({ user, onClose, onDeleted = onClose }: RevokeDialogProps) {
  const remove = useDeleteUser()
  const preview = useQuery(userQueries.deletion(user.id))
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) =>
      email.trim().toLowerCase() === user.signInEmail.toLowerCase()
        ? user.id
        : { errors: { email: copy.emailDiffers } },
    submit: (userId) => remove.mutateAsync(userId),
    failure: (error) => deleteFailureWords(error instanceof Error ? error : new Error(String(error))),
    onSuccess: onDeleted,
  })
  return (
    <Dialog open onOpenChange={onClose} title={copy.title} description={copy.text(user.fullName ?? user.signInEmail)}>
      <form {...form.props} className="space-y-4">
        <Loaded query={preview} what="what will be deleted" skeleton={<Skeleton className="h-20" />}>
          {(deletion) => <WhatGoes deletion={deletion} />}
        </Loaded>
        <Field label={copy.emailLabel(user.signInEmail)} error={form.errors.email}>
          {(control) => (
            <Input
              {...control}
              {...form.input('email')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
            />
          )}
        </Field>
        <FormProblem words={form.problem} />
        <div className="flex flex-col gap-2 sm:flex-row-reverse">
          <Button type="submit" variant="danger" className="sm:flex-1" pending={form.isPending}>
            {copy.action}
          </Button>
          <Button variant="secondary" className="sm:flex-1" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function WhatGoes({ deletion }: { deletion: Deletion }) {
  return (
    <ul className="list-disc space-y-1 pl-5 text-sm">
      {copy.whatGoes(deletion).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
