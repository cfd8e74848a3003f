import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { EmptyState } from '@/components/EmptyState'
import { ListEnd } from '@/components/ListEnd'
import { Loaded } from '@/components/Loaded'
import { Money } from '@/components/Money'
import { Screen } from '@/components/Screen'
import { Skeleton } from '@/components/Skeleton'
import { externalAccountCopy } from '@/features/money/external-accounts/copy'
import { ExternalRows } from '@/features/money/external-accounts/ExternalRows'
import { InsightsSwitch } from '@/features/money/external-accounts/InsightsSwitch'
import { externalAccountQueries, type ExternalAccount } from '@/features/money/external-accounts/queries'
import { RemoveAccount } from '@/features/money/external-accounts/RemoveAccount'
import { formatDate } from '@/lib/dates'
import { countOf } from '@/lib/numbers'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

/** The imported transactions of an account at another bank, read-only. */
export function ExternalAccountScreen() {
  const userId = useUserId()
  const { id } = useParams()
  const accounts = useQuery(externalAccountQueries.list(userId))
  const account = accounts.data?.find((known) => known.id === id)
  return (
    <Screen
      title={account?.name ?? 'Other bank'}
      back={paths.home}
      actions={account && <RemoveAccount account={account} />}
    >
      <Loaded query={accounts} what="your other accounts" skeleton={<Skeleton className="h-60" />}>
        {() =>
          account === undefined ? (
            <EmptyState title={externalAccountCopy.gone.title}>
              <p>{externalAccountCopy.gone.text}</p>
            </EmptyState>
          ) : (
            <AccountRows account={account} />
          )
        }
      </Loaded>
    </Screen>
  )
}

function AccountRows({ account }: { account: ExternalAccount }) {
  const rows = useInfiniteQuery(externalAccountQueries.transactions(account.id))
  return (
    <div className="space-y-4">
      {account.balance !== null && (
        <p className="text-figure">
          <Money pence={account.balance.pence} />
          <span className="block text-secondary">Balance on {formatDate(account.balance.day)}</span>
        </p>
      )}
      <p className="text-secondary">
        {countOf(account.transactionCount, 'imported transaction')}. You can't pay from this account here.
      </p>
      <InsightsSwitch account={account} />
      <Loaded query={rows} what="these transactions" skeleton={<Skeleton className="h-60" />}>
        {({ pages }) =>
          pages[0]?.length === 0 ? (
            <EmptyState title={externalAccountCopy.empty.title}>
              <p>{externalAccountCopy.empty.text}</p>
            </EmptyState>
          ) : (
            <ExternalRows rows={pages.flat()} label="Imported transactions" />
          )
        }
      </Loaded>
      {rows.hasNextPage && (
        <ListEnd
          what="earlier transactions"
          label="Show earlier transactions"
          pendingLabel="Loading..."
          loadWithin={600}
          isLoading={rows.isFetchingNextPage}
          error={rows.isFetchNextPageError ? rows.error : null}
          onLoad={rows.fetchNextPage}
          button={{ variant: 'secondary' }}
        />
      )}
    </div>
  )
}
