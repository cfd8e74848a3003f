import { accountQueries } from '@/features/money/accounts/queries'
import { withApproval } from '@/lib/approval'
import { WordedError } from '@/lib/errors'
import { penceToPounds } from '@/lib/money'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { cardCopy } from './copy'
import { cardQueries, type CardSwitch } from './queries'

/** The server has counted this attempt. */
export class WrongSecurityPin extends WordedError {}

export type CardSecret = 'card_number' | 'card_pin' | 'security_code'

/** Reads a secret of the card; all but the number need the security PIN. It is never cached: a reset or leaving the screen drops it. */
export const useReadCardSecret = (secret: CardSecret, words: { failure?: false } = {}) =>
  useChange(
    async (securityPin: string | undefined) => {
      // A separate call: the server returns the secret only after the audit log has recorded that it is read.
      const isRight = await withApproval(() =>
        callRpc('record_card_reveal', { p_secret: secret, p_security_pin: securityPin }),
      )
      if (!isRight) throw new WrongSecurityPin(cardCopy.wrongPin)
      return callRpc('get_my_card_secret', { p_secret: secret })
    },
    { gcTime: 0, ...words },
  )

/** Freezes the card, or unfreezes it if it is frozen. `failure: false`: the caller shows the error. */
export const useFreezeCard = (cardId: string, isFrozen: boolean, words: { failure?: false } = {}) =>
  useChange(() => callRpc('set_card_frozen', { p_card_id: cardId, p_frozen: !isFrozen }), {
    stale: [cardQueries.all],
    success: isFrozen ? cardCopy.unfrozen : cardCopy.frozenNow,
    ...words,
  })

/** A control to switch, or limits in pence. */
export type ControlChange = Partial<
  Record<CardSwitch | 'gambling', boolean> & Record<'purchaseLimit' | 'dailyLimit', number>
>

export const controlsTurn = (cardId: string) => `controls of ${cardId}`

/** `failure: false`: the caller shows the error. */
export const useChangeControls = (cardId: string, words: { failure?: false } = {}) =>
  useChange(
    ({ purchaseLimit, dailyLimit, ...switches }: ControlChange) =>
      withApproval(
        () =>
          callRpc('set_card_controls', {
            p_card_id: cardId,
            ...Object.fromEntries(Object.entries(switches).map(([name, isOn]) => [`p_${name}`, isOn])),
            p_purchase_limit: purchaseLimit === undefined ? undefined : penceToPounds(purchaseLimit),
            p_daily_limit: dailyLimit === undefined ? undefined : penceToPounds(dailyLimit),
          }),
        purchaseLimit === undefined || dailyLimit === undefined
          ? undefined
          : cardCopy.approveLimits(purchaseLimit, dailyLimit),
      ),
    { inTurn: controlsTurn(cardId), stale: [cardQueries.all], ...words },
  )

/** Also the account, which names the last digits. */
const cardAndAccount = [cardQueries.all, accountQueries.all]

/** Activates the card that renews the current one, which stops working. */
export const useActivateCard = (renewalId: string) =>
  useChange(() => callRpc('activate_card', { p_card_id: renewalId }), {
    stale: cardAndAccount,
    success: cardCopy.activated,
    failure: false,
  })

export type ReplaceReason = 'lost' | 'stolen' | 'damaged'

/** Blocks the card permanently. The new one has another number and PIN. */
export const useReplaceCard = (cardId: string) =>
  useChange((reason: ReplaceReason) => callRpc('replace_card', { p_card_id: cardId, p_reason: reason }), {
    stale: cardAndAccount,
    success: cardCopy.replaced,
    failure: false,
  })
