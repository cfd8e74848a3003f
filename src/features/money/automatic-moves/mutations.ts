import { accountQueries } from '@/features/money/accounts/queries'
import { outgoingQueries, type RegularTerms } from '@/features/money/outgoing-payments/queries'
import type { OwnAccount } from '@/features/money/savings/queries'
import { penceToPounds } from '@/lib/money'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { automaticCopy } from './copy'

/** `amount` in pence. */
type RegularMove = { requestId: string; from: OwnAccount; to: OwnAccount; amount: number; terms: RegularTerms }

/** Returns the day of the first move; null for one on payday whose pay has not come in. The form shows a failure. */
export const useCreateRegularMove = () =>
  useChange(
    async ({ requestId, from, to, amount, terms }: RegularMove): Promise<string | null> => {
      const [made] = await callRpc('create_regular_move', {
        p_request_id: requestId,
        p_from_id: from.id,
        p_to_id: to.id,
        p_amount: penceToPounds(amount),
        p_frequency: terms.frequency,
        p_starts_on: terms.startsOn,
        p_ends_on: terms.endsOn ?? undefined,
        p_payment_count: terms.count ?? undefined,
      })
      return made?.next_on ?? null
    },
    {
      stale: [outgoingQueries.all],
      success: (day, { amount, to }) => automaticCopy.regular.done(amount, to.name, day),
      failure: false,
    },
  )

export const roundUpsTurn = 'round-ups'

/** Turns round-ups to this account on, or off. */
export const useSetRoundUps = (accountId: string) =>
  useChange((isOn: boolean) => callRpc('set_round_ups', isOn ? { p_to_account_id: accountId } : {}), {
    inTurn: roundUpsTurn,
    stale: [accountQueries.all],
    failure: automaticCopy.roundUps.failed,
  })
