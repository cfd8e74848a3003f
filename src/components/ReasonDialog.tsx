import type { ComponentProps, RefObject } from 'react'
import { InputField } from '@/components/ui/Input'
import { textProblem } from '@/lib/safeText'
import { useForm } from '@/lib/useForm'
import { FormDialog } from './FormDialog'
import { useFocusFallback } from './useFocusFallback'

type ReasonDialogProps = {
  title: string
  text: string
  confirmLabel: string
  isDanger?: boolean
  submit: (reason: string) => Promise<unknown>
  onClose: () => void
  /** Gets the focus when the button that opened the dialog was removed; by default the screen's heading. */
  fallbackFocus?: RefObject<HTMLElement | null>
}

/** Asks staff for the reason of an action. It closes when the action has succeeded. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, confirmLabel, isDanger = false, submit, onClose, fallbackFocus } = props
  useFocusFallback(fallbackFocus)
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => {
      const problem = reasonProblem(reason)
      return problem === null ? reason.trim() : { errors: { reason: problem } }
    },
    submit,
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={title}
      text={text}
      form={form}
      label={confirmLabel}
      variant={isDanger ? 'danger' : 'primary'}
      onClose={onClose}
    >
      <ReasonField {...form.field('reason')} />
    </FormDialog>
  )
}

export function ReasonField(field: Pick<ComponentProps<typeof InputField>, 'value' | 'onChange' | 'error'>) {
  return <InputField label="Reason" {...field} autoComplete="off" maxLength={300} />
}

/** What is wrong with a reason. Null: nothing. */
export function reasonProblem(reason: string): string | null {
  return reason.trim() === '' ? 'Enter a reason.' : textProblem(reason.trim())
}
