import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

type TileProps = { icon: LucideIcon; label: string } & (
  { to: string; onPress?: never } | { to?: never; onPress: () => void }
)

const look =
  'flex min-h-16 items-center gap-3 rounded bg-card p-3 text-left text-sm font-medium shadow-card transition-colors hover:bg-brand-soft'

/** A short way to something: a link when it has an address, a button otherwise. */
export function Tile({ icon: Icon, label, to, onPress }: TileProps) {
  const content = (
    <>
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand">
        <Icon aria-hidden className="size-5" />
      </span>
      {label}
    </>
  )
  return to === undefined ? (
    <button type="button" onClick={onPress} className={look}>
      {content}
    </button>
  ) : (
    <Link to={to} className={look}>
      {content}
    </Link>
  )
}

/** Two columns, or one where large text leaves no room for two. */
export function Tiles({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.25rem,100%),1fr))] gap-3">{children}</div>
}
