import { useEffect, useRef } from 'react'
import { LoadFailed } from '@/components/LoadFailed'
import { Button } from '@/components/ui/Button'

type ListFootProps = {
  /** 'earlier transactions': completes 'We could not load …'. */
  what: string
  /** The button's words. */
  label: string
  pendingLabel: string
  /** Whether it reads on by itself as one scrolls near; otherwise only the button does. */
  readsOn: boolean
  isLoading: boolean
  /** Why the last try to read on failed. */
  error: Error | null
  onLoad: () => unknown
}

/** The foot of a list that goes on. */
export function ListFoot({ what, label, pendingLabel, readsOn, isLoading, error, onLoad }: ListFootProps) {
  const foot = useRef<HTMLDivElement>(null)
  const isReady = readsOn && !isLoading && error === null

  useEffect(() => {
    if (!isReady || foot.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        // One call may bring several moments; the last is now.
        if (entries.at(-1)?.isIntersecting) onLoad()
      },
      { rootMargin: '600px 0px' },
    )
    observer.observe(foot.current)
    return () => observer.disconnect()
  }, [isReady, onLoad])

  return (
    <div ref={foot} className="flex flex-col items-stretch">
      {error !== null ? (
        <LoadFailed error={error} onRetry={onLoad} what={what} />
      ) : (
        <Button
          variant="secondary"
          pending={isLoading}
          pendingLabel={pendingLabel}
          onClick={onLoad}
          className="self-center"
        >
          {label}
        </Button>
      )}
    </div>
  )
}
