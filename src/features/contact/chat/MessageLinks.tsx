import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { cn } from '@/lib/cn'
import type { Json } from '@/lib/database.types'
import { list, nullable, object, text, withDefault } from '@/lib/json'

const look = 'rounded-full text-left text-small'

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

/** A button below a message. It leads to a screen or calls a number (`to`), or asks the assistant something (`ask`). */
type MessageLink = { label: string; to: string | null; ask: string | null }

const optionalText = withDefault(nullable(text), null)
const readList = list(object({ label: text, to: optionalText, ask: optionalText }))

/** Only paths of the app and phone numbers: a link never leads to another site. */
function readLinks(json: unknown): MessageLink[] {
  const links = readList(json) ?? []
  return links.filter(({ to, ask }) => (to === null ? ask !== null : /^(?:\/(?![/\\])|tel:\d+$)/.test(to)))
}
