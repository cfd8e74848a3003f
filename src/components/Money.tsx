import { formatPence } from '@/lib/money'

type MoneyProps = {
  pence: number
  /** 'in' shows +£12.00, 'out' -£12.00; without it the plain amount. */
  direction?: 'in' | 'out'
  className?: string
}

/** More characters do not fit beside other text on a narrow phone in a large font. */
const longAmount = 10

/** An amount in tabular figures, never broken. The sign shows the direction as well as the colour. */
export function Money({ pence, direction, className = '' }: MoneyProps) {
  const sign = direction === 'in' ? '+' : direction === 'out' ? '-' : ''
  const text = `${sign}${formatPence(pence)}`
  return (
    <span className={`whitespace-nowrap tabular-nums ${direction === 'in' ? 'text-incoming' : ''} ${className}`}>
      {text.length > longAmount ? (
        <span style={{ fontSize: `min(1em, ${Math.floor(1000 / text.length) / 10}vw)` }}>{text}</span>
      ) : (
        text
      )}
    </span>
  )
}
