import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'
import { noteCopy } from './copy'

/** Adds a note and refetches the query that shows the user's notes. */
export function useAddUserNote(shownBy: QueryKey) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ userId, note }: { userId: string; note: string }) =>
      supabase.rpc('add_user_note', { p_user_id: userId, p_note: note }).throwOnError(),
    onSuccess: () => client.invalidateQueries({ queryKey: shownBy }),
    meta: { success: noteCopy.added, failure: false },
  })
}

/** Deletes a note of the user's own. */
export function useDeleteUserNote(shownBy: QueryKey) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (noteId: string) => supabase.rpc('delete_user_note', { p_note_id: noteId }).throwOnError(),
    // Also after a failure: without an answer, the note may have been deleted.
    onSettled: () => client.invalidateQueries({ queryKey: shownBy }),
    meta: { success: noteCopy.deleted },
  })
}
