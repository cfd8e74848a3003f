import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

type RowLinkProps = { to: string; icon: LucideIcon; title: string; note: ReactNode; onPointerDown?: () => void }

/** A row of a list that leads to a screen. */
export function RowLink({ to, icon: Icon, title, note, onPointerDown }: RowLinkProps) {
  return (
    <Link
      to={to}
      onPointerDown={onPointerDown}
      className="flex min-h-17 items-center gap-3 px-4 py-2.5 transition-colors hover:bg-brand-soft focus-visible:-outline-offset-3"
    >
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand">
        <Icon aria-hidden className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-name wrap-anywhere">{title}</span>{' '}
        <span className="block text-secondary">{note}</span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </Link>
  )
}
