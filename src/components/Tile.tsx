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

const tileLook =
  'relative flex min-h-16 flex-col items-center rounded bg-card px-0.5 py-1 text-center text-caption text-name text-ink shadow-card transition-colors hover:bg-brand-soft'

/** A link when it has a path, a button otherwise. */
export function Tile({ icon: Icon, label, ...way }: TileProps) {
  const badgeId = useId()
  const content = (
    <>
      <span className="inline-flex size-7 shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand">
        <Icon aria-hidden className="size-5" />
      </span>
      {label}
    </>
  )
  if (way.to !== undefined)
    return (
      <Link to={way.to} className={tileLook}>
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
      className={tileLook}
    >
      {content}
      {badge && <Badge {...badge} id={badgeId} className="absolute -top-1.5 -right-1.5" />}
    </button>
  )
}

/** Four tiles in one line, or in two with large text. */
export function Tiles({ children }: { children: ReactNode }) {
  return (
    <div className="@container">
      <div className="grid grid-cols-2 gap-1 @min-[17rem]:grid-cols-4">{children}</div>
    </div>
  )
}
