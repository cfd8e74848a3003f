import { useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { Select } from '@/components/ui/Select'
import { cn } from '@/lib/cn'
import { focusFirstInvalid, withoutFields } from '@/lib/formErrors'
import { staffTransactionsCopy as copy } from './copy'
import { checkFilter, countSet, emptyFilterForm, type FilterErrors, type FilterForm as Typed } from './filterForm'
import { noFilter, type Filter } from './queries'

// The longest that there can be.
const emailLimit = 254
const nameLimit = 140
const referenceLimit = 160

/** What to find. Nothing is asked before 'Search'. On a narrow screen it opens with a button. */
export function FilterForm({ onSearch }: { onSearch: (filter: Filter) => void }) {
  const element = useRef<HTMLFormElement>(null)
  const from = useRef<HTMLInputElement>(null)
  const until = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(emptyFilterForm)
  const [errors, setErrors] = useState<FilterErrors>({})
  const [isOpen, setIsOpen] = useState(false)

  const handleChange = (change: Partial<Typed>) => {
    setErrors((known) => withoutFields(known, change))
    setTyped((known) => ({ ...known, ...change }))
  }
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const days = { from, until }
    const halfTyped = (['from', 'until'] as const).filter((day) => days[day].current?.validity.badInput)
    const checked = checkFilter(typed, halfTyped)
    flushSync(() => setErrors('errors' in checked ? checked.errors : {}))
    if ('errors' in checked) return element.current !== null && focusFirstInvalid(element.current)
    onSearch(checked)
  }
  const handleClear = () => {
    setTyped(emptyFilterForm)
    setErrors({})
    // A day that is half typed is not in the form: only the field itself knows it.
    for (const day of [from, until]) if (day.current !== null) day.current.value = ''
    onSearch(noFilter)
  }
  const text = (field: 'email' | 'recipient' | 'reference', label: string, maxLength: number) => (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxLength}
          value={typed[field]}
          onChange={(event) => handleChange({ [field]: event.target.value })}
        />
      )}
    </Field>
  )
  const amount = (field: 'least' | 'most', label: string, placeholder: string) => (
    <Field label={label} error={errors[field]}>
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          className="tabular-nums"
          value={typed[field]}
          onChange={(event) => handleChange({ [field]: event.target.value })}
        />
      )}
    </Field>
  )
  const day = (field: 'from' | 'until', label: string) => (
    <Field label={label} error={errors[field]}>
      {(control) => (
        <Input
          {...control}
          ref={field === 'from' ? from : until}
          type="date"
          // Without it, browsers let people type years of six digits.
          max="9999-12-31"
          className="tabular-nums"
          value={typed[field]}
          onChange={(event) => handleChange({ [field]: event.target.value })}
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
        {copy.filter(countSet(typed))}
      </Button>
      <form
        ref={element}
        role="search"
        aria-label="Filter transactions"
        noValidate
        onSubmit={handleSubmit}
        className={cn('max-lg:pt-4', !isOpen && 'max-lg:hidden')}
      >
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] gap-x-4 gap-y-1">
          {text('email', 'User e-mail', emailLimit)}
          {text('recipient', 'Recipient', nameLimit)}
          {text('reference', 'Reference', referenceLimit)}
          <Field label="Status">
            {(control) => (
              <Select
                {...control}
                value={typed.status}
                onChange={(event) => handleChange({ status: event.target.value })}
              >
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
