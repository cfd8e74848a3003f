import { formatPence } from '@/lib/money'

type MoneyProps = {
  pence: number
  /** 'in' shows +£12.00, 'out' -£12.00; without it the plain amount. */
  direction?: 'in' | 'out'
  className?: string
}

/** An amount with figures that line up. The sign says which way it went: colour alone never does. */
export function Money({ pence, direction, className = '' }: MoneyProps) {
  const sign = direction === 'in' ? '+' : direction === 'out' ? '-' : ''
  return (
    <span className={`tabular-nums ${direction === 'in' ? 'text-incoming' : ''} ${className}`}>
      {sign}
      {formatPence(pence)}
    </span>
  )
}
