import type { ReactNode } from 'react'
import { CopyableNumber } from '@/components/CopyableNumber'
import { Initials } from '@/components/Initials'
import { Money } from '@/components/Money'
import { SampleMark } from '@/components/SampleMark'
import { formatDateTime } from '@/lib/dates'
import { categories } from '@/lib/categories'
import { BalanceAfter } from './BalanceAfter'
import { CategoryChoice } from './CategoryChoice'
import { transactionCopy } from './copy'
import type { Transaction } from './queries'
import { isSample } from './sampleTransactions'

type TransactionDetailsProps = {
  transaction: Transaction
  /** What the customer can do with a transaction that is no sample. */
  actions: ReactNode
}

export function TransactionDetails({ transaction, actions }: TransactionDetailsProps) {
  const { id, incoming, amount, counterparty, sortCode, accountNumber, reference, createdAt, reversedAt, category } =
    transaction
  const sample = isSample(transaction)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Initials name={counterparty} />
        <Money pence={amount} direction={incoming ? 'in' : 'out'} className="text-xl font-semibold" />
        {sample && <SampleMark />}
      </div>
      <dl className="mt-3 divide-y divide-line">
        <Detail label={incoming ? 'From' : 'To'}>{counterparty || transactionCopy.unnamed}</Detail>
        {sortCode !== '' && (
          <Detail label="Sort code">
            <CopyableNumber label="Sort code" value={sortCode} className="-my-1.5 -mr-3.5" />
          </Detail>
        )}
        {accountNumber !== '' && (
          <Detail label="Account number">
            <CopyableNumber label="Account number" value={accountNumber} className="-my-1.5 -mr-3.5" />
          </Detail>
        )}
        <Detail label="Reference">{reference ?? 'None'}</Detail>
        {sample ? (
          <Detail label="Category">{categories[category]}</Detail>
        ) : (
          <CategoryChoice transaction={transaction} />
        )}
        <Detail label="Date">{formatDateTime(createdAt)}</Detail>
        {reversedAt !== null && <Detail label={transactionCopy.reversed}>{formatDateTime(reversedAt)}</Detail>}
        {!sample && (
          <Detail label={transactionCopy.balanceAfter}>
            <BalanceAfter transactionId={id} />
          </Detail>
        )}
        {!sample && <Detail label="Payment ID">{id}</Detail>}
      </dl>
      {!sample && <div className="mt-4">{actions}</div>}
      {sample && <p className="mt-3 text-sm text-muted">{transactionCopy.sample}</p>}
    </>
  )
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-1.5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
