import { memo } from 'react'
import { Money } from '@/components/Money'
import { StaffCell, StaffRow, StaffTable } from '@/components/StaffTable'
import { formatDenseDateTime } from '@/lib/dates'
import { staffTransactionsCopy as copy } from './copy'
import type { Page, StaffTransaction } from './queries'
import { StatusTag } from './StatusTag'

type TransactionTableProps = {
  pages: Page[]
  isBusy: boolean
  /** Must be stable: the rows are memoised. */
  onOpen: (id: string) => void
}

export function TransactionTable({ pages, isBusy, onOpen }: TransactionTableProps) {
  return (
    <div className="rounded bg-card shadow-card">
      <StaffTable caption={copy.title} columns={copy.columns} figures={['Amount']} isBusy={isBusy}>
        {pages.map(({ transactions }, place) => (
          <PageRows key={transactions[0]?.id ?? `empty-${place}`} transactions={transactions} onOpen={onOpen} />
        ))}
      </StaffTable>
    </div>
  )
}

type PageRowsProps = { transactions: StaffTransaction[]; onOpen: (id: string) => void }

/** Memoised: the list grows by pages, and existing rows must not render again. */
const PageRows = memo(function PageRows({ transactions, onOpen }: PageRowsProps) {
  return transactions.map((transaction) => (
    <TransactionRow key={transaction.id} transaction={transaction} onOpen={onOpen} />
  ))
})

type TransactionRowProps = { transaction: StaffTransaction; onOpen: (id: string) => void }

function TransactionRow({ transaction, onOpen }: TransactionRowProps) {
  const { createdAt, userEmail, fromAccount, toAccount, sortCode, recipient, reference, amount, incoming } = transaction
  return (
    <StaffRow>
      <StaffCell label="Date" isDense className="tabular-nums lg:whitespace-nowrap">
        <button
          type="button"
          onClick={() => onOpen(transaction.id)}
          className="flex min-h-7 items-center text-left font-medium text-brand underline"
        >
          <time dateTime={createdAt}>{formatDenseDateTime(createdAt)}</time>
        </button>
      </StaffCell>
      <StaffCell label="User Email" isDense className="lg:min-w-40">
        <span>{userEmail ?? copy.none}</span>
      </StaffCell>
      <StaffCell label="From Account" isDense className="tabular-nums lg:whitespace-nowrap">
        <span>{fromAccount ?? copy.none}</span>
      </StaffCell>
      <StaffCell label="To Account" isDense className="tabular-nums lg:whitespace-nowrap">
        <span>{toAccount ?? copy.none}</span>
      </StaffCell>
      <StaffCell label="Sort Code" isDense className="tabular-nums lg:whitespace-nowrap">
        <span>{sortCode ?? copy.none}</span>
      </StaffCell>
      <StaffCell label="Recipient" isDense className="lg:min-w-28">
        <span>{recipient}</span>
      </StaffCell>
      <StaffCell label="Reference" isDense>
        <span>{reference ?? copy.none}</span>
      </StaffCell>
      <StaffCell label="Amount" isFigure isDense className="font-semibold">
        <Money pence={amount} direction={incoming ? 'in' : 'out'} />
      </StaffCell>
      <StaffCell label="Status" isDense>
        <StatusTag transaction={transaction} />
      </StaffCell>
    </StaffRow>
  )
}
