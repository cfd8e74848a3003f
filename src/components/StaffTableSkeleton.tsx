import { Skeleton } from './Skeleton'

export function StaffTableSkeleton() {
  return (
    <div className="space-y-3 px-4 pb-4">
      <Skeleton className="h-9" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </div>
  )
}
