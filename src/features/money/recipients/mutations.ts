import { messageOf } from '@/lib/errors'
import { callRpc, supabase } from '@/lib/supabase'
import type { ToastWords } from '@/lib/toast'
import { useChange } from '@/lib/useChange'
import { recipientCopy } from './copy'
import { recipientQueries, type Recipient } from './queries'

const stale = [recipientQueries.all]

export const useDeleteRecipient = (userId: string) =>
  useChange((id: string) => supabase.from('recipients').delete().eq('id', id).throwOnError(), {
    stale,
    success: recipientCopy.deleted,
    failure: recipientCopy.deleteFailed,
    succeeded: (_nothing, id, client) => {
      client.setQueryData(recipientQueries.list(userId).queryKey, (list) => list?.filter((known) => known.id !== id))
    },
  })

/** What the customer can change of a recipient. */
export type RecipientChange = Pick<Recipient, 'id' | 'holderName' | 'nickname' | 'isFavourite'>

export const useEditRecipient = () =>
  useChange(
    ({ id, holderName, nickname, isFavourite }: RecipientChange) =>
      callRpc('edit_recipient', {
        p_id: id,
        p_name: holderName,
        p_nickname: nickname ?? '',
        p_is_favourite: isFavourite,
      }),
    { stale, success: recipientCopy.saved, failure: false },
  )

export function editFailureWords(error: unknown): ToastWords {
  return { title: recipientCopy.saveFailed, text: messageOf(error) }
}
