import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '@/lib/realtime'
import { cardQueries } from './queries'

/** Refetches the card and its payments when one of them changes. Each payment also changes a transaction. */
export function useLiveCard(userId: string) {
  const client = useQueryClient()
  const filter = `user_id=eq.${userId}`
  useTableChanges({
    channel: 'card',
    areOwn: true,
    changes: [
      { table: 'cards', event: 'UPDATE', filter },
      { table: 'transactions', event: 'INSERT', filter },
      { table: 'transactions', event: 'UPDATE', filter },
    ],
    onStale: () => void client.invalidateQueries({ queryKey: cardQueries.all }),
  })
}
