import { Button } from '@/components/ui/Button'

type PagerProps = {
  /** What is listed: 'approved users'. */
  of: string
  number: number
  hasNext: boolean
  pending: boolean
  onPrevious: () => void
  onNext: () => void
}

/** Previous and next page of a list; hidden for a list of one page. */
export function Pager({ of, number, hasNext, pending, onPrevious, onNext }: PagerProps) {
  if (number === 1 && !hasNext) return null
  return (
    <nav aria-label={`Pages of ${of}`} className="flex flex-wrap items-center justify-end gap-2 p-3">
      <Button variant="secondary" disabled={number === 1} onClick={onPrevious}>
        Previous
      </Button>
      <output className="min-w-16 text-center text-secondary tabular-nums">Page {number}</output>
      <Button variant="secondary" disabled={!hasNext} pending={pending} pendingLabel="Loading..." onClick={onNext}>
        Next
      </Button>
    </nav>
  )
}
