import { Skeleton } from '@/components/Skeleton'

/** The list while it loads. */
export function ScheduledPaymentListSkeleton() {
  return (
    <>
      <Skeleton className="mb-2 h-5 w-24" />
      <div className="divide-y divide-line rounded bg-card">
        {[1, 2, 3].map((row) => (
          <div key={row} className="flex items-center gap-4 px-4 py-3">
            <div className="flex-1 space-y-2">
              <Skeleton className="h-5 w-1/2" />
              <Skeleton className="h-4 w-2/3" />
            </div>
            <Skeleton className="h-5 w-20" />
          </div>
        ))}
      </div>
    </>
  )
}
