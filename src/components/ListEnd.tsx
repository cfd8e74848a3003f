import { useEffect, useRef } from 'react'
import { LoadFailed } from '@/components/LoadFailed'
import { Button } from '@/components/ui/Button'

type ListEndProps = {
  /** 'earlier transactions': completes 'We could not load …'. */
  what: string
  label: string
  pendingLabel: string
  /** Whether it loads more when it is scrolled near; otherwise only the button does. */
  loadsOnScroll: boolean
  isLoading: boolean
  /** The error of the last attempt to load more. */
  error: Error | null
  onLoad: () => unknown
}

/** The end of a list with more pages on the server. */
export function ListEnd({ what, label, pendingLabel, loadsOnScroll, isLoading, error, onLoad }: ListEndProps) {
  const end = useRef<HTMLDivElement>(null)
  const isReady = loadsOnScroll && !isLoading && error === null

  useEffect(() => {
    if (!isReady || end.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        // One call may carry several entries; the last is the current one.
        if (entries.at(-1)?.isIntersecting) onLoad()
      },
      { rootMargin: '600px 0px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isReady, onLoad])

  return (
    <div ref={end} className="flex flex-col items-stretch">
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
