import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import type { ToastWords } from '@/lib/toast'
import { recipientCopy } from './copy'
import { recipientQueries, type Recipient } from './queries'

export function useDeleteRecipient(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => supabase.from('recipients').delete().eq('id', id).throwOnError(),
    onSuccess: (_nothing, id) => {
      client.setQueryData(recipientQueries.list(userId).queryKey, (list) => list?.filter((known) => known.id !== id))
      return client.invalidateQueries({ queryKey: recipientQueries.all })
    },
    meta: { success: recipientCopy.deleted, failure: recipientCopy.deleteFailed },
  })
}

/** What the customer can change of a recipient. */
export type RecipientChange = Pick<Recipient, 'id' | 'holderName' | 'nickname' | 'isFavourite'>

export function useEditRecipient() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, holderName, nickname, isFavourite }: RecipientChange) =>
      supabase
        .rpc('edit_recipient', {
          p_id: id,
          p_name: holderName,
          p_nickname: nickname ?? '',
          p_is_favourite: isFavourite,
        })
        .throwOnError(),
    onSettled: () => client.invalidateQueries({ queryKey: recipientQueries.all }),
    meta: { success: recipientCopy.saved, failure: false },
  })
}

export function editFailureWords(error: unknown): ToastWords {
  return { title: recipientCopy.saveFailed, text: messageOf(error) }
}
