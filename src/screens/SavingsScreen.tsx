import { useQuery } from '@tanstack/react-query'
import { ArrowDownToLine, ArrowUpFromLine, FileText, Settings2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useParams } from 'react-router-dom'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { Skeleton } from '@/components/Skeleton'
import { Tile, Tiles } from '@/components/Tile'
import { savingsCopy } from '@/features/money/savings/copy'
import { InterestEarned } from '@/features/money/interest/InterestEarned'
import { ManageSavings } from '@/features/money/savings/ManageSavings'
import { MoveMoney } from '@/features/money/savings/MoveMoney'
import { ProtectedSavings } from '@/features/money/protected-savings/ProtectedSavings'
import { isOpen, savingsQueries, type OwnAccount } from '@/features/money/savings/queries'
import { useLiveSavings } from '@/features/money/savings/realtime'
import { SavingsGoal } from '@/features/money/savings/SavingsGoal'
import { SavingsSummary } from '@/features/money/savings/SavingsSummary'
import { waitingMoveQueries } from '@/features/money/protected-savings/queries'
import { WaitingMoves } from '@/features/money/protected-savings/WaitingMoves'
import { useLiveTransactions } from '@/features/money/transactions/realtime'
import { TransactionHistory } from '@/features/money/transactions/TransactionHistory'
import { TransactionsWithDetails } from '@/features/money/transactions/TransactionsWithDetails'
import { useSelectedTransaction } from '@/features/money/transactions/useSelectedTransaction'
import { FrozenNote } from '@/features/person/freeze/shared'
import { lazyPart } from '@/lib/lazyPart'
import { paths, statementsPath } from '@/lib/paths'
import { isFirstRead } from '@/lib/queryState'
import { useUserId } from '@/lib/session'
import { TransactionActions } from './TransactionActions'

const AutomaticMoves = lazyPart(
  async () => (await import('./AutomaticMoves')).AutomaticMoves,
  <Skeleton className="h-60" />,
)

export function SavingsScreen() {
  const userId = useUserId()
  const { id } = useParams()
  const accounts = useQuery(savingsQueries.accounts(userId))
  useLiveSavings(userId)
  useLiveTransactions(userId, id)
  const account = accounts.data?.find((own) => own.isSavings && own.id === id)
  return (
    // Another heading once the name is known: a change of the centred text would move it.
    <Screen key={account?.id} title={account?.name ?? savingsCopy.account} back={paths.home} width="wide">
      <Loaded query={accounts} what="your account" skeleton={<Skeleton className="h-60" />}>
        {(list) =>
          account === undefined ? (
            <EmptyState title={savingsCopy.gone.title}>
              <p>{savingsCopy.gone.text}</p>
            </EmptyState>
          ) : (
            <SavingsPage key={account.id} userId={userId} account={account} accounts={list.filter(isOpen)} />
          )
        }
      </Loaded>
    </Screen>
  )
}

/** `accounts`: the customer's open accounts, the current account first. */
type SavingsPageProps = { userId: string; account: OwnAccount; accounts: OwnAccount[] }

function SavingsPage({ userId, account, accounts }: SavingsPageProps) {
  const [selected, select] = useSelectedTransaction()
  // What is below the regular moves waits for them, which would move it.
  const [isShown, setIsShown] = useState(false)
  const handleShown = useCallback(() => setIsShown(true), [])
  return (
    <TransactionsWithDetails
      selected={selected}
      actions={selected && <TransactionActions userId={userId} transaction={selected} />}
      onClose={() => select(null)}
      list={
        <div className="space-y-4">
          <SavingsSummary account={account} />
          {account.closedAt === null ? (
            <OpenParts account={account} accounts={accounts} onShown={handleShown} />
          ) : (
            <>
              <p className="rounded bg-sunken p-3 text-small">{savingsCopy.closed(account.closedAt)}</p>
              <Tiles>
                <Tile icon={FileText} label={savingsCopy.statements} to={statementsPath(account.id)} />
              </Tiles>
            </>
          )}
          {(isShown || account.closedAt !== null) && (
            <>
              <ul className="divide-y divide-line overflow-hidden rounded bg-card shadow-card">
                {account.closedAt === null && (
                  <li>
                    <ProtectedSavings account={account} />
                  </li>
                )}
                <li>
                  <InterestEarned account={account} />
                </li>
              </ul>
              <TransactionHistory userId={userId} savingsId={account.id} onSelect={select} />
            </>
          )}
        </div>
      }
    />
  )
}

/** What the customer can do with an account that is open. */
function OpenParts({ account, accounts, onShown }: Omit<SavingsPageProps, 'userId'> & { onShown: () => void }) {
  const [dialog, setDialog] = useState<'in' | 'out' | 'manage' | null>(null)
  const handleClose = () => setDialog(null)
  const waiting = useQuery(waitingMoveQueries.of(account.id))
  const current = accounts.find(({ isSavings }) => !isSavings)
  const { move, manage, statements } = savingsCopy
  return (
    <>
      <FrozenNote />
      <Tiles>
        <Tile icon={ArrowDownToLine} label={move.into} onPress={() => setDialog('in')} />
        <Tile icon={ArrowUpFromLine} label={move.out} onPress={() => setDialog('out')} />
        <Tile icon={FileText} label={statements} to={statementsPath(account.id)} />
        <Tile icon={Settings2} label={manage.label} onPress={() => setDialog('manage')} />
      </Tiles>
      {/* What waits would move what is below it. */}
      {isFirstRead(waiting) ? (
        <Skeleton className="h-60" />
      ) : (
        <>
          <WaitingMoves accountId={account.id} />
          <SavingsGoal account={account} />
          <AutomaticMoves account={account} accounts={accounts} onShown={onShown} />
        </>
      )}
      {dialog === 'manage' && <ManageSavings account={account} onClose={handleClose} />}
      {(dialog === 'in' || dialog === 'out') && current !== undefined && (
        <MoveMoney
          title={dialog === 'in' ? move.into : move.out}
          accounts={accounts}
          from={dialog === 'in' ? current.id : account.id}
          to={dialog === 'in' ? account.id : current.id}
          onClose={handleClose}
        />
      )}
    </>
  )
}
