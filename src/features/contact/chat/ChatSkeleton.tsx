import { Skeleton } from '@/components/Skeleton'

export function ChatSkeleton() {
  return (
    <div className="flex min-h-56 flex-1 flex-col justify-end gap-3 px-4 pb-3">
      <Skeleton className="h-11 w-3/5" />
      <Skeleton className="h-11 w-2/5 self-end" />
      <Skeleton className="h-16 w-4/5" />
    </div>
  )
}
