import { useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { RowLink } from '@/components/RowLink'
import { LoadFailed } from '@/components/LoadFailed'
import { formatDate } from '@/lib/dates'
import { formatPence } from '@/lib/money'
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
      {accounts.data.map(({ id, name, transactionCount, lastDay, balance }) => (
        <li key={id}>
          <RowLink
            to={externalAccountPath(id)}
            icon={Landmark}
            title={name}
            note={
              balance === null
                ? `${countOf(transactionCount, 'transaction')}${lastDay === null ? '' : ` up to ${formatDate(lastDay)}`}`
                : `${formatPence(balance.pence)} on ${formatDate(balance.day)}`
            }
          />
        </li>
      ))}
    </ul>
  )
}
