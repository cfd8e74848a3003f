import { useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/Button'
import { Input } from '@/components/ui/Input'
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
      className="flex min-w-0 flex-1 basis-72 flex-wrap items-center gap-2 lg:max-w-lg"
    >
      <Input
        aria-label={label}
        placeholder={label}
        className="min-w-0 flex-1 basis-40 text-ellipsis"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={254}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="secondary">
        Search
      </Button>
      {search !== noSearch && (
        <Button variant="quiet" onClick={handleClear}>
          Clear search
        </Button>
      )}
    </form>
  )
}
