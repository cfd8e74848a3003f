import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { failureWords, useMakePayment } from './mutations'
import { beginPayment, leavePayment, paymentStateQuery } from './paymentState'
import type { Receipt } from './payTransferFlow'
import type { Payment } from './unsettledPayment'

type PaymentOptions = {
  userId: string | null
  /** The receipt in the navigation state of the screen. */
  receipt: Receipt | null
  /** Opens the receipt. The status stays 'paid' until `receipt` has it. */
  onPaid: (payment: Payment) => void
}

/** The payment of a pay screen. A payment that a reload or leaving the screen interrupted is continued. */
export function usePayment({ userId, receipt, onPaid }: PaymentOptions) {
  const client = useQueryClient()
  const state = useQuery(paymentStateQuery(userId)).data ?? null
  const { mutate } = useMakePayment()

  const start = (payment: Payment, mayBePaid: boolean) => {
    if (beginPayment(client, payment, mayBePaid ? 'checking' : 'sending')) mutate({ payment, mayBePaid })
  }

  const resume = useEffectEvent(() => {
    if (state?.status === 'interrupted' || state?.status === 'unconfirmed') start(state.payment, true)
  })
  useEffect(() => {
    resume()
    return () => leavePayment(client, userId)
  }, [client, userId])

  const paid = state?.status === 'paid' ? state.payment : null
  const hasReceipt = receipt !== null
  const showReceipt = useEffectEvent(onPaid)
  useEffect(() => {
    if (paid === null) return
    if (hasReceipt) leavePayment(client, userId)
    else showReceipt(paid)
  }, [client, userId, paid, hasReceipt])

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
