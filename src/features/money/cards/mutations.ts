import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { accountQueries } from '@/features/money/accounts/queries'
import { withApproval } from '@/lib/approval'
import { WordedError } from '@/lib/errors'
import { penceToPounds } from '@/lib/money'
import { supabase } from '@/lib/supabase'
import { cardCopy } from './copy'
import { cardQueries } from './queries'

/** The server has counted this attempt. */
export class WrongSecurityPin extends WordedError {}

export type CardSecret = 'card_number' | 'card_pin' | 'security_code'

/** Reads a secret of the card; all but the number need the security PIN. It is never cached: a reset or leaving the screen drops it. */
export function useReadCardSecret(secret: CardSecret, meta: { failure?: false } = {}) {
  return useMutation({
    mutationFn: async (securityPin: string | undefined) => {
      // A separate call: the server returns the secret only after the audit log has recorded that it is read.
      const { data: isRight } = await withApproval(() =>
        supabase.rpc('record_card_reveal', { p_secret: secret, p_security_pin: securityPin }).throwOnError(),
      )
      if (!isRight) throw new WrongSecurityPin(cardCopy.wrongPin)
      return (await supabase.rpc('get_my_card_secret', { p_secret: secret }).throwOnError()).data
    },
    gcTime: 0,
    meta,
  })
}

/** Freezes the card, or unfreezes it if it is frozen. `failure: false`: the caller shows the error. */
export function useFreezeCard(cardId: string, isFrozen: boolean, meta: { failure?: false } = {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => supabase.rpc('set_card_frozen', { p_card_id: cardId, p_frozen: !isFrozen }).throwOnError(),
    onSettled: () => client.invalidateQueries({ queryKey: cardQueries.all }),
    meta: { success: isFrozen ? cardCopy.unfrozen : cardCopy.frozenNow, ...meta },
  })
}

/** A control to switch, or limits in pence. */
export type ControlChange = Partial<
  Record<'online' | 'contactless' | 'cash' | 'abroad' | 'gambling', boolean> &
    Record<'purchaseLimit' | 'dailyLimit', number>
>

/** `failure: false`: the caller shows the error. */
export function useChangeControls(cardId: string, meta: { failure?: false } = {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ online, contactless, cash, abroad, gambling, purchaseLimit, dailyLimit }: ControlChange) =>
      withApproval(
        () =>
          supabase
            .rpc('set_card_controls', {
              p_card_id: cardId,
              p_online: online,
              p_contactless: contactless,
              p_cash: cash,
              p_abroad: abroad,
              p_gambling: gambling,
              p_purchase_limit: purchaseLimit === undefined ? undefined : penceToPounds(purchaseLimit),
              p_daily_limit: dailyLimit === undefined ? undefined : penceToPounds(dailyLimit),
            })
            .throwOnError(),
        purchaseLimit === undefined || dailyLimit === undefined
          ? undefined
          : cardCopy.approveLimits(purchaseLimit, dailyLimit),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: cardQueries.all }),
    meta,
  })
}

/** Activates the card that renews the current one, which stops working. */
export function useActivateCard(renewalId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => supabase.rpc('activate_card', { p_card_id: renewalId }).throwOnError(),
    onSuccess: () => invalidateCards(client),
    meta: { success: cardCopy.activated, failure: false },
  })
}

export type ReplaceReason = 'lost' | 'stolen' | 'damaged'

/** Blocks the card permanently. The new one has another number and PIN. */
export function useReplaceCard(cardId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (reason: ReplaceReason) =>
      supabase.rpc('replace_card', { p_card_id: cardId, p_reason: reason }).throwOnError(),
    onSuccess: () => invalidateCards(client),
    meta: { success: cardCopy.replaced, failure: false },
  })
}

/** Also the account, which names the last digits. */
const invalidateCards = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: cardQueries.all }),
    client.invalidateQueries({ queryKey: accountQueries.all }),
  ])
