import { useId } from 'react'

type SwitchProps = {
  label: string
  hint?: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

export function Switch({ label, hint, checked, disabled, onChange }: SwitchProps) {
  const id = useId()
  return (
    <label className="flex min-h-(--control-height) items-center justify-between gap-4">
      <span>
        <span className="block">{label}</span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="block text-secondary">
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-8 w-14 shrink-0 appearance-none rounded-full border border-control bg-sunken transition-colors before:absolute before:left-1 before:top-1/2 before:size-5.5 before:-translate-y-1/2 before:rounded-full before:bg-control before:transition-transform checked:border-brand checked:bg-brand checked:before:translate-x-6 checked:before:bg-on-brand"
      />
    </label>
  )
}
