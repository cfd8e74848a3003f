import { Skeleton } from '@/components/Skeleton'

/** The list of recipients while it loads. */
export function RecipientListSkeleton() {
  return (
    <>
      <Skeleton className="mb-2 h-6 w-40" />
      <div className="divide-y divide-line rounded bg-card">
        {[1, 2, 3].map((row) => (
          <div key={row} className="space-y-2 px-4 py-3">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-4 w-1/3" />
          </div>
        ))}
      </div>
    </>
  )
}
