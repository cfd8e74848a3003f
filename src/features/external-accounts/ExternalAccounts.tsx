import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Landmark } from 'lucide-react'
import { Link } from 'react-router-dom'
import { LoadFailed } from '@/components/LoadFailed'
import { formatDate } from '@/lib/dates'
import { countOf } from '@/lib/numbers'
import { externalAccountPath } from '@/lib/paths'
import { externalAccountQueries } from './queries'

/** The customer's accounts at other banks. Nothing without one. */
export function ExternalAccounts({ userId }: { userId: string }) {
  const accounts = useQuery(externalAccountQueries.list(userId))
  if (accounts.isError && accounts.data === undefined) {
    return <LoadFailed error={accounts.error} onRetry={accounts.refetch} what="your other accounts" />
  }
  if (accounts.data === undefined || accounts.data.length === 0) return null
  return (
    <ul
      aria-label="Accounts at other banks"
      className="divide-y divide-line overflow-hidden rounded bg-card shadow-card"
    >
      {accounts.data.map(({ id, name, transactionCount, lastDay }) => (
        <li key={id}>
          <Link
            to={externalAccountPath(id)}
            className="flex min-h-17 items-center gap-3 px-4 py-2.5 transition-colors hover:bg-brand-soft focus-visible:-outline-offset-3"
          >
            <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand">
              <Landmark aria-hidden className="size-5" />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-medium wrap-anywhere">{name}</span>{' '}
              <span className="block text-sm text-muted">
                {countOf(transactionCount, 'transaction')}
                {lastDay !== null && ` up to ${formatDate(lastDay)}`}
              </span>
            </span>
            <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
