import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { cn } from '@/lib/cn'
import type { Json } from '@/lib/database.types'
import { readLinks } from './links'

const look = 'rounded-full text-left text-sm'

type MessageLinksProps = {
  links: Json
  /** Undefined when the assistant does not answer. */
  onAsk: ((question: string) => void) | undefined
}

/** The buttons below a message of the assistant. */
export function MessageLinks({ links, onAsk }: MessageLinksProps) {
  const usable = readLinks(links).filter(({ to }) => to !== null || onAsk !== undefined)
  if (usable.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2 pt-2">
      {usable.map(({ label, to, ask }) => (
        <li key={label}>
          {to === null ? (
            <Button variant="secondary" className={look} onClick={() => onAsk?.(ask ?? '')}>
              {label}
            </Button>
          ) : to.startsWith('tel:') ? (
            <a href={to} className={cn(buttonLook('primary'), look)}>
              {label}
            </a>
          ) : (
            <Link to={to} className={cn(buttonLook('secondary'), look)}>
              {label}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
