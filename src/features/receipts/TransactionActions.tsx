import { BankPaymentState } from '@/features/bank-payments/shared'
import type { Transaction } from '@/features/transactions/queries'
import { PaymentActions } from './PaymentActions'

/** The actions on a transaction of the list. For received money only what another bank says. */
export function TransactionActions({ userId, transaction }: { userId: string; transaction: Transaction }) {
  const { counterparty, createdAt, incoming, ...payment } = transaction
  // A row without an account was not made by a payment.
  if (payment.accountNumber === '') return null
  return (
    <>
      <BankPaymentState transaction={transaction} />
      {!incoming && (
        <PaymentActions
          userId={userId}
          payment={{ ...payment, recipient: counterparty, paidAt: createdAt }}
          // A receipt would say that the payee has the money.
          hasReceipt={payment.status === 'completed' && payment.reversedAt === null}
        />
      )}
    </>
  )
}
