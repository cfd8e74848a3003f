import { useQuery, useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { failureWords, isAboutAmount, useMakePayment } from './mutations'
import { beginPayment, dropPayment, leavePayment, paymentStateQuery, type PaymentState } from './paymentState'
import type { Receipt } from './payTransferFlow'
import type { PaymentTerms } from './terms'
import type { Payment } from './unsettledPayment'

/**
 * The payment of a pay screen. A payment that a reload or leaving the screen interrupted is continued. `onPaid` opens the
 * receipt.
 */
export function usePayment(userId: string | null, onPaid: (receipt: Receipt) => void | Promise<void>) {
  const client = useQueryClient()
  const known = useQuery(paymentStateQuery(userId)).data ?? null
  const { mutate } = useMakePayment()
  /** The payment whose receipt the navigation state holds. One that was paid on the screen before needs none here. */
  const [receiptOf, setReceiptOf] = useState(known?.status === 'paid' ? known.payment.requestId : null)
  const state = known?.status === 'paid' && known.payment.requestId === receiptOf ? null : known

  const start = (payment: Payment, status: 'sending' | 'resumed' | 'checking') => {
    if (beginPayment(client, payment, status)) mutate({ payment, mayBePaid: status !== 'sending' })
  }

  const resume = useEffectEvent(() => {
    if (known?.status === 'interrupted') start(known.payment, 'resumed')
    if (known?.status === 'unconfirmed') start(known.payment, 'checking')
  })
  useEffect(() => {
    resume()
    return () => leavePayment(client, userId)
  }, [client, userId])

  const showReceipt = useEffectEvent(async ({ payment, receipt }: PaymentState) => {
    if (receipt === null) return
    await onPaid(receipt)
    // In a transition like the navigation itself, so that the form does not show between the two.
    startTransition(() => setReceiptOf(payment.requestId))
  })
  const paid = state?.status === 'paid' ? state : null
  useEffect(() => {
    if (paid !== null) void showReceipt(paid)
  }, [paid])

  const refused = state?.status === 'refused' && state.error !== null ? state.error : null

  return {
    state,
    isSending: state?.status === 'sending',
    refusal: refused && failureWords(refused),
    /** In pence: what the refusal says is about this amount, and not about another. */
    refusedAmount: refused !== null && isAboutAmount(refused) ? (state?.payment.amount ?? null) : null,
    pay: (details: Omit<Payment, 'requestId' | 'userId'>) => {
      if (userId !== null) start({ ...details, userId, requestId: crypto.randomUUID() }, 'sending')
    },
    /** Sends the payment again with what the customer has answered, and the same idempotency key. */
    answer: (answered: Partial<PaymentTerms>) => {
      if (state !== null) start({ ...state.payment, terms: { ...state.payment.terms, ...answered } }, 'sending')
    },
    drop: () => dropPayment(client, userId),
    checkAgain: () => {
      if (state !== null) start(state.payment, 'checking')
    },
  }
}
