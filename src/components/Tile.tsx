import type { LucideIcon } from 'lucide-react'
import { useId, type ReactNode, type Ref } from 'react'
import { Link } from 'react-router-dom'
import { Badge } from './Badge'

type Press = {
  to?: never
  onPress: () => void
  ref?: Ref<HTMLButtonElement>
  /** How many new items are behind the tile. */
  badge?: { count: number; of: string }
  /** Whether the panel that the tile opens is open. */
  isOpen?: boolean
}

type TileProps = { icon: LucideIcon; label: string } & ({ to: string; onPress?: never } | Press)

const look =
  'relative flex min-h-16 items-center gap-3 rounded bg-card p-3 text-left text-sm font-medium shadow-card transition-colors hover:bg-brand-soft max-[22.5rem]:flex-col max-[22.5rem]:items-start max-[22.5rem]:gap-2'

/** A link when it has a path, a button otherwise. */
export function Tile({ icon: Icon, label, ...way }: TileProps) {
  const badgeId = useId()
  const content = (
    <>
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand">
        <Icon aria-hidden className="size-5" />
      </span>
      {label}
    </>
  )
  if (way.to !== undefined)
    return (
      <Link to={way.to} className={look}>
        {content}
      </Link>
    )
  const { onPress, ref, badge, isOpen } = way
  return (
    <button
      ref={ref}
      type="button"
      onClick={onPress}
      aria-describedby={badge && badge.count > 0 ? badgeId : undefined}
      aria-haspopup={isOpen === undefined ? undefined : 'dialog'}
      aria-expanded={isOpen}
      className={look}
    >
      {content}
      {badge && <Badge {...badge} id={badgeId} className="absolute -top-1.5 -right-1.5" />}
    </button>
  )
}

/** Tiles in two columns, or in one with large text: each is wider than a third, so that the fourth is never alone. */
export function Tiles({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-[repeat(auto-fit,minmax(min(max(8.5rem,34%),100%),1fr))] gap-3">{children}</div>
}
