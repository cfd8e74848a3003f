import { useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { ActionBar } from '@/components/ActionBar'
import { AmountField } from '@/components/AmountField'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { focusFirstInvalid, withoutMended } from '@/lib/formErrors'
import { nameLimit, referenceLimit } from '@/lib/paymentRules'
import { toast } from '@/lib/toast'
import { scheduledPaymentCopy } from './copy'
import { DateField } from './DateField'
import { createFailureWords, type useCreateScheduledPayment } from './mutations'
import { checkSchedule, refusedSchedule, type ScheduleForm, type ScheduleProblem } from './scheduleForm'

type SchedulePaymentFormProps = {
  /** From outside: a form that is left too early must not forget what it has sent. */
  create: ReturnType<typeof useCreateScheduledPayment>
  form: ScheduleForm
  onChange: (form: ScheduleForm) => void
  onScheduled: () => void
}

/** 'Schedule Incoming Payment'. */
export function SchedulePaymentForm({ create, form, onChange, onScheduled }: SchedulePaymentFormProps) {
  const element = useRef<HTMLFormElement>(null)
  // Two presses may come before anything is drawn anew, and the bank would carry out both.
  const isSending = useRef(false)
  const [problem, setProblem] = useState<ScheduleProblem | null>(null)
  const errors = problem?.errors ?? {}

  const handleChange = (change: Partial<ScheduleForm>) => {
    setProblem((known) => withoutMended(known, change))
    onChange({ ...form, ...change })
  }
  const showProblem = (found: ScheduleProblem) => {
    flushSync(() => setProblem(found))
    if (element.current !== null) focusFirstInvalid(element.current)
  }
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending.current || create.isPending) return
    const checked = checkSchedule(form, new Date())
    if ('errors' in checked) {
      toast.error(checked.toast)
      return showProblem(checked)
    }
    isSending.current = true
    setProblem(null)
    create.mutate(checked, {
      onSuccess: onScheduled,
      onError: (error) => showProblem(refusedSchedule(createFailureWords(error))),
      onSettled: () => {
        isSending.current = false
      },
    })
  }

  return (
    <form ref={element} noValidate onSubmit={handleSubmit} className="flex flex-1 flex-col">
      <div className="space-y-4 pt-2 pb-6">
        <Field label="Payment From" error={errors.fromName}>
          {(control) => (
            <Input
              {...control}
              required
              autoComplete="off"
              maxLength={nameLimit}
              value={form.fromName}
              onChange={(event) => handleChange({ fromName: event.target.value })}
            />
          )}
        </Field>
        <AmountField
          value={form.amount}
          onChange={(amount) => handleChange({ amount })}
          error={errors.amount}
          hint={scheduledPaymentCopy.limit}
        />
        <Field label="Reference (Optional)" error={errors.reference}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={referenceLimit}
              value={form.reference}
              onChange={(event) => handleChange({ reference: event.target.value })}
            />
          )}
        </Field>
        <DateField label="Scheduled Date" day={form.day} onChange={(day) => handleChange({ day })} error={errors.day} />
        <Field label="Time" error={errors.time} hint="By the clocks in London.">
          {(control) => (
            <Input
              {...control}
              type="time"
              required
              value={form.time}
              onChange={(event) => handleChange({ time: event.target.value })}
            />
          )}
        </Field>
      </div>
      <ActionBar>
        <FormProblem words={problem?.toast ?? null} />
        <Button type="submit" pending={create.isPending}>
          Schedule Payment
        </Button>
      </ActionBar>
    </form>
  )
}
