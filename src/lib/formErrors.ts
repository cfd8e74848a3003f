import type { ToastWords } from './toast'

/** What is wrong, field by field. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>

/** What is wrong with a form: the first thing to say as a toast, and every field. */
export type Problem<Field extends string> = { toast: ToastWords; errors: FieldErrors<Field> }

/** Takes the person to the first field that is marked as wrong. */
export function focusFirstInvalid(form: HTMLFormElement) {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

/** What is still wrong while these fields are being mended. */
export function withoutFields<Field extends string>(errors: FieldErrors<Field>, change: object): FieldErrors<Field> {
  const left: FieldErrors<Field> = { ...errors }
  for (const field in left) if (field in change) delete left[field]
  return left
}

/** The same of a problem: null when these fields were the last that were wrong. */
export function withoutMended<Field extends string>(
  problem: Problem<Field> | null,
  change: object,
): Problem<Field> | null {
  if (problem === null) return null
  const errors = withoutFields(problem.errors, change)
  return Object.keys(errors).length === 0 ? null : { ...problem, errors }
}
