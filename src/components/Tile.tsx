import type { LucideIcon } from 'lucide-react'
import { createContext, use, useId, type ReactNode, type Ref } from 'react'
import { Link } from 'react-router-dom'
import { cn } from '@/lib/cn'
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

const common =
  'relative flex min-h-16 items-center rounded bg-card font-medium shadow-card transition-colors hover:bg-brand-soft'
const looks = {
  card: cn(common, 'gap-3 p-3 text-left text-sm max-[22.5rem]:flex-col max-[22.5rem]:items-start max-[22.5rem]:gap-2'),
  line: cn(common, 'flex-col px-0.5 py-1 text-center text-xs tracking-tight'),
}

/** How the tiles of a group look. */
const Look = createContext<keyof typeof looks>('card')

/** A link when it has a path, a button otherwise. */
export function Tile({ icon: Icon, label, ...way }: TileProps) {
  const badgeId = useId()
  const look = use(Look)
  const content = (
    <>
      <span
        className={cn(
          'inline-flex shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand',
          look === 'card' ? 'size-10' : 'size-7',
        )}
      >
        <Icon aria-hidden className="size-5" />
      </span>
      {label}
    </>
  )
  if (way.to !== undefined)
    return (
      <Link to={way.to} className={looks[look]}>
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
      className={looks[look]}
    >
      {content}
      {badge && <Badge {...badge} id={badgeId} className="absolute -top-1.5 -right-1.5" />}
    </button>
  )
}

type TilesProps = {
  /** Four small tiles in one line, or in two with large text. */
  isLine?: boolean
  children: ReactNode
}

/** Tiles in two columns, or in one with large text: each is wider than a third, so that the fourth is never alone. */
export function Tiles({ isLine = false, children }: TilesProps) {
  if (!isLine)
    return (
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(max(8.5rem,34%),100%),1fr))] gap-3">{children}</div>
    )
  return (
    <Look value="line">
      <div className="@container">
        <div className="grid grid-cols-2 gap-1 @min-[17rem]:grid-cols-4">{children}</div>
      </div>
    </Look>
  )
}
