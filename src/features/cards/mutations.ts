import { useMutation } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'

/** Reads the full card number, which stays with whoever asked: nothing keeps it once they reset or are gone. */
export function useReadCardNumber() {
  return useMutation({
    mutationFn: async () => {
      const { data } = await supabase.rpc('get_my_card_number').throwOnError()
      // The types do not say so, but somebody without an account has no card.
      if (!data) throw new Error('You do not have a card yet.')
      return data
    },
    gcTime: 0,
  })
}
