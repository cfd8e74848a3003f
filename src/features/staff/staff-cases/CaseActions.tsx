import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { DialogButtons } from '@/components/DialogButtons'
import { FormDialog } from '@/components/FormDialog'
import { FormProblem } from '@/components/FormProblem'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { Checkbox } from '@/components/ui/Checkbox'
import { Dialog } from '@/components/ui/Dialog'
import { TextAreaField } from '@/components/ui/Input'
import { SelectField } from '@/components/ui/Select'
import { actionOf, MessagePreview } from '@/features/staff/previews/shared'
import { inOneParagraph, textProblem } from '@/lib/safeText'
import { useActionKeys } from '@/lib/actionKeys'
import { useUserId } from '@/lib/session'
import { useForm } from '@/lib/useForm'
import { staffCaseCopy as copy } from './copy'
import { caseKeys } from './keys'
import { isKeptFromCustomer, stopsClock } from './kinds'
import { useAskCaseCustomer, useHandOverCase, useTakeCase, caseArguments } from './mutations'
import { staffCaseQueries, type StaffCase } from './queries'

/** What staff do with an open case. `children` are the buttons of its kind. */
export function CaseActions({ shown, children }: { shown: StaffCase; children: ReactNode }) {
  const [open, setOpen] = useState<'ask' | 'hand over' | null>(null)
  const userId = useUserId()
  const take = useTakeCase(shown.id)
  const close = () => setOpen(null)
  const canTake = shown.assigned_to !== userId
  useActionKeys(caseKeys, canTake ? { take: () => take.mutate() } : {})
  return (
    <div className="flex flex-wrap gap-2">
      {canTake && (
        <Button variant="secondary" pending={take.isPending} onClick={() => take.mutate()}>
          {copy.take}
        </Button>
      )}
      <Button variant="secondary" onClick={() => setOpen('hand over')}>
        {copy.handOver}
      </Button>
      {!isKeptFromCustomer(shown.kind) && (
        <Button variant="secondary" onClick={() => setOpen('ask')}>
          {copy.ask}
        </Button>
      )}
      {children}
      {open === 'ask' && <AskDialog shown={shown} onClose={close} />}
      {open === 'hand over' && <HandOverDialog id={shown.id} onClose={close} />}
    </div>
  )
}

function AskDialog({ shown, onClose }: { shown: StaffCase; onClose: () => void }) {
  const ask = useAskCaseCustomer(shown.id)
  const stops = stopsClock(shown.kind)
  const [isStopping, setIsStopping] = useState(false)
  const form = useForm({
    initial: { question: '' },
    check: (typed) => {
      const question = inOneParagraph(typed.question)
      const problem = question === '' ? 'Write a question.' : textProblem(question)
      return problem === null ? question : { errors: { question: problem } }
    },
    submit: (question) => ask.mutateAsync({ question, stopsClock: isStopping }),
    onSuccess: onClose,
  })
  const question = form.checked()
  return (
    <FormDialog title={copy.ask} text={copy.askText} form={form} label={copy.ask} onClose={onClose}>
      <TextAreaField label={copy.question} {...form.field('question')} rows={3} maxLength={500} />
      {stops !== undefined && <Checkbox label={stops} checked={isStopping} onChange={setIsStopping} />}
      <MessagePreview
        action={
          question === null
            ? null
            : actionOf('ask_case_customer', caseArguments.ask(shown.id, { question, stopsClock: isStopping }))
        }
      />
    </FormDialog>
  )
}

function HandOverDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const agents = useQuery(staffCaseQueries.agents(id))
  const handOver = useHandOverCase(id)
  const form = useForm({
    initial: { agent: '' },
    check: ({ agent }) => (agent === '' ? { errors: { agent: copy.chooseAgent } } : agent),
    submit: (agent) => handOver.mutateAsync(agent),
    onSuccess: onClose,
  })
  return (
    <Dialog open onOpenChange={onClose} title={copy.handOverTitle} description={copy.handOverText}>
      <Loaded query={agents} what="the agents" skeleton={<Skeleton className="h-24" />}>
        {(list) => (
          <form {...form.props} className="space-y-4">
            <SelectField
              label={copy.agent}
              {...form.field('agent')}
              options={list.map(({ id: agentId, full_name: name }) => [agentId, name])}
            >
              <option value="">{copy.chooseAgent}</option>
            </SelectField>
            <FormProblem words={form.problem} />
            <DialogButtons label={copy.handOver} pending={form.isPending} onClose={onClose} />
          </form>
        )}
      </Loaded>
    </Dialog>
  )
}
