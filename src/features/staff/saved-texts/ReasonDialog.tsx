import type { RefObject } from 'react'
import { FormDialog } from '@/components/FormDialog'
import { useFocusFallback } from '@/components/useFocusFallback'
import { InputField } from '@/components/ui/Input'
import { MessagePreview, type Action } from '@/features/staff/previews/shared'
import { textProblem } from '@/lib/safeText'
import { useForm } from '@/lib/useForm'
import { SavedReasons } from './LazySavedReasons'

type ReasonDialogProps = {
  title: string
  text: string
  confirmLabel: string
  isDanger?: boolean
  submit: (reason: string) => Promise<unknown>
  /** The action with this reason, if it sends the customer a message. */
  preview?: (reason: string) => Action
  onClose: () => void
  /** Gets the focus when the button that opened the dialog was removed; by default the screen's heading. */
  fallbackFocus?: RefObject<HTMLElement | null>
}

/** Asks staff for the reason of an action. It closes when the action has succeeded. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, confirmLabel, isDanger = false, submit, preview, onClose, fallbackFocus } = props
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
  const reason = form.checked()
  return (
    <FormDialog
      title={title}
      text={text}
      form={form}
      label={confirmLabel}
      variant={isDanger ? 'danger' : 'primary'}
      onClose={onClose}
    >
      <ReasonField form={form} />
      {preview !== undefined && <MessagePreview action={reason === null ? null : preview(reason)} />}
    </FormDialog>
  )
}

type ReasonFieldProps = {
  form: {
    values: { reason: string }
    errors: { reason?: string }
    set: (change: { reason: string }) => void
  }
}

/** The reason of an action, typed or chosen among those that were saved. */
export function ReasonField({ form: { values, errors, set } }: ReasonFieldProps) {
  return (
    <div>
      <InputField
        label="Reason"
        value={values.reason}
        error={errors.reason}
        onChange={(event) => set({ reason: event.target.value })}
        autoComplete="off"
        maxLength={300}
      />
      <SavedReasons typed={values.reason} onChoose={(reason) => set({ reason })} />
    </div>
  )
}

/** What is wrong with a reason. Null: nothing. */
export function reasonProblem(reason: string): string | null {
  return reason.trim() === '' ? 'Enter a reason.' : textProblem(reason.trim())
}
