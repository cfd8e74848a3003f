import { Check, Hourglass } from 'lucide-react'
import { Screen } from '@/components/Screen'
import { formatPence } from '@/lib/money'
import { paymentCopy } from './copy'
import { Outcome } from './Outcome'
import type { MovedReceipt } from './ownMove'

type MoveDoneProps = { moved: MovedReceipt; onAgain: () => void }

/** The end of a transfer between two accounts of the customer. */
export function MoveDone({ moved: { amount, from, to, waitsUntil }, onAgain }: MoveDoneProps) {
  const { done, waiting } = paymentCopy.move
  if (waitsUntil === null) {
    return (
      <Screen title="All done." width="card">
        <Outcome
          icon={<Check aria-hidden className="drawn-tick size-1/2" strokeWidth={2.5} />}
          text={done(formatPence(amount), from, to)}
          onAgain={onAgain}
        >
          {null}
        </Outcome>
      </Screen>
    )
  }
  return (
    <Screen title={waiting.title} width="card">
      <Outcome
        icon={<Hourglass aria-hidden className="size-1/2" />}
        text={waiting.text(formatPence(amount), to, waitsUntil)}
        onAgain={onAgain}
      >
        <p className="max-w-xs text-secondary">{waiting.takeBack(from)}</p>
      </Outcome>
    </Screen>
  )
}
