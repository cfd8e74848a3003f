import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useMakePayment } from './mutations'
import { failureWords, isAboutAmount } from './paymentFailure'
import { beginPayment, dropPayment, leavePayment, paymentStateQuery } from './paymentState'
import type { Receipt } from './payTransferFlow'
import type { PaymentTerms } from './terms'
import type { Payment } from './unsettledPayment'

/**
 * The payment of a pay screen. A payment that a reload or leaving the screen interrupted is continued. `onPaid` puts the
 * receipt into the navigation state; `shown` is the receipt that is there.
 */
export function usePayment(userId: string | null, shown: Receipt | null, onPaid: (receipt: Receipt) => unknown) {
  const client = useQueryClient()
  const known = useQuery(paymentStateQuery(userId)).data ?? null
  const { mutate } = useMakePayment()
  /** The payment whose receipt the navigation state has held. One that was paid on the screen before needs none here. */
  const [receiptOf, setReceiptOf] = useState(known?.status === 'paid' ? known.payment.requestId : null)
  // Only once the navigation has arrived. Before that, the form would show instead of the receipt.
  if (known?.receipt && known.receipt.id === shown?.id && known.payment.requestId !== receiptOf) {
    setReceiptOf(known.payment.requestId)
  }
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

  const openReceipt = useEffectEvent(onPaid)
  const paid = state?.receipt ?? null
  useEffect(() => {
    if (paid !== null) openReceipt(paid)
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
