import { ReceivedMessage } from '@/features/care/covered-texts/shared'
import { PaymentActions } from '@/features/money/receipts/PaymentActions'
import type { Transaction } from '@/features/money/transactions/queries'
import { cardOf } from '@/features/money/transactions/shared'

/** The actions on a transaction of the list. For received money what concerns its message. */
export function TransactionActions({ userId, transaction }: { userId: string; transaction: Transaction }) {
  const { counterparty, createdAt, incoming, otherAccountId, ...rest } = transaction
  const payment = { ...rest, recipient: counterparty, paidAt: createdAt }
  // A receipt would say that the payee has the money.
  const hasReceipt = payment.status === 'completed' && payment.reversedAt === null
  // A row without an account that is not by card was not made by a payment.
  if (payment.accountNumber === '' && cardOf(transaction) === null) return null
  if (otherAccountId !== null && incoming) return null
  return incoming ? (
    <ReceivedMessage transaction={transaction} />
  ) : (
    <PaymentActions userId={userId} payment={payment} hasReceipt={hasReceipt} isOwnMove={otherAccountId !== null} />
  )
}
