import { X } from 'lucide-react'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { SelectField } from '@/components/ui/Select'
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
    <div role="search" aria-label="Filter the audit" className="flex flex-wrap items-end gap-3 px-4 pb-3">
      <div className="min-w-0 flex-1 basis-56 lg:max-w-xs">
        <SelectField
          label="Action"
          value={filter.action}
          onChange={(event) => onChange({ action: event.target.value })}
          options={actionNames}
        >
          <option value="">All actions</option>
          <option value={withoutLooking}>Without looking</option>
        </SelectField>
      </div>
      <div className="min-w-0 flex-1 basis-36 lg:max-w-44">
        <InputField
          label="From"
          type="date"
          max={filter.to || undefined}
          value={filter.from}
          onChange={(event) => onChange({ from: event.target.value })}
        />
      </div>
      <div className="min-w-0 flex-1 basis-36 lg:max-w-44">
        <InputField
          label="To"
          type="date"
          min={filter.from || undefined}
          value={filter.to}
          onChange={(event) => onChange({ to: event.target.value })}
        />
      </div>
      {filter.actor !== '' && (
        <Chosen words={`Who: ${nameOf(filter.actor)}`} onRemove={() => onRemove({ actor: '' })} />
      )}
      {filter.target !== '' && (
        <Chosen words={`To whom: ${nameOf(filter.target)}`} onRemove={() => onRemove({ target: '' })} />
      )}
    </div>
  )
}

function Chosen({ words, onRemove }: { words: string; onRemove: () => void }) {
  return (
    <Button variant="secondary" aria-label={`${words}. Remove`} onClick={onRemove}>
      {words} <X aria-hidden className="size-4" />
    </Button>
  )
}
