import type { ComponentProps } from 'react'
import { MoneyRow } from '@/components/MoneyRow'
import { scheduledPaymentCopy } from './copy'
import type { ScheduledPayment } from './queries'

type IncomingRowProps = { payment: ScheduledPayment } & Pick<ComponentProps<typeof MoneyRow>, 'note' | 'onDelete'>

/** A scheduled payment in a list. */
export function IncomingRow({ payment, ...rest }: IncomingRowProps) {
  return (
    <MoneyRow
      name={payment.fromName}
      reference={payment.reference ?? scheduledPaymentCopy.noReference}
      at={payment.scheduledFor}
      amount={payment.amount}
      direction="in"
      {...rest}
    />
  )
}
