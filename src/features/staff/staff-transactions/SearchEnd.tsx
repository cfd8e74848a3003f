import { ListEnd } from '@/components/ListEnd'
import { LoadFailed } from '@/components/LoadFailed'
import { Button } from '@/components/ui/Button'
import { formatDenseDateTime } from '@/lib/dates'
import { staffTransactionsCopy as copy } from './copy'
import type { useSteps } from './useSteps'

type SearchEndProps = {
  steps: ReturnType<typeof useSteps>
  error: Error | null
  /** The time up to which all rows were searched. */
  searchedTo: string
  /** The page is full: the next one is loaded on request, or when its place is seen. */
  isFilled: boolean
  onMore: () => void
}

/** Under the rows of a search that has not reached its end: how far it is, and how to stop it or go on. */
export function SearchEnd({ steps, error, searchedTo, isFilled, onMore }: SearchEndProps) {
  if (error !== null) return <LoadFailed error={error} onRetry={steps.goOn} what="earlier transactions" />
  if (isFilled)
    return (
      <ListEnd
        what="earlier transactions"
        label={copy.more}
        pendingLabel={copy.searching}
        loadWithin={600}
        isLoading={false}
        error={null}
        onLoad={onMore}
        button={{ variant: 'secondary', className: 'self-center' }}
      />
    )
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
      {/* Announced when it stops, not with each step. */}
      <output aria-live={steps.isRunning ? 'off' : 'polite'} className="tabular-nums">
        {copy.searched(formatDenseDateTime(searchedTo))}
      </output>
      {/* The same button, so that it keeps the focus. */}
      <Button variant="secondary" onClick={() => (steps.isRunning ? steps.stop() : void steps.goOn())}>
        {steps.isRunning ? copy.stop : copy.goOn}
      </Button>
    </div>
  )
}
