import { useMutation } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'

/** Reads the full card number. It is never cached: a reset or leaving the screen drops it. */
export function useReadCardNumber() {
  return useMutation({
    mutationFn: async () => {
      const { data } = await supabase.rpc('get_my_card_number').throwOnError()
      // Null without an account, although the generated type does not say so.
      if (!data) throw new Error('You do not have a card yet.')
      return data
    },
    gcTime: 0,
  })
}
