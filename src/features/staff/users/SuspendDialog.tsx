import { useQuery } from '@tanstack/react-query'
import { DialogButtons } from '@/components/DialogButtons'
import { FormProblem } from '@/components/FormProblem'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { Dialog } from '@/components/ui/Dialog'
import { SelectField } from '@/components/ui/Select'
import { suspensionQueries, type SuspensionChoices } from '@/features/care/suspension/queries'
import { staffSuspensionCopy as copy, suspensionTextProblem, TextAndDayFields } from '@/features/care/suspension/shared'
import { actionOf, MessagePreview } from '@/features/staff/previews/shared'
import { inOneParagraph } from '@/lib/safeText'
import { useForm } from '@/lib/useForm'
import { userCopy } from './copy'
import { useSuspendCustomer, userArguments } from './mutations'

type SuspendDialogProps = { userId: string; name: string; onClose: () => void }

/** Suspends a customer: the cause, what they are told, and the day by which they hear more. */
export function SuspendDialog({ userId, name, onClose }: SuspendDialogProps) {
  const choices = useQuery(suspensionQueries.choices())
  const { title, text } = userCopy.suspendCustomer(name)
  return (
    <Dialog open onOpenChange={onClose} title={title} description={text}>
      <Loaded query={choices} what={copy.what} skeleton={<Skeleton className="h-80" />}>
        {(known) => <SuspendForm userId={userId} choices={known} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

function SuspendForm({ userId, choices, onClose }: Omit<SuspendDialogProps, 'name'> & { choices: SuspensionChoices }) {
  const suspend = useSuspendCustomer(userId)
  const form = useForm({
    initial: { cause: '', message: '', nextUpdate: choices.usual_day },
    check: ({ cause, message, nextUpdate }) => {
      const problem = cause === '' ? null : suspensionTextProblem(message)
      if (cause === '') return { errors: { cause: copy.chooseCause } }
      return problem === null
        ? { cause, message: inOneParagraph(message), nextUpdate }
        : { errors: { message: problem } }
    },
    submit: (suspension) => suspend.mutateAsync(suspension),
    onSuccess: onClose,
  })
  const suspension = form.checked()
  const handleCause = (cause: string) =>
    form.set({ cause, message: choices.causes.find(({ name }) => name === cause)?.message ?? '' })
  return (
    <form {...form.props} className="space-y-4">
      <SelectField
        label={copy.cause}
        error={form.errors.cause}
        hint={copy.causeHint}
        value={form.values.cause}
        onChange={(event) => handleCause(event.target.value)}
        options={choices.causes.map(({ name, words }) => [name, words])}
      >
        <option value="">{copy.chooseCause}</option>
      </SelectField>
      {form.values.cause !== '' && <TextAndDayFields form={form} choices={choices} />}
      <MessagePreview action={suspension && actionOf('suspend_user', userArguments.suspension(userId, suspension))} />
      <FormProblem words={form.problem} />
      <DialogButtons
        label={userCopy.suspendCustomer('').confirmLabel}
        variant="danger"
        pending={form.isPending}
        onClose={onClose}
      />
    </form>
  )
}
