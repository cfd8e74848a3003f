import { useEffect, useRef, type SubmitEvent } from 'react'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { checkSearch, type SearchForm } from './searchForm'

/** The longest stored name. */
const textLimit = 140

type TransactionSearchFieldsProps = { form: SearchForm; onChange: (form: SearchForm) => void }

export function TransactionSearchFields({ form, onChange }: TransactionSearchFieldsProps) {
  const problems = checkSearch(form)
  const text = useRef<HTMLInputElement>(null)
  const least = useRef<HTMLInputElement>(null)
  const most = useRef<HTMLInputElement>(null)

  useEffect(() => text.current?.focus(), [])
  // The search needs no submit. Enter closes a phone's keyboard, which covers the results.
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (problems.least !== undefined) least.current?.focus()
    else if (problems.most !== undefined) most.current?.focus()
    else text.current?.blur()
  }

  return (
    <form role="search" noValidate onSubmit={handleSubmit} className="space-y-2 pt-2">
      <Field label="Name or reference">
        {(control) => (
          <Input
            {...control}
            ref={text}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCorrect="off"
            maxLength={textLimit}
            value={form.text}
            onChange={(event) => onChange({ ...form, text: event.target.value })}
          />
        )}
      </Field>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-x-3">
        <Field label="Lowest amount (£)" error={problems.least}>
          {(control) => (
            <Input
              {...control}
              ref={least}
              inputMode="decimal"
              autoComplete="off"
              placeholder="0.00"
              className="tabular-nums"
              value={form.least}
              onChange={(event) => onChange({ ...form, least: event.target.value })}
            />
          )}
        </Field>
        <Field label="Highest amount (£)" error={problems.most}>
          {(control) => (
            <Input
              {...control}
              ref={most}
              inputMode="decimal"
              autoComplete="off"
              placeholder="Any"
              className="tabular-nums"
              value={form.most}
              onChange={(event) => onChange({ ...form, most: event.target.value })}
            />
          )}
        </Field>
      </div>
      <button type="submit" className="sr-only" tabIndex={-1}>
        Search
      </button>
    </form>
  )
}
