import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '@/lib/realtime'
import { notificationQueries } from './queries'

/** Refetches notes when they change. Transactions and messages have their own channels, which every tab has open. */
export function useLiveNotes(userId: string) {
  const client = useQueryClient()
  useTableChanges({
    channel: 'notes',
    areOwn: true,
    changes: [{ table: 'user_notifications', filter: `user_id=eq.${userId}` }],
    onStale: () => void client.invalidateQueries({ queryKey: notificationQueries.notes(userId).queryKey }),
  })
}
