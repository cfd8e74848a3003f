import { object, text } from '@/lib/json'
import { required } from '@/lib/required'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { callCopy } from './copy'
import { callQueries } from './queries'

const lives = 120_000
const readCode = object({ code: text })
const stale = [callQueries.all]

/** The customer is not on the phone. */
export const useReportCall = () =>
  useChange((id: string) => callRpc('report_call', { p_call_id: id }), { stale, success: callCopy.reported })

/** Makes a code. It is in no cache: it leaves with the dialog. */
export const useMakeCode = () =>
  useChange(
    async () => {
      const askedAt = Date.now()
      const made = required(readCode(await callRpc('make_identity_code')))
      return { code: made.code, endsAt: askedAt + lives }
    },
    { stale, gcTime: 0, failure: false },
  )

/** Marks that the agent calls the customer, or ends the call with this id. */
export const useMarkCall = (userId: string) =>
  useChange(
    (endId: string | null): Promise<unknown> =>
      endId === null ? callRpc('start_call', { p_user_id: userId }) : callRpc('end_call', { p_call_id: endId }),
    { stale },
  )

/** Records the code that the customer told the agent. The query says what became of it. */
export const useEnterCode = (userId: string) =>
  useChange((code: string) => callRpc('enter_identity_code', { p_user_id: userId, p_code: code }), {
    stale,
    failure: false,
  })
