import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { draftStore } from '@/lib/storage'
import {
  emptyPayDraft,
  payTransferFlow,
  readChosenPayee,
  readStep,
  readStepBefore,
  resumePayTransfer,
  type PayDraft,
  type PayTransferAction,
  type ShownPayTransfer,
} from './payTransferFlow'
import { readMoved } from './ownMove'
import { readCheck } from './payeeCheck'
import { emptyPayForm, readIsRegular, readPayForm } from './payForm'
import { readReceipt } from './payment'
import { paymentStateQuery } from './paymentState'

/** One draft per user: two users may sign in on one tab. */
const draftName = (userId: string | null) => `pay-transfer:${userId ?? 'demo'}`

export function clearPayDraft(userId: string | null) {
  draftStore.clear(draftName(userId))
}

const readPayDraft = (stored: unknown): PayDraft => ({ form: readPayForm(stored), check: readCheck(stored) })

/**
 * The state of /pay-transfer. The step is in the browser's history, so the phone's back button and a reload work. The
 * form is in session storage.
 */
export function usePayTransferFlow(
  userId: string | null,
): [ShownPayTransfer, (action: PayTransferAction) => void | Promise<void>] {
  const location = useLocation()
  const navigate = useNavigate()
  const payee = readChosenPayee(location.state)
  const [draft, setDraft] = useState(() =>
    payee === null
      ? readPayDraft(draftStore.read(draftName(userId)))
      : { form: { ...emptyPayForm, ...payee }, check: null },
  )
  const { data: payment } = useQuery(paymentStateQuery(userId))
  // Back from the receipt opens an empty form.
  if (payment?.status === 'paid' && draft !== emptyPayDraft) setDraft(emptyPayDraft)
  const isDone = readReceipt(location.state) !== null || readMoved(location.state) !== null
  const step = isDone ? 'success' : payee === null ? readStep(location.state) : 'pay-someone'
  const state = resumePayTransfer(step, draft)

  const keepDraft = ({ form, check }: PayDraft) => draftStore.write(draftName(userId), { ...form, check })

  const send = (action: PayTransferAction) => {
    const next = payTransferFlow(state, action)
    if (next.form !== state.form) {
      const { form, check } = next
      setDraft({ form, check })
      if (form === emptyPayForm) clearPayDraft(userId)
      else keepDraft({ form, check })
    }
    if (next.step !== state.step) {
      const isForward = action.type === 'choose' || action.type === 'continue'
      window.scrollTo(0, 0)
      if (!isForward && readStepBefore(location.state) === next.step) return navigate(-1)
      // Only a step forward adds an entry: back never opens a form that was closed or paid, nor the same step again.
      return navigate(paths.payTransfer, {
        replace: !isForward,
        state: {
          step: next.step,
          from: isForward ? state.step : null,
          isRegular: readIsRegular(location.state),
          ...(action.type === 'moved' && { moved: action.moved }),
        },
      })
    }
  }

  // Removes the payee from the history. A reload would otherwise replace what was typed since.
  const storePayee = useEffectEvent(() => {
    keepDraft(draft)
    void navigate(paths.payTransfer, { replace: true, state: { step: state.step } })
  })
  const hasPayee = payee !== null
  useEffect(() => {
    if (hasPayee) storePayee()
  }, [hasPayee])

  return [state, send]
}
