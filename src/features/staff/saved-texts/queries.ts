import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'

/** Replies of agents, and reasons of those who decide cases and approvals. */
export type SavedKind = 'reply' | 'reason'

/** A text that all of them share. */
export type SavedText = { id: string; shortcut: string; text: string }

export const savedTextQueries = {
  /** By their shortcuts. */
  list: (kind: SavedKind) =>
    queryOptions({
      queryKey: ['savedTexts', kind],
      queryFn: async ({ signal }): Promise<SavedText[]> => {
        const { data } = await supabase.rpc('list_saved_replies', { p_kind: kind }).abortSignal(signal).throwOnError()
        return data.map((row) => ({ id: row.id, shortcut: row.shortcut, text: row.reply }))
      },
    }),
}
