import { ChevronRight, CreditCard } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '@/lib/paths'

export function DebitCardTile({ lastFour }: { lastFour: string }) {
  return (
    <Link
      to={paths.cards}
      className="flex min-h-18 items-center gap-4 rounded bg-card p-4 shadow-card transition-colors hover:bg-brand-soft"
    >
      <span
        aria-hidden
        className="flex h-9 w-14 shrink-0 items-center justify-center rounded-sm bg-linear-to-br from-hero to-hero-end text-on-hero"
      >
        <CreditCard className="size-5" />
      </span>
      <span className="min-w-0 flex-1 font-medium tabular-nums">Debit | *{lastFour}</span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </Link>
  )
}
