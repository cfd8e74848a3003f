type CheckboxProps = { label: string; isLabelHidden?: boolean; checked: boolean; onChange: (checked: boolean) => void }

export function Checkbox({ label, isLabelHidden = false, checked, onChange }: CheckboxProps) {
  return (
    <label className="inline-flex min-h-11 items-center gap-2 lg:min-h-8">
      <input
        type="checkbox"
        checked={checked}
        aria-label={isLabelHidden ? label : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0 accent-brand lg:size-4"
      />
      {!isLabelHidden && <span>{label}</span>}
    </label>
  )
}
