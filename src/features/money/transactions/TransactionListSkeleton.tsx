import { Skeleton } from '@/components/Skeleton'

/** The list while it loads. */
export function TransactionListSkeleton() {
  return [2, 3].map((rows) => (
    <div key={rows} className="pt-4">
      <Skeleton className="mb-2 h-5 w-32" />
      <div className="divide-y divide-line rounded bg-card">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="flex h-17 items-center gap-3 px-4">
            <Skeleton className="size-10 rounded-full" />
            <div className="flex-1 space-y-2">
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="h-3 w-1/3" />
            </div>
            <Skeleton className="h-4 w-16" />
          </div>
        ))}
      </div>
    </div>
  ))
}
