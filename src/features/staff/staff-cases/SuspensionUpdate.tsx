import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogButtons } from '@/components/DialogButtons'
import { FormProblem } from '@/components/FormProblem'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { suspensionQueries, type SuspensionChoices } from '@/features/care/suspension/queries'
import { staffSuspensionCopy, suspensionTextProblem, TextAndDayFields } from '@/features/care/suspension/shared'
import { actionOf, MessagePreview } from '@/features/staff/previews/shared'
import { boolean, object, text } from '@/lib/json'
import { inOneParagraph } from '@/lib/safeText'
import { useForm } from '@/lib/useForm'
import { useSendSuspensionUpdate, caseArguments } from './mutations'
import { suspensionCaseCopy as copy } from './suspensionCopy'

export const readSuspension = object({ cause: text, message: text, next_message: text, is_delayed: boolean })
type Suspension = NonNullable<ReturnType<typeof readSuspension>>

/** Tells a suspended customer what is new, and when they hear more. */
export function SuspensionUpdate({ id, suspension }: { id: string; suspension: Suspension }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{copy.send}</Button>
      {isOpen && <UpdateDialog id={id} suspension={suspension} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type UpdateProps = { id: string; suspension: Suspension; onClose: () => void }

function UpdateDialog(props: UpdateProps) {
  const choices = useQuery(suspensionQueries.choices())
  return (
    <Dialog open onOpenChange={props.onClose} title={copy.sendTitle} description={copy.sendText}>
      <Loaded query={choices} what={staffSuspensionCopy.what} skeleton={<Skeleton className="h-64" />}>
        {(known) => <UpdateForm {...props} choices={known} />}
      </Loaded>
    </Dialog>
  )
}

function UpdateForm({ id, suspension, choices, onClose }: UpdateProps & { choices: SuspensionChoices }) {
  const send = useSendSuspensionUpdate(id)
  const form = useForm({
    initial: { message: suspension.next_message, nextUpdate: choices.usual_day },
    check: ({ message, nextUpdate }) => {
      const problem = suspensionTextProblem(message)
      return problem === null ? { message: inOneParagraph(message), nextUpdate } : { errors: { message: problem } }
    },
    submit: (update) => send.mutateAsync(update),
    onSuccess: onClose,
  })
  const update = form.checked()
  return (
    <form {...form.props} className="space-y-4">
      <TextAndDayFields form={form} choices={choices} />
      <MessagePreview
        action={update && actionOf('send_suspension_update', caseArguments.suspensionUpdate(id, update))}
      />
      <FormProblem words={form.problem} />
      <DialogButtons label={copy.send} pending={form.isPending} onClose={onClose} />
    </form>
  )
}
