import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { Button } from '@/components/ui/Button'
import { useFocusFallback } from '@/components/useFocusFallback'
import { removeToast } from '@/lib/toast'
import { useChange } from '@/lib/useChange'
import { authCopy } from './copy'
import { confirmNewPin, readNewPin } from './mutations'
import { newPinQueries } from './queries'

type NewPinCardProps = { userId: string; focusFallback: RefObject<HTMLElement | null> }

/** The PIN of the sign-up, until the user confirms that they have saved it. */
export function NewPinCard({ userId, focusFallback }: NewPinCardProps) {
  const { data: exists } = useQuery(newPinQueries.exists(userId))
  return exists === true && <Card focusFallback={focusFallback} />
}

function Card({ focusFallback }: Pick<NewPinCardProps, 'focusFallback'>) {
  useFocusFallback(focusFallback)
  const { title, text, hidden, confirm: confirmLabel, unreadable } = authCopy.newPinCard
  // Never cached: hiding it or leaving the screen drops it.
  const read = useChange(readNewPin, { gcTime: 0 })
  // The toast of the sign-up shows the PIN too.
  const confirm = useChange(confirmNewPin, { stale: [newPinQueries.all], succeeded: removeToast })
  const pin = read.data ?? null

  return (
    <section aria-labelledby="new-pin" className="w-full space-y-3 rounded bg-card p-4 text-center shadow-card">
      <h2 id="new-pin" className="text-section">
        {title}
      </h2>
      <p aria-live="polite" className="text-code">
        {pin ?? (
          <>
            <span aria-hidden>•••••</span>
            <span className="sr-only">{hidden}</span>
          </>
        )}
      </p>
      <p className="text-secondary">{read.data === null ? unreadable : text}</p>
      <div className="flex flex-wrap gap-3 *:grow">
        <Button
          variant="secondary"
          className="px-3!"
          pending={read.isPending}
          onClick={() => (pin === null ? read.mutate() : read.reset())}
        >
          {pin === null ? 'Show' : 'Hide'}
        </Button>
        <Button className="px-3!" pending={confirm.isPending} onClick={() => confirm.mutate()}>
          {confirmLabel}
        </Button>
      </div>
    </section>
  )
}
