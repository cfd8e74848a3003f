import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { formatDayWithWeekday, londonDay } from '@/lib/dates'
import { messageOf } from '@/lib/errors'
import { lazyPart } from '@/lib/lazyPart'
import { formatPence } from '@/lib/money'
import { AfterPayments } from './AfterPayments'
import { outgoingCopy, waitWords } from './copy'
import { useCancelPayment } from './mutations'
import { PaymentRow } from './PaymentRow'
import type { UpcomingPayment } from './queries'

const FuturePaymentDialog = lazyPart(async () => (await import('./FuturePaymentDialog')).FuturePaymentDialog)

type PaymentDaysProps = {
  payments: UpcomingPayment[]
  /** Opens the regular payment of a payment. */
  onRegular: (id: string) => void
}

type UpcomingPaymentsProps = PaymentDaysProps & {
  /** In pence. */
  balance: number | undefined
}

/** The payments of the next 30 days, and what is left after them. */
export function UpcomingPayments({ payments, onRegular, balance }: UpcomingPaymentsProps) {
  return (
    <section aria-labelledby="upcoming-payments" className="space-y-3">
      <h2 id="upcoming-payments" className="text-section">
        {outgoingCopy.nextDays}
      </h2>
      {payments.length === 0 && <p className="text-secondary">{outgoingCopy.none}</p>}
      <PaymentDays payments={payments} onRegular={onRegular} />
      {payments.length > 0 && balance !== undefined && <AfterPayments payments={payments} balance={balance} />}
    </section>
  )
}

/** The payments for a day after the next 30. */
export function LaterPayments({ payments, onRegular }: PaymentDaysProps) {
  return (
    <section aria-labelledby="later-payments" className="space-y-3">
      <h2 id="later-payments" className="text-section">
        {outgoingCopy.later}
      </h2>
      <PaymentDays payments={payments} onRegular={onRegular} />
    </section>
  )
}

function titleOf(day: string): string {
  const title = formatDayWithWeekday(day)
  return day < londonDay(new Date()) ? outgoingCopy.overdue(title) : title
}

/** Payments by day. Each opens its details; one that is not a regular payment can be changed and cancelled. */
function PaymentDays({ payments, onRegular }: PaymentDaysProps) {
  const [open, setOpen] = useState<UpcomingPayment | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  const cancel = useCancelPayment()
  const days = [...new Set(payments.map(({ day }) => day))]
  const { cancelOne } = outgoingCopy
  const close = () => {
    setOpen(null)
    setIsAsked(false)
  }

  return (
    <>
      {days.map((day) => (
        <section key={day} aria-label={titleOf(day)}>
          <h3 className="pb-2 text-label text-muted">{titleOf(day)}</h3>
          <ul className="@container divide-y divide-line rounded bg-card shadow-card">
            {payments
              .filter((payment) => payment.day === day)
              .map((payment) => (
                <li key={`${payment.id} ${payment.regularId}`}>
                  <button
                    type="button"
                    aria-haspopup="dialog"
                    onClick={() => setOpen(payment)}
                    className="block w-full text-left hover:bg-brand-soft"
                  >
                    <PaymentRow
                      name={payment.name}
                      details={[
                        payment.reference,
                        payment.regularId === null ? null : 'Regular payment',
                        waitWords(payment),
                      ]}
                      amount={payment.amount}
                      action={<ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />}
                    />
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {open !== null && !isAsked && (
        <FuturePaymentDialog
          payment={open}
          onCancel={() => {
            cancel.reset()
            setIsAsked(true)
          }}
          onRegular={(id) => {
            close()
            onRegular(id)
          }}
          onClose={close}
        />
      )}
      {open !== null && isAsked && (
        <ConfirmDialog
          title={cancelOne.title}
          text={cancelOne.text(formatPence(open.amount), open.name, formatDayWithWeekday(open.day))}
          confirmLabel={cancelOne.button}
          closeLabel={outgoingCopy.keep}
          pending={cancel.isPending}
          problem={cancel.error && outgoingCopy.failed(messageOf(cancel.error))}
          onConfirm={() => open.id !== null && cancel.mutate(open.id, { onSuccess: close })}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  )
}
