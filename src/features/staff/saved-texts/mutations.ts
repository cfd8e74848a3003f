import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { savedTextCopy } from './copy'
import { savedTextQueries, type SavedKind, type SavedText } from './queries'

export const useSaveText = (kind: SavedKind) =>
  useChange(
    ({ id, shortcut, text }: Pick<SavedText, 'id'> & Partial<SavedText>) =>
      callRpc('save_reply', { p_id: id, p_shortcut: shortcut, p_reply: text, p_kind: kind }),
    { stale: [savedTextQueries.list(kind).queryKey], failure: false },
  )

export const useDeleteText = (kind: SavedKind) =>
  useChange((id: string) => callRpc('delete_saved_reply', { p_id: id }), {
    stale: [savedTextQueries.list(kind).queryKey],
    success: savedTextCopy[kind].deleted,
  })
