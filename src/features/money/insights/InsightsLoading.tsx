import { Skeleton } from '@/components/Skeleton'

/** As high as the cards, and in columns where they are, so that what follows does not move. */
export function InsightsLoading() {
  return (
    <div className="@container">
      <div className="grid items-start gap-3 @min-[48rem]:grid-cols-2 @min-[48rem]:gap-6">
        <div className="space-y-3">
          <p className="text-muted">Loading insights...</p>
          <Skeleton className="h-50" />
          <Skeleton className="h-23" />
        </div>
        <Skeleton className="h-113 @min-[48rem]:h-117" />
      </div>
    </div>
  )
}
