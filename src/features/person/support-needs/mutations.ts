import { profileQueries } from '@/features/person/profile/queries'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { needsCopy } from './copy'
import { needQueries } from './queries'

/** Also the profile, which has the needs that change the app. */
const stale = [needQueries.all, profileQueries.all]

export type NeedChange = { need: string; isOn: boolean; ownWords?: string }

export const needsTurn = 'support needs'

/** `failure: false`: the caller shows the error. */
export const useSetNeed = (words: { failure?: false } = {}) =>
  useChange(
    ({ need, isOn, ownWords }: NeedChange) =>
      callRpc('set_support_need', { p_need: need, p_is_on: isOn, p_own_words: ownWords }),
    { inTurn: needsTurn, stale, success: needsCopy.saved, failure: needsCopy.notSaved, ...words },
  )

/** The answer that what the customer is asked about still holds. */
export const useKeepNeeds = () =>
  useChange(() => callRpc('keep_support_needs'), { stale, success: needsCopy.kept, failure: needsCopy.notSaved })
