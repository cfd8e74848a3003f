import type { ReactNode } from 'react'
import { Button } from '@/components/ui/Button'
import { refusalOf } from '@/lib/errors'
import { useStickyError } from '@/lib/queryState'
import { LoadFailed } from './LoadFailed'

/** The loading state of a query. */
type Loading<T> = {
  data: T | undefined
  error: Error | null
  isRefetchError: boolean
  /** A component that reads `fetchStatus` would be drawn again at the start and the end of each refetch. */
  isPaused: boolean
  /** The data is that of the page or search before. */
  isPlaceholderData?: boolean
  refetch: () => unknown
}

type LoadedProps<T> = {
  query: Loading<T>
  /** 'your account': completes 'We couldn't load …'. */
  what: string
  skeleton: ReactNode
  /** Shown instead of the error, by the hint of the server's refusal. */
  refusals?: Record<string, ReactNode>
  children: (data: T) => ReactNode
}

/** The part of a screen that shows one query: skeleton, error with a retry, or the data. */
export function Loaded<T>({ query, what, skeleton, refusals, children }: LoadedProps<T>) {
  // Without a connection nothing would follow the page or search before, which is not what was asked for.
  const isOther = query.isPaused && query.isPlaceholderData === true
  const failure = useStickyError(isOther ? { data: undefined, error: null, isPaused: true } : query)
  if (query.data !== undefined && !isOther) {
    return (
      <>
        {(query.isRefetchError || query.isPaused) && <OutOfDate what={what} onRetry={() => void query.refetch()} />}
        {children(query.data)}
      </>
    )
  }
  const refusal = refusals?.[refusalOf(failure)?.hint ?? '']
  if (refusal !== undefined) return refusal
  if (failure !== null) return <LoadFailed error={failure} onRetry={query.refetch} what={what} />
  return (
    <>
      <output className="sr-only">Loading {what}</output>
      {skeleton}
    </>
  )
}

function OutOfDate({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <output className="mb-3 flex flex-wrap items-center gap-x-3 rounded bg-care-soft py-1 pl-4 text-small text-care">
      <span className="flex-1 py-2">We couldn't refresh {what}. This may be out of date.</span>
      <Button variant="quiet" onClick={onRetry} className="text-small">
        Try again
      </Button>
    </output>
  )
}
