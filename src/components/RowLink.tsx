import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

type Row = { icon: LucideIcon; title: string; note: ReactNode }

const look =
  'flex min-h-17 w-full items-center gap-3 px-4 py-2.5 text-left transition-colors hover:bg-brand-soft focus-visible:-outline-offset-3'

/** A row of a list that leads to a screen. */
export function RowLink({ to, onPointerDown, ...row }: Row & { to: string; onPointerDown?: () => void }) {
  return (
    <Link to={to} onPointerDown={onPointerDown} className={look}>
      <RowContent {...row} />
    </Link>
  )
}

/** A row of a list that opens a dialog. */
export function RowButton({ onPress, ...row }: Row & { onPress: () => void }) {
  return (
    <button type="button" aria-haspopup="dialog" onClick={onPress} className={look}>
      <RowContent {...row} />
    </button>
  )
}

function RowContent({ icon: Icon, title, note }: Row) {
  return (
    <>
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand">
        <Icon aria-hidden className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-name wrap-anywhere">{title}</span>{' '}
        <span className="block text-secondary">{note}</span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </>
  )
}
