import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { PaymentAction } from './PaymentAction'
import type { PaidPayment } from './receipt'
import { ReceiptActions } from './ReceiptActions'
import { unrecognisedCopy } from './unrecognisedCopy'
import { UnrecognisedDialog } from './UnrecognisedDialog'

type CardPaymentActionsProps = { userId: string; payment: PaidPayment; hasReceipt: boolean }

/** What the customer can do with a payment by card. */
export function CardPaymentActions({ userId, payment, hasReceipt }: CardPaymentActionsProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ul aria-label="This payment" className="flex flex-wrap justify-center gap-2">
        {hasReceipt && <ReceiptActions userId={userId} payment={payment} />}
        <PaymentAction icon={CircleHelp} label={unrecognisedCopy.title} onPress={() => setIsOpen(true)} />
      </ul>
      {isOpen && <UnrecognisedDialog userId={userId} payment={payment} onClose={() => setIsOpen(false)} />}
    </>
  )
}
