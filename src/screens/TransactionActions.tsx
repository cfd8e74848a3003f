import { ReceivedMessage } from '@/features/covered-texts/shared'
import { PaymentActions } from '@/features/receipts/PaymentActions'
import type { Transaction } from '@/features/transactions/queries'
import { cardOf } from '@/features/transactions/shared'
import { lazyPart } from '@/lib/lazyPart'

const CardPaymentActions = lazyPart(
  async () => (await import('@/features/receipts/CardPaymentActions')).CardPaymentActions,
)

/** The actions on a transaction of the list. For received money what concerns its message. */
export function TransactionActions({ userId, transaction }: { userId: string; transaction: Transaction }) {
  const { counterparty, createdAt, incoming, ...rest } = transaction
  const payment = { ...rest, recipient: counterparty, paidAt: createdAt }
  // A receipt would say that the payee has the money.
  const hasReceipt = payment.status === 'completed' && payment.reversedAt === null
  if (cardOf(transaction) !== null) {
    return <CardPaymentActions userId={userId} payment={payment} hasReceipt={hasReceipt} />
  }
  // Any other row without an account was not made by a payment.
  if (payment.accountNumber === '') return null
  return incoming ? (
    <ReceivedMessage transaction={transaction} />
  ) : (
    <PaymentActions userId={userId} payment={payment} hasReceipt={hasReceipt} />
  )
}
