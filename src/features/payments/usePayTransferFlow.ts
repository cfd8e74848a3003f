import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { draftStore } from '@/lib/storage'
import {
  payTransferFlow,
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
  const [form, setForm] = useState(() => readPayForm(draftStore.read(draftName(userId))))
  const place = { step: readStep(location.state), receipt: readReceipt(location.state) }
  const state = resumePayTransfer(place, form)

  const send = (action: PayTransferAction) => {
    const next = payTransferFlow(state, action)
    if (next.form !== state.form) {
      setForm(next.form)
      if (next.form === emptyPayForm) clearPayDraft(userId)
      else draftStore.write(draftName(userId), next.form)
    }
    if (next.step !== state.step) {
      const isForward = action.type === 'choose' || action.type === 'continue'
      window.scrollTo(0, 0)
      // Only a step ahead is a new entry: back never leads to a form that was left by a button, or was paid.
      return navigate(paths.payTransfer, {
        replace: !isForward,
        state: { step: next.step, receipt: next.receipt },
      })
    }
  }
  return [state, send]
}
