import { useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/Button'
import { Input } from '@/components/ui/Input'

type ChatSearchProps = { search: string; onSearch: (search: string) => void }

/** Finds open chats by a part of the customer's name, and those that the agent may read by what was said. */
export function ChatSearch({ search, onSearch }: ChatSearchProps) {
  const [text, setText] = useState(search)

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    onSearch(text.trim())
  }

  return (
    <form role="search" aria-label="Conversations" noValidate onSubmit={handleSubmit} className="flex gap-2">
      <Input
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label="Name or words"
        placeholder="Name or words"
        maxLength={140}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="min-w-0 flex-1 lg:text-small"
      />
      {search === '' ? (
        <Button type="submit" variant="secondary">
          Search
        </Button>
      ) : (
        <Button variant="secondary" onClick={() => onSearch('')}>
          Clear
        </Button>
      )}
    </form>
  )
}
