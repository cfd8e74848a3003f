import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { Button } from '@/components/ui/Button'
import { accountToolsCopy } from '@/features/staff/account-tools/copy'
import { DeletableTransactions } from '@/features/staff/account-tools/DeletableTransactions'
import { Tabs } from '@/features/staff/account-tools/Tabs'
import { useTransactionForm } from '@/features/staff/account-tools/useTransactionForm'
import { AccountCard, AccountCardSkeleton } from '@/features/money/accounts/AccountCard'
import { accountQueries } from '@/features/money/accounts/queries'
import { useLiveAccount } from '@/features/money/accounts/realtime'
import { permissionQueries } from '@/features/person/permissions/queries'
import { EarlierTransactions } from '@/features/money/transactions/EarlierTransactions'
import { forgetEarlierPages, isLong } from '@/features/money/transactions/longList'
import { transactionQueries } from '@/features/money/transactions/queries'
import { useLiveTransactions } from '@/features/money/transactions/realtime'
import { TransactionListSkeleton } from '@/features/money/transactions/TransactionListSkeleton'
import { lazyPart } from '@/lib/lazyPart'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

// `useLiveTransactions` refreshes a long list itself, and refetches only its top.
const refetchUnlessLong = ({ state }: { state: { data?: { pages: unknown[] } } }) => !isLong(state.data)

const EditBalanceDialog = lazyPart(
  async () => (await import('@/features/staff/account-tools/EditBalanceDialog')).EditBalanceDialog,
)
const AddTransactionDialog = lazyPart(
  async () => (await import('@/features/staff/account-tools/AddTransactionDialog')).AddTransactionDialog,
)

export function AccountManagementScreen() {
  const userId = useUserId()
  useLiveAccount(userId)
  useLiveTransactions(userId)
  return (
    <Screen title="Account Management" back={paths.more}>
      <Tabs
        label="Account Management"
        tabs={[
          { name: 'Accounts', content: <Accounts userId={userId} /> },
          { name: 'Transactions', content: <Transactions userId={userId} /> },
        ]}
      />
    </Screen>
  )
}

function Accounts({ userId }: { userId: string }) {
  const account = useQuery(accountQueries.current(userId))
  const roles = useQuery(permissionQueries.own(userId))
  const [isEditing, setIsEditing] = useState(false)
  // The database requires both as well.
  const canEdit = roles.data?.roles.includes('admin') === true && roles.data.permissions.includes('financial_support')
  return (
    <Loaded query={account} what="your account" skeleton={<AccountCardSkeleton />}>
      {(current) => (
        <>
          <AccountCard account={current} />
          {canEdit && (
            <Button className="mt-4 w-full" onClick={() => setIsEditing(true)}>
              Edit Balance
            </Button>
          )}
          {isEditing && <EditBalanceDialog balance={current.balance} onClose={() => setIsEditing(false)} />}
        </>
      )}
    </Loaded>
  )
}

function Transactions({ userId }: { userId: string }) {
  const client = useQueryClient()
  const account = useQuery(accountQueries.current(userId))
  const list = useInfiniteQuery({
    ...transactionQueries.list(userId),
    refetchOnWindowFocus: refetchUnlessLong,
    refetchOnReconnect: refetchUnlessLong,
  })
  const [isAdding, setIsAdding] = useState(false)
  // Held here and not in the dialog: closing the dialog keeps what was typed.
  const form = useTransactionForm(account.data?.balance ?? null, () => setIsAdding(false))
  useEffect(() => () => forgetEarlierPages(client, userId), [client, userId])

  return (
    <>
      <Button className="mb-4 w-full" onClick={() => setIsAdding(true)}>
        Add Transaction
      </Button>
      <Loaded query={list} what="your transactions" skeleton={<TransactionListSkeleton />}>
        {({ pages }) =>
          pages.flat().length === 0 && !list.hasNextPage ? (
            <EmptyState title={accountToolsCopy.none.title}>
              <p>{accountToolsCopy.none.text}</p>
            </EmptyState>
          ) : (
            <>
              <DeletableTransactions userId={userId} transactions={pages.flat()} />
              <EarlierTransactions
                hasMore={list.hasNextPage}
                isLoading={list.isFetchingNextPage}
                isBusy={list.isRefetching}
                error={list.isFetchNextPageError ? list.error : null}
                onLoad={list.fetchNextPage}
              />
            </>
          )
        }
      </Loaded>
      {isAdding && <AddTransactionDialog form={form} onClose={() => setIsAdding(false)} />}
    </>
  )
}
