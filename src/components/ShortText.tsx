import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'

/**
 * Text in a row of a list that has details: one line, cut with an ellipsis. Two lines in a narrow list, as on a small phone
 * or with large text. The list is the `@container`.
 */
export function ShortText({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={cn('block truncate wrap-anywhere @max-[20rem]:line-clamp-2 @max-[20rem]:whitespace-normal', className)}
    >
      {children}
    </span>
  )
}
