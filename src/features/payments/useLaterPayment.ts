import { useState } from 'react'
import { messageOf } from '@/lib/errors'
import type { ToastWords } from '@/lib/toast'
import { paymentCopy } from './copy'
import type { LaterReceipt } from './later'
import { useMakeLaterPayment, type LaterPayment } from './mutations'
import type { PaymentTerms, Question } from './terms'

/** A payment for another day. Like a payment that is made at once, it may need an answer of the customer first. */
export function useLaterPayment(onScheduled: (receipt: LaterReceipt) => void | Promise<void>) {
  const { mutateAsync } = useMakeLaterPayment()
  const [asked, setAsked] = useState<{ payment: LaterPayment; question: Question } | null>(null)
  const [refusal, setRefusal] = useState<ToastWords | null>(null)

  const make = async (payment: LaterPayment) => {
    setRefusal(null)
    const made = await mutateAsync(payment)
    if ('kind' in made) return setAsked({ payment, question: made })
    await onScheduled({ amount: payment.amount, recipient: payment.recipient, day: made.day })
  }

  return {
    asked,
    /** Why the server refused the payment after the customer's answer. */
    refusal,
    make,
    answer: (answered: Partial<PaymentTerms>) => {
      if (asked === null) return
      setAsked(null)
      const { payment } = asked
      make({ ...payment, terms: { ...payment.terms, ...answered } }).catch((error: unknown) =>
        setRefusal(paymentCopy.failed(messageOf(error))),
      )
    },
    drop: () => setAsked(null),
  }
}
