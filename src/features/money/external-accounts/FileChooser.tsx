import { FileUp } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from '@/components/ui/Button'
import { externalAccountCopy } from './copy'

type FileChooserProps = { isReading: boolean; onChoose: (file: File) => void }

export function FileChooser({ isReading, onChoose }: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  return (
    <div className="space-y-2">
      <label htmlFor={id} className="sr-only">
        Statement file
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        tabIndex={-1}
        accept=".csv,.txt,.qif,.ofx,.qfx,.xml,.sta"
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) onChoose(file)
          // The same file can be chosen again after it was changed.
          target.value = ''
        }}
      />
      <Button
        className="w-full"
        pending={isReading}
        pendingLabel="Reading..."
        aria-describedby={`${id}-formats`}
        onClick={() => input.current?.click()}
      >
        <FileUp aria-hidden className="size-5" />
        Choose a file
      </Button>
      <p id={`${id}-formats`} className="text-secondary">
        {externalAccountCopy.formats}
      </p>
    </div>
  )
}
