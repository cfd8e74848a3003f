import { useEffect, useRef, type ComponentProps } from 'react'
import { LoadFailed } from '@/components/LoadFailed'
import { Button } from '@/components/ui/Button'

type ListEndProps = {
  /** 'earlier transactions': completes 'We couldn't load …'. */
  what: string
  label: string
  pendingLabel: string
  /** Loads the next page within this distance in px. Null: only the button does. */
  loadWithin: number | null
  isLoading: boolean
  /** Why the last page failed to load. */
  error: Error | null
  onLoad: () => unknown
  button: Pick<ComponentProps<typeof Button>, 'variant' | 'className'>
}

/** The end of a list with more pages. */
export function ListEnd({ what, label, pendingLabel, loadWithin, isLoading, error, onLoad, button }: ListEndProps) {
  const end = useRef<HTMLDivElement>(null)
  const isReady = !isLoading && error === null

  useEffect(() => {
    if (!isReady || loadWithin === null || end.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        // One call can report several changes. The last is the current one.
        if (entries.at(-1)?.isIntersecting) onLoad()
      },
      { rootMargin: `${loadWithin}px 0px` },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isReady, loadWithin, onLoad])

  return (
    <div ref={end} className="flex flex-col items-stretch">
      {error !== null ? (
        <LoadFailed error={error} onRetry={onLoad} what={what} />
      ) : (
        <Button {...button} pending={isLoading} pendingLabel={pendingLabel} onClick={onLoad}>
          {label}
        </Button>
      )}
    </div>
  )
}
