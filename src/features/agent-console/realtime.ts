import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '@/lib/realtime'
import { consoleQueries } from './queries'

/** Keeps both lists true for every agent who looks at them. */
export function useLiveConsole() {
  const client = useQueryClient()
  useTableChanges({
    channel: 'agent-console',
    changes: [{ table: 'agent_requests' }, { table: 'chat_conversations' }, { table: 'chat_messages' }],
    onStale: () => void client.invalidateQueries({ queryKey: consoleQueries.all }),
  })
}
