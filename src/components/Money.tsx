import { formatPence } from '@/lib/money'

type MoneyProps = {
  pence: number
  /** 'in' shows +£12.00, 'out' -£12.00; without it the plain amount. */
  direction?: 'in' | 'out'
  className?: string
}

/** An amount in tabular figures. The sign shows the direction as well as the colour. */
export function Money({ pence, direction, className = '' }: MoneyProps) {
  const sign = direction === 'in' ? '+' : direction === 'out' ? '-' : ''
  return (
    <span className={`tabular-nums ${direction === 'in' ? 'text-incoming' : ''} ${className}`}>
      {sign}
      {formatPence(pence)}
    </span>
  )
}
