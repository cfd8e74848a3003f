import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
import { inOneParagraph, textProblem } from '@/lib/safeText'
import { useUserId } from '@/lib/session'
import { useForm } from '@/lib/useForm'
import { ClaimDecision } from './ClaimDecision'
import { ComplaintDecision } from './ComplaintDecision'
import { staffCaseCopy as copy } from './copy'
import { PaymentReviewDecision } from './PaymentReviewDecision'
import { MessageDecision } from './MessageDecision'
import { useAskCaseCustomer, useHandOverCase, useTakeCase } from './mutations'
import { staffCaseQueries, type StaffCase } from './queries'
import { SuspensionUpdate } from './SuspensionUpdate'
import { WithdrawClosing } from './WithdrawClosing'

/** What staff do with an open case. */
export function CaseActions({ shown, now }: { shown: StaffCase; now: Date }) {
  const [open, setOpen] = useState<'ask' | 'hand over' | null>(null)
  const userId = useUserId()
  const take = useTakeCase(shown.id)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-2">
      {shown.assigned_to !== userId && (
        <Button variant="secondary" pending={take.isPending} onClick={() => take.mutate()}>
          {copy.take}
        </Button>
      )}
      <Button variant="secondary" onClick={() => setOpen('hand over')}>
        {copy.handOver}
      </Button>
      <Button variant="secondary" onClick={() => setOpen('ask')}>
        {copy.ask}
      </Button>
      {shown.kind === 'closing' && <WithdrawClosing shown={shown} />}
      {shown.claim !== null && <ClaimDecision shown={shown} claim={shown.claim} />}
      {shown.payment_review !== null && <PaymentReviewDecision shown={shown} review={shown.payment_review} />}
      {shown.messages !== null && <MessageDecision id={shown.id} payer={shown.messages.payer} />}
      {shown.suspension !== null && <SuspensionUpdate id={shown.id} suspension={shown.suspension} />}
      {shown.complaint !== null && <ComplaintDecision shown={shown} complaint={shown.complaint} now={now} />}
      {open === 'ask' && <AskDialog shown={shown} onClose={close} />}
      {open === 'hand over' && <HandOverDialog id={shown.id} onClose={close} />}
    </div>
  )
}

function AskDialog({ shown, onClose }: { shown: StaffCase; onClose: () => void }) {
  const ask = useAskCaseCustomer(shown.id)
  const stops = copy.stops[shown.kind]
  const [stopsClock, setStopsClock] = useState(false)
  const form = useForm({
    initial: { question: '' },
    check: (typed) => {
      const question = inOneParagraph(typed.question)
      const problem = question === '' ? 'Write a question.' : textProblem(question)
      return problem === null ? question : { errors: { question: problem } }
    },
    submit: (question) => ask.mutateAsync({ question, stopsClock }),
    onSuccess: onClose,
  })
  return (
    <FormDialog title={copy.ask} text={copy.askText} form={form} label={copy.ask} onClose={onClose}>
      <TextAreaField label={copy.question} {...form.field('question')} rows={3} maxLength={500} />
      {stops !== undefined && <Checkbox label={stops} checked={stopsClock} onChange={setStopsClock} />}
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
