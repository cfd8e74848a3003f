import type { UseMutationResult } from '@tanstack/react-query'
import { useRef, useState, type ComponentProps, type ReactNode, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { messageOf } from '@/lib/errors'

type OneFieldFormProps = {
  label: string
  hint?: ReactNode
  /** What the bank holds now; it is shown until somebody types. */
  stored: string
  /** What is wrong with what was typed, or null. */
  check: (text: string) => string | null
  save: UseMutationResult<unknown, Error, string>
  saveLabel: string
  /** Whether it takes a change to save. */
  needsChange?: boolean
  input: Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'required'>
}

/** One detail of a person and the button that saves it. What was typed stays until it is saved. */
export function OneFieldForm({
  label,
  hint,
  stored,
  check,
  save,
  saveLabel,
  needsChange = false,
  input,
}: OneFieldFormProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const control = useRef<HTMLInputElement>(null)
  const text = draft ?? stored

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const found = check(text.trim())
    setProblem(found)
    if (found !== null) return control.current?.focus()
    // What is typed while it is on its way is a new draft.
    save.mutate(text.trim(), { onSuccess: () => setDraft((current) => (current === text ? null : current)) })
  }

  return (
    <form onSubmit={handleSubmit} noValidate className="space-y-4">
      <Field label={label} hint={hint} error={problem ?? undefined}>
        {(props) => (
          <Input {...props} {...input} ref={control} value={text} onChange={(event) => setDraft(event.target.value)} />
        )}
      </Field>
      {save.isError && (
        <p role="alert" className="rounded bg-danger-soft p-3 text-sm">
          {messageOf(save.error)}
        </p>
      )}
      <Button
        type="submit"
        className="w-full"
        disabled={needsChange && !save.isPending && text.trim() === stored.trim()}
        pending={save.isPending}
        pendingLabel="Saving..."
      >
        {saveLabel}
      </Button>
    </form>
  )
}
