import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'
import { recipientCopy } from './copy'
import { recipientQueries } from './queries'

export function useDeleteRecipient(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      await supabase.from('recipients').delete().eq('id', id).throwOnError()
    },
    onSuccess: (_nothing, id) => {
      client.setQueryData(recipientQueries.list(userId).queryKey, (list) => list?.filter((known) => known.id !== id))
      return client.invalidateQueries({ queryKey: recipientQueries.all })
    },
    meta: { success: recipientCopy.deleted, failure: recipientCopy.deleteFailed },
  })
}
