import { useRef, useState, memo } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { MoneyRow } from '@/components/MoneyRow'
import type { Transaction } from '@/features/money/transactions/queries'
import { nameOf } from '@/features/money/transactions/shared'
import { formatPence } from '@/lib/money'
import { accountToolsCopy } from './copy'
import { useDeleteTransaction } from './mutations'

type DeletableTransactionsProps = { userId: string; transactions: Transaction[] }

/** The list of transactions with a delete button on each row. */
export function DeletableTransactions({ userId, transactions }: DeletableTransactionsProps) {
  const list = useRef<HTMLUListElement>(null)
  const [asked, setAsked] = useState<Transaction | null>(null)
  const { mutate, isPending } = useDeleteTransaction(userId)

  const handleConfirm = ({ id }: Transaction) => {
    mutate(id, { onSuccess: () => setAsked((current) => (current?.id === id ? null : current)) })
  }

  return (
    <>
      <ul ref={list} tabIndex={-1} className="@container divide-y divide-line rounded bg-card shadow-card outline-none">
        {transactions.map((transaction) => (
          <DeletableTransactionRow key={transaction.id} transaction={transaction} onDelete={setAsked} />
        ))}
      </ul>
      {asked !== null && (
        <ConfirmDialog
          title={accountToolsCopy.confirm.title}
          text={accountToolsCopy.confirm.text(formatPence(asked.amount), nameOf(asked))}
          confirmLabel="Delete"
          pending={isPending}
          fallbackFocus={list}
          onConfirm={() => handleConfirm(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

type DeletableTransactionRowProps = { transaction: Transaction; onDelete: (transaction: Transaction) => void }

/** Memoised: a long list grows by pages, and existing rows must not render again. */
const DeletableTransactionRow = memo(function DeletableTransactionRow({
  transaction,
  onDelete,
}: DeletableTransactionRowProps) {
  const { reference, createdAt, amount, incoming } = transaction
  return (
    <MoneyRow
      name={nameOf(transaction)}
      reference={reference}
      at={createdAt}
      amount={amount}
      direction={incoming ? 'in' : 'out'}
      onDelete={() => onDelete(transaction)}
    />
  )
})
