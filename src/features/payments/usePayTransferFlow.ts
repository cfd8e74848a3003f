import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { draftStore } from '@/lib/storage'
import {
  payTransferFlow,
  readChosenPayee,
  readStep,
  readStepBefore,
  resumePayTransfer,
  type PayTransferAction,
  type ShownPayTransfer,
} from './payTransferFlow'
import { emptyPayForm, readPayForm } from './payForm'
import { readReceipt } from './payment'

/** One draft per user: two users may sign in on one tab. */
const draftName = (userId: string | null) => `pay-transfer:${userId ?? 'demo'}`

export function clearPayDraft(userId: string | null) {
  draftStore.clear(draftName(userId))
}

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
  const [form, setForm] = useState(() =>
    payee === null ? readPayForm(draftStore.read(draftName(userId))) : { ...emptyPayForm, ...payee },
  )
  const place = {
    step: payee === null ? readStep(location.state) : ('pay-someone' as const),
    receipt: readReceipt(location.state),
  }
  const state = resumePayTransfer(place, form)

  const send = (action: PayTransferAction) => {
    const next = payTransferFlow(state, action)
    if (next.form !== state.form) {
      setForm(next.form)
      if (next.form === emptyPayForm) clearPayDraft(userId)
      else draftStore.write(draftName(userId), next.form)
    }
    if (next.step !== state.step) {
      const isForward = action.type === 'choose' || action.type === 'choose payee' || action.type === 'continue'
      window.scrollTo(0, 0)
      if (!isForward && readStepBefore(location.state) === next.step) return navigate(-1)
      // Only a step forward adds an entry: back never opens a form that was closed or paid, nor the same step again.
      return navigate(paths.payTransfer, {
        replace: !isForward,
        state: { step: next.step, receipt: next.receipt, from: isForward ? state.step : null },
      })
    }
  }

  // Removes the payee from the history. A reload would otherwise replace what was typed since.
  const storePayee = useEffectEvent(() => {
    draftStore.write(draftName(userId), form)
    void navigate(paths.payTransfer, { replace: true, state: { step: state.step } })
  })
  const hasPayee = payee !== null
  useEffect(() => {
    if (hasPayee) storePayee()
  }, [hasPayee])

  return [state, send]
}
