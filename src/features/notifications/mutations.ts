import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'
import { notificationQueries } from './queries'

/** Marks the bank's notes read, for every device of this person. This one knows already, so a failure is only logged. */
export function useMarkNotesRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (noteIds: string[]) => {
      await supabase.from('user_notifications').update({ read: true }).in('id', noteIds).throwOnError()
    },
    onSuccess: () => client.invalidateQueries({ queryKey: notificationQueries.all }),
    meta: { failure: false },
  })
}
