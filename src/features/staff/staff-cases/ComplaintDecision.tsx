import { useState } from 'react'
import { AmountField } from '@/components/AmountField'
import { FormDialog } from '@/components/FormDialog'
import { Button } from '@/components/ui/Button'
import { Checkbox } from '@/components/ui/Checkbox'
import { SelectField } from '@/components/ui/Select'
import { actionOf, MessagePreview, type Action } from '@/features/staff/previews/shared'
import { formatDay } from '@/lib/dates'
import { lastDayOf } from '@/lib/lastDayOf'
import { parsePounds } from '@/lib/money'
import { useForm } from '@/lib/useForm'
import { answerTemplates, complaintCopy as copy, holdingResponseTemplates, updateTemplates } from './complaintCopy'
import type { Complaint } from './ComplaintFacts'
import { useDecideComplaint, useSendHoldingResponse, useUpdateComplaint, caseArguments } from './mutations'
import { waitsForSecond, type StaffCase } from './queries'
import { checkWords, TemplateField } from './TemplateField'

type ComplaintDecisionProps = { shown: StaffCase; complaint: Complaint; now: Date }

/** An update, and the answers to a complaint that are possible at this time. */
export function ComplaintDecision({ shown, complaint, now }: ComplaintDecisionProps) {
  const [open, setOpen] = useState<'update' | 'holdingResponse' | 'summary' | 'final' | null>(null)
  const close = () => setOpen(null)
  const canSettle = Date.parse(complaint.summary_due_at) > now.getTime()
  const canSendHoldingResponse =
    complaint.is_payment && complaint.holding_response_at === null && Date.parse(shown.due_at) > now.getTime()
  const dialog = { shown, complaint, onClose: close }
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen('update')}>
        {copy.update.action}
      </Button>
      {canSendHoldingResponse && (
        <Button variant="secondary" onClick={() => setOpen('holdingResponse')}>
          {copy.holdingResponse.action}
        </Button>
      )}
      {canSettle && (
        <Button variant="secondary" disabled={waitsForSecond(shown)} onClick={() => setOpen('summary')}>
          {copy.summary.action}
        </Button>
      )}
      <Button disabled={waitsForSecond(shown)} onClick={() => setOpen('final')}>
        {copy.final.action}
      </Button>
      {open === 'update' && <UpdateDialog {...dialog} />}
      {open === 'holdingResponse' && <HoldingResponseDialog {...dialog} />}
      {(open === 'summary' || open === 'final') && <AnswerDialog {...dialog} isSummary={open === 'summary'} />}
    </>
  )
}

type DialogProps = Omit<ComplaintDecisionProps, 'now'> & { onClose: () => void }

const fieldsOf = ({ shown, complaint }: Omit<ComplaintDecisionProps, 'now'>) => ({
  dueDay: formatDay(lastDayOf(shown.due_at)),
  lastDay: formatDay(complaint.last_on),
  firstName: shown.customer?.full_name?.split(' ')[0] ?? 'customer',
})

function UpdateDialog(props: DialogProps) {
  const update = useUpdateComplaint(props.shown.id)
  return (
    <WordsDialog
      title={copy.update.action}
      text={copy.update.text}
      label={copy.update.label}
      templates={updateTemplates(fieldsOf(props))}
      submit={(words) => update.mutateAsync(words)}
      preview={(words) => actionOf('update_complaint', caseArguments.complaintUpdate(props.shown.id, words))}
      onClose={props.onClose}
    />
  )
}

function HoldingResponseDialog(props: DialogProps) {
  const response = useSendHoldingResponse(props.shown.id)
  const fields = fieldsOf(props)
  return (
    <WordsDialog
      title={copy.holdingResponse.title}
      text={copy.holdingResponse.text(fields.lastDay)}
      label={copy.words}
      templates={holdingResponseTemplates(fields)}
      submit={(reason) => response.mutateAsync(reason)}
      preview={(reason) => actionOf('send_holding_response', caseArguments.reason(props.shown.id, reason))}
      onClose={props.onClose}
    />
  )
}

type WordsDialogProps = {
  title: string
  text: string
  label: string
  templates: { label: string; text: string }[]
  submit: (words: string) => Promise<unknown>
  preview: (words: string) => Action
  onClose: () => void
}

function WordsDialog({ title, text, label, templates, submit, preview, onClose }: WordsDialogProps) {
  const form = useForm({
    initial: { words: '' },
    check: (typed) => {
      const checked = checkWords(typed.words)
      return 'problem' in checked ? { errors: { words: checked.problem } } : checked.words
    },
    submit,
    onSuccess: onClose,
  })
  const words = form.checked()
  return (
    <FormDialog title={title} text={text} form={form} label="Send" onClose={onClose}>
      <TemplateField
        label={label}
        templates={templates}
        value={form.values.words}
        error={form.errors.words}
        onChange={(typed) => form.set({ words: typed })}
      />
      <MessagePreview action={words === null ? null : preview(words)} />
    </FormDialog>
  )
}

function AnswerDialog({ isSummary, onClose, ...props }: DialogProps & { isSummary: boolean }) {
  const decide = useDecideComplaint(props.shown.id)
  const [isAccepted, setIsAccepted] = useState(false)
  const form = useForm({
    initial: { outcome: isSummary ? 'resolved' : '', words: '', redress: '', accepted: '' },
    check: (typed) => {
      const checked = checkWords(typed.words)
      const pence = typed.redress.trim() === '' ? 0 : parsePounds(typed.redress)
      const errors = {
        ...(typed.outcome === '' && { outcome: copy.final.chooseOutcome }),
        ...('problem' in checked && { words: checked.problem }),
        ...(pence === null && { redress: copy.badRedress }),
        ...(isSummary && !isAccepted && { accepted: copy.summary.notAccepted }),
      }
      if ('problem' in checked || pence === null || Object.keys(errors).length > 0) return { errors }
      return { outcome: typed.outcome, response: checked.words, pence }
    },
    submit: (answer) => decide.mutateAsync({ ...answer, isAccepted }),
    onSuccess: onClose,
  })
  const answer = form.checked()
  const { title, action } = isSummary ? copy.summary : copy.final
  return (
    <FormDialog
      title={title}
      text={isSummary ? copy.summary.text(formatDay(props.complaint.summary_on)) : copy.final.text}
      form={form}
      label={action}
      onClose={onClose}
    >
      {!isSummary && (
        <SelectField
          label={copy.final.outcome}
          {...form.field('outcome')}
          options={copy.finalOutcomes.map((outcome) => [outcome, copy.outcomes[outcome]])}
        >
          <option value="">{copy.final.chooseOutcome}</option>
        </SelectField>
      )}
      <TemplateField
        label={copy.words}
        templates={answerTemplates(fieldsOf(props))}
        value={form.values.words}
        error={form.errors.words}
        onChange={(words) => form.set({ words })}
      />
      <AmountField
        label={copy.redress}
        value={form.values.redress}
        error={form.errors.redress}
        onChange={(redress) => form.set({ redress })}
      />
      {isSummary && (
        <div aria-live="polite">
          <Checkbox label={copy.summary.accepted} checked={isAccepted} onChange={setIsAccepted} />
          {form.errors.accepted !== undefined && <p className="text-small text-danger">{form.errors.accepted}</p>}
        </div>
      )}
      <MessagePreview
        action={
          answer && actionOf('decide_complaint', caseArguments.complaint(props.shown.id, { ...answer, isAccepted }))
        }
      />
    </FormDialog>
  )
}
