import { useQuery, useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { failureWords, useMakePayment } from './mutations'
import { beginPayment, leavePayment, paymentStateQuery } from './paymentState'
import type { Payment } from './unsettledPayment'

/**
 * The payment of a pay screen. A payment that a reload or leaving the screen interrupted is continued. `onPaid` opens the
 * receipt.
 */
export function usePayment(userId: string | null, onPaid: (payment: Payment) => void | Promise<void>) {
  const client = useQueryClient()
  const known = useQuery(paymentStateQuery(userId)).data ?? null
  const { mutate } = useMakePayment()
  /** The payment whose receipt the navigation state holds. One that was paid on the screen before needs none here. */
  const [receiptOf, setReceiptOf] = useState(known?.status === 'paid' ? known.payment.requestId : null)
  const state = known?.status === 'paid' && known.payment.requestId === receiptOf ? null : known

  const start = (payment: Payment, mayBePaid: boolean) => {
    if (beginPayment(client, payment, mayBePaid ? 'checking' : 'sending')) mutate({ payment, mayBePaid })
  }

  const resume = useEffectEvent(() => {
    if (known?.status === 'interrupted' || known?.status === 'unconfirmed') start(known.payment, true)
  })
  useEffect(() => {
    resume()
    return () => leavePayment(client, userId)
  }, [client, userId])

  const showReceipt = useEffectEvent(async (payment: Payment) => {
    await onPaid(payment)
    // In a transition like the navigation itself, so that the form does not show between the two.
    startTransition(() => setReceiptOf(payment.requestId))
  })
  const paid = state?.status === 'paid' ? state.payment : null
  useEffect(() => {
    if (paid !== null) void showReceipt(paid)
  }, [paid])

  return {
    state,
    isSending: state?.status === 'sending',
    refusal: state?.status === 'refused' && state.error !== null ? failureWords(state.error) : null,
    pay: (details: Omit<Payment, 'requestId' | 'userId'>) => {
      if (userId !== null) start({ ...details, userId, requestId: crypto.randomUUID() }, false)
    },
    checkAgain: () => {
      if (state !== null) start(state.payment, true)
    },
  }
}
