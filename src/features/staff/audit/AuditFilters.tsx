import { X } from 'lucide-react'
import { StaffFilter } from '@/components/StaffFilter'
import { Button } from '@/components/ui/Button'
import { Input } from '@/components/ui/Input'
import { withoutLooking, type AuditFilter } from './queries'
import { auditActions, describeAction } from './shared'

/** By their words. */
const actionNames = Object.keys(auditActions)
  .map((action): [string, string] => [action, describeAction(action)])
  .toSorted(([, a], [, b]) => a.localeCompare(b))

type AuditFiltersProps = {
  filter: AuditFilter
  onChange: (change: Partial<Omit<AuditFilter, 'search'>>) => void
  /** Like `onChange`, but the pressed button is removed. */
  onRemove: (change: { actor: '' } | { target: '' }) => void
  /** The name of a user by the id. */
  nameOf: (id: string) => string
}

export function AuditFilters({ filter, onChange, onRemove, nameOf }: AuditFiltersProps) {
  return (
    <div
      role="search"
      aria-label="Filter the audit"
      className="flex min-w-0 flex-1 basis-full flex-wrap items-center gap-x-4 gap-y-2 lg:basis-0 lg:justify-end"
    >
      <StaffFilter
        label="Action"
        className="sm:max-w-60"
        value={filter.action}
        onChange={(action) => onChange({ action })}
        options={[['', 'All actions'], [withoutLooking, 'Without looking'], ...actionNames]}
      />
      <Day label="From" max={filter.to} value={filter.from} onChange={(from) => onChange({ from })} />
      <Day label="To" min={filter.from} value={filter.to} onChange={(to) => onChange({ to })} />
      {filter.actor !== '' && (
        <Chosen words={`Who: ${nameOf(filter.actor)}`} onRemove={() => onRemove({ actor: '' })} />
      )}
      {filter.target !== '' && (
        <Chosen words={`To whom: ${nameOf(filter.target)}`} onRemove={() => onRemove({ target: '' })} />
      )}
    </div>
  )
}

type DayProps = { label: string; value: string; min?: string; max?: string; onChange: (day: string) => void }

function Day({ label, value, min, max, onChange }: DayProps) {
  return (
    <label className="flex max-w-full min-w-0 flex-wrap items-center gap-x-2 max-sm:basis-full">
      {label}
      <Input
        className="w-auto! max-w-full min-w-0 max-sm:flex-1"
        type="date"
        min={min || undefined}
        max={max || undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}

function Chosen({ words, onRemove }: { words: string; onRemove: () => void }) {
  return (
    <Button variant="secondary" aria-label={`${words}. Remove`} onClick={onRemove}>
      {words} <X aria-hidden className="size-4" />
    </Button>
  )
}
