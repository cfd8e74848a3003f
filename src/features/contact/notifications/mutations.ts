import { supabase } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { notificationQueries } from './queries'

/** Marks notes as read on all of the user's devices. This device has already done so, so a failure is only logged. */
export const useMarkNotesRead = () =>
  useChange(
    (noteIds: string[]) => supabase.from('user_notifications').update({ read: true }).in('id', noteIds).throwOnError(),
    { stale: [notificationQueries.all], failure: false },
  )
