import { queryOptions } from '@tanstack/react-query'
import { accountQueries } from '@/features/money/accounts/queries'
import { supabase } from '@/lib/supabase'

/** Who last paid the customer regularly, and when ('YYYY-MM-DD'). */
type Payday = { payer: string; paidOn: string }

export const automaticQueries = {
  /** Whose pay a move on payday follows. Null: no regular pay is known. Under the accounts' key, to be invalidated with them. */
  payday: (userId: string) =>
    queryOptions({
      queryKey: [...accountQueries.all, 'payday', userId],
      queryFn: async ({ signal }): Promise<Payday | null> => {
        const { data } = await supabase.rpc('find_payday').abortSignal(signal).throwOnError()
        return toPayday(data)
      },
    }),
}

function toPayday(found: unknown): Payday | null {
  if (typeof found !== 'object' || found === null || !('payer' in found) || !('paid_on' in found)) return null
  const { payer, paid_on: paidOn } = found
  return typeof payer === 'string' && typeof paidOn === 'string' ? { payer, paidOn } : null
}
