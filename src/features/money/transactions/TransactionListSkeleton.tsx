import { Skeleton } from '@/components/Skeleton'

/** The list while it loads. */
export function TransactionListSkeleton() {
  return (
    <div className="overflow-clip rounded bg-card">
      {[2, 5].map((rows) => (
        <div key={rows}>
          <div className="flex h-7 items-center bg-sunken px-4">
            <Skeleton className="h-4 w-32" />
          </div>
          {Array.from({ length: rows }, (_, row) => (
            <div key={row} className="flex h-15 items-center gap-3 border-t border-line px-4">
              <Skeleton className="size-10 rounded-full" />
              <div className="flex-1 space-y-2">
                <Skeleton className="h-4 w-2/3" />
                <Skeleton className="h-3 w-1/3" />
              </div>
              <Skeleton className="h-4 w-16" />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
