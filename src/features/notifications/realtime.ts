import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '@/lib/realtime'
import { notificationQueries } from './queries'

/**
 * Refetches messages and notes when they change; transactions have their own channel. Messages have no user id to filter
 * by: RLS delivers only the conversations that the user can read.
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
