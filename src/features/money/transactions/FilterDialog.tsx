import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { InputField } from '@/components/ui/Input'
import { SelectField } from '@/components/ui/Select'
import { categories } from '@/features/money/categories/shared'
import { useForm } from '@/lib/useForm'
import { transactionCopy } from './copy'
import { checkFilters, toFilterForm } from './filterForm'
import type { SearchFilters } from './queries'
import { noFilters } from './searchFilters'

type FilterDialogProps = { filters: SearchFilters; onApply: (filters: SearchFilters) => void; onClose: () => void }

const directions = [
  { value: 'all', label: 'All' },
  { value: 'in', label: 'Money in' },
  { value: 'out', label: 'Money out' },
]

const pair = 'grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-3 gap-y-2'
const amountInput = { inputMode: 'decimal', autoComplete: 'off', className: 'tabular-nums' } as const

export function FilterDialog({ filters, onApply, onClose }: FilterDialogProps) {
  // What only a link can choose stays.
  const handleSubmit = (changed: Omit<SearchFilters, 'payee' | 'counted'>) => onApply({ ...filters, ...changed })
  const form = useForm({ initial: toFilterForm(filters), check: checkFilters, submit: handleSubmit })
  return (
    <Dialog open onOpenChange={onClose} title="Filters">
      <form {...form.props} className="space-y-4">
        <fieldset>
          <legend className="mb-1.5 text-label">Direction</legend>
          <div className="flex flex-wrap gap-2">
            {directions.map(({ value, label }) => (
              <label
                key={value}
                className="flex min-h-11 grow cursor-pointer items-center justify-center rounded border border-control px-3 text-label has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
              >
                <input
                  type="radio"
                  name="direction"
                  className="sr-only"
                  {...form.input('direction')}
                  value={value}
                  checked={form.values.direction === value}
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
        <div className={pair}>
          <SelectField label="Category" {...form.input('category')} options={Object.entries(categories)}>
            <option value="">All</option>
          </SelectField>
          <SelectField label="Status" {...form.input('status')} options={[['pending', transactionCopy.pending]]}>
            <option value="">All</option>
          </SelectField>
        </div>
        <div className={pair}>
          <InputField label="First day" {...form.field('from')} type="date" />
          <InputField label="Last day" {...form.field('until')} type="date" />
        </div>
        <div className={pair}>
          <InputField label="Lowest amount (£)" {...amountInput} {...form.field('least')} placeholder="0.00" />
          <InputField label="Highest amount (£)" {...amountInput} {...form.field('most')} placeholder="Any" />
        </div>
        <div className="flex flex-col gap-2 sm:flex-row-reverse">
          <Button type="submit" className="sm:flex-1">
            Show results
          </Button>
          <Button variant="secondary" className="sm:flex-1" onClick={() => onApply(noFilters)}>
            Clear filters
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
