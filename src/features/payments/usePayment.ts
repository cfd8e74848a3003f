import { useMutationState, useQueryClient, type Mutation, type MutationStatus } from '@tanstack/react-query'
import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { makePaymentKey, useMakePayment } from './mutations'
import { PaymentUnconfirmed } from './settlePayment'
import { readUnsettledPayment, type Payment } from './unsettledPayment'

type PaymentStatus = 'none' | 'sending' | 'checking' | 'unconfirmed' | 'refused' | 'paid'

/** What is paid: a `Payment` without its key and its payer. */
type PaymentDetails = Omit<Payment, 'requestId' | 'userId'>

/**
 * The one payment that a pay screen deals with. On arrival it takes up a payment of this tab whose outcome is not known
 * yet, whether a reload interrupted it or it is still being asked about since the screen was left.
 * `onPaid` leads to the receipt; the status stays 'paid' until it has.
 */
export function usePayment(userId: string | null, onPaid: (payment: Payment) => void | Promise<void>) {
  const client = useQueryClient()
  const [payment, setPayment] = useState(() => readUnsettledPayment(userId))
  const [isUnanswered, setIsUnanswered] = useState(payment !== null)
  const { mutate } = useMakePayment()
  const attempt = useMutationState({ filters: { mutationKey: makePaymentKey }, select: readAttempt }).findLast(
    ({ requestId }) => requestId === payment?.requestId,
  )

  const start = (next: Payment, mayBePaid: boolean) => {
    // A second tap comes before the button is drawn anew.
    if (client.isMutating({ mutationKey: makePaymentKey }) > 0) return
    setPayment(next)
    setIsUnanswered(mayBePaid)
    mutate({ payment: next, mayBePaid, onUnanswered: () => setIsUnanswered(true) })
  }

  useEffect(() => {
    const unsettled = readUnsettledPayment(userId)
    if (unsettled !== null && client.isMutating({ mutationKey: makePaymentKey }) === 0) {
      mutate({ payment: unsettled, mayBePaid: true, onUnanswered: () => setIsUnanswered(true) })
    }
  }, [client, mutate, userId])

  const status = statusOf(attempt, isUnanswered, payment !== null)
  const showReceipt = useEffectEvent(async (paid: Payment) => {
    await onPaid(paid)
    // In a transition like the navigation itself, so that no form shows between the two.
    startTransition(() => setPayment(null))
  })
  useEffect(() => {
    if (status === 'paid' && payment !== null) void showReceipt(payment)
  }, [status, payment])

  return {
    status,
    payment,
    error: attempt?.error ?? null,
    pay: (details: PaymentDetails) => {
      if (userId !== null) start({ ...details, userId, requestId: crypto.randomUUID() }, false)
    },
    checkAgain: () => {
      if (payment !== null) start(payment, true)
    },
  }
}

type Attempt = { requestId: unknown; status: MutationStatus; error: Error | null }

function readAttempt({ state }: Mutation): Attempt {
  const { variables } = state
  const payment: unknown = typeof variables === 'object' && variables !== null && Reflect.get(variables, 'payment')
  const requestId: unknown = typeof payment === 'object' && payment !== null && Reflect.get(payment, 'requestId')
  return { requestId, status: state.status, error: state.error }
}

function statusOf(attempt: Attempt | undefined, isUnanswered: boolean, isTakenUp: boolean): PaymentStatus {
  if (!isTakenUp) return 'none'
  if (attempt?.status === 'success') return 'paid'
  if (attempt?.status === 'error') return attempt.error instanceof PaymentUnconfirmed ? 'unconfirmed' : 'refused'
  return isUnanswered ? 'checking' : 'sending'
}
