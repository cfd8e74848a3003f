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
    <label className="flex max-w-full min-w-0 flex-wrap items-center gap-x-2 max-sm:basis-full">
      {label}
      <span className="min-w-0 max-w-full max-sm:flex-1 max-sm:basis-48">
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
