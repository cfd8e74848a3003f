import { useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/Button'
import { Input } from '@/components/ui/Input'

type GoToRowProps = { row: string; onGo: (row: string) => void }

/** Shows the audit from a row on. */
export function GoToRow({ row, onGo }: GoToRowProps) {
  const [text, setText] = useState(row)

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    onGo(text)
  }

  return (
    <form aria-label="Go to a row" noValidate onSubmit={handleSubmit} className="flex flex-wrap items-center gap-2">
      <Input
        aria-label="Row"
        placeholder="Row"
        className="w-24! min-w-0"
        inputMode="numeric"
        autoComplete="off"
        maxLength={15}
        value={text}
        onChange={(event) => setText(event.target.value.replaceAll(/\D/g, ''))}
      />
      <Button type="submit" variant="secondary">
        Go
      </Button>
    </form>
  )
}
