import { ListFilter, X } from 'lucide-react'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { nameLimit } from '@/lib/paymentRules'
import { FilterDialog } from './FilterDialog'
import type { SearchFilters } from './queries'
import { filterChips } from './searchFilters'

type SearchControlsProps = {
  text: string
  onText: (text: string) => void
  filters: SearchFilters
  onFilters: (filters: SearchFilters) => void
}

/** The search box, and the filters: a sheet to set them and a chip for each that is active. */
export function SearchControls({ text, onText, filters, onFilters }: SearchControlsProps) {
  const box = useRef<HTMLInputElement>(null)
  const filterButton = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const chips = filterChips(filters)
  const [hasFilters] = useState(chips.length > 0)

  // A customer who came with a filter wants the results, and no keyboard over them.
  useEffect(() => {
    if (!hasFilters) box.current?.focus()
  }, [hasFilters])

  // The search needs no submit. Enter closes a phone's keyboard, which covers the results.
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    box.current?.blur()
  }
  const handleApply = (changed: SearchFilters) => {
    setIsOpen(false)
    onFilters(changed)
  }
  const handleRemove = (without: Partial<SearchFilters>) => {
    // The pressed chip is removed.
    filterButton.current?.focus()
    onFilters({ ...filters, ...without })
  }

  return (
    <div role="search" className="space-y-3 pt-2">
      <form noValidate onSubmit={handleSubmit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-48">
          <InputField
            label="Name, reference or amount"
            ref={box}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCorrect="off"
            maxLength={nameLimit}
            value={text}
            onChange={(event) => onText(event.target.value)}
          />
        </div>
        <Button
          ref={filterButton}
          variant="secondary"
          className="mb-1.5"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          <ListFilter aria-hidden className="size-5" />
          Filters
        </Button>
        <button type="submit" className="sr-only" tabIndex={-1}>
          Search
        </button>
      </form>
      {chips.length > 0 && (
        <ul aria-label="Active filters" className="flex flex-wrap gap-2">
          {chips.map(({ label, without }) => (
            <li key={label}>
              <button
                type="button"
                aria-label={`Remove filter: ${label}`}
                onClick={() => handleRemove(without)}
                className="inline-flex min-h-11 items-center gap-2 rounded-full bg-brand-soft py-1 pr-3 pl-4 text-left text-label text-brand hover:bg-line"
              >
                {label}
                <X aria-hidden className="size-4 shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isOpen && <FilterDialog filters={filters} onApply={handleApply} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
