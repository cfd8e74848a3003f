import { cn } from '@/lib/cn'

/** A short label for the status or kind of a row. */
export function Tag({ tone = 'plain', children }: { tone?: 'care' | 'danger' | 'plain'; children: string }) {
  return (
    <span
      className={cn(
        'inline-block rounded-full px-2.5 py-1 text-caption text-strong whitespace-nowrap first-letter:uppercase',
        tone === 'care' && 'bg-care-soft text-care',
        tone === 'danger' && 'bg-danger-soft text-danger',
        tone === 'plain' && 'bg-sunken text-muted',
      )}
    >
      {children}
    </span>
  )
}
