import { useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { Loaded } from '@/components/Loaded'
import { RowLink } from '@/components/RowLink'
import { formatDate } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { countOf } from '@/lib/numbers'
import { externalAccountPath } from '@/lib/paths'
import { externalAccountQueries } from './queries'

/** The customer's accounts at other banks. Nothing without one. */
export function ExternalAccounts({ userId }: { userId: string }) {
  const accounts = useQuery(externalAccountQueries.list(userId))
  return (
    <Loaded query={accounts} what="your other accounts" skeleton={null}>
      {(list) =>
        list.length > 0 && (
          <ul
            aria-label="Accounts at other banks"
            className="divide-y divide-line overflow-hidden rounded bg-card shadow-card"
          >
            {list.map(({ id, name, transactionCount, lastDay, balance }) => (
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
    </Loaded>
  )
}
