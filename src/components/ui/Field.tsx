import { useId, type ReactNode } from 'react'

type ControlProps = { id: string; 'aria-invalid': boolean | undefined; 'aria-describedby': string | undefined }

type FieldProps = {
  label: string
  hint?: ReactNode
  /** Shown under the control, announced, and linked to it. */
  error?: string
  /** '12/140' under the control. */
  counter?: string
  children: (control: ControlProps) => ReactNode
}

/** A label, its control, error and hint. Spread the given props on the control. */
export function Field({ label, hint, error, counter, children }: FieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint !== undefined && `${id}-hint`, counter && `${id}-counter`].filter(
    Boolean,
  )
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium">
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described.join(' ') || undefined })}
      <div className="flex justify-between gap-4 text-sm">
        <div aria-live="polite">
          {error && (
            <p id={`${id}-error`} className="font-medium text-danger">
              {error}
            </p>
          )}
        </div>
        {counter && (
          <p id={`${id}-counter`} className="text-muted tabular-nums">
            {counter}
          </p>
        )}
      </div>
      {hint !== undefined && (
        <div id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </div>
      )}
    </div>
  )
}
