import { ChevronRight, CreditCard } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '@/lib/paths'

export function DebitCardTile({ lastFour }: { lastFour: string }) {
  return (
    <Link
      to={paths.cards}
      className="flex min-h-15 items-center gap-3 rounded bg-card px-4 py-2 shadow-card transition-colors hover:bg-brand-soft"
    >
      <span
        aria-hidden
        className="flex h-7 w-10 shrink-0 items-center justify-center rounded-sm bg-linear-to-br from-hero to-hero-end text-on-hero"
      >
        <CreditCard className="size-5" />
      </span>
      <span className="min-w-0 flex-1 text-name tabular-nums">Debit | *{lastFour}</span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </Link>
  )
}
