import { memo } from 'react'
import { Money } from '@/components/Money'
import { useIsSelectedRow } from '@/components/selectedRow'
import { StaffCell, StaffRow, StaffTable } from '@/components/StaffTable'
import { formatDenseDateTime } from '@/lib/dates'
import { staffTransactionsCopy as copy } from './copy'
import type { StaffTransaction } from './readTransactions'
import { StatusTag } from './StatusTag'

type TransactionTableProps = {
  rows: StaffTransaction[]
  isBusy: boolean
  /** Must be stable: the rows are memoised. */
  onOpen: (id: string) => void
}

export function TransactionTable({ rows, isBusy, onOpen }: TransactionTableProps) {
  return (
    <div className="rounded bg-card shadow-card xl:[&_th]:whitespace-nowrap">
      <StaffTable caption={copy.title} columns={copy.columns} figures={['Amount']} isBusy={isBusy} isCompact>
        <Rows rows={rows} onOpen={onOpen} />
      </StaffTable>
    </div>
  )
}

type RowsProps = { rows: StaffTransaction[]; onOpen: (id: string) => void }

/** Memoised: opening a transaction must not render thousands of rows again. */
const Rows = memo(function Rows({ rows, onOpen }: RowsProps) {
  return rows.map((transaction) => <TransactionRow key={transaction.id} transaction={transaction} onOpen={onOpen} />)
})

type TransactionRowProps = { transaction: StaffTransaction; onOpen: (id: string) => void }

/** Memoised: the list grows, and existing rows must not render again. */
const TransactionRow = memo(function TransactionRow({ transaction, onOpen }: TransactionRowProps) {
  const { createdAt, userEmail, fromAccount, toAccount, sortCode, recipient, reference, amount, incoming } = transaction
  const isOpened = useIsSelectedRow(transaction.id)
  return (
    <StaffRow isCurrent={isOpened}>
      <StaffCell label="Date" isDense className="tabular-nums lg:whitespace-nowrap">
        <button
          type="button"
          data-opens
          onClick={() => onOpen(transaction.id)}
          className="flex min-h-7 items-center text-left text-name text-brand underline"
        >
          <time dateTime={createdAt}>{formatDenseDateTime(createdAt)}</time>
        </button>
      </StaffCell>
      <StaffCell label="User Email" isDense className="lg:w-1/5">
        <OneLine>{userEmail ?? copy.none}</OneLine>
      </StaffCell>
      <StaffCell label="From Account" isDense className="tabular-nums lg:whitespace-nowrap">
        <Account number={fromAccount} isSavings={!incoming && transaction.accountType === 'savings'} />
      </StaffCell>
      <StaffCell label="To Account" isDense className="tabular-nums lg:whitespace-nowrap">
        <Account number={toAccount} isSavings={incoming && transaction.accountType === 'savings'} />
      </StaffCell>
      <StaffCell label="Sort Code" isDense className="tabular-nums lg:whitespace-nowrap">
        <span>{sortCode ?? copy.none}</span>
      </StaffCell>
      <StaffCell label="Recipient" isDense className="lg:w-1/6">
        <OneLine>{recipient}</OneLine>
      </StaffCell>
      <StaffCell label="Reference" isDense className="lg:w-1/6">
        <OneLine>{reference ?? copy.none}</OneLine>
      </StaffCell>
      <StaffCell label="Amount" isFigure isDense className="text-strong">
        <Money pence={amount} direction={incoming ? 'in' : 'out'} />
      </StaffCell>
      <StaffCell label="Status" isDense>
        <StatusTag transaction={transaction} />
      </StaffCell>
    </StaffRow>
  )
})

function Account({ number, isSavings }: { number: string | null; isSavings: boolean }) {
  return (
    <span>
      {number ?? copy.none}
      {isSavings && <span className="text-muted"> {copy.savings}</span>}
    </span>
  )
}

/** Cut with an ellipsis where the column has no room for it. Without a width of its own, so that the column can be narrow. */
function OneLine({ children }: { children: string }) {
  return (
    <span className="flex">
      <span title={children} className="lg:w-0 lg:min-w-20 lg:grow lg:truncate">
        {children}
      </span>
    </span>
  )
}
