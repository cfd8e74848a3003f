import { formatPence } from '@/lib/money'

type MoneyProps = {
  pence: number
  /** 'in' shows +£12.00, 'out' -£12.00; without it the plain amount. */
  direction?: 'in' | 'out'
  className?: string
}

/**
 * An amount in tabular figures, never broken, and as large as its parent's text if the screen is wide enough. The sign
 * shows the direction as well as the colour.
 */
export function Money({ pence, direction, className = '' }: MoneyProps) {
  const sign = direction === 'in' ? '+' : direction === 'out' ? '-' : ''
  const text = `${sign}${formatPence(pence)}`
  return (
    <span
      style={{ fontSize: `min(1em, ${Math.floor(1000 / text.length) / 10}vw)` }}
      className={`whitespace-nowrap tabular-nums ${direction === 'in' ? 'text-incoming' : ''} ${className}`}
    >
      {text}
    </span>
  )
}
