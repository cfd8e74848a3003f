import { useRef, useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { formatDateTime } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { scheduledPaymentCopy } from './copy'
import { IncomingRow } from './IncomingRow'
import { useDeleteScheduledPayment } from './mutations'
import type { ScheduledPayment } from './queries'

type ScheduledPaymentListProps = {
  userId: string
  /** Newest first. */
  payments: ScheduledPayment[]
}

/** Upcoming payments, earliest first, then processed ones, newest first. */
export function ScheduledPaymentList({ userId, payments }: ScheduledPaymentListProps) {
  const lists = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<ScheduledPayment | null>(null)
  const remove = useDeleteScheduledPayment(userId)
  const groups = [
    { heading: 'Upcoming', rows: payments.filter(({ isProcessed }) => !isProcessed).toReversed() },
    { heading: 'Past', rows: payments.filter(({ isProcessed }) => isProcessed) },
  ]

  const handleDelete = (payment: ScheduledPayment) => {
    remove.reset()
    setAsked(payment)
  }
  const handleConfirm = ({ id }: ScheduledPayment) => {
    remove.mutate(id, { onSuccess: () => setAsked((current) => (current?.id === id ? null : current)) })
  }

  return (
    <div ref={lists} tabIndex={-1} className="space-y-6 outline-none">
      {groups
        .filter(({ rows }) => rows.length > 0)
        .map(({ heading, rows }) => (
          <section key={heading} aria-label={heading}>
            <h2 className="pb-2 text-label text-muted">{heading}</h2>
            <ul className="@container divide-y divide-line rounded bg-card shadow-card">
              {rows.map((payment) => (
                <IncomingRow
                  key={payment.id}
                  payment={payment}
                  note={payment.isProcessed ? scheduledPaymentCopy.processed : undefined}
                  onDelete={payment.isProcessed ? undefined : () => handleDelete(payment)}
                />
              ))}
            </ul>
          </section>
        ))}
      {asked !== null && (
        <ConfirmDialog
          title={scheduledPaymentCopy.confirm.title}
          text={scheduledPaymentCopy.confirm.text(
            formatPence(asked.amount),
            asked.fromName,
            formatDateTime(asked.scheduledFor),
          )}
          confirmLabel="Delete"
          pending={remove.isPending}
          fallbackFocus={lists}
          onConfirm={() => handleConfirm(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}
