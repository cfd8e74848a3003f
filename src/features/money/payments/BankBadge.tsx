import { cn } from '@/lib/cn'
import { findBank } from './banks'

/** The bank of a sort code, in its colours. Empty until the sort code is complete. */
export function BankBadge({ sortCode, className }: { sortCode: string; className?: string }) {
  const found = findBank(sortCode)
  if (found.status === 'invalid') return null
  if (found.status === 'unknown') {
    return (
      <span className={cn('inline-flex flex-wrap items-center gap-2 text-small', className)}>
        <span className="rounded-sm border border-line bg-sunken px-2 py-0.5 text-strong">{found.name}</span>
        <span className="text-muted">{found.message}</span>
      </span>
    )
  }
  const { name, colour, text } = found.bank
  return (
    <span
      className={cn('inline-block rounded-sm px-2 py-0.5 text-label', className)}
      style={{ backgroundColor: colour, color: text === 'light' ? '#ffffff' : '#000000' }}
    >
      {name}
    </span>
  )
}
