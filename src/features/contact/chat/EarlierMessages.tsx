import { useEffect, useRef, type RefObject } from 'react'
import { LoadFailed } from '@/components/LoadFailed'
import { Button } from '@/components/ui/Button'

type EarlierMessagesProps = {
  scroller: RefObject<HTMLElement | null>
  isLoading: boolean
  /** Why the last page failed to load. */
  error: Error | null
  onLoad: () => void
}

/** The start of the list. It loads the previous page before the user reaches it; the button is the fallback. */
export function EarlierMessages({ scroller, isLoading, error, onLoad }: EarlierMessagesProps) {
  const head = useRef<HTMLDivElement>(null)
  const isReady = !isLoading && error === null

  useEffect(() => {
    if (!isReady || head.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        // One call can report several changes. The last is the current one.
        if (entries.at(-1)?.isIntersecting) onLoad()
      },
      { root: scroller.current, rootMargin: '600px 0px' },
    )
    observer.observe(head.current)
    return () => observer.disconnect()
  }, [isReady, onLoad, scroller])

  return (
    <div ref={head} className="flex flex-col items-stretch">
      {error !== null ? (
        <LoadFailed error={error} onRetry={onLoad} what="earlier messages" />
      ) : (
        <Button variant="quiet" pending={isLoading} pendingLabel="Loading earlier messages..." onClick={onLoad}>
          Show earlier messages
        </Button>
      )}
    </div>
  )
}
