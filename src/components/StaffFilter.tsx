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
    <label className="flex items-center gap-2">
      {label}
      <Select className={className} value={value} onChange={({ target }) => onChange(target.value)} options={options} />
    </label>
  )
}
