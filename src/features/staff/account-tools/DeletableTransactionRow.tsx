import { memo } from 'react'
import { MoneyRow } from '@/components/MoneyRow'
import type { Transaction } from '@/features/money/transactions/queries'
import { accountToolsCopy } from './copy'

type DeletableTransactionRowProps = { transaction: Transaction; onDelete: (transaction: Transaction) => void }

/** Memoised: a long list grows by pages, and existing rows must not render again. */
export const DeletableTransactionRow = memo(function DeletableTransactionRow({
  transaction,
  onDelete,
}: DeletableTransactionRowProps) {
  const { counterparty, reference, createdAt, amount, incoming } = transaction
  return (
    <MoneyRow
      name={counterparty || accountToolsCopy.unnamed}
      reference={reference}
      at={createdAt}
      amount={amount}
      direction={incoming ? 'in' : 'out'}
      onDelete={() => onDelete(transaction)}
    />
  )
})
