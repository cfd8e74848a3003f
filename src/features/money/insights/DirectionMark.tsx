import { TrendingDown, TrendingUp } from 'lucide-react'
import { cn } from '@/lib/cn'
import { insightsCopy } from './copy'
import type { Direction } from './figures'

const icons = { up: TrendingUp, down: TrendingDown }

type DirectionMarkProps = {
  direction: Direction
  /** The direction that is good for the customer. */
  good: 'up' | 'down'
}

/** Up or down, as an arrow and a word. Green when it is good for the customer. */
export function DirectionMark({ direction, good }: DirectionMarkProps) {
  if (direction === 'level') return <span className="text-sm text-muted">{insightsCopy.direction.level}</span>
  const Icon = icons[direction]
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-1 text-xs font-semibold',
        direction === good ? 'bg-tint-green text-on-tint-green' : 'bg-tint-amber text-on-tint-amber',
      )}
    >
      <Icon aria-hidden className="size-4" />
      {insightsCopy.direction[direction]}
    </span>
  )
}
