import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { TitledCard } from '@/components/TitledCard'
import { formatDateTime } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { paths } from '@/lib/paths'
import { accessCopy as copy } from './accessCopy'
import type { AccessChange } from './kinds'

/** What was changed while someone else may have had the account, each with a link to its setting. */
export function AccessChanges({ changes }: { changes: AccessChange[] }) {
  return (
    <TitledCard title={copy.title}>
      <p className="text-secondary">{copy.intro}</p>
      <ul className="mt-3 divide-y divide-line">
        {changes.map(({ what, at, before, name }) => {
          const [label, to] = copy.places[what] ?? [what, paths.settings]
          return (
            <li key={`${what} ${at} ${name}`}>
              <Link to={to} className="flex min-h-12 items-center gap-3 py-2 hover:bg-brand-soft">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <span className="block text-name">{label}</span>
                  {before !== null && <span className="block text-small">{copy.before(formatPence(before))}</span>}
                  {name !== null && <span className="block text-small">{name}</span>}
                  {at !== null && (
                    <time dateTime={at} className="block text-secondary">
                      {formatDateTime(at)}
                    </time>
                  )}
                </span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
              </Link>
            </li>
          )
        })}
      </ul>
    </TitledCard>
  )
}
