import { Search } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Input, InputField } from '@/components/ui/Input'
import { SelectField } from '@/components/ui/Select'
import { cn } from '@/lib/cn'
import { useForm } from '@/lib/useForm'
import { staffTransactionsCopy as copy } from './copy'
import { noFilter, type Filter } from './filter'
import { checkFilter, countSet, emptyFilterForm, formOf, longestSearch } from './filterForm'

type FilterFormProps = {
  /** Of the address. */
  filter: Filter
  onSearch: (filter: Filter) => void
}

/** The search box of all transactions, and the filters, which a button opens: the rows below get the room. */
export function FilterForm({ filter, onSearch }: FilterFormProps) {
  const from = useRef<HTMLInputElement>(null)
  const until = useRef<HTMLInputElement>(null)
  const searchId = useId()
  const hintId = useId()
  const filtersId = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const form = useForm({
    initial: formOf(filter),
    check: (typed) => {
      const days = { from, until }
      const incomplete = (['from', 'until'] as const).filter((name) => days[name].current?.validity.badInput)
      return checkFilter(typed, incomplete)
    },
    submit: onSearch,
    // From now on the fields show what the address has, also after going back.
    onSuccess: (submitted) => form.reset(submitted),
  })

  const handleClear = () => {
    form.set(emptyFilterForm)
    // A partly typed day is only in the input, not in the form's values.
    for (const day of [from, until]) if (day.current !== null) day.current.value = ''
    onSearch(noFilter)
    form.reset()
    // On a phone, the pressed button is gone.
    opener.current?.focus()
  }
  const amount = (field: 'least' | 'most', label: string, placeholder: string) => (
    <InputField
      label={label}
      {...form.field(field)}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      className="tabular-nums"
    />
  )
  const day = (field: 'from' | 'until', label: string) => (
    <InputField
      label={label}
      {...form.field(field)}
      ref={field === 'from' ? from : until}
      type="date"
      // Without a maximum, browsers accept years of six digits.
      max="9999-12-31"
      className="tabular-nums"
    />
  )
  const fields = [
    <SelectField key="status" label="Status" {...form.input('status')} options={Object.entries(copy.statuses)}>
      <option value="">Any</option>
    </SelectField>,
    amount('least', 'Lowest amount (£)', '0.00'),
    amount('most', 'Highest amount (£)', 'Any'),
    day('from', 'First day'),
    day('until', 'Last day'),
  ]

  // A closed filter that the form refuses must be visible, because the focus goes to it.
  const { search: _, ...filterErrors } = form.errors
  const isEmpty = form.values.search === '' && countSet(form.values) === 0
  const isShown = isOpen || Object.values(filterErrors).some(Boolean)

  return (
    <form {...form.props} role="search" aria-label="Filter transactions" className="min-w-0 flex-1">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-36 sm:basis-72">
          {/* The hint in the box saves the lines around it. A phone shows the start of it, and all of it with the filters. */}
          <label htmlFor={searchId} className="sr-only">
            {copy.search}
          </label>
          <Input
            {...form.input('search')}
            id={searchId}
            aria-describedby={hintId}
            placeholder={copy.searchHint}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={longestSearch}
            className="text-ellipsis"
          />
        </div>
        <Button type="submit" className="max-sm:px-3!">
          <Search aria-hidden className="size-5 sm:hidden" />
          <span className="max-sm:sr-only">Search</span>
        </Button>
        <Button
          ref={opener}
          variant="secondary"
          className="max-sm:px-4!"
          aria-expanded={isShown}
          aria-controls={filtersId}
          onClick={() => setIsOpen(!isShown)}
        >
          {copy.filter(countSet(form.values))}
        </Button>
        <Button variant="secondary" className={cn(isEmpty && !isShown && 'max-sm:hidden')} onClick={handleClear}>
          Clear
        </Button>
      </div>
      <p id={hintId} className={cn('mt-2 text-secondary lg:sr-only', !isShown && 'sr-only')}>
        {copy.searchHint}
      </p>
      <div id={filtersId} className={cn('mt-3 flex flex-wrap gap-x-3 gap-y-1', !isShown && 'hidden')}>
        {fields.map((field) => (
          <div key={field.key ?? field.props.label} className="min-w-0 flex-1 basis-36">
            {field}
          </div>
        ))}
      </div>
    </form>
  )
}
