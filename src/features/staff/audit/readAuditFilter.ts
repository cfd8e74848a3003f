import { isDay } from '@/lib/dates'
import type { Search } from '@/lib/search'
import type { AuditFilter } from './queries'

type Name = Exclude<keyof AuditFilter, 'search'>

const id = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The filter in the address, which can hold any text. What the server would refuse does not filter. */
export function readAuditFilter(search: Search, field: (name: Name) => string): AuditFilter {
  const valid = (name: Name, isValid: (text: string) => boolean) => (isValid(field(name)) ? field(name) : '')
  return {
    search,
    action: valid('action', (text) => /^[a-z_]{3,60}$/.test(text)),
    from: valid('from', isDay),
    to: valid('to', isDay),
    actor: valid('actor', (text) => id.test(text)),
    target: valid('target', (text) => id.test(text)),
  }
}
