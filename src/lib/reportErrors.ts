import { followShownErrors } from './log'
import { callRpc } from './supabase'

/** An error is often shown because the server does not answer, so a report is sent again. */
const waits = [0, 15_000, 120_000]

/** Lets staff find an unexpected error by the reference that is shown with it. */
export function reportErrors() {
  followShownErrors((reference, kind) => {
    // A part of a path that is no word may be an id.
    const screen = window.location.pathname.replace(/[^/]*[^a-z/-][^/]*/g, ':id')
    void send({ p_reference: reference, p_kind: kind, p_screen: screen })
  })
}

async function send(report: { p_reference: string; p_kind: string; p_screen: string }, attempt = 0) {
  const wait = waits[attempt]
  if (wait === undefined) return
  await new Promise((resolve) => {
    setTimeout(resolve, wait)
  })
  await callRpc('report_shown_error', report).catch(() => send(report, attempt + 1))
}
