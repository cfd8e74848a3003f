import { ChevronRight } from 'lucide-react'
import { formatDay, formatDayWithWeekday } from '@/lib/dates'
import { lazyPart } from '@/lib/lazyPart'
import { outgoingCopy } from './copy'
import { frequencyWords } from './frequencies'
import { PaymentRow } from './PaymentRow'
import type { PastPayment, RegularPayment } from './queries'

const RegularPaymentDialog = lazyPart(async () => (await import('./RegularPaymentDialog')).RegularPaymentDialog)

type RegularPaymentsProps = {
  payments: RegularPayment[]
  past: PastPayment[]
  /** The one whose details are open. */
  openId: string | null
  onOpen: (id: string | null) => void
  /** The savings account on whose page they are, and what the customer's accounts are called. */
  at?: { accountId: string; nameOf: (accountId: string) => string }
}

export function RegularPayments(props: RegularPaymentsProps) {
  return (
    <section aria-labelledby="regular-payments" className="space-y-3">
      <h2 id="regular-payments" className="text-section">
        {outgoingCopy.regular}
      </h2>
      <RegularPaymentList {...props} />
    </section>
  )
}

/** Regular payments. Each opens its details and actions. */
export function RegularPaymentList({ payments, past, openId, onOpen, at }: RegularPaymentsProps) {
  // From the list, so that the dialog shows each change, and closes when the payment has ended.
  const open = payments.find(({ id }) => id === openId)

  return (
    <>
      <ul className="@container divide-y divide-line rounded bg-card shadow-card">
        {payments.map((payment) => (
          <li key={payment.id}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onOpen(payment.id)}
              className="block w-full text-left hover:bg-brand-soft"
            >
              <PaymentRow
                {...(at !== undefined && at.accountId === payment.otherAccountId
                  ? { name: at.nameOf(payment.fromAccountId), isIn: true }
                  : { name: payment.name })}
                details={[
                  at === undefined && payment.otherAccountId !== null ? outgoingCopy.ownMove : null,
                  describeTerms(payment),
                  describeNext(payment),
                ]}
                amount={payment.amount}
                note={payment.state === 'paused' ? outgoingCopy.paused : undefined}
                isProblem={payment.state === 'paused'}
                action={<ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />}
              />
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <RegularPaymentDialog
          key={open.id}
          payment={open}
          terms={describeTerms(open)}
          past={past.filter(({ regularId }) => regularId === open.id)}
          onClose={() => onOpen(null)}
        />
      )}
    </>
  )
}

function describeNext({ next, state, frequency }: RegularPayment): string | null {
  if (next === null) return state === 'active' && frequency === 'payday' ? outgoingCopy.waitsForPay : null
  return next.awaitsOwner ? outgoingCopy.waitsForYou : outgoingCopy.next(formatDayWithWeekday(next.day))
}

function describeTerms({ frequency, endsOn, paymentsLeft }: RegularPayment): string {
  const end =
    endsOn !== null
      ? outgoingCopy.until(formatDay(endsOn))
      : paymentsLeft !== null
        ? outgoingCopy.left(paymentsLeft)
        : outgoingCopy.untilCancelled
  return `${frequencyWords[frequency]}, ${end}`
}
