import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '@/lib/realtime'
import { notificationQueries } from './queries'

/**
 * Lets messages and the bank's notes arrive by themselves; transactions have a channel of their own. Messages carry no
 * user to filter by: the policies let through the conversations that this person may read.
 */
export function useLiveNotifications(userId: string) {
  const client = useQueryClient()
  useTableChanges({
    channel: 'notifications',
    changes: [
      { table: 'chat_messages', event: 'INSERT' },
      { table: 'user_notifications', filter: `user_id=eq.${userId}` },
    ],
    onStale: () => void client.invalidateQueries({ queryKey: notificationQueries.all }),
  })
}
