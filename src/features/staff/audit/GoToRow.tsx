import { useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'

type GoToRowProps = { row: string; onGo: (row: string) => void }

/** Shows the audit from a row on. */
export function GoToRow({ row, onGo }: GoToRowProps) {
  const [text, setText] = useState(row)

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    onGo(text)
  }

  return (
    <form aria-label="Go to a row" noValidate onSubmit={handleSubmit} className="flex flex-wrap items-end gap-2">
      <div className="w-32">
        <InputField
          label="Row"
          inputMode="numeric"
          autoComplete="off"
          maxLength={15}
          value={text}
          onChange={(event) => setText(event.target.value.replaceAll(/\D/g, ''))}
        />
      </div>
      <Button type="submit" variant="secondary" className="mb-1.5">
        Go
      </Button>
    </form>
  )
}
