import { useQuery } from '@tanstack/react-query'
import { use, useState, type ReactNode } from 'react'
import { CopyableNumber } from '@/components/CopyableNumber'
import { Fact } from '@/components/Fact'
import { Money } from '@/components/Money'
import { PaymentId } from '@/components/PaymentId'
import { isSample, SampleMark } from './SampleMark'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { Balance } from '@/features/money/accounts/shared'
import { categories, CategoryIcon } from '@/features/money/categories/shared'
import { formatDateTime } from '@/lib/dates'
import { useStickyError } from '@/lib/queryState'
import { cardOf } from './cardOf'
import { CategoryChoice } from './CategoryChoice'
import { transactionCopy } from './copy'
import { BankPart, PendingPart } from './pendingPart'
import { type Transaction, transactionQueries } from './queries'
import { kindOf, stateOf, stateWord } from './stateWord'

type TransactionDetailsProps = {
  transaction: Transaction
  /** What the customer can do with a transaction that is no sample. */
  actions: ReactNode
}

export function TransactionDetails({ transaction, actions }: TransactionDetailsProps) {
  const { id, incoming, amount, counterparty, sortCode, accountNumber, reference, createdAt, status } = transaction
  const { reversedAt } = transaction
  const isOwnMove = transaction.otherAccountId !== null
  // The list holds the transaction as it was when its row was pressed.
  const [category, setCategory] = useState(transaction.category)
  const byCard = cardOf(transaction)
  const kind = kindOf(incoming, byCard !== null)
  const mark = stateWord(kind, stateOf(status, reversedAt))
  const showPending = use(PendingPart)
  const showBank = use(BankPart)
  const sample = isSample(transaction)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 text-headline">
        <CategoryIcon category={category} />
        <Money pence={amount} direction={incoming ? 'in' : 'out'} className="text-amount" />
        {sample && <SampleMark />}
      </div>
      {status === 'pending' && (
        <div className="group mt-3 rounded bg-care-soft px-4 py-1">
          <p className="py-1.5 text-strong text-care group-has-[[data-ended]]:hidden">{mark}</p>
          {showPending(id)}
        </div>
      )}
      {/* An account, but no card: a payment. */}
      {!sample && byCard === null && !isOwnMove && accountNumber !== '' && showBank(transaction)}
      <dl className="mt-3 divide-y divide-line">
        <Fact name={incoming ? 'From' : 'To'}>{counterparty || transactionCopy.unnamed}</Fact>
        {sortCode !== '' && (
          <Fact name="Sort code">
            <CopyableNumber label="Sort code" value={sortCode} className="-my-1.5 -mr-3.5" />
          </Fact>
        )}
        {accountNumber !== '' && (
          <Fact name="Account number">
            <CopyableNumber label="Account number" value={accountNumber} className="-my-1.5 -mr-3.5" />
          </Fact>
        )}
        {byCard !== null && <Fact name="Paid with">{byCard.card}</Fact>}
        {byCard === null && !isOwnMove && <Fact name="Reference">{reference ?? 'None'}</Fact>}
        {byCard?.place !== undefined && <Fact name={transactionCopy.abroad}>{byCard.place}</Fact>}
        {sample || isOwnMove ? (
          <Fact name="Category">{categories[category]}</Fact>
        ) : (
          <CategoryChoice transaction={transaction} category={category} onChange={setCategory} />
        )}
        <Fact name="Date">{formatDateTime(createdAt)}</Fact>
        {mark !== null && reversedAt !== null && <Fact name={mark}>{formatDateTime(reversedAt)}</Fact>}
        {mark !== null && status === 'failed' && <Fact name={mark}>{transactionCopy.failed[kind]}</Fact>}
        {!sample && status !== 'failed' && (
          <Fact name={transactionCopy.balanceAfter}>
            <BalanceAfter transactionId={id} />
          </Fact>
        )}
        {!sample && (
          <Fact name="Payment ID">
            <PaymentId id={id} className="-my-1.5 -mr-3.5" />
          </Fact>
        )}
      </dl>
      {!sample && <div className="mt-4">{actions}</div>}
      {sample && <p className="mt-3 text-secondary">{transactionCopy.sample}</p>}
    </>
  )
}

/** The account's balance after a transaction. */
function BalanceAfter({ transactionId }: { transactionId: string }) {
  const balance = useQuery(transactionQueries.balanceAfter(transactionId))
  const failure = useStickyError(balance)
  if (balance.data !== undefined)
    // As wide as the box before it, which is then not moved.
    return (
      <span className="inline-block min-w-24 text-right">
        {balance.data === null ? 'Not known' : <Balance pence={balance.data} />}
      </span>
    )
  if (failure === null) return <Skeleton className="h-6 w-24" />
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      We couldn't load it.
      <Button variant="quiet" className="-mr-5 text-small" onClick={() => void balance.refetch()}>
        Try again
      </Button>
    </span>
  )
}
