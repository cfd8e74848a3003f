import { Skeleton } from '@/components/Skeleton'

export function InsightsLoading() {
  return (
    <div className="space-y-3">
      <p className="text-muted">Loading insights...</p>
      <Skeleton className="h-44" />
      <Skeleton className="h-28" />
      <Skeleton className="h-84" />
    </div>
  )
}
