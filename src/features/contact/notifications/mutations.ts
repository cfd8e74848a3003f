import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'
import { notificationQueries } from './queries'

/** Marks notes as read on all of the user's devices. This device has already done so, so a failure is only logged. */
export function useMarkNotesRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (noteIds: string[]) =>
      supabase.from('user_notifications').update({ read: true }).in('id', noteIds).throwOnError(),
    onSuccess: () => client.invalidateQueries({ queryKey: notificationQueries.all }),
    meta: { failure: false },
  })
}
