import type { QueryKey } from '@tanstack/react-query'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { noteCopy } from './copy'

/** Adds a note and refetches the query that shows the user's notes. */
export const useAddUserNote = (shownBy: QueryKey) =>
  useChange(
    ({ userId, note }: { userId: string; note: string }) =>
      callRpc('add_user_note', { p_user_id: userId, p_note: note }),
    { stale: [shownBy], success: noteCopy.added, failure: false },
  )

/** Deletes a note of the user's own. */
export const useDeleteUserNote = (shownBy: QueryKey) =>
  useChange((id: string) => callRpc('delete_user_note', { p_note_id: id }), {
    stale: [shownBy],
    success: noteCopy.deleted,
  })
