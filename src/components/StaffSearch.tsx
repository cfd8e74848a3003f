import { useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { noSearch, searchFor, type Search } from '@/lib/search'

type StaffSearchProps = { label: string; search: Search; onSearch: (search: Search) => void }

/** Searches on submit, not with each key: the server writes an audit entry for every list that it returns. */
export function StaffSearch({ label, search, onSearch }: StaffSearchProps) {
  const [text, setText] = useState(search.text)

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    onSearch(searchFor(text))
  }
  const handleClear = () => {
    setText('')
    onSearch(noSearch)
  }

  return (
    <form
      role="search"
      aria-label={label}
      noValidate
      onSubmit={handleSubmit}
      className="flex flex-wrap items-end gap-2"
    >
      <div className="min-w-0 flex-1 basis-48 lg:max-w-md">
        <InputField
          label={label}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={254}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Button type="submit" variant="secondary" className="mb-1.5">
        Search
      </Button>
      {search !== noSearch && (
        <Button variant="quiet" className="mb-1.5" onClick={handleClear}>
          Clear search
        </Button>
      )}
    </form>
  )
}
