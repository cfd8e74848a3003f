import { useId, type ReactNode } from 'react'

type ControlProps = { id: string; 'aria-invalid': boolean | undefined; 'aria-describedby': string | undefined }

type FieldProps = {
  label: string
  hint?: ReactNode
  /** Shown under the control, announced, and linked to it. */
  error?: string
  /** '12/140' above the control. */
  counter?: string
  /** The ids of what describes the control elsewhere. */
  describedBy?: string
  children: (control: ControlProps) => ReactNode
}

/** A label, its control, error and hint. Spread the given props on the control. */
export function Field({ label, hint, error, counter, describedBy, children }: FieldProps) {
  const id = useId()
  const described = [
    error && `${id}-error`,
    describedBy,
    hint !== undefined && `${id}-hint`,
    counter && `${id}-counter`,
  ].filter(Boolean)
  return (
    <div className="space-y-1.5">
      <div className="flex flex-wrap justify-between gap-x-4 text-small">
        <label htmlFor={id} className="text-name">
          {label}
        </label>
        {counter && (
          <p id={`${id}-counter`} className="ml-auto text-secondary tabular-nums">
            {counter}
          </p>
        )}
      </div>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described.join(' ') || undefined })}
      <div aria-live="polite" className="text-small empty:mt-0">
        {error && (
          <p id={`${id}-error`} className="text-name text-danger">
            {error}
          </p>
        )}
      </div>
      {hint !== undefined && (
        <div id={`${id}-hint`} className="text-secondary">
          {hint}
        </div>
      )}
    </div>
  )
}
