import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { messageOf } from '@/lib/errors'

type LoadFailedProps = { error: unknown; onRetry: () => unknown; what?: string }

/** A failed load: what, why, and a retry button. */
export function LoadFailed({ error, onRetry, what = 'this page' }: LoadFailedProps) {
  const [isRetrying, setIsRetrying] = useState(false)

  async function handleRetry() {
    setIsRetrying(true)
    await onRetry()
    setIsRetrying(false)
  }

  return (
    <div role="alert" className="rounded bg-danger-soft p-4 text-ink">
      <p className="text-strong">We couldn't load {what}.</p>
      <p className="mt-1 text-small">{messageOf(error)}</p>
      <Button
        variant="secondary"
        className="mt-3"
        pending={isRetrying}
        pendingLabel="Trying..."
        onClick={() => void handleRetry()}
      >
        Try again
      </Button>
    </div>
  )
}
