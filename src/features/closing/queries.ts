import { queryOptions } from '@tanstack/react-query'
import { boolean, list, nullable, number, object, pounds, text } from '@/lib/json'
import { required } from '@/lib/required'
import { supabase } from '@/lib/supabase'

const readWaiting = list(
  object({ id: text, payee: text, amount: pounds, send_at: nullable(text), checked_until: nullable(text) }),
)

// Amounts in pence.
const readPreview = object({
  balance: pounds,
  /** What the limit of a day leaves of it. */
  can_send: pounds,
  held: pounds,
  held_payments: readWaiting,
  card_payments: readWaiting,
  regular: number,
  scheduled: number,
  coming_in: number,
  cards: number,
  payees: number,
  external_accounts: number,
  cases: number,
  has_chat: boolean,
  is_staff: boolean,
  kept_months: number,
})
export type ClosingPreview = NonNullable<ReturnType<typeof readPreview>>

export const closingQueries = {
  preview: (userId: string) =>
    queryOptions({
      queryKey: ['closing', userId],
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('preview_closing').abortSignal(signal).throwOnError()
        return required(readPreview(data))
      },
      // Money and payments change elsewhere in the app.
      staleTime: 0,
    }),
}
