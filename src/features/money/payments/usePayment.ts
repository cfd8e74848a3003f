import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { profileQueries } from '@/features/person/profile/queries'
import { paths } from '@/lib/paths'
import { paymentKeyStore } from '@/lib/storage'
import { toast } from '@/lib/toast'
import { useIdempotencyKey } from '@/lib/useIdempotencyKey'
import { paymentCopy } from './copy'
import { dropUnsent } from './droppedPayment'
import { useMakePayment, useMakeLaterPayment } from './mutations'
import { readIsRegular } from './payForm'
import { newPayment, readReceipt, type Payment, type PaymentOrder, type Receipt } from './payment'
import {
  beginPayment,
  clearOutcome,
  endPayment,
  formStateOf,
  leavePayment,
  markDropped,
  markUnanswered,
  paymentStateQuery,
  type QuestionAnswer,
} from './paymentState'
import { clearPayDraft } from './usePayTransferFlow'

/** The needs of customers who read a warning before each payment. */
const warnedNeeds = new Set(['helper', 'money_worries'])

/** The warning that the customer has asked for. */
type AskedFirst = {
  order: PaymentOrder
  needs: string[]
  answer: (isGoingOn: boolean) => void
}

/**
 * The payment of a pay screen, for now or for another day. A payment that a reload or leaving the screen interrupted is
 * continued. The receipt of one that is made is in the navigation state.
 */
export function usePayment(userId: string | null) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const location = useLocation()
  const shown = readReceipt(location.state)
  const state = useQuery(paymentStateQuery(userId)).data ?? null
  const { mutate: send } = useMakePayment()
  const { mutateAsync: sendLater } = useMakeLaterPayment()
  const { keyFor, confirm } = useIdempotencyKey()
  const needs = useQuery(profileQueries.own(userId)).data?.supportNeeds ?? []
  const [asked, setAsked] = useState<AskedFirst | null>(null)

  const start = (payment: Payment, status: 'sending' | 'resumed' | 'checking') => {
    if (beginPayment(client, payment, status)) send({ payment, mayBePaid: paymentKeyStore.isSent(payment.requestId) })
  }

  /** The receipt replaces the form in the history: neither back nor a reload shows the form again. */
  const finish = async (receipt: Receipt) => {
    confirm()
    clearPayDraft(userId)
    window.scrollTo(0, 0)
    await navigate(location.pathname, {
      replace: true,
      state: { receipt, isRegular: readIsRegular(location.state) },
    })
  }

  const schedule = async (payment: Payment, day: string) => {
    clearOutcome(client, userId)
    const made = await sendLater({ payment, day })
    if ('kind' in made) return endPayment(client, { payment, status: 'asked', question: made })
    await finish(made)
  }

  /** Whether the customer goes on after a warning. */
  const goesOn = (order: PaymentOrder) =>
    new Promise<boolean>((resolve) => {
      const answer = (isGoingOn: boolean) => {
        setAsked(null)
        resolve(isGoingOn)
      }
      setAsked({ order, needs, answer })
    })

  /** Without a session nothing is paid. */
  const preview = ({ amount, recipient }: PaymentOrder) => {
    toast.info(paymentCopy.demo(amount, recipient))
    void navigate(paths.home)
  }

  const resume = useEffectEvent(() => {
    if (state?.status === 'interrupted') start(state.payment, 'resumed')
    if (state?.status === 'unconfirmed') start(state.payment, 'checking')
  })
  useEffect(() => {
    resume()
    return () => leavePayment(client, userId)
  }, [client, userId])

  const openReceipt = useEffectEvent(finish)
  const paid = state?.status === 'paid' ? state.receipt : null
  /** The entry of the history that the receipt replaces. */
  const replaced = useRef<string | null>(null)
  useEffect(() => {
    if (paid === null) replaced.current = null
    else if (replaced.current === null) {
      replaced.current = location.key
      void openReceipt(paid)
    } else if (replaced.current !== location.key) clearOutcome(client, userId)
  }, [client, userId, paid, location.key])

  return {
    state,
    /** The navigation takes a moment: until it has arrived, the receipt is here alone. */
    receipt: paid ?? shown,
    form: formStateOf(state),
    /** A warning before the payment, until it is answered. */
    asked,
    /** Settles when a payment for another day is made or refused. One that is made at once goes on without the caller. */
    pay: async (order: PaymentOrder) => {
      if (userId === null) return preview(order)
      if (needs.some((need) => warnedNeeds.has(need)) && !(await goesOn(order))) return
      // The server does not count the check to what identifies a payment.
      const payment = newPayment(order, userId, keyFor({ ...order, checkId: null }))
      if (payment.day === null) start(payment, 'sending')
      else await schedule(payment, payment.day)
    },
    /** Sends the payment again with what the customer has answered, and the same idempotency key. */
    answer: (answered: QuestionAnswer) => {
      if (state === null) return
      const payment = { ...state.payment, ...answered }
      if (payment.day === null) start(payment, 'sending')
      else
        schedule(payment, payment.day).catch((error: unknown) =>
          endPayment(client, { payment, status: 'refused', error }),
        )
    },
    drop: () => clearOutcome(client, userId),
    /** Drops a payment that no request has left the device for, and goes back to its form. */
    dropWaiting: async () => {
      if (state === null) return
      const { payment } = state
      if (!(await dropUnsent(payment.requestId))) return markUnanswered(client, payment, true)
      confirm()
      markDropped(client, payment)
      toast.info(paymentCopy.dropped)
    },
    checkAgain: () => {
      if (state !== null) start(state.payment, 'checking')
    },
  }
}
