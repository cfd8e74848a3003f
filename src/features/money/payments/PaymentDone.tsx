import { useQuery } from '@tanstack/react-query'
import { CalendarCheck, Check, Undo2 } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Screen } from '@/components/Screen'
import { PaymentId } from '@/components/PaymentId'
import { SpokenDigits } from '@/components/SpokenDigits'
import { bankPaymentQueries } from '@/features/money/bank-payments/queries'
import { BankPaymentState } from '@/features/money/bank-payments/shared'
import { formatDateTime, formatDayWithoutYear } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { paths } from '@/lib/paths'
import { formatSortCode } from '@/lib/sortCode'
import { paymentCopy } from './copy'
import { Outcome } from './Outcome'
import { asTransaction, type LaterReceipt, type PaidReceipt } from './payment'
import { RegularNote } from './RegularNote'

/** A receipt says that the payee has the money: another bank has to accept it first. */
export type PaymentActions = ComponentType<{ userId: string; payment: PaidReceipt; hasReceipt?: boolean }>

type PaymentDoneProps = {
  receipt: PaidReceipt
  onAgain: () => void
  /** Null for a visitor. */
  userId: string | null
  /** What the payer can do with the payment. */
  Actions: PaymentActions
  children: ReactNode
}

/** The receipt of a payment that was made. Another bank can reject it while the customer reads. */
export function PaymentDone({ receipt, onAgain, userId, Actions, children }: PaymentDoneProps) {
  const { data } = useQuery({ ...bankPaymentQueries.of(asTransaction(receipt)), enabled: receipt.isToOtherBank })
  const isBack = data?.state === 'rejected' || data?.state === 'returned'
  const paid = `${formatPence(receipt.amount)} to ${receipt.recipient}`
  return (
    <Screen title={isBack ? paymentCopy.cameBack : 'All done.'} width="card">
      <Outcome
        icon={
          isBack ? (
            <Undo2 aria-hidden className="size-1/2" />
          ) : (
            <Check aria-hidden className="drawn-tick size-1/2" strokeWidth={2.5} />
          )
        }
        text={isBack ? `${paid} came back` : `You've just paid ${paid}`}
        hasToast
        onAgain={onAgain}
      >
        {!isBack && (
          <p className="max-w-xs text-secondary">
            The money should be available immediately but can take up to 2 hours
          </p>
        )}
        {receipt.nextOn !== null && <RegularNote nextOn={receipt.nextOn} />}
        {receipt.isToOtherBank && (
          <div className="-mt-3 w-full max-w-xs text-small">
            <BankPaymentState transaction={asTransaction(receipt)} />
          </div>
        )}
        <dl className="w-full max-w-xs divide-y divide-line text-small">
          <Line name="Account">
            <span className="inline-block">
              <SpokenDigits>{formatSortCode(receipt.sortCode)}</SpokenDigits>
            </span>{' '}
            <span className="inline-block">
              <SpokenDigits>{receipt.accountNumber}</SpokenDigits>
            </span>
          </Line>
          {receipt.reference !== '' && <Line name="Reference">{receipt.reference}</Line>}
          <Line name="Time">{formatDateTime(receipt.paidAt)}</Line>
          <Line name="Payment ID">
            <PaymentId id={receipt.id} className="-my-2.5 -mr-3.5" />
          </Line>
        </dl>
        {!isBack && userId !== null && (
          <Actions
            userId={userId}
            payment={receipt}
            hasReceipt={!receipt.isToOtherBank || data === null || data?.state === 'accepted'}
          />
        )}
        {children}
      </Outcome>
    </Screen>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 py-0.5">
      <dt className="text-secondary">{name}</dt>
      <dd className="text-right wrap-anywhere tabular-nums">{children}</dd>
    </div>
  )
}

type LaterDoneProps = { receipt: LaterReceipt; onAgain: () => void }

/** The end of a payment for another day. */
export function LaterDone({ receipt: { amount, recipient, day, isRegular }, onAgain }: LaterDoneProps) {
  return (
    <Outcome
      icon={<CalendarCheck aria-hidden className="size-1/2" />}
      text={`We'll send ${formatPence(amount)} to ${recipient} on ${formatDayWithoutYear(day)}`}
      onAgain={onAgain}
    >
      {isRegular && <p className="text-strong">{paymentCopy.repeated.title}</p>}
      <p className="max-w-xs text-secondary">
        You can change or cancel it in{' '}
        <Link to={paths.regularPayments} className="text-name text-brand underline">
          Regular and future payments
        </Link>
      </p>
    </Outcome>
  )
}
