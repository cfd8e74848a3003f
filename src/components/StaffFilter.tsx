import { Select } from './ui/Select'

type StaffFilterProps = {
  label: string
  className?: string
  value: string
  options: readonly (readonly [value: string, words: string | undefined])[]
  onChange: (value: string) => void
}

/** A choice beside the heading of a staff list. */
export function StaffFilter({ label, className, value, options, onChange }: StaffFilterProps) {
  return (
    // In large text, the label and its control share the width of a phone.
    <label className="flex max-w-full min-w-0 flex-wrap items-center gap-x-2">
      {label}
      <span className="min-w-0 max-w-full">
        <Select
          className={className}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          options={options}
        />
      </span>
    </label>
  )
}
