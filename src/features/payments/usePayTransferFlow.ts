import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { draftStore } from '@/lib/storage'
import {
  payTransferFlow,
  readChosenPayee,
  readReceipt,
  readStep,
  resumePayTransfer,
  type PayTransferAction,
  type PayTransferState,
} from './payTransferFlow'
import { emptyPayForm, readPayForm } from './payForm'

/** Each person's own: two people may use one tab, one after the other. */
const draftName = (userId: string | null) => `pay-transfer:${userId ?? 'demo'}`

export function clearPayDraft(userId: string | null) {
  draftStore.clear(draftName(userId))
}

/**
 * The flow with its memory: the step lives in the browser's history, so that the phone's own back button and a reload
 * lead where one expects; what was typed lives in the tab.
 */
export function usePayTransferFlow(
  userId: string | null,
): [PayTransferState, (action: PayTransferAction) => void | Promise<void>] {
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
      // Only a step ahead is a new entry: back never leads to a form that was left by a button, or was paid.
      return navigate(paths.payTransfer, {
        replace: !isForward,
        state: { step: next.step, receipt: next.receipt },
      })
    }
  }

  // A payee who stayed in the history would take the place of what is typed from now on, at each reload.
  const takeUpPayee = useEffectEvent(() => {
    draftStore.write(draftName(userId), form)
    void navigate(paths.payTransfer, { replace: true, state: { step: state.step } })
  })
  const hasPayee = payee !== null
  useEffect(() => {
    if (hasPayee) takeUpPayee()
  }, [hasPayee])

  return [state, send]
}
