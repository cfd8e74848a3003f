import { useRef, useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { Select } from '@/components/ui/Select'
import { cn } from '@/lib/cn'
import { useForm } from '@/lib/useForm'
import { staffTransactionsCopy as copy } from './copy'
import { checkFilter, countSet, emptyFilterForm } from './filterForm'
import { noFilter, type Filter } from './queries'

// The longest stored values.
const emailLimit = 254
const nameLimit = 140
const referenceLimit = 160

type FilterFormProps = {
  /** In the address: the user whose transactions a link asks for; '' without one. */
  email: string
  onSearch: (filter: Filter) => void
}

/** The search filter of all transactions. On a narrow screen a button opens it. */
export function FilterForm({ email, onSearch }: FilterFormProps) {
  const from = useRef<HTMLInputElement>(null)
  const until = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const form = useForm({
    initial: { ...emptyFilterForm, email },
    check: (typed) => {
      const days = { from, until }
      const incomplete = (['from', 'until'] as const).filter((name) => days[name].current?.validity.badInput)
      return checkFilter(typed, incomplete)
    },
    submit: onSearch,
  })

  const handleClear = () => {
    form.reset()
    // A partly typed day is only in the input, not in the form's values.
    for (const day of [from, until]) if (day.current !== null) day.current.value = ''
    onSearch(noFilter)
  }
  const text = (field: 'email' | 'recipient' | 'reference', label: string, maxLength: number) => (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          {...form.input(field)}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxLength}
        />
      )}
    </Field>
  )
  const amount = (field: 'least' | 'most', label: string, placeholder: string) => (
    <Field label={label} error={form.errors[field]}>
      {(control) => (
        <Input
          {...control}
          {...form.input(field)}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          className="tabular-nums"
        />
      )}
    </Field>
  )
  const day = (field: 'from' | 'until', label: string) => (
    <Field label={label} error={form.errors[field]}>
      {(control) => (
        <Input
          {...control}
          {...form.input(field)}
          ref={field === 'from' ? from : until}
          type="date"
          // Without a maximum, browsers accept years of six digits.
          max="9999-12-31"
          className="tabular-nums"
        />
      )}
    </Field>
  )

  return (
    <div className="rounded bg-card p-4 shadow-card">
      <Button
        variant="secondary"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="w-full lg:hidden"
      >
        {copy.filter(countSet(form.values))}
      </Button>
      <form
        {...form.props}
        role="search"
        aria-label="Filter transactions"
        className={cn('max-lg:pt-4', !isOpen && 'max-lg:hidden')}
      >
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] gap-x-4 gap-y-1">
          {text('email', 'User email', emailLimit)}
          {text('recipient', 'Recipient', nameLimit)}
          {text('reference', 'Reference', referenceLimit)}
          <Field label="Status">
            {(control) => (
              <Select {...control} {...form.input('status')}>
                <option value="">Any</option>
                {Object.entries(copy.statuses).map(([status, name]) => (
                  <option key={status} value={status}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {amount('least', 'Lowest amount (£)', '0.00')}
          {amount('most', 'Highest amount (£)', 'Any')}
          {day('from', 'First day')}
          {day('until', 'Last day')}
        </div>
        <div className="flex flex-wrap gap-3 pt-2">
          <Button type="submit">Search</Button>
          <Button variant="secondary" onClick={handleClear}>
            Clear filters
          </Button>
        </div>
      </form>
    </div>
  )
}
