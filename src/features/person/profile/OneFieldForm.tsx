import type { UseMutationResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { messageOf } from '@/lib/errors'
import { useUserId } from '@/lib/session'
import { useForm } from '@/lib/useForm'

type OneFieldFormProps = {
  /** What is edited: the name of the draft. */
  field: 'name' | 'email'
  label: string
  hint?: ReactNode
  /** The saved value, shown until the user edits it. */
  stored: string
  /** The error text for a value, or null. */
  check: (text: string) => string | null
  save: UseMutationResult<unknown, Error, string>
  saveLabel: string
  /** Disables the button while the value equals the saved one. */
  needsChange?: boolean
  input: Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'required'>
}

/** One profile field with a save button. An edit is kept until it is saved. */
export function OneFieldForm({
  field,
  label,
  hint,
  stored,
  check,
  save,
  saveLabel,
  needsChange = false,
  input,
}: OneFieldFormProps) {
  const userId = useUserId()
  const form = useForm({
    initial: { text: stored },
    draft: `${field}:${userId}`,
    forgetsOnLeave: true,
    check: ({ text }) => {
      const error = check(text.trim())
      return error === null ? text.trim() : { errors: { text: error } }
    },
    submit: (text) => save.mutateAsync(text),
    onSuccess: (submitted) => form.reset(submitted),
  })

  return (
    <form {...form.props} className="space-y-4">
      <InputField label={label} hint={hint} {...input} {...form.field('text')} />
      {save.isError && (
        <p role="alert" className="rounded bg-danger-soft p-3 text-small">
          {messageOf(save.error)}
        </p>
      )}
      <Button
        type="submit"
        className="w-full"
        disabled={needsChange && !form.isPending && form.values.text.trim() === stored.trim()}
        pending={form.isPending}
        pendingLabel="Saving..."
      >
        {saveLabel}
      </Button>
    </form>
  )
}
