import type { RefObject } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { useFocusFallback } from '@/components/useFocusFallback'
import { textProblem } from '@/lib/safeText'
import { useForm } from '@/lib/useForm'
import { userCopy } from './copy'
import { useRejectUsers } from './mutations'

const copy = userCopy.reject

type RejectDialogProps = { userIds: string[]; heading: RefObject<HTMLElement | null>; onClose: () => void }

/** Asks for the reason, which each person gets by email. */
export function RejectDialog({ userIds, heading, onClose }: RejectDialogProps) {
  const reject = useRejectUsers()
  useFocusFallback(heading)
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => {
      const problem = reason.trim() === '' ? copy.reasonNeeded : textProblem(reason.trim())
      return problem === null ? reason.trim() : { errors: { reason: problem } }
    },
    submit: (reason) => reject.mutateAsync({ userIds, reason }),
    onSuccess: onClose,
  })
  return (
    <Dialog open onOpenChange={onClose} title={copy.title(userIds.length)} description={copy.text}>
      <form {...form.props} className="space-y-4">
        <Field label="Reason" error={form.errors.reason}>
          {(control) => <Input {...control} {...form.input('reason')} autoComplete="off" maxLength={300} />}
        </Field>
        <FormProblem words={form.problem} />
        <div className="flex flex-col gap-2 sm:flex-row-reverse">
          <Button type="submit" variant="danger" className="sm:flex-1" pending={form.isPending}>
            {copy.confirm}
          </Button>
          <Button variant="secondary" className="sm:flex-1" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
