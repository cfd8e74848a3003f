import { TrendingDown, TrendingUp } from 'lucide-react'
import { insightsCopy } from './copy'
import type { Direction } from './figures'

const icons = { up: TrendingUp, down: TrendingDown }

/** Up or down, as an arrow and a word. */
export function DirectionMark({ direction }: { direction: Direction }) {
  if (direction === 'level') return <span className="sr-only">{insightsCopy.direction.level}</span>
  const Icon = icons[direction]
  return (
    <span className="inline-flex items-center gap-1 text-xs font-medium text-muted">
      <Icon aria-hidden className="size-4" />
      {insightsCopy.direction[direction]}
    </span>
  )
}
