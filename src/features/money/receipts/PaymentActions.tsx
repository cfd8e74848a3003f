import { CircleHelp, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { lazyPart } from '@/lib/lazyPart'
import { penceToPounds } from '@/lib/money'
import { paths } from '@/lib/paths'
import { PaymentAction } from './PaymentAction'
import { isByCard, type PaidPayment } from './receipt'
import { ReceiptActions } from './ReceiptActions'

const SomethingWrong = lazyPart(async () => (await import('./SomethingWrong')).SomethingWrong)

type PaymentActionsProps = {
  userId: string
  payment: PaidPayment
  /** Not for a payment that is pending or was returned. */
  hasReceipt?: boolean
  /** Between two accounts of the customer: it is moved again on the page of the account, and nobody else had a part in it. */
  isOwnMove?: boolean
}

/** What the payer can do with a payment. */
export function PaymentActions({ userId, payment, hasReceipt = true, isOwnMove = false }: PaymentActionsProps) {
  const navigate = useNavigate()
  const [isWrong, setIsWrong] = useState(false)
  const { recipient, sortCode, accountNumber, amount, reference } = payment

  const payAgain = () => {
    const payee = { recipient, sortCode, accountNumber, reference: reference ?? '', amount: penceToPounds(amount) }
    void navigate(paths.paymentDetails, { state: { ...payee, isSaved: true } })
  }

  return (
    <>
      <ul aria-label="This payment" className="flex flex-wrap justify-center gap-2">
        {hasReceipt && <ReceiptActions userId={userId} payment={payment} />}
        {!isByCard(payment) && !isOwnMove && <PaymentAction icon={RotateCw} label="Pay again" onPress={payAgain} />}
        {!isOwnMove && <PaymentAction icon={CircleHelp} label="Something wrong?" onPress={() => setIsWrong(true)} />}
      </ul>
      {isWrong && <SomethingWrong userId={userId} payment={payment} onClose={() => setIsWrong(false)} />}
    </>
  )
}
