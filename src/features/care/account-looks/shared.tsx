import { useId } from 'react'
import { Button } from '@/components/ui/Button'
import { useChange } from '@/lib/useChange'
import { lookReasonCopy } from './reasonCopy'

type LookReasonProps = {
  /** Records the look with the reason. */
  record: (reason: string) => Promise<unknown>
  /** Reads again what the server refused without a reason. */
  onRecorded: () => unknown
}

/** Asks staff why they look at a customer, where the database knows no reason. */
export function LookReason({ record, onRecorded }: LookReasonProps) {
  const titleId = useId()
  const choice = useChange(record, { succeeded: () => onRecorded() })
  return (
    <section aria-labelledby={titleId} className="max-w-md space-y-3 p-4">
      <h2 id={titleId} className="text-title">
        {lookReasonCopy.title}
      </h2>
      <p className="text-secondary">{lookReasonCopy.text}</p>
      {Object.entries(lookReasonCopy.choices).map(([reason, words]) => (
        <Button
          key={reason}
          variant="secondary"
          className="w-full"
          pending={choice.isPending && choice.variables === reason}
          onClick={() => choice.mutate(reason)}
        >
          {words}
        </Button>
      ))}
    </section>
  )
}
